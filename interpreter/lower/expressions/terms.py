"""Terms for the machine: phrases, items, hypotheticals and possibilities become functions with plain loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from attrs import define, evolve, field

from astro_referee.grammar.source import Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.coverage_points import Points
from astro_referee.interpreter.lower.expressions.flood_fill import flooding
from astro_referee.interpreter.lower.expressions.membership import ASKED, gathers, inside
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import (
    Call,
    Choices,
    Const,
    Domain,
    Expression,
    Load,
    Local,
    Lookup,
    Op,
    Range,
)
from astro_referee.interpreter.machine.folding import arithmetic, bit_number, both, const, number, op
from astro_referee.interpreter.machine.runtime import LONGEST_PAST, MOST_CHOICES
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
    element,
    low,
    lowest,
    plain,
    size,
    words,
)

Env = dict[str, Expression]
"""What each name of the rule file stands for here: a local, a field of the record, or a constant."""

NUMBER = Int(0, 10**6)
ZERO, ONE = number(0), number(1)
YES, NO = const(1, BOOL), const(0, BOOL)
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
class Maker:
    """Collects the functions, faults and texts of a machine while the program is gone through."""

    program: Program
    points: Points | None = None
    """What a marked machine counts; a machine to be played counts nothing."""
    trials: int = 0
    """How many positions that are only thought of stand around what is being made: nothing counts there."""
    functions: dict[str, m.Function] = field(factory=dict)
    known: dict[object, str] = field(factory=dict)
    faults: list[m.FaultInfo] = field(factory=list)
    texts: list[m.TextTemplate] = field(factory=list)
    underway: set[object] = field(factory=set)
    size: int = 0
    effect: Callable[[Env, pt.Term], tuple[m.Code, ...]] | None = None
    procedure: Callable[[str, tuple[pt.Term, ...], Env, pt.Term], tuple[m.Code, ...]] | None = None
    candidates: Callable[[str, Env, tuple[m.Code, ...]], tuple[m.Code, ...]] | None = None
    made: Callable[[str, Env, pt.Term], tuple[m.Code, ...]] | None = None

    @contextmanager
    def trying(self, effect: Callable[[Env, pt.Term], tuple[m.Code, ...]]) -> Iterator[None]:
        """Inside, `after this` means after this effect."""
        kept, self.effect = self.effect, effect
        try:
            yield
        finally:
            self.effect = kept

    # --- Marks -------------------------------------------------------------------------------------------------

    @property
    def marking(self) -> bool:
        return self.points is not None and not self.trials

    @contextmanager
    def thought_of(self) -> Iterator[None]:
        """Inside, nothing really happens, so nothing is marked."""
        self.trials += 1
        try:
            yield
        finally:
            self.trials -= 1

    def number(self, goal: m.Goal, at: Span, part: int = 0) -> int:
        """The point that something comes to at a place; -1 if nobody counts."""
        return self.points.numbers.get((goal, at.start, part), -1) if self.marking and self.points is not None else -1

    def mark(self, goal: m.Goal, at: Span, part: int = 0) -> tuple[m.Code, ...]:
        number = self.number(goal, at, part)
        return (m.Mark(number),) if number >= 0 else ()

    def looked_up(self, term: Lookup) -> Expression:
        """An entry of a table; where rows are counted, that of its row."""
        kind, dot, _ = term.table.partition(".")
        if self.points is None or kind not in self.points.rows or not dot or len(term.at) != 1:
            return term
        key = ("row", kind)
        if key not in self.known:
            row = Local("row", type=term.at[0].type)
            which = Lookup(f"rows of {kind}", (row,), type=NUMBER)
            there = m.Branch(op("<=", ZERO, row, type=BOOL), (m.Mark(0, which),))
            self.known[key] = self.add(f"row_of_{kind}", (("row", row.type),), (there, m.Return(row)))
        row_of = Call(self.known[key], term.at, type=term.at[0].type, span=term.at[0].span)
        return evolve(term, at=(row_of,))

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
        stem: str,
        params: tuple[tuple[str, Type], ...],
        body: tuple[m.Code, ...],
        doc: str = "",
        on_copy: bool = False,
    ) -> str:
        """A function under a name of its own."""
        name, number = stem, 2
        while name in self.functions:
            name = f"{stem}_{number}"
            number += 1
        self.functions[name] = m.Function(name, params, body, doc, on_copy)
        self.grow(len(body), Span(0, 0))
        return name

    def template(self, text: Text) -> m.TextTemplate:
        """A text without its values; one that could grow out of all reason is a problem of the rules."""
        made = m.TextTemplate(tuple(part if isinstance(part, str) else part.type for part in text.parts), text.span)
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
                return of.size * (self.width(of) + BETWEEN) * ((1 << bits) - 1)
            case ListOf(of, entries):
                return entries * (self.width(of) + BETWEEN)
            case Either(of, _):
                return self.width(of)
            case _:
                return LONGEST_NUMBER

    def text_function(
        self, stem: str, text: Text, env: Env, params: tuple[tuple[str, Type], ...], lets: tuple[m.Code, ...] = ()
    ) -> str:
        """A function that gives the values of the holes of a text."""
        holes = tuple(self.term(part, env) for part in text.parts if not isinstance(part, str))
        return self.add(
            stem, params, (*lets, m.Return(Op("list", holes, type=TupleOf(tuple(hole.type for hole in holes)))))
        )

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
                if name == "remembered":
                    message = f"this history is full: it holds {LONGEST_PAST} positions"
                    fault = number(self.fault("too-costly", message, term.span).number)
                    return op(name, *self.terms(args, env), fault, type=term.type, at=term.span)
                if name == "has" and gathers(self, args[0]):
                    return inside(self, args[0], self.term(args[1], env), env)
                word = BAG_OPERATIONS.get(name, name) if isinstance(term.type, BagOf) else name
                return op(word, *self.terms(args, env), type=term.type, at=term.span)
            case pt.Call(name, args):
                self.definition(name)
                return Call(f"def_{name}", self.terms(args, env), type=term.type, span=term.span)
            case pt.Fold():
                return self.lift(term, env, f"{term.word.replace(' ', '_')}_{term.name.lstrip('.')}", fold_body)
            case pt.Item():
                return self.lift(term, env, "item", item_body)
            case pt.Hypothetical():
                return self.lift(term, env, "after", hypothetical_body)
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
            self.known[key] = self.add("checked", ((".value", value.type),), body)
        return Call(self.known[key], (args[0],), type=term.type, span=term.span)

    def definition(self, name: str) -> None:
        if f"def_{name}" in self.functions or name in self.known:
            return
        self.known[name] = name
        params, body = self.written_out(name, self.term)
        self.functions[f"def_{name}"] = m.Function(f"def_{name}", params, body, name)

    def question(self, name: str, type: Type) -> str:
        """A function that says whether one thing, its last parameter, is in the set that a def gives."""
        key = ("question", name)
        if key not in self.known:
            thing = Local(ASKED, type=type)
            params, body = self.written_out(name, lambda group, env: inside(self, group, thing, env))
            self.known[key] = self.add(f"in_{name}", (*params, (ASKED, type)), body)
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
        stem: str,
        make: Callable[[Maker, pt.Fold | pt.Item | pt.Hypothetical, Env], tuple[m.Code, ...]],
    ) -> Expression:
        """Moves a term into a function of its own; the locals it needs become parameters."""
        inside = {t.name for t in pt.walk(term) if isinstance(t, pt.Local)}
        if isinstance(term, pt.Hypothetical):
            inside |= set(env) if term.procedure is None else {"me"}
        given = free_locals({name: found for name, found in env.items() if name in inside})
        key = (
            stem,
            term,
            term.span,
            given,
            tuple((n, e) for n, e in env.items() if n in inside and not isinstance(e, Local)),
        )
        if key not in self.known:
            body = make(self, term, dict(env))
            on_copy = isinstance(term, pt.Hypothetical)
            self.known[key] = self.add(stem, given, body, on_copy=on_copy)
        return Call(self.known[key], tuple(Local(n, type=t) for n, t in given), type=term.type, span=term.span)

    def outer(self, move: MoveInfo, env: Env) -> Env:
        """What a move that is only asked about takes from the names around; not what the move that asks calls so."""
        spoken = names_from_outside(move, self.program.moves)
        return {name: found for name, found in env.items() if name in spoken}

    def possible(self, key: str, player: Expression, env: Env, at: pt.Term) -> Expression:
        """Whether a move could be made; who asks for the sake of it only thinks of it."""
        with self.thought_of():
            return self.able(key, player, env, at)

    def able(self, key: str, player: Expression, env: Env, at: pt.Term) -> Expression:
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
            if mark in self.underway:
                raise m.MachineProblem("circle", f"whether `{move.name}` is possible depends on itself", at.span)
            self.underway.add(mark)
            inner: Env = {**outer, "me": Local("me", type=self.player)}
            body = self.candidates(key, inner, (m.Return(YES),))
            self.underway.discard(mark)
            self.known[mark] = self.add(f"possible_{key.replace('.', '_')}", given, (*body, m.Return(NO)), key)
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
            name = f"streak_{key.replace('.', '_')}"
            once_more: Expression = ONE
            if most > 1:
                full = {**inner, **{word: Local(word, type=type) for word, type in params}}
                rest = pt.Streak(key, pt.Local("me", type=self.player), most - 1, type=Int(0, most - 1), span=at.span)
                after = self.add(f"{name}_after", (*given, *params), self.made(key, full, rest), on_copy=True)
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
            with self.thought_of():
                body = (m.Set(".best", ZERO), *self.candidates(key, inner, leaf), m.Return(best))
            self.known[mark] = self.add(name, given, body, key)
        args = (player, *(Local(n, type=t) for n, t in free))
        return Call(self.known[mark], args, type=at.type, span=at.span)


# --- Bodies ---------------------------------------------------------------------------------------------------------


def free_locals(env: Env) -> tuple[tuple[str, Type], ...]:
    """The locals that some names stand for, each once: what a function made from here must be given."""
    found = {term.name: term.type for term in env.values() if isinstance(term, Local)}
    return tuple(found.items())


def case_marks(value: pt.Term, points: tuple[tuple[Span, int], ...]) -> list[m.Code]:
    """The mark of the case that a value belongs to, of those that are left: if it is not clear which, of the last."""
    own = [number for span, number in points if span.start <= value.span.start < span.end]
    return [m.Mark(number) for number in own[:1] or [number for _, number in points[-1:]]]


def bind(env: Env, name: str, type: Type) -> tuple[str, Env]:
    """A local for a bound name, different from every local in use."""
    taken = {e.name for e in env.values() if isinstance(e, Local)} | set(env)
    local, number = name, 2
    while local in taken:
        local = f"{name}_{number}"
        number += 1
    return local, {**env, name: Local(local, type=type)}


def item_body(maker: Maker, term: pt.Fold | pt.Item | pt.Hypothetical, env: Env) -> tuple[m.Code, ...]:
    """Counts down through the list; a filtered list is not built first."""
    assert isinstance(term, pt.Item)
    of = term.of
    inner = element(of.type)
    assert inner is not None
    where: Expression | None = None
    name, bound = bind(env, ".entry", inner)
    domain: Domain
    if isinstance(of, pt.Fold) and of.word == "all":
        name, bound = bind(env, of.name, of.name_type)
        domain = maker.domain(of.domain, env)
        where = maker.term(of.where, bound) if of.where is not None else None
    else:
        domain = maker.term(of, env)
    ends, rounds = bounds.of(term.position.type), domain_size(of.type)
    assert ends is not None
    counted = Int(ends[0] - rounds, ends[1])
    left = Local(".left", type=counted)
    here = Local(name, type=inner)
    count: tuple[m.Code, ...] = (
        m.Branch(op("is", left, ONE, type=BOOL), (m.Return(here),)),
        m.Set(".left", op("-", left, ONE, type=counted)),
    )
    body = (m.Branch(where, count),) if where is not None else count
    assert isinstance(term.type, Either)
    return (
        m.Set(".left", maker.term(term.position, env)),
        m.Loop(name, inner, domain, body),
        m.Return(none_of(term.type)),
    )


def domain_size(type: Type) -> int:
    """How many values a set or list can have."""
    match plain(type):
        case SetOf(of):
            return size(of)
        case BagOf(of, _):
            return of.size
        case ListOf(_, most):
            return most
        case other:
            raise AssertionError(other)


def none_of(type: Type) -> Const:
    base = plain(type)
    return const(-(10**9) if isinstance(base, Int) else -1, type)


def hypothetical_body(maker: Maker, term: pt.Fold | pt.Item | pt.Hypothetical, env: Env) -> tuple[m.Code, ...]:
    assert isinstance(term, pt.Hypothetical)
    with maker.thought_of():
        if term.procedure is None:
            assert maker.effect is not None
            return maker.effect(env, term.of)
        assert maker.procedure is not None
        return maker.procedure(term.procedure, term.args, env, term.of)


def fold_body(maker: Maker, term: pt.Fold | pt.Item | pt.Hypothetical, env: Env) -> tuple[m.Code, ...]:
    assert isinstance(term, pt.Fold)
    name, inner = bind(env, term.name, term.name_type)
    domain = maker.domain(term.domain, env)
    here = Local(name, type=term.name_type)
    where = maker.term(term.where, inner) if term.where is not None else None
    value = maker.term(term.of, inner) if term.of is not None else None
    bag = plain(domain.type) if not isinstance(domain, Range | Choices) else None
    copies: Expression = ONE
    if isinstance(bag, BagOf) and not isinstance(domain, Range | Choices):
        copies = op("bag count", domain, here, number(bag.bits), type=Int(0, maker.program.kinds[bag.of.kind].copies))

    def loop(*body: m.Code) -> m.Loop:
        inside: tuple[m.Code, ...] = (m.Branch(where, body),) if where is not None else body
        return m.Loop(name, term.name_type, domain, inside)

    result = Local(".result", type=term.type)
    match term.word:
        case "some":
            return (loop(m.Return(YES)), m.Return(NO))
        case "no":
            return (loop(m.Return(NO)), m.Return(YES))
        case "every":
            assert value is not None
            return (loop(m.Branch(op("not", value, type=BOOL), (m.Return(NO),))), m.Return(YES))
        case "count":
            more = m.Set(".result", op("+", result, copies, type=term.type))
            return (m.Set(".result", ZERO), loop(more), m.Return(result))
        case "sum":
            assert value is not None
            part = value if copies == ONE else op("*", value, copies, type=term.type)
            return (
                m.Set(".result", ZERO),
                loop(m.Set(".result", op("+", result, part, type=term.type))),
                m.Return(result),
            )
        case "set":
            assert value is not None and isinstance(term.type, SetOf)
            one = op("bit", bit_number(value, term.type.of), type=term.type)
            return (
                m.Set(".result", const(0, term.type)),
                loop(m.Set(".result", op("union", result, one, type=term.type))),
                m.Return(result),
            )
        case "union":
            assert value is not None
            return (
                m.Set(".result", const(0, term.type)),
                loop(m.Set(".result", op("union", result, value, type=term.type))),
                m.Return(result),
            )
        case "reach":
            return spread(maker, term, env)
        case "all":
            return gather(term, here, copies, loop)
        case "first":
            if "none" in words(term.type):
                return (loop(m.Return(here)), m.Return(none_of(term.type)))
            absent = maker.fault("not-only", f"there is no `{term.name}` here, but one was expected", term.span)
            return (loop(m.Return(here)), absent)
        case "last":
            return (m.Set(".result", none_of(term.type)), loop(m.Set(".result", here)), m.Return(result))
        case "only":
            several = maker.fault(
                "not-only", f"there are several `{term.name}` here, but only one was expected", term.span
            )
            missing = maker.fault("not-only", f"there is no `{term.name}` here, but one was expected", term.span)
            if where is None and not isinstance(domain, Range | Choices) and isinstance(domain.type, SetOf):
                return sole(domain, domain.type, several, missing)
            found = Local(".found", type=BOOL)
            return (
                m.Set(".found", NO),
                m.Set(".result", const(lowest(term.type), term.type)),
                loop(m.Branch(found, (several,)), m.Set(".found", YES), m.Set(".result", here)),
                m.Branch(op("not", found, type=BOOL), (missing,)),
                m.Return(result),
            )
        case "highest" | "lowest":
            assert value is not None
            return extreme(maker, term, value, loop)
        case _:
            return best(maker, term, here, inner, loop)


def sole(domain: Expression, type: SetOf, several: m.Code, missing: m.Code) -> tuple[m.Code, ...]:
    """The one member of a set."""
    group = Local(".group", type=type)
    many = op("is not", op("size", group, type=Int(0, size(type.of))), ONE, type=BOOL)
    none = op("is", group, const(0, type), type=BOOL)
    bit = op("least", group, type=Int(0, size(type.of) - 1))
    member = arithmetic("+", bit, number(low(type.of))) if low(type.of) else bit
    return (
        m.Set(".group", domain),
        m.Branch(many, (m.Branch(none, (missing,)), several)),
        m.Return(evolve(member, type=type.of)),
    )


def spread(maker: Maker, term: pt.Fold, env: Env) -> tuple[m.Code, ...]:
    """Goes on from every place it comes to; the list it goes through grows on the way."""
    assert isinstance(term.type, SetOf) and term.of is not None and not isinstance(term.domain, pt.Range | pt.Choices)
    name, standing = bind(env, term.name, term.name_type)
    beyond, arriving = bind({**env, "": Local(name, type=term.name_type)}, term.name, term.name_type)
    start, ahead = maker.term(term.domain, env), maker.term(term.of, standing)
    here, there = Local(name, type=term.name_type), Local(beyond, type=term.name_type)
    where = maker.term(term.where, arriving) if term.where is not None else None
    at_once = flooding(maker.program.tables, start, ahead, here, there, where)
    if at_once is not None:
        return (m.Return(at_once),)
    reached = Local(".result", type=term.type)
    # Each place is come to once.
    todo = Local(".todo", type=ListOf(term.type.of, size(term.type.of)), span=term.span)
    one = op("bit", bit_number(there, term.type.of), type=term.type)
    arrive: tuple[m.Code, ...] = (
        m.Set(".result", op("union", reached, one, type=term.type)),
        m.Append(".todo", there),
    )
    if where is not None:
        arrive = (m.Branch(where, arrive),)
    new = op("not", op("has", reached, bit_number(there, term.type.of), type=BOOL), type=BOOL)
    begin: tuple[m.Code, ...] = (
        m.Set(".todo", Op("list", (), type=todo.type)),
        m.Loop(name, term.name_type, reached, (m.Append(".todo", here),)),
    )
    if isinstance(start, Op) and start.op == "bit" and low(term.type.of) == 0:
        begin = (m.Set(".todo", Op("list", start.args, type=todo.type)),)
    return (
        m.Set(".result", start),
        *begin,
        m.Loop(name, term.name_type, todo, (m.Loop(beyond, term.name_type, ahead, (m.Branch(new, arrive),)),)),
        m.Return(reached),
    )


def gather(term: pt.Fold, here: Expression, copies: Expression, loop: Callable[..., m.Loop]) -> tuple[m.Code, ...]:
    result = Local(".result", type=term.type)
    match term.type:
        case ListOf():
            return (m.Set(".result", Op("list", (), type=term.type)), loop(m.Append(".result", here)), m.Return(result))
        case BagOf(_, bits):
            one = op("bag one", here, number(bits), type=term.type)
            more = op("bag plus", result, op("bag times", one, copies, type=term.type), type=term.type)
            return (m.Set(".result", const(0, term.type)), loop(m.Set(".result", more)), m.Return(result))
        case SetOf(of):
            one = op("bit", bit_number(here, of), type=term.type)
            more = op("union", result, one, type=term.type)
            return (m.Set(".result", const(0, term.type)), loop(m.Set(".result", more)), m.Return(result))
        case _:
            raise AssertionError(term.type)


def extreme(maker: Maker, term: pt.Fold, value: Expression, loop: Callable[..., m.Loop]) -> tuple[m.Code, ...]:
    result, found, now = Local(".result", type=term.type), Local(".found", type=BOOL), Local(".now", type=term.type)
    better = op("<", result, now, type=BOOL) if term.word == "highest" else op("<", now, result, type=BOOL)
    missing = maker.fault("nothing-there", f"there is nothing here to take the {term.word} of", term.span)
    test = op("or", op("not", found, type=BOOL), better, type=BOOL)
    return (
        m.Set(".found", NO),
        m.Set(".result", const(lowest(term.type), term.type)),
        loop(m.Set(".now", value), m.Branch(test, (m.Set(".result", now), m.Set(".found", YES)))),
        m.Branch(op("not", found, type=BOOL), (missing,)),
        m.Return(result),
    )


def comparable(value: Expression) -> Expression:
    """A set among others of its kind goes by its highest members, as its code does."""
    if not isinstance(value.type, SetOf):
        return value
    return op("encode", value, type=Int(0, (1 << size(value.type.of)) - 1))


def best(maker: Maker, term: pt.Fold, here: Expression, env: Env, loop: Callable[..., m.Loop]) -> tuple[m.Code, ...]:
    """Keeps the best key so far; with `best` all that tie for it, with `first best` the first of them."""
    found = Local(".found", type=BOOL)
    keys = [
        (k.highest, maker.term(k.of, env), Local(f".now{i}", type=k.of.type), Local(f".best{i}", type=k.of.type))
        for i, k in enumerate(term.keys)
    ]
    better: Expression = NO
    tie: Expression = YES
    for highest, _, now, top in reversed(keys):
        ahead = op("<", *map(comparable, (top, now) if highest else (now, top)), type=BOOL)
        level = op("is", now, top, type=BOOL)
        better = op("or", ahead, op("and", level, better, type=BOOL), type=BOOL) if better != NO else ahead
        tie = op("and", level, tie, type=BOOL) if tie != YES else level
    result = Local(".result", type=term.type)
    single = term.word != "best"
    base = plain(term.type)
    bit: Expression = here
    if not single:
        assert isinstance(base, SetOf)
        bit = op("bit", bit_number(here, base.of), type=term.type)
    take: list[m.Code] = [m.Set(top.name, now) for _, _, now, top in keys]
    take += [m.Set(".result", bit), m.Set(".found", YES)]
    on_tie: tuple[m.Code, ...] = ()
    if term.word == "best":
        on_tie = (m.Set(".result", op("union", result, bit, type=term.type)),)
    elif term.word == "only best":
        take.append(m.Set(".tied", NO))
        on_tie = (m.Set(".tied", YES),)
    body: list[m.Code] = [m.Set(now.name, value) for _, value, now, _ in keys]
    better = op("or", op("not", found, type=BOOL), better, type=BOOL)
    body.append(m.Branch(better, tuple(take), (m.Branch(tie, on_tie),) if on_tie else ()))
    made: list[m.Code] = [
        m.Set(".found", NO),
        m.Set(".result", const(lowest(term.type), term.type)),
        *(m.Set(top.name, const(lowest(top.type), top.type)) for _, _, _, top in keys),
    ]
    if term.word == "only best":
        made.append(m.Set(".tied", NO))
    made.append(loop(*body))
    if single:
        missing = maker.fault("nothing-there", f"there is no `{term.name}` here to be best", term.span)
        made.append(m.Branch(op("not", found, type=BOOL), (missing,)))
    if term.word == "only best":
        several = maker.fault(
            "not-only", f"several `{term.name}` are equally good, but only one was expected", term.span
        )
        made.append(m.Branch(Local(".tied", type=BOOL), (several,)))
    made.append(m.Return(result))
    return tuple(made)
