"""States under construction: labels, the open automatic state, slots of the record, and what surrounds a step."""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import Env
from astro_referee.interpreter.lower.expressions.terms import MachineBuilder
from astro_referee.interpreter.lower.places import located
from astro_referee.interpreter.machine.expressions import Expression, FunctionRef, Local
from astro_referee.interpreter.machine.folding import const
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.program import Step
from astro_referee.interpreter.values.types import Int, Member, Type, plain

END = 0


@define
class Target:
    """Where a `leave` or `repeat` leads, and how many scopes stay open there."""

    label: int
    depth: int


@frozen
class Origin:
    """A choice that cards come from: the number of its trace, who has chosen, and whether all know how many cards.

    If they do not, a part of the cards says nothing of the rest. `each` are cards of which all others go the same way.
    """

    trace: int
    who: Expression
    counted: bool
    each: bool = False


Traced = dict[str, frozenset[Origin]]
"""For each name that stands for cards chosen in secret, or some of them: whose choice they are."""


@define
class Context:
    """What surrounds a step: names, places to jump to, watches, slots to clear when a scope is left."""

    env: Env
    targets: dict[tuple[str, str], Target]
    watches: tuple[tuple[pt.Term, tuple[Step, ...], Env, tuple[m.Code, ...]], ...]
    scopes: tuple[tuple[str, ...], ...]
    path: tuple[str, ...]
    around: tuple[Expression, ...] = ()
    """Who has the turn and what the loops have come to, innermost last, as far as all may know it."""
    at: Span = NOWHERE
    """Where the phase, move or procedure is named that the path leads to."""
    traced: Traced = field(factory=dict)

    def inside(self, **changes: object) -> Context:
        return evolve(self, **changes)  # type: ignore[arg-type]


@define
class Flow:
    """The states made so far. `code` is the open state; None means nothing leads here."""

    builder: MachineBuilder
    slots: list[m.FieldSlot] = field(factory=list)
    automatic: dict[int, tuple[str, Span, list[m.Code]]] = field(factory=dict)
    decisions: list[m.Decision] = field(factory=list)
    chances: list[m.Chance] = field(factory=list)
    code: list[m.Code] | None = None
    at: Span = NOWHERE
    """The step that is being written."""
    labels: int = 1
    splitting: dict[int, bool] = field(factory=dict)
    standing: FunctionRef | None = None
    absolute: bool = False
    """Whether that number counts by itself, and not beside those of the others."""
    utility: bool = False
    """Whether it is what the rules call so."""
    traces: dict[tuple[int, str, str], int] = field(factory=dict)

    @property
    def program(self) -> p.Program:
        return self.builder.program

    def label(self) -> int:
        self.labels += 1
        return self.labels - 1

    def begin(self, label: int, context: Context) -> None:
        """Opens the automatic state of a label."""
        self.code = []
        self.automatic[label] = (".".join(context.path) or "game", context.at, self.code)
        self.builder.grow(1, Span(0, 0))

    def trace(self, label: int, move: p.MoveInfo, param: p.ParamInfo) -> int:
        """The number by which the log tells where a parameter of a decision's move goes."""
        return self.traces.setdefault((label, move.key, param.name), len(self.traces))

    def goto(self, label: int) -> None:
        """Closes the open state."""
        if self.code is not None:
            self.code.append(m.Goto(label, span=self.at))
            self.code = None

    def emit(self, *code: m.Code) -> None:
        if self.code is not None:
            self.code.extend(located(code, self.at))

    def slot(
        self, name: str, type: Type, context: Context, sort: str = "slot", indices: tuple[Member, ...] = ()
    ) -> str:
        """A field of the record for something the rules keep between two stops."""
        unique = f"{'.'.join((*context.path, name))}#{len(self.slots)}"
        base = plain(type)
        first = base.low if isinstance(base, Int) else 0
        self.slots.append(m.FieldSlot(unique, sort, type, indices, first, None))
        return unique

    def clear(self, names: tuple[str, ...]) -> list[m.Code]:
        made: list[m.Code] = []
        for name in names:
            slot = next(s for s in self.slots if s.name == name)
            made.append(m.Store(name, (), const(slot.initial, slot.type)))
        return made

    def gone_through(self, step: p.For) -> tuple[m.Code, ...]:
        """The mark of a loop; one over several names is one inside the other, and the innermost counts."""
        match step.body:
            case (p.For() as inner,) if inner.span == step.span:
                return ()
        return self.builder.mark(m.Goal.REACHED, step.span)

    def splits(self, step: Step) -> bool:
        """Whether the state must be cut for a step: it asks, rolls, or loops over something that may."""
        key = id(step)
        if key not in self.splitting:
            self.splitting[key] = self._splits(step)
        return self.splitting[key]

    def _splits(self, step: Step) -> bool:
        match step:
            case p.Ask() | p.Deal() | p.Roll() | p.RandomFrom() | p.Phase() | p.Turns():
                return True
            case p.If(_, then, otherwise):
                return any(map(self.splits, then + otherwise))
            case p.For():
                return any(map(self.splits, step.body))
            case p.Do(name, _):
                body = self.program.procedures[name].body
                return any(map(self.splits, body)) or leaves(body, name)
            case _:
                return False

    def audience_function(self, name: str) -> FunctionRef | None:
        """The function that tells who sees a field, given its first index."""
        info = self.program.fields[name]
        if info.audience is None:
            return None
        key = ("audience", name)
        if key not in self.builder.known:
            owner = self.owner(name)
            body = (m.Return(self.builder.term(info.audience, {"owner": Local("owner", type=owner)})),)
            self.builder.known[key] = self.builder.add(("seen", name), (("owner", owner),), body)
        return self.builder.known[key]

    def top_function(self, name: str) -> FunctionRef:
        """The function that tells who sees the card on top of a pile."""
        order = self.program.fields[name].order
        assert order is not None and order.top is not None
        owner = self.owner(name)
        body = (m.Return(self.builder.term(order.top, {"owner": Local("owner", type=owner)})),)
        return self.builder.add(("seen_top", name), (("owner", owner),), body)

    def owner(self, name: str) -> Member:
        """Whose a field is: a team's if there is one for each, else a player's."""
        indices, teams = self.program.fields[name].indices, self.program.teams
        return teams.kind if teams is not None and indices[:1] == (teams.kind,) else self.builder.player


def leaves(body: tuple[Step, ...], name: str) -> bool:
    """Whether a procedure is left from inside, which needs a state behind it."""
    for step in body:
        match step:
            case p.Jump("leave", target):
                if target == name:
                    return True
            case p.If(_, then, otherwise):
                if leaves(then + otherwise, name):
                    return True
            case p.For():
                if leaves(step.body, name):
                    return True
            case _:
                pass
    return False
