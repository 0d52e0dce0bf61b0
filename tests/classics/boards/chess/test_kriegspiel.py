"""Kriegspiel: whole games beside OpenSpiel's, and beside python-chess as a second umpire.

OpenSpiel says what may be tried, what each player knows of the own men, which tries are legal and where something is
taken. Checks, mates and captures by pawns are compared with the same position of python-chess.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from chess_notation import RANKS, SQUARES, ended, moves
from comparisons import compared
from lockstep import fields, start

from astro_referee import Match

COMPARED = compared(
    game="kriegspiel",
    engine="OpenSpiel, with what each player knows, and python-chess as a second umpire",
    differences=(
        "OpenSpiel announces no check, though it means to",
        "OpenSpiel announces no capture in passing",
        "OpenSpiel counts a capture by which a pawn is promoted as four tries",
        "in OpenSpiel who is mated must try all moves before the game is over",
        "OpenSpiel draws after fifty moves of both together, and when a position comes for the third time; both are "
        "switched off: here it is a hundred, and the third time, which nobody could know, does not count",
        "where a pawn's way to the last row was not legal, OpenSpiel lets it be tried once more for each rank",
    ),
)
LINES = {"vertical", "horizontal", "long_diagonal", "short_diagonal", "leap"}


@COMPARED
@pytest.mark.parametrize(
    "seeds",
    [(30, 57, 58), *(pytest.param(range(n, n + 60), marks=pytest.mark.thorough) for n in range(60, 600, 60))],
    ids=str,
)
def test_games_are_those_of_openspiel(seeds: Sequence[int]) -> None:
    """In a long run what is known is compared at every fourth step: a view takes longer than a move."""
    pyspiel, chess = pytest.importorskip("pyspiel"), pytest.importorskip("chess")
    game = pyspiel.load_game("kriegspiel", {"50_move_rule": False, "threefold_repetition": False})
    ends, lines = set(), Counter[str]()
    long = len(seeds) > 3
    for seed in seeds:
        match = start("kriegspiel")
        lines += follow(match, game.new_initial_state(), chess.Board(), random.Random(seed), every=4 if long else 1)
        ends.add(ended(match))
    assert ends >= {"checkmate", "stalemate"}
    assert not long or lines.keys() == LINES


def follow(match: Match, state: Any, umpire: Any, pick: random.Random, every: int) -> Counter[str]:
    """Plays all three to the end, and counts from where kings were in check. So often is compared what is known."""
    lines, tried, heard = Counter[str](), set[str](), len(match.events)
    while not match.over:
        assert match.actors == (1 - state.current_player(),) == (0 if umpire.turn else 1,), umpire.fen()
        if heard % every == 0:
            compare_what_is_known(match, state, umpire, heard // every % 2)
        ours = moves(match)
        theirs = {state.action_to_string(action): action for action in state.legal_actions()}
        assert ours.keys() == {lan for lan in theirs if lan[:4] not in tried}, umpire.fen()
        chosen = pick.choice(sorted(ours))
        legal = chosen in {move.uci() for move in umpire.legal_moves}
        match.play(ours[chosen])
        state.apply_action(theirs[chosen])
        heard += 1
        event, said = match.events[-1], [line.text for line in match.events[-1].said]
        assert (len(match.events), event.readers) == (heard, 1 << event.player)
        assert any("not legal" in text for text in said) == (told(state) == "Illegal move.") == (not legal)
        if legal:
            taken = captured(umpire, chosen)
            assert [text for text in said if "taken" in text] == taken, umpire.fen()
            passing = umpire.is_en_passant(umpire.parse_uci(chosen))
            assert bool(re.search("captured", told(state))) == bool(taken and not passing)
            umpire.push_uci(chosen)
            lines += Counter(checks(umpire))
        tried = set() if legal else {*tried, chosen[:4]}
    compare_ends(match, state, umpire)
    return lines


def told(state: Any) -> str:
    """The last announcement of OpenSpiel's umpire."""
    return str(state.observation_string(0).split("\n")[1])


def captured(umpire: Any, lan: str) -> list[str]:
    """What the umpire says about a move that takes something."""
    move = umpire.parse_uci(lan)
    at = lan[2] + lan[1] if umpire.is_en_passant(move) else lan[2:4]
    if not umpire.is_capture(move):
        return []
    return [f"A {'pawn' if umpire.piece_type_at(SQUARE[at]) == PAWN else 'piece'} is taken on {at}."]


PAWN = 1
SQUARE = {square: 8 * (int(square[1]) - 1) + "abcdefgh".index(square[0]) for square in SQUARES}
"""Pawns and squares as python-chess numbers them."""


def checks(umpire: Any) -> set[str]:
    """From where the king of who is to move is in check. The longer of his two diagonals has more squares."""
    found, king = set(), umpire.king(umpire.turn)
    x, y = king % 8, king // 8
    rising = 8 - abs(x - y)
    falling = 8 - abs(x + y - 7)
    for at in umpire.checkers():
        dx, dy = at % 8 - x, at // 8 - y
        longer = rising > falling if dx * dy > 0 else falling > rising
        if 0 not in (dx, dy) and abs(dx) != abs(dy):
            found.add("leap")
        else:
            aslant = "long_diagonal" if longer else "short_diagonal"
            found.add("vertical" if dx == 0 else "horizontal" if dy == 0 else aslant)
    return found


def compare_what_is_known(match: Match, state: Any, umpire: Any, player: int) -> None:
    """The own men and rights, and nothing of the other's; what the umpire has announced is known to all."""
    colour, other = match.game.players[player], match.game.players[1 - player]
    view = fields(match, player)
    board, _, castling = state.observation_string(1 - player).split("\n")[0].split()
    signs = re.sub(r"\d", lambda number: "." * int(number[0]), board.replace("/", ""))
    for square, sign in zip(SQUARES, signs, strict=True):
        assert view["own"][f"{colour}, {square}"] == RANKS.get(sign.lower(), "none")
    hidden = [view["own"][f"{other}, {square}"] for square in SQUARES]
    hidden += [view["tried"][f"{other}, {square}"] for square in SQUARES]
    assert {*hidden, *view["man"].values(), view["passed"][""], view["quiet"][""]} == {"hidden"}
    for wing, sign in (("short", "k"), ("long", "q")):
        assert (view["may_castle"][f"{colour}, {wing}"] == "yes") == (sign in castling.lower())
    assert {line for line in LINES if line in view["checks"][""]} == checks(umpire), umpire.fen()
    captures = {move.uci()[:4] for move in umpire.legal_moves if umpire.is_capture(move)}
    tries = [way for way in captures if umpire.piece_type_at(SQUARE[way[:2]]) == PAWN]
    assert view["pawn_tries"][""] == str(len(tries)), umpire.fen()


def compare_ends(match: Match, state: Any, umpire: Any) -> None:
    assert match.result is not None
    found = {
        "checkmate": umpire.is_checkmate(),
        "stalemate": umpire.is_stalemate(),
        "neither side can mate": umpire.is_insufficient_material(),
        "fifty moves without a capture or a pawn move": umpire.halfmove_clock >= 100,
    }
    assert found[ended(match)], umpire.fen()
    if "mate" not in ended(match):
        return
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        assert told(state) == "Illegal move."
    white_wins, draw = 0 in match.result.winners, match.result.draw
    assert state.returns() == ([0, 0] if draw else [-1, 1] if white_wins else [1, -1])
