"""Boards of hexagons: neighbours touch, corners may be missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from astro_referee.interpreter.show.scene.places import Places, Point
from astro_referee.interpreter.show.text.hexes import hexes

Picture = Callable[[str], str]


def places(points: Iterable[Point]) -> Places:
    """Places called by letters and numbers."""
    named = {f"{'abcdefgh'[x]}{y + 1}": (x, y) for x, y in points}
    heads = {x: "abcdefgh"[x] for x, _ in named.values()}
    return Places("Cell", "hexgrid", tuple(named), named, heads, {y: str(y + 1) for _, y in named.values()})


def with_faces(board: Places, **faces: str) -> list[str]:
    return hexes(board, {name: faces.get(name, ".") for name in board.names})


def test_a_rhombus(picture: Picture) -> None:
    """In the middle X, and around it its six neighbours, three to each side."""
    board = places((x, y) for x in range(5) for y in range(4))
    rows = with_faces(board, c2="X", b2="W", d2="E", c3="N", c1="S", b3="n", d1="s")
    assert "\n".join(["rhombus:", *rows]) == picture(
        """
        rhombus:
          4      . . . . .
          3     . n N . .
          2    . W X E .
          1   . . S s .
             a b c d e
        """
    )


def test_a_hexagon(picture: Picture) -> None:
    board = places((x, y) for x in range(5) for y in range(5) if 2 <= x + y <= 6)
    assert "\n".join(["hexagon:", *with_faces(board, a3="W", e3="B", c1="b")]) == picture(
        """
        hexagon:
                a b
          5    . . .
          4   . . . .
          3  W . . . B
          2   . . . .
          1    b . .
              c d e
        """
    )


def test_wide_faces_keep_their_neighbours() -> None:
    board = places((x, y) for x in range(3) for y in range(2))
    assert with_faces(board, b1="P1", b2="P2") == [
        "  2      .   P2  .",
        "  1    .   P1  .",
        "     a   b   c",
    ]


def test_rules_say_that_a_board_is_of_hexagons(drawn: Callable[..., str], picture: Picture) -> None:
    text = """
        astro 1
        game Six for 2 players
        player: Red, Blue
        kind Column: a..c
        hexgrid Cell: each column in Column, row in 1..2
        var stone for each Cell: player or none
        phase play
          begin
            stone[b1] = Red
          turns clockwise from Red
            move wait
    """
    assert drawn(text) == picture(
        """
        stone:
          2    . . .
          1   . R .
             a b c
          R = Red
        """
    )


def test_a_board_that_is_too_wide_has_narrower_marks(drawn: Callable[..., str]) -> None:
    text = """
        astro 1
        game Six for 2 players
        kind Column: a..s
        hexgrid Cell: each column in Column, row in 1..19
        var stone for each Cell: player or none
        phase play
          begin
            stone[a1] = P2
            stone[b1] = P1
          turns clockwise from P1
            move wait
    """
    rows = drawn(text).split("\n")
    assert rows[-3] == "   1   2 1 . . . . . . . . . . . . . . . . ."
    assert rows[-1] == "  1 = P1, 2 = P2"
    assert "P2" in drawn(text.replace("a..s", "a..c"))


def test_numbers_of_many_columns_are_written_downwards(drawn: Callable[..., str]) -> None:
    text = """
        astro 1
        game Six for 2 players
        hexgrid Cell: each column in 1..11, row in 1..2 named "{column}-{row}"
        var taken: set of Cell
        phase play
          begin
            add Cell[10, 1] to taken
          turns clockwise from P1
            move wait
    """
    assert drawn(text).split("\n") == [
        "taken:",
        "  2    . . . . . . . . . . .",
        "  1   . . . . . . . . . # .",
        "     1 2 3 4 5 6 7 8 9 1 1",
        "                       0 1",
    ]
