"""Colours of a screen: by what the terminal shows, never without words, and only where they are wanted."""

from __future__ import annotations

import re
import sys
from io import StringIO
from pathlib import Path

import pytest
import shelf
from rich.color import ColorSystem
from screens import turn_in_the_middle

from astro_referee.cli.table.board import Before
from astro_referee.cli.table.colours import Colours, colours_for, is_light
from astro_referee.cli.table.screen import turn_screen
from astro_referee.cli.table.wrapping import COLOUR
from astro_referee.interpreter import api
from astro_referee.interpreter.show.text.highlights import Highlight, lit, runs, unlit
from astro_referee.interpreter.values.marks import Style

GAMES = [path for path in shelf.ORIGINALS if "games" in path.parts]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("path", shelf.each(GAMES, turns="colours"))
def test_a_screen_says_the_same_without_its_colours(path: Path) -> None:
    """What stands out is also in the news, and whoever sees no colour reads every letter."""
    turn = turn_in_the_middle(path, 3, 9)
    match, seat = turn.match, turn.seat
    view = match.view(seat)
    before = Before(match.rewound(0).view(seat), match.rewound(max(0, match.number - 1)).view(seat))
    plain = turn.screen(80).rows(80, 23)
    marked = turn_screen(turn.table, seat, turn.news, view, 80, before).rows(80, 23)
    for system in (ColorSystem.STANDARD, ColorSystem.EIGHT_BIT):
        for light in (False, True):
            rows = [Colours(match, system, light).row(row) for row in marked]
            assert [COLOUR.sub("", row) for row in rows] == plain
            assert rows != plain
            assert all(not re.search(r"38;5;|48;5;", row) for row in rows) or system is ColorSystem.EIGHT_BIT


def test_what_a_move_has_changed_stands_out() -> None:
    match = api.start("chess", seed=1, style=Style.SIGNS)
    match.settle_all()
    match.play(next(move for move in match.legal() if match.written(move) == "e2e4"))
    view, start = match.view(1), match.rewound(0).view(1)
    from astro_referee.cli.table.board import flexible_page

    found = flexible_page(match, view, 80, Before(start, start)).marked
    assert {place for (_, place), why in found.items() if why is Highlight.LAST} == {"e2", "e4"}


def test_cards_in_letters_have_all_a_colour_or_none() -> None:
    """`10D` could be nothing else, `AD` could; in signs each of them is red."""
    names = {style: Colours(api.start("hearts", style=style), ColorSystem.STANDARD, False).styles for style in Style}
    assert not {"10D", "AD"} & {*names[Style.LETTERS]}
    assert {"10\u2666", "A\u2666"} <= {*names[Style.SIGNS]}


def test_a_highlight_takes_no_room() -> None:
    text = lit("Q\u2660 10", Highlight.NEW)
    assert len(text) == 5
    assert text[2] == " "
    assert unlit(f"a{text}b") == "aQ\u2660 10b"
    assert [why for _, why in runs(f"a{lit('b', Highlight.LAST)}")] == [Highlight.NONE, Highlight.LAST]


@pytest.mark.parametrize(
    ("environment", "wanted", "has"),
    [
        ({"TERM": "xterm"}, "auto", True),
        ({"TERM": "dumb"}, "auto", False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, "auto", True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "auto", False),
        ({"TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1"}, "auto", False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "dark", True),
        ({"TERM": "xterm"}, "never", False),
    ],
)
def test_colours_where_they_are_wanted(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], wanted: str, has: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert (colours_for(api.start("tic-tac-toe"), wanted) is not None) is has


def test_a_light_screen_is_told_by_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")
    assert is_light("auto")
    assert not is_light("dark")
    monkeypatch.setenv("COLORFGBG", "15;0")
    assert not is_light("auto")
    assert is_light("light")
