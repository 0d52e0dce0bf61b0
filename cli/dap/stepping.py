"""A test that is run step by step: where it stops, and how it goes on from there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event

from attrs import define, evolve, field, frozen

from astro_referee.grammar.source import Source, Span
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.examination import PreparedTest, glance
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.play.typed_moves.verdict import Verdict
from astro_referee.interpreter.program import scenario as s
from astro_referee.interpreter.study.stepping import Stepped, stepping_game
from astro_referee.interpreter.testing.at_line import test_at, without_tests
from astro_referee.interpreter.testing.execution import Failed, ScenarioRun
from astro_referee.interpreter.testing.runner import Suite, suite
from astro_referee.interpreter.values.types import Type


class Ended(Exception):
    """Nobody wants to know how the test goes on."""


class NoTest(Exception):
    """There is no test where one was looked for; the message says so."""


@frozen
class Frame:
    """A line that is being carried out: of the rules, or of the test that leads there."""

    name: str
    path: str
    line: int
    column: int


@frozen
class Halt:
    """Where a test stands still, why, and everything there is to see."""

    reason: str
    text: str
    frames: tuple[Frame, ...]
    game: Game
    match: Match | None
    """Nothing before the first decision."""
    state: State
    names: tuple[tuple[str, Type, int], ...] = ()
    verdict: Verdict | None = None
    seen_by: Mapping[str, str] = field(factory=dict)
    """Who sees each field, as the rules say it."""


@define
class SteppedRun(ScenarioRun):
    """A test that says which line comes next."""

    on_line: Callable[[Match, s.Line], None] = field(default=lambda match, line: None, kw_only=True)

    def line(self, match: Match, number: int, line: s.Line) -> None:
        self.on_line(match, line)
        super().line(match, number, line)


@define
class Stepper:
    """One test in a thread of its own, which waits wherever it halts."""

    suite: Suite
    prepared: PreparedTest
    on_halt: Callable[[Halt], None]
    breakpoints: dict[str, set[int]] = field(factory=dict)
    """Lines at which it halts, by the paths of files."""
    manner: str = "continue"
    """How it goes on: `continue`, `in`, `over`, `out` or `pause`."""
    halt: Halt | None = None
    """Where it stands now, if it does."""
    origin: str = ""
    """The phase, move or procedure, or the test, from which the last step was made."""
    going: Event = field(factory=Event)
    over: bool = False
    active: bool = False
    run: SteppedRun | None = None
    game: Game | None = None
    at_line: Frame | None = None
    seen_by: dict[str, str] = field(factory=dict)

    @classmethod
    def of(cls, path: Path, line: int | None, on_halt: Callable[[Halt], None]) -> Stepper:
        """The test at a line of a file, or its first one. Raises NoTest, BadRules and OSError."""
        source = library.load_source(path)
        made = suite(source, path)
        title = None
        if line is not None:
            found = test_at(library.text_of(path), line)
            title = found.title if found is not None else None
        wanted = [one for one in made.tests if line is None or one.test.title == title]
        if not wanted:
            raise NoTest(f"there is no test at line {line} of {path.name}" if line else f"{path.name} has no tests")
        stepper = cls(made, wanted[0], on_halt)
        stepper.make_game()
        return stepper

    @property
    def source(self) -> Source:
        return self.suite.source

    @property
    def title(self) -> str:
        return self.prepared.test.title

    def make_game(self) -> None:
        setup = self.prepared.test.setup
        usual = library.built(without_tests(self.source), setup.seats, dict(setup.chosen))
        index, _ = glance(without_tests(self.source))
        self.seen_by = {one.name: f"seen by {one.seen_by}" for one in index.symbols if one.seen_by}
        self.game = self.suite.games[setup] = stepping_game(usual, self.stepped)

    # --- Going on ----------------------------------------------------------------------------------------------------

    def go(self, manner: str) -> None:
        """Goes on from where it halts."""
        self.manner = manner
        self.origin = self.halt.frames[0].name if self.halt is not None else ""
        self.halt = None
        self.going.set()

    def end(self) -> None:
        self.over = True
        self.going.set()

    def play(self) -> tuple[bool, list[str]]:
        """Runs the test to its end; whether it holds, and what there is to say. Raises Ended."""
        test = self.prepared.test
        plain = evolve(self.prepared, test=evolve(test, is_playthrough=False, games=0))
        assert self.game is not None
        self.run = run = SteppedRun(self.source, self.game, plain, on_line=self.lined)
        try:
            if test.after is not None:
                run.base = self.suite.end_of(test.after)
                if run.base is None:
                    return False, [f"a test it goes on from fails: {self.suite.broken[test.after]}"]
            self.active = True
            run.run()
        except Failed as failed:
            place = self.frame("", failed.line.span)
            return False, [f"{Path(place.path).name}:{place.line}: {failed.happened}", *failed.more]
        finally:
            self.active = False
        return True, []

    # --- Halting -----------------------------------------------------------------------------------------------------

    def frame(self, name: str, span: Span) -> Frame:
        file = self.source.file(span.start)
        line, column = self.source.place(span.start)
        return Frame(name, str(Path(self.source.path(file)).resolve()), line, column)

    def is_breakpoint(self, frame: Frame) -> bool:
        return frame.line in self.breakpoints.get(frame.path, ())

    def lined(self, match: Match, line: s.Line) -> None:
        """A line of the test comes next."""
        self.at_line = frame = self.frame(f"test {self.title}", line.span)
        verdict = self.verdict(match, line)
        if self.is_breakpoint(frame):
            self.stop("breakpoint", "", (frame,), match, match.state, verdict=verdict)
        elif self.manner in ("in", "over", "out", "pause"):
            self.stop("pause" if self.manner == "pause" else "step", "", (frame,), match, match.state, verdict=verdict)
        if verdict is not None:
            self.guards(match, frame, verdict)

    def verdict(self, match: Match, line: s.Line) -> Verdict | None:
        """What the referee would say of the move in a line."""
        if not isinstance(line, s.Turn | s.Refused):
            return None
        asked = match.copy()
        try:
            asked.settle_all()
            return asked.judge(line.seat, line.typed)
        except FaultyRules:
            return None

    def guards(self, match: Match, frame: Frame, verdict: Verdict) -> None:
        """Breakpoints on the rules of the move that is about to be judged: whether each holds, and what it saw."""
        for reason in verdict.reasons:
            path = str(Path(self.source.path(reason.file)).resolve()) if reason.file else ""
            if reason.line and reason.line in self.breakpoints.get(path, ()):
                seen = ", ".join(f"{name} = {value}" for name, value in reason.seen)
                text = f"{reason.text}" + (f" (seen: {seen})" if seen else "")
                here = Frame("the rule does not hold", path, reason.line, 1)
                self.stop("breakpoint", text, (here, frame), match, match.state, verdict=verdict)
        if verdict.ok and verdict.move is not None:
            decision = match.decision
            for guard in decision.moves[verdict.move[1]].guards if decision is not None else ():
                here = self.frame("the rule holds", guard.span)
                if self.is_breakpoint(here):
                    self.stop("breakpoint", guard.source, (here, frame), match, match.state, verdict=verdict)

    def stepped(self, step: Stepped) -> None:
        """A step of the rules comes next."""
        if self.over and self.active:
            raise Ended
        if not self.active:
            return
        match = self.run.match if self.run is not None else None
        frame = self.frame(step.mark.owner, step.mark.span)
        same, inside = step.mark.owner == self.origin, step.mark.owner.startswith("procedure ")
        wanted = {
            "in": True,
            "pause": True,
            "over": not self.origin.startswith("test ") and (same or not inside),
            "out": not self.origin.startswith("test ") and not same,
        }.get(self.manner, False)
        if not wanted and not self.is_breakpoint(frame):
            return
        reason = "breakpoint" if self.is_breakpoint(frame) else "pause" if self.manner == "pause" else "step"
        names = tuple((name, of, value) for (name, of), value in zip(step.mark.names, step.values, strict=True))
        frames = frame, self.at_line or self.frame(f"test {self.title}", self.prepared.test.span)
        self.stop(reason, "", frames, match, step.state, names)

    def stop(
        self,
        reason: str,
        text: str,
        frames: tuple[Frame, ...],
        match: Match | None,
        state: State,
        names: tuple[tuple[str, Type, int], ...] = (),
        verdict: Verdict | None = None,
    ) -> None:
        if self.over:
            raise Ended
        assert self.game is not None
        self.going.clear()
        self.halt = Halt(reason, text, frames, self.game, match, state, names, verdict, self.seen_by)
        self.on_halt(self.halt)
        self.going.wait()
        if self.over:
            raise Ended
