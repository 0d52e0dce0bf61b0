"""Go: whole games beside OpenSpiel's with the score counted once more, and the rules one by one.

OpenSpiel plays by the same rules (area counting, no suicide) but for repetition: there, other moves are the same, and
stones that are refused here are refused for the reason. Its length is set so that it is never reached.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from comparisons import compared
from lockstep import field, legal, play, start
from positions import position

from astro_referee import Match

COMPARED = compared(
    game="go",
    engine="OpenSpiel",
    differences=(
        "in OpenSpiel a stone may bring back an older position than the last but one, and the game is drawn at once; "
        "here no position may come back",
        "OpenSpiel cuts a game after so many moves, and counts it as it stands",
    ),
)

COLUMNS = "abcdefghjklmnopqrst"
AGAIN = "that position has been on the board before"
STIFLED = "the stone would have no free point beside it"


def refusal(match: Match, typed: str) -> list[str]:
    verdict = match.judge(match.actors[0], typed)
    assert not verdict.ok
    return [reason.text for reason in verdict.reasons]


# --- Beside OpenSpiel ------------------------------------------------------------------------------------------------


def spot(size: int, action: int) -> str:
    return "pass" if action == size * size else f"{COLUMNS[action % size]}{action // size + 1}"


def follow(match: Match, state: Any, size: int, pick: random.Random) -> int:
    """Plays both to the end; gives the number of stones that only OpenSpiel would have taken."""
    brought_back = 0
    while not state.is_terminal():
        assert match.actors == (state.current_player(),)
        theirs = {spot(size, action): action for action in state.legal_actions()}
        ours = legal(match)
        assert ours <= theirs.keys(), str(state)
        for only_there in theirs.keys() - ours:
            after = state.child(theirs[only_there])
            assert after.is_terminal()
            assert after.returns() == [0, 0]
            assert refusal(match, only_there) == [AGAIN]
            brought_back += 1
        stones = sorted(ours - {"pass"})
        chosen = pick.choice(stones) if stones and pick.random() < 0.98 else "pass"
        play(match, chosen)
        state.apply_action(theirs[chosen])
    return brought_back


def area(match: Match, size: int) -> tuple[int, int]:
    """Stones, and empty regions that only one colour touches, counted without the referee."""
    stones = {(COLUMNS.index(name[0]) + 1, int(name[1:])): stone for name, stone in field(match, "stone").items()}
    counts = {"Black": 0, "White": 0}
    seen: set[tuple[int, ...]] = set()
    for point, stone in stones.items():
        if stone != "none":
            counts[stone] += 1
        elif point not in seen:
            region, borders, todo = {point}, set(), [point]
            while todo:
                x, y = todo.pop()
                for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if stones.get(near) == "none" and near not in region:
                        region.add(near)
                        todo.append(near)
                    elif near in stones:
                        borders.add(stones[near])
            seen |= region
            if len(borders - {"none"}) == 1:
                counts[(borders - {"none"}).pop()] += len(region)
    return counts["Black"], counts["White"]


@COMPARED
@pytest.mark.parametrize(
    ("size", "komi", "games"),
    [(9, 7, 2), (5, 0, 12), (5, 2, 12), (7, 7, 4), pytest.param(9, 7, 500, marks=pytest.mark.thorough)],
)
def test_games_are_those_of_openspiel(size: int, komi: int, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("go", {"board_size": size, "komi": float(komi), "max_game_length": 100_000})
    winners, brought_back = set(), 0
    for seed in range(games):
        match, state = start("go", size=size, komi=komi), game.new_initial_state()
        brought_back += follow(match, state, size, random.Random(seed))
        assert match.result is not None
        black, white = area(match, size)
        assert match.result.scores == (black, white + komi)
        assert state.returns() == ([0, 0] if match.result.draw else [1, -1] if 0 in match.result.winners else [-1, 1])
        winners.add(match.result.winners)
    assert winners >= {(0,), (1,)}
    assert brought_back or size > 5


def test_openspiel_cuts_long_games() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    match, state = start("go", size=9), pyspiel.load_game("go", {"board_size": 9, "komi": 7.0}).new_initial_state()
    follow(match, state, 9, random.Random(1))
    assert len(state.history()) == state.get_game().max_game_length() == 162
    assert not match.over


# --- The rules one by one --------------------------------------------------------------------------------------------


def board(turn: str, *rows: str, **options: object) -> Match:
    """A match whose board is drawn from the upper row down, `X` for Black and `O` for White."""
    size = len(rows)
    stones = {
        f"{COLUMNS[x - 1]}{size - down}": {"X": "Black", "O": "White", ".": "none"}[sign]
        for down, row in enumerate(rows)
        for x, sign in enumerate(row.split(), 1)
    }
    return position(start("go", size=size, **options), turn, {"stone": stones})


def drawn(match: Match, size: int) -> list[str]:
    stones = field(match, "stone")
    signs = {"Black": "X", "White": "O", "none": "."}
    return [" ".join(signs[stones[f"{COLUMNS[x - 1]}{y}"]] for x in range(1, size + 1)) for y in range(size, 0, -1)]


def test_a_group_without_a_free_point_is_taken() -> None:
    match = board(
        "Black",
        ". . . . .",
        ". X X . .",
        "X O O . .",
        ". X X . .",
        ". . . . .",
    )
    play(match, "d3")
    assert drawn(match, 5) == [". . . . .", ". X X . .", "X . . X .", ". X X . .", ". . . . ."]


def test_several_groups_are_taken_at_once() -> None:
    match = board(
        "Black",
        "O . O X .",
        "X . X . .",
        "X O X . .",
        ". X . . .",
        ". . . . .",
    )
    play(match, "b5", "pass", "b4")
    assert drawn(match, 5) == [". X . X .", "X X X . .", "X . X . .", ". X . . .", ". . . . ."]


def test_suicide_is_refused() -> None:
    match = board(
        "White",
        ". X . . .",
        "X . X . .",
        ". X X . .",
        "X X . . .",
        "O . X . .",
    )
    assert refusal(match, "b4") == [STIFLED]
    assert refusal(match, "a5") == [STIFLED]
    assert refusal(match, "b1") == [STIFLED]
    assert refusal(match, "b5") == ["b5 is taken"]


def test_a_stone_that_takes_is_no_suicide() -> None:
    match = board(
        "White",
        ". X O . .",
        "X O . . .",
        "O . . . .",
        ". . . . .",
        ". . . . .",
    )
    play(match, "a5")
    assert drawn(match, 5)[0] == "O . O . ."
    assert drawn(match, 5)[1] == ". O . . ."


def test_ko() -> None:
    match = board(
        "White",
        ". X O . .",
        "X . X O .",
        ". X O . .",
        ". . . . .",
        ". . . . .",
    )
    play(match, "e1")
    play(match, "e2", "b4")
    assert drawn(match, 5)[1] == "X O . O ."
    assert refusal(match, "c4") == [AGAIN]
    play(match, "a1", "d1", "c4")
    assert drawn(match, 5)[1] == "X . X O ."
    assert refusal(match, "b4") == [AGAIN]


def test_a_pass_is_not_a_position() -> None:
    """Who passes leaves the board as it is; no stone is refused for that."""
    match = start("go", size=5)
    play(match, "c3", "pass")
    assert match.actors == (0,)
    play(match, "a1", "pass")
    assert not match.over


def test_two_passes_end_the_game() -> None:
    match = start("go", size=5)
    play(match, "pass", "c3", "pass", "pass")
    assert match.result is not None
    assert match.result.scores == (0, 25 + 7)


def test_area_with_neutral_points() -> None:
    """Stones and own points count, the two points between the walls do not; White gets seven for being second."""
    match = board(
        "Black",
        ". X . O .",
        ". X . O .",
        "X X O O O",
        "X . X O .",
        ". X X O O",
        komi=7,
    )
    play(match, "pass", "pass")
    assert match.result is not None
    assert match.result.scores == (12, 11 + 7)
    assert match.result.winners == (1,)


def test_a_draw() -> None:
    match = board("Black", *["X X . O O"] * 5, komi=0)
    play(match, "pass", "pass")
    assert match.result is not None
    assert (match.result.draw, match.result.scores) == (True, (10, 10))
