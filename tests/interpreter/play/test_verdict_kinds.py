"""What a verdict, an event or a fault is, it says as data: nobody reads its words to find out."""

from __future__ import annotations

import pytest
import shelf

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.typed_moves.verdict import VerdictKind

MOVES = """\
astro 1
game Small for 2 players
kind Colour: red, green, blue
var seen: set of Colour
phase play until seen.size is 3
  turns clockwise from P1
    ask me
      move take(colour in Colour)
        when not colour in seen else "{colour} is taken"
        then
          add colour to seen
end
  draw
"""
HEADINGS = """\
astro 1
game Small for 2 players
var n: 0..9
phase play until n is 3
  ask P1
    move go
      then
        n = 1
  phase spin until n is 9
    n = 3 - n
end
  draw
"""


def match_of(text: str) -> Match:
    return Match(library.prepare(library.load(Source("small.astro", text))), 1, ("P1", "P2"))


@pytest.mark.parametrize(
    ("player", "typed", "kind"),
    [
        (0, "take green", VerdictKind.LEGAL),
        (0, "take red", VerdictKind.ILLEGAL),
        (0, "take", VerdictKind.UNFINISHED),
        (0, "paint green", VerdictKind.UNKNOWN),
        (1, "take green", VerdictKind.UNASKED),
    ],
)
def test_a_verdict_says_what_it_is(player: int, typed: str, kind: VerdictKind) -> None:
    match = match_of(MOVES)
    match.submit(0, "take red")
    match.submit(1, "take blue")
    verdict = match.judge(player, typed)
    assert (verdict.kind, verdict.ok) == (kind, kind is VerdictKind.LEGAL)
    assert verdict.quotes is (f"`{verdict.text}`" in verdict.message)


def test_an_event_says_whether_a_card_was_dealt() -> None:
    match = Match(library.prepare(library.load(shelf.ROOT / "examples/kuhn_poker.astro")), 1, ("P1", "P2"))
    match.settle_all()
    assert [event.dealt for event in match.events] == [True, True]


def test_a_state_knows_the_heading_of_its_part() -> None:
    match = match_of(HEADINGS)
    places = {state.name: HEADINGS[state.span.start : state.span.end] for state in match.game.machine.automatic}
    assert {name: text for name, text in places.items() if name != "game"} == {
        "play": "phase play",
        "play.spin": "phase spin",
    }
