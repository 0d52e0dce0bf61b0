"""Every position of a small game: a game and a bound in; all positions, how they hang together, and what fails out.

Positions are gone through in the order of their distance from the start, so the way to each is a shortest one.
"""

from __future__ import annotations

from attrs import define, field

from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.study.playability.invariants import Inventory
from astro_referee.interpreter.study.playability.transitions import FAULTS, Event, Explorer, Way

BROKEN = -1
"""In place of a position: the rules cannot go on."""


@define
class Graph:
    """Positions by number, 0 is the first; each with those that can follow, and how it was first come to."""

    states: list[tuple[int, ...]] = field(factory=list)
    after: list[list[tuple[Event, int]]] = field(factory=list)
    before: list[tuple[int, Event] | None] = field(factory=list)
    complete: bool = False
    events: int = 0
    faults: list[tuple[Way, RuleFault | EndlessLoop]] = field(factory=list)
    lost: list[tuple[Way, str]] = field(factory=list)

    def way_to(self, node: int) -> Way:
        """The shortest way to a position."""
        events: list[Event] = []
        while (came := self.before[node]) is not None:
            node, event = came
            events.append(event)
        return tuple(reversed(events))

    def way_after(self, came: tuple[int, Event] | None) -> Way:
        """The same to what follows a position."""
        return () if came is None else (*self.way_to(came[0]), came[1])

    def over(self, node: int) -> bool:
        return self.states[node][0] == 0

    def ways_out(self) -> set[int]:
        """Positions from which the game can end, or the rules fail."""
        behind: list[list[int]] = [[] for _ in self.states]
        todo = [node for node in range(len(self.states)) if self.over(node)]
        for node, edges in enumerate(self.after):
            for _, target in edges:
                if target == BROKEN:
                    todo.append(node)
                else:
                    behind[target].append(node)
        found = set(todo)
        while todo:
            for node in behind[todo.pop()]:
                if node not in found:
                    found.add(node)
                    todo.append(node)
        return found

    def trap(self) -> int | None:
        """The nearest position from which no way leads to an end."""
        found = self.ways_out()
        return next((node for node in range(len(self.states)) if node not in found), None)

    def order(self) -> list[int]:
        """Positions on no circle that only such ones lead to, each behind all that lead to it."""
        waits = [0] * len(self.states)
        for edges in self.after:
            for _, target in edges:
                if target != BROKEN:
                    waits[target] += 1
        done = [node for node, count in enumerate(waits) if not count]
        for node in done:
            for _, target in self.after[node]:
                if target != BROKEN:
                    waits[target] -= 1
                    if not waits[target]:
                        done.append(target)
        return done

    def longest(self) -> int | None:
        """The most moves a game can have; None if it can go round for ever."""
        order = self.order()
        if len(order) < len(self.states):
            return None
        most = [0] * len(self.states)
        for node in order:
            for event, target in self.after[node]:
                if target != BROKEN:
                    most[target] = max(most[target], most[node] + (not isinstance(event, int)))
        return max(most, default=0)

    def circle(self) -> tuple[Way, Way] | None:
        """The way to the nearest position that can come again, and the shortest way from there back to it."""
        settled = set(self.order())
        for start in range(len(self.states)):
            if start not in settled:
                way = self.round(start)
                if way is not None:
                    return self.way_to(start), way
        return None

    def round(self, start: int) -> Way | None:
        came: dict[int, tuple[int, Event]] = {}
        todo = [start]
        for node in todo:
            for event, target in self.after[node]:
                if target == BROKEN or target in came:
                    continue
                came[target] = (node, event)
                if target == start:
                    events = [event]
                    while node != start:
                        node, event = came[node]
                        events.append(event)
                    return tuple(reversed(events))
                todo.append(target)
        return None


def explore(explorer: Explorer, inventory: Inventory, most: int, start: State | None = None) -> Graph:
    """All positions from the start, or from a record; stops early, not complete, when it knows of more than `most`."""
    graph = Graph()
    first = tuple(start if start is not None else explorer.begin())
    known: dict[tuple[int, ...], int] = {first: BROKEN}
    """Records right behind an event, before the rules go on, and the position each leads to."""
    numbers: dict[tuple[int, ...], int] = {}
    todo: list[tuple[tuple[int, ...], tuple[int, Event] | None]] = [(first, None)]
    targets: list[list[tuple[Event, tuple[int, ...] | None]]] = []
    for key, came in todo:
        state = list(key)
        try:
            options = explorer.advance(state)
        except FAULTS as error:
            graph.faults.append((graph.way_after(came), error))
            continue
        position = tuple(state)
        if position in numbers:
            known[key] = numbers[position]
            continue
        number = known[key] = numbers[position] = len(graph.states)
        graph.states.append(position)
        graph.before.append(came)
        wrong = inventory.wrong(state, inventory.totals(graph.states[came[0]]) if came is not None else None)
        if wrong:
            graph.lost.append((graph.way_after(came), wrong))
        edges: list[tuple[Event, tuple[int, ...] | None]] = []
        targets.append(edges)
        for event in explorer.choices(state, options):
            graph.events += 1
            after = state[:]
            try:
                explorer.happen(after, event)
            except FAULTS as error:
                graph.faults.append(((*graph.way_to(number), event), error))
                edges.append((event, None))
                continue
            there = tuple(after)
            edges.append((event, there))
            if there not in known:
                known[there] = BROKEN
                todo.append((there, (number, event)))
        if len(known) > most:
            return graph
    graph.after = [[(event, BROKEN if key is None else known[key]) for event, key in edges] for edges in targets]
    graph.complete = True
    return graph
