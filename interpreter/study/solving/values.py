"""What positions are worth: all positions in; the worth of each to each seat out, when all play as well as can be.

Where no position can come back, worths are worked out from the ends, in fractions if there are not too many.
Where it can (a turn begins anew, a roll brings nothing), those of a circle are worked out again and again until nothing
changes any more (value iteration); who can keep a game from ending gets half.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter, mul

from attrs import frozen

from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.study.solving.graph import DOUBLE, LUCK, OVER, PositionGraph
from astro_referee.interpreter.study.solving.limits import LOOK_UP, Limits, NotSolvable

FEW = 50_000
"""Positions that are worked out in fractions."""
CLOSE = 1e-12
"""Changes below this end the iteration of a circle."""
MOST_SWEEPS = 100_000

Number = Fraction | float
Fixed = Mapping[int, Callable[[tuple[int, ...], Sequence[Move]], Move]]
"""Seats that do not play as well as can be, but as somebody says: a record and the legal moves in, one of them out."""
Row = tuple[int, Callable[[tuple[float, ...]], float] | None, list[float], Callable[[list[float]], tuple[float, ...]]]
"""A position; what the best of several worths is, or nothing if chance decides; how likely each is; these, found."""


@frozen
class Solution:
    """The worth of each position to the first seat if two share something, or to all seats."""

    graph: PositionGraph
    values: list[tuple[Number, ...]]
    exact: bool

    @property
    def value(self) -> tuple[Number, ...]:
        """Of the beginning, to each seat."""
        return self.values[0]

    def best(self, at: int) -> list[int]:
        """The numbers of the best moves of whoever is asked."""
        seat = self.graph.asked[at]
        worth = [self.values[target][seat] for target in self.graph.after[at]]
        most = max(worth)
        return [number for number, one in enumerate(worth) if one >= most - (0 if self.exact else 1e-9)]

    def strategy(self) -> Callable[[tuple[int, ...], Sequence[Move]], Move]:
        """Best play as somebody who may be `Fixed`: the first of the best moves, everywhere."""
        places = {state: at for at, state in enumerate(self.graph.states)}
        return lambda state, moves: moves[self.best(places[state])[0]]


def solved(graph: PositionGraph, limits: Limits, fixed: Fixed | None = None) -> Solution:
    """Raises NotSolvable and TooLarge."""
    parts = components(graph.after)
    circles = any(len(part) > 1 or part[0] in graph.after[part[0]] for part in parts)
    total = {sum(worth) for worth in graph.worth.values()}
    if circles and (graph.seats != 2 or len(total) != 1):
        raise NotSolvable("it can come back to a position, and what one wins the other does not lose")
    if circles:
        return in_circles(graph, parts, total.pop() / DOUBLE, limits, fixed or {})
    exact = len(graph) <= FEW
    number: Callable[[int], Number] = (lambda n: Fraction(n, DOUBLE)) if exact else (lambda n: n / DOUBLE)
    values: list[tuple[Number, ...]] = [()] * len(graph)
    for done, (at,) in enumerate(parts):
        limits.check(done)
        values[at] = worth_of(graph, values, at, number, fixed or {})
    return Solution(graph, values, exact)


def in_circles(graph: PositionGraph, parts: list[list[int]], total: float, limits: Limits, fixed: Fixed) -> Solution:
    """The same for two who share something, where positions come back: only what the first gets is worked out."""
    values, steps = [total / 2] * len(graph), 0
    for at, worth in graph.worth.items():
        values[at] = worth[0] / DOUBLE
    for part in parts:
        rows = [row_of(graph, at, fixed) for at in part if graph.after[at]]
        once = len(part) == 1 and part[0] not in graph.after[part[0]]
        for sweeps in range(MOST_SWEEPS):
            changed = 0.0
            for at, best, chances, after in rows:
                new = sum(map(mul, chances, after(values))) if best is None else best(after(values))
                change = abs(new - values[at])
                if change > changed:
                    changed = change
                values[at] = new
            steps += len(rows)
            if steps >= LOOK_UP:
                steps = 0
                limits.check(0)
            if once or changed < CLOSE:
                break
            if sweeps == MOST_SWEEPS - 1:
                raise NotSolvable("going round its circles again and again comes to no end")
    return Solution(graph, [(value, total - value) for value in values], False)


def row_of(graph: PositionGraph, at: int, fixed: Fixed) -> Row:
    """How the worth of a position comes from those of what follows."""
    seat, after = graph.asked[at], graph.after[at]
    if seat == LUCK:
        weights = graph.weights[at]
        total = sum(weights)
        chances, best = [weight / total for weight in weights], None
    else:
        if seat in fixed:
            after = (after[graph.moves[at].index(fixed[seat](graph.states[at], graph.moves[at]))],)
        chances, best = [1.0], min if seat else max
    if len(after) == 1:
        after, chances = after * 2, [*chances, 0.0]  # for one alone, itemgetter gives no tuple
    return at, best, chances, itemgetter(*after)


def worth_of(
    graph: PositionGraph,
    values: list[tuple[Number, ...]],
    at: int,
    number: Callable[[int], Number],
    fixed: Fixed,
) -> tuple[Number, ...]:
    seat, after = graph.asked[at], graph.after[at]
    if seat == OVER:
        return tuple(number(one) for one in graph.worth[at])
    if seat == LUCK:
        weights = graph.weights[at]
        total = sum(weights)
        return tuple(
            sum(weight * values[target][one] for weight, target in zip(weights, after, strict=True)) / total
            for one in range(graph.seats)
        )
    if seat in fixed:
        move = fixed[seat](graph.states[at], graph.moves[at])
        return values[after[graph.moves[at].index(move)]]
    return max((values[target] for target in after), key=lambda worth: worth[seat])


def components(after: Sequence[Sequence[int]]) -> list[list[int]]:
    """Positions that can come back to each other, those that others lead to first (Tarjan 1972, without recursion); so
    are they among themselves, but for where their circles close: few rounds are enough then.
    """
    order, low, on_stack = [0] * len(after), [0] * len(after), [False] * len(after)
    left, gone = [0] * len(after), 0
    stack: list[int] = []
    found: list[list[int]] = []
    count = 0
    for root in range(len(after)):
        if order[root]:
            continue
        todo = [(root, 0)]
        while todo:
            at, next_edge = todo.pop()
            if not next_edge:
                count += 1
                order[at] = low[at] = count
                stack.append(at)
                on_stack[at] = True
            for edge in range(next_edge, len(after[at])):
                target = after[at][edge]
                if not order[target]:
                    todo += [(at, edge + 1), (target, 0)]
                    break
                if on_stack[target]:
                    low[at] = min(low[at], order[target])
            else:
                left[at] = gone = gone + 1
                if low[at] == order[at]:
                    part: list[int] = []
                    while not part or part[-1] != at:
                        part.append(stack.pop())
                        on_stack[part[-1]] = False
                    found.append(sorted(part, key=left.__getitem__))
                if todo:
                    parent = todo[-1][0]
                    low[parent] = min(low[parent], low[at])
    return found
