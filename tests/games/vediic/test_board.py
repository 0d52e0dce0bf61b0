"""The board is the one of the rulings."""

from __future__ import annotations

from vediic.chart import BY_NAME, COLOURS, HOME, LINKS, NAME, NAMES, STATIONS, TILES

import astro_referee as astro


def test_the_board_is_the_one_of_the_rulings() -> None:
    """Rules: R1, A1, A2, A41. Its geometry gives 37 stations, 48 paths and 40 tiles, none of them in a middle."""
    game = astro.load("vediic")
    columns, members = game.columns, game.kinds
    assert members["House"] == tuple(map(str, range(1, 13)))
    assert members["Colour"] == COLOURS
    stations = members["Station"]
    assert set(stations) == set(BY_NAME)
    links = {frozenset((name, stations[n])) for name, set_ in zip(stations, columns["Station"]["links"][1], strict=True)
             for n in range(37) if int(set_) >> n & 1}  # fmt: skip
    assert links == {frozenset((NAME[one], NAME[other])) for one in STATIONS for other in LINKS[one]}
    assert len(links) == 48
    tile = {word: values for word, (_, values) in columns["Tile"].items()}
    found = {
        (int(house) + 1, COLOURS[int(colour)]): frozenset(
            BY_NAME[stations[n]] for n in range(37) if int(there) >> n & 1
        )
        for house, colour, there in zip(tile["house"], tile["colour"], tile["corners"], strict=True)
    }
    assert found == TILES
    assert {COLOURS[n]: int(home) + 1 for n, home in enumerate(columns["Colour"]["home"][1])} == HOME
    assert dict(zip(COLOURS, columns["Colour"]["planet"][1], strict=True)) == NAMES
