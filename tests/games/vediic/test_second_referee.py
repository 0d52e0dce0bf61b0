"""Vediic against a second referee: in random positions, all ways to move a pawn, and all that planets take and give.

The other side is `chart.py`, which knows only the definitions, and tries paths and cards one by one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from vediic.chart import (
    BY_NAME,
    COLOURS,
    HOME,
    NAME,
    NAMES,
    STATIONS,
    TOUCHED,
    Pawns,
    active,
    ends,
    gifts,
    harm,
    landings,
    on,
    retrograde,
)
from vediic.table import SetUp, cards, fields, house, legal, seated, submit, throw, values

from astro_referee import Match

POSITIONS, PARTS = 500, 2
"""Random positions, and the parts they are split into, of which a short run has the first."""
each_part = pytest.mark.parametrize(
    "number", [0, *(pytest.param(number, marks=pytest.mark.thorough) for number in range(1, PARTS))]
)
PLAYERS = (2, 4)
MOVES = 3
"""Moves of a position whose last steps are compared as well."""
SEATED: dict[int, Match] = {}

Hands = dict[str, Counter[str]]


def any_pawns(pick: random.Random, seats: list[str]) -> Pawns:
    """Pawns anywhere, or crowded into a corner of the board; some share a station, some are off the board."""
    near = pick.choice(STATIONS)
    close = [station for station in STATIONS if station in ends_of(near)]
    some = list(STATIONS) if pick.random() < 0.5 else close
    pawns: Pawns = {(seat, number): pick.choice(some) for seat in seats for number in (1, 2)}
    for seat in seats:
        if pick.random() < 0.1:
            pawns[seat, pick.choice((1, 2))] = None
    return pawns


def ends_of(start: int) -> set[int]:
    """Stations around one."""
    return ends({("P1", 1): start}, ("P1", 1), Counter(green=1))["run"]


def any_hands(pick: random.Random, seats: list[str]) -> Hands:
    left = Counter(dict.fromkeys(COLOURS, 11))
    hands: Hands = {}
    for seat in seats:
        hands[seat] = Counter()
        for _ in range(pick.choice((0, 1, 2, 3, 5, 8))):
            card = pick.choice([colour for colour in COLOURS if left[colour]])
            left[card] -= 1
            hands[seat][card] += 1
    if pick.random() < 0.3:  # a colour that has nearly run out
        card = pick.choice(COLOURS)
        hands[seats[-1]][card] += max(0, left[card] - pick.randint(0, 3))
    return hands


class Table:
    """A random position: P1 is asked to move, and the round is over after that."""

    def __init__(self, seed: int, set_up: SetUp) -> None:
        self.pick = pick = random.Random(seed)
        self.players = PLAYERS[seed % len(PLAYERS)]
        self.seats = [f"P{n}" for n in range(1, self.players + 1)]
        self.pawns, self.hands = any_pawns(pick, self.seats), any_hands(pick, self.seats)
        own = pick.sample(COLOURS, self.players)
        self.colours = dict(zip(self.seats, own, strict=True))
        # A planet about to come home, or at home, makes more happen than one elsewhere.
        self.planets = {c: pick.choice((HOME[c], on(HOME[c], -1), *range(1, 13))) for c in COLOURS}
        if self.players not in SEATED:
            SEATED[self.players] = seated(self.players, set_up, {})
        held = {seat: list(hand.elements()) for seat, hand in self.hands.items()}
        written = fields(self.players, self.pawns, self.planets, held, colours=self.colours, black_disk="yellow")
        self.match = set_up(SEATED[self.players], written)
        while self.match.decision is not None and not self.match.decision.name.endswith("move_a_pawn"):
            submit(self.match, "done")

    def mine(self) -> Iterator[tuple[str, int]]:
        return (pawn for pawn, station in self.pawns.items() if pawn[0] == "P1" and station is not None)


def part(number: int) -> range:
    return range(number * POSITIONS // PARTS, (number + 1) * POSITIONS // PARTS)


# --- Moving a pawn ---------------------------------------------------------------------------------------------------


def expected_moves(table: Table) -> set[str]:
    """All that may be done in step 4, by trying every path."""
    hand = table.hands["P1"]
    found = {
        f"{how.split()[0]} {pawn[1]} {'via' if 'via' in how else 'to'} {NAME[station]}"
        for pawn in table.mine()
        for how, stations in ends(table.pawns, pawn, hand).items()
        for station in stations
    }
    free = any(ends(table.pawns, pawn, Counter())["walk"] for pawn in table.mine())
    return found | ({"stay"} if hand["yellow"] else set()) | (set() if free else {"pass"})


def outcomes(match: Match) -> set[tuple[object, bool]]:
    """All ways to make room on a station: who was displaced, and whether the others share."""
    if match.decision is None or not match.decision.name.endswith("making_room"):
        return {(frozenset(), False)}
    found: set[tuple[object, bool]] = set()
    for text in legal(match):
        then = match.copy()
        submit(then, text)
        if text == "share":
            found.add((frozenset(), True))
            continue
        _, seat, number = text.split()
        for away, shared in outcomes(then):
            assert isinstance(away, frozenset)
            found.add((away | {(seat, int(number))}, shared))
    return found


def look_closer(table: Table, text: str) -> None:
    """One move to its end: ways to make room, and where a teleport behind it may lead."""
    how, number, word, name = text.split()
    mover, to = ("P1", int(number)), BY_NAME[name]
    start = table.pawns[mover]
    assert start is not None
    match, hand = table.match.copy(), table.hands["P1"].copy()
    hand -= Counter({"run": ["green"], "teleport": ["gray"]}.get(how, []))
    submit(match, text)
    assert outcomes(match) == landings(table.pawns, mover, to, start, hand)
    pawns = table.pawns | {mover: to}
    while match.decision is not None and match.decision.name.endswith("making_room"):
        chosen = table.pick.choice(sorted(legal(match)))
        submit(match, chosen)
        hand -= Counter(["blue" if chosen == "share" else "red"])
        if chosen != "share":
            pawns[chosen.split()[1], int(chosen.split()[2])] = start
    if word == "via":
        there = {to for to in TOUCHED["gray"] - {pawns[mover]} if landings(pawns, mover, to, start, hand)}
        assert legal(match) == {f"teleport to {NAME[to]}" for to in there}


@each_part
def test_pawns_move_as_by_trying_every_path(number: int, set_up: SetUp) -> None:
    """Rules: R30, R31, R35, R36, R37, R38, A9, A10, A11, A12, A13, A14, A43."""
    for seed in part(number):
        table = Table(seed, set_up)
        if not list(table.mine()):
            continue
        found = legal(table.match)
        assert found == expected_moves(table), seed
        walks = sorted(found - {"stay", "pass"})
        for text in table.pick.sample(walks, min(MOVES, len(walks))):
            look_closer(table, text)


# --- Planets ---------------------------------------------------------------------------------------------------------


def simple_move(table: Table) -> bool:
    """P1 moves without a card, if that is possible, and does nothing else."""
    for pawn in table.mine():
        start = table.pawns[pawn]
        free = ends(table.pawns, pawn, Counter())["walk"]
        if free and start is not None:
            to = table.pick.choice(sorted(free))
            submit(table.match, f"walk {pawn[1]} to {NAME[to]}")
            table.pawns[pawn] = to
            return True
    return False


def settle(table: Table) -> set[str]:
    """Planets move, players pay or protect themselves, as often as the oracle says; gives those who are protected."""
    match, order = table.match, [*table.seats[1:], "P1"]
    while match.decision is not None and "steps" in match.decision.name and match.actors == (0,):
        if not match.judge(0, "done").ok or values(table.match)["starter"] != "P2":
            break
        submit(match, "done")
    rolled = [c for c in COLOURS if retrograde(table.planets, c)]
    faces = [table.pick.randint(1, 6) for _ in rolled]
    throw(match, *faces)
    steps = dict(zip(rolled, faces, strict=True))
    table.planets = {c: on(house, steps.get(c, 1)) for c, house in table.planets.items()}
    protected: set[str] = set()
    for seat in order:
        hand = table.hands[seat]
        owed = min(harm(table.planets, table.pawns, seat, table.colours[seat]), hand.total())
        if not owed:
            continue
        assert [f"P{n + 1}" for n in match.actors] == [seat]
        assert legal(match) == {"pay", *(["protect"] if hand["orange"] else [])}
        if hand["orange"] and table.pick.random() < 0.5:
            submit(match, "protect")
            protected.add(seat)
            table.hands[seat] = hand - Counter(["orange"])
            continue
        submit(match, "pay")
        for _ in range(owed):
            assert legal(match) == set(table.hands[seat])
            card = table.pick.choice(sorted(table.hands[seat]))
            submit(match, card)
            table.hands[seat] = table.hands[seat] - Counter([card])
    return protected


@each_part
def test_planets_take_and_give_as_the_table_says(number: int, set_up: SetUp) -> None:
    """Rules: R4, R6, R7, R9, R10, R11, R12, R13, R14, R15, A16, A18, A19, A20, A32."""
    compared = 0
    for seed in part(number):
        table = Table(seed, set_up)
        if not list(table.mine()) or not simple_move(table):
            continue
        compared += 1
        protected = settle(table)
        supply = Counter(dict.fromkeys(COLOURS, 11))
        for hand in table.hands.values():
            supply -= hand
        order = [*table.seats[1:], "P1"]
        for seat, colour, count in gifts(table.planets, table.pawns, table.colours, protected, order):
            given = min(count, supply[colour])
            supply[colour] -= given
            table.hands[seat][colour] += given
        assert {c: house(table.match, c) for c in COLOURS} == table.planets
        assert {seat: cards(table.match, f"hand[{seat}]") for seat in table.seats} == {
            seat: +hand for seat, hand in table.hands.items()
        }, seed
        lines = [line.text for event in table.match.events for line in event.said if line.text.startswith("House ")]
        told = {line.split(": ")[1].split()[0]: line for line in lines}
        for colour in COLOURS:
            words = told[NAMES[colour]].replace(",", "").replace(".", "").split()
            assert {BY_NAME[word] for word in words if word in BY_NAME} == active(table.planets, colour)
    assert compared > POSITIONS // PARTS // 2
