"""The checker: a syntax tree in; a program for one number of players, and every problem found, out."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check.audit import audit, move_cycles
from astro_referee.interpreter.check.flow import phases, scenarios
from astro_referee.interpreter.check.kinds import constants, declarations
from astro_referee.interpreter.check.kinds.declarations import MOST_PLAYERS
from astro_referee.interpreter.check.mistakes.declarations import PlayersOfGame
from astro_referee.interpreter.check.names import dependencies, unused
from astro_referee.interpreter.check.names.index import index
from astro_referee.interpreter.check.names.references import References
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.check.secrecy import visibility
from astro_referee.interpreter.check.shared import Shared
from astro_referee.interpreter.program.program import OptionInfo, Program
from astro_referee.interpreter.program.scenario import Scenario, Setup
from astro_referee.interpreter.program.symbols import Index


def seat_range(file: tree.File, source: Source) -> tuple[tuple[int, int], tuple[Problem, ...]]:
    """How many may play, from the header."""
    if not isinstance(file.header, tree.Header):
        return (2, 2), ()
    c = Checker(source, file, 2, {})
    low, high = constants.fixed_number(c, file.header.low), constants.fixed_number(c, file.header.high)
    if low is not None and high is not None and not 1 <= low <= high <= MOST_PLAYERS:
        c.report(PlayersOfGame(MOST_PLAYERS, low > high), file.header.low.span.to(file.header.high.span))
        low = high = None
    return (low or 2, high or low or 2), tuple(c.found.problems)


def check(
    file: tree.File,
    source: Source,
    seats: int,
    chosen: dict[str, int] | None = None,
    range_: tuple[int, int] | None = None,
    partial: bool = False,
    shared: Shared | None = None,
) -> tuple[Program | None, tuple[Problem, ...]]:
    """Names, types, flow, then what is seen by whom and what can never be. No program if there is an error.

    The tree is `partial` if some lines of the file could not be read. What was worked out for other set-ups of it is
    `shared`.
    """
    c = Checker(source, evolve(file, tests=()), seats, chosen or {}, partial=partial, shared=shared or Shared())
    c.tested = frozenset(word for test in file.tests for word in dependencies.words(test))
    program = read(c, range_)
    unused.unused(c)
    return program, tuple(c.found.problems)


def options_of(
    file: tree.File, source: Source, seats: int, shared: Shared
) -> tuple[tuple[OptionInfo, ...], dict[str, tuple[str, ...]]]:
    """The options of a file and the members of its kinds, whatever else is wrong with it."""
    c = Checker(source, evolve(file, tests=()), seats, {}, shared=shared)
    declarations.declare(c)
    return tuple(c.declared.options.values()), {word: info.members for word, info in c.declared.kinds.items()}


def prepared(
    file: tree.File, source: Source, seats: int, chosen: dict[str, int], range_: tuple[int, int]
) -> tuple[Checker, Program | None]:
    """A checker that has read the rules and can read on, and their program."""
    c = Checker(source, evolve(file, tests=()), seats, chosen)
    return c, read(c, range_)


def index_of(
    file: tree.File, source: Source, range_: tuple[int, int], usual: int, partial: bool
) -> tuple[Index, tuple[Problem, ...]]:
    """Every name of a file and of its libraries; those of its tests, too, as far as the rules can be read. And what is
    wrong in one set-up.
    """
    references = References()
    c = Checker(source, evolve(file, tests=()), range_[1], {}, partial=partial, references=references)
    read(c, range_)
    problems = list(c.found.problems)
    if file.tests and not c.failed:
        _, checked = check_tests(file, source, range_, usual, references=references)
        problems += [problem for _, found in checked for problem in found]
    return index(c, file), tuple(problems)


def check_tests(
    file: tree.File,
    source: Source,
    range_: tuple[int, int],
    usual: int,
    shared: Shared | None = None,
    references: References | None = None,
) -> tuple[tuple[tuple[Program, tuple[Scenario, ...]], ...], tuple[tuple[Setup, tuple[Problem, ...]], ...]]:
    """The tests of a file, those of one set-up together with the program for it, and the problems of each set-up."""
    rules, shared = evolve(file, tests=()), shared or Shared()
    first = Checker(source, rules, usual, {}, shared=shared, references=references)
    program, groups = read(first, range_), dict[Setup, list[tree.Test]]()
    above: scenarios.Above = {}
    if program is not None:
        for test in file.tests:
            setup = scenarios.setup_of(first, test, above, range_, usual)
            if setup is not None:
                groups.setdefault(setup, []).append(test)
            above[test.title.text] = test, setup
    plain = next((setup for setup in groups if setup == Setup(usual, ())), Setup(usual, ()))
    made: list[tuple[Program, tuple[Scenario, ...]]] = []
    found: list[tuple[Setup, tuple[Problem, ...]]] = []
    for setup in dict.fromkeys([plain, *groups]):
        made_for = first if setup == plain else None
        c = made_for or Checker(source, rules, setup.seats, dict(setup.chosen), shared=shared, references=references)
        whole = program if setup == plain else read(c, range_)
        tests = [scenarios.read(c, whole, test, setup) for test in groups.get(setup, [])] if whole is not None else []
        unused.unused(c)
        found.append((setup, tuple(c.found.problems)))
        if whole is not None and tests:
            # A test may be the first to ask for a table, such as that of the neighbours on a board.
            full = evolve(whole, tables=dict(c.declared.tables), words=tuple(c.declared.words))
            made.append((full, tuple(test for test in tests if test is not None)))
    return tuple(made), tuple(found)


def read(c: Checker, range_: tuple[int, int] | None) -> Program | None:
    """The program of a file; nothing if there is an error, or some lines could not be read."""
    file, seats = c.file, c.seats
    declarations.declare(c)
    phases.name_moves(c)
    steps = phases.read_flow(c)
    move_cycles.offers(c)
    if file.header is None or c.failed or c.partial:
        return None
    program = Program(
        title=file.header.name.word,
        docs=file.header.docs,
        credits=file.header.credits,
        seats=seats,
        seat_range=range_ or (seats, seats),
        words=tuple(c.declared.words),
        options=tuple(c.declared.options.values()),
        rulings=tuple(c.declared.rulings.values()),
        kinds={word: evolve(info, docs=docs_of(c, word)) for word, info in c.declared.kinds.items()},
        tables=dict(c.declared.tables),
        fields=dict(c.declared.fields),
        defs={word: info for word, info in c.declared.defs.items() if info is not None},
        procedures={word: info for word, info in c.declared.procedures.items() if info is not None},
        moves=dict(c.declared.moves),
        flow=steps,
        teams=c.declared.teams,
        plans=tuple(c.declared.plans),
        questions=dict(c.declared.questions),
        unshown=frozenset(
            item.name.word for item in file.items if isinstance(item, tree.Var | tree.Zone | tree.Die) and item.unshown
        ),
        settled=frozenset(c.declared.settled),
        span=tree.heading(file.header, file.header.name),
    )
    move_cycles.questions(c, program)
    if not c.failed:
        program = visibility.judge(c, program)
        audit.audit(c, program)
    return None if c.failed else program


def docs_of(c: Checker, kind: str) -> str:
    """What the file says of a kind; nothing of those that every game has."""
    return c.declared.kind_nodes[kind].docs if kind in c.declared.kind_nodes else ""
