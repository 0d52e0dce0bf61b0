"""Passes over the machine change nothing it does: made-up machines run the same with and without them.

The machines are nonsense, but they hold what rule files seldom bring together: names used again, answers from inside
several loops, faults and texts in odd places, circles of states, indexes that are known to be there only behind a test.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import strict
from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Call, Expression, Load, Local, Lookup, Range
from astro_referee.interpreter.machine.folding import const, op
from astro_referee.interpreter.machine.fuel import with_fuel
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.optimise.inlining import CannotInline, replace_returns
from astro_referee.interpreter.values.types import BOOL, LIMIT, Either, Int, ListOf, Member, SetOf, Type, plain

MACHINES, MANY_MACHINES = 50, 400
LARGE = 26
"""A machine whose loops take more time than all others together."""
STARTS = 12
SPOTS = 5
SPOT = Member("Spot", SPOTS)
SPOT_OR_NONE = Either(SPOT, ("none",))
GROUP = SetOf(SPOT)
NUMBER = Int(0, 9)
NUMBER_OR_NONE = Either(NUMBER, ("none",))
YES, NO = const(1, BOOL), const(0, BOOL)
NAMES = ["x", "y", "p", "q", ".left", ".result"]
FIELDS = (
    m.FieldSlot("level", "var", NUMBER, (), 0, None),
    m.FieldSlot("marks", "var", NUMBER, (SPOT,), 0, None),
    m.FieldSlot("chosen", "var", GROUP, (), 0, None),
    m.FieldSlot("bet", "var", NUMBER_OR_NONE, (), -LIMIT, None),
    *(m.FieldSlot(f"Pin{n}.at", "token", SPOT_OR_NONE, (), -1, None) for n in range(4)),
    m.FieldSlot("steps", "var", Int(0, 40), (), 0, None),
)
TABLES: dict[str, tuple[Type, tuple[object, ...]]] = {
    "worth": (NUMBER, (3, 0, 7, 1, 4)),
    "price": (NUMBER, (1, 9, 0, 2, 8, 3, 7, 4, 6, 5)),
    "near": (GROUP, (0b00110, 0b00001, 0b11001, 0b00000, 0b01111)),
    "round": (
        ListOf(SPOT, SPOTS),
        ((0, 1, 2, 3, 4), (1, 2, 3, 4, 0), (2, 3, 4, 0, 1), (3, 4, 0, 1, 2), (4, 0, 1, 2, 3)),
    ),
}
Env = dict[str, Type]
"""What locals hold here; a field with a `!` before it is one that a test has found to be there."""


@define
class Inventor:
    """Makes up code that is in order: names have values where they are used, and every function answers."""

    random: Random
    functions: list[m.Function] = field(factory=list)
    faults: int = 0
    states: int = 0

    def pick(self, *makers: Any) -> Any:
        return self.random.choice(makers)()

    # --- Terms --------------------------------------------------------------------------------------------------------

    def known(self, env: Env, type: Type) -> list[str]:
        return [name for name, held in env.items() if held == type]

    def one(self, env: Env, type: Type) -> Expression:
        name = self.random.choice(self.known(env, type))
        return Load(name[1:], type=type) if name.startswith("!") else Local(name, type=type)

    def spot(self, env: Env) -> Expression:
        if self.known(env, SPOT) and self.random.random() < 0.85:
            return self.one(env, SPOT)
        return const(self.random.randrange(SPOTS), SPOT)

    def number(self, env: Env, depth: int = 2) -> Expression:
        names = self.known(env, NUMBER)
        makers: list[Any] = [
            lambda: const(self.random.randrange(10), NUMBER),
            lambda: Load("level", type=NUMBER),
            lambda: Load("marks", (self.spot(env),), type=NUMBER),
            lambda: Lookup("worth", (self.spot(env),), type=NUMBER),
        ]
        if names:
            makers += [
                lambda: self.one(env, NUMBER),
                lambda: Lookup("price", (self.one(env, NUMBER),), type=NUMBER),
            ] * 2
        if depth:
            makers += [
                lambda: op(self.random.choice(["min", "max"]), *self.pair(env, depth), type=NUMBER),
                lambda: op("if", self.test(env, depth - 1), *self.pair(env, depth), type=NUMBER),
                lambda: op("size", self.group(env), type=NUMBER),
                lambda: self.call(env, NUMBER, depth) or const(1, NUMBER),
            ]
        return self.pick(*makers)

    def pair(self, env: Env, depth: int) -> tuple[Expression, Expression]:
        return self.number(env, depth - 1), self.number(env, depth - 1)

    def group(self, env: Env) -> Expression:
        return self.pick(
            lambda: Load("chosen", type=GROUP),
            lambda: Lookup("near", (self.spot(env),), type=GROUP),
            lambda: const(self.random.randrange(2**SPOTS), GROUP),
        )

    def place(self, env: Env, depth: int) -> Expression:
        """Somewhere or nowhere."""
        names = self.known(env, SPOT_OR_NONE)
        if names and self.random.random() < 0.5:
            return Local(self.random.choice(names), type=SPOT_OR_NONE)
        call = self.call(env, SPOT_OR_NONE, depth) if depth else None
        return call or Load(f"Pin{self.random.randrange(4)}.at", type=SPOT_OR_NONE)

    def bet(self, env: Env) -> Expression:
        """A number or none."""
        names = self.known(env, NUMBER_OR_NONE)
        return self.one(env, NUMBER_OR_NONE) if names and self.random.random() < 0.5 else BET

    def there(self, env: Env, depth: int) -> Expression:
        """Something that may be none, excluded before it is spoken of."""
        of = self.pick(lambda: self.place(env, 0), lambda: self.bet(env))
        inner = self.test(with_there(env, of), depth - 1)
        none = const(-1 if plain(of.type) == SPOT else -LIMIT, of.type)
        return self.pick(
            lambda: op("and", op("is not", of, none, type=BOOL), inner, type=BOOL),
            lambda: op("or", op("is", of, none, type=BOOL), inner, type=BOOL),
        )

    def test(self, env: Env, depth: int = 2) -> Expression:
        makers: list[Any] = [
            lambda: op(self.random.choice(["<", "<=", "is", "is not"]), *self.pair(env, max(depth, 1)), type=BOOL),
            lambda: op("has", self.group(env), self.spot(env), type=BOOL),
            lambda: op("vacant", self.spot(env), *(Load(f"Pin{n}.at", type=SPOT_OR_NONE) for n in range(4)), type=BOOL),
            lambda: op(
                self.random.choice(["is", "is not"]), self.place(env, depth), const(-1, SPOT_OR_NONE), type=BOOL
            ),
        ]
        if depth:
            makers += [
                lambda: op(
                    self.random.choice(["and", "or"]), self.test(env, depth - 1), self.test(env, depth - 1), type=BOOL
                ),
                lambda: op("not", self.test(env, depth - 1), type=BOOL),
            ]
            makers += [lambda: self.call(env, BOOL, depth) or YES, lambda: self.there(env, depth)] * 3
        return self.pick(*makers)

    def call(self, env: Env, type: Type, depth: int) -> Expression | None:
        fitting = [f for f in self.functions if f.doc == str(type)]
        if not fitting:
            return None
        function = self.random.choice(fitting)
        args: list[Expression] = []
        for _, wanted in function.params:
            args.append(self.spot(env) if wanted == SPOT else self.number(env, depth - 1))
        return Call(function.name, tuple(args), type=type)

    # --- Code ---------------------------------------------------------------------------------------------------------

    def answer(self, env: Env, type: Type) -> m.Code:
        if self.random.random() < 0.06:
            return self.fault()
        if type == BOOL:
            return m.Return(self.pick(lambda: YES, lambda: NO, lambda: self.test(env)))
        if type == NUMBER:
            return m.Return(self.number(env))
        spot = self.one(env, SPOT) if self.known(env, SPOT) else const(-1, SPOT_OR_NONE)
        return m.Return(self.pick(lambda: spot, lambda: const(-1, SPOT_OR_NONE), lambda: self.place(env, 1)))

    def fault(self) -> m.Fault:
        self.faults += 1
        return m.Fault(self.faults)

    def block(self, env: Env, depth: int, type: Type | None) -> tuple[m.Code, ...]:
        """Some lines; if they answer at all, with this type. `type` None is code of a state, which stores and tells."""
        env = dict(env)
        made: list[m.Code] = []
        for _ in range(self.random.randint(1, 3)):
            made.append(self.line(env, depth, type))
            if isinstance(made[-1], m.Return | m.Fault):
                break
        return tuple(made)

    def line(self, env: Env, depth: int, type: Type | None) -> m.Code:
        makers: list[Any] = [lambda: self.set(env)]
        if type is None:
            makers += [lambda: self.store(env)] * 3
            makers.append(lambda: m.Emit(0, (self.number(env),), None))
            makers.append(lambda: m.Branch(self.test(env), (self.step(),)))
        if depth:
            makers += [
                lambda: m.Branch(
                    self.test(env), self.block(env, depth - 1, type), self.otherwise(env, depth - 1, type)
                ),
                lambda: self.met(env, depth - 1, type),
                lambda: self.loop(env, depth - 1, type),
                lambda: self.loop(env, depth - 1, type),
            ]
        elif type is not None:
            makers += [lambda: self.answer(env, type)] * 2
        return self.pick(*makers)

    def met(self, env: Env, depth: int, type: Type | None) -> m.Branch:
        """Lines behind a test that something is there; where fields change, only of a local."""
        of = self.pick(lambda: self.place(env, 0), lambda: self.bet(env))
        none = const(-1 if plain(of.type) == SPOT else -LIMIT, of.type)
        inner = env if type is None and isinstance(of, Load) else with_there(env, of)
        return m.Branch(op("is not", of, none, type=BOOL), self.block(inner, depth, type))

    def step(self) -> m.Goto:
        return m.Goto(self.random.randint(0, self.states))

    def otherwise(self, env: Env, depth: int, type: Type | None) -> tuple[m.Code, ...]:
        return self.block(env, depth, type) if self.random.random() < 0.4 else ()

    def set(self, env: Env) -> m.Set:
        """A name for something; one that has a meaning around these lines keeps its type."""
        value = self.pick(
            lambda: self.number(env), lambda: self.number(env), lambda: self.place(env, 1), lambda: self.bet(env)
        )
        fitting = [name for name in NAMES if env.get(name, value.type) == value.type]
        if not fitting:
            name = self.random.choice(NAMES)
            return m.Set(name, Local(name, type=env[name]))
        name = self.random.choice(fitting)
        env[name] = value.type
        return m.Set(name, value)

    def store(self, env: Env) -> m.Store:
        return self.pick(
            lambda: m.Store("level", (), self.number(env)),
            lambda: m.Store("marks", (self.spot(env),), self.number(env)),
            lambda: m.Store("bet", (), self.pick(lambda: self.number(env), lambda: self.bet(env))),
            lambda: m.Store(
                "chosen", (), op("union", self.group(env), op("bit", self.spot(env), type=GROUP), type=GROUP)
            ),
            lambda: m.Store("chosen", (), op("minus", Load("chosen", type=GROUP), self.group(env), type=GROUP)),
            lambda: m.Store(f"Pin{self.random.randrange(4)}.at", (), self.spot(env)),
        )

    def loop(self, env: Env, depth: int, type: Type | None) -> m.Code:
        free = [name for name in NAMES if name not in env]
        if not free:
            return self.set(env)
        name = self.random.choice(free)
        if self.random.random() < 0.2:
            domain: Any = Range(const(1, NUMBER), self.number(env, 0))
            inner: Type = NUMBER
        else:
            domain, inner = (
                self.pick(lambda: self.group(env), lambda: Lookup("round", (self.spot(env),), type=TABLES["round"][0])),
                SPOT,
            )
        return m.Loop(name, inner, domain, self.block({**env, name: inner}, depth, type))

    # --- The whole ----------------------------------------------------------------------------------------------------

    def function(self, number: int) -> None:
        type = self.random.choice([BOOL, BOOL, NUMBER, SPOT_OR_NONE])
        params = self.random.choice([(), (("p", SPOT),), (("x", NUMBER),), (("p", SPOT), ("x", NUMBER))])
        body = [*self.block(dict(params), self.random.randint(0, 3), type)]
        if not isinstance(body[-1], m.Return | m.Fault):
            body.append(self.answer(dict(params), type))
        self.functions.append(m.Function(f"f{number}", params, tuple(body), str(type), result=type))

    def state(self, label: int) -> m.Automatic:
        """Counts a step now and then, so that most circles end."""
        steps, one = Load("steps", type=NUMBER), const(1, NUMBER)
        more = m.Store("steps", (), op("min", op("+", steps, one, type=NUMBER), const(40, NUMBER), type=NUMBER))
        tired = m.Branch(op("<=", const(12, NUMBER), steps, type=BOOL), (m.Goto(0),))
        head: tuple[m.Code, ...] = self.pick(lambda: (more, tired), lambda: (more, tired), lambda: ())
        return m.Automatic(label, f"s{label}", (*head, *self.block({}, 3, None), self.step()))

    def machine(self) -> m.Machine:
        for number in range(self.random.randint(2, 7)):
            self.function(number)
        self.states = self.random.randint(1, 5)
        states = tuple(self.state(label) for label in range(1, self.states + 1))
        made = m.Machine(
            "Nonsense", 2, {}, {}, (), TABLES, FIELDS, tuple(self.functions), states, (), (), (), (), 1, {}
        )
        return with_fuel(made, {})


BET = Load("bet", type=NUMBER_OR_NONE)


def with_there(env: Env, of: Expression) -> Env:
    """What is known behind a test that this is not none."""
    assert isinstance(of, Local | Load)
    return {**env, of.name if isinstance(of, Local) else f"!{of.field}": plain(of.type)}


def ran(
    code: dict[str, Any], state: list[int], log: list[object] | None, fuel: int = 2000
) -> tuple[object, list[int] | None, object]:
    code["FUEL"] = fuel
    try:
        code["run"](state, log)
    except RuleFault as fault:
        return f"fault {fault.number}", None, None
    except EndlessLoop as loop:
        return f"endless at {loop.labels[0]}", None, None
    return "ended", state, log


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=[pytest.mark.thorough] if seed >= MACHINES or seed == LARGE else [])
        for seed in range(MANY_MACHINES)
    ],
)
def test_a_machine_runs_the_same_with_and_without_passes(seed: int) -> None:
    random = Random(seed)
    machine = Inventor(random).machine()
    codes = [strict.module(machine, quick) for quick in (False, True)]
    for number in range(STARTS):
        first = [1, random.randrange(10), *(random.randrange(10) for _ in range(SPOTS)), random.randrange(2**SPOTS)]
        first.append(random.choice((-LIMIT, random.randrange(10))))
        first += [random.randrange(-1, SPOTS) for _ in range(4)] + [0]
        logs: list[list[object] | None] = [[], []] if number % 2 else [None, None]
        fuel = random.choice((2000, random.randrange(12)))  # with little, one unit more or less makes a difference
        results = [ran(code, first[:], log, fuel) for code, log in zip(codes, logs, strict=True)]
        assert results[0] == results[1]


# --- What chance seldom makes up -----------------------------------------------------------------------------------


def small_machine(functions: tuple[m.Function, ...], body: tuple[m.Code, ...]) -> m.Machine:
    states = (m.Automatic(1, "s1", body),)
    made = m.Machine("Small", 2, {}, {}, (), TABLES, FIELDS, functions, states, (), (), (), (), 1, {})
    return with_fuel(made, {})


START = [1, 4, 0, 1, 2, 3, 4, 0b10110, -LIMIT, -1, 2, -1, 0, 0]
LEVEL = Load("level", type=NUMBER)
SPOTS_IN_USE = Load("chosen", type=GROUP)


def same_run(functions: tuple[m.Function, ...], body: tuple[m.Code, ...], log: list[object] | None = None) -> object:
    """What a state comes to, which must be the same with passes."""
    machine = small_machine(functions, body)
    results = [ran(strict.module(machine, quick), START[:], log if log is None else log[:]) for quick in (False, True)]
    assert results[0] == results[1]
    return results[0]


def test_what_nobody_reads_is_not_worked_out() -> None:
    bad = m.Function(
        "bad",
        (("x", NUMBER),),
        (m.Branch(op("is", LEVEL, const(4, NUMBER), type=BOOL), (m.Fault(3),)), m.Return(LEVEL)),
        result=NUMBER,
    )
    body = (m.Emit(0, (Call("bad", (LEVEL,), type=NUMBER),), None), m.Goto(0))
    assert same_run((bad,), body) == ("ended", [0, *START[1:]], None)
    assert same_run((bad,), body, []) == ("fault 3", None, None)


def test_a_call_behind_another_that_fails_does_not_fail_first() -> None:
    one, other = (
        m.Function(
            f"f{n}",
            (),
            (m.Branch(op("is", LEVEL, const(4, NUMBER), type=BOOL), (m.Fault(n),)), m.Return(LEVEL)),
            result=NUMBER,
        )
        for n in (1, 2)
    )
    both = op("+", Call("f1", (), type=NUMBER), Call("f2", (), type=NUMBER), type=NUMBER)
    assert same_run((one, other), (m.Store("steps", (), both), m.Goto(0))) == ("fault 1", None, None)


def test_a_span_may_end_where_a_case_says() -> None:
    high = op("if", op("is", LEVEL, const(4, NUMBER), type=BOOL), const(2, NUMBER), const(3, NUMBER), type=NUMBER)
    more = m.Store("steps", (), op("+", Load("steps", type=NUMBER), const(1, NUMBER), type=NUMBER))
    result = same_run((), (m.Loop("n", NUMBER, Range(const(1, NUMBER), high), (more,)), m.Goto(0)))
    assert result == ("ended", [0, *START[1:-1], 2], None)


def test_answers_from_inside_two_loops_leave_both() -> None:
    spot, other = Local("p", type=SPOT), Local("q", type=SPOT)
    marked = op("is", Load("marks", (other,), type=NUMBER), Lookup("worth", (spot,), type=NUMBER), type=BOOL)
    near = m.Function(
        "near",
        (("p", SPOT),),
        (m.Loop("q", SPOT, Lookup("near", (spot,), type=GROUP), (m.Branch(marked, (m.Return(YES),)),)), m.Return(NO)),
        result=BOOL,
    )
    some = m.Function(
        "some",
        (),
        (
            m.Loop("p", SPOT, SPOTS_IN_USE, (m.Branch(Call("near", (spot,), type=BOOL), (m.Return(YES),)),)),
            m.Return(NO),
        ),
        result=BOOL,
    )
    every = m.Function(
        "every",
        (),
        (
            m.Loop(
                "p",
                SPOT,
                SPOTS_IN_USE,
                (m.Branch(op("not", Call("near", (spot,), type=BOOL), type=BOOL), (m.Return(NO),)),),
            ),
            m.Return(YES),
        ),
        result=BOOL,
    )
    for name, number in (("some", 5), ("every", 6)):
        told = m.Branch(
            Call(name, (), type=BOOL),
            (m.Store("level", (), const(number, NUMBER)),),
            (m.Store("level", (), const(1, NUMBER)),),
        )
        same_run(
            (near, some, every),
            (
                told,
                m.Loop("p", SPOT, SPOTS_IN_USE, (told, m.Branch(Call(name, (), type=BOOL), (m.Goto(0),)))),
                m.Goto(0),
            ),
        )


def test_an_answer_inside_a_loop_is_not_put_to_a_use_that_ends_another_loop() -> None:
    inside = (m.Loop("p", SPOT, SPOTS_IN_USE, (m.Return(YES),)), m.Return(NO))
    with pytest.raises(CannotInline):
        replace_returns(inside, lambda value: (m.Break(),))
    assert replace_returns(inside[1:], lambda value: (m.Break(),)) == (m.Break(),)


def test_an_answer_behind_a_loop_with_breaks_of_its_own_must_go_elsewhere() -> None:
    code = (m.Loop("p", SPOT, SPOTS_IN_USE, (m.Break(),), (m.Return(YES),)), m.Return(NO))
    with pytest.raises(CannotInline):
        replace_returns(code, lambda value: (m.Set("x", value),))
    assert replace_returns(code, lambda value: (m.Goto(3),)) == (
        m.Loop("p", SPOT, SPOTS_IN_USE, (m.Break(),), (m.Goto(3),)),
        m.Goto(3),
    )
