"""A game that says where it comes along: a game in; the same game out, with a mark in its log at every phase and
ending, and wherever cards are shown, laid open or exchanged.

The marks are put into the checked program, as lines to say, each with its number; the texts of the machine keep it.
Records are the same with and without them.
"""

from __future__ import annotations

import marshal
import pickle
from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from astro_referee.grammar import cache
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Engine
from astro_referee.interpreter.backends.python.engine import PythonEngine
from astro_referee.interpreter.check import check, seat_range
from astro_referee.interpreter.check.flow.exchange import PASSED, SWAPPED
from astro_referee.interpreter.check.mistakes.secrecy import Discloses
from astro_referee.interpreter.lower import compile_program
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.library import BadRules, key
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.terms import Load, Local, Term, walk


@frozen
class TraceMark:
    """A place of the rules that a game may come to: a phase, an ending, cards that are shown, laid open or exchanged.

    Behind the mark of cards that are laid open stands, as a value, what lies there then; behind that of a zone whose
    cards are exchanged, which one of its name it is.
    """

    sort: str
    name: str
    span: Span


@frozen
class Marked:
    """A game with marks, and which text of its machine stands for which of them."""

    game: Game
    marks: dict[int, TraceMark]
    fields: dict[str, Span]
    """Where each field is declared."""
    disclosed: frozenset[str]
    """Hidden fields of which the rules tell something, as the checker has noted."""


def marked(game: Game) -> Marked:
    """A game with marks, for the same number of players and the same options."""
    source, seats, chosen = game.rules.source, game.seats, game.chosen
    name = f"tried-{key(source, seats, sorted(chosen.items()))}.bin"
    kept = cache.read(name)
    if kept is not None:
        try:
            machine, names, code, marks, fields, disclosed = pickle.loads(kept)
            return finished(game, machine, PythonEngine.loaded(marshal.loads(code), names), marks, fields, disclosed)
        except (pickle.UnpicklingError, AttributeError, ImportError, LookupError, EOFError, TypeError, ValueError):
            pass  # worked out anew, as for any game
    from astro_referee.interpreter.pipeline import written

    file, problems = read(source)
    if file is None:
        raise BadRules(source, problems)
    program, problems = check(file, source, seats, chosen, seat_range(file, source)[0])
    if program is None:
        raise BadRules(source, problems)
    tracer = Tracer.of(program)
    machine, marks = compile_program(tracer.traced(program)), tuple(tracer.marks)
    fields = {name: info.span for name, info in program.fields.items()}
    named = {name for problem in problems if isinstance(problem.mistake, Discloses) for name in problem.mistake.names}
    disclosed = frozenset(named & fields.keys())
    writer = written(machine)
    code = compile(writer.module(), f"<{program.title}>", "exec")
    names = dict(writer.names)
    cache.write(name, pickle.dumps((machine, names, marshal.dumps(code), marks, fields, disclosed)))
    return finished(game, machine, PythonEngine.loaded(code, names), marks, fields, disclosed)


def finished(
    game: Game,
    machine: m.Machine,
    engine: Engine,
    marks: tuple[TraceMark, ...],
    fields: dict[str, Span],
    disclosed: frozenset[str],
) -> Marked:
    assert machine.fields == game.machine.fields, "marks must not change the record of a game"
    by_text = {n: marks[text.mark] for n, text in enumerate(machine.texts) if text.mark is not None}
    return Marked(Game(game.rules, machine, game.chosen, engine), by_text, fields, disclosed)


# --- Putting them in -------------------------------------------------------------------------------------------------


@define
class Tracer:
    """Puts marks into a program, and lists them."""

    table: frozenset[str]
    """The zones that lie open to all."""
    zones: frozenset[str]
    """All others."""
    marks: list[TraceMark] = field(factory=list)

    @classmethod
    def of(cls, program: p.Program) -> Tracer:
        zones = frozenset(name for name, info in program.fields.items() if info.sort == "zone")
        table = frozenset(name for name in zones if program.fields[name].audience is None)
        return cls(table, zones - table)

    def traced(self, program: p.Program) -> p.Program:
        procedures = program.procedures.items()
        return evolve(
            program,
            flow=self.block(program.flow),
            procedures={name: evolve(info, body=self.block(info.body)) for name, info in procedures},
            moves={name: evolve(info, then=self.block(info.then)) for name, info in program.moves.items()},
        )

    def block(self, body: tuple[p.Step, ...]) -> tuple[p.Step, ...]:
        return tuple(made for step in body for made in self.step(step))

    def step(self, step: p.Step) -> Iterator[p.Step]:
        match step:
            case p.Assign(name, _, value) if name in self.table:
                yield self.mark("open", name, step.span, value)
                yield step
            case p.Let(name, value) if name.startswith((SWAPPED, PASSED)):
                yield from self.exchanged(*(part for part in walk(value) if isinstance(part, Load)))
                yield step
            case p.Assign(name, at, value) if any(is_held(part) for part in walk(value)):
                yield from self.exchanged(Load(name, at, type=value.type, span=step.span))
                yield step
            case p.Win(players, _):
                yield self.mark("ending", "draw" if players is None else "winner", step.span)
                yield step
            case p.Rank():
                yield self.mark("ending", "winner" if step.shared else "rank", step.span)
                yield step
            case p.Show():
                yield self.mark("show", "show", step.span)
                yield step
            case p.If(_, then, otherwise):
                yield evolve(step, then=self.block(then), otherwise=self.block(otherwise))
            case p.For() | p.Turns():
                yield evolve(step, body=self.block(step.body))
            case p.Phase():
                yield evolve(
                    step,
                    begin=(self.mark("phase", step.name, step.span), *self.block(step.begin)),
                    watches=tuple((condition, self.block(body)) for condition, body in step.watches),
                    body=self.block(step.body),
                    finish=self.block(step.finish),
                )
            case p.Ask(otherwise=otherwise) if otherwise is not None:
                yield evolve(step, otherwise=self.block(otherwise))
            case _:
                yield step

    def exchanged(self, *places: Load) -> Iterator[p.Say]:
        """Marks for hidden zones whose cards change places: equal ones may come for those that go."""
        for place in places:
            if place.field in self.zones:
                yield self.mark("exchange", place.field, place.span, *place.at)

    def mark(self, sort: str, name: str, span: Span, *values: Term) -> p.Say:
        """A line to say that stands for a place of the rules."""
        self.marks.append(TraceMark(sort, name, span))
        return p.Say(p.Text(values, mark=len(self.marks) - 1), None)


def is_held(part: object) -> bool:
    """Whether it is what is held while it changes places."""
    return isinstance(part, Local) and part.name.startswith((SWAPPED, PASSED))
