"""Dark chess: whole games beside OpenSpiel's, with what each player sees at every step."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from chess_notation import RIGHTS, SQUARES, ended, man, moves
from comparisons import compared
from lockstep import field, fields, start

from astro_referee import Match

COMPARED = compared(
    game="dark_chess",
    engine="OpenSpiel, with what each player sees",
    differences=(
        "OpenSpiel draws when a position comes for the third time; here nobody could know, and the game goes on",
        "in OpenSpiel a pawn sees the square that a pawn of its own side has just jumped over, as if it could take it",
        "OpenSpiel tells both how long nothing was taken and no pawn has moved",
    ),
)


@COMPARED
@pytest.mark.parametrize(
    "seeds",
    [range(4), *(pytest.param(range(n, n + 62), marks=pytest.mark.thorough) for n in range(4, 500, 62))],
    ids=str,
)
def test_games_are_those_of_openspiel(seeds: range) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("dark_chess")
    ends = Counter[str]()
    for seed in seeds:
        match, state = start("dark_chess"), game.new_initial_state()
        follow(match, state, random.Random(seed))
        ends["repetition" if match.result is None else ended(match)] += 1
    assert ends["the king is taken"] > 0


def follow(match: Match, state: Any, pick: random.Random) -> None:
    """Plays both to the end, or until a position comes for the third time."""
    stood = Counter([position(state)])
    while not state.is_terminal():
        assert match.actors == (1 - state.current_player(),), str(state)
        compare_what_is_seen(match, state, pick.randrange(2))
        ours = moves(match)
        theirs = {meant(state, action, list(ours)): action for action in state.legal_actions()}
        assert theirs.keys() == ours.keys(), str(state)
        chosen = pick.choice(sorted(ours))
        match.play(ours[chosen])
        state.apply_action(theirs[chosen])
        stood[position(state)] += 1
        assert match.events[-1].readers == 1 << match.events[-1].player
    if match.result is None:
        assert stood[position(state)] == 3
        assert state.returns() == [0, 0]
    else:
        white_wins, draw = 0 in match.result.winners, match.result.draw
        assert state.returns() == ([0, 0] if draw else [-1, 1] if white_wins else [1, -1])


def position(state: Any) -> str:
    """What makes a position the same again: all of its notation but for the counts."""
    return str(state).rsplit(" ", 2)[0]


def meant(state: Any, action: int, ours: list[str]) -> str:
    """The move that OpenSpiel writes as one does by hand, such as `Nbd2`, `exd6` or `e8=Q`."""
    row = 1 if state.current_player() else 8
    written = state.action_to_string(action).rstrip("+#")
    if written.startswith("O-O"):
        return f"e{row}{'c' if written == 'O-O-O' else 'g'}{row}"
    found = re.fullmatch(r"([KQRBN]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=([QRBN]))?", written)
    assert found is not None, written
    rank, file, row_from, to, becomes = found.groups()
    men = spread(str(state))
    (only,) = [
        move
        for move in ours
        if (men[move[:2]].upper(), move[2:4], move[4:].upper()) == (rank or "P", to, becomes or "")
        and move[0] == (file or move[0])
        and move[1] == (row_from or move[1])
        and not (rank == "K" and move[:2] == f"e{row}" and move[2] in "gc")
    ]
    return only


def spread(fen: str) -> dict[str, str]:
    """The sign on each square: a letter for a man, `.` for nothing, `?` for fog."""
    signs = re.sub(r"\d", lambda number: "." * int(number[0]), fen.split()[0].replace("/", ""))
    return dict(zip(SQUARES, signs, strict=True))


def compare_what_is_seen(match: Match, state: Any, player: int) -> None:
    """The board as far as it is seen, and the own right to castle; nothing of the other's."""
    colour = match.game.players[player]
    told = state.observation_string(1 - player)
    castling = told.split()[2]
    theirs = {square: {".": "none", "?": "fog"}.get(sign) or man(sign) for square, sign in spread(told).items()}
    view = fields(match, player)
    seen, rights = view["board"], view["may_castle"]
    ours = {square: seen[f"{colour}, {square}"] for square in SQUARES}
    if player not in match.actors and (jumped := str(state).split()[3]) != "-":
        behind = f"{jumped[0]}{2 if player == 0 else 7}"
        theirs |= {square: ours[square] for square in (jumped, behind) if ours[square] == "fog"}
    assert ours == theirs, (str(state), player)
    assert {seen[f"{match.game.players[1 - player]}, {square}"] for square in SQUARES} == {"hidden"}
    assert set(view["man"].values()) == {"hidden"}
    assert {right: rights[right] for right in RIGHTS.values() if right.startswith(colour)} == {
        right: "yes" if sign in castling else "no" for sign, right in RIGHTS.items() if right.startswith(colour)
    }


def test_who_can_take_passing_sees_both_squares() -> None:
    match = start("dark_chess")
    for typed in ("e2e4", "a7a6", "e4e5", "d7d5"):
        match.play(moves(match)[typed])
    seen = field(match, "board", 0)
    assert (seen["White, d6"], seen["White, d5"]) == ("none", "Black pawn")
