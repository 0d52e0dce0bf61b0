"""A record put right: one event is corrected or put in, the rest is played again, and each event is told of.

Later moves that are not legal any more are left out. What chance brought is kept where it can still come up; where
chance decides something that is not in the record, the seed does.
"""

from __future__ import annotations

from enum import Enum
from itertools import takewhile

from attrs import define, field, frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.typed_moves.verdict import Verdict, VerdictKind
from astro_referee.interpreter.records import records
from astro_referee.interpreter.records.records import Record
from astro_referee.interpreter.values.brief import brief, count

MOST_IN_A_ROW = 10_000
"""Chance events the seed decides between two events of the record; rules that want more never ask anybody again."""
NOTHING = "chance has nothing to decide here"


class Fate(Enum):
    """What became of an event: the corrected one is amended, struck or inserted, a later one stands or is left out.

    `NEW` are chance events that the record does not have.
    """

    AMENDED = "amended"
    STRUCK = "struck"
    INSERTED = "inserted"
    STANDS = "stands"
    LEFT_OUT = "left out"
    NEW = "new"


@frozen
class RecordedEvent:
    """An event as the record tells it: its number, the seat (empty for chance), what chance decides, what happened."""

    number: int
    who: str
    label: str
    text: str


@frozen
class Consequence:
    """What became of one event: its number before and now, if it had and has one; for a refusal, why."""

    fate: Fate
    was: int | None
    now: int | None
    who: str
    label: str
    text: str
    became: str = ""
    why: Verdict | None = None


@frozen
class Amended:
    """The match after a correction, and what became of each event from there on."""

    match: Match
    consequences: tuple[Consequence, ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return brief(self, self.match, "all stands" if self.is_unchanged else "not all stands")

    @property
    def is_unchanged(self) -> bool:
        """Whether all that followed is as it was."""
        return all(c.fate not in (Fate.LEFT_OUT, Fate.NEW) for c in self.consequences)


class BadAmendment(ValueError):
    """A correction that cannot be made: there is no such event, or it would not be legal there."""

    def __init__(self, message: str, match: Match | None = None, verdict: Verdict | None = None) -> None:
        super().__init__(message)
        self.match, self.verdict = match, verdict


@frozen
class Correction:
    """What really happened at an event; neither a move nor an outcome means that nothing did.

    With `insert`, it happened before that event and was forgotten; `by` says who moved, where several are asked.
    """

    at: int
    move: str | None = None
    chance: str | None = None
    insert: bool = False
    by: str | None = None


def amend(record: Record, game: Game, correction: Correction) -> Amended:
    """The game of a record with one event corrected; the events before it must be legal.

    Raises BadRecord if they are not, BadAmendment if the correction cannot be made.
    """
    recorded = events(record, game)
    if correction.insert:
        return inserted(record, game, correction, recorded)
    position = next((i for i, event in enumerate(recorded) if event.number == correction.at), None)
    if position is None:
        last = recorded[-1].number if recorded else 0
        raise BadAmendment(f"the record has only {count(last, 'event')}, so there is no event {correction.at}")
    match = records.replay(record, game, correction.at - 1)
    rest = recorded[position:]
    again = Replay(match, rest[1:])
    again.correct(rest[0], correction)
    again.run()
    return Amended(again.match, tuple(again.found))


def inserted(record: Record, game: Game, correction: Correction, recorded: list[RecordedEvent]) -> Amended:
    """The game with a forgotten event before one of the record, or behind the last."""
    last = recorded[-1].number if recorded else 0
    if correction.at > last + 1:
        raise BadAmendment(f"the record has only {count(last, 'event')}, so a forgotten one is {last + 1} at most")
    again = Replay(records.replay(record, game, correction.at - 1), [e for e in recorded if e.number >= correction.at])
    again.insert(correction)
    again.run()
    return Amended(again.match, tuple(again.found))


def events(record: Record, game: Game) -> list[RecordedEvent]:
    """The events of a record one by one, whether they are legal or not; the draws of one line are parted."""
    listed = [name for names in game.machine.members.values() for name in names if ", " in name]
    found: list[RecordedEvent] = []
    for line in record.lines:
        texts = [line.text] if line.who else split_outcomes(line.text, listed)
        found += [RecordedEvent(line.number + i, line.who, line.label, text) for i, text in enumerate(texts)]
    return found


def split_outcomes(text: str, listed: list[str]) -> list[str]:
    """Outcomes with commas between them; `listed` are the names that have a comma themselves."""
    found: list[str] = []
    while text:
        whole = [name for name in listed if text == name or text.startswith(name + ", ")]
        found.append(max(whole, key=len) if whole else text.split(", ", 1)[0])
        text = text[len(found[-1]) + 2 :]
    return found


def same(name: str, typed: str) -> bool:
    return name.casefold() == typed.strip().casefold()


@define
class Replay:
    """The rest of a record being played again on a corrected match."""

    match: Match
    rest: list[RecordedEvent]
    found: list[Consequence] = field(factory=list)

    def correct(self, event: RecordedEvent, correction: Correction) -> None:
        """The corrected event itself."""
        if correction.move is not None:
            if not event.who:
                raise BadAmendment(f"event {event.number} is chance, not a move")
            verdict = self.submit(event.who, correction.move)
            if not verdict.ok:
                raise BadAmendment(refused(correction.move, verdict), self.match, verdict)
            self.note(Fate.AMENDED, event, verdict.text)
        elif correction.chance is not None:
            if event.who:
                raise BadAmendment(f"event {event.number} is a move, not chance")
            why = self.settle(RecordedEvent(event.number, "", event.label, correction.chance.strip()))
            if not why.ok:
                raise BadAmendment(f"{correction.chance.strip()}: {why.message}")
            self.note(Fate.AMENDED, event, self.match.events[-1].text)
        else:
            self.note(Fate.STRUCK, event)

    def insert(self, correction: Correction) -> None:
        """An event that the record has forgotten."""
        match, seats = self.match, self.match.game.players
        if correction.move is not None:
            verdict = self.submit(seats[self.mover(correction.by)], correction.move)
            if not verdict.ok:
                raise BadAmendment(refused(correction.move, verdict), match, verdict)
        elif correction.chance is not None:
            label = self.label() if match.chance is not None else ""
            verdict = self.settle(RecordedEvent(correction.at, "", label, correction.chance.strip()))
            if not verdict.ok:
                raise BadAmendment(f"{correction.chance.strip()}: {verdict.message}")
        else:
            raise BadAmendment("a forgotten event is a move or chance")
        new = match.events[-1]
        who, label = ("", new.label) if new.player is None else (seats[new.player], "")
        self.found.append(Consequence(Fate.INSERTED, None, match.number, who, label, new.text))

    def mover(self, by: str | None) -> int:
        """Who makes a forgotten move: whoever is asked there, or is named."""
        match, seats = self.match, self.match.game.players
        if match.chance is not None:
            raise BadAmendment(f"nobody moves here, for chance decides first: {self.label()}")
        if by is not None:
            named = [seat for names in (seats, match.names) for seat, name in enumerate(names) if same(name, by)]
            if not named:
                raise BadAmendment(f"nobody here is called {by}; the seats are {', '.join(seats)}")
            return named[0]
        if len(match.actors) > 1:
            asked = ", ".join(seats[seat] for seat in match.actors)
            raise BadAmendment(f"several are asked here ({asked}): say whose move was forgotten")
        return match.actors[0] if match.actors else 0

    def run(self) -> None:
        """What was told still happens if it can, after what chance must decide first; else all stays as it is."""
        while self.rest:
            event = self.rest.pop(0)
            before = self.match
            self.match = before.copy()
            new = self.let_chance(event)
            why = self.submit(event.who, event.text) if event.who else self.settle(event)
            if why.ok:
                self.found += new
                self.note(Fate.STANDS, event)
            else:
                self.match = before
                self.note(Fate.LEFT_OUT, event, why=why)

    def let_chance(self, event: RecordedEvent) -> list[Consequence]:
        """The seed decides what must be decided before an event of the record can happen."""
        found: list[Consequence] = []
        while (
            self.match.chance is not None
            and (event.who or not self.chance_is_recorded(event))
            and len(found) < MOST_IN_A_ROW
        ):
            self.match.settle()
            new = self.match.events[-1]
            found.append(Consequence(Fate.NEW, None, new.number + 1, "", new.label, new.text))
        return found

    def chance_is_recorded(self, event: RecordedEvent) -> bool:
        """Whether the record tells what chance decides here: at this event, or later before anybody moves."""
        label = self.label()
        coming = takewhile(lambda later: not later.who, self.rest)
        return event.label == label or any(later.label == label for later in coming)

    def label(self) -> str:
        """What chance decides now."""
        chance = self.match.chance
        assert chance is not None
        values = self.match.game.function(chance.label_values)(self.match.state)
        return self.match.game.fill(chance.label_template, values)

    def submit(self, who: str, typed: str) -> Verdict:
        seats = self.match.game.players
        if who not in seats:
            return Verdict(VerdictKind.UNASKED, typed, f"nobody here is called {who}; the seats are {', '.join(seats)}")
        return self.match.submit(seats.index(who), typed)

    def settle(self, event: RecordedEvent) -> Verdict:
        """Lets chance bring what the record tells, or says why it cannot."""
        if self.match.chance is None:
            return Verdict(VerdictKind.UNASKED, event.text, "the game is over" if self.match.over else NOTHING)
        if self.label() != event.label:
            return Verdict(VerdictKind.UNASKED, event.text, f"chance decides something else here: {self.label()}")
        outcomes = self.match.outcomes()
        fitting = [value for value, _, name in outcomes if name.casefold() == event.text.casefold()]
        if not fitting:
            names = ", ".join(name for _, _, name in outcomes)
            return Verdict(VerdictKind.UNASKED, event.text, f"this cannot come up here; possible: {names}")
        self.match.settle(fitting[0])
        return Verdict(VerdictKind.LEGAL, event.text)

    def note(self, fate: Fate, event: RecordedEvent, became: str = "", why: Verdict | None = None) -> None:
        now = None if fate in (Fate.STRUCK, Fate.LEFT_OUT) else self.match.number
        self.found.append(Consequence(fate, event.number, now, event.who, event.label, event.text, became, why))


def refused(move: str, verdict: Verdict) -> str:
    """What is said of a move that cannot be put into a record."""
    return verdict.message if verdict.quotes else f"{move}: {verdict.message}"
