"""Moves that lead to other moves, by offering them or by asking whether they are possible: none may lead to itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from attrs import define, field

from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.audit.costs import step_terms
from astro_referee.interpreter.check.mistakes import audit as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.program import Program, Step
from astro_referee.interpreter.program.terms import Call, Hypothetical, Possible, Streak, Term, domain_parts, walk
from astro_referee.interpreter.program.traversal import own_steps

Leads = Callable[[str], list[tuple[str, Span]]]
"""What something leads to, with the places where it does."""


def offers(c: Checker) -> None:
    """A move that is offered again in what follows it would never end. Procedures alone are looked after elsewhere."""
    for word, at in closed(c.found.leads, lambda owner: c.found.leads.get(owner, [])):
        if word.startswith("move "):
            move = word.removeprefix("move ")
            c.report(mistakes.OfferedAgain(move), at)


def questions(c: Checker, program: Program) -> None:
    """Whether a move is possible must not depend on whether it is possible."""
    for key, at in closed(program.moves, AskedMoves(program).by_move):
        c.report(mistakes.PossibleOfItself(program.moves[key].name), at)


def closed(names: Collection[str], leads: Leads) -> Iterator[tuple[str, Span]]:
    """Each circle once: the name it comes back to, and the place where it closes."""
    done: set[str] = set()
    for first in names:
        path = [(first, iter(leads(first)))] if first not in done else []
        done.add(first)
        on_path = {first}
        while path:
            following = next(path[-1][1], None)
            if following is None:
                on_path.discard(path.pop()[0])
                continue
            name, at = following
            if name in on_path:
                yield name, at
            elif name not in done:
                done.add(name)
                on_path.add(name)
                path.append((name, iter(leads(name))))


@define
class AskedMoves:
    """The moves a term asks about, directly or through defs and procedures."""

    program: Program
    defs: dict[str, frozenset[str]] = field(factory=dict)
    procedures: dict[str, frozenset[str]] = field(factory=dict)

    def by_move(self, key: str) -> list[tuple[str, Span]]:
        """Moves that the parameters and guards of a move ask about, with the places where they do."""
        move = self.program.moves[key]
        terms = [t for param in move.params for t in (*domain_parts(param.domain), param.where) if t is not None]
        terms += [part.value for part in move.parts if isinstance(part, p.Let)]
        terms += [part.condition for part in move.parts if isinstance(part, p.Guard) and not part.duty]
        found: dict[str, Span] = {}
        for term in terms:
            for inner in walk(term):
                for other in self.directly(inner, move.then):
                    found.setdefault(other, inner.span)
        return list(found.items())

    def directly(self, term: Term, then: tuple[Step, ...]) -> frozenset[str]:
        match term:
            case Possible(key) | Streak(key):
                return frozenset({key})
            case Call(name):
                return self.by_def(name)
            case Hypothetical(None):
                return self.by_steps(then)
            case Hypothetical(str(name)):
                return self.by_procedure(name)
            case _:
                return frozenset()

    def by_def(self, name: str) -> frozenset[str]:
        if name not in self.defs:
            info = self.program.defs[name]
            terms = [info.body, *(value for _, value in info.lets)]
            self.defs[name] = frozenset().union(*(self.directly(t, ()) for term in terms for t in walk(term)))
        return self.defs[name]

    def by_procedure(self, name: str) -> frozenset[str]:
        if name not in self.procedures:
            self.procedures[name] = self.by_steps(self.program.procedures[name].body)
        return self.procedures[name]

    def by_steps(self, body: tuple[Step, ...]) -> frozenset[str]:
        found: set[str] = set()
        for step in own_steps(body):
            if isinstance(step, p.Do):
                found |= self.by_procedure(step.procedure)
            for term in step_terms(step):
                for inner in walk(term):
                    found |= self.directly(inner, ())
        return frozenset(found)
