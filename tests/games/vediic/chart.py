"""The chart of Vediic by hand, from its geometry: stations by number, tiles, what is active, where pawns may go.

Nothing here is read from the rule file; stations have the numbers of the rulings, and `called` says their names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

Planets = Mapping[str, int]
"""The house of each colour."""
Pawns = dict[tuple[str, int], int | None]
"""The station of each pawn, by its player and number; None is off the board."""

COLOURS = ("yellow", "purple", "orange", "blue", "green", "red", "gray")
HOME = {"red": 1, "green": 3, "gray": 4, "orange": 5, "blue": 7, "yellow": 9, "purple": 11}
NAMES = {"yellow": "Jupiter", "purple": "Saturn", "orange": "Sun", "blue": "Venus", "green": "Mercury", "red": "Mars"}
NAMES |= {"gray": "Moon"}

POINTS = {
    "O": (4, 4), "P1": (2, 6), "P2": (6, 6), "P3": (6, 2), "P4": (2, 2), "T": (4, 8), "L": (0, 4), "S": (4, 0),
    "R": (8, 4), "A": (0, 8), "B": (8, 8), "C": (8, 0), "D": (0, 0),
}  # fmt: skip
INNER = ("O-P1", "O-P2", "O-P3", "O-P4", "L-P1", "L-P4", "P1-T", "P2-R", "P2-T", "P3-R", "P3-S", "P4-S")
OUTER = ("A-P1", "B-P2", "C-P3", "D-P4", "A-L", "A-T", "B-R", "B-T", "C-R", "C-S", "D-L", "D-S")
SEGMENTS = INNER + OUTER
CORNERS = {
    1: "T=red P1=green O=yellow P2=gray", 2: "T=gray A=orange P1=purple", 3: "A=blue L=gray P1=yellow",
    4: "P1=blue L=green P4=red O=orange", 5: "L=purple D=yellow P4=gray", 6: "P4=blue D=green S=red",
    7: "O=blue P4=yellow S=orange P3=purple", 8: "S=green C=red P3=gray", 9: "P3=blue C=green R=purple",
    10: "P2=purple O=red P3=yellow R=orange", 11: "P2=green R=gray B=orange", 12: "T=orange P2=blue B=purple",
}  # fmt: skip
"""The corners of the houses, going round, and the colours of the tiles in them."""

NUMBER = {name: n for n, name in enumerate([*POINTS, *SEGMENTS], 1)}
STATIONS = range(1, len(NUMBER) + 1)


def place(name: str) -> tuple[int, int]:
    ends = [POINTS[end] for end in name.split("-")]
    return sum(x for x, _ in ends) // len(ends), sum(y for _, y in ends) // len(ends)


PLACE = {n: place(name) for name, n in NUMBER.items()}
BY_NAME = {"abcdefghi"[x] + str(y + 1): n for n, (x, y) in PLACE.items()}
NAME = {n: name for name, n in BY_NAME.items()}
LINKS: dict[int, set[int]] = {n: set() for n in STATIONS}
for segment in SEGMENTS:
    for end in segment.split("-"):
        LINKS[NUMBER[segment]].add(NUMBER[end])
        LINKS[NUMBER[end]].add(NUMBER[segment])


def middle(one: str, other: str) -> int:
    return NUMBER["-".join(sorted((one, other)))]


def tiles() -> dict[tuple[int, str], frozenset[int]]:
    """The stations each tile touches: its corner, and the middles of the two sides that meet there."""
    made = {}
    for house, text in CORNERS.items():
        corners = [corner.split("=") for corner in text.split()]
        for at, (point, colour) in enumerate(corners):
            beside = (corners[at - 1][0], corners[(at + 1) % len(corners)][0])
            made[house, colour] = frozenset({NUMBER[point], *(middle(point, other) for other in beside)})
    return made


TILES = tiles()
TOUCHED = {c: frozenset().union(*(there for (_, colour), there in TILES.items() if colour == c)) for c in COLOURS}


def called(*numbers: int) -> set[str]:
    return {NAME[n] for n in numbers}


# --- Planets ---------------------------------------------------------------------------------------------------------


def on(house: int, steps: int) -> int:
    return (house - 1 + steps) % 12 + 1


def retrograde(planets: Planets, colour: str) -> bool:
    return planets[colour] == HOME[colour]


def active(planets: Planets, colour: str) -> frozenset[int]:
    return TOUCHED[colour] if retrograde(planets, colour) else TILES.get((planets[colour], colour), frozenset())


def harm(planets: Planets, pawns: Pawns, player: str, own: str) -> int:
    """Pairs of a pawn and a retrograde planet that is not its favourite."""
    return sum(
        station in active(planets, colour)
        for (owner, _), station in pawns.items()
        for colour in COLOURS
        if owner == player and colour != own and retrograde(planets, colour)
    )


def gifts(
    planets: Planets, pawns: Pawns, colours: Mapping[str, str], protected: Collection[str], order: list[str]
) -> Iterator[tuple[str, str, int]]:
    """What planets would give, one after the other: player, colour, number of cards."""
    for house in range(1, 13):
        for colour in COLOURS:
            if planets[colour] != house:
                continue
            for player in order:
                for number in (1, 2):
                    if pawns[player, number] in active(planets, colour):
                        usual = 0 if retrograde(planets, colour) and player not in protected else 1
                        yield player, colour, 2 if colours[player] == colour else usual


# --- Pawns -----------------------------------------------------------------------------------------------------------


def walks(start: int, most: int, passed: Collection[int]) -> set[int]:
    """Where walks over distinct stations may end; all but the last must be in `passed`."""
    ends: set[int] = set()

    def go(path: tuple[int, ...]) -> None:
        for station in LINKS[path[-1]] - set(path):
            ends.add(station)
            if len(path) < most and station in passed:
                go((*path, station))

    go((start,))
    return ends


def landings(pawns: Pawns, mover: tuple[str, int], to: int, start: int, hand: Counter[str]) -> set[tuple[object, bool]]:
    """Ways to come to a station: the pawns that are displaced, and whether the others are shared with."""
    there = [pawn for pawn, station in pawns.items() if station == to and pawn != mover]
    opponents = [pawn for pawn in there if pawn[0] != mover[0]] if to != start else []
    found: set[tuple[object, bool]] = set()
    for count in range(min(len(opponents), hand["red"]) + 1):
        for away in combinations(opponents, count):
            if len(away) == len(there) or hand["blue"]:
                found.add((frozenset(away), len(away) < len(there)))
    return found


def ends(pawns: Pawns, mover: tuple[str, int], hand: Counter[str]) -> dict[str, set[int]]:
    """Where each kind of move may lead: `walk`, `run`, `teleport`, and walking before a teleport, `via`."""
    start = pawns[mover]
    assert start is not None
    empty = set(STATIONS) - set(pawns.values())
    walk, run = walks(start, 2, empty), walks(start, 4, STATIONS)
    room = {to for to in STATIONS if landings(pawns, mover, to, start, hand)}
    return {
        "walk": walk & room,
        "run": run & room if hand["green"] else set(),
        "teleport": (TOUCHED["gray"] - {start}) & room if hand["gray"] else set(),
        "walk via": walk & room if hand["gray"] else set(),
        "run via": run & room if hand["green"] and hand["gray"] else set(),
    }
