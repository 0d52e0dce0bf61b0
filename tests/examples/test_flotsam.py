"""Flotsam beside a second referee, in random games, and its lines beside those of Yacht in OpenSpiel.

The second referee is one generator that goes through the rules as a person at the table would. It stops with what it
expects: the moves of the player whose turn it is, or a die to be thrown; it is told what happened.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Generator, Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from lockstep import field, happen, legal

import astro_referee as astro
from astro_referee import Match

FILE = Path(__file__).parents[2] / "examples" / "flotsam.astro"

SINGLE = ("ones", "twos", "threes", "fours", "fives", "sixes")
OTHERS = ("two_pairs", "three_alike", "four_alike", "full_house", "low_straight", "high_straight")
LINES = (*SINGLE, *OTHERS, "odd_or_even", "five_alike", "anything")

Dice = tuple[int, ...]
"""What the dice show, the lowest first."""


def worth(line: str, dice: Dice) -> int:
    """What five dice count in a line."""
    counts = Counter(dice)
    shape = sorted(counts.values())
    if line in SINGLE:
        number = SINGLE.index(line) + 1
        return number * counts[number]
    scores = {
        "two_pairs": sum(2 * n for n in counts if counts[n] > 1) if shape in ([1, 2, 2], [2, 3]) else 0,
        "three_alike": sum(3 * n for n in counts if counts[n] > 2),
        "four_alike": sum(4 * n for n in counts if counts[n] > 3),
        "full_house": sum(dice) if shape == [2, 3] else 0,
        "low_straight": 30 if dice == (1, 2, 3, 4, 5) else 0,
        "high_straight": 30 if dice == (2, 3, 4, 5, 6) else 0,
        "odd_or_even": 20 if sum(n % 2 for n in dice) in (0, 5) else 0,
        "five_alike": 50 if shape == [5] else 0,
        "anything": sum(dice),
    }
    return scores[line]


def said(dice: Dice) -> str:
    """Dice as a player names them: `2, 3 and 3`."""
    words = [str(n) for n in dice]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words) or "nothing"


class Table:
    """A table at which everybody keeps to the rules."""

    def __init__(self, players: int, enough: int) -> None:
        self.enough = enough
        self.logs: list[dict[str, int]] = [{} for _ in range(players)]
        self.beach: Dice = ()
        self.turn = 0

    def total(self, player: int) -> int:
        return sum(self.logs[player].values()) + (30 if self.has_bonus(player) else 0)

    def has_bonus(self, player: int) -> bool:
        return sum(self.logs[player].get(line, 0) for line in SINGLE) >= self.enough

    def game(self) -> Generator[set[str] | None, str, None]:
        """Gives the legal moves, or None if a die is thrown; takes the move, or what the die shows."""
        for _ in LINES:
            for player in range(len(self.logs)):
                self.turn, self.beach = player, ()
                for throws_left in (2, 1, 0):
                    while len(self.beach) < 5:
                        self.beach = tuple(sorted((*self.beach, int((yield None)))))
                    blank = set(LINES) - self.logs[player].keys()
                    keeps = {f"keep {said(kept)}": kept for n in range(5) for kept in combinations(self.beach, n)}
                    move = yield blank | (keeps.keys() if throws_left else set())
                    if move in LINES:
                        self.logs[player][move] = worth(move, self.beach)
                        break
                    self.beach = keeps[move]


def compare(match: Match, table: Table) -> None:
    """What lies on the beach, what it would count and what is written."""
    assert field(match, "beach") == {"": said(table.beach)}
    assert field(match, "worth") == {line: str(worth(line, table.beach)) for line in LINES}
    written = {f"P{p + 1}, {line}": str(n) for p, log in enumerate(table.logs) for line, n in log.items()}
    assert {place: text for place, text in field(match, "logbook").items() if text != "blank"} == written
    assert list(field(match, "total").values()) == [str(table.total(p)) for p in range(len(table.logs))]


def side_by_side(players: int, seed: int, enough: int) -> Table:
    """Plays a random game with both, to the end; every second choice is the line that counts most."""
    match = astro.start(FILE, players, {"enough": str(enough)}, seed)
    table, pick = Table(players, enough), random.Random(seed)
    rules = table.game()
    happened: str | None = None
    while True:
        try:
            moves = rules.send(happened) if happened is not None else next(rules)
        except StopIteration:
            break
        if moves is None:
            outcomes = {name: chance for _, chance, name in match.outcomes()}
            assert outcomes == {str(n): Fraction(1, 6) for n in range(1, 7)}
            match.settle()
            happened = match.events[-1].text
        else:
            compare(match, table)
            assert match.actors == (table.turn,)
            assert legal(match) == moves
            lines = sorted(moves.intersection(LINES), key=lambda line: (worth(line, table.beach), line))
            happened = lines[-1] if pick.random() < 0.5 else pick.choice(sorted(moves))
            assert match.submit(table.turn, happened).ok
    assert match.result is not None
    totals = [table.total(p) for p in range(players)]
    assert list(match.result.winners) == [p for p in range(players) if totals[p] == max(totals)]
    assert match.result.scores == tuple(totals)
    return table


def test_agrees_with_a_second_referee(thorough: bool) -> None:
    bonuses = Counter[bool]()
    for players in (1, 2, 3, 4):
        for seed in range(20 if thorough else 2):
            table = side_by_side(players, seed, enough=30)
            assert all(log.keys() == set(LINES) for log in table.logs)
            bonuses.update(table.has_bonus(player) for player in range(players))
    assert bonuses[True] > 3 < bonuses[False]


# --- Lines -----------------------------------------------------------------------------------------------------------


def every_throw() -> Iterator[tuple[Dice, dict[str, int]]]:
    """All 252 sorts of throws, with what the rules give for them in each line."""
    start = astro.start(FILE, 1)
    for dice in combinations_with_replacement(range(1, 7), 5):
        match = start.copy()
        happen(match, *map(str, dice))
        yield dice, {line: int(text) for line, text in field(match, "worth").items()}


def test_every_throw_counts_what_it_should_in_every_line() -> None:
    for dice, ours in every_throw():
        assert ours == {line: worth(line, dice) for line in LINES}, dice


def test_lines_that_yacht_has_too_count_the_same_there() -> None:
    """There five alike are a full house, too, and the fifth die counts beside four alike; all else is the same."""
    pyspiel = pytest.importorskip("pyspiel")
    root = pyspiel.load_game("yacht").new_initial_state()
    throws = {root.action_to_string(action): action for action in root.legal_actions()}
    for dice, ours in every_throw():
        thrown = root.child(throws["Roll: " + ",".join(map(str, dice))])
        thrown.apply_action(KEEP_ALL)
        theirs = {YACHT[thrown.action_to_string(a)]: score_of(thrown.child(a)) for a in thrown.legal_actions()}
        if len(set(dice)) == 1:
            assert theirs.pop("full_house") == sum(dice)
        assert (theirs.pop("four_alike") > 0) == (ours["four_alike"] > 0)
        assert theirs == {line: ours[line] for line in theirs}, dice


KEEP_ALL = 0
"""OpenSpiel's action that goes on to the choice of a category."""
YACHT = {f"Score in {line.title()}": line for line in SINGLE} | {
    "Score in Chance": "anything",
    "Score in Four of a Kind": "four_alike",
    "Score in Full House": "full_house",
    "Score in Small Straight": "low_straight",
    "Score in Large Straight": "high_straight",
    "Score in Yacht": "five_alike",
}


def score_of(state: Any) -> int:
    """What the first player has in OpenSpiel."""
    found = re.search(r"Player 0 \(total: (\d+)\)", str(state))
    assert found is not None
    return int(found[1])
