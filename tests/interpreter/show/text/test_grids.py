"""Square boards: faces as narrow as they can be, several boards side by side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from astro_referee.interpreter.show.scene.places import Places
from astro_referee.interpreter.show.text.grids import ruled_grid

Drawn = Callable[..., str]
Picture = Callable[[str], str]

MEN = """
    astro 1
    game Men for 2 players
    player: White, Black
    kind Column: a..h
    grid Square: each column in Column, row in 1..4
    kind Rank: pawn, knight, king
    kind Man: each side in player, rank in Rank
    var man for each Square: Man or wall or none
    var goal for each Square: player or none
    var marked: set of Square
    var first_mover: player
    phase play
      begin
        man[a1] = Man[White, king]
        man[b1] = Man[White, knight]
        man[d4] = Man[Black, king]
        man[e3] = Man[Black, pawn]
        goal[d4] = White
        marked = {a1, b2}
      turns clockwise from White
        move build
          then
            man[h4] = wall
            first_mover = me
"""


def test_men_of_two_sides_beside_goals_and_marks(drawn: Drawn, picture: Picture) -> None:
    assert drawn(MEN) == picture(
        """
        man:                    goal:                   marked:
          4  . . . k . . . .      4  . . . W . . . .      4  . . . . . . . .
          3  . . . . p . . .      3  . . . . . . . .      3  . . . . . . . .
          2  . . . . . . . .      2  . . . . . . . .      2  . # . . . . . .
          1  K N . . . . . .      1  . . . . . . . .      1  # . . . . . . .
             a b c d e f g h         a b c d e f g h         a b c d e f g h
          P = pawn, N = knight, K = king, W = White, capitals White, small letters Black

        first mover: White
        """
    )


def test_people_are_named_in_the_legend(drawn: Drawn) -> None:
    said = drawn(MEN, None, ("Ann", "Bob"))
    assert "W = White (Ann)" in said
    assert "capitals White (Ann), small letters Black (Bob)" in said
    assert "first mover: Ann" in said


def test_a_word_among_the_men_has_a_sign(drawn: Drawn) -> None:
    said = drawn(MEN.replace("marked = {a1, b2}", "man[c2] = wall"))
    assert "  2  . . * . . . . ." in said
    assert "* = wall" in said


def test_marks_that_do_not_agree_are_told_for_each_board(drawn: Drawn, picture: Picture) -> None:
    text = """
        astro 1
        game Two for 2 players
        kind Column: a..b
        grid Cell: each column in Column, row in 1..2
        kind Tree: oak, pine
        kind Ground: peat, ore
        var tree for each Cell: Tree or none
        var ground for each Cell: Ground or none
        phase play
          begin
            tree[a1] = pine
            ground[a1] = peat
            ground[b2] = ore
          turns clockwise from P1
            move wait
    """
    assert drawn(text) == picture(
        """
        tree:       ground:
          2  . .      2  . o
          1  p .      1  p .
             a b         a b
          tree: p = pine
          ground: p = peat, o = ore
        """
    )


def test_boards_of_one_variable_stay_together(drawn: Drawn, picture: Picture) -> None:
    text = """
        astro 1
        game Seas for 2 players
        kind Column: a..h
        grid Cell: each column in Column, row in 1..2
        var shot for each Cell: bool
        var depth for each player, Cell: 0..999
        var mine for each player: set of Cell, seen by owner
        phase play
          begin
            depth[P2, c1] = 120
            shot[a1] = yes
            add b2 to mine[P1]
            add b2 to mine[P2]
          turns clockwise from P1
            move wait
    """
    assert drawn(text, 0, ("Ann", "Bob")) == picture(
        """
        shot:
          2  . . . . . . . .
          1  # . . . . . . .
             a b c d e f g h

        depth of Ann:           depth of Bob:
          2  0 0 0 0 0 0 0 0      2    0   0   0   0   0   0   0   0
          1  0 0 0 0 0 0 0 0      1    0   0 120   0   0   0   0   0
             a b c d e f g h           a   b   c   d   e   f   g   h

        mine of Ann:
          2  . # . . . . . .
          1  . . . . . . . .
             a b c d e f g h
        """
    )


def test_missing_places_are_blank_and_sets_are_written_together(drawn: Drawn, picture: Picture) -> None:
    text = """
        astro 1
        game Hole for 2 players
        grid Cell: each x in 1..3, y in 1..3 where x is not 2 or y is not 2 named "c{x}{y}"
        kind Colour: red, green, blue
        var colours for each Cell: set of Colour
        phase play
          begin
            colours[c11] = {red, blue}
            colours[c13] = {green}
          turns clockwise from P1
            move wait
    """
    assert drawn(text) == picture(
        """
        colours:
          3  g  .  .
          2  .     .
          1  rb .  .
             1  2  3
          r = red, g = green, b = blue
        """
    )


def test_names_of_many_columns_are_written_downwards(drawn: Drawn, picture: Picture) -> None:
    text = """
        astro 1
        game Wide for 2 players
        grid Cell: each x in 1..30, y in 1..2 named "c{x}_{y}"
        var near for each Cell: 0..8
        phase play
          turns clockwise from P1
            move wait
    """
    rows = drawn(text).split("\n")
    assert rows[-2:] == [
        "                       1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3",
        "     1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0",
    ]


def test_long_faces_are_cut(drawn: Drawn) -> None:
    text = """
        astro 1
        game Piled for 2 players
        kind Column: a..b
        grid Cell: each column in Column, row in 1..2
        card Card: each number in 101..112
        zone heap for each Cell: Card, seen by everyone
        zone under for each Cell: Card, seen by nobody
        phase play
          begin
            for number in 101..106
              put Card[number] into heap[a1]
            put Card[107] into under[a1]
            put {Card[108], Card[109]} into under[b1]
          turns clockwise from P1
            move wait
    """
    said = drawn(text, 0)
    assert "  1  101,102,103… ." in said
    assert "  1  ?  ?2" in said
    assert "  1  101,102,1... ." in drawn(text, 0, more="...")


def test_a_set_that_may_be_none_is_a_line(drawn: Drawn) -> None:
    text = MEN.replace("marked: set of Square", "marked: set of Square or none").replace(
        "marked = {a1, b2}", "marked = none"
    )
    assert "marked: none" in drawn(text)


SKY = """
    astro 1
    game Sky for 2 players
    kind Star: red, blue
    grid Cell: each column in 1..40, row in 1..30 named "{column}/{row}"
    var sky for each Cell: set of Star or none = none
    phase play
      begin
        BEGIN
      turns clockwise from P1
        move look
          when some c in Cell where sky[c] is none
"""


def test_of_a_large_grid_the_part_in_use_is_drawn(drawn: Drawn, picture: Picture) -> None:
    """With a rim of one; a set that is there and empty is not nothing."""
    begin = "sky[Cell[12, 30]] = {red}\n        sky[Cell[13, 29]] = {}"
    assert drawn(SKY.replace("BEGIN", begin)) == picture(
        """
        sky:
          30  .  r  .  .
          29  .  .  -  .
          28  .  .  .  .
              11 12 13 14
          r = red
          (the rest is empty)
        """
    )


def test_of_a_large_empty_grid_the_middle_is_drawn(drawn: Drawn) -> None:
    rows = drawn(SKY.replace("BEGIN", "sky[Cell[1, 1]] = none")).splitlines()
    assert [row.split()[0] for row in rows[1:-2]] == [str(row) for row in range(21, 8, -1)]
    assert rows[-1] == "  (the rest is empty)"


def test_what_squares_are_like_is_a_board_of_its_own(drawn: Callable[..., str]) -> None:
    said = drawn("""
        astro 1
        game Ground for 2 players
        kind Terrain: plain, forest
        kind Column: a..b
        grid Cell: each column in Column, row in 1..2
        token Man on Cell
        def terrain(c: Cell) as "terrain": Terrain = (forest if c is a1 else plain)
        def walls(c: Cell) as "walls": set of Direction
          {north, east} if c is a1
          {northeast} if c is b1
          empty otherwise
        phase play
          begin
            put Man on b2
          turns clockwise from P1
            move wait
    """)
    assert said.splitlines() == [
        "board:      terrain:    walls:",
        "  2  . M      2  p p      2  .   .",
        "  1  . .      1  f p      1  n,e ne",
        "     a b         a b         a   b",
        "  M = Man, p = plain, f = forest, n = north, ne = northeast, e = east",
    ]


MAZE = """
    astro 1
    game Maze for 2 players
    kind Column: a..c
    grid Cell: each column in Column, row in 1..2
    var walls for each Cell: set of Direction
    var pawn for each Cell: player or none
    phase play
      begin
        pawn[a1] = P1
        walls[a1] = {north, east}
        walls[b2] = {east}
        walls[c1] = {south}
      turns clockwise from P1
        move wait
"""


def test_sets_of_ways_are_closed_sides(drawn: Drawn, picture: Picture) -> None:
    """Whichever of two places says so; what stands on them is drawn between the walls."""
    assert drawn(MAZE) == picture(
        """
        board: pawn; walls
                    +
          2   .   . | .
            +---+   +
          1   P1| .   .
                +   +---+
              a   b   c
        """
    )


def squares(names: str, lined: bool = False) -> Places:
    points = {name: (ord(name[0]) - ord("a"), int(name[1])) for name in names.split()}
    heads = {x: chr(ord("a") + x) for x, _ in points.values()}
    return Places("Square", "grid", tuple(points), points, heads, {y: str(y) for _, y in points.values()}, lined=lined)


@pytest.mark.parametrize(
    ("places", "drawn"),
    [
        (
            squares("a1 b1 a2 b2"),
            """
                 +---+---+
              2  |   | O |
                 +---+---+
              1  | X |   |
                 +---+---+
                   a   b
            """,
        ),
        (
            squares("a1 b2"),
            """
                 +---+---+
              2  |   | O |
                 +---+---+
              1  | X |   |
                 +---+---+
                   a   b
            """,
        ),
        (
            squares("a1 b1 c1 a2"),
            """
                 +---+
              2  | . |
                 +---+---+---+
              1  | X | . | . |
                 +---+---+---+
                   a   b   c
            """,
        ),
        (
            squares("a1 b1 a2 b2", lined=True),
            """
              2  .---O
                 |   |
              1  X---.
                 a   b
            """,
        ),
    ],
    ids=["squares", "dark squares", "gaps", "lines"],
)
def test_where_there_is_room_squares_have_lines(places: Places, drawn: str, picture: Picture) -> None:
    faces = {name: {"a1": "X", "b2": "O"}.get(name, ".") for name in places.names}
    assert ruled_grid(places, faces) == [f"  {row}" for row in picture(drawn).split("\n")]
    assert ruled_grid(places, faces, 10) is None
