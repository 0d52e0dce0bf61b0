"""One table without its sockets: messages of viewers in, answers out; what all are to be sent is asked for afterwards.

Every change is made on a copy of the match, written to the disk, and only then what everybody sees. A server lets all
others go on while that is written: it holds the change, has it written elsewhere, and publishes it then.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, time
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from astro_referee.cli.failures import Failure
from astro_referee.cli.protocol.requests import Refused
from astro_referee.cli.serve import links
from astro_referee.cli.serve.frames import Facts, Viewer, about_game, painter_of, position
from astro_referee.cli.table.keyboard import has_secrets
from astro_referee.interpreter.play.clock import Clock
from astro_referee.interpreter.play.endings.agreements import Agreement, Manner, possible
from astro_referee.interpreter.play.match import FaultyRules, Match

if TYPE_CHECKING:
    from astro_referee.cli.serve.drawing import Painter
    from astro_referee.cli.serve.messages import Message
    from astro_referee.cli.table.recording import Recorder
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.play.game import Game

POSITION, PEOPLE, TALK = "position", "people", "talk"
"""What may have changed, and is sent to all who look in."""
KEPT = 200
"""Lines of chat that are kept."""
LATELY = 4000
"""Steps of a game whose time is known, for those who watch with a delay."""
MOST_BY_CHANCE = 10_000
"""Events in a row that chance decides; a game may go on for ever without asking anybody."""
MOST_TOLD = 64
"""Texts about people that are kept until somebody comes or goes."""
PUBLIC, WATCHED = "public", "watched"


@define
class Chair:
    """A seat: the secret of its link, who sits there, and the bot that plays it, if one does."""

    key: str = field(factory=links.fresh)
    name: str = ""
    bot: str = ""


@define
class Proposal:
    """Something that all have to agree to: a draw, or to go back to after some event."""

    what: str
    by: int
    to: int
    agreed: set[int]


@frozen
class Unsaved:
    """What everybody will see as soon as it is on the disk."""

    match: Match
    anew: bool
    """Whether something new is asked."""
    begins: bool
    endless: bool
    """Whether chance has decided so often in a row that this may be for ever."""


@define
class ServedTable:
    """A game with its people. Before it begins, `match` is where it would begin."""

    name: str
    spec: str
    """What the rules are loaded by: a name or a path."""
    match: Match
    chairs: list[Chair] = field(factory=list)
    host_key: str = field(factory=links.fresh)
    watch_key: str = field(factory=links.fresh)
    watching: str = PUBLIC
    delay: int = 0
    """Seconds by which those who watch are behind."""
    begun: bool = False
    talk: list[Facts] = field(factory=list)
    proposal: Proposal | None = None
    notice: str = ""
    recorder: Recorder | None = None
    keep: Callable[[ServedTable], None] = lambda table: None
    """Writes down what is not in the record."""
    open_record: Callable[[ServedTable, Match], Recorder | None] = lambda table, match: None
    below: Callable[[int], int] = secrets.randbelow
    """Where chance comes from: the system's generator, asked anew for each event."""
    changed: set[str] = field(factory=set)
    question: int = 0
    """Goes up when something new is asked; what is sent for an older one comes too late."""
    since: float = field(factory=monotonic)
    """When the clocks of those who are asked were last looked at."""
    steps: list[tuple[float, int]] = field(factory=list)
    """When the game came to how many events, for those who watch with a delay."""
    cache: dict[tuple[object, ...], str] = field(factory=dict)
    people_shown: dict[tuple[Viewer, int], str] = field(factory=dict)
    present: dict[object, int] = field(factory=dict)
    """How many connections each viewer has."""
    restart: Callable[[ServedTable, int | None, dict[str, str]], Match] | None = None
    """A match of the same rules with other options or another number of players."""
    painter: Painter | None = None
    holding: bool = False
    """Whether somebody else sees to what is to be written."""
    unwritten: list[Callable[[], None]] = field(factory=list)
    decided: Unsaved | None = None

    @property
    def game(self) -> Game:
        return self.match.game

    # --- Who looks in -----------------------------------------------------------------------------------------------

    def viewer(self, key: str) -> Viewer | None:
        """Whose link this is; takes as long to look for, whatever comes of it."""
        pairs = [(chair.key, Viewer("seat", seat)) for seat, chair in enumerate(self.chairs[: self.game.seats])]
        pairs += [(self.host_key, Viewer("host"))]
        pairs += [(self.watch_key, Viewer("watch", None, self.watching == WATCHED))]
        found = [viewer for known, viewer in pairs if secrets.compare_digest(known.encode(), key.encode())]
        return found[0] if found else None

    def came(self, viewer: Viewer, more: int) -> None:
        """Somebody has come or gone."""
        key = viewer.seat if viewer.seat is not None else viewer.role
        before = self.present.get(key, 0)
        self.present[key] = max(0, before + more)
        if (before > 0) != (self.present[key] > 0):
            self.changed.add(PEOPLE)

    def exchange(self, one: int, other: int) -> None:
        """Two change places: their links, their names, the bots that play for them, and who is there."""
        self.chairs[one], self.chairs[other] = self.chairs[other], self.chairs[one]
        self.present[one], self.present[other] = self.present.get(other, 0), self.present.get(one, 0)
        self.match.bots = self.bots()
        self.fresh()

    # --- What is sent -----------------------------------------------------------------------------------------------

    def frame(self, viewer: Viewer, narrow: bool, whole_log: bool = False) -> str:
        """The position for a viewer: drawn once for each of them and each event, however many look."""
        key = (viewer, narrow, whole_log, self.seen_number(viewer))
        if key not in self.cache:
            match = self.seen_by(viewer)
            # Who plays answers a question; to who is behind its number would tell that the game has gone on.
            question = self.question if viewer.seat is not None else 0
            found: Facts = {"do": "frame", "question": question}
            found |= {"viewer": viewer.role, "seat": viewer.seat, "begun": self.begun}
            found |= {"about": about_game(match)}
            if self.begun:
                found |= position(match, viewer, self.painter_of(match), narrow, whole_log)
                found |= self.chance_asked(viewer)
            self.cache[key] = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        return self.cache[key]

    def painter_of(self, match: Match) -> Painter:
        if self.painter is None or not self.painter.is_of(match):
            self.painter = painter_of(match)
        return self.painter

    def lags(self, viewer: Viewer) -> bool:
        """Whether somebody is shown the game as it was some seconds ago, and nothing that tells how it stands now."""
        return viewer.role == "watch" and self.delay > 0 and self.begun and not self.match.over

    def seen_number(self, viewer: Viewer) -> int:
        """How many events a viewer knows of: all, or those of some seconds ago for who watches."""
        if not self.lags(viewer):
            return len(self.match.events)
        then = monotonic() - self.delay
        return min(next((number for at, number in reversed(self.steps) if at <= then), 0), len(self.match.events))

    def seen_by(self, viewer: Viewer) -> Match:
        number = self.seen_number(viewer)
        return self.match if number == len(self.match.events) else self.match.rewound(number)

    def chance_asked(self, viewer: Viewer) -> Facts:
        """At a real table: what dice or cards may show, for somebody who sits there."""
        from astro_referee.interpreter.show.narration import status

        if self.match.chance is None or viewer.seat is None:
            return {}
        return {"chance": {"what": status(self.match), "outcomes": [name for _, _, name in self.match.outcomes()]}}

    def people(self, viewer: Viewer) -> str:
        """Who sits where, who is there, what is proposed, and the clocks; for the host, the links as well."""
        now, behind = monotonic() - self.since, self.lags(viewer)
        seats = []
        for seat, own in enumerate(self.game.players):
            chair = self.chairs[seat]
            one: Facts = {
                "seat": own,
                "name": chair.name or own,
                "bot": chair.bot,
                "here": self.present.get(seat, 0) > 0,
            }
            if self.match.clock is not None and not behind:
                running = self.begun and seat in self.match.actors
                one["left"] = max(0, self.match.left[seat] - (round(now * 10) if running else 0))
                one["running"] = running
            if viewer.role == "host":
                one["key"] = chair.key
            seats.append(one)
        found: Facts = {"do": "people", "seats": seats, "watchers": self.present.get("watch", 0), "begun": self.begun}
        found |= {"notice": "" if behind else self.notice, "watching": self.watching, "delay": self.delay}
        found |= {"clock": str(self.match.clock) if self.match.clock is not None else ""}
        if self.proposal is not None and not behind:
            made = self.proposal
            found["proposal"] = {"what": made.what, "by": made.by, "agreed": sorted(made.agreed), "to": made.to}
        found["undo"] = self.undo_way(viewer.seat) if viewer.seat is not None else ""
        if viewer.role == "host":
            low, high = self.game.rules.seats
            found |= {"watch_key": self.watch_key, "low": low, "high": high, "options": self.option_sheets()}
        return json.dumps(found, ensure_ascii=False)

    def people_text(self, viewer: Viewer) -> str:
        """The same as text, made once for all who are told together; clocks go on by tenths of a second."""
        key = (viewer, round((monotonic() - self.since) * 10) if self.match.clock is not None else 0)
        if key not in self.people_shown:
            if len(self.people_shown) >= MOST_TOLD:
                self.people_shown.clear()
            self.people_shown[key] = self.people(viewer)
        return self.people_shown[key]

    def news(self) -> set[str]:
        """What has changed since this was last asked, for all to be told."""
        changed, self.changed = self.changed, set()
        if PEOPLE in changed:
            self.people_shown = {}
        return changed

    def option_sheets(self) -> list[Facts]:
        now = dict(self.game.settings())
        return [
            {"name": sheet.name, "docs": sheet.docs, "value": now.get(sheet.name, "")}
            for sheet in self.game.rules.options
        ]

    def said(self, viewer: Viewer) -> str:
        return json.dumps({"do": "talk", "rows": [] if self.lags(viewer) else self.talk}, ensure_ascii=False)

    # --- Playing ----------------------------------------------------------------------------------------------------

    def play(self, seat: int, move: Move) -> None:
        """A legal move of a seat, and what chance makes of it."""
        before, asked = self.match.decision, self.match.actors
        new = self.match.copy()
        assert before is not None
        self.take_time(new, seat)
        ends = before.moves[move[1]].ends
        new.play(move)
        same_round = new.decision is not None and new.decision.label == before.label
        same_round = same_round and new.actors == tuple(one for one in asked if one != seat)
        # Others who choose at the same time, or may still be first, are asked the same thing as before.
        self.keep_match(new, not (same_round and (before.manner == "together" or (before.manner == "any" and ends))))

    def keep_match(self, new: Match, anew: bool = True, begins: bool = False) -> None:
        """Lets chance decide what it must, has the game written down, and makes it what all see."""
        for _ in range(MOST_BY_CHANCE):
            if new.chance is None or new.typed:
                break
            new.settle(self.chance_brings(new))
        self.decided = Unsaved(new, anew, begins, new.chance is not None and not new.typed)
        self.to_write(lambda: self.record(new, begins))
        if begins:
            self.save()

    def record(self, new: Match, begins: bool) -> None:
        if begins:
            self.recorder = self.open_record(self, new)
        if self.recorder is not None:
            self.recorder.update(new)

    def save(self) -> None:
        """Has written down what is not in the record."""
        self.to_write(lambda: self.keep(self))

    # --- The disk -----------------------------------------------------------------------------------------------------

    def to_write(self, work: Callable[[], None]) -> None:
        self.unwritten.append(work)
        if not self.holding:
            self.write()
            self.publish()

    @contextmanager
    def held(self) -> Iterator[None]:
        """What is decided here is written and published by whoever holds it."""
        self.holding = True
        try:
            yield
        finally:
            self.holding = False

    def write(self) -> None:
        """Brings what was decided to the disk; if it cannot, nothing was decided."""
        work, self.unwritten = self.unwritten, []
        try:
            for one in work:
                one()
        except BaseException:
            self.decided = None
            raise

    def publish(self) -> None:
        """Lets all see what is on the disk."""
        made, self.decided = self.decided, None
        if made is None:
            return
        if made.begins:
            self.begun, self.steps, self.notice = True, [], ""
        if made.endless:
            self.notice = f"Chance has decided {MOST_BY_CHANCE:,} times, and nobody is asked: the rules may never end."
        self.match, self.proposal = made.match, None
        self.question += made.anew
        self.since = monotonic()
        self.steps = [*self.steps[-LATELY:], (self.since, made.match.number)]
        self.fresh()

    # --- Chance and time ----------------------------------------------------------------------------------------------

    def chance_brings(self, match: Match) -> int:
        return match.game.engine.sample(match.state, self.below)

    def fresh(self) -> None:
        self.cache.clear()
        self.changed |= {POSITION, PEOPLE, TALK} if self.delay else {POSITION, PEOPLE}

    def take_time(self, match: Match, seat: int) -> None:
        if match.clock is not None:
            spent = round((monotonic() - self.since) * 10)
            for one in match.actors:
                match.left[one] = max(0, match.left[one] - spent)
            match.left[seat] += match.clock.each

    def tick(self) -> None:
        """Ends a game of two whose clock has run down; in a larger one, all are told."""
        match = self.match
        if match.clock is None or not self.begun or match.over:
            return
        spent = round((monotonic() - self.since) * 10)
        late = [seat for seat in match.actors if match.left[seat] <= spent]
        for seat in late:
            agreement = Agreement(Manner.OUT_OF_TIME, seat)
            if agreement in possible(match.game):
                new = match.copy()
                new.end(agreement)
                self.keep_match(new)
                return
            if not self.notice:
                self.notice = f"{match.names[seat]} has no time left."
                self.changed.add(PEOPLE)

    # --- Bots -------------------------------------------------------------------------------------------------------

    def bot_asked(self) -> int | None:
        """The first seat that is asked and plays itself."""
        if not self.begun:
            return None
        return next((seat for seat in self.match.actors if self.chairs[seat].bot), None)

    def bot_choice(self, seat: int, match: Match) -> Move:
        """What a bot does; it draws from the system's generator, as chance does."""
        from astro_referee.interpreter.study.bots import bot

        return bot(self.chairs[seat].bot).pick(match.game, match.state, match.legal(seat), self.below)

    # --- Going back -------------------------------------------------------------------------------------------------

    def undo_way(self, seat: int) -> str:
        """Whether a seat may take its last move back by itself (`free`), by consent (`ask`), or not at all."""
        to = self.last_move(seat)
        if to is None or not self.begun:
            return ""
        alone = to == len(self.match.events) - 1 and not has_secrets(self.game)
        return "free" if alone or len(self.others(seat)) == 0 else "ask"

    def last_move(self, seat: int) -> int | None:
        back = reversed(range(len(self.match.events)))
        return next((index for index in back if self.match.events[index].player == seat), None)

    def others(self, seat: int) -> list[int]:
        """The other people who play."""
        return [one for one in range(self.game.seats) if one != seat and not self.chairs[one].bot]

    def take_back(self, to: int) -> None:
        new = self.match.copy()
        new.undo(to)
        self.keep_match(new)

    # --- Beginning --------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The first event: from here on the seats and options are what they are."""
        names = tuple(chair.name or own for chair, own in zip(self.chairs, self.game.players, strict=False))
        new = Match(self.game, self.match.seed, names, typed=self.match.typed, clock=self.match.clock)
        new.bots = self.bots()
        self.keep_match(new, begins=True)

    def bots(self) -> dict[int, str]:
        return {seat: chair.bot for seat, chair in enumerate(self.chairs[: self.game.seats]) if chair.bot}

    def answer(self, viewer: Viewer, message: Message) -> Facts | None:
        """What a message is answered with; what it changes is in `changed`."""
        from astro_referee.cli.serve import answers

        try:
            return answers.answer(self, viewer, message)
        except Refused as refused:
            return {"do": "refused", "to": message.do, "message": refused.message, **refused.more}
        except FaultyRules as error:
            return refusal(message, f"the rules cannot go on here: {error.problem.message}")
        except Failure as error:
            return refusal(message, error.message)

    def speak(self, who: str, text: str) -> None:
        self.talk = [*self.talk[-KEPT + 1 :], {"who": who, "text": text, "at": int(time())}]
        self.changed.add(TALK)
        self.save()


def refusal(message: Message, said: str) -> Facts:
    return {"do": "refused", "to": message.do, "message": said}


def with_clock(match: Match, clock: Clock | None) -> Match:
    """The same match before its first event, with another clock."""
    return Match(match.game, match.seed, match.names, typed=match.typed, bots=dict(match.bots), clock=clock)
