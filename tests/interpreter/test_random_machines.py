"""Passes over the machine change nothing it does: made-up machines run the same with and without them.

The machines are nonsense, but they hold what rule files seldom bring together: names used again, answers from inside
several loops, faults and texts in odd places, circles of states.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backend.python import Writer
from astro_referee.interpreter.folding import const, op
from astro_referee.interpreter.game import run_module
from astro_referee.interpreter.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.terms import Call, Load, Local, Lookup, Range, Term
from astro_referee.interpreter.types import BOOL, Either, Int, ListOf, Member, SetOf, Type

MACHINES = 300
STARTS = 12
SPOTS = 5
SPOT = Member("Spot", SPOTS)
SPOT_OR_NONE = Either(SPOT, ("none",))
GROUP = SetOf(SPOT)
NUMBER = Int(0, 9)
YES, NO = const(1, BOOL), const(0, BOOL)
NAMES = ["x", "y", "p", "q", ".left", ".result"]
FIELDS = (
    m.FieldSlot("level", "var", NUMBER, (), 0, None),
    m.FieldSlot("marks", "var", NUMBER, (SPOT,), 0, None),
    m.FieldSlot("chosen", "var", GROUP, (), 0, None),
    *(m.FieldSlot(f"Pin{n}.at", "token", SPOT_OR_NONE, (), -1, None) for n in range(4)),
    m.FieldSlot("steps", "var", Int(0, 40), (), 0, None),
)
TABLES: dict[str, tuple[Type, tuple[object, ...]]] = {
    "worth": (NUMBER, (3, 0, 7, 1, 4)),
    "near": (GROUP, (0b00110, 0b00001, 0b11001, 0b00000, 0b01111)),
    "round": (
        ListOf(SPOT, SPOTS),
        ((0, 1, 2, 3, 4), (1, 2, 3, 4, 0), (2, 3, 4, 0, 1), (3, 4, 0, 1, 2), (4, 0, 1, 2, 3)),
    ),
}
Env = dict[str, Type]


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

    def spot(self, env: Env) -> Term:
        names = self.known(env, SPOT)
        if names and self.random.random() < 0.85:
            return Local(self.random.choice(names), type=SPOT)
        return const(self.random.randrange(SPOTS), SPOT)

    def number(self, env: Env, depth: int = 2) -> Term:
        names = self.known(env, NUMBER)
        makers: list[Any] = [
            lambda: const(self.random.randrange(10), NUMBER),
            lambda: Load("level", type=NUMBER),
            lambda: Load("marks", (self.spot(env),), type=NUMBER),
            lambda: Lookup("worth", (self.spot(env),), type=NUMBER),
        ]
        if names:
            makers += [lambda: Local(self.random.choice(names), type=NUMBER)] * 3
        if depth:
            makers += [
                lambda: op(self.random.choice(["min", "max"]), *self.pair(env, depth), type=NUMBER),
                lambda: op("if", self.test(env, depth - 1), *self.pair(env, depth), type=NUMBER),
                lambda: op("size", self.group(env), type=NUMBER),
                lambda: self.call(env, NUMBER, depth) or const(1, NUMBER),
            ]
        return self.pick(*makers)

    def pair(self, env: Env, depth: int) -> tuple[Term, Term]:
        return self.number(env, depth - 1), self.number(env, depth - 1)

    def group(self, env: Env) -> Term:
        return self.pick(
            lambda: Load("chosen", type=GROUP),
            lambda: Lookup("near", (self.spot(env),), type=GROUP),
            lambda: const(self.random.randrange(2**SPOTS), GROUP),
        )

    def place(self, env: Env, depth: int) -> Term:
        """Somewhere or nowhere."""
        names = self.known(env, SPOT_OR_NONE)
        if names and self.random.random() < 0.5:
            return Local(self.random.choice(names), type=SPOT_OR_NONE)
        call = self.call(env, SPOT_OR_NONE, depth) if depth else None
        return call or Load(f"Pin{self.random.randrange(4)}.at", type=SPOT_OR_NONE)

    def test(self, env: Env, depth: int = 2) -> Term:
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
            makers += [lambda: self.call(env, BOOL, depth) or YES] * 3
        return self.pick(*makers)

    def call(self, env: Env, type: Type, depth: int) -> Term | None:
        fitting = [f for f in self.functions if f.doc == str(type)]
        if not fitting:
            return None
        function = self.random.choice(fitting)
        args: list[Term] = []
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
        names = self.known(env, SPOT)
        spot = Local(self.random.choice(names), type=SPOT) if names else const(-1, SPOT_OR_NONE)
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
                lambda: self.loop(env, depth - 1, type),
                lambda: self.loop(env, depth - 1, type),
            ]
        elif type is not None:
            makers += [lambda: self.answer(env, type)] * 2
        return self.pick(*makers)

    def step(self) -> m.Goto:
        return m.Goto(self.random.randint(0, self.states))

    def otherwise(self, env: Env, depth: int, type: Type | None) -> tuple[m.Code, ...]:
        return self.block(env, depth, type) if self.random.random() < 0.4 else ()

    def set(self, env: Env) -> m.Set:
        looped = {name for name, held in env.items() if held == SPOT}
        name = self.random.choice([n for n in NAMES if n not in looped])
        value = self.pick(lambda: self.number(env), lambda: self.number(env), lambda: self.place(env, 1))
        env[name] = value.type
        return m.Set(name, value)

    def store(self, env: Env) -> m.Store:
        return self.pick(
            lambda: m.Store("level", (), self.number(env)),
            lambda: m.Store("marks", (self.spot(env),), self.number(env)),
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
        self.functions.append(m.Function(f"f{number}", params, tuple(body), str(type)))

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
        return m.Machine(
            "Nonsense", 2, {}, {}, (), TABLES, FIELDS, tuple(self.functions), states, (), (), (), (), 1, {}
        )


def ran(code: dict[str, Any], state: list[int], log: list[object] | None) -> tuple[object, list[int] | None, object]:
    code["FUEL"] = 2000
    try:
        code["run"](state, log)
    except RuleFault as fault:
        return f"fault {fault.number}", None, None
    except EndlessLoop as loop:
        return f"endless {sorted(loop.labels)}", None, None
    return "ended", state, log


@pytest.mark.parametrize("seed", range(MACHINES))
def test_a_machine_runs_the_same_with_and_without_passes(seed: int) -> None:
    random = Random(seed)
    machine = Inventor(random).machine()
    codes = []
    for quick in (False, True):
        writer = Writer(machine, quick)
        codes.append(run_module(compile(writer.module(), "nonsense", "exec"), writer.names))
    for number in range(STARTS):
        first = [1, random.randrange(10), *(random.randrange(10) for _ in range(SPOTS)), random.randrange(2**SPOTS)]
        first += [random.randrange(-1, SPOTS) for _ in range(4)] + [0]
        logs: list[list[object] | None] = [[], []] if number % 2 else [None, None]
        results = [ran(code, first[:], log) for code, log in zip(codes, logs, strict=True)]
        assert results[0] == results[1]
