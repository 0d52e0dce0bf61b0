"""Tests run: a file goes in, and for each of its tests comes out whether it holds, or where and why it does not.

The game is the one that is played, untouched. What a test puts or asks is compiled into a small machine of its own,
whose record begins with the fields of the game: these are copied over, and back again.
"""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import assert_never

from attrs import define, evolve, field, frozen

from astro_referee.grammar.problems import Severity
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.interpreter import library
from astro_referee.interpreter import scenario as s
from astro_referee.interpreter.check import seat_range
from astro_referee.interpreter.game import Game, entry_count, run_module
from astro_referee.interpreter.match import FaultyRules, Match, Verdict
from astro_referee.interpreter.pipeline import Rehearsed, rehearse
from astro_referee.interpreter.printing import Printer

MOST_NAMED = 12
"""Moves or outcomes that a failure lists; more would hide what it is about."""


@frozen
class Failed(Exception):
    """What was wanted, and what came instead."""

    line: s.Line | s.Scenario
    happened: str
    more: tuple[str, ...] = ()


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

    @property
    def ok(self) -> bool:
        return self.failure is None


# --- Files ---------------------------------------------------------------------------------------------------------


def files_with_tests(path: Path) -> list[Path]:
    """A file and the one that tests it, or all of a folder, as far as there are tests in them."""
    if path.is_dir():
        found = sorted(path.rglob("*.astro"))
    else:
        beside = path.with_name(f"{path.stem}{library.TESTS}{path.suffix}")
        found = [path, *([beside] if beside.is_file() else [])]
    return [file for file in found if has_tests(file)]


def has_tests(path: Path) -> bool:
    """Whether it is worth reading a file: some line of it begins as tests do."""
    try:
        text = library.text_of(path)
    except OSError:
        return False
    return text.startswith("test") or "\ntest" in text


@frozen
class Suite:
    """The tests of a file in the order of its text, not yet run."""

    source: Source
    tests: tuple[Rehearsed, ...]
    games: dict[s.Setup, Game] = field(factory=dict, eq=False, repr=False)
    """The game for each set-up, once it was needed."""
    marked: bool = False
    """Whether the games count what the tests come to."""

    def run(self, rehearsed: Rehearsed) -> Tried:
        """Runs one test."""
        source, test, failure = self.source, rehearsed.test, None
        if test.setup not in self.games:
            rules = source.tested or source
            self.games[test.setup] = library.built(rules, test.setup.seats, dict(test.setup.chosen), self.marked)
        trial = Trial(source, self.games[test.setup], rehearsed)
        try:
            trial.run()
        except Failed as failed:
            at = failed.line.span
            place = source.file(at.start), source.place(at.start)[0], source.slice(at)
            failure = FailedTest(*place, failed.happened, failed.more, trial.match)
        at = test.span
        return Tried(source.file(at.start), source.place(at.start)[0], test.title, test.rulings, failure)


def suite(source: Source, marked: bool = False) -> Suite:
    """The tests of a file. Raises BadRules if something is wrong with them or with what they test."""
    file, problems = read(source, tests=True)
    if file is None or any(p.severity is Severity.ERROR for p in problems):
        raise library.BadRules(source, problems)
    range_, wrong = seat_range(file, source)
    tests, found = rehearse(file, source, range_)
    if any(p.severity is Severity.ERROR for p in (*wrong, *found)):
        raise library.BadRules(source, (*wrong, *found))
    return Suite(source, tests, marked=marked)


# --- Running -------------------------------------------------------------------------------------------------------


@define
class Trial:
    """One test being run."""

    source: Source
    game: Game
    rehearsed: Rehearsed
    match: Match | None = None
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
        try:
            self.match = Match(self.game, self.rehearsed.test.seed, self.game.players)
            for number, line in enumerate(self.rehearsed.test.lines):
                self.line(self.match, number, line)
        except FaultyRules as fault:
            here = line if self.match is not None else self.rehearsed.test
            raise Failed(here, f"the rules cannot go on: {fault.problem.message}", self.where(fault)) from None

    def line(self, match: Match, number: int, line: s.Line) -> None:
        if isinstance(line, s.Chance):
            self.chance(match, line)
            return
        match.settle_all()
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
            shown = self.game.printer.show
            values = self.answers(match, number, line, 1) if line.seen else []
            seen = [f"{name} = {shown(term.type, v)}" for (name, term), v in zip(line.seen, values, strict=True)]
            raise Failed(line, "this does not hold", ("seen: " + ", ".join(seen),) if seen else ())

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
