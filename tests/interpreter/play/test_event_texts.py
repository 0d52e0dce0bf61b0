"""What is told of events is the same whenever somebody looks; what cannot be told keeps an event from happening."""

from __future__ import annotations

from pathlib import Path

import pytest

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import event_texts, library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.history import History, Later
from astro_referee.interpreter.play.match import FaultyRules, Match

EVENTS = 60

HOLES = """
astro 1

game Holes for 2 players
kind Stone: red, blue
var left: 1..6 or none = 3
option spoken: bool = no

phase play
  turns clockwise from P1
    move take(stone in Stone) as "{stone}{hole}"
      then
        if left is 1
          winner me
        left = left - 1
"""


def played(game: Game, names: tuple[str, ...], at_once: bool) -> Match:
    match, below = Match(game, 3, names), Generator(5).below
    while not match.over and match.number < EVENTS:
        if match.chance is not None:
            match.settle()
        else:
            match.play(match.options[below(len(match.options))])
        if at_once:
            assert match.events[-1].number == match.number - 1
    return match


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", "hearts", "ptolemy", "liars-dice", "examples/rock_paper_scissors.astro"]
)
def test_events_are_told_alike_at_once_and_later(name: str) -> None:
    """Boards, cards passed in secret and laid open later, lines of the rules, dice; seats go by the names of people."""
    game = astro.prepare(Path(name) if "/" in name else name)
    people = tuple(f"Person {seat}" for seat in range(game.seats))
    for names in (game.players, people):
        later, at_once = played(game, names, False), played(game, names, True)
        assert any(isinstance(later.events.entry(at), Later) for at in range(len(later.events)))
        assert list(later.events) == list(at_once.events)
        assert all(event.text for event in later.events)


def test_a_copy_tells_the_same_as_what_it_was_made_from() -> None:
    match = played(astro.prepare("hearts"), astro.prepare("hearts").players, False)
    copy = match.copy()
    assert copy.events == match.events
    assert copy.events[0] is match.events[0], "found once for both"


def test_what_may_not_be_told_is_told_at_once_or_keeps_the_move_from_being_made() -> None:
    """The hole of a notation may have no value: that must show before the move is kept."""
    text = HOLES.replace("{hole}", " of {left}").replace("1..6 or none = 3", "1..6 = 3")
    game = library.prepare(library.load(Source("holes.astro", text.lstrip())))
    assert event_texts.longest_move(game, game.machine.decisions[0]) is not None
    risky = HOLES.replace("{hole}", " of {only x in 1..6 where x is left}").replace("left - 1", "none")
    other = library.prepare(library.load(Source("holes.astro", risky.lstrip())))
    assert event_texts.longest_move(other, other.machine.decisions[0]) is None
    match = Match(other, 1, other.players)
    match.play(match.options[0])
    before = match.state[:]
    with pytest.raises(FaultyRules):
        match.play(match.options[0])
    assert match.state == before
    assert match.number == len(match.events) == 1


def test_an_entry_is_made_once_and_only_if_it_is_looked_at() -> None:
    made: list[int] = []

    def make() -> str:
        made.append(1)
        return "later"

    history = History[str]().with_next("now").with_next(Later(make)).with_next("then")
    assert len(history) == 3
    assert history[0] == "now"
    assert made == []
    assert list(history) == ["now", "later", "then"] == list(history.first(3))
    assert history[1:] == ["later", "then"]
    assert history == History[str]().with_next("now").with_next("later").with_next("then")
    assert made == [1]
    assert history.newest == "then"
