"""A match told step by step for people who compare: what each player sees, may do and is told, and by which rule.

Only names of rules are told, no lines, so that what has nothing to do with a game leaves its telling as it is.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.play.events import Event, Said
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.history import History
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.views import Entry, View
from astro_referee.interpreter.testing.rule_names import PartNames
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import BagOf, SetOf

WIDTH = 116
MOST_MOVES = 40
"""Moves of one player that are written out; of more the first ones, and a hash of all."""
FIRST_MOVES = 400
"""Letters that these first ones may take."""
MOST_OUTCOMES = 12
"""Outcomes of chance that are written out; of more only how many there are."""
HASH = 6
MOST = 0.5
"""What share of the values of a field must be alike for "all others"."""

Seen = dict[str, dict[tuple[str, ...], Entry]]
"""What a player sees, by field and index."""


@define
class PlaythroughWriter:
    """Follows a match with one of its own, and writes down each step."""

    match: Match
    names: PartNames = field(init=False)
    seen: list[Seen] = field(init=False)
    rows: list[str] = field(factory=list)
    events_written: History[Event] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.names = PartNames(self.game.rules.source)
        self.seen = [{} for _ in self.game.players]
        self.events_written = self.match.events
        self.rows += ["start", *([] if self.events_written else self.said(self.match.opening))]
        self.look()

    @property
    def game(self) -> Game:
        return self.match.game

    def follow(self, match: Match) -> None:
        """Tells what has happened since the last time."""
        while len(self.events_written) < len(match.events):
            self.step(match.events[len(self.events_written) :])

    def given(self, match: Match) -> None:
        """Tells how a position was changed from outside."""
        self.match.continue_from(match.state[:])
        self.rows.append("given")
        self.look()

    # --- Steps -------------------------------------------------------------------------------------------------------

    def step(self, events: list[Event]) -> None:
        """One event, or several draws that belong together."""
        if events[0].player is not None:
            self.move(events[0])
        else:
            self.draws(events)
        self.reveal()
        self.look()

    def move(self, event: Event) -> None:
        """What a player does, and what those are told who may not know it."""
        match = self.match
        self.question()
        assert match.decision is not None and isinstance(event.value, tuple)
        rule = self.names.at(match.decision.moves[event.value[1]].span.start)
        match.play(event.value)
        self.rows += [f"{event.number + 1}. {match.names[event.value[0]]}: {event.text}", f"   by {rule}"]
        hidden = self.others(match.events[-1].readers)
        if hidden:
            self.rows.append(f"   {hidden} {'are' if ',' in hidden else 'is'} told: {match.events[-1].public}")
        self.rows += self.said(event.said)

    def draws(self, events: list[Event]) -> None:
        """What chance may bring, and what comes, each with its probability."""
        first, match = events[0], self.match
        assert match.chance is not None
        rule = self.names.at(match.chance.span.start)
        self.rows += block("chance: ", possible(match.outcomes()))
        came: list[str] = []
        said: list[str] = []
        for event in events:
            if event.player is not None or (event.group, event.label) != (first.group, first.label):
                break
            chances = {value: chance for value, chance, _ in match.outcomes()}
            assert isinstance(event.value, int)
            came.append(f"{event.text} ({chances[event.value]})")
            said += self.said(event.said)
            match.settle(event.value)
        self.rows += [*block(f"{first.number + 1}. {first.label}: ", came), f"   by {rule}", *said]

    def reveal(self) -> None:
        """Secret choices that all know by now."""
        match = self.match
        same = self.events_written.shared(match.events)
        for old, new in zip(self.events_written[same:], match.events[same:], strict=False):
            if old.readers != new.readers and new.player is not None:
                hidden = self.others(new.readers)
                unknown = f" (not to {hidden})" if hidden else ""
                self.rows.append(f"   now known: {match.names[new.player]}: {new.text}{unknown}")
        self.events_written = match.events

    def question(self) -> None:
        """The legal moves of all who are asked."""
        match = self.match
        for player in match.actors:
            moves = [match.written(move) for move in match.legal(player)]
            between = ";" if any("," in move for move in moves) else ","
            self.rows += block(f"{match.names[player]} may: ", shortened(moves), between)

    def said(self, lines: tuple[Said, ...]) -> list[str]:
        """What the rules say on the way, and to whom."""
        rows: list[str] = []
        for line in lines:
            if not line.last:
                to = f" to {self.group(line.to)}" if line.to is not None else ""
                rows += block(f"   said{to}: ", [line.text])
        return rows

    def others(self, readers: int) -> str:
        """Those who may not read something."""
        return self.group((1 << self.game.seats) - 1 & ~readers)

    def group(self, players: int) -> str:
        return ", ".join(name for seat, name in enumerate(self.match.names) if players >> seat & 1)

    # --- Views -------------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """What each player sees otherwise than before; what several see alike is told once."""
        changed: dict[tuple[str, tuple[str, ...]], int] = {}
        for seat in range(self.game.seats):
            now = indexed(self.match.view(seat))
            for name, entries in now.items():
                news = tuple(self.difference(name, self.seen[seat].get(name, {}), entries))
                if news:
                    changed[name, news] = changed.get((name, news), 0) | 1 << seat
            self.seen[seat] = now
        everybody = (1 << self.game.seats) - 1
        groups = sorted(set(changed.values()), key=lambda seats: (seats != everybody, seats))
        for seats in groups:
            who = "all see " if seats == everybody else f"{self.group(seats)} {'see' if seats & seats - 1 else 'sees'} "
            for (name, news), those in changed.items():
                if those == seats:
                    self.rows += block(f"   {who}{name}", list(news))

    def difference(
        self, name: str, before: dict[tuple[str, ...], Entry], after: dict[tuple[str, ...], Entry]
    ) -> list[str]:
        """The entries of a field that are not as before; of a field seen for the first time, all."""
        if before:
            return [
                index_text(index) + self.change(name, before[index], entry)
                for index, entry in after.items()
                if (before[index].text, before[index].value) != (entry.text, entry.value)
            ]
        texts = Counter(entry.text for entry in after.values())
        usual, count = texts.most_common(1)[0]
        if count < 3 or count < MOST * len(after):
            return [f"{index_text(index)} = {entry.text}" for index, entry in after.items()]
        rest = [f"{index_text(index)} = {entry.text}" for index, entry in after.items() if entry.text != usual]
        return [*rest, f"all others = {usual}" if rest else f" = {usual} for all"]

    def change(self, name: str, before: Entry, after: Entry) -> str:
        """The new value; of a zone in sight of which cards have come and gone."""
        slot = next((slot for slot in self.game.machine.fields if slot.name == name), None)
        if slot is None or slot.sort != "zone" or before.value is None or after.value is None:
            return f" = {after.text}"
        printer: Printer = self.game.printer
        was, now = (Counter(printer.values(slot.type, value)) for value in (before.value, after.value))
        if not was or not now or was == now:
            return f" = {after.text}"
        assert isinstance(slot.type, SetOf | BagOf)
        of = slot.type.of
        gone, come = (
            printer.listed([printer.show(of, card) for card in cards.elements()]) for cards in (was - now, now - was)
        )
        return f" loses {gone}" * bool(was - now) + f" gains {come}" * bool(now - was)

    # --- The end -----------------------------------------------------------------------------------------------------

    def end(self, stopped: str) -> None:
        """Tells how it ended, or why it is told no further."""
        match, result = self.match, self.match.result
        if result is None:
            self.question()
            self.rows.append(f"end: {stopped}")
            return
        winners = Printer.listed([match.names[seat] for seat in result.winners]) if result.winners else "nobody"
        how = "drawn" if result.draw else f"won by {winners}"
        self.rows += block("end: ", [how + (f" because {result.text}" if result.text else "")])
        lines = match.events[-1].said if match.events else match.opening
        rule = ended_by(self.game.machine, next((said.number for said in reversed(lines) if said.last), None))
        self.rows += [f"   by {rule}"] if rule else []
        places = [f"{name} {place}" for name, place in zip(match.names, result.places, strict=True)]
        self.rows.append(f"   places: {', '.join(places)}")
        if result.scores is not None and result.common:
            self.rows.append(f"   score: {result.scores[0]}")
        elif result.scores is not None:
            scores = [f"{name} {score}" for name, score in zip(match.names, result.scores, strict=True)]
            self.rows.append(f"   scores: {', '.join(scores)}")


def indexed(view: View) -> Seen:
    """A view with its entries by name; the result is told at the end."""
    return {f.name: {e.index: e for e in f.entries} for f in view.fields if f.sort != "builtin"}


def index_text(index: tuple[str, ...]) -> str:
    return f"[{', '.join(index)}]" if index else ""


def possible(outcomes: list[tuple[int, Fraction, str]]) -> list[str]:
    """What chance may bring; what is equally likely is told together."""
    by_chance: dict[Fraction, list[str]] = {}
    for _, chance, name in outcomes:
        by_chance.setdefault(chance, []).append(name)
    parts: list[str] = []
    for chance, names in by_chance.items():
        each = " each" if len(names) > 1 else ""
        many = len(outcomes) > MOST_OUTCOMES and len(names) > 1
        parts.append(f"{f'{len(names)} outcomes' if many else ', '.join(names)} ({chance}{each})")
    return parts


def shortened(moves: list[str]) -> list[str]:
    """All moves, or of very many the first ones."""
    if len(moves) <= MOST_MOVES:
        return moves
    mark = hashlib.sha256("\n".join(sorted(moves)).encode()).hexdigest()[:HASH]
    room = max(1, sum(letters <= FIRST_MOVES for letters in accumulate(map(len, moves[:MOST_MOVES]))))
    return [*moves[:room], f"and {len(moves) - room} more ({mark})"]


def block(head: str, parts: list[str], between: str = ",") -> list[str]:
    """Parts one after the other; where they do not fit in a line, they go on further in. A part is never broken."""
    margin = " " * (len(head) - len(head.lstrip(" ")) + 3)
    rows = [head]
    for number, part in enumerate(parts):
        part += between * (number + 1 < len(parts))
        if number and len(rows[-1]) + len(part) >= WIDTH:
            rows.append(margin + part)
        else:
            rows[-1] += f" {part}" if number else part
    return rows


def ended_by(machine: m.Machine, text: int | None) -> str:
    """The part of the flow that ends a game with a text; without one, the only part that ends it, if there is one."""
    parts = {"end" if name == "game" else name for name, code in codes(machine) if ends(code, text)}
    return parts.pop() if len(parts) == 1 else ""


def codes(machine: m.Machine) -> Iterator[tuple[str, tuple[m.Code, ...]]]:
    """All code that can end a game, with the name of what it belongs to."""
    for state in machine.automatic:
        yield state.name, state.body
    bodies = {function.name: function.body for function in machine.functions}
    for decision in machine.decisions:
        for move in decision.moves:
            yield f"{decision.name}.{move.name}", bodies.get(move.apply, ())
    for chance in machine.chances:
        yield chance.name, bodies.get(chance.apply, ())


def ends(code: tuple[m.Code, ...], text: int | None) -> bool:
    for line in code:
        match line:
            case m.Emit(number) if number == text:
                return True
            case m.Store(m.ENDING) if text is None:
                return True
            case m.Branch(_, then, otherwise) if ends(then, text) or ends(otherwise, text):
                return True
            case m.Loop() if ends(line.body, text) or ends(line.otherwise, text):
                return True
            case _:
                pass
    return False
