"""Boards laid out by a plan: areas in rows, men on each other, several kinds on one canvas."""

from __future__ import annotations

from collections.abc import Callable

from astro_referee.interpreter.show.scene.places import Places
from astro_referee.interpreter.show.scene.plans import Area
from astro_referee.interpreter.show.text.plans import plan

Drawn = Callable[..., str]
Picture = Callable[[str], str]

MANCALA = """
    astro 1
    game Mancala for 2 players
    kind Pit: s1, s2, n1, n2, home, away
    var seeds for each Pit: 0..9 = 3
    plan Pit
      "away n2 n1 home"
      "away s1 s2 home"
    phase play
      begin
        seeds[n1] = 0
      turns clockwise from P1
        move wait
"""

RACE = """
    astro 1
    game Race for 2 players
    player: White, Black
    var men for each player, 0..3: 0..5
    plan men of White
      "2 3 ."
      "1 . 0"
    plan men of Black
      "1 . 0"
      "2 3 ."
    phase play
      begin
        men[White, 2] = 3
        men[Black, 1] = 1
        men[Black, 3] = 2
        men[White, 0] = 1
      turns clockwise from White
        move wait
"""

CHART = """
    astro 1
    game Chart for 2 players
    kind Hue
      name  | colour
      plum  | "purple"
      olive | "olive"
    kind House: 1, 2
    graph Stop
      name | links: set of Stop
      a2   | b2
      b2   | c2
      c2   | -
      a1   | a2
      c1   | c2
    table Tile by house, hue
      house: House | hue: Hue | corners: set of Stop
      1            | plum     | a2 b2 a1
      2            | olive    | b2 c2 c1
    token Pawn on Stop: each owner in player
    token Star on House: each hue in Hue
    def first(h: House) as "home of": set of Hue = all x in Hue where Tile[h, x] is not none
    def lit(h: House) as "a star here" = some x in Hue where Star[x].at is h
    plan Stop, House
      "a2 b2 c2"
      ".  1  . "
      "a1 2  c1"
    phase play
      begin
        put Pawn[P1] on a2
        put Star[plum] on 2
      turns clockwise from P1
        move wait
"""


def test_large_places_stand_beside_small_ones(drawn: Drawn, picture: Picture) -> None:
    assert drawn(MANCALA) == picture(
        """
        seeds:
          away n2 n1 home
          3    3  0  3

               3  3
               s1 s2
        """
    )


def test_each_player_counts_from_their_own_side(drawn: Drawn, picture: Picture) -> None:
    """What is in one row and column is one place; a place of one plan alone says whose number it has."""
    assert drawn(RACE) == picture(
        """
        board:
          2        3        Black 0
          White x3 .        .
          Black

          .        Black x2 White
          1        Black 3  0
        """
    )


def test_what_lies_between_points_is_on_their_canvas(drawn: Drawn, picture: Picture) -> None:
    said = drawn(CHART)
    assert said.startswith(
        picture(
            """
        board: Star; Pawn; () = home of; * = a star here; Tile between the lines
          2  P1------.-------.
             |  p         o  |
             |       1:(p)   |
             |               |
          1  .       2:p(o)* .
             a       b       c
        """
        ).rstrip()
    ), said


def test_who_has_no_plan_counts_by_the_one_there_is(drawn: Drawn) -> None:
    alone = RACE[: RACE.index("    plan men of Black")] + RACE[RACE.index("    phase play") :]
    shared = alone.replace("men[Black, 1] = 1", "men[Black, 1] = 0").replace("men[Black, 3] = 2", "men[Black, 3] = 0")
    assert drawn(alone) != drawn(shared)


def test_a_plan_that_is_too_wide_is_a_list() -> None:
    names = tuple(f"a_very_long_name_{number}" for number in range(9))
    areas = {name: Area(number, 0) for number, name in enumerate(names)}
    assert plan(Places("Step", "plan", names, areas=areas), dict.fromkeys(names, (".",))) is None
