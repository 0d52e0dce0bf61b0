"""Bramble beside a second referee: the same placements at every step of random games, and the same result."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from lockstep import field

import astro_referee as astro
from astro_referee import Match

FILE = Path(__file__).parents[2] / "examples" / "bramble.astro"

Square = tuple[int, int]
Placement = tuple[str, frozenset[Square]]

GARDEN = frozenset(product(range(10), range(10))) - frozenset(product((4, 5), (4, 5)))
SPRINGS = frozenset({(2, 2), (7, 2), (2, 7), (7, 7)})
ROOTS = ((1, 1), (8, 8))
NAMES = ("Sloe", "Haw")
SHOOTS = {
    "bud": [(0, 0)],
    "twig": [(0, 0), (1, 0), (2, 0)],
    "elbow": [(0, 0), (1, 0), (0, 1)],
    "cane": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "hook": [(0, 0), (1, 0), (2, 0), (0, 1)],
    "tee": [(0, 0), (1, 0), (2, 0), (1, 1)],
    "zag": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "cross": [(1, 1), (0, 1), (2, 1), (1, 0), (1, 2)],
    "stair": [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)],
    "fork": [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)],
    "crook": [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)],
    "sprig": [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)],
    "bend": [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)],
    "clump": [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)],
    "runner": [(1, 0), (1, 1), (2, 1), (3, 1), (1, 2), (0, 2)],
}
LOOKS = {"bud": 1, "twig": 2, "cane": 2, "cross": 1, "elbow": 4, "tee": 4, "zag": 4, "stair": 4, "fork": 4, "bend": 4}
"""From how many sides each looks different; all others from eight, as nothing of them is symmetrical."""


def turned(shoot: list[Square]) -> set[frozenset[Square]]:
    """All that a shoot can look like, turned by quarters and turned over, as far down and left as it goes."""
    looks = set()
    for mirror in (1, -1):
        squares = [(mirror * x, y) for x, y in shoot]
        for _ in range(4):
            squares = [(y, -x) for x, y in squares]
            left, low = min(x for x, _ in squares), min(y for _, y in squares)
            looks.add(frozenset((x - left, y - low) for x, y in squares))
    return looks


def placed(shoot: list[Square]) -> set[frozenset[Square]]:
    """All squares of the garden that a shoot can cover."""
    moved = (
        frozenset((x + dx, y + dy) for x, y in look)
        for look in turned(shoot)
        for dx, dy in product(range(10), range(10))
    )
    return {squares for squares in moved if squares <= GARDEN}


PLACED = {name: placed(shoot) for name, shoot in SHOOTS.items()}


def reached(squares: frozenset[Square], steps: list[Square]) -> frozenset[Square]:
    return frozenset((x + dx, y + dy) for x, y in squares for dx, dy in steps)


class Garden:
    """A garden in which everybody keeps to the rules."""

    def __init__(self) -> None:
        self.grown: list[frozenset[Square]] = [frozenset(), frozenset()]
        self.held = [set(SHOOTS), set(SHOOTS)]
        self.drunk = [0, 0]

    def legal(self, me: int) -> set[Placement]:
        own = self.grown[me]
        free = GARDEN - own - self.grown[1 - me] - reached(own, [(1, 0), (-1, 0), (0, 1), (0, -1)])
        ends = reached(own, [(1, 1), (1, -1), (-1, 1), (-1, -1)]) if own else frozenset({ROOTS[me]})
        return {(name, cells) for name in self.held[me] for cells in PLACED[name] if cells <= free and cells & ends}

    def grow(self, me: int, name: str, cells: frozenset[Square]) -> None:
        self.drunk[me] += len(cells & SPRINGS)
        self.grown[me] |= cells
        self.held[me].remove(name)

    def left_over(self, player: int) -> int:
        return sum(len(SHOOTS[name]) for name in self.held[player]) - 2 * self.drunk[player]


def read(text: str) -> Placement:
    """A move as it is written: `hook g2, g3, g4 and h2`."""
    name, *cells = text.replace(",", "").replace(" and ", " ").split()
    return name, frozenset(("abcdefghij".index(cell[0]), int(cell[1:]) - 1) for cell in cells)


def compare(match: Match, garden: Garden) -> None:
    grown = field(match, "grown")
    for player, name in enumerate(NAMES):
        assert {"abcdefghij"[x] + str(y + 1) for x, y in garden.grown[player]} == {c for c in grown if grown[c] == name}
        assert field(match, "left_over")[name] == str(garden.left_over(player))


def side_by_side(seed: int) -> Garden:
    """Plays a random game with both, to the end."""
    match, garden, pick = astro.start(FILE, seed=seed), Garden(), random.Random(seed)
    growing, me = {0, 1}, 0
    while growing:
        moves = garden.legal(me) if me in growing else set()
        if moves:
            assert match.actors == (me,)
            ours = [(read(match.written(move)), move) for move in match.legal(me)]
            assert len(ours) == len(moves), "equal placements are listed once"
            assert {placement for placement, _ in ours} == moves
            (name, cells), move = pick.choice(ours)
            garden.grow(me, name, cells)
            match.play(move)
            compare(match, garden)
        else:
            growing.discard(me)
        me = 1 - me
    assert match.result is not None
    left = [garden.left_over(player) for player in (0, 1)]
    assert match.result.scores == tuple(left)
    assert list(match.result.winners) == ([] if left[0] == left[1] else [left.index(min(left))])
    return garden


def test_agrees_with_a_second_referee(thorough: bool) -> None:
    gardens = [side_by_side(seed) for seed in range(100 if thorough else 8)]
    assert any(sum(garden.drunk) > 1 for garden in gardens)


@pytest.mark.parametrize("name", SHOOTS)
def test_a_shoot_looks_different_from_as_many_sides_as_its_symmetry_leaves(name: str) -> None:
    """A check of the second referee itself."""
    assert len(turned(SHOOTS[name])) == LOOKS.get(name, 8)
