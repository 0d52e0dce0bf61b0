"""Points and tie-breaks, as they are told at the end; and the sign of the day."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from ecliptic.cards import PACK, SIGNS, card, cards, listed, name, played, short, standing
from ecliptic.table import HAND, Act, Position, fight, opened, said, zone

import astro_referee as astro
from astro_referee import Match
from astro_referee.interpreter.play.events import Result

Seen = Callable[[Match, int | None], dict[str, str]]


def finished(position: Position, side: str, opposite: str, **options: str) -> Match:
    """The game ends with these sides; P1 places the last card."""
    *rest, last = side.split()
    free = [one for one in PACK if one not in cards(f"{side} {opposite}")]
    pair = next(pair for pair in combinations(free, 2) if pair[0][0] == pair[1][0] != card(last)[0])
    other = next(one for one in free if one not in pair)
    match = position(f"{short(pair)} {last}", short([other]), " ".join(rest), opposite, "", **options)
    assert match.submit(0, played(f"{short(pair)} {last}")).ok
    assert match.over
    return match


def result(match: Match) -> Result:
    assert match.result is not None
    return match.result


# --- Points ----------------------------------------------------------------------------------------------------------


def test_more_points_win(position: Position) -> None:
    """Scenario 2: Aquarius, Pisces and Aries are a series of three. Rules: R18, R19."""
    match = finished(position, "11s 12m 1t", "4m 6m 8g 10c", birth_of_P1="Leo", birth_of_P2="Leo")
    assert said(match) == [
        "P1: 3 in series + 1 of a symbol + 0 for Leo = 4.",
        "P2: 1 in series + 2 of a symbol + 0 for Leo = 3.",
        "more points",
    ]
    assert (result(match).winners, result(match).text) == ((0,), "more points")


def test_points_by_hand(position: Position) -> None:
    """Vector 8: the same points, and six signs against five. Rules: R18, R19."""
    options = {"birth_of_P1": "Leo", "birth_of_P2": "Aries"}
    match = finished(position, "12s 1m 2s 5s 6t", "3m 4m 7m 8g 9c 10p", **options)
    assert said(match)[:2] == [
        "P1: 3 in series + 3 of a symbol + 1 for Leo = 7.",
        "P2: 4 in series + 3 of a symbol + 0 for Aries = 7.",
    ]
    assert result(match).scores == (7, 7)
    assert result(match).winners == (1,)
    assert result(match).text == "points are equal, so more signs decide: 5 of P1, 6 of P2"


def test_both_may_have_one_birth_sign_and_lose_it(position: Position, play: Act) -> None:
    """Scenario 10: the point goes with the sign. Rules: R18, A17."""
    match = position(HAND, "3m 6c", "1m", "7c", "", birth_of_P1="Libra", birth_of_P2="Libra")
    peaceful = match.copy()
    play(peaceful, played("2s 2m 9p"))
    assert [line.split(" + ")[2] for line in said(peaceful)[:2]] == ["0 for Libra = 2.", "1 for Libra = 3."]
    play(match, played("2s 2m 7t"))
    fight(match, "7t")
    assert [line.split(" + ")[2] for line in said(match)[:2]] == ["1 for Libra = 3.", "0 for Libra = 0."]


def test_an_empty_side_has_no_symbols(position: Position) -> None:
    """It cannot decide a game: an empty side has no points either, and the other one has some. Rules: R18, A19."""
    match = finished(position, "2s 4s", "")
    assert zone(match, "side[P2]") == set()
    assert said(match)[1] == "P2: 0 in series + 0 of a symbol + 0 for Libra = 0."
    assert match.game.function("def_symbol_count")(match.state, 1) == 0
    assert (result(match).scores, result(match).winners) == ((3, 0), (0,))


# --- Tie-breaks ------------------------------------------------------------------------------------------------------


def test_fewer_symbols_decide(position: Position) -> None:
    """Scenario 9: three symbols against two. Rules: R19."""
    match = finished(position, "2s 4s 6m 8t", "3m 5m 9g 11g")
    assert (result(match).scores, result(match).winners) == ((3, 3), (1,))
    assert result(match).text == "points and signs are equal, so fewer symbols decide: 3 of P1, 2 of P2"


@pytest.mark.parametrize(
    ("date", "winners", "text"),
    [
        ("20 May", (0,), "so the sign of the day decides: Taurus"),
        ("21 May", (1,), "so the sign of the day decides: Gemini"),
        ("22 December", (), "and neither side has Capricorn, the sign of the day"),
        ("19 January", (), "and neither side has Capricorn, the sign of the day"),
        ("20 March", (), "and neither side has Pisces, the sign of the day"),
    ],
)
def test_the_sign_of_the_day_decides(position: Position, date: str, winners: tuple[int, ...], text: str) -> None:
    """Rules: R19, A18."""
    day, month = date.split()
    match = finished(position, "2s 4s 6m 8t", "3m 5m 9g 11p", month=month, day=day)
    assert result(match).scores == (3, 3)
    assert result(match).text == f"points, signs and symbols are equal, {text}"
    assert (result(match).draw, result(match).winners) == (not winners, winners)


def test_signs_and_the_date_are_those_that_were_told(seen: Seen) -> None:
    """Everybody sees them beside the board. Rules: A17, A18, A24."""
    for options, told in [
        ({}, ["Aries", "Libra", "Aries"]),
        (
            {"birth_of_P1": "Leo", "birth_of_P2": "Leo", "month": "February", "day": "29"},
            ["Leo", "Leo", "Pisces"],
        ),
    ]:
        match = astro.start("ecliptic", options=options)
        match.settle_all()
        shown = seen(match, 0)
        assert [shown[f"birth_sign[{player}]"] for player in ("P1", "P2")] + [shown["day_sign"]] == told


def test_a_day_that_no_calendar_has_is_refused(thorough: bool) -> None:
    """The last days of short months are allowed, and in a thorough run those of all. Rules: A18."""
    months = astro.load("ecliptic").kinds["Month"]
    for month, last in zip(months, (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), strict=True):
        if thorough or month in ("February", "September"):
            astro.start("ecliptic", options={"month": month, "day": str(last)})
        if last < 31:
            with pytest.raises(astro.BadOption, match=f"{month} has no more than {last} days"):
                astro.start("ecliptic", options={"month": month, "day": str(last + 1)})


DATES = """
Aries 21/3 19/4, Taurus 20/4 20/5, Gemini 21/5 20/6, Cancer 21/6 22/7, Leo 23/7 22/8, Virgo 23/8 22/9,
Libra 23/9 22/10, Scorpio 23/10 21/11, Sagittarius 22/11 21/12, Capricorn 22/12 19/1, Aquarius 20/1 18/2,
Pisces 19/2 20/3
"""


def test_signs_begin_and_end_on_their_days() -> None:
    """Rules: R19, A18."""
    columns = astro.load("ecliptic").columns["Sign"]
    months, begins = (columns[name][1] for name in ("month", "begins"))
    for number, row in enumerate(DATES.replace("\n", " ").split(",")):
        sign, first, last = row.split()
        assert (SIGNS[number], f"{begins[number]}/{int(months[number]) + 1}") == (sign, first)
        after = (number + 1) % 12
        assert f"{int(begins[after]) - 1}/{int(months[after]) + 1}" == last


# --- Many boards -----------------------------------------------------------------------------------------------------

BOARDS = 1_000


@pytest.mark.parametrize(
    "options", [(), (("birth_of_P1", "Leo"), ("birth_of_P2", "Leo"), ("month", "August"))], ids=str
)
def test_results_of_random_boards(options: tuple[tuple[str, str], ...]) -> None:
    """Rules: R18, R19, A18."""
    match = opened(options)
    births, today = ((4, 4), 4) if options else ((0, 6), 0)
    game, pick, decided = match.game, random.Random(11), Counter[int]()
    (last_turn,) = [field for field in game.offsets if ".last_turn#" in field]
    (turn,) = [field for field in game.offsets if ".turn#" in field]
    bits = {one: 1 << number for number, one in enumerate(PACK)}
    for _ in range(BOARDS):
        signs = pick.sample(range(12), 12)
        first = pick.randrange(1, 7)
        second = min(11 - first, max(0, first + pick.choice([-2, -1, 0, 0, 0, 0, 1, 2])))
        few = pick.choice([2, 3, 6])
        sides = [{(sign, pick.randrange(few)) for sign in part} for part in (signs[:first], signs[first:][:second])]
        third = min(sides[0])
        pair = [(signs[-1], 0), (signs[-1], 1)]
        placed = [sides[0] - {third}, sides[1]]
        rest = [one for one in PACK if not any(one in group for group in [*placed, {*pair, third}])]
        lie = {"stock": [[]], "discards": [rest[1:]], "hand": [[*pair, third], rest[:1]]}
        lie["side"] = [[one for one in side if one[0] == sign] for side in placed for sign in range(12)]
        state = match.state[:]
        for field, groups in lie.items():
            for index, group in enumerate(groups):
                state[game.offsets[field] + index] = sum(bits[one] for one in group)
        state[game.offsets[last_turn]], state[game.offsets[turn]] = 1, 0
        end = match.copy()
        end._commit(state, [])
        assert end.submit(0, f"{listed(pair)} for {name(third)}").ok
        mine, yours = (standing(side, birth, today) for side, birth in zip(sides, births, strict=True))
        assert result(end).scores == (mine[0], yours[0])
        assert result(end).places == ((1, 1) if mine == yours else (1, 2) if mine > yours else (2, 1))
        decided[next((key for key in range(4) if mine[key] != yours[key]), 4)] += 1
    assert min(decided[key] for key in range(5)) > 10, "every tie-break should have decided some games"
