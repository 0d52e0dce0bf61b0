"""Nine men's morris: what always holds in play, the same game as OpenSpiel's, and the rules one by one.

Where a rule about draws ends a game in one of the two, the comparison ends.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from comparisons import compared
from counting import returns
from lockstep import field, legal, play, start, step_by_choice
from positions import position

from astro_referee import Match

COMPARED = compared(
    game="morris",
    engine="OpenSpiel",
    differences=(
        "OpenSpiel draws after two hundred turns and knows no other draw; here, as published, the third time of a "
        "position and a hundred moves without a man placed or taken are draws",
    ),
)


def points(text: str) -> list[str]:
    return text.split()


POINTS = points("a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1")
"""In the order in which OpenSpiel numbers them: row by row from the top."""
ROWS = [POINTS[n : n + 3] for n in range(0, 24, 3)]
COLUMNS = ["a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1"]
MILLS = ROWS + [points(column) for column in COLUMNS]
NEIGHBOURS = {pair for mill in MILLS for pair in pairwise(mill)}
NEIGHBOURS |= {(b, a) for a, b in NEIGHBOURS}


# --- What always holds -----------------------------------------------------------------------------------------------


def in_mill(men: dict[str, str], point: str) -> bool:
    return any(point in mill and len({men[other] for other in mill}) == 1 for mill in MILLS)


def check_moves(match: Match, taken: Counter[str]) -> None:
    """What must be true wherever somebody is asked."""
    men, to_place = field(match, "man"), field(match, "to_place")
    assert {p: list(men.values()).count(p) + int(to_place[p]) + taken[p] for p in taken} == {"White": 9, "Black": 9}
    me = match.game.players[match.actors[0]]
    enemy = "Black" if me == "White" else "White"
    mine = {point for point, man in men.items() if man == me}
    free = {point for point, man in men.items() if man == "none"}
    last = match.events[-1].text.split("-")[-1] if match.events else "x"
    if match.events and match.events[-1].player == match.actors[0]:
        assert in_mill(men, last), "nobody goes on without a mill"
        targets = {point for point, man in men.items() if man == enemy}
        outside = {point for point in targets if not in_mill(men, point)}
        assert legal(match) == {f"x{point}" for point in outside or targets}
        return
    assert last.startswith("x") or not in_mill(men, last), "a mill takes"
    if int(to_place[me]):
        assert legal(match) == free
        return
    flies = len(mine) == 3
    assert legal(match) == {f"{a}-{b}" for a in mine for b in free if flies or (a, b) in NEIGHBOURS}


def test_men_are_conserved_mills_take_and_three_men_fly(thorough: bool) -> None:
    flown = 0
    for seed in range(40 if thorough else 8):
        match, pick, taken = start("morris"), random.Random(seed), Counter({"White": 0, "Black": 0})
        while not match.over:
            check_moves(match, taken)
            player, text = match.actors[0], pick.choice(sorted(legal(match)))
            play(match, text)
            if text.startswith("x"):
                taken[match.game.players[1 - player]] += 1
            flown += "-" in text and tuple(text.split("-")) not in NEIGHBOURS
        assert match.result is not None
        if "two men left" in match.result.text:
            assert taken[match.game.players[1 - match.result.winners[0]]] == 7
    assert flown


# --- Side by side ----------------------------------------------------------------------------------------------------


def words(state: Any, action: int) -> list[str]:
    if action < len(POINTS):
        return [("x" if "Capture time" in str(state) else "") + POINTS[action]]
    return ["-".join(POINTS[point] for point in divmod(action - len(POINTS), len(POINTS)))]


@COMPARED
def test_lockstep_with_openspiel(thorough: bool) -> None:
    """Three of the first 150 games end by repetition; of these, a short run has the first."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("nine_mens_morris")
    ends: Counter[str] = Counter()
    for seed in range(500) if thorough else (*range(12), 101):
        match, state, pick = start("morris"), game.new_initial_state(), random.Random(seed)
        seen: Counter[tuple[str, ...]] = Counter()
        quiet = 0
        while not (state.is_terminal() or match.over):
            step_by_choice(match, state, words, pick)
            seen[tuple(line for line in str(state).splitlines() if not line.startswith("Turn"))] += 1
            quiet = quiet + 1 if state.history()[-1] >= len(POINTS) else 0
        if match.result is None:
            assert "Turn number: 200" in str(state)
            ends["two hundred turns"] += 1
        elif match.result.draw:
            assert quiet == 100 or max(seen.values()) == 3
            ends["repetition" if quiet < 100 else "quiet"] += 1
        else:
            assert returns(match.result.winners) == state.returns()
            ends[match.result.text.partition(" ")[2]] += 1
    assert set(ends) >= {"two hundred turns", "quiet", "repetition", "has two men left"}


# --- Positions -------------------------------------------------------------------------------------------------------


def placed(turn: str, white: str, black: str, to_place: int = 0, **options: str) -> Match:
    """A match with these men on the board."""
    men = dict.fromkeys(POINTS, "none") | dict.fromkeys(white.split(), "White") | dict.fromkeys(black.split(), "Black")
    left = {"White": str(to_place), "Black": str(to_place)}
    return position(start("morris", **options), turn, {"man": men, "to_place": left})


def why(match: Match, typed: str) -> list[str]:
    return [reason.text for reason in match.judge(match.actors[0], typed).reasons]


def test_no_man_is_taken_from_a_mill_while_others_are_left() -> None:
    match = placed("White", "a7 d7 g4 b2", "c5 d5 e5 f2")
    play(match, "g4-g7")
    assert legal(match) == {"xf2"}
    assert why(match, "xc5") == ["take a man outside a mill"]
    match = placed("White", "a7 d7 g4 b2", "c5 d5 e5 c4 c3")
    play(match, "g4-g7")
    assert legal(match) == {"xc5", "xd5", "xe5", "xc4", "xc3"}


def test_two_mills_at_once_take_one_man() -> None:
    match = placed("White", "a7 g7 d6 d5 b2", "a1 d1 g4 f2", to_place=1)
    play(match, "d7", "xa1")
    assert match.actors == (1,)


def test_who_is_down_to_two_men_has_lost() -> None:
    match = placed("White", "a7 d7 g4 b2", "c5 d5 f2")
    play(match, "g4-g7", "xf2")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((0,), "Black has two men left")


def test_who_cannot_move_has_lost() -> None:
    match = placed("White", "d7 b4 d2 g4", "a7 a4 a1 g7")
    play(match, "d2-d1")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((0,), "Black cannot move")


def test_only_three_men_fly_and_only_if_agreed() -> None:
    match = placed("White", "a7 b6 c5", "g7 f6 e5 g1")
    assert match.judge(0, "a7-d1").ok
    play(match, "a7-d1")
    assert why(match, "g7-a1") == ["a1 is not next to g7"]
    match = placed("White", "a7 b6 c5", "g7 f6 e5 g1", flying="no")
    assert why(match, "a7-d1") == ["d1 is not next to a7"]
    assert why(match, "a7-g7") == ["g7 is taken", "g7 is not next to a7"]


def test_men_are_placed_before_any_moves() -> None:
    match = placed("White", "a7 b6", "g7 f6", to_place=1)
    assert why(match, "a7-a4") == ["place all your men first"]
    assert why(match, "g7") == ["g7 is taken"]
    play(match, "a4", "g4")
    assert why(match, "a1") == ["all your men are placed"]
