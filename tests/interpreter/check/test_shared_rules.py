"""Rules that several moves share: a def of `when` lines is said once, and every move tells its reasons as its own."""

from __future__ import annotations

import pytest
from agreement import Engines, compared, unsound

import astro_referee as astro
from astro_referee import Match
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination, pipeline
from astro_referee.interpreter.play import library

RULES = """astro 1
game Ferry for 2 players
ruling R1 "Beasts need rest."
ruling R2 "Swimming is for the rested, too."
kind Bank: near, far
kind Beast: goat, wolf, hen
var side for each Beast: Bank
var tired: set of Beast
var fed: Beast or none
zone hand for each player: Card, seen by owner
card Card: each beast in Beast

def rested(b: Beast)
  when b not in tired else "the {b} is tired" @R1

def ready(beast: Beast, bank: Bank)
  let there = all b in Beast where side[b] is bank
  when rested(beast)
  when no b in there where b > beast else "the {b} is at the {bank} side"
  when fed is not none else "nobody is fed"
  when fed.index <= beast.index

phase play
  begin
    put all Card into hand[P2]
  turns clockwise from P1
    move row(b in Beast, to in Bank) as "row {b} {to}"
      when side[b] is not to else "the {b} is there"
      when ready(b, to)
      then
        side[b] = to
    move swim(beast in Beast) as "swim {beast}"
      when ready(beast, side[goat]) @R2
      then
        add beast to tired
    move feed(beast in Beast) as "feed {beast}"
      when rested(beast) else "let it sleep"
      then
        fed = beast
        if ready(beast, near)
          say "Now it is ready."
        if Card[beast] in hand[me]  # may tell: it is on the table
          winner me
    move wait
"""


def match_of(text: str) -> Match:
    return astro.start(Source("rules.astro", text), seed=1)


def told(match: Match, text: str) -> list[tuple[str, tuple[str, ...], str, int]]:
    verdict = match.judge(match.actors[0], text)
    return [(reason.text, reason.rulings, reason.rule, reason.line) for reason in verdict.reasons]


def problems(text: str) -> list[str]:
    return [problem.code for problem in examination.examine(Source("rules.astro", text)).problems]


def test_every_move_tells_the_reasons_as_its_own() -> None:
    match = match_of(RULES)
    assert problems(RULES) == []
    assert told(match, "row goat near") == [
        ("the goat is there", (), "side[b] is not to", 28),
        ("the wolf is at the near side", (), "no b in there where b > beast", 19),
        ("nobody is fed", (), "fed is not none", 20),
    ]
    assert told(match, "row wolf far") == [("nobody is fed", (), "fed is not none", 20)]
    assert match.submit(0, "feed hen").ok
    assert told(match, "row wolf far") == [
        ("this must hold: fed.index <= beast.index", (), "fed.index <= beast.index", 21)
    ]


def test_footnotes_of_the_citing_line_are_added() -> None:
    match = match_of(RULES)
    assert match.submit(0, "feed goat").ok
    assert match.submit(1, "swim hen").ok
    assert told(match, "swim hen")[0][:2] == ("the hen is tired", ("R1", "R2"))
    assert told(match, "feed hen")[0][:2] == ("let it sleep", ())


def test_a_name_that_the_move_has_already_is_told_as_it_is_written() -> None:
    match = match_of(RULES)
    reasons = match.judge(0, "row goat near").reasons
    assert reasons[1].seen[0] == ("b", "wolf")


def test_written_out_it_is_the_same_machine() -> None:
    shared = """astro 1
game Same for 2 players
var total: 0..9

def fits(n: 1..3)
  when total + n <= 9 else "{n} is too much"
  when n is not total else "not {total}"

phase play
  turns clockwise from P1
    move add(n in 1..3)
      RULE
      then
        total += n
    move stop
      then
        winner me
"""
    lines = 'when total + n <= 9 else "{n} is too much"\n      when n is not total else "not {total}"'
    parts = []
    for rule in ("when fits(n)", lines):
        checked = pipeline.check_source(Source("same.astro", shared.replace("RULE", rule)))[0]
        assert checked is not None
        parts.append(checked.program.moves["play.add"].parts)
    assert repr(parts[0]) == repr(parts[1])


def test_all_engines_agree() -> None:
    made, _ = pipeline.build(Source("rules.astro", RULES))
    assert made is not None
    assert list(unsound(made.machine)) == []
    assert compared(Engines(made.machine), 3, 300)


def test_a_game_reaches_the_shared_lines_and_not_the_line_that_cites_them() -> None:
    made = library.built(Source("rules.astro", RULES), None, {}, marked=True)
    lines = [made.rules.source.place(point.span.start)[0] for point in made.machine.points if point.sort == "guard"]
    assert sorted(set(lines)) == [14, 19, 20, 21, 28, 37]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("when ready(b, to)", "when ready(b)", "wrong-arguments"),
        ("when ready(b, to)", "when ready(to, b)", "wrong-type"),
        ("when ready(b, to)", "when ready(fed, to)", "may-be-none"),
        ('"the {b} is tired"', '"the {c} is tired"', "unknown-name"),
        ("when rested(beast)\n  when no", "when ready(beast, bank)\n  when no", "circle"),
        ("def rested(b: Beast)", "def rested(b: Beast): 0..3", "wrong-type"),
        ("when b not in tired else", "when Card[b] in hand[P2] else", "hidden-in-guard"),
        ("when b not in tired else", "when b else", "not-a-condition"),
    ],
)
def test_mistakes(old: str, new: str, code: str) -> None:
    assert old in RULES
    assert code in problems(RULES.replace(old, new, 1))


def test_reasons_are_read_where_no_move_tells_them() -> None:
    text = 'astro 1\nlibrary Lone\nvar n: 0..3\ndef low\n  when n < 2 else "{m}"\n'
    assert problems(text) == ["unknown-name"]
    assert problems(text.replace("{m}", "{n}")) == []
