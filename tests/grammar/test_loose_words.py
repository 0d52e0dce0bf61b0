"""Words of phrases as names: what stands beside them decides."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from astro_referee.grammar.source import Source
from astro_referee.grammar.syntax.layout import lay_out
from astro_referee.grammar.syntax.parser import lex
from astro_referee.grammar.syntax.words import LOOSE
from astro_referee.interpreter import examination

# A line, and its words that are names in it.
NAMES = [
    ("var first: player", "first"),
    ("phase last until deck is empty", "last"),
    ("leave first", "first"),
    ("first = me", "first"),
    ("last[me] += count", "last count"),
    ("if count - 1 > best and t.first is t.last", "count best first last"),
    ("name | last | first: 0..9", "last first"),
    ("each some | 3", "each some"),
    ("kind Place: first, sum, last", "first sum last"),
    ('card Tile: each first in Suit, last in Suit named "{first}"', "first last"),
    ("let x = count(p) + item(2)", "count item"),
    ("put last from hand[me] into sum", "last sum"),
    ("rank best in players by highest best[best]", "best best best"),
    ("def f(first: Card, only: 0..3) = first.rank * only", "first only first only"),
    ("let x = first best in players where last[best] > 2", "best last best"),
    ("turns once first in players by lowest first.index", "first first"),
    ("table cost by lowest, highest", "lowest highest"),
    ('move once(every in hand[me]) as "…"', "once every"),
]
PHRASES = [
    "let x = first c in hand[me] where c.rank > 2",
    "let x = first 3 of trail",
    "let x = first (n + 1) of trail",
    "let x = last to of trail",
    "let x = item to + 1 of trail",
    "let x = reach to from here by steps(to)",
    "let x = count to in Square",
    "let x = first best p in players by highest (score[p] - 1) then lowest -bid[p]",
    "let x = sum of score[p] for p in players",
    "let x = every p in players: score[p] > 2",
    "must maximise (a + b) if able",
    "insert first in play",
    "turns once (players)",
    'card Tile: each suit in Suit named "{suit}"',
    'offers play only "a"',
]

GAME = """astro 1
game Loose for 2 players
kind File
  name | side
  a | 1
  b | 2
var first: player
var last for each player: 0..9
var count: 0..9
var here: File
def best(item: player) = last[item] + count
procedure every(only: 0..3)
  count = only
    + 1
  last[first] = count
    - 1
  here = b
  for a in players
      by highest last[a]
    count = a.index
phase first
  turns once clockwise from first
    move sum(each in 0..3) as "{each}"
      then
        first = me
        do every(each)
        say "{best(me)}: {count} {here}"
  leave first
end
  rank p in players by highest best(p)
"""


def loose(line: str) -> str:
    tokens = lay_out(line, lex(line)).tokens
    return " ".join(str(token) for token in tokens if token in LOOSE and token.type == "NAME")


@pytest.mark.parametrize(("line", "names"), NAMES)
def test_a_word_is_a_name_where_no_phrase_can_begin(line: str, names: str) -> None:
    assert loose(line) == names


@pytest.mark.parametrize("line", PHRASES)
def test_a_word_begins_its_phrase_everywhere_else(line: str) -> None:
    assert loose(line) == ""


def test_a_game_may_use_them_for_everything() -> None:
    assert examination.examine(Source("loose.astro", GAME)).problems == ()


@pytest.mark.parametrize(
    ("line", "goes_on"),
    [
        ("  put card\n    from hand[me]\n    into open", True),
        ("  deal 1 from deck\n    on top", True),
        ("  x = a\n    + b", True),
        ("  x = a\n    mod b", True),
        ("  for p in players\n    by highest x", True),
        ("  then\n    from = 3", False),
        ("  then\n    to[me] += 3", False),
        ("  def worth\n    -1 if x", False),
        ("  kind Way\n    from | to", False),
        ("  kind Way\n    - | to", False),
    ],
)
def test_a_line_goes_on_before_small_words_and_operators(line: str, goes_on: bool) -> None:
    inside = [token for token in lay_out(line, lex(line)).tokens if token.type == "_INDENT"]
    assert (len(inside) == 0) is goes_on


@pytest.mark.parametrize("name", ["from", "to", "on", "by", "far"])
def test_a_value_on_a_line_of_its_own_begins_with_any_name(steps: Callable[[str], str], name: str) -> None:
    assert steps(f"let x =\n  {name}.next") == steps(f"let x = {name}.next")


@pytest.mark.parametrize(
    "value",
    ["(1 if a is b\n  else 2)", "(1\n  if a is b else 2)", "(1 if a is b\n  # or\n  else (2 if c\n  else 3))"],
)
def test_a_choice_of_two_values_goes_on_in_its_brackets(steps: Callable[[str], str], value: str) -> None:
    assert steps(f"x = {value}") == steps("x = " + " ".join(value.replace("# or", "").split()))
