"""A test step by step: its game runs on the plain evaluator, and somebody is called before every step of the rules.

Each step of the checked program gets a mark before it, a line to say that is never said. The record of the game is the
same with and without them.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve, field, frozen

from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.check import check, seat_range
from astro_referee.interpreter.lower import compile_program
from astro_referee.interpreter.machine.evaluate import Evaluator, Leaving, Locals, Log, Move, State
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.library import BadRules
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.terms import Local
from astro_referee.interpreter.values.types import Type


@frozen
class StepMark:
    """A step of the rules: where it stands, and in which phase, move or procedure."""

    span: Span
    owner: str
    names: tuple[tuple[str, Type], ...] = ()
    """The local names that are known there."""


@frozen
class Stepped:
    """A game before one of its steps: the step, the record, and the values of the local names."""

    mark: StepMark
    state: State
    values: tuple[int, ...]


OnStep = Callable[[Stepped], None]


@define
class SteppingEngine(Evaluator):
    """The evaluator, which calls somebody at each mark, except inside what is only thought of."""

    marks: tuple[StepMark, ...] = ()
    on_step: OnStep | None = None
    asking: int = 0
    """How many functions are being asked: what they do does not happen."""

    def call(self, name: FunctionRef, state: State, *args: int) -> int:
        self.asking += 1
        try:
            return super().call(name, state, *args)  # type: ignore[no-any-return]
        finally:
            self.asking -= 1

    def listed(self, name: FunctionRef, state: State, player: int) -> list[Move]:
        self.asking += 1
        try:
            return super().listed(name, state, player)
        finally:
            self.asking -= 1

    def line(self, line: m.Code, s: State, names: Locals, log: Log | None, out: list[Move] | None) -> Leaving:
        if isinstance(line, m.Emit):
            number = self.machine.texts[line.text].mark
            if number is not None:
                if self.on_step is not None and not self.asking:
                    values = tuple(self.value(value, s, names) for value in line.values)
                    self.on_step(Stepped(self.marks[number], s, values))
                return None
        return super().line(line, s, names, log, out)


def stepping_game(game: Game, on_step: OnStep) -> Game:
    """The same game, which tells of each step before it is made."""
    source = game.rules.source
    file, problems = read(source)
    if file is None:
        raise BadRules(source, problems)
    program, problems = check(file, source, game.seats, game.chosen, seat_range(file, source)[0])
    if program is None:
        raise BadRules(source, problems)
    for with_names in (True, False):
        marker = Marker(with_names)
        machine = compile_program(marker.marked(program))
        if machine.fields == game.machine.fields:
            break
    assert machine.fields == game.machine.fields, "marks must not change the record of a game"
    engine = SteppingEngine(machine, marks=tuple(marker.marks), on_step=on_step)
    return Game(game.rules, machine, game.chosen, engine)


@define
class Marker:
    """Puts a mark before each step of a program, and lists them.

    A name that is told of where nobody needs it any more may have to be kept in the record: then names are left out.
    """

    with_names: bool = True
    marks: list[StepMark] = field(factory=list)

    def marked(self, program: p.Program) -> p.Program:
        return evolve(
            program,
            flow=self.block(program.flow, "the rules", ()),
            procedures={
                name: evolve(info, body=self.block(info.body, f"procedure {name}", tuple(info.params)))
                for name, info in program.procedures.items()
            },
            moves={
                name: evolve(info, then=self.block(info.then, f"move {name}", of_move(info)))
                for name, info in program.moves.items()
            },
        )

    def block(self, body: tuple[p.Step, ...], owner: str, names: tuple[tuple[str, Type], ...]) -> tuple[p.Step, ...]:
        made: list[p.Step] = []
        for step in body:
            here = step.span.end > step.span.start and (not made or made[-1].span != step.span)
            if here and not isinstance(step, p.Phase):  # which has its own, where it begins
                made.append(self.mark(step.span, owner, names))
            made.append(self.step(step, owner, names))
            if isinstance(step, p.Let) and "." not in step.name and step.name.isidentifier():
                names = (*names, (step.name, step.value.type))
        return tuple(made)

    def step(self, step: p.Step, owner: str, names: tuple[tuple[str, Type], ...]) -> p.Step:
        match step:
            case p.If(_, then, otherwise):
                return evolve(step, then=self.block(then, owner, names), otherwise=self.block(otherwise, owner, names))
            case p.For(name, type):
                return evolve(step, body=self.block(step.body, owner, (*names, (name, type))))
            case p.Turns():
                return evolve(step, body=self.block(step.body, owner, names))
            case p.Phase():
                inside = f"phase {step.name}"
                begin = (self.mark(step.span, inside, names), *self.block(step.begin, inside, names))
                return evolve(
                    step,
                    begin=begin,
                    watches=tuple((condition, self.block(body, inside, names)) for condition, body in step.watches),
                    body=self.block(step.body, inside, names),
                    finish=self.block(step.finish, inside, names),
                )
            case p.Ask(otherwise=otherwise) if otherwise is not None:
                return evolve(step, otherwise=self.block(otherwise, owner, names))
            case _:
                return step

    def mark(self, span: Span, owner: str, names: tuple[tuple[str, Type], ...]) -> p.Say:
        names = names if self.with_names else ()
        self.marks.append(StepMark(span, owner, names))
        values = tuple(Local(name, type=type, span=span) for name, type in names)
        return p.Say(p.Text(values, mark=len(self.marks) - 1), None)


def of_move(info: p.MoveInfo) -> tuple[tuple[str, Type], ...]:
    """What a move calls by names in its effect."""
    return tuple((param.name, param.type) for param in info.params)
