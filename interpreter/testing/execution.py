"""A test being run: its lines in, nothing out if all of them come true, and Failed if one does not.

The game is the one that is played, untouched. What a test puts or asks is compiled into a small machine of its own,
whose record begins with the fields of the game: these are copied over, and back again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import assert_never

from attrs import define, field, frozen

from astro_referee.grammar.source import Source
from astro_referee.interpreter.examination import PreparedTest
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.play.perft import Counter, TooManyPositions
from astro_referee.interpreter.play.typed_moves.verdict import Verdict
from astro_referee.interpreter.program import scenario as s
from astro_referee.interpreter.testing.playthrough import PlaythroughWriter
from astro_referee.interpreter.testing.probes import ProbeRunner
from astro_referee.interpreter.testing.random_games import MOST_CHANCES, FailingGame, failing
from astro_referee.interpreter.testing.shrinking import Step, go, lines_of
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import BagOf, SetOf

MOST_MOVES = 100
"""Moves that a playthrough makes unless it says how many: more than most games have, and not more than one reads."""
JOINTS = r",? and | |, ?"
"""What stands between the words of a move, and between the members of a set in it."""
LEADING = "these lines lead to it:"
SEED_CAME_FIRST = "the seed has decided above; `chance` stands first, or right below the move that leads to it"
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


@define
class ScenarioRun:
    """One test being run."""

    source: Source
    game: Game
    prepared: PreparedTest
    base: ScenarioRun | None = None
    """The test it goes on from."""
    match: Match | None = None
    writer: PlaythroughWriter | None = None
    """Writes down how it goes, if that is to be compared."""
    invariants: dict[int, s.Always] = field(factory=dict)
    """What must hold from here on, by the numbers of the lines."""
    follower: Match | None = None
    """A second match that goes through all that happens, so that nothing is left out that lies between two lines."""
    match_before_chance: Match | None = None
    """The match before chance went on by itself, if since then nothing was asked but what must always hold."""
    events_before: int | None = None
    """Events before the last line in which something happened; until there is one, everything counts."""
    seed_decided: bool = False
    """Whether chance that the test does not tell has decided something since the last move."""
    probe_runner: ProbeRunner = field(init=False)
    first: list[int] = field(init=False)
    """The number of the first probe of each line."""

    def __attrs_post_init__(self) -> None:
        self.first = [0, *accumulate(len(s.probes_of(line)) for line in self.prepared.test.lines)]
        self.probe_runner = ProbeRunner.of(self.source, self.game, self.prepared.machine, self.prepared.slots)

    def run(self) -> None:
        """Goes through all lines; raises Failed at the first that does not come true."""
        test = self.prepared.test
        line: s.Line | s.Scenario = test
        try:
            if self.base is None:
                self.match = Match(self.game, test.seed, self.game.players)
            else:
                assert self.base.match is not None, "only a test that has come to its end is gone on from"
                self.match, self.events_before = self.base.match.copy(), self.base.events_before
                self.match.seed = test.seed if test.reseeded else self.match.seed
            self.writer = PlaythroughWriter(self.match.copy()) if test.is_playthrough else None
            for number, line in enumerate(test.lines):
                self.line(self.match, number, line)
                self.watch(self.match, number, line)
            line = test
            if test.games:
                self.play_often(self.match_before_chance or self.match)
            if self.writer is not None:
                self.writer.end(self.play_on(self.match, self.writer))
        except FaultyRules as fault:
            raise Failed(line, f"the rules cannot go on: {fault.problem.message}", self.where(fault)) from None

    def line(self, match: Match, number: int, line: s.Line) -> None:
        if isinstance(line, s.Chance):
            self.events_before, self.match_before_chance = len(match.events), None
            self.chance(match, line)
            return
        if not isinstance(line, s.Always):
            self.match_before_chance = None
        elif self.match_before_chance is None and match.chance is not None:
            self.match_before_chance = match.copy()
        if not self.before_chance(number):
            self.settle(match, line)
        match line:
            case s.Given():
                self.given(match, number, line)
            case s.Turn(seat, typed):
                self.events_before, self.seed_decided = len(match.events), False
                verdict = match.submit(seat, typed)
                if not verdict.ok:
                    raise Failed(line, *refusal_text(verdict))
            case s.Refused():
                self.refused(match, line)
            case s.Expected():
                self.expected(match, number, line)
            case s.Ended():
                self.ended(match, number, line)
            case s.ExpectedText():
                self.said(match, line)
            case s.Seen():
                self.sees(match, number, line)
            case s.Counted():
                counted(match, line)
            case s.Offered():
                offered(match, line)
            case _:
                assert_never(line)

    def before_chance(self, number: int) -> bool:
        """Whether a line is about what is said before chance that the test tells next."""
        lines = self.prepared.test.lines[number:]
        return isinstance(lines[0], s.ExpectedText) and isinstance(
            next((line for line in lines if not isinstance(line, s.ExpectedText)), None), s.Chance
        )

    def settle(self, match: Match, line: s.Line) -> None:
        """Chance decides until a player must; not for ever, as bad rules might have it."""
        rolls = 0
        while match.chance is not None:
            match.settle()
            rolls += 1
            self.seed_decided = True
            if rolls == MOST_CHANCES:
                raise Failed(line, f"chance was asked {rolls} times in a row, and no player")

    def watch(self, match: Match, number: int, line: s.Line) -> None:
        """Looks at what a line has done: tells it, and whether what must hold still does, event by event."""
        if self.writer is not None:
            self.writer.follow(match)
            if isinstance(line, s.Given):
                self.writer.given(match)
        if isinstance(line, s.Always):
            self.invariants[number] = line
            self.follower = match.copy()
        if self.follower is None:
            return
        for event in match.events[len(self.follower.events) :]:
            go(self.follower, Step(event.value))
            self.check_invariants(self.follower, f"after `{event.text}`")
        if isinstance(line, s.Given):
            self.follower.continue_from(match.state[:])
            self.check_invariants(self.follower, "in this position")

    # --- Random games ------------------------------------------------------------------------------------------------

    def play_often(self, opening: Match) -> None:
        """Many random games, in all of which everything must hold; each has its own deal, if the test knows of none."""
        test = self.prepared.test
        found = failing(opening, test.games, test.moves, lambda match: self.broken_since(opening, match))
        if found is not None:
            raise self.shortened(opening, found)

    def play_on(self, opening: Match, writer: PlaythroughWriter) -> str:
        """One random game until the end, or as long as the test wants; why it stops there."""
        limit = self.prepared.test.moves if self.prepared.test.moves is not None else MOST_MOVES
        match = self.match = opening.copy()
        made = rolls = 0
        script: list[Step] = []
        while not match.over:
            if match.chance is not None:
                script.append(Step(match.drawn()))
                rolls += 1
                if rolls == MOST_CHANCES:
                    writer.follow(match)
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
                    opening, FailingGame(tuple(script), None, fault).shrunk(opening, self.broken)
                ) from None
            wrong = self.broken(match)
            if wrong is not None:
                raise self.shortened(opening, FailingGame(tuple(script), wrong, None).shrunk(opening, self.broken))
            if match.chance is None:  # cards of one deal are written in one step
                writer.follow(match)
        return ""

    def shortened(self, opening: Match, found: FailingGame) -> Failed:
        """What goes wrong in a random game, with the lines of a test that come to it."""
        match = self.match = found.match(opening)
        rows = [f"  {row}" for row in lines_of(self.game, found.script)]
        shown = [LEADING, *rows] if rows else []
        if found.fault is not None:
            message = f"the rules cannot go on: {found.fault.problem.message}"
            return Failed(self.prepared.test, message, (*self.where(found.fault), *shown))
        line = found.broken
        assert isinstance(line, s.Always)
        wanted = self.source.slice(line.span).partition(" ")[2]
        shown += [f"  expect {wanted}"] if rows and match.chance is None else []
        return Failed(line, "this does not hold in every game", (*self.seen(match, line), *shown))

    def broken_since(self, opening: Match, match: Match) -> s.Always | None:
        """The same, once chance has dealt what comes before the lines that must hold."""
        since = match.events[len(opening.events) :]
        dealing = (
            self.match_before_chance is opening
            and match.chance is not None
            and not any(e.player is not None for e in since)
        )
        return None if dealing else self.broken(match)

    def broken(self, match: Match) -> s.Always | None:
        """The first line that must always hold and does not; with `me` in it, it waits until one player is asked."""
        for number, line in self.invariants.items():
            if line.needs_me and len(match.actors) != 1:
                continue
            try:
                (holds,) = self.answers(match, number, line)
            except Failed:
                holds = 0
            if not holds:
                return line
        return None

    def check_invariants(self, match: Match, where: str) -> None:
        line = self.broken(match)
        if line is not None:
            self.match = match
            raise Failed(line, f"this does not hold {where}", self.seen(match, line))

    # --- Lines -------------------------------------------------------------------------------------------------------

    def chance(self, match: Match, line: s.Chance) -> None:
        """What comes up is named as it is shown."""
        outcomes = {shown: value for value, _, shown in match.outcomes()}
        if not outcomes:
            more = (SEED_CAME_FIRST,) if self.seed_decided else ()
            raise Failed(line, "the game is over" if match.over else "nothing is left to chance here", more)
        wanted = {" ".join(shown.split()).casefold(): value for shown, value in outcomes.items()}
        value = wanted.get(" ".join(line.outcome.split()).casefold())
        if value is None:
            raise Failed(line, "this cannot come up here", (f"possible: {some(list(outcomes))}",))
        match.settle(value)

    def given(self, match: Match, number: int, line: s.Given) -> None:
        """Changes the position at a decision, which is then asked anew: who is asked may have other moves now."""
        if match.decision is None:
            raise Failed(line, "the game is over")
        with self.faults(line):
            state = self.probe_runner.changed(match, self.first[number])
        match.continue_from(state)

    def refused(self, match: Match, line: s.Refused) -> None:
        verdict = match.judge(line.seat, line.typed)
        if verdict.ok:
            raise Failed(line, f"`{verdict.text}` is legal")
        said = [verdict.message, *(reason.text for reason in verdict.reasons)]
        if not any(holds_words(text, line.because) for text in said):
            happened, more = refusal_text(verdict)
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
        number = self.prepared.test.lines.index(line)
        try:
            values = self.answers(match, number, line, 1) if line.seen else []
        except Failed as failed:
            return failed.happened, *failed.more
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

    def said(self, match: Match, line: s.ExpectedText) -> None:
        opening = match.opening if self.events_before is None else ()
        said = [
            one.text
            for one in (*opening, *(one for event in match.events[self.events_before or 0 :] for one in event.said))
        ]
        missing = [words for words in line.words if not any(holds_words(text, words) for text in said)]
        if missing:
            raise Failed(line, f"not said: {'; '.join(missing)}", tuple(f"said: {text}" for text in said))

    def sees(self, match: Match, number: int, line: s.Seen) -> None:
        """What stands on a player's screen: as a whole, or card by card."""
        printer = self.game.printer
        values = self.answers(match, number, line) if line.index else []
        index = tuple(printer.show(term.type, value) for term, value in zip(line.index, values, strict=True))
        shown = next(field for field in match.view(line.seat).fields if field.name == line.field)
        entry = next(entry for entry in shown.entries if entry.index == index)
        wanted = line.texts or (f"{line.cards} card{'s' * (line.cards != 1)}",)
        slot = next(slot for slot in self.game.machine.fields if slot.name == line.field)
        cards: list[str] = []
        if entry.value is not None and slot.sort == "zone" and isinstance(slot.type, SetOf | BagOf):
            cards = [printer.show(slot.type.of, card) for card in printer.values(slot.type, entry.value)]
        said = sorted(" ".join(text.split()).casefold() for text in wanted)
        if said not in ([entry.text.casefold()], sorted(card.casefold() for card in cards)):
            raise Failed(line, f"{match.names[line.seat]} sees: {entry.text}")

    # --- Probes ------------------------------------------------------------------------------------------------------

    def answers(self, match: Match, number: int, line: s.Line, which: int = 0) -> list[int]:
        """What the questions of a line have found."""
        with self.faults(line):
            return self.probe_runner.answers(match, self.first[number] + which)

    @contextmanager
    def faults(self, line: s.Line) -> Iterator[None]:
        """What a line asks for and cannot be done is a failure of the test."""
        try:
            yield
        except FaultyRules as fault:
            raise Failed(line, f"this cannot be done: {fault.problem.message}", self.where(fault)) from None

    def where(self, fault: FaultyRules) -> tuple[str, ...]:
        at = fault.problem.span.start
        return (f"in {self.source.file(at)}:{self.source.place(at)[0]}",)


def counted(match: Match, line: s.Counted) -> None:
    """How many sequences of moves follow from here, by the position alone."""
    found = 0
    try:
        for count in Counter(match.game, start=match.state[:], skip_last=True).plies(line.depth):
            found = count.sequences if count.ply == line.depth else 0
    except TooManyPositions:
        raise Failed(line, "there are too many positions to count") from None
    if found != line.sequences:
        raise Failed(line, f"there are {found}")


def offered(match: Match, line: s.Offered) -> None:
    legal = {" ".join(text.split()).casefold(): text for text in map(match.written, match.legal(line.seat))}
    wanted = {text: in_order(match, line.seat, " ".join(text.split()).casefold(), legal) for text in line.moves}
    missing = [text for text, meant in wanted.items() if meant is None]
    more = [text for folded, text in legal.items() if folded not in wanted.values()] if line.only else []
    said = [f"not offered: {some(missing)}"] if missing else []
    said += [f"offered, too: {some(more)}"] if more else []
    if said:
        raise Failed(line, "; ".join(said), (f"legal: {some(list(legal.values()))}",) if missing and legal else ())


def in_order(match: Match, seat: int, folded: str, legal: Collection[str]) -> str | None:
    """A legal move as it is written; the members of a set may stand in another order."""
    if folded in legal:
        return folded
    verdict = match.judge(seat, folded)
    text = " ".join(verdict.text.split()).casefold()
    words = [sorted(re.split(JOINTS, each)) for each in (text, folded)]
    return text if verdict.ok and words[0] == words[1] else None


def refusal_text(verdict: Verdict) -> tuple[str, tuple[str, ...]]:
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
