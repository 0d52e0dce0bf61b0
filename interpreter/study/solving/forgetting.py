"""Positions that only differ in what nobody reads again are one: what each stop may still read in, a record that has
forgotten the rest out.

A number is read again at a stop if some way from there reads it before it is stored anew. A die that is rolled again
before anybody looks at it is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine.effects import line_effects
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.record import is_history
from astro_referee.interpreter.machine.references import with_callees
from astro_referee.interpreter.play.game import Game

Code = tuple[m.Code, ...]
Fields = frozenset[str]


class Forgetting:
    """What may be forgotten at each stop of a game."""

    def __init__(self, game: Game) -> None:
        self.game, self.machine = game, game.machine
        self.bodies = {function.name: function.body for function in self.machine.functions}
        self.automatic = {state.label: state.body for state in self.machine.automatic}
        self.single = [slot for slot in self.machine.fields if not slot.indices and not is_history(slot)]

    def record(self, state: State) -> tuple[int, ...]:
        """A record in which what is not read again stands as at the beginning."""
        kept = list(state)
        for place, initial in self.places.get(state[0], ()):
            kept[place] = initial
        return tuple(kept)

    @cached_property
    def places(self) -> dict[int, tuple[tuple[int, int], ...]]:
        alive = self.alive()
        stops = [0, *self.game.decisions, *self.game.chances]
        return {
            label: tuple(
                (self.game.offsets[slot.name], slot.initial) for slot in self.single if slot.name not in alive[label]
            )
            for label in stops
        }

    def alive(self) -> dict[int, Fields]:
        """What each state may read before it is stored anew, found by going back until nothing changes."""
        pieces = {label: self.pieces(label) for label in (*self.game.decisions, *self.game.chances, *self.automatic)}
        alive: dict[int, Fields] = dict.fromkeys(pieces, frozenset())
        alive[0] = self.at_the_end()
        changed = True
        while changed:
            changed = False
            for label, parts in pieces.items():
                found = alive[label]
                for reads, stores, targets in parts:
                    later = frozenset[str]().union(*(alive[target] for target in targets))
                    found |= reads | (later - stores)
                if found != alive[label]:
                    alive[label], changed = found, True
        return alive

    def at_the_end(self) -> Fields:
        standing = [self.machine.standing] if self.machine.standing is not None else []
        return frozenset((m.ENDING, m.PLACE, m.SCORE)) | self.read_by(standing)

    def pieces(self, label: int) -> list[tuple[Fields, Fields, list[int]]]:
        """Of each piece of code of a state: what it reads, what it has surely stored, where it leads."""
        if label in self.automatic:
            return [self.piece(self.automatic[label])]
        decision, chance = self.game.decisions.get(label), self.game.chances.get(label)
        if decision is not None:
            functions = [decision.options, *(n for move in decision.moves for n in (move.apply, move.candidates))]
            own = frozenset([decision.actor]), frozenset[str](), [decision.stuck]
        else:
            assert chance is not None
            functions = [chance.apply, *([chance.options] if chance.options is not None else [])]
            own = frozenset([chance.left] if chance.left is not None else []), frozenset[str](), [chance.empty]
        return [own, *(self.piece(self.bodies[name]) for name in functions)]

    def piece(self, code: Code) -> tuple[Fields, Fields, list[int]]:
        reads, stored, surely = set[str](), set[str](), set[str]()
        leaves = False
        for line in code:
            effects = line_effects(line)
            reads |= (effects.fields | self.read_by(effects.calls)) - stored
            leaves = leaves or bool(m.targets((line,)))
            if isinstance(line, m.Store) and not line.at:
                stored.add(line.field)
                if not leaves:  # a way that has left comes to nothing below
                    surely.add(line.field)
        return frozenset(reads), frozenset(surely), m.targets(code)

    def read_by(self, functions: Iterable[FunctionRef]) -> Fields:
        called = with_callees(list(functions), self.bodies)
        return frozenset().union(*(line_effects(line).fields for name in called for line in self.bodies[name]))
