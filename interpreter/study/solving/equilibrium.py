"""Small games of two with secrets: counterfactual regret minimisation (Zinkevich and others 2007), in the form CFR+ of
Tammelin (2014): regrets never fall below zero, and later rounds count more. How far the strategies are from an
equilibrium is worked out exactly: by what the best answers to them would win.

What a seat knows is everything it has been told so far, and what it sees. What one wins, the other must lose.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.study.solving.graph import DOUBLE, LUCK, OVER, worths
from astro_referee.interpreter.study.solving.limits import Limits, NotSolvable

ENOUGH = 1e-3
"""Exploitability, in parts of what the game is worth at most, below which strategies are good enough."""
DEEPEST = 150
"""Events of one game: each is a call inside another."""
CHECK = 25
"""Rounds between two looks at the exploitability."""


@define
class Knowledge:
    """What a seat may know where it is asked, and what it has learnt to do there."""

    seat: int
    text: str
    moves: tuple[str, ...]
    regrets: list[float] = field(init=False)
    sums: list[float] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.regrets, self.sums = [0.0] * len(self.moves), [0.0] * len(self.moves)

    def current(self) -> list[float]:
        return shares(self.regrets)

    def average(self) -> list[float]:
        return shares(self.sums)


def shares(numbers: list[float]) -> list[float]:
    total = sum(numbers)
    return [number / total for number in numbers] if total > 0 else [1 / len(numbers)] * len(numbers)


@frozen(eq=False)
class TreeNode:
    """A way to play, so far: who is asked (or LUCK, OVER), what they know, and what may follow."""

    asked: int
    known: int = -1
    after: tuple[TreeNode, ...] = ()
    chances: tuple[float, ...] = ()
    worth: float = 0.0
    """To the first seat, beside an even end."""


@define
class Tree:
    root: TreeNode
    known: list[Knowledge]
    size: int
    total: float
    """What both get together."""
    most: float
    """The most that an end is worth."""


def grown(game: Game, limits: Limits) -> Tree:
    """All ways to play. Raises NotSolvable and TooLarge."""
    if game.seats != 2:
        raise NotSolvable("it has secrets, and equilibria are found for two players only")
    if any(decision.manner not in ("one", "together") for decision in game.machine.decisions):
        raise NotSolvable("anybody may act first in it, and there is no saying who does")
    numbers: dict[tuple[int, str], int] = {}
    known: list[Knowledge] = []
    totals: set[int] = set()
    size, most = 0, 0.0

    def grow(match: Match, said: tuple[str, str]) -> TreeNode:
        nonlocal size, most
        size += 1
        limits.check(size, "way to play", "ways to play")
        if match.number > DEEPEST:
            raise NotSolvable(f"it has secrets and can go on for more than {DEEPEST} events")
        if match.over:
            worth = worths(game, match.state)
            totals.add(sum(worth))
            if len(totals) > 1:
                raise NotSolvable("it has secrets, and what one wins the other does not lose")
            value = (worth[0] - worth[1]) / 2 / DOUBLE
            most = max(most, abs(value))
            return TreeNode(OVER, worth=value)
        if match.chance is not None:
            outcomes = match.outcomes()
            nodes = []
            for value, _, _ in outcomes:
                copy = match.copy()
                copy.settle(value)
                nodes.append(grow(copy, heard(copy, said)))
            return TreeNode(LUCK, after=tuple(nodes), chances=tuple(float(chance) for _, chance, _ in outcomes))
        seat = match.actors[0]
        moves = match.legal(seat)
        key = seat, f"{said[seat]}\n{sight(match, seat)}"
        if key not in numbers:
            numbers[key] = len(known)
            known.append(Knowledge(seat, key[1], tuple(match.written(move) for move in moves)))
        number = numbers[key]
        return TreeNode(seat, number, tuple(played(match, move, said) for move in moves))

    def played(match: Match, move: Move, said: tuple[str, str]) -> TreeNode:
        copy = match.copy()
        copy.play(move)
        return grow(copy, heard(copy, said))

    match = Match(game, 0, game.players)
    root = grow(match, ("", ""))
    return Tree(root, known, size, totals.pop() / DOUBLE, most)


def heard(match: Match, said: tuple[str, str]) -> tuple[str, str]:
    """What both seats have been told, with the last event."""
    event = match.events[-1]
    first, second = (event.text if event.readers >> seat & 1 else event.public for seat in range(2))
    lines = ["; ".join(one.text for one in event.said if one.to is None or one.to >> seat & 1) for seat in range(2)]
    return f"{said[0]}\n{event.label}: {first} {lines[0]}", f"{said[1]}\n{event.label}: {second} {lines[1]}"


def sight(match: Match, seat: int) -> str:
    view = match.view(seat)
    rows = [f"{one.name}{list(entry.index)}={entry.text}" for one in view.fields for entry in one.entries]
    return "; ".join([*rows, f"asked: {match.decision.name if match.decision is not None else ''}"])


# --- Learning --------------------------------------------------------------------------------------------------------


@frozen
class Equilibrium:
    """Strategies that are nearly as good as any, what they bring the first seat, and by how much they are not best."""

    tree: Tree
    value: float
    exploitability: float
    """What best answers win on average over both seats; 0 in an equilibrium."""
    rounds: int
    done: bool
    """Whether that is as little as was asked for."""


def learnt(tree: Tree, limits: Limits, rounds: int = 100_000, enough: float = ENOUGH) -> Equilibrium:
    wanted = enough * (tree.most or 1.0)
    count, found = 0, exploitability(tree)
    while count < rounds and found[0] > wanted:
        for _ in range(min(CHECK, rounds - count)):
            count += 1
            for seat in range(2):
                strategies = [one.current() for one in tree.known]
                learn(tree, strategies, tree.root, seat, 1.0, 1.0, count)
                for one in tree.known:
                    if one.seat == seat:
                        one.regrets = [max(0.0, regret) for regret in one.regrets]
        found = exploitability(tree)
        if limits.over:
            break
    return Equilibrium(tree, found[1], found[0], count, found[0] <= wanted)


def learn(
    tree: Tree, strategies: list[list[float]], node: TreeNode, seat: int, own: float, others: float, weight: int
) -> float:
    """What a node is worth to a seat by the current strategies; regrets and sums are noted on the way."""
    if node.asked == OVER:
        return node.worth if seat == 0 else -node.worth
    if node.asked == LUCK:
        pairs = zip(node.chances, node.after, strict=True)
        return sum(
            chance * learn(tree, strategies, after, seat, own, others * chance, weight) for chance, after in pairs
        )
    known, strategy = tree.known[node.known], strategies[node.known]
    ways = list(zip(strategy, node.after, strict=True))
    if node.asked != seat:
        return sum(part * learn(tree, strategies, after, seat, own, others * part, weight) for part, after in ways)
    values = [learn(tree, strategies, after, seat, own * part, others, weight) for part, after in ways]
    value = sum(part * one for part, one in zip(strategy, values, strict=True))
    for number, one in enumerate(values):
        known.regrets[number] += others * (one - value)
        known.sums[number] += weight * own * strategy[number]
    return value


# --- How good it is --------------------------------------------------------------------------------------------------


def exploitability(tree: Tree) -> tuple[float, float]:
    """What best answers to the average strategies win, on average over the seats; and what these bring the first."""
    best = [best_answer(tree, seat) for seat in range(2)]
    return sum(best) / 2, average_value(tree, tree.root)


def average_value(tree: Tree, node: TreeNode) -> float:
    if node.asked == OVER:
        return node.worth
    parts = node.chances if node.asked == LUCK else tree.known[node.known].average()
    return sum(part * average_value(tree, after) for part, after in zip(parts, node.after, strict=True))


def best_answer(tree: Tree, seat: int) -> float:
    """What the best strategy of a seat brings it against the average one of the other."""
    places: dict[int, list[tuple[TreeNode, float]]] = {}
    for node, weight in reached(tree, tree.root, seat, 1.0):
        places.setdefault(node.known, []).append((node, weight))
    chosen: dict[int, int] = {}

    def worth(node: TreeNode) -> float:
        if node.asked == OVER:
            return node.worth if seat == 0 else -node.worth
        if node.asked == seat:
            return worth(node.after[choice(node.known)])
        parts = node.chances if node.asked == LUCK else tree.known[node.known].average()
        return sum(part * worth(after) for part, after in zip(parts, node.after, strict=True) if part)

    def choice(known: int) -> int:
        if known not in chosen:
            here = places[known]
            totals = [sum(w * worth(node.after[n]) for node, w in here) for n in range(len(tree.known[known].moves))]
            chosen[known] = totals.index(max(totals))
        return chosen[known]

    return worth(tree.root)


def reached(tree: Tree, node: TreeNode, seat: int, weight: float) -> Iterator[tuple[TreeNode, float]]:
    """The nodes where a seat is asked, each with how likely chance and the other seat let it come there."""
    if node.asked == seat:
        yield node, weight
        for after in node.after:
            yield from reached(tree, after, seat, weight)
    elif node.asked != OVER:
        parts = node.chances if node.asked == LUCK else tree.known[node.known].average()
        for part, after in zip(parts, node.after, strict=True):
            yield from reached(tree, after, seat, weight * part)
