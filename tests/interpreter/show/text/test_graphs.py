"""Boards of points and lines, on a canvas or as a list."""

from __future__ import annotations

from collections.abc import Callable

from astro_referee.interpreter.show.scene.places import Places
from astro_referee.interpreter.show.text.graphs import canvas

Drawn = Callable[..., str]
Picture = Callable[[str], str]

SQUARES = """
    astro 1
    game Squares for 2 players
    player: White, Black
    graph Point
      name | links: set of Point
      a5   | c5 a3 b4
      c5   | e5 c4
      e5   | e3 d4
      b4   | c4 c3
      c4   | d4 c3
      d4   | c3
      a3   | a1
      c3   | b2 d2
      e3   | e1
      b2   | a1
      d2   | e1
      a1   | e1
      e1   | -
    var man for each Point: player or none
    phase play
      begin
        man[a5] = White
        man[c3] = Black
      turns clockwise from White
        move wait
"""
VILLAGE = """
    astro 1
    game Village for 2 players
    graph Spot
      name | LAY links: set of Spot
      inn  | INN oak mill
      oak  | OAK -
      mill | MIL inn well
      well | WEL inn
      moor | MOO -
    token Fox on Spot
    token Hen on Spot: each number in 1..2
    var known: set of Spot
    phase play
      begin
        put Fox on inn
        put Hen[2] on inn
        put Hen[1] on well
        add oak to known
      turns clockwise from P1
        move wait
"""
LAY = {
    "LAY": "column | row |",
    "INN": "1 | 1 |",
    "OAK": "1 | 2 |",
    "MIL": "2 | 2 |",
    "WEL": "3 | 1 |",
    "MOO": "3 | 3 |",
}


def village(lay: dict[str, str]) -> str:
    text = VILLAGE
    for word in LAY:
        text = text.replace(f"{word} ", f"{lay.get(word, '')} ")
    return text


def test_points_named_by_column_and_row(drawn: Drawn, picture: Picture) -> None:
    assert drawn(SQUARES) == picture(
        """
        man:
          5  W-------.-------.
             | \\     |     / |
          4  |   .---.---.   |
             |     \\ | /     |
          3  .       B       .
             |     /   \\     |
          2  |   .       .   |
             | /           \\ |
          1  .---------------.
             a   b   c   d   e
          W = White, B = Black
        """
    )


def test_points_with_places_of_their_own(drawn: Drawn, picture: Picture) -> None:
    """The link from the inn to the well is level, and drawn; the moor is linked with nothing."""
    assert drawn(village(LAY)) == picture(
        """
        board:                           known:
                              moor                         moor

          oak       mill                   oak:#   mill
          |    /         \\                 |   /       \\
          inn:F,H2------------well:H1      inn-------------well
          F = Fox, H = Hen
        """
    )


def test_points_without_places_are_listed(drawn: Drawn, picture: Picture) -> None:
    assert drawn(village({})) == picture(
        """
        board: Fox, Hen; known
          inn:  Fox, Hen 2  .  -> oak, mill, well
          oak:  .  #           -> inn
          mill: .  .           -> inn, well
          well: Hen 1  .       -> inn, mill
          moor: .  .
        """
    )


def test_lines_that_cannot_be_drawn_are_told() -> None:
    """Neither the one that is not straight, nor the one through another point."""
    points = {"a1": (1, 1), "b1": (2, 1), "c1": (3, 1), "c2": (3, 2)}
    links = {"a1": ("b1", "c1", "c2"), "b1": ("c1",)}
    board = Places("P", "graph", tuple(points), points, {1: "a", 2: "b", 3: "c"}, {1: "1", 2: "2"}, links)
    rows = canvas(board, dict.fromkeys(points, "."))
    assert rows == [
        "  2          .",
        "",
        "  1  .---.---.",
        "     a   b   c",
        "  also linked: a1 - c1, a1 - c2",
    ]


def test_lines_cross() -> None:
    points = {"a1": (1, 1), "a2": (1, 2), "b1": (2, 1), "b2": (2, 2)}
    links = {"a1": ("b2",), "a2": ("b1",)}
    board = Places("P", "graph", tuple(points), points, {1: "a", 2: "b"}, {1: "1", 2: "2"}, links)
    assert canvas(board, dict.fromkeys(points, ".")) == ["  2  .   .", "       x", "  1  .   .", "     a   b"]


def test_points_too_far_apart_have_no_canvas() -> None:
    board = Places("P", "graph", ("a1", "b1"), {"a1": (0, 0), "b1": (40, 0)}, {0: "a", 40: "b"}, {0: "1"})
    assert canvas(board, {"a1": ".", "b1": "."}) is None


RAILS = """
    astro 1
    game Rails for 2 players
    player: Ann, Bob
    kind Town
      name | COLUMNS size
      Ulm  | AT_ULM 3
      Bonn | AT_BON 1
      Jena | AT_JEN 2
    kind Route
      name  | ends: set of Town | length
      north | Ulm Bonn          | 3
      west  | Ulm Jena          | 2
      cross | Bonn Jena         | 5
    token Train on Town: each owner in player
    var builder for each Route: player or none
    var closed: set of Route
    phase play
      begin
        put Train[Bob] on Jena
        builder[north] = Ann
        add west to closed
      turns clockwise from Ann
        move wait
"""
WHERE = {"COLUMNS": "column | row |", "AT_ULM": "0 | 1 |", "AT_BON": "2 | 1 |", "AT_JEN": "0 | 0 |"}
TABLE = """
        Route        leads  length  builder  closed
        north   Ulm - Bonn       3      Ann       .
        west    Ulm - Jena       2        .       #
        cross  Bonn - Jena       5        .       .
"""


def rails(placed: bool) -> str:
    rules = RAILS
    for word, columns in WHERE.items():
        rules = rules.replace(word, columns if placed else "")
    return rules


def test_routes_are_lines_with_what_is_on_them_and_a_table(drawn: Drawn, picture: Picture) -> None:
    map_drawn = """
        board:
          Ulm------A------Bonn
          #
          Jena:B
          also linked: Bonn - Jena
          B = Bob, A = Ann

        off the board: Train Ann
"""
    assert drawn(rails(True)) == picture(map_drawn) + "\n\n" + picture(TABLE)


def test_routes_between_places_that_lie_nowhere_are_listed(drawn: Drawn, picture: Picture) -> None:
    said = drawn(rails(False))
    assert "  Jena: Bob  -> Ulm, Bonn" in said
    assert picture(TABLE) in said
