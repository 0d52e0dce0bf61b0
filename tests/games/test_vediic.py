"""Vediic against its rulebook: the figures on the board as we have it, every step of a turn, and tricky positions.

Stations have the numbers of `chart.py`. Each test names the rules it is about by their numbers in the rule files: R are
those of the book, A what was decided where it is unclear.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import pytest
from chart import (
    BY_NAME,
    COLOURS,
    HOME,
    LINKS,
    NAME,
    NAMES,
    QUIET,
    STATIONS,
    TILES,
    TOUCHED,
    SetUp,
    called,
    fields,
    in_set_up,
    seated,
    spread,
    throw,
)

import astro_referee as astro
from astro_referee import Match

Act = Callable[..., None]
Seen = Callable[[Match, int | None], dict[str, str]]
Stands = Callable[..., Match]
OFF = None
"""Off the board."""


@pytest.fixture(scope="module")
def tables() -> dict[object, Match]:
    return {}


@pytest.fixture
def stands(tables: dict[object, Match], set_up: SetUp) -> Stands:
    """A turn of P1, the last of a round, at one of its steps; cards are written `red red blue`.

    Pawns that are not given stand far off, planets are where they reach nobody, and nobody has cards.
    """

    def position(
        step: str = "charity",
        players: int = 2,
        pawns: Mapping[str, int | None] | None = None,
        planets: Mapping[str, int] | None = None,
        hands: Mapping[str, str] | None = None,
        charity: str = "",
        options: Mapping[str, str] | None = None,
        **others: object,
    ) -> Match:
        key = (players, tuple((options or {}).items()))
        if key not in tables:
            tables[key] = seated(players, set_up, options or {})
        placed = {(seat.split()[0], int(seat.split()[1])): at for seat, at in (pawns or {}).items()}
        held = {seat: cards.split() for seat, cards in (hands or {}).items()}
        written = fields(
            players, spread(players) | placed, {**QUIET, **(planets or {})}, held, charity.split(), **others
        )
        match = set_up(tables[key], written)
        to_step(match, step)
        return match

    return position


def to_step(match: Match, step: str) -> None:
    """Goes on without doing anything, as far as a step."""
    words = {"charity": "charity", "trade": "trading", "steal": "stealing", "move": "move_a_pawn", "yellow": "yellow"}
    while match.decision is None or not match.decision.name.endswith(words[step]):
        submit(match, "done")


def submit(match: Match, *typed: str) -> None:
    for text in typed:
        verdict = match.submit(match.actors[0], text)
        assert verdict.ok, (text, verdict)


def why(match: Match, typed: str) -> list[str]:
    """The reasons of a refusal."""
    before = match.state[:]
    verdict = match.submit(match.actors[0], typed)
    assert not verdict.ok
    assert match.state == before
    return [reason.text for reason in verdict.reasons]


def legal(match: Match) -> set[str]:
    return {match.written(move) for move in match.legal()}


def targets(match: Match, words: str) -> set[int]:
    """The stations of the legal moves that begin with these words."""
    found = {text.removeprefix(f"{words} ") for text in legal(match) if text.startswith(f"{words} ")}
    return {BY_NAME[name] for name in found}


def values(match: Match) -> dict[str, str]:
    return {
        f"{field.name}[{', '.join(entry.index)}]" if entry.index else field.name: entry.text
        for field in match.view(None).fields
        for entry in field.entries
    }


def cards(match: Match, zone: str) -> Counter[str]:
    """What lies in a zone."""
    text = values(match)[zone]
    return Counter() if text in ("nothing", "empty") else Counter(text.replace(" and ", ", ").split(", "))


def hand(match: Match, player: str = "P1") -> Counter[str]:
    return cards(match, f"hand[{player}]")


def at(match: Match, pawn: str) -> int | None:
    return BY_NAME.get(values(match)[f"Pawn.at[{pawn}]"])


def house(match: Match, colour: str) -> int:
    return int(values(match)[f"Planet.at[{colour}]"])


def held(text: str) -> Counter[str]:
    return Counter(text.split())


def finish(match: Match) -> None:
    """Ends the turn of P1 without doing anything more; planets move, and the first question after that is asked."""
    while match.decision is not None and "steps" in match.decision.name and values(match)["starter"] == "P2":
        submit(match, "done")


def end_round(match: Match) -> None:
    """P1 walks with a pawn that nobody cares about, and the round is over."""
    to_step(match, "move")
    submit(match, "walk 2 to " + NAME[37 if at(match, "P1 2") == 8 else 8])
    finish(match)


def go(pawn: int, to: int, how: str = "walk") -> str:
    return f"{how} {pawn} to {NAME[to]}"


def over(pawn: int, to: int, how: str = "walk") -> str:
    return f"{how} {pawn} over {NAME[to]}"


# --- The board -------------------------------------------------------------------------------------------------------


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
        for house, colour, there in zip(tile["house"], tile["colour"], tile["stations"], strict=True)
    }
    assert found == TILES
    assert {COLOURS[n]: int(home) + 1 for n, home in enumerate(columns["Colour"]["home"][1])} == HOME
    assert dict(zip(COLOURS, columns["Colour"]["planet"][1], strict=True)) == NAMES


# --- Set-up ----------------------------------------------------------------------------------------------------------


def test_the_highest_throw_is_first_and_ties_throw_again() -> None:
    """Rules: R17, A23. P1 and P3 tie with 9; P2, who threw 8, is not asked again, though P1 and P3 throw less now."""
    match = astro.start("vediic", 3)
    throw(match, 4, 5, 4, 4, 6, 3)
    throw(match, 1, 1, 1, 1)
    throw(match, 2, 1, 1, 1)
    assert match.chance is None
    assert values(match)["starter"] == "P1"
    match = astro.start("vediic", 3)
    throw(match, 1, 1, 2, 3, 1, 3)
    assert match.actors == (1,)


def test_players_choose_in_turn_from_the_first() -> None:
    """Rules: R18, R19, R20, A31. Colours are free only once, two cards may be alike, the last names the planet."""
    match = astro.start("vediic", 3)
    throw(match, 1, 1, 6, 6, 1, 1)
    submit(match, "red", "gray", "gray")
    assert match.actors == (2,)
    assert why(match, "red") == ["red is taken"]
    submit(match, "blue", "red", "green")
    submit(match, "gray", "yellow", "yellow")
    assert [hand(match, player) for player in ("P1", "P2", "P3")] == [
        held("yellow yellow"), held("gray gray"), held("red green"),
    ]  # fmt: skip
    assert match.actors == (0,)
    assert legal(match) == set(COLOURS)
    submit(match, "red")
    assert values(match)["black_disk"] == "red"
    assert match.actors == (1,)
    submit(match, NAME[1])
    assert why(match, NAME[1]) == [f"there is a pawn on {NAME[1]}"]
    submit(match, NAME[2])
    assert match.actors == (2,)
    submit(match, NAME[3], NAME[4])
    assert match.actors == (0,)
    assert why(match, NAME[2]) == [f"there is a pawn on {NAME[2]}"]


def test_planets_start_at_home_and_go_on_by_two_dice() -> None:
    """Vector 1. Rules: R21, R2, A32. Red from 1 by 7, orange from 5 by 12, which is home again, purple from 11 by 3."""
    match = in_set_up(2, {})
    throws = {"red": (3, 4), "orange": (6, 6), "purple": (1, 2)}
    for colour in COLOURS:
        throw(match, *throws.get(colour, (1, 1)))
    assert {colour: house(match, colour) for colour in throws} == {"red": 8, "orange": 5, "purple": 2}
    assert any("Sun is retrograde" in line.text for line in match.events[-1].said)


def test_set_up_ends_with_penalties_and_gifts() -> None:
    """Rules: R22. Red comes to 8, where both pawns of P1 and one of P2 stand; then P2, who threw most, has a turn."""
    match = in_set_up(2, {})
    for colour in COLOURS:
        throw(match, *((3, 4) if colour == "red" else (1, 1)))
    assert house(match, "red") == 8
    assert hand(match, "P1") == held("yellow yellow red red")
    assert hand(match, "P2")["red"] == 1
    assert match.actors == (1,)
    assert values(match)["starter"] == "P2"


# --- What planets make active ----------------------------------------------------------------------------------------


def told(match: Match) -> dict[str, str]:
    """What was said about each planet when they last moved."""
    lines = [line.text for event in match.events for line in event.said if line.text.startswith("House ")]
    return {line.split(": ")[1].split()[0]: line for line in lines}


@pytest.mark.parametrize(("first", "second", "gain"), [("blue", "green", 1), ("yellow", "green", 2)])
def test_a_planet_gives_cards_where_its_tile_touches(stands: Stands, first: str, second: str, gain: int) -> None:
    """Vector 2. Rules: R6, R9, A3. Yellow in 7 reaches 5, 17 and 25; a pawn on 17 gets one card, a yellow one two."""
    match = stands(pawns={"P1 1": 17}, planets={"yellow": 6}, colours={"P1": first, "P2": second})
    end_round(match)
    assert told(match)["Jupiter"] == f"House 7: Jupiter reaches {NAME[17]}, {NAME[5]} and {NAME[25]}."
    assert hand(match) == Counter({"yellow": gain})


def test_a_house_without_a_tile_of_the_colour_reaches_nobody(stands: Stands) -> None:
    """Vector 2. Rules: R6. Yellow in 8 has no tile there."""
    match = stands(pawns={"P1 1": 17}, planets={"yellow": 7})
    end_round(match)
    assert told(match)["Jupiter"] == "House 8: Jupiter reaches nothing."
    assert hand(match) == Counter()


def test_several_planets_reach_one_station(stands: Stands) -> None:
    """Vector 3. Rules: R8, R9, A42. Yellow in 1, orange in 4 and red in 10 all give to a green pawn in the middle."""
    match = stands(
        pawns={"P1 1": 1}, planets={"yellow": 12, "orange": 3, "red": 9}, colours={"P1": "green", "P2": "gray"}
    )
    end_round(match)
    assert hand(match) == held("yellow orange red")


def test_a_retrograde_planet_reaches_all_its_tiles(stands: Stands) -> None:
    """Vector 4. Rules: R3, R7. Red in 1; another planet's mark means nothing to it, as for blue in 2."""
    match = stands(planets={"red": 12})
    end_round(match)
    line = told(match)["Mars"]
    assert line.startswith("House 1: Mars is retrograde")
    named = set(line.split(" harms on ")[1].replace(" and ", ", ").removesuffix(".").split(", "))
    assert named == called(1, 5, 6, 8, 12, 15, 16, 17, 19, 20, 22, 25, 28, 35, 37)
    assert "retrograde" not in told(match)["Venus"]


# --- Penalties and gifts ---------------------------------------------------------------------------------------------

CAUGHT = {"pawns": {"P2 1": 12, "P2 2": 35, "P1 1": 30, "P1 2": 36}, "planets": {"red": 12}}
"""Red goes home, and finds both pawns of P2, who plays blue."""
BLUE = {"P1": "gray", "P2": "blue"}


def caught(stands: Stands, cards: str, **others: object) -> Match:
    match = stands("move", hands={"P2": cards}, **{"colours": BLUE, **CAUGHT, **others})
    submit(match, go(2, 7))
    finish(match)
    return match


def test_penalties_are_paid_for_each_pawn(stands: Stands) -> None:
    """Vector 4. Rules: R10, A16, A20. Two pawns, three cards: two of P2's choice go to the supply, one is kept."""
    match = caught(stands, "green gray gray")
    assert match.actors == (1,)
    submit(match, "pay")
    assert legal(match) == {"green", "gray"}
    submit(match, "gray", "green")
    assert hand(match, "P2") == held("gray")
    assert cards(match, "supply")["green"] == 11
    assert cards(match, "charity") == Counter()


def test_orange_turns_penalties_into_gifts(stands: Stands) -> None:
    """Vector 4. Rules: R11, R13, R40, A17. One orange card for both pawns: it is spent, and two red cards come."""
    match = caught(stands, "orange gray")
    submit(match, "protect")
    assert hand(match, "P2") == held("gray red red")
    assert cards(match, "supply")["orange"] == 11


def test_without_orange_one_cannot_be_protected(stands: Stands) -> None:
    """Rules: R11. The question is the same, so that nobody learns what is in the hand."""
    assert why(caught(stands, "gray"), "protect") == ["you have no orange card"]


def test_a_favourite_gains_from_a_retrograde_planet(stands: Stands) -> None:
    """Vector 4. Rules: R12, A18. A red pawn on 28 gets two cards and is not asked, though it has an orange card."""
    match = caught(
        stands, "orange", pawns={**CAUGHT["pawns"], "P2 1": 28, "P2 2": 33}, colours={"P1": "gray", "P2": "red"}
    )
    assert hand(match, "P2") == held("orange red red")


def test_one_orange_card_is_good_against_several_planets(stands: Stands) -> None:
    """Rules: R13, A18. Red and gray are retrograde, and 28 and 19 have tiles of both; P2's own colour is red."""
    match = caught(
        stands, "orange", pawns={"P2 1": 28, "P2 2": 19, "P1 1": 30, "P1 2": 36},
        planets={"red": 12, "gray": 3}, colours={"P1": "gray", "P2": "red"},
    )  # fmt: skip
    submit(match, "protect")
    assert hand(match, "P2") == held("red red red red gray gray")


def test_who_has_no_card_pays_no_penalty_even_if_gifts_follow(stands: Stands) -> None:
    """Scenario 2. Rules: R10, R14, A42. P2 has nothing when penalties are settled, and gets a card after that."""
    match = caught(stands, "", pawns={"P2 1": 12, "P2 2": 8, "P1 1": 30, "P1 2": 36}, planets={"red": 12, "orange": 6})
    assert match.decision is not None
    assert "pay_penalty" not in match.decision.name
    assert hand(match, "P2") == held("orange")


def test_both_cards_are_paid_if_two_are_owed(stands: Stands) -> None:
    """Scenario 10. Rules: R10, A16."""
    match = caught(stands, "green yellow")
    submit(match, "pay", "green", "yellow")
    assert hand(match, "P2") == Counter()


def test_no_more_is_paid_than_there_is(stands: Stands) -> None:
    """Rules: R10, R44. One card, two penalties: enlightenment cards are not touched."""
    match = caught(stands, "green", merit={"P2": 3})
    submit(match, "pay", "green")
    assert hand(match, "P2") == Counter()
    assert cards(match, "merit[P2]") == Counter({"enlightenment": 3})


def test_a_gift_that_is_not_in_the_supply_is_lost(stands: Stands) -> None:
    """Scenario 3. Rules: R15, A42. One yellow card is left for a favourite who should have two."""
    match = stands(pawns={"P1 1": 17}, planets={"yellow": 6}, hands={"P2": "yellow " * 10})
    end_round(match)
    assert hand(match) == held("yellow")


def test_gifts_go_from_house_to_house_and_from_the_starter_on(stands: Stands) -> None:
    """Rules: R14, R15, A19. One blue card for two pawns on 18: P2 began the round, so it is P2's; nobody is asked."""
    match = stands(
        pawns={"P1 1": 18, "P2 1": 14}, planets={"blue": 3}, hands={"P1": "blue " * 5, "P2": "blue " * 5},
        colours={"P1": "gray", "P2": "green"},
    )  # fmt: skip
    end_round(match)
    assert (hand(match)["blue"], hand(match, "P2")["blue"]) == (5, 6)


def test_gifts_must_be_taken(stands: Stands) -> None:
    """Rules: A19, A39. P1 waits for the second promotion with an empty hand, and gets a card all the same."""
    match = stands("move", pawns={"P1 1": OFF, "P1 2": 25}, planets={"yellow": 6}, merit={"P1": 2},
                   colours={"P1": "gray", "P2": "green"})  # fmt: skip
    submit(match, go(2, 5))
    finish(match)
    assert hand(match) == held("yellow")


def test_penalties_are_settled_by_all_before_any_gift(stands: Stands) -> None:
    """Rules: R14. Both are asked, P2 as the starter first; the yellow card that P2 is given comes after that."""
    match = stands("move", pawns={"P1 1": 12, "P1 2": 30, "P2 1": 35, "P2 2": 14}, planets={"red": 12, "yellow": 12},
                   hands={"P1": "green", "P2": "green"}, colours=BLUE)  # fmt: skip
    submit(match, go(2, 7))
    finish(match)
    assert match.actors == (1,)
    submit(match, "pay")
    assert legal(match) == {"green"}
    submit(match, "green")
    assert match.actors == (0,)
    submit(match, "pay", "green")
    assert hand(match, "P2") == held("yellow")


# --- Rounds ----------------------------------------------------------------------------------------------------------


def test_planets_go_one_on_and_retrograde_ones_by_a_die(stands: Stands) -> None:
    """Vector 5 and scenario 7. Rules: R2, R3, R4. Yellow from 8 to 9, which is its home; then a 4 leads to 1."""
    match = stands("move", planets={"yellow": 8, "purple": 11, "gray": 12})
    submit(match, go(2, 8))
    finish(match)
    throw(match, 3)
    finish(match)
    assert [house(match, colour) for colour in COLOURS] == [9, 2, 9, 2, 6, 3, 1]
    while match.chance is None:
        done = match.judge(match.actors[0], "done")
        match.play(done.move if done.ok and done.move else match.legal()[0])
    throw(match, 4)
    assert house(match, "yellow") == 1
    assert house(match, "purple") == 3


def test_the_first_player_moves_on_from_round_to_round(stands: Stands) -> None:
    """Scenario 9. Rules: R23, R24, A22. P2 was first of four, so the next round is 3, 4, 1, 2."""
    match = stands("move", players=4)
    submit(match, go(2, 8))
    finish(match)
    order: list[int] = []
    while match.chance is None and len(order) < 5:
        if match.actors[0] not in order[-1:]:
            order.append(match.actors[0])
        match.play(match.legal()[0])
    assert [seat + 1 for seat in order] == [3, 4, 1, 2, 4]


def test_a_number_of_rounds_can_be_agreed_on() -> None:
    """Rules: A40."""
    match = astro.start("vediic", 2, {"most_rounds": "2"}, seed=4)
    while not match.over:
        if match.chance is not None:
            match.settle()
        else:
            match.play(match.legal()[-1])
    assert match.result is not None
    assert match.result.draw
    assert match.result.text == "nobody has reached enlightenment in 2 rounds"


# --- Step 1: charity -------------------------------------------------------------------------------------------------


def test_one_card_is_taken_from_charity_and_may_be_used(stands: Stands) -> None:
    """Rules: R16, R25, R34. The gray card teleports at once; a second one is not offered."""
    match = stands(charity="gray red", pawns={"P1 1": 34})
    assert legal(match) == {"gray", "red", "done"}
    submit(match, "gray")
    assert hand(match) == held("gray")
    to_step(match, "move")
    submit(match, go(1, 6, "teleport"))
    assert cards(match, "charity") == held("red")


def test_your_own_gift_is_closed_in_the_same_turn(stands: Stands) -> None:
    """Rules: A21, R42. With a red card of another player's in charity one may be taken, but not the own one."""
    match = stands("trade", pawns={"P1 1": 18}, planets={"blue": 4}, black_disk="blue", charity="red",
                   hands={"P1": "red green gray yellow yellow"})  # fmt: skip
    submit(match, "donate red, green and gray", "done")
    submit(match, "stay")
    assert legal(match) == {"red", "done"}
    assert why(match, "green") == ["you gave it in this turn"]
    submit(match, "red")
    assert cards(match, "charity") == held("red green gray")


# --- Steps 2 and 5 ---------------------------------------------------------------------------------------------------

AT_VENUS = {"pawns": {"P1 1": 18}, "planets": {"blue": 4}, "black_disk": "blue"}
"""Blue, with the black disk, in house 4 reaches 2, 14 and 18."""
GUIDED = {"colours": {"P1": "green", "P2": "gray"}}


def test_an_exchange_takes_two_cards_of_other_colours(stands: Stands) -> None:
    """Vector 12. Rules: R26, A4, R42. Two alike will do; as often as you like; blue is not taken for blue."""
    match = stands("trade", hands={"P1": "gray gray blue red red"}, **AT_VENUS)
    assert why(match, "blue and gray for blue") == ["Venus takes no blue card"]
    assert why(match, "gray and gray for red") == ["Mars reaches none of your pawns"]
    submit(match, "gray and gray for blue", "red and red for blue")
    assert hand(match) == held("blue blue blue")
    assert cards(match, "supply")["gray"] == 11


def test_an_exchange_of_unlike_cards_as_an_option(stands: Stands) -> None:
    """Rules: A4."""
    match = stands("trade", hands={"P1": "gray gray red"}, options={"unlike_pairs": "yes"}, **AT_VENUS)
    assert why(match, "gray and gray for blue") == ["the two cards must be of two colours"]
    submit(match, "gray and red for blue")


def test_an_exchange_needs_a_card_in_the_supply(stands: Stands) -> None:
    """Rules: R15."""
    match = stands("trade", hands={"P1": "gray gray", "P2": "blue " * 11}, **AT_VENUS)
    assert why(match, "gray and gray for blue") == ["no blue card is left"]


def test_a_donation_brings_an_enlightenment_card(stands: Stands) -> None:
    """Vector 11. Rules: R5, R27, R28, R42, A6. The cards lie in charity; no second transaction in the same turn."""
    match = stands("trade", hands={"P1": "red green gray yellow purple orange"}, **AT_VENUS)
    submit(match, "donate red, green and gray")
    assert cards(match, "charity") == held("red green gray")
    assert cards(match, "merit[P1]") == Counter({"enlightenment": 1})
    assert why(match, "donate yellow, purple and orange") == ["you have donated or promoted in this turn"]
    submit(match, "done", go(1, 2))
    assert why(match, "donate yellow, purple and orange") == ["you have donated or promoted in this turn"]
    submit(match, "yellow and purple for blue")


def test_the_one_transaction_is_for_the_part_with_yellow_too(stands: Stands) -> None:
    """Rules: A6, R33."""
    match = stands("trade", hands={"P1": "red green gray yellow"}, merit={"P1": 2}, **AT_VENUS)
    submit(match, "donate red, green and gray", "done")
    submit(match, go(1, 2), "done", "yellow", "done")
    assert why(match, "promote 1") == ["you have donated or promoted in this turn"]


def test_a_retrograde_planet_of_enlightenment_trades_nothing(stands: Stands) -> None:
    """Vector 11 and scenario 11. Rules: A33, R5. Another planet lets us come to the question; penalties still apply."""
    match = stands("trade", pawns={"P1 1": 1, "P1 2": 35}, planets={"blue": 7, "yellow": 1}, black_disk="blue",
                   hands={"P1": "red green gray"}, merit={"P1": 2}, colours={"P1": "purple", "P2": "gray"})  # fmt: skip
    assert why(match, "donate red, green and gray") == ["the planet of enlightenment is retrograde"]
    assert why(match, "promote 1") == ["the planet of enlightenment is retrograde"]
    assert why(match, "red and gray for blue") == ["Venus is retrograde"]
    match = stands("move", pawns={"P1 1": 14}, planets={"blue": 6}, black_disk="blue", hands={"P1": "red"})
    submit(match, go(2, 8))
    finish(match)
    submit(match, "pay", "red")
    assert hand(match) == Counter()


def test_a_donation_is_three_cards_of_three_colours(stands: Stands) -> None:
    """Scenario 12. Rules: R27, A5."""
    match = stands("trade", hands={"P1": "red red gray"}, **AT_VENUS)
    assert why(match, "donate red, red and gray") == ["the three cards must be of three colours"]


def test_a_planet_elsewhere_takes_no_donation(stands: Stands) -> None:
    """Rules: R27, A26. The pawn is with yellow; the black disk is under blue."""
    match = stands("trade", pawns={"P1 1": 25, "P1 2": 18}, planets={"yellow": 7}, black_disk="blue",
                   hands={"P1": "red green gray"}, merit={"P1": 2})  # fmt: skip
    assert why(match, "donate red, green and gray") == ["the planet of enlightenment reaches none of your pawns"]
    assert why(match, "promote 2") == ["the planet of enlightenment does not reach that pawn"]


@pytest.mark.parametrize(
    ("merit", "second", "reason"),
    [
        (2, OFF, ["you have all the enlightenment cards that your pawns need"]),
        (3, 35, ["nobody holds more than three enlightenment cards"]),
        (1, OFF, None),
        (2, 35, None),
    ],
)
def test_nobody_earns_more_enlightenment_than_the_pawns_need(
    stands: Stands, merit: int, second: int | None, reason: list[str] | None
) -> None:
    """Scenario 4. Rules: R43, A29. With one pawn two are the most, with two pawns three."""
    match = stands("trade", pawns={"P1 1": 18, "P1 2": second}, planets={"blue": 4}, black_disk="blue",
                   hands={"P1": "red green gray"}, merit={"P1": merit})  # fmt: skip
    if reason:
        assert why(match, "donate red, green and gray") == reason
    else:
        submit(match, "donate red, green and gray")
        assert cards(match, "merit[P1]")["enlightenment"] == merit + 1


def test_enlightenment_cards_may_run_out(stands: Stands) -> None:
    """Rules: A30. As if others held all of them."""
    match = stands("trade", hands={"P1": "red green gray"}, temple=[], **AT_VENUS)
    assert why(match, "donate red, green and gray") == ["no enlightenment card is left"]


def test_a_promoted_pawn_leaves_and_the_other_one_must_move(stands: Stands) -> None:
    """Scenario 5. Rules: R27, R45, A25, A29, R30. Before the move; one of three enlightenment cards is left."""
    match = stands("trade", merit={"P1": 3}, hands={"P1": "red"}, **AT_VENUS)
    submit(match, "promote 1")
    assert at(match, "P1 1") is None
    assert cards(match, "merit[P1]")["enlightenment"] == 1
    assert cards(match, "temple")["enlightenment"] == 12
    to_step(match, "move")
    assert {text.split()[1] for text in legal(match)} == {"2"}


def test_a_promotion_takes_two_cards(stands: Stands) -> None:
    """Rules: R27."""
    match = stands("trade", merit={"P1": 1}, hands={"P1": "red red"}, **AT_VENUS)
    assert why(match, "promote 1") == ["a promotion takes two enlightenment cards"]


def test_the_second_promotion_needs_an_empty_hand_and_wins(stands: Stands) -> None:
    """Rules: R46, R32, A28, A34. After the move; a card in hand cannot just be thrown away."""
    last = {"pawns": {"P1 1": OFF, "P1 2": 7}, "planets": {"blue": 4}, "black_disk": "blue", "merit": {"P1": 2}}
    match = stands("move", hands={"P1": "red"}, **last)
    submit(match, go(2, 18))
    assert legal(match) == {"done"}
    assert why(match, "promote 2") == ["the second pawn is promoted only when your hand is empty"]
    match = stands("move", **last)
    submit(match, go(2, 18))
    submit(match, "promote 2")
    assert match.result is not None
    assert match.result.winners == (0,)
    assert match.result.text == "both pawns of P1 have reached enlightenment"
    assert cards(match, "merit[P1]") == Counter()


def test_to_step_on_an_active_station_brings_nothing(stands: Stands) -> None:
    """Scenario 1. Rules: R16, R32, A27. Only trade is offered; the pawn that did not move may trade as well."""
    match = stands("move", pawns={"P1 1": 7, "P1 2": 35}, planets={"blue": 4, "red": 8}, black_disk="blue",
                   hands={"P1": "gray gray gray gray"}, **GUIDED)  # fmt: skip
    submit(match, go(1, 18))
    assert hand(match) == held("gray gray gray gray")
    submit(match, "gray and gray for blue", "gray and gray for red")
    assert hand(match) == held("blue red")


def test_players_do_not_trade_and_nothing_is_thrown_away(stands: Stands) -> None:
    """Rules: A24, A34. All that is ever offered besides moves: exchange, donate, promote, rob."""
    match = stands("trade", hands={"P1": "gray gray red purple", "P2": "red"}, **AT_VENUS)
    assert {text.split()[-1] if " for " in text else text.split()[0] for text in legal(match)} == {
        "blue", "donate", "done",
    }  # fmt: skip
    submit(match, "done")
    assert legal(match) == {"rob P2", "done"}


# --- Step 3 ----------------------------------------------------------------------------------------------------------


def test_purple_takes_a_card_at_random_from_one_or_two(stands: Stands, seen: Seen) -> None:
    """Rules: R29, R40, R44, A35, A36, A37. Only thief and victim learn the card; enlightenment cards stay."""
    match = stands(
        "steal", players=4, hands={"P1": "purple purple", "P2": "red", "P3": "blue blue blue"}, merit={"P2": 2}
    )
    assert legal(match) == {"rob P2", "rob P3", "rob P2 and P3", "done"}
    assert why(match, "rob P4") == ["there is nothing to take from P4"]
    submit(match, "rob P2 and P3")
    assert [name for _, _, name in match.outcomes()] == ["red"]
    match.settle_all()
    assert hand(match) == held("purple red blue")
    red, blue = match.events[-2:]
    assert [(event.text, event.readers, event.public) for event in (red, blue)] == [
        ("red", 0b0011, "a card"), ("blue", 0b0101, "a card"),
    ]  # fmt: skip
    assert seen(match, 3)["hand[P1]"] == "3 cards"
    assert cards(match, "merit[P2]")["enlightenment"] == 2
    submit(match, "rob P3")
    match.settle_all()
    assert why(match, "rob P3") == ["you have no purple card"]
    to_step(match, "move")
    assert hand(match) == held("red blue blue")


def test_with_two_players_there_is_one_victim(stands: Stands) -> None:
    """Rules: A36. A stolen purple card may be played at once."""
    match = stands("steal", hands={"P1": "purple", "P2": "purple red"})
    assert legal(match) == {"rob P2", "done"}
    submit(match, "rob P2")
    throw_card(match, "purple")
    submit(match, "rob P2")
    match.settle_all()
    assert hand(match) == held("red")


def throw_card(match: Match, card: str) -> None:
    match.settle({shown: value for value, _, shown in match.outcomes()}[card])


# --- Step 4: walking -------------------------------------------------------------------------------------------------


def test_a_pawn_walks_one_or_two_stations(stands: Stands) -> None:
    """Vector 6. Rules: R30, R34. From the middle; with an opponent on 14, neither 14 nor 2 can be reached."""
    match = stands("move", pawns={"P1 1": 1})
    assert targets(match, "walk 1 to") == {14, 15, 16, 17, 2, 3, 4, 5}
    assert "done" not in legal(match)
    match = stands("move", pawns={"P1 1": 1, "P2 1": 14})
    assert targets(match, "walk 1 to") == {3, 4, 5, 15, 16, 17}
    assert why(match, go(1, 14)) == [f"{NAME[14]} is occupied: you cannot share it, nor displace everybody"]
    assert why(match, go(1, 2)) == [f"{NAME[2]} is too far, or the way is blocked"]


def test_a_longer_walk_needs_green(stands: Stands) -> None:
    """Scenario 13. Rules: R30, R35."""
    match = stands("move", pawns={"P1 1": 1})
    assert why(match, go(1, 20)) == [f"{NAME[20]} is too far, or the way is blocked"]
    assert why(match, go(1, 20, "run")) == ["you have no green card"]


def test_green_walks_four_stations_and_over_others(stands: Stands) -> None:
    """Vector 7. Rules: R35, A9, A10. Over 14 to 6 in four steps; 14 itself is taken; nothing is further than four."""
    match = stands("move", pawns={"P1 1": 1, "P2 1": 14, "P2 2": 30}, hands={"P1": "green green"})
    assert {2, 18, 20, 26, 6, 7, 10} <= targets(match, "run 1 to")
    assert targets(match, "run 1 to") == set(STATIONS) - {1, 14} - {30, 31, 32, 33, 34, 35, 36, 37}
    assert why(match, go(1, 31, "run")) == [f"{NAME[31]} is too far"]
    submit(match, go(1, 6, "run"))
    assert at(match, "P1 1") == 6
    assert hand(match) == held("green")
    assert cards(match, "supply")["green"] == 10


def test_the_own_pawn_is_in_the_way_like_any_other(stands: Stands) -> None:
    """Rules: A11. It blocks, red does not move it, green goes over it, blue shares with it."""
    match = stands("move", pawns={"P1 1": 1, "P1 2": 14}, hands={"P1": "red"})
    assert not {14, 2} & targets(match, "walk 1 to")
    match = stands("move", pawns={"P1 1": 1, "P1 2": 14}, hands={"P1": "green"})
    assert 2 in targets(match, "run 1 to")
    assert 14 not in targets(match, "run 1 to")


def test_blue_shares_also_with_the_own_pawn(stands: Stands) -> None:
    """Vector 10. Rules: R38, A11. Both pawns stand on 14, and yellow, which comes to house 1, gives to both."""
    match = stands("move", pawns={"P1 1": 1, "P1 2": 14}, planets={"yellow": 12}, hands={"P1": "blue"}, **GUIDED)
    submit(match, go(1, 14))
    assert legal(match) == {"share"}
    submit(match, "share")
    assert (at(match, "P1 1"), at(match, "P1 2")) == (14, 14)
    finish(match)
    assert hand(match) == held("yellow yellow")


def test_red_displaces_to_where_the_mover_came_from(stands: Stands) -> None:
    """Vector 9. Rules: R36, A15. The mover stands on 14, the opponent on 1; nobody is asked."""
    match = stands("move", pawns={"P1 1": 1, "P2 1": 14}, hands={"P1": "red"})
    submit(match, go(1, 14))
    assert why(match, "share") == ["you have no blue card"]
    submit(match, "displace P2 1")
    assert (at(match, "P1 1"), at(match, "P2 1")) == (14, 1)
    assert hand(match) == Counter()


def test_two_opponents_take_two_red_cards(stands: Stands) -> None:
    """Vector 9. Rules: R36, R41. With one it is refused; both land on 1 together."""
    two = {"P1 1": 1, "P2 1": 14, "P2 2": 14}
    match = stands("move", pawns=two, hands={"P1": "red"})
    assert why(match, go(1, 14)) == [f"{NAME[14]} is occupied: you cannot share it, nor displace everybody"]
    match = stands("move", pawns=two, hands={"P1": "red red"})
    submit(match, go(1, 14), "displace P2 2", "displace P2 1")
    assert [at(match, pawn) for pawn in ("P1 1", "P2 1", "P2 2")] == [14, 1, 1]


def test_red_for_some_and_blue_for_the_rest(stands: Stands) -> None:
    """Rules: A14, R36, R38."""
    match = stands("move", pawns={"P1 1": 1, "P2 1": 14, "P2 2": 14}, hands={"P1": "red blue"})
    submit(match, go(1, 14), "displace P2 1")
    assert why(match, "displace P2 2") == ["you have no red card"]
    submit(match, "share")
    assert [at(match, pawn) for pawn in ("P1 1", "P2 1", "P2 2")] == [14, 1, 14]
    assert hand(match) == Counter()


def test_a_displaced_pawn_may_come_into_a_penalty(stands: Stands) -> None:
    """Scenario 8. Rules: R36. The mover came from 1, which red makes active when it comes home."""
    match = stands("move", pawns={"P1 1": 1, "P2 1": 14}, planets={"red": 12}, hands={"P1": "red", "P2": "gray"})
    submit(match, go(1, 14), "displace P2 1")
    finish(match)
    assert match.actors == (1,)
    submit(match, "pay", "gray")
    assert hand(match, "P2") == Counter()


def test_gray_teleports_to_any_gray_station(stands: Stands) -> None:
    """Vector 8. Rules: R37, A12, A42. From 34, which has no gray tile, to 6, but not to the middle; it is the move."""
    match = stands("move", pawns={"P1 1": 34, "P2 1": 36, "P2 2": 33}, hands={"P1": "gray"})
    assert targets(match, "teleport 1 to") == set(TOUCHED["gray"])
    assert why(match, go(1, 1, "teleport")) == [f"there is no gray tile at {NAME[1]}"]
    submit(match, go(1, 6, "teleport"))
    assert at(match, "P1 1") == 6
    assert values(match)["starter"] == "P1", "the turn and the round are over"


def test_gray_does_not_lead_to_where_the_pawn_is(stands: Stands) -> None:
    """Rules: R37."""
    match = stands("move", pawns={"P1 1": 6}, hands={"P1": "gray"})
    assert why(match, go(1, 6, "teleport"))[0] == "the pawn is there already"
    assert why(stands("move", pawns={"P1 1": 6}), go(1, 7, "teleport")) == ["you have no gray card"]


def test_gray_only_from_gray_as_an_option(stands: Stands) -> None:
    """Rules: A12. A walk to a gray tile may come before it."""
    match = stands("move", pawns={"P1 1": 34, "P2 1": 36}, hands={"P1": "gray"}, options={"gray_to_gray": "yes"})
    assert why(match, go(1, 6, "teleport")) == [f"there is no gray tile at {NAME[34]}"]
    assert targets(match, "walk 1 over") == {9, 21, 32}
    assert why(match, over(1, 12)) == [f"there is no gray tile at {NAME[12]}"]


def test_gray_goes_together_with_red_and_blue(stands: Stands) -> None:
    """Rules: A13, R36, R38. The displaced pawn comes to where the mover was, wherever that is."""
    match = stands("move", pawns={"P1 1": 34, "P2 1": 6, "P2 2": 6}, hands={"P1": "gray red blue"})
    submit(match, go(1, 6, "teleport"), "displace P2 2", "share")
    assert [at(match, pawn) for pawn in ("P1 1", "P2 1", "P2 2")] == [6, 6, 34]


def test_a_walk_may_come_before_a_teleport_but_not_after(stands: Stands) -> None:
    """Rules: R37, R35, A43. With red on both stations both pawns go to the first start; then the move is over."""
    match = stands("move", pawns={"P1 1": 1, "P2 1": 20, "P2 2": 31}, hands={"P1": "green gray red red"})
    assert why(match, over(1, 20)) == [f"{NAME[20]} is too far, or the way is blocked"]
    submit(match, over(1, 20, "run"), "displace P2 1")
    assert "pass" not in legal(match)
    assert why(match, f"teleport to {NAME[20]}")[0] == "the pawn is there already"
    assert why(match, f"teleport to {NAME[1]}") == [
        f"there is no gray tile at {NAME[1]}",
        f"{NAME[1]} is occupied: you cannot share it, nor displace everybody",
    ]
    submit(match, f"teleport to {NAME[31]}", "displace P2 2")
    assert [at(match, pawn) for pawn in ("P1 1", "P2 1", "P2 2")] == [31, 1, 1]
    assert hand(match) == Counter()


def test_teleporting_back_to_the_start_can_only_be_shared(stands: Stands) -> None:
    """Rules: A43, A14. The pawn that was sent to the start stands there; red would send it to where it is."""
    back = {"P1 1": 6, "P2 1": 20}
    match = stands("move", pawns=back, hands={"P1": "gray red red"})
    submit(match, over(1, 20), "displace P2 1")
    assert why(match, f"teleport to {NAME[6]}") == [
        f"{NAME[6]} is occupied: you cannot share it, nor displace everybody"
    ]
    match = stands("move", pawns=back, hands={"P1": "gray red red blue"})
    submit(match, over(1, 20), "displace P2 1", f"teleport to {NAME[6]}")
    assert why(match, "displace P2 1") == ["this is where you came from"]
    submit(match, "share")
    assert [at(match, pawn) for pawn in ("P1 1", "P2 1")] == [6, 6]


BLOCKED = {"P1 1": 13, "P1 2": 29, "P2 1": 36, "P2 2": 37, "P3 1": 5}
"""P1's pawns in the corner D: 13 is shut in by 29, 36 and 37, and 29 by 5 and 13."""


def test_who_is_blocked_may_pass_or_use_cards(stands: Stands) -> None:
    """Rules: R31, A38, A42. After a pass, step 5 is open."""
    match = stands("move", players=3, pawns=BLOCKED, planets={"green": 6}, hands={"P1": "gray red red"}, **GUIDED)
    assert "pass" in legal(match)
    assert any(text.startswith("teleport 1") for text in legal(match))
    assert any(text.startswith("walk 1") for text in legal(match)), "red displaces"
    submit(match, "pass")
    submit(match, "red and red for green")
    assert hand(match) == held("gray green")


def test_who_can_walk_must(stands: Stands) -> None:
    """Rules: R30, R31."""
    match = stands("move", players=3, pawns={**BLOCKED, "P3 1": 1})
    assert why(match, "pass") == ["one of your pawns can walk"]


# --- Yellow ----------------------------------------------------------------------------------------------------------


def test_yellow_pays_for_not_moving_and_opens_charity_again(stands: Stands) -> None:
    """Scenario 6. Rules: R30, R39, R33, R41, A8, A42. A second card from charity; stealing is open again; no yellow."""
    match = stands(charity="purple yellow", hands={"P1": "yellow gray", "P2": "red"})
    submit(match, "yellow", "done", "stay", "purple")
    assert hand(match) == held("yellow gray purple")
    submit(match, "rob P2")
    match.settle_all()
    assert hand(match) == held("yellow gray red")
    finish(match)
    assert values(match)["starter"] == "P1", "no second yellow was asked for"


def test_not_moving_costs_a_yellow_card(stands: Stands) -> None:
    """Rules: R30."""
    assert why(stands("move"), "stay") == ["you have no yellow card"]


def test_yellow_repeats_all_steps_for_the_other_pawn(stands: Stands) -> None:
    """Rules: R33, R39, A7, A8. Charity, trade, theft, the move of the other pawn, trade; then the turn is over."""
    match = stands("move", pawns={"P1 1": 1, "P1 2": 18}, planets={"blue": 4}, black_disk="yellow", charity="purple",
                   hands={"P1": "yellow yellow gray gray", "P2": "red"})  # fmt: skip
    submit(match, go(1, 15), "done", "yellow", "purple")
    submit(match, "gray and purple for blue", "done", "done")
    assert why(match, go(1, 3)) == ["this pawn has moved in this turn"]
    assert why(match, "stay") == ["you have played yellow in this turn"]
    submit(match, go(2, 7))
    finish(match)
    assert values(match)["starter"] == "P1", "a second yellow card was not offered"
    assert hand(match) == held("yellow gray blue")


def test_yellow_needs_another_pawn_that_can_move(stands: Stands) -> None:
    """Rules: A7, R39. With one pawn left nobody is asked; if the other pawn is shut in, yellow is refused."""
    match = stands("move", pawns={"P1 1": OFF}, hands={"P1": "yellow"})
    submit(match, go(2, 8))
    assert values(match)["starter"] == "P1", "the round is over"
    shut = {"P1 1": 1, "P1 2": 13, "P2 1": 36, "P2 2": 37, "P3 1": 29}
    match = stands("move", players=3, pawns=shut, hands={"P1": "yellow red"})
    submit(match, go(1, 15))
    submit(match, "yellow")
    match = stands("move", players=3, pawns=shut, hands={"P1": "yellow"})
    submit(match, go(1, 15))
    assert why(match, "yellow") == ["your other pawn cannot move"]
    match = stands("move", players=3, pawns=shut, hands={"P1": "gray"})
    submit(match, go(1, 15))
    assert why(match, "yellow") == ["you have no yellow card"]


def test_who_played_yellow_to_move_a_pawn_must_move_it(stands: Stands) -> None:
    """Rules: R39, A38. The other pawn is shut in, but red frees it; once the red card is spent, passing is allowed."""
    shut = {"P1 1": 16, "P1 2": 13, "P2 1": 36, "P2 2": 37, "P3 1": 29}
    match = stands("move", players=3, pawns=shut, planets={"yellow": 10}, hands={"P1": "yellow red purple"}, **GUIDED)
    submit(match, go(1, 4), "done", "yellow", "done")
    assert why(match, "pass") == ["you have played yellow to move this pawn"]
    match = stands("move", players=3, pawns=shut, planets={"yellow": 10}, hands={"P1": "yellow red purple"}, **GUIDED)
    submit(match, go(1, 4), "done", "yellow", "red and purple for yellow")
    to_step(match, "move")
    submit(match, "pass")


def test_a_pawn_promoted_after_yellow_need_not_move(stands: Stands) -> None:
    """Rules: R33, A25. The other pawn is promoted in step 2 of the second part, and nothing is left to move."""
    match = stands("move", pawns={"P1 1": 1, "P1 2": 18}, planets={"blue": 4}, black_disk="blue", merit={"P1": 2},
                   hands={"P1": "yellow"})  # fmt: skip
    submit(match, go(1, 15), "done", "yellow", "promote 2")
    assert values(match)["starter"] == "P1", "the turn and the round are over"
    assert at(match, "P1 2") is None
