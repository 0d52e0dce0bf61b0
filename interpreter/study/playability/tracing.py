"""A game that says where it comes along: a game in; the same game out, with a mark in its log at every phase and
ending, and wherever cards are shown or laid open.

The machine of a game does not know any more which line of the rules a state was made from. So the marks are put into
the checked program, as lines to say, and found again among the texts of the machine. Records are the same with and
without them.
"""

from __future__ import annotations

import marshal
import pickle
from collections.abc import Iterator

from attrs import evolve, frozen

from astro_referee.grammar import cache
from astro_referee.grammar.problems import Severity
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Engine
from astro_referee.interpreter.backends.python.engine import PythonEngine
from astro_referee.interpreter.check import check, seat_range
from astro_referee.interpreter.lower import compile_program
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.library import BadRules, key
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.terms import Term

SIGN = "\0mark "
"""Begins the text of a mark; no text of a rule file can hold it."""


@frozen
class Mark:
    """A place of the rules that a game may come to: a phase, an ending, or cards that are shown or laid open.

    Behind the mark of cards that are laid open stands, as a value, what lies there then.
    """

    sort: str
    name: str
    span: Span


@frozen
class Marked:
    """A game with marks, and which text of its machine stands for which of them."""

    game: Game
    marks: dict[int, Mark]
    fields: dict[str, Span]
    """Where each field is declared."""
    told: frozenset[str]
    """Hidden fields of which the rules tell something, as the checker has noted."""


def marked(game: Game) -> Marked:
    """A game with marks, for the same number of players and the same options."""
    source, seats, chosen = game.rules.source, game.seats, game.chosen
    name = f"tried-{key(source, seats, sorted(chosen.items()))}.bin"
    kept = cache.read(name)
    if kept is not None:
        try:
            machine, names, code, fields, told = pickle.loads(kept)
            return finished(game, machine, PythonEngine.loaded(marshal.loads(code), names), fields, told)
        except (pickle.UnpicklingError, AttributeError, ImportError, LookupError, EOFError, TypeError, ValueError):
            pass  # worked out anew, as for any game
    from astro_referee.interpreter.pipeline import written

    file, problems = read(source)
    if file is None:
        raise BadRules(source, problems)
    program, problems = check(file, source, seats, chosen, seat_range(file, source)[0])
    if program is None:
        raise BadRules(source, problems)
    machine = compile_program(with_marks(program))
    fields = {name: info.span for name, info in program.fields.items()}
    notes = [problem.message for problem in problems if problem.severity is Severity.NOTE and problem.code == "tells"]
    told = frozenset(name for name in fields if any(f"`{name}`" in note.partition(ABOUT)[2] for note in notes))
    writer = written(machine)
    code = compile(writer.module(), f"<{program.title}>", "exec")
    names = dict(writer.names)
    cache.write(name, pickle.dumps((machine, names, marshal.dumps(code), fields, told)))
    return finished(game, machine, PythonEngine.loaded(code, names), fields, told)


ABOUT = "something about"
"""What the checker's notes say before they name what is told."""


def finished(game: Game, machine: m.Machine, engine: Engine, fields: dict[str, Span], told: frozenset[str]) -> Marked:
    assert machine.fields == game.machine.fields, "marks must not change the record of a game"
    marks: dict[int, Mark] = {}
    for number, template in enumerate(machine.texts):
        first = template.parts[0] if template.parts else ""
        if isinstance(first, str) and first.startswith(SIGN):
            sort, start, end, name = first.removeprefix(SIGN).split(" ", 3)
            marks[number] = Mark(sort, name, Span(int(start), int(end)))
    return Marked(Game(game.rules, machine, game.chosen, engine), marks, fields, told)


# --- Putting them in -------------------------------------------------------------------------------------------------


Table = frozenset[str]
"""The zones that lie open to all."""


def with_marks(program: p.Program) -> p.Program:
    table = frozenset(name for name, info in program.fields.items() if info.sort == "zone" and info.audience is None)
    return evolve(
        program,
        flow=block(program.flow, table),
        procedures={name: evolve(info, body=block(info.body, table)) for name, info in program.procedures.items()},
        moves={name: evolve(info, then=block(info.then, table)) for name, info in program.moves.items()},
    )


def block(body: tuple[p.Step, ...], table: Table) -> tuple[p.Step, ...]:
    return tuple(made for step in body for made in step_with_marks(step, table))


def step_with_marks(step: p.Step, table: Table) -> Iterator[p.Step]:
    match step:
        case p.Assign(name, _, value) if name in table:
            yield mark("open", name, step.span, value)
            yield step
        case p.Win(players, _):
            yield mark("ending", "draw" if players is None else "winner", step.span)
            yield step
        case p.Rank():
            yield mark("ending", "winner" if step.shared else "rank", step.span)
            yield step
        case p.Show():
            yield mark("show", "show", step.span)
            yield step
        case p.If(_, then, otherwise):
            yield evolve(step, then=block(then, table), otherwise=block(otherwise, table))
        case p.For() | p.Turns():
            yield evolve(step, body=block(step.body, table))
        case p.Phase():
            yield evolve(
                step,
                begin=(mark("phase", step.name, step.span), *block(step.begin, table)),
                watches=tuple((condition, block(body, table)) for condition, body in step.watches),
                body=block(step.body, table),
                finish=block(step.finish, table),
            )
        case p.Ask(otherwise=otherwise) if otherwise is not None:
            yield evolve(step, otherwise=block(otherwise, table))
        case _:
            yield step


def mark(sort: str, name: str, span: Span, *values: Term) -> p.Say:
    return p.Say(p.Text((f"{SIGN}{sort} {span.start} {span.end} {name}", *values)), None)
