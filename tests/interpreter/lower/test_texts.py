"""Texts chosen by cases: told, typed, and the same in all engines; what they cannot be is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from agreement import Engines, built, compared, unsound

import astro_referee as astro
from astro_referee.grammar.problems import Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination

RULES = """astro 1
game Texts for 2 players
var taken: 0..9
var place for each player: 1..3 = 1
var hidden for each player: 0..3, seen by owner

def cards(number: 0..9) = ("card" if number is 1 else "cards")

def medal(p: player)
  "What it is made of."
  "gold"     if place[p] is 1
  "silver"   if place[p] is 2
  "bronze"   otherwise

def size(number: 0..9) = ("no" if number is 0 else ("one" if number is 1 else "many"))

def luck(p: player) = ("much" if hidden[p] > 1 else "little")

phase play
  turns once clockwise from P1
    move take(number in 0..2) as "take {number} {cards(number)}"
      then
        taken += number
        hidden[me] = number
        say "{taken} {cards(taken)}, {size(taken)}: {medal(me)} for {me}"
        place[me] = 2
        say "{luck(me)} luck" to me
  winner P1 because "{medal(P1)}"

test "told"
  P1 "take 1 card"
  expect say "1 card, one: gold for P1", "little luck"
  P2 "take 2 cards"
  expect say "3 cards, many: gold for P2"
  expect winner P1 because "silver"
"""


def errors(text: str) -> list[str]:
    found = examination.examine(Source("texts.astro", text)).problems
    return [problem.code for problem in found if problem.severity is Severity.ERROR]


def test_texts_are_told_and_typed(tmp_path: Path) -> None:
    path = tmp_path / "texts.astro"
    path.write_text(RULES, encoding="utf-8")
    assert [result.failure for result in astro.run_tests(path)] == [None]


def test_all_engines_tell_the_same() -> None:
    machine = built(Source("texts.astro", RULES))
    assert machine is not None
    assert list(unsound(machine)) == []
    assert compared(Engines(machine), 6, 300) > 0


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ('"card" if', '"{number} card" if', "bad-hole"),
        ('else "cards"', "else 3", "mixed-cases"),
        ('"bronze"   otherwise', "3 otherwise", "mixed-cases"),
        ("var taken: 0..9", "var taken: 0..9\nvar best: text", "unknown-type"),
        ("taken += number", "if medal(me) is medal(P2)\n          taken += number", "not-comparable"),
        ('say "{luck(me)} luck" to me', 'say "{luck(me)} luck"', "hidden-in-text"),
    ],
)
def test_what_a_text_cannot_be_is_refused(right: str, wrong: str, code: str) -> None:
    assert errors(RULES) == []
    assert errors(RULES.replace(right, wrong)) == [code]
