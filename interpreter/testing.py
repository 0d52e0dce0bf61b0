"""Tests run: a file goes in, and for each of its tests comes out whether it holds, or where and why it does not.

The game is the one that is played, untouched. What a test puts or asks is compiled into a small machine of its own,
whose record begins with the fields of the game: these are copied over, and back again.
"""

from __future__ import annotations

import re
from itertools import accumulate
from pathlib import Path
from typing import assert_never

from attrs import define, evolve, field, frozen

from astro_referee.grammar.problems import Severity
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source, Span
from astro_referee.interpreter import library, machine_text
from astro_referee.interpreter import scenario as s
from astro_referee.interpreter.chance import Generator
from astro_referee.interpreter.check import seat_range
from astro_referee.interpreter.game import Game, entry_count, run_module
from astro_referee.interpreter.match import FaultyRules, Match, Verdict
from astro_referee.interpreter.pipeline import Rehearsed, rehearse
from astro_referee.interpreter.playthrough import Teller
from astro_referee.interpreter.printing import Printer
from astro_referee.interpreter.random_games import MOST_CHANCES, Failing, failing
from astro_referee.interpreter.shrinking import Step, go, lines_of
from astro_referee.interpreter.snapshots import ADVICE, ENDING, FOLDER, Snapshots, Unlike, kept_for, tested_by

BEGINS = re.compile(r"^(?:test|playthrough)", re.MULTILINE)
LEFT_OVER = "snapshots that are left over"
MOST_MOVES = 100
"""Moves that a playthrough makes unless it says how many: more than most games have, and not more than one reads."""
MOST_NAMED = 12
"""Moves or outcomes that a failure lists; more would hide what it is about."""


@frozen
class Failed(Exception):
    """What was wanted, and what came instead."""

    line: s.Line | s.Scenario
    happened: str
    more: tuple[str, ...] = ()
    in_play: bool = True
    """Whether the position says something about it."""


@frozen
class FailedTest:
    """Where a test failed: the file, the line and what stands there; what happened instead; and the match."""

    file: str
    line: int
    wanted: str
    happened: str
    more: tuple[str, ...]
    match: Match | None


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
    tests: tuple[Rehearsed, ...]
    snapshots: Snapshots
    games: dict[s.Setup, Game] = field(factory=dict, eq=False, repr=False)
    """The game for each set-up, once it was needed."""

    def run(self, rehearsed: Rehearsed) -> Tried:
        """Runs one test."""
        source, test, failure = self.source, rehearsed.test, None
        if test.setup not in self.games:
            rules = source.tested or source
            self.games[test.setup] = library.built(rules, test.setup.seats, dict(test.setup.chosen))
        trial = Trial(source, self.games[test.setup], rehearsed)
        written = len(self.snapshots.written)
        try:
            trial.run()
            if trial.teller is not None:
                self.compare(test, trial.teller)
        except Failed as failed:
            at = failed.line.span
            whole = failed.line is test
            wanted = source.slice(Span(at.start, source.line(at.start).end) if whole else at)
            shown = trial.match if failed.in_play else None
            where = source.file(at.start), source.place(at.start)[0]
            failure = FailedTest(*where, wanted, failed.happened, failed.more, shown)
        place = source.file(test.span.start), source.place(test.span.start)[0]
        changes = tuple(f"wrote {name}" for name in self.snapshots.written[written:])
        return Tried(*place, test.title, test.rulings, failure, changes)

    def compare(self, test: s.Scenario, teller: Teller) -> None:
        """The machine and the game as it went, with how they were before. Both are looked at, to tell all at once."""
        machine = machine_text.outline_of(teller.game.machine)
        unlike: list[Unlike] = []
        for name, text in ((machine_of(test), machine), (game_of(test), "\n".join(teller.rows))):
            try:
                self.snapshots.compare(name, text)
            except Unlike as error:
                unlike.append(error)
        if unlike:
            more = [row for error in unlike for row in error.more]
            raise Failed(test, unlike[-1].happened, (*more, ADVICE), in_play=False)

    def tidy(self) -> Tried | None:
        """Looks for snapshots whose playthrough is not there any more."""
        told = [one.test for one in self.tests if one.test.told]
        return tidy(self.snapshots, {*map(machine_of, told), *map(game_of, told)})


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
    except Unlike as error:
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
        found = [kept for kept in map(kept_for, (path, beside(path))) if kept.exists()]
    tested = {file.resolve() for file in files}
    return [kept for kept in found if tested_by(kept).resolve() not in tested]


def suite(source: Source, path: Path | None = None, update: bool = False) -> Suite:
    """The tests of a file; with `update`, snapshots that differ are written. They are beside `path`, or beside the file
    that gave the source its name.

    Raises BadRules if something is wrong with the tests or with what they test.
    """
    file, problems = read(source, tests=True)
    if file is None or any(p.severity is Severity.ERROR for p in problems):
        raise library.BadRules(source, problems)
    range_, wrong = seat_range(file, source)
    tests, found = rehearse(file, source, range_)
    if any(p.severity is Severity.ERROR for p in (*wrong, *found)):
        raise library.BadRules(source, (*wrong, *found))
    return Suite(source, tests, Snapshots(kept_for(path or Path(source.name)), update))


# --- Running -------------------------------------------------------------------------------------------------------


@define
class Trial:
    """One test being run."""

    source: Source
    game: Game
    rehearsed: Rehearsed
    match: Match | None = None
    teller: Teller | None = None
    """Writes down how it goes, if that is to be compared."""
    held: dict[int, s.Always] = field(factory=dict)
    """What must hold from here on, by the numbers of the lines."""
    follower: Match | None = None
    """A second match that goes through all that happens, so that nothing is left out that lies between two lines."""
    bench: Game = field(init=False)
    first: list[int] = field(init=False)
    """The number of the first probe of each line."""
    shared: int = field(init=False)
    """Entries of the record that the game and its probes have in common: those that the rules declare."""

    def __attrs_post_init__(self) -> None:
        from astro_referee.interpreter.backend.python import Writer

        test, machine = self.rehearsed.test, self.rehearsed.machine
        self.first = [0, *accumulate(len(s.probes_of(line)) for line in test.lines)]
        writer = Writer(machine)
        code = run_module(compile(writer.module(), f"<{test.title}>", "exec"), dict(writer.names))
        self.bench = Game(evolve(self.game.rules, source=self.source), machine, self.game.chosen, code)
        own = [slot for slot in machine.fields if slot.sort != "slot"]
        assert own == list(self.game.machine.fields[: len(own)]), "a test must not change the record of its game"
        self.shared = sum(entry_count(slot) for slot in own)

    def run(self) -> None:
        """Goes through all lines; raises Failed at the first that does not come true."""
        test = self.rehearsed.test
        line: s.Line | s.Scenario = test
        try:
            self.match = Match(self.game, test.seed, self.game.players)
            self.teller = Teller(self.match.copy()) if test.told else None
            for number, line in enumerate(test.lines):
                self.line(self.match, number, line)
                self.watch(self.match, number, line)
            line = test
            if test.games:
                self.play_often(self.match)
            if self.teller is not None:
                self.teller.end(self.play_on(self.match, self.teller))
        except FaultyRules as fault:
            raise Failed(line, f"the rules cannot go on: {fault.problem.message}", self.where(fault)) from None

    def line(self, match: Match, number: int, line: s.Line) -> None:
        if isinstance(line, s.Chance):
            self.chance(match, line)
            return
        self.settle(match, line)
        match line:
            case s.Given():
                self.given(match, number, line)
            case s.Turn(seat, typed):
                verdict = match.submit(seat, typed)
                if not verdict.ok:
                    raise Failed(line, *told(verdict))
            case s.Refused():
                self.refused(match, line)
            case s.Expected():
                self.expected(match, number, line)
            case s.Ended():
                self.ended(match, number, line)
            case s.Offered():
                offered(match, line)
            case _:
                assert_never(line)

    def settle(self, match: Match, line: s.Line) -> None:
        """Chance decides until a player must; not for ever, as bad rules might have it."""
        rolls = 0
        while match.chance is not None:
            match.settle()
            rolls += 1
            if rolls == MOST_CHANCES:
                raise Failed(line, f"chance was asked {rolls} times in a row, and no player")

    def watch(self, match: Match, number: int, line: s.Line) -> None:
        """Looks at what a line has done: tells it, and whether what must hold still does, event by event."""
        if self.teller is not None:
            self.teller.follow(match)
            if isinstance(line, s.Given):
                self.teller.given(match)
        if isinstance(line, s.Always):
            self.held[number] = line
            self.follower = match.copy()
        if self.follower is None:
            return
        for event in match.events[len(self.follower.events) :]:
            go(self.follower, Step(event.value))
            self.hold(self.follower, f"after `{event.text}`")
        if isinstance(line, s.Given):
            self.follower.stand(match.state[:])
            self.hold(self.follower, "in this position")

    # --- Random games ------------------------------------------------------------------------------------------------

    def play_often(self, opening: Match) -> None:
        """Many random games, in all of which everything must hold."""
        test = self.rehearsed.test
        found = failing(opening, test.games, test.moves, self.broken)
        if found is not None:
            raise self.shortened(opening, found)

    def play_on(self, opening: Match, teller: Teller) -> str:
        """One random game until the end, or as long as the test wants; why it stops there."""
        limit = self.rehearsed.test.moves if self.rehearsed.test.moves is not None else MOST_MOVES
        match = self.match = opening.copy()
        made = rolls = 0
        script: list[Step] = []
        while not match.over:
            if match.chance is not None:
                script.append(Step(match.drawn()))
                rolls += 1
                if rolls == MOST_CHANCES:
                    return f"told no further, since chance was asked {rolls} times in a row, and no player"
            elif made == limit:
                return f"told no further than {limit} moves"
            else:
                legal = sorted(match.legal(), key=match.written)
                script.append(Step(legal[Generator(match.seed, match.number).below(len(legal))]))
                made, rolls = made + 1, 0
            try:
                go(match, script[-1])
            except FaultyRules as fault:
                raise self.shortened(
                    opening, Failing(tuple(script), None, fault).shrunk(opening, self.broken)
                ) from None
            wrong = self.broken(match)
            if wrong is not None:
                raise self.shortened(opening, Failing(tuple(script), wrong, None).shrunk(opening, self.broken))
            teller.follow(match)
        return ""

    def shortened(self, opening: Match, found: Failing) -> Failed:
        """What goes wrong in a random game, with the lines of a test that come to it."""
        match = self.match = found.match(opening)
        rows = [f"  {row}" for row in lines_of(self.game, found.script)]
        shown = ["these lines lead to it:", *rows] if rows else []
        if found.fault is not None:
            message = f"the rules cannot go on: {found.fault.problem.message}"
            return Failed(self.rehearsed.test, message, (*self.where(found.fault), *shown))
        line = found.broken
        assert isinstance(line, s.Always)
        wanted = self.source.slice(line.span).partition(" ")[2]
        shown += [f"  expect {wanted}"] if rows and match.chance is None else []
        return Failed(line, "this does not hold in every game", (*self.seen(match, line), *shown))

    def broken(self, match: Match) -> s.Always | None:
        """The first line that must always hold and does not; with `me` in it, it waits until one player is asked."""
        for number, line in self.held.items():
            if line.needs_me and len(match.actors) != 1:
                continue
            try:
                (holds,) = self.answers(match, number, line)
            except Failed:
                holds = 0
            if not holds:
                return line
        return None

    def hold(self, match: Match, where: str) -> None:
        line = self.broken(match)
        if line is not None:
            self.match = match
            raise Failed(line, f"this does not hold {where}", self.seen(match, line))

    # --- Lines -------------------------------------------------------------------------------------------------------

    def chance(self, match: Match, line: s.Chance) -> None:
        """What comes up is named as it is shown."""
        outcomes = {shown: value for value, _, shown in match.outcomes()}
        if not outcomes:
            raise Failed(line, "the game is over" if match.over else "nothing is left to chance here")
        wanted = {" ".join(shown.split()).casefold(): value for shown, value in outcomes.items()}
        value = wanted.get(" ".join(line.outcome.split()).casefold())
        if value is None:
            raise Failed(line, "this cannot come up here", (f"possible: {some(list(outcomes))}",))
        match.settle(value)

    def given(self, match: Match, number: int, line: s.Given) -> None:
        """Changes the position at a decision, which is then asked anew: who is asked may have other moves now."""
        if match.decision is None:
            raise Failed(line, "the game is over")
        found = self.carried_out(match, number, line)
        match.stand([match.state[0], *found[1 : 1 + self.shared], *match.state[1 + self.shared :]])

    def refused(self, match: Match, line: s.Refused) -> None:
        verdict = match.judge(line.seat, line.typed)
        if verdict.ok:
            raise Failed(line, f"`{verdict.text}` is legal")
        said = [verdict.message, *(reason.text for reason in verdict.reasons)]
        if not any(holds_words(text, line.because) for text in said):
            happened, more = told(verdict)
            raise Failed(line, f"it is refused, but for another reason: {happened}", more)

    def expected(self, match: Match, number: int, line: s.Expected) -> None:
        if line.needs_me and len(match.actors) != 1:
            who = f"{Printer.listed([match.names[p] for p in match.actors])} are" if match.actors else "nobody is"
            raise Failed(line, f"`me` is the player who is asked, but {who}")
        (holds,) = self.answers(match, number, line)
        if not holds:
            raise Failed(line, "this does not hold", self.seen(match, line))

    def seen(self, match: Match, line: s.Expected) -> tuple[str, ...]:
        """What an expectation looked at."""
        shown = self.game.printer.show
        number = self.rehearsed.test.lines.index(line)
        values = self.answers(match, number, line, 1) if line.seen else []
        seen = [f"{name} = {shown(term.type, v)}" for (name, term), v in zip(line.seen, values, strict=True)]
        return ("seen: " + ", ".join(seen),) if seen else ()

    def ended(self, match: Match, number: int, line: s.Ended) -> None:
        result = match.result
        if result is None:
            raise Failed(line, "the game is not over")
        won = Printer.listed([match.names[seat] for seat in result.winners])
        because = f" because {result.text}" if result.text else ""
        said = f"drawn{because}" if result.draw else f"{won} won{because}"
        if line.winners is not None:
            (wanted,) = self.answers(match, number, line)
            right = not result.draw and wanted == sum(1 << seat for seat in result.winners)
        else:
            right = result.draw
        if not right or not holds_words(result.text, line.because):
            raise Failed(line, f"it ended: {said}")

    # --- Probes ------------------------------------------------------------------------------------------------------

    def answers(self, match: Match, number: int, line: s.Line, which: int = 0) -> list[int]:
        """What the questions of a line have found."""
        state = self.carried_out(match, number, line, which)
        names = self.rehearsed.slots.answers[self.first[number] + which]
        return [self.bench.value(state, name) for name in names]

    def carried_out(self, match: Match, number: int, line: s.Line, which: int = 0) -> list[int]:
        """The record after a probe; what it leaves to chance comes from the seed."""
        bench, offsets = self.bench, self.bench.offsets
        state: list[int] = bench.code["start"]()
        state[1 : 1 + self.shared] = match.state[1 : 1 + self.shared]
        state[offsets[self.rehearsed.slots.wanted]] = self.first[number] + which
        state[offsets[self.rehearsed.slots.me]] = match.actors[0] if match.actors else 0
        try:
            trial = Match.at(bench, match.seed, match.names, state, match.number)
            trial.settle_all()
        except FaultyRules as fault:
            raise Failed(line, f"this cannot be done: {fault.problem.message}", self.where(fault)) from None
        return trial.state

    def where(self, fault: FaultyRules) -> tuple[str, ...]:
        at = fault.problem.span.start
        return (f"in {self.source.file(at)}:{self.source.place(at)[0]}",)


def offered(match: Match, line: s.Offered) -> None:
    legal = [match.written(move) for move in match.legal(line.seat)]
    known = {" ".join(text.split()).casefold() for text in legal}
    wanted = {" ".join(text.split()).casefold(): text for text in line.moves}
    missing = [text for folded, text in wanted.items() if folded not in known]
    more = [text for text in legal if " ".join(text.split()).casefold() not in wanted] if line.only else []
    said = [f"not offered: {some(missing)}"] if missing else []
    said += [f"offered, too: {some(more)}"] if more else []
    if said:
        raise Failed(line, "; ".join(said), (f"legal: {some(legal)}",) if missing and legal else ())


def told(verdict: Verdict) -> tuple[str, tuple[str, ...]]:
    """What a refusal says: the message, then each reason with what it saw."""
    more: list[str] = []
    for reason in verdict.reasons:
        more.append(reason.text + (f"  ({reason.file}:{reason.line})" if reason.line else ""))
        if reason.seen:
            more.append("  seen: " + ", ".join(f"{name} = {value}" for name, value in reason.seen))
    if verdict.choices:
        more.append(f"possible: {some(list(verdict.choices))}")
    return verdict.message, tuple(more)


def holds_words(text: str, words: str) -> bool:
    return " ".join(words.split()).casefold() in " ".join(text.split()).casefold()


def some(names: list[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
