"""Ophiuchus against its rulebook: the figures, the constellations, and tricky positions.

Tiles are named by their numbers in `stars.TILES`, spaces by pairs of numbers: (0, 0) is h9, (1, 2) is one further east
and two further north. Each test names the rules it is about by their numbers in the rule file: R1 to R23 are those of
the book, A1 to A26 what was decided where it is unclear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

import pytest
from stars import CARDS, NAMES, Half, Layout, Placed, Space, laid, made, name, written

import astro_referee as astro
from astro_referee import Match
from astro_referee.interpreter.show.picture.palette import palette_of

SetUp = Callable[[Match, Mapping[str, object]], Match]
Seen = Callable[[Match, int | None], dict[str, str]]
Act = Callable[..., None]
Position = Callable[..., Match]

TOUCH = "the tile must touch the layout with a side"
NINE = "the layout would be more than nine spaces wide or high"
SQUARE_OF_FOURS: Layout = {(x, y): Half("YRBG") for x in (0, 1) for y in (0, 1)}
"""No half of six stars can lie beside it, whatever the other half is."""


@cache
def opened(players: int, options: tuple[tuple[str, str], ...]) -> Match:
    """A match in which all tiles are dealt."""
    match = astro.start("ophiuchus", players=players, options=dict(options), seed=5)
    match.settle_all()
    return match


@pytest.fixture
def position(set_up: SetUp, seen: Seen) -> Position:
    """A position at the start of a turn. Tiles that are nowhere else are among those laid, wherever that was."""

    def stands(
        layout: Layout,
        *hands: Sequence[int],
        reserve: Sequence[int] = (),
        asked: str = "P1",
        firmament: Sequence[str] = (*CARDS,),
        fields: Mapping[str, object] | None = None,
        **options: str,
    ) -> Match:
        match = opened(len(hands), tuple(options.items()))
        zones = {f"hand[P{seat}]": hand for seat, hand in enumerate(hands, 1)} | {"reserve": reserve}
        used = [tile for zone in zones.values() for tile in zone]
        assert len({*used}) == len(used), "a tile is in two places"
        zones["laid"] = [tile for tile in NAMES if tile not in used]
        halves = {f"layout[{name(space)}]": "none" for space in ((0, 0), (1, 0))}
        halves |= {f"layout[{name(space)}]": [*half] for space, half in layout.items()}
        cards = {"firmament": firmament, "found[P1]": [card for card in CARDS if card not in firmament]}
        tiles = {zone: [NAMES[tile] for tile in held] for zone, held in zones.items()}
        return set_up(match, {**tiles, **halves, **cards, "asked": asked, **(fields or {})})

    return stands


def legal(match: Match) -> set[str]:
    return {match.written(move) for move in match.legal()}


def why(match: Match, typed: str) -> list[str]:
    """The reasons why a move of whoever is asked is refused; it changes nothing."""
    before = (match.state[:], list(match.options), match.number)
    verdict = match.submit(match.actors[0], typed)
    assert not verdict.ok
    assert (match.state, match.options, match.number) == before
    return [reason.text for reason in verdict.reasons]


def held(text: str) -> set[str]:
    """The names in a list as the referee writes it."""
    return {*re.split(", | and ", text)} - {"nothing", "empty"}


def tiles(*numbers: int) -> set[str]:
    return {NAMES[number] for number in numbers}


def said(match: Match) -> list[str]:
    return [line.text for line in match.events[-1].said]


# --- Set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "short", "long"), [(1, 3, 13), (2, 3, 13), (3, 3, 8), (4, 3, 6)])
def test_the_deal(players: int, short: int, long: int, seen: Seen) -> None:
    """Rules: R1, R2, R3, R4, O1, A15, A23, A24."""
    for options, size in (((), short), ((("long_deal", "yes"),), long)):
        match = astro.start("ophiuchus", players=players, options=dict(options))
        for _ in range(players * size + 1):
            match.settle()
        chances = {(shown, chance) for _, chance, shown in match.outcomes()}
        assert chances == {(f"P{seat}", Fraction(1, players)) for seat in range(1, players + 1)}
        match.settle(players - 1)
        assert match.actors == (players - 1,)
        table = seen(match, None)
        assert {
            field: entry for field, entry in table.items() if field.startswith("layout") and entry != "none"
        }.keys() == {
            "layout[h9]",
            "layout[i9]",
        }
        left = 26 - players * size
        assert [len(held(table[f"hand[P{seat}]"])) for seat in range(1, players + 1)] == [size] * players
        assert (len(held(table["reserve"])), len(held(table["laid"]))) == (left, 1)
        assert held(table["firmament"]) == {*CARDS}
        for seat in range(players):
            mine = seen(match, seat)
            assert mine["reserve"] == f"{left} cards"
            assert held(mine[f"hand[P{seat + 1}]"]) == held(table[f"hand[P{seat + 1}]"])
            assert {mine[f"hand[P{other + 1}]"] for other in range(players) if other != seat} <= {f"{size} cards"}


def test_up_to_four_players() -> None:
    """Rules: R1, A23."""
    with pytest.raises(astro.BadOption, match="Ophiuchus is for 1 to 4 players, not 5"):
        astro.start("ophiuchus", players=5)


def test_the_tiles_are_as_in_the_rulings() -> None:
    """Rules: A1, A25, T1, T2."""
    machine = opened(2, ()).game.machine
    members = machine.members
    assert [*members["Tile"]] == [*NAMES.values()]
    assert [*members["Constellation"]] == [*CARDS]
    assert machine.tables["Constellation.points"][1] == tuple(length for _, _, length in CARDS.values())
    assert [sum(colour in name for name in NAMES.values() for name in name.split()) for colour in "YRBGOP"] == [28] * 6


def test_stars_have_their_colours_in_pictures() -> None:
    """Rules: A1."""
    colours = palette_of(opened(2, ()).game).things
    assert colours == dict(zip("YRBGOP", ("yellow", "red", "blue", "green", "orange", "purple"), strict=True))


# --- Where a tile may lie --------------------------------------------------------------------------------------------


def crowded(row: str, stars: int) -> str:
    """The reason that names the row with too many stars, and how many."""
    return f"{row} would have {stars} stars, more than thirteen"


FIGURES: list[tuple[str, list[Placed], Placed, list[str]]] = [
    ("A", [(25, (0, 0), (1, 0))], (7, (2, 1), (3, 1)), [TOUCH]),
    ("A", [(25, (0, 0), (1, 0))], (7, (2, 0), (3, 0)), []),
    ("B", [(25, (0, 0), (1, 0))], (14, (2, 0), (3, 0)), [crowded("h9, i9, j9 and k9", 15)]),
    ("B", [(25, (0, 0), (1, 0))], (14, (2, 1), (2, 0)), []),
    ("C", [(18, (0, 0), (1, 0)), (3, (1, 1), (0, 1))], (14, (2, 1), (2, 0)), []),
    (
        "C",
        [(18, (0, 0), (1, 0)), (3, (1, 1), (0, 1)), (14, (2, 1), (2, 0))],
        (15, (3, 0), (4, 0)),
        [crowded("h9, i9, j9, k9 and l9", 15)],
    ),
    (
        "D",
        [(1, (0, 0), (0, 1)), (2, (0, 2), (1, 2)), (7, (2, 2), (2, 1))],
        (8, (2, 0), (1, 0)),
        ["i10 would be shut in"],
    ),
    (
        "D",
        [(1, (0, 0), (0, 1)), (2, (0, 2), (1, 2)), (7, (2, 2), (2, 1))],
        (8, (1, -1), (1, 0)),
        ["i10 would be shut in"],
    ),
    ("D", [(1, (0, 0), (0, 1)), (2, (0, 2), (1, 2)), (7, (2, 2), (2, 1))], (8, (2, -1), (2, 0)), []),
    ("none", [(25, (0, 0), (1, 0))], (7, (1, 0), (2, 0)), ["i9 is covered"]),
    ("none", [(25, (0, 0), (1, 0))], (7, (0, 1), (0, 0)), ["h9 is covered"]),
    ("none", [(25, (0, 0), (1, 0))], (7, (1, 0), (0, 0)), ["i9 is covered", "h9 is covered"]),
    ("none", [(25, (0, 0), (1, 0))], (7, (5, 5), (5, 6)), [TOUCH]),
]


@pytest.mark.parametrize(("figure", "placed", "tile", "reasons"), FIGURES)
def test_the_figures(position: Position, figure: str, placed: list[Placed], tile: Placed, reasons: list[str]) -> None:
    """Rules: R5, R9, R10, R11, R12, A2, A3, A5."""
    match = position(laid(*placed), [tile[0]], [27], reserve=[24, 26])
    if reasons:
        assert why(match, written(*tile)) == reasons
    else:
        assert match.submit(0, written(*tile)).ok


def test_a_refusal_names_the_ruling(position: Position) -> None:
    """Rules: R11, A2."""
    match = position(laid((25, (0, 0), (1, 0))), [14], [27], reserve=[24])
    (reason,) = match.submit(0, written(14, (2, 0), (3, 0))).reasons
    assert [ruling.split(":")[0].split()[-1] for ruling in reason.rulings] == ["R11", "A2", "A4"]


def test_a_tile_lies_either_way_round_and_in_all_directions(position: Position) -> None:
    """Rules: R9, R10."""
    match = position({(0, 0): Half(), (1, 0): Half("Y")}, [8], [27], reserve=[24])
    beyond = [((2, 0), (3, 0)), ((-1, 0), (-2, 0)), ((0, 1), (1, 1)), ((0, 1), (0, 2)), ((0, 1), (-1, 1))]
    assert {written(8, *pair[::way]) for pair in beyond for way in (1, -1)} <= legal(match)
    assert len(legal(match)) == 2 * (2 * 3 + 2 * (3 + 2)), "three at each end; on each side one along and two across"


@pytest.mark.parametrize("left", [-7, -3, 0])
@pytest.mark.parametrize("turned", [False, True])
def test_nine_spaces_wherever_they_lie(position: Position, left: int, turned: bool) -> None:
    """Figure E: eight spaces in line, then nine, in the middle and at both ends of the table. Rules: R13, A6."""

    def there(x: int, y: int) -> Space:
        return (y, x) if turned else (x, y)

    def on_the_table(x: int) -> bool:
        return -7 <= x <= 8

    eight: Layout = {there(x, 0): Half() for x in range(left, left + 8)}
    match = position(eight, [1], [27], reserve=[24])
    ends = [(end, end + way) for end, way in ((left + 8, 1), (left - 1, -1)) if on_the_table(end)]
    assert ends
    for end, further in ends:
        assert written(1, there(end, 0), there(end, 1)) in legal(match)
        if on_the_table(further):
            assert why(match, written(1, there(end, 0), there(further, 0))) == [NINE]
    nine = eight | {there(ends[0][0], 0): Half("Y")}
    match = position(nine, [1], [27], reserve=[24])
    beyond = [x for x in (min(left, ends[0][0]) - 1, max(left + 7, ends[0][0]) + 1) if on_the_table(x)]
    for x in beyond:
        assert why(match, written(1, there(x, 0), there(x, 1))) == [NINE]


def test_outside_the_nine_by_nine_spaces_all_is_open(position: Position) -> None:
    """A bay at the very edge of the table. Rules: R12, A5."""
    line: Layout = {(x, 0): Half() for x in range(-7, 2)}
    bay = line | {(-6, 1): Half("Y")}
    match = position(bay, [1], [27], reserve=[24])
    assert written(1, (-7, 2), (-6, 2)) in legal(match), "a10 has its way out to the west"
    pool = line | {(-5, 1): Half("Y"), (-6, 2): Half(), (-5, 2): Half()}
    match = position(pool, [1], [27], reserve=[24])
    assert why(match, written(1, (-7, 1), (-7, 2))) == ["b10 would be shut in"]


def test_all_three_rows_of_a_tile_count(position: Position) -> None:
    """One across and two upright. Rules: R11, A2, A4."""
    ten = Half("YRBGO")
    tile = (8, (0, 0), (1, 0))  # one star and two
    base: Layout = {(-1, 0): Half("YRBGO"), (-2, 0): Half("YRBGO")}
    assert written(*tile) in legal(position(base, [8], [27], reserve=[24])), "10 + 3 across"
    across = position(base | {(2, 0): Half("P")}, [8], [27], reserve=[24])
    assert why(across, written(*tile)) == [crowded("f9, g9, h9, i9 and j9", 14)]
    for x, fits, column in ((0, 2, "h"), (1, 1, "i")):
        above: Layout = {(x, 1): ten, (x, 2): ten}
        assert written(*tile) in legal(position(above | {(x, 3): Half("YR"[:fits])}, [8], [27], reserve=[24]))
        more = above | {(x, 3): Half("YRB"[: fits + 1])}
        upright = f"{column}9, {column}10, {column}11 and {column}12"
        assert why(position(more, [8], [27], reserve=[24]), written(*tile)) == [crowded(upright, 14)]


def test_a_blank_half_joins_rows(position: Position, play: Act) -> None:
    """Seven and six stars with a space between. Rules: R11, A3, A19."""
    layout: Layout = {(-2, 0): Half("YRBG"), (-1, 0): Half("YRB"), (1, 0): Half("YRB"), (2, 0): Half("YRB")}
    layout |= {(-1, -1): Half(), (0, -1): Half(), (1, -1): Half()}
    match = position(layout, [1, 7], [27], reserve=[24, 26], thirteen_bonus="yes")
    assert why(match, written(7, (0, 0), (0, 1))) == [crowded("f9, g9, h9, i9 and j9", 14)]
    play(match, written(1, (0, 0), (0, 1)))
    assert legal(match) == {"two tiles", "prize", "no bonus"}


# --- Turns -----------------------------------------------------------------------------------------------------------


def test_who_can_place_must(position: Position) -> None:
    """Rules: R5, A14."""
    match = position(laid((25, (0, 0), (1, 0))), [7], [27], reserve=[24])
    assert all(move.startswith("B O ") for move in legal(match))
    for typed in ("pass", "skip", "no card"):
        assert not match.submit(0, typed).ok


def test_a_turn(position: Position, happen: Act, play: Act, seen: Seen) -> None:
    """Rules: R1, R5, R7, R8, R19, R20, A11."""
    match = position(laid((25, (0, 0), (1, 0))), [7, 14, 3], [4, 5, 6], [8, 9, 10], reserve=[24, 26])
    play(match, written(7, (2, 0), (3, 0)))
    assert legal(match) == {"Gemini", "Scorpio", "no card"}
    assert why(match, "Leo") == ["this tile has not made Leo"]
    play(match, "Gemini")
    assert {shown for _, _, shown in match.outcomes()} == tiles(24, 26), "one card, then the draw"
    happen(match, NAMES[26])
    fields = seen(match, None)
    assert held(fields["hand[P1]"]) == tiles(14, 3, 26)
    assert (held(fields["found[P1]"]), "Gemini" in held(fields["firmament"])) == ({"Gemini"}, False)
    assert match.actors == (1,), "clockwise"
    assert seen(match, 1)["hand[P1]"] == "3 cards"
    assert (match.events[-1].readers, match.events[-1].public) == (0b001, "a card")


def test_a_skipped_turn(position: Position, happen: Act, play: Act, seen: Seen) -> None:
    """Rules: R6, A16."""
    match = position(SQUARE_OF_FOURS, [27], [25, 1], reserve=[24, 26, 6], asked="P2", firmament=["Pisces"])
    play(match, written(25, (2, 0), (2, 1)))
    happen(match, NAMES[6])
    assert said(match) == ["P1 cannot place a tile."]
    assert match.actors == (1,)
    fields = seen(match, None)
    assert (held(fields["hand[P1]"]), held(fields["reserve"])) == (tiles(27), tiles(24, 26))


def test_the_game_ends_when_nobody_can_place(position: Position, happen: Act, play: Act, seen: Seen) -> None:
    """Rules: R21, A13."""
    for deal in ("no", "yes"):
        match = position(SQUARE_OF_FOURS, [25], [], reserve=[27, 1], firmament=["Pisces"], long_deal=deal)
        play(match, written(25, (2, 0), (2, 1)))
        happen(match, NAMES[27])
        assert match.over
        assert held(seen(match, None)["reserve"]) == tiles(1)


def test_the_game_ends_with_the_reserve(position: Position, happen: Act, play: Act) -> None:
    """Rules: R21, R22, A12, O3."""
    for options, over in (({}, True), ({"play_out": "yes"}, False), ({"long_deal": "yes"}, False)):
        match = position(laid((25, (0, 0), (1, 0))), [7, 14, 3], [4, 5, 6], reserve=[24], **options)
        play(match, written(7, (2, 0), (3, 0)), "Gemini")
        happen(match, NAMES[24])
        assert match.over == over
        if over:
            assert said(match) == [
                "P1: 3 for constellations, 0 for prizes, 6 off for tiles in hand.",
                "P2: 0 for constellations, 0 for prizes, 6 off for tiles in hand.",
            ]
            assert (match.result.places, match.result.scores) == ((1, 2), (-3, -6))  # @A26


def test_a_reserve_that_is_not_drawn_from_does_not_end_the_long_deal(
    position: Position, happen: Act, play: Act
) -> None:
    """Three players have drawn the last two tiles. Rules: R8, R21, A12."""
    layout = laid((25, (0, 0), (1, 0)))
    match = position(layout, [7, 14], [8, 13], [9, 10], reserve=[1, 2], long_deal="yes", firmament=[])
    play(match, written(7, (2, 0), (3, 0)))
    happen(match, NAMES[1])
    play(match, written(8, (0, 1), (0, 2)))
    happen(match, NAMES[2])
    play(match, written(9, (3, 1), (3, 2)))
    assert not match.over
    assert match.actors == (0,), "nothing is drawn, and play goes on"


@pytest.mark.parametrize(
    ("found", "prizes", "winners", "scores"),
    [
        ((["Leo"], ["Aries"]), (0, 0), (0, 1), (-3, -3)),
        ((["Leo"], ["Scorpio"]), (1, 0), (0, 1), (-2, -2)),
        ((["Leo"], ["Scorpio"]), (0, 0), (1,), (-3, -2)),
        ((["Leo"], ["Scorpio"], ["Virgo"]), (0, 0, 0), (1, 2), (-3, -2, -2)),
    ],
)
def test_points_and_winners(
    position: Position,
    happen: Act,
    play: Act,
    found: tuple[list[str], ...],
    prizes: tuple[int, ...],
    winners: tuple[int, ...],
    scores: tuple[int, ...],
) -> None:
    """Rules: R22, R23, A20, A26."""
    fields: dict[str, object] = {f"found[P{seat}]": cards for seat, cards in enumerate(found, 1)}
    fields |= {f"prizes[P{seat}]": count for seat, count in enumerate(prizes, 1)}
    hands = [[7, 14, 3], [4, 5, 6], [8, 9, 10]][: len(found)]
    match = position(laid((25, (0, 0), (1, 0))), *hands, reserve=[24], firmament=["Pisces"], fields=fields)
    play(match, written(7, (2, 0), (3, 0)))
    happen(match, NAMES[24])
    assert match.result is not None
    assert (match.result.winners, match.result.draw) == (winners, False)
    assert match.result.scores == scores


def test_alone(position: Position, happen: Act, play: Act) -> None:
    """Rules: A23, R22."""
    match = position(laid((25, (0, 0), (1, 0))), [7, 14, 3], reserve=[24])
    play(match, written(7, (2, 0), (3, 0)), "Scorpio")
    happen(match, NAMES[24])
    assert match.result is not None
    assert (match.result.winners, match.result.scores) == ((0,), (-2,))


# --- Constellations --------------------------------------------------------------------------------------------------

ORANGE: list[Placed] = [(14, (0, 0), (1, 0)), (8, (2, 1), (2, 0)), (7, (3, 1), (3, 0))]
ALIGNED: list[tuple[list[Placed], set[str]]] = [
    ([(25, (0, 0), (1, 0)), (7, (2, 0), (3, 0))], {"Gemini", "Scorpio"}),
    ([(25, (0, 0), (1, 0)), (14, (2, 1), (2, 0))], {"Leo"}),
    ([(18, (0, 0), (1, 0)), (3, (1, 1), (0, 1)), (14, (2, 1), (2, 0))], {"Aries", "Cancer"}),
    (ORANGE, {"Leo", "Scorpio"}),
    ([*ORANGE, (12, (4, 0), (4, 1))], {"Leo", "Aquarius"}),
    ([(13, (0, 0), (1, 0)), (8, (2, 0), (2, 1)), (2, (3, 1), (3, 0))], {"Scorpio"}),
    ([(18, (0, 0), (1, 0)), (9, (0, 1), (1, 1))], {"Virgo"}),
]


@pytest.mark.parametrize(("placed", "cards"), ALIGNED)
def test_what_a_tile_makes(position: Position, play: Act, placed: list[Placed], cards: set[str]) -> None:
    """Rules: R14, R15, R16, R17, R18, A8, A10, A22."""
    *before, (tile, at, to) = placed
    match = position(laid(*before), [tile], [27], reserve=[24, 26])
    play(match, written(tile, at, to))
    assert legal(match) == cards | {"no card"}
    assert made(laid(*placed), (at, to)) == cards
    for card in {*CARDS} - cards:
        assert why(match, card) == [f"this tile has not made {card}"]


ROWS: list[tuple[str, str, set[str]]] = [
    ("OP RP R", "R", {"Taurus"}),
    ("OP R RP", "R", {"Taurus"}),
    ("O P R", "R", set()),
    ("O P R", "Y", {"Scorpio"}),
    ("O P R", "-", set()),
    ("O P R Y", "B", {"Scorpio", "Sagittarius"}),
    ("OP OP RO RP", "Y", {"Scorpio"}),
    ("OP OP P O", "R", set()),
    ("O P R Y B", "G", {"Scorpio", "Sagittarius", "Capricorn"}),
    ("O P R Y B", "B", set()),
    ("YR YB YG", "Y", {"Aries", "Scorpio", "Aquarius"}),
    ("YR YB YG Y", "Y", {"Aries", "Aquarius", "Pisces"}),
    ("Y Y Y Y Y", "Y", {"Aries", "Aquarius", "Pisces", "Ophiuchus"}),
    ("YG - YB", "Y", set()),
    ("Y - Y Y", "Y", {"Aries"}),
]


@pytest.mark.parametrize(("row", "last", "cards"), ROWS)
def test_lines_across_and_upright(position: Position, play: Act, row: str, last: str, cards: set[str]) -> None:
    """A half is added to a row at its end. Rules: R14, R15, R16, R17, A3, A7, A8, A10."""
    tile = {"R": (8, 0), "Y": (1, 1), "B": (7, 0), "G": (9, 0), "-": (6, 0)}[last]
    for dx, dy in ((1, 0), (0, 1)):
        halves = [Half(half.strip("-")) for half in row.split()]
        layout: Layout = {(n * dx, n * dy): half for n, half in enumerate(halves)}
        end = (len(halves) * dx, len(halves) * dy)
        aside = (end[0] + dy, end[1] - dx)
        spaces = (end, aside) if tile[1] == 0 else (aside, end)
        match = position(layout, [tile[0]], [27], reserve=[24, 26])
        play(match, written(tile[0], *spaces))
        assert legal(match) - {"no card"} == cards if cards else match.decision is None


def test_no_diagonals(position: Position, play: Act) -> None:
    """Rules: A7."""
    layout: Layout = {(0, 0): Half("O"), (1, 0): Half(), (1, 1): Half("O"), (2, 1): Half()}
    match = position(layout, [7], [27], reserve=[24, 26])
    play(match, written(7, (3, 2), (2, 2)))
    assert match.chance is not None, "three oranges in a diagonal are nothing"


def test_what_was_left_cannot_be_taken_later(position: Position, happen: Act, play: Act) -> None:
    """A line of five yellow halves. Rules: R14, R20, A9."""
    layout: Layout = {(x, 0): Half("Y") for x in range(4)} | {(0, 1): Half()}
    match = position(layout, [1, 8], [7, 10], [2, 3], reserve=[24, 26, 27])
    play(match, written(1, (4, 1), (4, 0)))
    assert legal(match) == {"Aries", "Aquarius", "Pisces", "no card"}
    play(match, "Aries")
    happen(match, NAMES[27])
    play(match, written(7, (0, -1), (0, -2)))
    assert match.chance is not None, "Pisces is on the table, but no half of it is new"
    happen(match, NAMES[26])
    play(match, written(2, (5, 1), (5, 0)))
    assert legal(match) == {"Aquarius", "Pisces", "Ophiuchus", "no card"}


def test_a_square_with_one_new_half(position: Position, play: Act) -> None:
    """Rules: R18, A9, A22."""
    layout: Layout = {(0, 0): Half("YG"), (1, 0): Half("BG"), (0, 1): Half("G")}
    match = position(layout, [9], [27], reserve=[24, 26])
    play(match, written(9, (1, 1), (2, 1)))
    assert "Virgo" in legal(match)
    match = position(layout | {(0, 1): Half("Y")}, [9], [27], reserve=[24, 26])
    play(match, written(9, (1, 1), (2, 1)))
    assert match.decision is None or "Virgo" not in legal(match)


def test_a_card_is_there_once(position: Position, play: Act) -> None:
    """Rules: R19, A25."""
    match = position(laid((25, (0, 0), (1, 0))), [7], [27], reserve=[24, 26], firmament=["Scorpio", "Leo"])
    play(match, written(7, (2, 0), (3, 0)))
    assert legal(match) == {"Scorpio", "no card"}
    assert not match.submit(0, "Gemini").ok


def test_taking_no_card(position: Position, play: Act, seen: Seen) -> None:
    """Rules: A11."""
    match = position(laid((25, (0, 0), (1, 0))), [7], [27], reserve=[24, 26])
    play(match, written(7, (2, 0), (3, 0)), "no card")
    assert held(seen(match, None)["firmament"]) == {*CARDS}
    assert match.chance is not None


# --- Exactly thirteen ------------------------------------------------------------------------------------------------


def thirteen(position: Position, reserve: Sequence[int] = (24, 26), **more: object) -> Match:
    """Figure B: the tile makes a row of thirteen stars, and nobody takes a card."""
    layout = laid((25, (0, 0), (1, 0)))
    match = position(
        layout, [14, 1, 2], [7, 27], reserve=reserve, firmament=["Pisces"], **{"thirteen_bonus": "yes", **more}
    )
    assert match.submit(0, written(14, (2, 1), (2, 0))).ok
    return match


def test_two_tiles_for_thirteen(position: Position, happen: Act, play: Act, seen: Seen) -> None:
    """Rules: O2, A17, A18."""
    match = thirteen(position)
    assert legal(match) == {"two tiles", "prize", "no bonus"}
    play(match, "two tiles")
    happen(match, NAMES[24], NAMES[26])
    assert legal(match) == tiles(1, 2, 24, 26)
    play(match, NAMES[2])
    assert (match.events[-1].readers, match.events[-1].public) == (0b01, "give back …")
    fields = seen(match, None)
    assert (held(fields["hand[P1]"]), held(fields["reserve"])) == (tiles(1, 24, 26), tiles(2))
    assert match.actors == (1,), "the Reserve is not empty, so the game goes on"


def test_a_prize_for_thirteen(position: Position, happen: Act, play: Act, seen: Seen) -> None:
    """Rules: O2, A19, A20."""
    match = thirteen(position)
    play(match, "prize")
    happen(match, NAMES[26])
    fields = seen(match, None)
    assert (held(fields["hand[P1]"]), held(fields["reserve"])) == (tiles(1, 2, 26), tiles(24))
    assert (fields["prizes[P1]"], match.actors) == ("1", (1,))


def test_no_bonus_is_a_choice(position: Position, happen: Act, play: Act, seen: Seen) -> None:
    """Rules: A17."""
    match = thirteen(position)
    play(match, "no bonus")
    happen(match, NAMES[26])
    fields = seen(match, None)
    assert (held(fields["hand[P1]"]), fields["prizes[P1]"]) == (tiles(1, 2, 26), "0")


def test_what_is_left_for_a_bonus(position: Position, play: Act, seen: Seen) -> None:
    """Rules: A17, A20, A21."""
    match = thirteen(position, reserve=[24])
    assert why(match, "two tiles") == ["the Reserve has fewer than two tiles"]
    match = thirteen(position, reserve=[], long_deal="yes")
    assert legal(match) == {"prize", "no bonus"}
    play(match, "prize")
    assert (match.actors, seen(match, None)["prizes[P1]"]) == ((1,), "1")
    gone = {"prizes[P1]": 5, "prizes[P2]": 7}
    assert why(thirteen(position, fields=gone), "prize") == ["all prizes are taken"]
    assert legal(thirteen(position, reserve=[24], fields=gone)) == {"no bonus"}


def test_the_last_tile_drawn_beside_a_prize_ends_the_game(position: Position, happen: Act, play: Act) -> None:
    """Rules: R21, R22, A12, A19, A20."""
    match = thirteen(position, reserve=[24])
    play(match, "prize")
    happen(match, NAMES[24])
    assert match.over
    assert said(match)[0] == "P1: 47 for constellations, 1 for prizes, 6 off for tiles in hand."


def test_without_the_option_there_is_no_bonus(position: Position) -> None:
    """Rules: O2."""
    assert thirteen(position, thirteen_bonus="no").chance is not None


def test_two_rows_of_thirteen_are_one_bonus(position: Position, happen: Act, play: Act) -> None:
    """Rules: A19."""
    layout = laid((25, (0, 0), (1, 0)), (26, (2, 2), (2, 3)))
    layout[2, 3] = Half("YRB")
    match = position(layout, [14], [7, 27], reserve=[24, 26], firmament=["Pisces"], thirteen_bonus="yes")
    assert match.submit(0, written(14, (2, 1), (2, 0))).ok
    play(match, "prize")
    happen(match, NAMES[24])
    assert match.actors == (1,)
