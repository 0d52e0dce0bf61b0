"""Yavalath: its board, and the same ends as a second referee finds who walks along the rows by himself."""

from __future__ import annotations

import random

import pytest
from comparisons import compared
from counting import counts
from lockstep import legal, play, start

from astro_referee import Match

COMPARED = compared(
    game="yavalath",
    engine="a second referee written in Python",
)

Cell = tuple[int, int]
CELLS = {
    f"{letter}{row}": (column, row)
    for column, letter in enumerate("abcdefghi")
    for row in range(max(1, 5 - column), min(9, 13 - column) + 1)
}
WAYS = [(1, 0), (0, 1), (1, -1)]


def longest_row(stones: set[Cell], at: Cell) -> int:
    """The most stones in a row through a cell."""

    def run(way: tuple[int, int]) -> int:
        count, (column, row) = 0, at
        while (column := column + way[0], row := row + way[1]) in stones:
            count += 1
        return count

    return max(1 + run((x, y)) + run((-x, -y)) for x, y in WAYS)


def ended(match: Match, stones: list[set[Cell]], player: int, at: Cell) -> str:
    """Compares the result with the second referee's; gives how the game ended, if it did."""
    row = longest_row(stones[player], at)
    if row < 3:
        return "full" if match.over else ""
    assert match.result is not None
    assert match.result.winners == ((player if row >= 4 else 1 - player),)
    return match.result.text


def test_the_board_is_a_hexagon_of_sixty_one_cells_with_five_on_a_side() -> None:
    assert len(CELLS) == 61
    assert legal(start("yavalath")) == set(CELLS)
    columns = [sum(name.startswith(letter) for name in CELLS) for letter in "abcdefghi"]
    assert columns == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert counts("yavalath", 3) == [61, 61 * 60, 61 * 60 * 59]


@COMPARED
def test_side_by_side_with_a_second_referee(thorough: bool) -> None:
    """Most moves build a row and avoid a loss if they can, so that some games are won."""
    ends: set[str] = set()
    for seed in range(500 if thorough else 30):
        match, pick = start("yavalath"), random.Random(seed)
        stones: list[set[Cell]] = [set(), set()]
        end = ""
        while not end:
            player = match.actors[0]
            free = [name for name, cell in CELLS.items() if cell not in stones[0] | stones[1]]
            assert legal(match) == set(free)
            name = pick.choice(free)
            if pick.random() < 0.9:
                good = [n for n in free if longest_row(stones[player] | {CELLS[n]}, CELLS[n]) != 3]
                name = max(good or free, key=lambda n: longest_row(stones[player], CELLS[n]) + pick.random() * 3)
            play(match, name)
            stones[player].add(CELLS[name])
            end = ended(match, stones, player, CELLS[name])
        ends.add(end)
    assert ends >= {"four in a row", "three in a row, and no fourth"}


@pytest.mark.parametrize("row", ["e4 e5 e6 e7", "c5 d5 e5 f5", "c7 d6 e5 f4"], ids=["up", "across", "aslant"])
def test_four_win_although_three_are_among_them(row: str) -> None:
    first, second, third, fourth = row.split()
    match = start("yavalath")
    play(match, first, "a5", second, "i1", fourth, "a8")
    assert not match.over
    play(match, third)
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((0,), "four in a row")


def test_three_lose() -> None:
    match = start("yavalath")
    play(match, "e4", "a5", "e5", "i1", "e6")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((1,), "three in a row, and no fourth")


def test_three_lose_even_if_they_stop_four() -> None:
    match = start("yavalath")
    play(match, "e4", "d6", "e5", "f6", "e7", "c7", "i1", "e6")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((0,), "three in a row, and no fourth")


def test_a_taken_cell_is_refused() -> None:
    match = start("yavalath")
    play(match, "e5")
    assert [reason.text for reason in match.judge(1, "e5").reasons] == ["e5 is taken"]


def test_a_full_board_is_a_draw() -> None:
    """Stones in pairs along one way, and taking turns along the others, are nowhere three in a row."""
    colours = [[name for name, (c, r) in CELLS.items() if (c + 2 * r) % 4 in pair] for pair in ((0, 1), (2, 3))]
    few, many = sorted(colours, key=len)
    assert (len(few), len(many)) == (30, 31)
    match = start("yavalath")
    for white, black in zip(many, few, strict=False):
        play(match, white, black)
    play(match, many[-1])
    assert match.result is not None
    assert match.result.draw
    assert match.result.text == "the board is full"
