"""Questions about moves that are only thought of must not tell what the player who asks cannot see."""

from __future__ import annotations

import re

import pytest

from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination

GAME = """astro 1
game Guess for 3 players
var secret: 0..3, seen by nobody
var own for each player: 0..3, seen by owner
var open: 0..3
var shade: 0..3

phase play
  begin
    secret = random from {0, 1, 2}
    for p in players
      own[p] = random from {0, 1, 2}
  turns clockwise from P1
    let mine = own[me]
    ask me
      move hold
        when mine is 1
      move look
        when LOOK
        then
          EFFECT
      move wait
    ask ASKED
      move guess
        when GUARD
        then
          open = shade
      move wait
"""


def hidden(effect: tuple[str, ...], guard: str = "open is 0", asked: str = "me", look: str = "open is 0") -> list[str]:
    """The lines that depend on hidden things."""
    words = {"EFFECT": "\n          ".join(effect), "GUARD": guard, "ASKED": asked, "LOOK": look}
    source = Source("game.astro", re.sub("[A-Z]{4,}", lambda found: words[found[0]], GAME))
    found = [p for p in examination.examine(source).problems if p.severity.name == "ERROR"]
    assert all(p.code == "hidden-in-guard" for p in found), [(p.code, p.message) for p in found]
    return [source.slice(p.span) for p in found]


STORING = ("if secret is 1", "  open = 1")
STORING_LATER = ("open = shade", "shade = secret")
LEAVING = ("if secret is 1", "  leave turn", "open = 1")
ENDING = ("if secret is 1", "  draw", "open = 1")
LEAVING_A_LOOP = ("for p in players", "  if secret is 1", "    leave turn", "open = 1")
RETIRING = ("if secret is 1", "  retire P3")
OPEN = ("open = shade", "shade = 1")


@pytest.mark.parametrize("effect", [STORING, STORING_LATER, LEAVING, ENDING, LEAVING_A_LOOP])
def test_how_often_a_move_can_be_made_tells_what_it_has_done(effect: tuple[str, ...]) -> None:
    assert hidden(effect, "streak(look, 3) is 2") == ["streak(look, 3) is 2"]


def test_how_often_an_open_move_can_be_made_tells_nothing() -> None:
    assert hidden(OPEN, "streak(look, 3) is 2") == []
    assert hidden(STORING, "streak(look, 1) is 1") == []


def test_whether_a_move_is_possible_tells_what_the_names_around_it_carry() -> None:
    assert hidden(OPEN, "possible(hold)", "me.next") == ["possible(hold)"]
    assert hidden(OPEN, "streak(hold, 2) is 2", "me.next") == ["streak(hold, 2) is 2"]
    assert hidden(OPEN, "possible(hold)") == []


@pytest.mark.parametrize("effect", [STORING, LEAVING, ENDING, LEAVING_A_LOOP])
def test_looking_ahead_tells_where_an_effect_was_left(effect: tuple[str, ...]) -> None:
    assert hidden(effect, look="after this: open is 1") == ["after this: open is 1"]


def test_looking_ahead_tells_who_is_out() -> None:
    assert hidden(RETIRING, look="after this: P3 in players") == ["after this: P3 in players"]
