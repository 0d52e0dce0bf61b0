"""What tests or random games come to in the rules: a rule file in; all its points out, with how often each was reached.

The games are marked ones (see `interpreter.points`): they play as any other, and count on the way.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Source, blanked
from astro_referee.interpreter.check.excuses import NOTES, BadExcuse, Excuse, read_excuses
from astro_referee.interpreter.check.setups import set_ups, values_of, with_setup
from astro_referee.interpreter.machine import Goal, Point
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.faults import problem_of
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study.playability.scripts import text_of
from astro_referee.interpreter.study.simulation import LONGEST_GAME, no_use, walk
from astro_referee.interpreter.testing import runner
from astro_referee.interpreter.testing.random_games import random_game
from astro_referee.interpreter.testing.shrinking import Script
from astro_referee.interpreter.values.brief import brief

SORTS = {
    "move": "moves",
    "guard": "guards",
    "branch": "branches",
    "phase": "phases",
    "row": "rows",
    "ending": "endings",
}
"""The sorts of points, and what several of them are called."""


@frozen
class PointCount:
    """A point, where it stands, how often it was reached, and why it need not be."""

    point: Point
    file: str
    line: int
    times: int
    excuse: str = ""

    @property
    def missing(self) -> bool:
        return not self.times and not self.excuse

    @property
    def verdict(self) -> str:
        """What to say of a point that was not reached."""
        return "not reached" if self.point.goal is Goal.REACHED else f"never {self.point.goal}"


@frozen
class Warning:
    """An excuse that is none, or not needed any more."""

    file: str
    line: int
    message: str


@frozen
class Coverage:
    """How much of a game was reached, by its tests or by so many random games."""

    source: Source
    title: str
    points: tuple[PointCount, ...]
    tests: tuple[runner.Tried, ...]
    playouts: int
    warnings: tuple[Warning, ...]

    def __repr__(self) -> str:
        return brief(self, self.title, f"{self.percent:.0f} % reached")

    @property
    def failed(self) -> tuple[runner.Tried, ...]:
        return tuple(test for test in self.tests if not test.ok)

    @property
    def missing(self) -> tuple[PointCount, ...]:
        return tuple(seen for seen in self.points if seen.missing)

    @property
    def counted(self) -> tuple[int, int]:
        """How many points were reached, and how many there are to reach: what is excused does not count."""
        return counted(self.points)

    @property
    def percent(self) -> float:
        return percent(*self.counted)


def counted(points: Sequence[PointCount]) -> tuple[int, int]:
    left = [seen for seen in points if seen.times or not seen.excuse]
    return sum(seen.times > 0 for seen in left), len(left)


def percent(reached: int, of: int) -> float:
    """A share, never rounded up: 100 is all there is."""
    return 100 * reached / of if of else 100.0


# --- Running ---------------------------------------------------------------------------------------------------------


def cover(path: Path, name: str, playouts: int = 0, seed: int = 0) -> Coverage:
    """The coverage of a rule file by the tests in it and in the file beside it, or by random games if there are any.

    A file that only holds tests stands for the game it tests, covered by these tests alone. Raises BadRules if
    something is wrong with rules or tests, NoGame for a library, FaultyRules if a random game cannot go on.
    """
    own = library.load_source(path, name)
    source = own.tested or own
    usual = library.built(source, None, {}, marked=True)
    games, tried = [usual], list[runner.Tried]()
    if playouts:
        games, playouts = played(usual, playouts, seed)
    else:
        for file in runner.files_with_tests(path):
            rules = own if file == path else library.load_source(file, beside(name, file))
            suite = runner.suite(rules, file, marked=True)
            tried += [suite.run(test) for test in suite.tests]
            games += suite.games.values()
    points, warnings = with_excuses(source, times_of(games))
    return Coverage(source, usual.rules.title, points, tuple(tried), playouts, warnings)


def beside(name: str, file: Path) -> str:
    """A file called as the one it stands beside was called by the user."""
    return str(Path(name).with_name(file.name)) if Path(name).suffix else str(file)


def played(usual: Game, playouts: int, seed: int) -> tuple[list[Game], int]:
    """Marked games after random play, spread over set-ups: the usual one, other numbers of players, other options.

    And how many were played: fewer, if they do not end.
    """
    rules = usual.rules
    numbers = list(dict.fromkeys((usual.seats, *rules.seats)))
    setups = [one for one in set_ups(rules.options, numbers) if library.allows(rules, one)][1:playouts]
    games = [usual, *(library.built(rules.source, seats, chosen, marked=True) for seats, chosen in setups)]
    unfinished = 0
    for number in range(playouts):
        game = games[number % len(games)]
        try:
            walked = walk(game.engine, game.engine.start(), Generator(seed, number).below, [])
        except (RuleFault, EndlessLoop) as error:
            raise faulty(game, seed, number, problem_of(game, error)) from None
        unfinished += not walked.over
        if no_use(unfinished, number + 1):
            return games, number + 1
    return games, playouts


def faulty(game: Game, seed: int, number: int, problem: Problem) -> FaultyRules:
    """What to tell of a random game that cannot go on: its set-up, and the shortest test that comes to the same."""
    script: Script | None = ()
    try:
        opening = Match(game, seed, game.players)
    except FaultyRules:
        pass  # before the first event there is nothing to play
    else:
        failing = random_game(opening, Generator(seed, number).below, LONGEST_GAME, None, lambda match: None)
        script = failing.shrunk(opening, lambda match: None).script if failing is not None else None
    title = f"the rules go on: {problem.code}"
    values = values_of(game.rules.options, game.rules.kinds, game.chosen)
    return FaultyRules(
        with_setup(problem, game.seats, values),
        game.rules.source,
        "" if script is None else text_of(game, seed, title, script),
    )


def times_of(games: list[Game]) -> dict[Point, int]:
    """How often each point was reached in all games together, in the order of the text."""
    times: dict[Point, int] = {}
    for game in games:
        for point, count in zip(game.machine.points, game.engine.seen, strict=True):
            times[point] = times.get(point, 0) + count
    return dict(sorted(times.items(), key=lambda pair: pair[0].span.start))


# --- Excuses ---------------------------------------------------------------------------------------------------------


def with_excuses(source: Source, times: dict[Point, int]) -> tuple[tuple[PointCount, ...], tuple[Warning, ...]]:
    """All points with their excuses, and what is to be said of these."""
    excuses: list[Excuse] = []
    warnings: list[Warning] = []

    def warn(line: int, message: str) -> None:
        at = source.starts[line]
        warnings.append(Warning(source.file(at), source.place(at)[0], message))

    lines = {point: bisect_right(source.starts, point.span.start) - 1 for point in times}
    for found in read_excuses(source.text):
        if isinstance(found, BadExcuse):
            warn(found.place, found.message)
            continue
        if found.words in NOTES:
            continue
        meant = [point for point, line in lines.items() if found.covers(point.goal, line)]
        own = [point for point in meant if lines[point] <= found.end]
        reached = [point for point in own or meant if times[point]]
        if not meant:  # a base or a library may excuse what this game does without
            if source.file(source.starts[found.place]) == source.files[-1].name:
                warn(found.place, f"`{found.words}` excuses nothing here")
        elif reached and (own or len(reached) == len(meant)):  # of a whole table some rows may be reached
            warn(found.place, f"`{found.words}` is not so: it was {reached[0].goal} after all")
        else:
            excuses.append(found)
    seen: list[PointCount] = []
    for point, count in times.items():
        why = next((excuse.why for excuse in excuses if excuse.covers(point.goal, lines[point])), point.never)
        at = point.span.start
        seen.append(PointCount(point, source.file(at), source.place(at)[0], count, why))
    return tuple(seen), tuple(warnings)


# --- Lines -----------------------------------------------------------------------------------------------------------


@frozen
class Line:
    """A line of the rules as it stands in its file, with the points on it."""

    file: str
    number: int
    text: str
    points: tuple[PointCount, ...]

    @property
    def state(self) -> str:
        """`missing` if something on it was not reached, else `excused`, `ok`, or nothing if there is no point."""
        if any(seen.missing for seen in self.points):
            return "missing"
        if any(not seen.times for seen in self.points):
            return "excused"
        return "ok" if self.points else ""


def lines(coverage: Coverage) -> Iterator[Line]:
    """All lines of the rules in the order of their text, without tests: libraries first, a variant with its changes."""
    source = coverage.source
    rules = blanked(source.text)
    points: dict[int, list[PointCount]] = {}
    for seen in coverage.points:
        points.setdefault(bisect_right(source.starts, seen.point.span.start) - 1, []).append(seen)
    for index, start in enumerate(source.starts):
        span = source.line(start)
        if source.text[span.start : span.end].strip() and not rules[span.start : span.end].strip():
            continue
        yield Line(source.file(start), source.place(start)[0], source.written(span), tuple(points.get(index, ())))
