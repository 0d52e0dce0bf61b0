"""Every game that comes with Astro, drawn: a snapshot of one position each; no page is too wide or tells a secret."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from shelf import ROOT
from syrupy.assertion import SnapshotAssertion

from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.information_set import resample
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.views import view
from astro_referee.interpreter.show.text.layout import WIDTH
from astro_referee.interpreter.show.text.page import draw

Played = Callable[[Path, int], Match]

PICTURED = (
    *("ptolemy", "vediic", "tic_tac_toe", "nim", "pig", "kuhn_poker", "rock_paper_scissors"),
    *("backgammon", "chess", "draughts", "go", "hex", "morris", "yavalath"),
)
"""Games of which a picture is kept."""
MOVES = 60
"""Random moves that are looked at; after `SNAPPED` of them a picture is taken."""
SNAPPED = 12


@pytest.mark.parametrize("name", PICTURED)
def test_a_position(name: str, played: Played, snapshot: SnapshotAssertion) -> None:
    [path] = (path for folder in ("games", "examples") for path in (ROOT / folder).rglob(f"{name}.astro"))
    match = played(path, SNAPPED)
    assert "\n".join(draw(match.game, match.view(0), match.names)) + "\n" == snapshot


@pytest.mark.parametrize("moves", [0, 3, SNAPPED, MOVES])
def test_the_page_is_wide_enough_and_plain(rule_file: Path, played: Played, moves: int) -> None:
    match = played(rule_file, moves)
    for seat in (None, *range(match.game.seats)):
        for row in draw(match.game, match.view(seat), match.names, "..."):
            assert len(row) <= WIDTH
            assert row.isascii()
            assert row == row.rstrip()


@pytest.mark.parametrize("moves", [0, 3, SNAPPED])
def test_nothing_hidden_is_drawn(rule_file: Path, played: Played, moves: int) -> None:
    """What a player cannot see can change, and the page stays the same."""
    match = played(rule_file, moves)
    game, below = match.game, Generator(7).below
    for seat in range(game.seats):
        page = draw(game, match.view(seat), match.names)
        for _ in range(4):
            dealt_anew = resample(game, match.state, seat, below)
            if dealt_anew == match.state:
                continue  # nothing is hidden here
            assert draw(game, view(game, dealt_anew, seat), match.names) == page
