"""What the engines are to reach: for each goal its figure in a run, and why it is missed where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from benchmarks.speed import chess_library, costs, openspiel, search
from benchmarks.speed.figures import Figures
from benchmarks.speed.own import BIT_MASKS, EXPERT, PYTHON, C

Found = tuple[float, str]
"""A figure, and of which game it is, if it is the worst of several."""


@frozen
class Goal:
    """Something to reach: at least so much, or at most."""

    what: str
    wanted: float
    find: Callable[[Figures], Found | None]
    why: str
    """Why it is missed, if it is."""
    unit: str = ""
    at_most: bool = False

    def met(self, figure: float) -> bool:
        return figure <= self.wanted if self.at_most else figure >= self.wanted


def ratio(name: str, one: str, other: str) -> Callable[[Figures], Found | None]:
    def find(figures: Figures) -> Found | None:
        found = figures.ratio(name, one, other)
        return (found[1], "") if found is not None else None

    return find


def lowest(one: str, other: str, left_out: Iterable[str] = ()) -> Callable[[Figures], Found | None]:
    """The worst ratio of all games that both sides play."""
    skipped = frozenset(left_out)

    def find(figures: Figures) -> Found | None:
        found = {name: figures.ratio(name, one, other) for name in figures.games if name not in skipped}
        return min(((values[1], name) for name, values in found.items() if values is not None), default=None)

    return find


def games_a_second(figures: Figures) -> Found | None:
    row = figures.games.get("chess", {})
    return (row["speeds"][C] / row["moves"], "") if row.get("moves") else None


def perft(figures: Figures) -> Found | None:
    found = figures.perft.get("ratios", {}).get(f"{C} / {chess_library.PYTHON_CHESS}")
    return (found[1], "") if found else None


def searched(name: str) -> Callable[[Figures], Found | None]:
    def find(figures: Figures) -> Found | None:
        ratios = figures.search.get(name, {}).get("ratios", {})
        found = ratios.get(f"{search.BOT} / {search.THEIR_BOT}")
        return (found[1], "") if found else None

    return find


def dearest(figures: Figures) -> Found | None:
    return max(((row["compiling"], name) for name, row in figures.games.items() if "compiling" in row), default=None)


def compiling(name: str) -> Callable[[Figures], Found | None]:
    def find(figures: Figures) -> Found | None:
        row = figures.games.get(name, {})
        return (row["compiling"], "") if "compiling" in row else None

    return find


def first_playout(figures: Figures) -> Found | None:
    return None if figures.first_native_playout is None else (figures.first_native_playout, "")


def dearest_match(figures: Figures) -> Found | None:
    pair = f"{costs.ENGINE} / {costs.MATCH}"
    found = ((row["ratios"][pair][1], name) for name, row in figures.matches.items())
    return max(found, default=None)


SPILLED = "the position lies in locals, more than there are registers: who moves, how many moves, what is left of fuel"
STATES = "chance and decisions are states of a machine that fits any game; by hand they are lines of one function"
CUPS = "a cup is a count of each face, taken apart face by face when somebody doubts; by hand it is one number"
BY_INDEX = "entries that a loop or a player picks stay in memory, the rest lies in locals; by hand all is in registers"
THREES = "a quarter goes into finding which three of thirteen cards a number stands for; by hand, three cards are drawn"
DRAWN = "random numbers come from a generator in Python, alike for every engine; by hand they come from C"
CHECKS = "every move that might be legal is made for a moment, and who attacks the king then is asked anew"
SUPERKO = (
    "each point is tried on a copy, whose position is looked for in the history; OpenSpiel looks at the last one alone"
)
WIDE = "a set of its 272 spaces is five words, and each way to lay a tile is tried by itself, with what it reaches then"
LONG = "every state, listing and effect is a function of its own, and what draws a move has its effect in it once more"
SHORT = "candidates are few, and each is looked at by itself in both; what is left is half the way from one to the next"

LIMITS = {
    "tic_tac_toe": (0.6, SPILLED),
    "connect_four": (0.5, SPILLED),
    "breakthrough": (0.4, SPILLED),
    "othello": (0.5, SPILLED),
    "hex": (0.7, "what is joined is looked for anew after every move; by hand it is kept from move to move"),
    "kuhn_poker": (0.4, BY_INDEX),
    "leduc_poker": (0.4, BY_INDEX),
    "liars_dice": (0.4, CUPS),
    "hearts": (0.4, THREES),
}
EXPERTS = {
    "tic_tac_toe": (1.0, DRAWN),
    "connect_four": (
        1.0,
        "every column is searched from below for a free cell, and random numbers come from a generator in Python",
    ),
    "breakthrough": (1.0, "a step is looked up for every pawn and way; by hand each way has its own lines"),
    "othello": (1.0, DRAWN),
    "kuhn_poker": (0.5, STATES),
    "leduc_poker": (0.5, STATES),
    "liars_dice": (0.5, STATES),
    "hearts": (0.5, "each duty goes through the cards that are left; by hand, one list follows suit"),
}
FROM_PYTHON = ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "liars_dice", "hearts", "pig")

GOALS = (
    *(
        Goal(f"{name}: C, as fast as C++ by hand", wanted, ratio(name, C, BIT_MASKS), why, "x")
        for name, (wanted, why) in LIMITS.items()
    ),
    Goal(
        "C, as fast as OpenSpiel in C++, in every shared game",
        1.0,
        lowest(C, openspiel.OPENSPIEL_CPP),
        SUPERKO,
        "x",
    ),
    Goal("chess: random games in C", 4300, games_a_second, CHECKS, " a second"),
    Goal(
        "chess: perft in C, as fast as python-chess",
        20,
        perft,
        CHECKS,
        "x",
    ),
    Goal("C, as fast as Python, in every game", 50, lowest(C, PYTHON), SHORT, "x"),
    Goal("ophiuchus: C, as fast as Python", 500, ratio("ophiuchus", C, PYTHON), WIDE, "x"),
    *(
        Goal(
            f"{name}: rounds of our search, as fast as OpenSpiel's in C++",
            5,
            searched(name),
            "most of a round is its random game; of chess, see there",
            "x",
        )
        for name in search.GAMES
    ),
    Goal("compiling, every game", 2.5, dearest, LONG, " s", at_most=True),
    Goal("compiling, chess", 0.6, compiling("chess"), LONG, " s", at_most=True),
    Goal(
        "ptolemy: the first native game after the request",
        0.3,
        first_playout,
        "half of it is the compiler, a quarter the import of what writes C",
        " s",
        at_most=True,
    ),
    *(
        Goal(f"{name}: Python, as fast as by hand", wanted, ratio(name, PYTHON, EXPERT), why, "x")
        for name, (wanted, why) in EXPERTS.items()
    ),
    *(
        Goal(
            f"{name}: Python, as fast as OpenSpiel from Python",
            1.0,
            ratio(name, PYTHON, openspiel.OPENSPIEL),
            "a call of OpenSpiel does in C++ what Python does step by step",
            "x",
        )
        for name in FROM_PYTHON
    ),
    Goal(
        "a move through a match, as dear as on the engine",
        3,
        dearest_match,
        "a match makes every change on a copy, keeps what its words are made of, and looks whether the move is legal",
        "x",
        at_most=True,
    ),
)
