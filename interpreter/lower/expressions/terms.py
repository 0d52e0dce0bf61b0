"""Terms for the machine: phrases, items, hypotheticals and possibilities become functions with plain loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from attrs import define, evolve, field

from astro_referee.grammar.source import Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.coverage_points import Points
from astro_referee.interpreter.lower.expressions.environment import (
    NO,
    NUMBER,
    ONE,
    YES,
    ZERO,
    Env,
    free_locals,
)
from astro_referee.interpreter.lower.expressions.folds import fold_body, hypothetical_body, item_body
from astro_referee.interpreter.lower.expressions.membership import ASKED, gathers, inside
from astro_referee.interpreter.machine.expressions import (
    Call,
    Choices,
    Const,
    Domain,
    Expression,
    FunctionRef,
    Load,
    Local,
    Lookup,
    Op,
    Range,
)
from astro_referee.interpreter.machine.folding import arithmetic, both, const, number, op
from astro_referee.interpreter.machine.functions import Functions, Purpose
from astro_referee.interpreter.machine.runtime import LONGEST_PAST, MOST_CHOICES, MOST_TRAILS
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.free_names import names_from_outside
from astro_referee.interpreter.program.program import MoveInfo, Program, Text
from astro_referee.interpreter.values.types import (
    BOOL,
    BagOf,
    Either,
    Int,
    ListOf,
    Member,
    SetOf,
    TupleOf,
    Type,
    size,
)

CHECKED = frozenset(["within", "solid", "contained"])
"""Operations of the checker that may be faults: each becomes a function that says so."""
BAG_OPERATIONS = {"+": "bag plus", "-": "bag less", "*": "bag times"}
"""Arithmetic on bags, which has names of its own in the machine."""
LARGEST_MACHINE = 60_000
"""Pieces of code in one machine; procedures are written out where they are called, so calls can make it grow fast."""
LONGEST_ESTIMATE = 1_000_000
"""Characters of a text, by the sizes of sets: what is met in play is far less, and counted there."""
BETWEEN, LONGEST_NUMBER = 2, 11
"""Characters between two members of a set; those of a number."""


@define
class MachineBuilder:
    """Collects the functions, faults and texts of a machine while the program is gone through."""

    program: Program
    points: Points | None = None
    """What a marked machine counts; a machine to be played counts nothing."""
    hypothetical_depth: int = 0
    """How many positions that are only thought of stand around what is being made: nothing counts there."""
    functions: Functions = field(factory=Functions)
    known: dict[object, FunctionRef] = field(factory=dict)
    faults: list[m.FaultInfo] = field(factory=list)
    texts: list[m.TextTemplate] = field(factory=list)
    in_progress: set[object] = field(factory=set)
    size: int = 0
    effect: Callable[[Env, pt.Term], tuple[m.Code, ...]] | None = None
    procedure: Callable[[str, tuple[pt.Term, ...], Env, pt.Term], tuple[m.Code, ...]] | None = None
    candidates: Callable[[str, Env, tuple[m.Code, ...]], tuple[m.Code, ...]] | None = None
    made: Callable[[str, Env, pt.Term], tuple[m.Code, ...]] | None = None

    @contextmanager
    def after_effect(self, effect: Callable[[Env, pt.Term], tuple[m.Code, ...]]) -> Iterator[None]:
        """Inside, `after this` means after this effect."""
        kept, self.effect = self.effect, effect
        try:
            yield
        finally:
            self.effect = kept

    # --- Marks -------------------------------------------------------------------------------------------------

    @property
    def marking(self) -> bool:
        return self.points is not None and not self.hypothetical_depth

    @contextmanager
    def hypothetically(self) -> Iterator[None]:
        """Inside, nothing really happens, so nothing is marked."""
        self.hypothetical_depth += 1
        try:
            yield
        finally:
            self.hypothetical_depth -= 1

    def number(self, goal: m.Goal, at: Span, part: int = 0) -> int:
        """The point that something comes to at a place; -1 if nobody counts."""
        return self.points.numbers.get((goal, at.start, part), -1) if self.marking and self.points is not None else -1

    def mark(self, goal: m.Goal, at: Span, part: int = 0) -> tuple[m.Code, ...]:
        number = self.number(goal, at, part)
        return (m.Mark(number),) if number >= 0 else ()

    def looked_up(self, term: Lookup) -> Expression:
        """An entry of a table; where rows are counted, that of its row."""
        kind, dot, _ = term.table.partition(".")
        if self.points is None or kind not in self.points.rows or not dot or not term.at:
            return term
        key = ("row", kind)
        if key not in self.known:
            row = Local("row", type=term.at[0].type)
            which = Lookup(f"rows of {kind}", (row,), type=NUMBER)
            there = m.Branch(op("<=", ZERO, row, type=BOOL), (m.Mark(0, which),))
            self.known[key] = self.add(("row", "of", kind), (("row", row.type),), (there, m.Return(row)))
        row_of = Call(self.known[key], term.at[:1], type=term.at[0].type, span=term.at[0].span)
        return evolve(term, at=(row_of, *term.at[1:]))

    # --- Tables ------------------------------------------------------------------------------------------------

    def fault(self, code: str, message: str, at: Span) -> m.Fault:
        self.faults.append(m.FaultInfo(code, message, at))
        return m.Fault(len(self.faults) - 1)

    def grow(self, by: int, at: Span) -> None:
        self.size += by
        if self.size > LARGEST_MACHINE:
            raise m.MachineProblem(
                "too-large", "the game grows too large here: procedures call each other too many times over", at
            )

    def add(
        self,
        purpose: Purpose,
        params: tuple[tuple[str, Type], ...],
        body: tuple[m.Code, ...],
        doc: str = "",
        on_copy: bool = False,
    ) -> FunctionRef:
        """A function of its own."""
        self.grow(len(body), Span(0, 0))
        return self.functions.add(purpose, params, body, doc, on_copy)

    def template(self, text: Text) -> m.TextTemplate:
        """A text without its values; one that could grow out of all reason is a problem of the rules."""
        parts = tuple(part if isinstance(part, str) else part.type for part in text.parts)
        made = m.TextTemplate(parts, text.span, text.mark)
        longest = sum(len(part) if isinstance(part, str) else self.width(part) for part in made.parts)
        if longest > LONGEST_ESTIMATE:
            message = f"with its holes filled, this text could have {longest:,} characters"
            raise m.MachineProblem("too-long", message, text.span)
        return made

    def width(self, type: Type) -> int:
        """The most characters that a value takes in a text, by the sizes of sets."""
        match type:
            case Member(kind, _):
                return max(map(len, self.program.kinds[kind].members), default=0)
            case SetOf(Member(kind, _)):
                return sum(len(name) + BETWEEN for name in self.program.kinds[kind].members)
            case SetOf(of):
                return size(of) * (self.width(of) + BETWEEN)
            case BagOf(of, bits):
                return size(of) * (self.width(of) + BETWEEN) * ((1 << bits) - 1)
            case ListOf(of, entries):
                return entries * (self.width(of) + BETWEEN)
            case Either(of, _):
                return self.width(of)
            case _:
                return LONGEST_NUMBER

    def text_function(
        self,
        purpose: Purpose,
        text: Text,
        env: Env,
        params: tuple[tuple[str, Type], ...],
        lets: tuple[m.Code, ...] = (),
    ) -> FunctionRef:
        """A function that gives the values of the holes of a text."""
        holes = tuple(self.term(part, env) for part in text.parts if not isinstance(part, str))
        values = Op("list", holes, type=TupleOf(tuple(hole.type for hole in holes)))
        return self.add(purpose, params, (*lets, m.Return(values)))

    # --- Terms -------------------------------------------------------------------------------------------------

    def term(self, term: pt.Term, env: Env) -> Expression:
        """The same value in terms a backend knows."""
        match term:
            case pt.Const(value):
                return const(value, term.type, term.span)
            case pt.Local(name):
                found = env.get(name)
                if found is None:
                    raise m.MachineProblem(
                        "out-of-place", f"`{name}` has no value at the place where this is needed", term.span
                    )
                return evolve(found, type=term.type, span=term.span)
            case pt.Load(name, at):
                return Load(name, self.terms(at, env), type=term.type, span=term.span)
            case pt.Lookup(name, at):
                if name.startswith("option "):
                    chosen = self.program.tables[name][1][0]
                    assert isinstance(chosen, int)
                    return const(chosen, term.type, term.span)
                return self.looked_up(Lookup(name, self.terms(at, env), type=term.type, span=term.span))
            case pt.Op(name, args):
                if name in CHECKED:
                    return self.checked(term, env)
                if name in ("remembered", "trail"):
                    message = f"this history is full: it holds {LONGEST_PAST} positions"
                    if name == "trail":
                        message = f"there are more than {MOST_TRAILS} ways to try for the longest trail"
                    fault = number(self.fault("too-costly", message, term.span).number)
                    return op(name, *self.terms(args, env), fault, type=term.type, at=term.span)
                if name == "has" and gathers(self, args[0]):
                    return inside(self, args[0], self.term(args[1], env), env)
                word = BAG_OPERATIONS.get(name, name) if isinstance(term.type, BagOf) else name
                return op(word, *self.terms(args, env), type=term.type, at=term.span)
            case pt.Call(name, args):
                return Call(self.definition(name), self.terms(args, env), type=term.type, span=term.span)
            case pt.Fold():
                return self.lift(term, env, (term.word, term.name.lstrip(".")), fold_body)
            case pt.Item():
                return self.lift(term, env, ("item",), item_body)
            case pt.Hypothetical():
                return self.lift(term, env, ("after",), hypothetical_body)
            case pt.Possible(key, player):
                return self.possible(key, self.term(player, env), env, term)
            case pt.Streak(key, player, most):
                return self.streak(key, self.term(player, env), most, env, term)
            case _:
                assert_never(term)

    def terms(self, terms: tuple[pt.Term, ...], env: Env) -> tuple[Expression, ...]:
        return tuple(self.term(t, env) for t in terms)

    def domain(self, domain: pt.Range | pt.Choices | pt.Term, env: Env) -> Domain:
        match domain:
            case pt.Range(a, b):
                return Range(self.term(a, env), self.term(b, env))
            case pt.Choices(a, b, of):
                message = f"there are more than {MOST_CHOICES:,} ways to choose here; let the player choose one by one"
                fault = self.fault("too-costly", message, of.span)
                return Choices(self.term(a, env), self.term(b, env), self.term(of, env), fault.number)
            case _:
                return self.term(domain, env)

    def checked(self, term: pt.Op, env: Env) -> Expression:
        """A value that must lie in its range, or must not be none: a function that says so."""
        args = self.terms(term.args, env)
        value = Local(".value", type=args[0].type)
        if term.op == "contained":
            outside = op("minus", value, args[1], type=value.type)
            fine = op("is", outside, const(0, value.type), type=BOOL)
            fault = self.fault("out-of-range", "this set holds numbers that do not belong here", term.span)
        elif isinstance(value.type, BagOf):
            fine = op("is", value, args[1], type=BOOL)
            fault = self.fault("out-of-range", "this heap would hold more cards than there are", term.span)
        elif term.op == "within":
            fine = op("and", op("<=", args[1], value, type=BOOL), op("<=", value, args[2], type=BOOL), type=BOOL)
            assert isinstance(args[1], Const) and isinstance(args[2], Const)
            fault = self.fault(
                "out-of-range", f"this number must lie between {args[1].value} and {args[2].value}", term.span
            )
        else:
            tests = [op("is not", value, evolve(a, type=value.type), type=BOOL) for a in args[1:]]
            joined = both(*tests)
            assert joined is not None
            fine = joined
            zero = isinstance(args[1], Const) and args[1].value == 0
            fault = (
                self.fault("division-by-zero", "this divides by zero", term.span)
                if zero
                else self.fault("none-here", "there is none here", term.span)
            )
        key = ("checked", term, term.span, value.type)
        if key not in self.known:
            body = (m.Branch(fine, (m.Return(evolve(value, type=term.type)),)), fault)
            self.known[key] = self.add(("checked",), ((".value", value.type),), body)
        return Call(self.known[key], (args[0],), type=term.type, span=term.span)

    def definition(self, name: str) -> FunctionRef:
        """The function of a def, made when it is first called."""
        key = ("def", name)
        if key not in self.known:
            params, body = self.written_out(name, self.term)
            self.known[key] = self.functions.define(name, params, body)
        return self.known[key]

    def question(self, name: str, type: Type) -> FunctionRef:
        """A function that says whether one thing, its last parameter, is in the set that a def gives."""
        key = ("question", name)
        if key not in self.known:
            thing = Local(ASKED, type=type)
            params, body = self.written_out(name, lambda group, env: inside(self, group, thing, env))
            self.known[key] = self.add(("in", name), (*params, (ASKED, type)), body)
        return self.known[key]

    def written_out(
        self, name: str, leaf: Callable[[pt.Term, Env], Expression]
    ) -> tuple[tuple[tuple[str, Type], ...], tuple[m.Code, ...]]:
        """The parameters of a def, and its code; `leaf` makes what is given back from the value of a case."""
        info = self.program.defs[name]
        params = ((("me", self.player),) if info.needs_me else ()) + info.params
        env: Env = {word: Local(word, type=type) for word, type in params}
        body: list[m.Code] = []
        for let, value in info.lets:
            body.append(m.Set(let, self.term(value, env)))
            env[let] = Local(let, type=value.type)
        points = self.points.cases.get(name, ()) if self.points is not None else ()
        return params, (*body, *self.cases(info.body, env, leaf, points))

    def cases(
        self,
        term: pt.Term,
        env: Env,
        leaf: Callable[[pt.Term, Env], Expression],
        points: tuple[tuple[Span, int], ...],
    ) -> list[m.Code]:
        """Cases as branches rather than one long term; `points` are those of the cases from here on."""
        if isinstance(term, pt.Op) and term.op == "if":
            condition = self.term(term.args[0], env)
            here = next((n for n, (span, _) in enumerate(points) if span == term.span), None)
            reached = case_marks(term, points) if here is None else []
            yes = case_marks(term, points[here : here + 1]) if here is not None else []
            rest = points[here + 1 :] if here is not None else ()
            if not isinstance(condition, Const):
                first = m.Branch(condition, (*yes, *self.cases(term.args[1], env, leaf, ())))
                return [*reached, first, *self.cases(term.args[2], env, leaf, rest)]
            if condition.value:
                return [*reached, *yes, *self.cases(term.args[1], env, leaf, ())]
            return [*reached, *self.cases(term.args[2], env, leaf, rest)]
        return [*case_marks(term, points), m.Return(leaf(term, env))]

    @property
    def player(self) -> Member:
        return Member("player", self.program.seats)

    # --- Lifting -----------------------------------------------------------------------------------------------

    def lift(
        self,
        term: pt.Fold | pt.Item | pt.Hypothetical,
        env: Env,
        purpose: Purpose,
        make: Callable[[MachineBuilder, pt.Fold | pt.Item | pt.Hypothetical, Env], tuple[m.Code, ...]],
    ) -> Expression:
        """Moves a term into a function of its own; the locals it needs become parameters."""
        inside = {t.name for t in pt.walk(term) if isinstance(t, pt.Local)}
        if isinstance(term, pt.Hypothetical):
            inside |= set(env) if term.procedure is None else {"me"}
        given = free_locals({name: found for name, found in env.items() if name in inside})
        key = (
            purpose,
            term,
            term.span,
            given,
            tuple((n, e) for n, e in env.items() if n in inside and not isinstance(e, Local)),
        )
        if key not in self.known:
            body = make(self, term, dict(env))
            on_copy = isinstance(term, pt.Hypothetical)
            same = (purpose, given, body, on_copy)  # of two that say the same, what is known of one is known of both
            if same not in self.known:
                self.known[same] = self.add(purpose, given, body, on_copy=on_copy)
            self.known[key] = self.known[same]
        return Call(self.known[key], tuple(Local(n, type=t) for n, t in given), type=term.type, span=term.span)

    def outer(self, move: MoveInfo, env: Env) -> Env:
        """What a move that is only asked about takes from the names around; not what the move that asks calls so."""
        spoken = names_from_outside(move, self.program.moves)
        return {name: found for name, found in env.items() if name in spoken}

    def possible(self, key: str, player: Expression, env: Env, at: pt.Term) -> Expression:
        """Whether a move could be made; who asks for the sake of it only thinks of it."""
        with self.hypothetically():
            return self.can_move(key, player, env, at)

    def can_move(self, key: str, player: Expression, env: Env, at: pt.Term) -> Expression:
        """The same where somebody is really about to be asked."""
        move = self.program.moves[key]
        outer = self.outer(move, env)
        free = tuple(pair for pair in free_locals(outer) if pair[0] != "me")
        given = (("me", self.player), *free)
        mark = (
            "possible",
            self.marking,
            key,
            given,
            tuple((n, e) for n, e in outer.items() if not isinstance(e, Local)),
        )
        if mark not in self.known:
            assert self.candidates is not None
            if mark in self.in_progress:
                raise m.MachineProblem("circle", f"whether `{move.name}` is possible depends on itself", at.span)
            self.in_progress.add(mark)
            inner: Env = {**outer, "me": Local("me", type=self.player)}
            body = self.candidates(key, inner, (m.Return(YES),))
            self.in_progress.discard(mark)
            self.known[mark] = self.add(("possible", key), given, (*body, m.Return(NO)), key)
        return Call(self.known[mark], (player, *(Local(n, type=t) for n, t in free)), type=BOOL, span=at.span)

    def streak(self, key: str, player: Expression, most: int, env: Env, at: pt.Term) -> Expression:
        """How far a move can be made again and again: each candidate on a copy of its own, until it is far enough."""
        move = self.program.moves[key]
        params = tuple((param.name, param.type) for param in move.params)
        outer = self.outer(move, env)
        free = tuple(pair for pair in free_locals(outer) if pair[0] != "me")
        given = (("me", self.player), *free)
        mark = ("streak", key, most, given, tuple((n, e) for n, e in outer.items() if not isinstance(e, Local)))
        if mark not in self.known:
            assert self.candidates is not None and self.made is not None
            me = Local("me", type=self.player)
            inner: Env = {**outer, "me": me}
            once_more: Expression = ONE
            if most > 1:
                full = {**inner, **{word: Local(word, type=type) for word, type in params}}
                rest = pt.Streak(key, pt.Local("me", type=self.player), most - 1, type=Int(0, most - 1), span=at.span)
                after = self.add(("streak", key, "after"), (*given, *params), self.made(key, full, rest), on_copy=True)
                names = tuple(Local(word, type=type) for word, type in (*given, *params))
                once_more = arithmetic("+", ONE, Call(after, names, type=Int(0, most - 1)))
            length = Int(0, most)
            best, now = Local(".best", type=length), Local(".now", type=length)
            enough = op("is", now, number(most), type=BOOL)
            leaf: tuple[m.Code, ...] = (
                m.Set(".now", once_more),
                m.Branch(enough, (m.Return(now),)),
                m.Branch(op("<", best, now, type=BOOL), (m.Set(".best", now),)),
            )
            with self.hypothetically():
                body = (m.Set(".best", ZERO), *self.candidates(key, inner, leaf), m.Return(best))
            self.known[mark] = self.add(("streak", key), given, body, key)
        args = (player, *(Local(n, type=t) for n, t in free))
        return Call(self.known[mark], args, type=at.type, span=at.span)


# --- Bodies ---------------------------------------------------------------------------------------------------------


def case_marks(value: pt.Term, points: tuple[tuple[Span, int], ...]) -> list[m.Code]:
    """The mark of the case that a value belongs to, of those that are left: if it is not clear which, of the last."""
    own = [number for span, number in points if span.start <= value.span.start < span.end]
    return [m.Mark(number) for number in own[:1] or [number for _, number in points[-1:]]]
