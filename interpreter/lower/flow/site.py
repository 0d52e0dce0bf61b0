"""One place in the flow where a decision stands, and what its parts need to know of it."""

from __future__ import annotations

from attrs import define

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import Env
from astro_referee.interpreter.lower.flow.states import Context, Flow
from astro_referee.interpreter.machine.expressions import Local, walk
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.values.types import Member, Type

Params = tuple[tuple[str, Type], ...]


@define
class Site:
    """One place in the flow where a decision stands."""

    flow: Flow
    step: p.Ask
    context: Context
    label: int
    actor: str
    after: int
    asked: str = ""
    choice: str = ""
    resolve: int = -1
    stuck: int = -1

    @property
    def player(self) -> Member:
        return self.flow.builder.player

    def env(self) -> Env:
        return {**self.context.env, "me": Local("me", type=self.player)}


def let_code(site: Site, move: p.MoveInfo, env: Env) -> tuple[tuple[m.Set, ...], Env]:
    """The `let` lines of a move, and the names with them."""
    lets: list[m.Set] = []
    full = dict(env)
    for part in move.parts:
        if isinstance(part, p.Let):
            lets.append(m.Set(part.name, site.flow.builder.term(part.value, full)))
            full[part.name] = Local(part.name, type=part.value.type)
    return tuple(lets), full


def used_lets(lets: tuple[m.Set, ...], *things: p.Text | pt.Term | None) -> tuple[m.Set, ...]:
    """Only the lets that something speaks of, directly or through another let."""
    wanted: set[str] = set()
    for thing in things:
        terms: tuple[pt.Term, ...] = ()
        if isinstance(thing, p.Text):
            terms = tuple(part for part in thing.parts if not isinstance(part, str))
        elif thing is not None:
            terms = (thing,)
        for term in terms:
            wanted |= {t.name for t in pt.walk(term) if isinstance(t, pt.Local)}
            if pt.looks_ahead(term):
                wanted |= {let.name for let in lets}
    return with_needed(lets, wanted)


def with_needed(lets: tuple[m.Set, ...], wanted: set[str]) -> tuple[m.Set, ...]:
    """The lets of these names, and those that their values speak of."""
    kept: list[m.Set] = []
    for let in reversed(lets):
        if let.name in wanted:
            kept.append(let)
            wanted |= {t.name for t in walk(let.value) if isinstance(t, Local)}
    return tuple(reversed(kept))
