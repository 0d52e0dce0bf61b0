"""Rings: an oval with what stands on each place, by names where they fit, else by marks, else with sides."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from astro_referee.interpreter.show.scene.places import Places
from astro_referee.interpreter.show.text.rings import oval, ring

Drawn = Callable[..., str]
Picture = Callable[[str], str]

HARBOUR = """
    astro 1
    game Harbour for 2 players
    kind Side: port, starboard
    ring Berth
      side: Side | depth: 1..3
      port       | 1..3
      starboard  | 3..1
    token Ship on Berth: each owner_of in player
    token Buoy on Berth
    token Raft on Berth: each number in 1..2
    var fee for each Berth: 0..9
    phase play
      begin
        put Ship[P1] on port1
        put Ship[P2] on port1
        put Buoy on starboard3
        fee[port2] = 3
      turns clockwise from P1
        move wait
"""


def track(count: int) -> Places:
    return Places("Step", "ring", tuple(f"s{number}" for number in range(1, count + 1)))


def test_tokens_and_a_variable_on_one_ring(drawn: Drawn, picture: Picture) -> None:
    assert drawn(HARBOUR, None, ("Ann", "P2")) == picture(
        """
        board: Ship, Buoy, Raft; fee
          > port1       port2       port3      v
            Ship P1     .           .
            Ship P2     3           0
            0

          ^ starboard1  starboard2  starboard3 <
            .           .           Buoy
            0           0           0
          P1 = Ann

        off the board: every Raft
        """
    )


def test_a_variable_alone(drawn: Drawn, picture: Picture) -> None:
    text = """
        astro 1
        game Sowing for 2 players
        ring Pit: a1, a2, a3, b1, b2, b3, b4
        var seeds for each Pit: 0..48 = 4
        phase play
          begin
            seeds[b4] = 12
          turns clockwise from P1
            move wait
    """
    assert drawn(text) == picture(
        """
        seeds:
          > a1  a2  a3  b1 v
            4   4   4   4

          ^     b4  b3  b2 <
                12  4   4
        """
    )


def test_a_card_on_a_place_is_not_called_by_the_place(drawn: Drawn, picture: Picture) -> None:
    text = """
        astro 1
        game Calendar for 2 players
        ring Month: jan, feb, mar, apr, may, jun
        kind Crop: wheat, beans
        card Field: each crop in Crop, month in Month
        zone plot for each player, Month: Field, seen by everyone
        phase play
          begin
            put Field[wheat, feb] into plot[P1, feb]
            put Field[beans, feb] into plot[P2, feb]
            put Field[beans, apr] into plot[P2, jun]
          turns clockwise from P1
            move wait
    """
    assert drawn(text) == picture(
        """
        board: plot of P1; plot of P2
          > jan           feb           mar          v
            .             P1 wheat      .
            .             P2 beans      .

          ^ jun           may           apr          <
            .             .             .
            P2 beans apr  .             .
        """
    )


def test_marks_where_names_are_too_long(drawn: Drawn, picture: Picture) -> None:
    text = """
        astro 1
        game Run for 2 players
        player: Harlequin, Columbine
        ring Step: s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19, s20
        token Pawn on Step: each side in player, number in 1..2
        phase play
          begin
            put Pawn[Harlequin, 1] on s1
            put Pawn[Columbine, 2] on s1
            put Pawn[Columbine, 1] on s11
          turns clockwise from Harlequin
            move wait
    """
    assert drawn(text) == picture(
        """
        board:
          > s1   s2   s3   s4   s5   s6   s7   s8   s9   s10 v
            H1   .    .    .    .    .    .    .    .    .
            C2

          ^ s20  s19  s18  s17  s16  s15  s14  s13  s12  s11 <
            .    .    .    .    .    .    .    .    .    C1
          H = Harlequin, C = Columbine

        off the board: Pawn Harlequin 2
        """
    )


def test_small_rings_stay_lines(drawn: Drawn, picture: Picture) -> None:
    text = """
        astro 1
        game Year for 2 players
        ring Season: spring, summer, autumn, winter
        token Sun on Season
        token Cloud on Season: each number in 1..3
        var rain for each Season: 0..9
        phase play
          begin
            put Sun on summer
            put Cloud[1] on spring
            put Cloud[2] on summer
            rain[autumn] = 4
          turns clockwise from P1
            move wait
    """
    assert drawn(text) == picture(
        """
        Sun: on summer
        Cloud: 1 on spring, 2 on summer
        off the board: Cloud 3
        rain: spring = 0, summer = 0, autumn = 4, winter = 0
        """
    )


def test_long_rings_have_sides(picture: Picture) -> None:
    board = track(9)
    faces = dict.fromkeys(board.names, ("." * 18,))
    assert ring(board, faces, sides=False) is None
    rows = ring(board, faces | {"s5": ("here",)}, sides=True)
    assert rows is not None
    assert "\n".join(["Step:", *rows]) == picture(
        """
        Step:
          > s1                  s2                  s3                 v
            ..................  ..................  ..................

                                                    s4
                                                    ..................

            s9                                      s5
            ..................                      here

          ^ s8                  s7                  s6                 <
            ..................  ..................  ..................
        """
    )


def test_what_never_fits_is_no_ring() -> None:
    board = track(8)
    assert ring(board, dict.fromkeys(board.names, ("." * 40,)), sides=True) is None


@pytest.mark.parametrize("count", range(6, 41))
@pytest.mark.parametrize("across", [3, 5, 9, 20])
def test_every_place_is_next_to_the_one_before(count: int, across: int) -> None:
    across = min(across, (count + 1) // 2)
    at = oval(track(count).names, across)
    way = list(at.values())
    assert len(set(way)) == count
    for (x, y), (to_x, to_y) in pairwise(way):
        assert abs(x - to_x) + abs(y - to_y) == 1
    assert all(x in (0, across - 1) or y in (0, max(y for _, y in way)) for x, y in way)
