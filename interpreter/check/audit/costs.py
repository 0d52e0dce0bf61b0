"""What things cost: the most steps an expression or a list of moves can take, by the sizes of sets."""

from __future__ import annotations

from math import prod

from attrs import define, field

from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions.phrases import most
from astro_referee.interpreter.check.mistakes import audit as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.machine.costs import MOST_ENTRIES, MOST_WORK
from astro_referee.interpreter.machine.runtime import MOST_CHOICES, MOST_LEGAL
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.program import Program, Step
from astro_referee.interpreter.program.terms import (
    Call,
    Choices,
    Const,
    Fold,
    Hypothetical,
    Load,
    Local,
    Lookup,
    Op,
    Possible,
    Range,
    Streak,
    Term,
    Travel,
    domain_parts,
    parts,
    walk,
)
from astro_referee.interpreter.values.tables import largest_entry
from astro_referee.interpreter.values.types import Bool, Int, ListOf, Member, SetOf, Type, plain, size

MOST_CANDIDATES = 2**20
"""Combinations of parameters of one move: more would make every list of moves slow."""
MOST_STEPS = 10**9
"""Steps in one expression, by the sizes of sets: what is met in play is far less, and counted there."""
MOST_CASES = 10_000
"""Defs that are weighed once for each size of what they are given; any more are weighed for full sets only."""
ENDLESS = 10**15
"""Costs are counted up to here."""


@define
class Costs:
    """Costs of terms; those of defs and moves are worked out once. Code is weighed again when it is compiled."""

    program: Program
    defs: dict[tuple[str, tuple[int, ...]], int] = field(factory=dict)
    moves: dict[str, int] = field(factory=dict)
    sizes: dict[str, int] = field(factory=dict)
    fixed: dict[str, bool] = field(factory=dict)
    chosen: dict[str, int] = field(factory=dict)
    """The most members of the sets that have a name where we are: a chosen subset is as small as was chosen."""

    # --- Terms ------------------------------------------------------------------------------------------------------

    def length(self, domain: Range | Choices | Term, type: Type) -> int:
        if isinstance(domain, Choices):
            return min(most(domain, type), MOST_CHOICES)
        return most(domain, type) if isinstance(domain, Range) else min(most(domain, type), self.members(domain))

    def members(self, term: Term) -> int:
        """How many members a set can have at most, by how it is put together."""
        match term:
            case Const(value) if isinstance(term.type, SetOf):
                return value.bit_count()
            case Lookup(table, at) if isinstance(term.type, SetOf | ListOf):
                if table not in self.sizes:
                    self.sizes[table] = largest_entry(self.program.tables[table][1], len(at))
                return self.sizes[table]
            case Local(name):
                return self.chosen.get(name, ENDLESS)
            case Op("bit", _):
                return 1
            case Op("union", (a, b)):
                return self.members(a) + self.members(b)
            case Op("minus", (a, _)):
                return self.members(a)
            case Op("if", (_, a, b)):
                return max(self.members(a), self.members(b))
            case Fold("union", _, type, domain) if term.of is not None:
                return self.length(domain, type) * self.members(term.of)
            case Fold("all", _, type, domain):
                return self.length(domain, type)
            case Call(name, _):
                if name not in self.sizes:
                    around, self.chosen = self.chosen, {}
                    self.sizes[name] = self.members(self.program.defs[name].body)
                    self.chosen = around
                return self.sizes[name]
            case _:
                return ENDLESS

    def term(self, term: Term) -> int:
        match term:
            case Fold():
                outer = sum(self.term(t) for t in domain_parts(term.domain) + term.travel.outer)
                if isinstance(term.domain, Choices) and isinstance(term.domain.high.type, Int):
                    self.chosen[term.name] = max(0, term.domain.high.type.high)
                each = 1 + sum(self.term(t) for t in term.inner)
                rounds = self.length(term.domain, term.name_type)
                if term.word == "reach" and term.of is not None:
                    # It goes on from every place it comes to, and tries each one that it can come to from there.
                    rounds = most(term.domain, term.name_type)
                    arriving = 1 + sum(self.term(t) for t in (term.where, term.travel.stop) if t is not None)
                    each = 1 + self.term(term.of) + self.length(term.of, term.name_type) * arriving
                    each += self.points(term.travel)
                self.chosen.pop(term.name, None)
                return min(ENDLESS, outer + rounds * each)
            case Call(name, args):
                given = tuple(self.members(a) if isinstance(plain(a.type), SetOf) else ENDLESS for a in args)
                once = 0 if self.is_tabulated(name) else self.definition(name, given)
                return min(ENDLESS, 1 + once + sum(self.term(a) for a in args))
            case Possible(key, player):
                return self.move(key) + self.term(player)
            case Streak(key, player, longest):
                return min(ENDLESS, self.move(key) * longest + self.term(player))
            case Hypothetical(_, args, of):
                return min(ENDLESS, 100 + sum(self.term(a) for a in (*args, of)))
            case _:
                return 1 + sum(self.term(t) for t in parts(term))

    def points(self, travel: Travel) -> int:
        """What it costs at each place that every point is spent by itself."""
        if travel.within is None or not isinstance(travel.within.type, Int):
            return 0
        return max(0, travel.within.type.high) * (1 + (self.term(travel.cost) if travel.cost is not None else 0))

    def definition(self, name: str, given: tuple[int, ...] = ()) -> int:
        """The cost of a def, if the sets it is given have no more members than this."""
        key = (name, given if len(self.defs) < MOST_CASES else ())
        if key not in self.defs:
            info = self.program.defs[name]
            around, self.chosen = self.chosen, {p: n for (p, _), n in zip(info.params, key[1], strict=False)}
            self.defs[key] = self.term(info.body) + sum(self.term(v) for _, v in info.lets)
            self.chosen = around
        return self.defs[key]

    def is_tabulated(self, name: str) -> bool:
        """Whether a def answers by a member or number alone: then it is worked out once, and looked up in play."""
        if name not in self.fixed:
            info = self.program.defs[name]
            inside = [part for term in (info.body, *(v for _, v in info.lets)) for part in walk(term)]
            bases = [type for _, type in info.params if isinstance(type, Bool | Int | Member)]
            self.fixed[name] = (
                len(bases) == len(info.params)
                and not any(isinstance(part, Load | Possible | Streak | Hypothetical) for part in inside)
                and all(self.is_tabulated(part.function) for part in inside if isinstance(part, Call))
                and prod(map(size, bases)) <= MOST_ENTRIES
                and prod(map(size, bases)) * self.definition(name) <= MOST_WORK
            )
        return self.fixed[name]

    def move(self, key: str) -> int:
        if key not in self.moves:
            self.moves[key] = 1
            move = self.program.moves[key]
            candidates = 1
            for param in move.params:
                candidates *= self.length(param.domain, param.type)
            each = sum(self.term(x.value if isinstance(x, p.Let) else x.condition) for x in move.parts)
            self.moves[key] = min(ENDLESS, candidates * (1 + each))
        return self.moves[key]

    # --- Reports ----------------------------------------------------------------------------------------------------

    def report(self, c: Checker) -> None:
        """The first thing that is too dear, not everything that uses it."""
        for move in self.program.moves.values():
            candidates = 1
            for param in move.params:
                many = most if isinstance(param.domain, Choices) else self.length
                candidates *= many(param.domain, param.type)
            if candidates > MOST_CANDIDATES:
                c.report(mistakes.TooManyToTry(move.name, candidates, MOST_CANDIDATES), move.span)
            elif candidates > MOST_LEGAL and self.free(move):
                c.report(mistakes.TooManyLegal(move.name, candidates, MOST_LEGAL), move.span)
        for name, info in self.program.defs.items():
            if self.too_expensive(c, self.definition(name), info.span, name):
                return
        for move in self.program.moves.values():
            for part in move.parts:
                term = part.value if isinstance(part, p.Let) else part.condition
                if self.too_expensive(c, self.term(term), part.span):
                    return

    @staticmethod
    def free(move: p.MoveInfo) -> bool:
        """Whether nothing is said about what may be chosen, so that every combination is legal whenever it is asked."""
        fixed = all(isinstance(param.domain, Range | Const) and param.where is None for param in move.params)
        return fixed and all(isinstance(part, p.Let) for part in move.parts)

    def too_expensive(self, c: Checker, cost: int, at: Span, name: str = "") -> bool:
        if cost <= MOST_STEPS:
            return False
        c.report(mistakes.TooCostly(name, cost if cost < ENDLESS else None), at)
        return True


def step_terms(step: Step) -> list[Term]:
    """The terms a step works out itself."""
    match step:
        case p.Let(_, value):
            return [value]
        case p.Assign(_, at, value):
            return [*at, value]
        case p.Require(condition) | p.If(condition):
            return [condition]
        case p.For():
            return [*domain_parts(step.domain), *([step.where] if step.where is not None else [])]
        case p.Do(_, args):
            return list(args)
        case p.Win(players, because, score):
            return [*(term for term in (players, score) if term is not None), *holes(because)]
        case p.Rank(_, domain, where, keys, because):
            return [domain, *([where] if where is not None else []), *(key.of for key in keys), *holes(because)]
        case p.Say(text, to):
            return [*holes(text), *([to] if to is not None else [])]
        case p.Show(zone, _, to):
            return [zone, to]
        case p.Retire(players):
            return [players]
        case p.RandomFrom(_, at, domain):
            return [*at, domain]
        case p.Deal(count, _, source, target):
            return [count, *source[1], *target[1]]
        case p.Lay(_, at, card, _, source):
            return [*at, card, *(source[1] if source is not None else ())]
        case p.LayAll(_, at, source):
            return [*at, *source[1]]
        case p.Take(_, at, cards):
            return [*at, cards]
        case p.Mix(_, at):
            return list(at)
        case p.Phase():
            return [t for t in (step.until, *(w for w, _ in step.watches)) if t is not None]
        case p.Turns():
            return [t for t in (step.start, step.where, step.until, step.order) if t is not None]
        case p.Ask(_, players):
            return [players]
        case p.Roll():
            return [*step.at, *(term for term in (step.count, step.left) if term is not None)]
        case p.Jump():
            return []


def holes(text: p.Text | None) -> list[Term]:
    return [part for part in text.parts if not isinstance(part, str)] if text is not None else []
