"""Tests run: a file goes in, and for each of its tests comes out whether it holds, or where and why it does not."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import field, frozen

from astro_referee.grammar.problems import Severity
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source, Span
from astro_referee.interpreter.check import seat_range
from astro_referee.interpreter.examination import PreparedTest, prepare_tests
from astro_referee.interpreter.machine import printer
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.program import scenario as s
from astro_referee.interpreter.testing.execution import Failed, ScenarioRun
from astro_referee.interpreter.testing.playthrough import PlaythroughWriter
from astro_referee.interpreter.testing.snapshots import (
    ADVICE,
    ENDING,
    FOLDER,
    SnapshotMismatch,
    Snapshots,
    snapshot_path,
    tested_by,
)
from astro_referee.interpreter.values.brief import brief

BEGINS = re.compile(r"^(?:test|playthrough)", re.MULTILINE)
LEFT_OVER = "snapshots that are left over"


@frozen
class FailedTest:
    """Where a test failed: the file, the line and what stands there; what happened instead; and the match."""

    file: str
    line: int
    wanted: str
    happened: str
    more: tuple[str, ...]
    match: Match | None

    def __repr__(self) -> str:
        return brief(self, f"{self.file}:{self.line}", self.wanted, self.happened)


@frozen
class Tried:
    """How a test went."""

    file: str
    line: int
    title: str
    rulings: tuple[str, ...]
    failure: FailedTest | None
    changes: tuple[str, ...] = ()
    """What was written or removed on the way."""

    def __repr__(self) -> str:
        return brief(self, self.title, "ok" if self.ok else "failed")

    @property
    def ok(self) -> bool:
        return self.failure is None


# --- Files ---------------------------------------------------------------------------------------------------------


def files_with_tests(path: Path) -> list[Path]:
    """A file and the one that tests it, or all of a folder, as far as there are tests in them."""
    if path.is_dir():
        found = sorted(path.rglob("*.astro"))
    else:
        found = [path, *([beside(path)] if beside(path).is_file() else [])]
    return [file for file in found if has_tests(file)]


def beside(path: Path) -> Path:
    """The file that tests a rule file."""
    return path.with_name(f"{path.stem}{library.TESTS}{path.suffix}")


def has_tests(path: Path) -> bool:
    """Whether some line of a file begins as tests do, so that it is worth reading."""
    try:
        text = library.text_of(path)
    except OSError:
        return False
    return BEGINS.search(text) is not None


@frozen
class Suite:
    """The tests of a file in the order of its text, not yet run."""

    source: Source
    tests: tuple[PreparedTest, ...]
    snapshots: Snapshots
    games: dict[s.Setup, Game] = field(factory=dict, eq=False, repr=False)
    """The game for each set-up, once it was needed."""
    ends: dict[str, ScenarioRun | None] = field(factory=dict, eq=False, repr=False)
    """Where tests have come to that others go on from; nowhere, if they fail."""
    broken: dict[str, str] = field(factory=dict, eq=False, repr=False)
    """Of tests that fail, the one in which it began, and its line."""
    marked: bool = False
    """Whether the games count what the tests come to. Their machines are others than those of the snapshots."""

    def run(self, prepared: PreparedTest) -> Tried:
        """Runs one test."""
        source, test, failure = self.source, prepared.test, None
        run = ScenarioRun(source, self.game_for(test), prepared)
        written = len(self.snapshots.written)
        try:
            if test.after is not None:
                run.base = self.end_of(test.after)
                if run.base is None:
                    raise Failed(test, f"a test it goes on from fails: {self.broken[test.after]}", in_play=False)
            run.run()
            if run.writer is not None and not self.marked:
                self.compare(test, run.writer)
        except Failed as failed:
            at = failed.line.span
            whole = failed.line is test
            wanted = source.slice(Span(at.start, source.line(at.start).end) if whole else at)
            wanted = f"chance {wanted}" if isinstance(failed.line, s.Chance) else wanted
            shown = run.match if failed.in_play else None
            where = source.file(at.start), source.place(at.start)[0]
            failure = FailedTest(*where, wanted, failed.happened, failed.more, shown)
        place = source.file(test.span.start), source.place(test.span.start)[0]
        changes = tuple(f"wrote {name}" for name in self.snapshots.written[written:])
        self.ends[test.title] = run if failure is None else None
        if failure is not None:
            first = self.broken.get(test.after or "", f'"{test.title}", {failure.file}:{failure.line}')
            self.broken[test.title] = first
        return Tried(*place, test.title, test.rulings, failure, changes)

    def game_for(self, test: s.Scenario) -> Game:
        """The game in the set-up of a test."""
        if test.setup not in self.games:
            rules = self.source.tested or self.source
            self.games[test.setup] = library.built(rules, test.setup.seats, dict(test.setup.chosen), self.marked)
        return self.games[test.setup]

    def end_of(self, title: str) -> ScenarioRun | None:
        """Where a test has come to, which is run if it was not yet."""
        if title not in self.ends:
            self.run(next(one for one in self.tests if one.test.title == title))
        return self.ends[title]

    def compare(self, test: s.Scenario, writer: PlaythroughWriter) -> None:
        """The machine and the game as it went, with how they were before. Both are looked at, to tell all at once."""
        machine = printer.outline_of(writer.game.machine)
        unlike: list[SnapshotMismatch] = []
        for name, text in ((machine_of(test), machine), (game_of(test), "\n".join(writer.rows))):
            try:
                self.snapshots.compare(name, text)
            except SnapshotMismatch as error:
                unlike.append(error)
        if unlike:
            more = [row for error in unlike for row in error.more]
            raise Failed(test, unlike[-1].happened, (*more, ADVICE), in_play=False)

    def tidy(self) -> Tried | None:
        """Looks for snapshots whose playthrough is not there any more."""
        playthroughs = [one.test for one in self.tests if one.test.is_playthrough]
        return tidy(self.snapshots, {*map(machine_of, playthroughs), *map(game_of, playthroughs)})


def machine_of(test: s.Scenario) -> str:
    return f"machine for {test.setup.said}"


def game_of(test: s.Scenario) -> str:
    return f"playthrough {test.title}"


def tidy(snapshots: Snapshots, names: set[str]) -> Tried | None:
    """Snapshots that belong to nothing fail like a test, or are removed; nothing if there are none."""
    failure, old = None, list[str]()
    try:
        old = snapshots.tidy(names)
        if old and not snapshots.update:
            more = ("`astro test --update` removes what is left over",)
            failure = FailedTest(str(snapshots.path), 1, "; ".join(old), "no playthrough is called that", more, None)
    except SnapshotMismatch as error:
        failure = FailedTest(str(snapshots.path), 1, "snapshots", error.happened, error.more, None)
    if not old and failure is None:
        return None
    changes = tuple(f"removed {name}" for name in old) if failure is None else ()
    return Tried(str(snapshots.path), 1, LEFT_OVER, (), failure, changes)


def left_over(path: Path, files: list[Path]) -> list[Path]:
    """Files of snapshots in a folder, or of a file and of the one that tests it, if these have no tests any more."""
    if path.is_dir():
        found = sorted(path.rglob(f"{FOLDER}/*.astro{ENDING}"))
    else:
        found = [kept for kept in map(snapshot_path, (path, beside(path))) if kept.exists()]
    tested = {file.resolve() for file in files}
    return [kept for kept in found if tested_by(kept).resolve() not in tested]


def suite(source: Source, path: Path | None = None, update: bool = False, marked: bool = False) -> Suite:
    """The tests of a file; with `update`, snapshots that differ are written. They are beside `path`, or beside the file
    that gave the source its name. If they are `marked`, nothing is compared.

    Raises BadRules if something is wrong with the tests or with what they test.
    """
    file, problems = read(source, tests=True)
    if file is None or any(p.severity is Severity.ERROR for p in problems):
        raise library.BadRules(source, problems)
    range_, wrong = seat_range(file, source)
    tests, found = prepare_tests(file, source, range_)
    if any(p.severity is Severity.ERROR for p in (*wrong, *found)):
        raise library.BadRules(source, (*wrong, *found))
    return Suite(source, tests, Snapshots(snapshot_path(path or Path(source.name)), update), marked=marked)
