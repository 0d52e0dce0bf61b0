"""Which places are free, worked out once in front of a loop that asks for it: the set of all places without a token."""

from __future__ import annotations

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import line_effects
from astro_referee.interpreter.machine.expressions import Const, Expression, Load, Local, Op
from astro_referee.interpreter.machine.folding import const, op
from astro_referee.interpreter.machine.references import running
from astro_referee.interpreter.machine.traversal import Change, Code, all_terms, changed_code
from astro_referee.interpreter.optimise.sets.place_tests import universe
from astro_referee.interpreter.optimise.speculation import key_of
from astro_referee.interpreter.values.types import BOOL, Either, Member, SetOf, Type, plain, words

FEWEST_TOKENS = 3
"""Tokens from which on a set of the free places is quicker than looking through them."""


def free_places_as_sets(machine: m.Machine) -> m.Machine:
    """The machine with the free places of a board kept as a set where a loop asks for them."""
    types = {slot.name: slot.type for slot in machine.fields}
    hot = running(machine)
    none = machine.words[:1]  # it is kept as -1
    functions = tuple(
        evolve(f, body=Vacancies(types, none).block(f.body)) if f.name in hot else f for f in machine.functions
    )
    states = tuple(evolve(state, body=Vacancies(types, none).block(state.body)) for state in machine.automatic)
    return evolve(machine, functions=functions, automatic=states)


class Vacancies:
    """Goes through the code of one function."""

    def __init__(self, types: dict[str, Type], none: tuple[str, ...]) -> None:
        self.types = types
        self.none = none
        self.made = 0

    def block(self, code: Code) -> Code:
        return tuple(new for line in code for new in self.line(line))

    def line(self, line: m.Code) -> Code:
        match line:
            case m.Branch(condition, then, otherwise):
                return (m.Branch(condition, self.block(then), self.block(otherwise)),)
            case m.Loop():
                return self.loop(line)
            case _:
                return (line,)

    def loop(self, loop: m.Loop) -> Code:
        before: list[m.Code] = []
        stores = line_effects(loop).stores
        new: Code = (loop,)
        for term in dict.fromkeys(term for term in all_terms((loop,)) if isinstance(term, Op) and term.op == "vacant"):
            place, *tokens = term.args
            kind, free = plain(place.type), self.free(tokens, place)
            if free is None or not stores.isdisjoint({token.field for token in tokens if isinstance(token, Load)}):
                continue
            self.made += 1
            kept = Local(f".free{self.made}", type=free.type)
            changed = changed_code(new, asking(kept, kind, tuple(map(key_of, tokens))))
            if changed is not new:
                before.append(m.Set(kept.name, free))
                new = changed
        if before:
            return (*before, *new)
        return (evolve(loop, body=self.block(loop.body), otherwise=self.block(loop.otherwise)),)

    def free(self, tokens: list[Expression], place: Expression) -> Expression | None:
        """The set of places without any of some tokens; None if they are few, or stand on another board."""
        kind = plain(place.type)
        if len(tokens) < FEWEST_TOKENS or not isinstance(kind, Member):
            return None
        group = SetOf(kind)
        taken: Expression = const(0, group)
        for token in tokens:
            if not isinstance(token, Load) or not all(isinstance(index, Const) for index in token.at):
                return None
            type = self.types[token.field]
            if plain(type) != kind or words(type) not in ((), self.none):
                return None
            here: Expression = Op("bit", (evolve(token, type=kind),), type=group)
            if isinstance(type, Either):
                stands = Op("is not", (evolve(token, type=type), const(-1, type)), type=BOOL)
                here = Op("if", (stands, here, const(0, group)), type=group)
            taken = op("union", taken, here, type=group)
        return op("minus", universe(kind), taken, type=group)


def asking(free: Local, kind: Type, keys: tuple[object, ...]) -> Change:
    """Asks a set in place of some tokens."""

    def change(part: Expression) -> Expression:
        match part:
            case Op("vacant", (place, *tokens)) if plain(place.type) == kind and tuple(map(key_of, tokens)) == keys:
                return Op("has", (free, place), type=BOOL, span=part.span)
            case _:
                return part

    return change
