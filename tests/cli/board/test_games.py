"""Every game that comes with Astro, drawn: a snapshot of one position each; no page is too wide or tells a secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from astro_referee.cli.board.layout import WIDTH
from astro_referee.cli.board.page import draw
from astro_referee.interpreter import library
from astro_referee.interpreter.chance import Generator
from astro_referee.interpreter.match import Match
from astro_referee.interpreter.sight import resample
from astro_referee.interpreter.views import view

ROOT = Path(__file__).resolve().parents[3]
GAMES = sorted(
    path
    for folder in ("games", "examples")
    for path in (ROOT / folder).rglob("*.astro")
    if "\ngame " in path.read_text(encoding="utf-8")
)
PICTURED = (
    *("ptolemy", "tic_tac_toe", "nim", "pig", "kuhn_poker", "rock_paper_scissors"),
    *("backgammon", "chess", "draughts", "go", "hex", "morris", "yavalath"),
)
"""Games of which a picture is kept."""
MOVES = 60
"""Random moves that are looked at; after `SNAPPED` of them a picture is taken."""
SNAPPED = 12

by_name = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)


def played(path: Path, moves: int) -> Match:
    """A match after some random moves, or at its end."""
    game = library.prepare(library.load(path))
    match = Match(game, 5, game.players)
    pick = Generator(5).below
    match.settle_all()
    for _ in range(moves):
        if match.over:
            break
        options = match.legal()
        match.play(options[pick(len(options))])
        match.settle_all()
    return match


@pytest.mark.parametrize("name", PICTURED)
def test_a_position(name: str, snapshot: SnapshotAssertion) -> None:
    [path] = (path for path in GAMES if path.stem == name)
    match = played(path, SNAPPED)
    assert "\n".join(draw(match.game, match.view(0), match.names)) + "\n" == snapshot


@by_name
@pytest.mark.parametrize("moves", [0, 3, SNAPPED, MOVES])
def test_the_page_is_wide_enough_and_plain(path: Path, moves: int) -> None:
    match = played(path, moves)
    for seat in (None, *range(match.game.seats)):
        for row in draw(match.game, match.view(seat), match.names, "..."):
            assert len(row) <= WIDTH
            assert row.isascii()
            assert row == row.rstrip()


@by_name
@pytest.mark.parametrize("moves", [0, 3, SNAPPED])
def test_nothing_hidden_is_drawn(path: Path, moves: int) -> None:
    """What a player cannot see can change, and the page stays the same."""
    match = played(path, moves)
    game, below = match.game, Generator(7).below
    for seat in range(game.seats):
        page = draw(game, match.view(seat), match.names)
        for _ in range(10):
            dealt_anew = resample(game, match.state, seat, below)
            assert draw(game, view(game, dealt_anew, seat), match.names) == page
