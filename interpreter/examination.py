"""All there is to say of a file: for the fewest and the most players, for options at their ends, of its tests."""

from __future__ import annotations

from attrs import evolve, frozen

from astro_referee.grammar import tree
from astro_referee.grammar.mistakes.text import MORE_PROBLEMS
from astro_referee.grammar.problems import REFUSED, Problem, Severity
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.grammar.syntax import limits
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.built import Compiled
from astro_referee.interpreter.check import check, check_tests, index_of, options_of, seat_range
from astro_referee.interpreter.check.checked import Checked, check_tree
from astro_referee.interpreter.check.excuses import unaccepted
from astro_referee.interpreter.check.kinds.declarations import MOST_PLAYERS
from astro_referee.interpreter.check.names.references import References
from astro_referee.interpreter.check.partial_files import independent
from astro_referee.interpreter.check.setups import between, values_of, variations, with_setup
from astro_referee.interpreter.check.shared import Shared
from astro_referee.interpreter.lower import Slots, compile_probes
from astro_referee.interpreter.mending import mended
from astro_referee.interpreter.pipeline import compile_checked
from astro_referee.interpreter.program.program import Program
from astro_referee.interpreter.program.scenario import Scenario
from astro_referee.interpreter.program.seats import usual_seats
from astro_referee.interpreter.program.symbols import Index
from astro_referee.interpreter.program.traversal import phases


@frozen
class Report:
    """What `check` says of a file: all problems, and what is in it if there is no error."""

    problems: tuple[Problem, ...]
    counts: dict[str, int]

    @property
    def ok(self) -> bool:
        return not any(p.severity is Severity.ERROR for p in self.problems)


SETTLED = frozenset({"always-holds", "never-holds", "unreachable", "unused"})
"""What is said only if it is so in every set-up: a condition may be settled for two players and open for three."""


def examine(source: Source) -> Report:
    """Checks a file for the fewest and the most players, and for options at their ends; each problem once.

    Where some lines could not be read, the rest is checked too, but nothing is said that may follow from those lines.
    """
    report = examined(source)
    return evolve(report, problems=mended(source, report.problems))


def examined(source: Source) -> Report:
    """The same without the edits that mend what is wrong."""
    file, problems = read(source, tests=True)
    if file is None:
        return Report(problems, {})
    range_, found = seat_range(file, source)
    if found or any(p.severity is Severity.ERROR for p in problems):
        seats = range_[0] if file.header is not None else MOST_PLAYERS
        others = check(file, source, seats, partial=True)[1]
        return Report(ordered([*problems, *found, *independent(file, source, problems, others)]), {})
    if source.tested is not None:
        return Report(ordered([*problems, *prepare_tests(file, source, range_)[1]]), {"tests": len(file.tests)})
    shared = Shared()
    made, first = finish(file, source, range_[0], None, shared)
    everything = [*problems, *in_set_ups(file, source, range_, first, shared)]
    if made is not None and file.tests:
        everything += prepare_tests(file, source, range_, shared)[1]
    counts = measure(made) if isinstance(made, Compiled) else {"definitions": own_items(file, source)} if made else {}
    counts |= {"tests": len(file.tests)} if file.tests and counts else {}
    return Report(ordered(unaccepted(source, everything)), counts)


def index(source: Source) -> Index:
    """Every name of some rules with its declaration, its uses, its type, its docs and who sees it; also of rules with
    errors, as far as they can be read.
    """
    return glance(source)[0]


def glance(source: Source) -> tuple[Index, tuple[Problem, ...]]:
    """The index, and what one check for one set-up finds on the way: `examine` says all, and takes longer."""
    made, problems = glanced(source)
    return made, mended(source, problems)


def glanced(source: Source) -> tuple[Index, tuple[Problem, ...]]:
    """The same without the edits that mend what is wrong."""
    file, problems = read(source, tests=True)
    if file is None:
        return Index(()), problems
    range_, found = seat_range(file, source)
    partial = bool(problems or found)
    made, others = index_of(file, source, range_, usual_seats(range_), partial)
    if partial:
        others = tuple(independent(file, source, problems, others))
    else:
        others = tuple(unaccepted(source, [problem for problem in others if problem.code not in SETTLED]))
    return made, ordered([*problems, *found, *others])


def in_set_ups(
    file: tree.File, source: Source, range_: tuple[int, int], first: tuple[Problem, ...], shared: Shared
) -> list[Problem]:
    """The problems of the first set-up and those that show in others. What is settled is said only if it is so in all
    of them; also if there is an error, since that does not make other set-ups like the first.
    """
    options, members = options_of(file, source, range_[0], shared)
    settled = {mark(p) for p in first if p.code in SETTLED}
    found = [p for p in first if p.code not in SETTLED]
    for seats, chosen in variations(options, range_):
        more = finish(file, source, seats, chosen, shared)[1]
        if any(problem.code == REFUSED for problem in more):
            continue
        settled &= {mark(p) for p in more}
        values = values_of(options, members, chosen)
        found += [with_setup(p, None if values else seats, values) for p in more if p.code not in SETTLED]
    for seats, chosen in between(options, range_):
        if all(code == "unused" for code, _, _ in settled):
            break
        more = finish(file, source, seats, chosen, shared, compiled=False)[1]
        if not any(problem.code == REFUSED for problem in more):
            settled &= {mark(p) for p in more}
    return [*found, *(p for p in first if mark(p) in settled)]


@frozen
class PreparedTest:
    """A test with the machine that makes its positions and asks its questions."""

    test: Scenario
    machine: m.Machine
    slots: Slots


def prepare_tests(
    file: tree.File,
    source: Source,
    range_: tuple[int, int],
    shared: Shared | None = None,
    references: References | None = None,
) -> tuple[tuple[PreparedTest, ...], tuple[Problem, ...]]:
    """The tests of a file, and what is wrong with them; of the rules only what stops the game in a set-up of theirs.

    Types are noted in `references`, if somebody wants them.
    """
    groups, checked = check_tests(file, source, range_, usual_seats(range_), shared, references)
    spans = [(test.span.start, test.span.end) for test in file.tests]
    found: list[Problem] = []
    for _, problems in checked:
        for problem in problems:
            at = problem.span.start
            own = source.is_test(at) or any(start <= at < end for start, end in spans)
            everywhere = all(mark(problem) in map(mark, others) for _, others in checked)
            if problem.severity is Severity.ERROR or (own and (problem.code not in SETTLED or everywhere)):
                found.append(problem)
    made: list[PreparedTest] = []
    for program, tests in groups:
        for test in tests:
            try:
                made.append(PreparedTest(test, *compile_probes(program, test.probes)))
            except m.MachineProblem as problem:
                found.append(Problem(problem.code, problem.message, problem.span))
    return tuple(sorted(made, key=lambda one: one.test.span.start)), ordered(found)


def finish(
    file: tree.File,
    source: Source,
    seats: int,
    chosen: dict[str, int] | None,
    shared: Shared,
    compiled: bool = True,
) -> tuple[Compiled | Program | None, tuple[Problem, ...]]:
    """As far as a file goes: a game to its machine, a library to its program, as if two would play with it."""
    if isinstance(file.header, tree.Library):
        return check(file, source, seats, chosen, shared=shared)
    program, problems = check_tree(file, source, seats, chosen, shared)
    if program is None or not compiled:
        return program, problems
    return compile_checked(Checked(file, program, problems))


def own_items(file: tree.File, source: Source) -> int:
    return sum(source.is_own(item.span.start) for item in file.items)


def mark(problem: Problem) -> tuple[str, int, int]:
    return problem.code, problem.span.start, problem.span.end


def ordered(problems: list[Problem]) -> tuple[Problem, ...]:
    """Each problem once, in the order of the text; as many as anybody would read."""
    once: dict[tuple[str, int, int], Problem] = {}
    for problem in problems:
        once.setdefault(mark(problem), problem)
    listed = sorted(once.values(), key=lambda p: (p.span.start, p.code))
    worst = [p for p in listed if p.severity is Severity.ERROR] if len(listed) > limits.PROBLEMS else listed
    if len(worst) > limits.PROBLEMS:
        worst[limits.PROBLEMS :] = [MORE_PROBLEMS.at(worst[limits.PROBLEMS].span)]
    return tuple(worst)


def measure(made: Compiled) -> dict[str, int]:
    return {
        "phases": len(phases(made.program)),
        "moves": len(made.program.moves),
        "states": made.machine.stops + len(made.machine.automatic),
    }
