"""Chance that nobody may look at, where it is real: placeholders are kept until the true outcome comes up.

A card dealt face down to a place that nobody sees has no name yet. The match has to go on with some card, so it keeps
one that is possible. When the true card comes up, the two change places in all that happened so far, and the match is
replayed: what anybody has seen stays as it was, or the exchange is refused.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from attrs import frozen

from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine import LAST_WORDS, FieldSlot
from astro_referee.interpreter.machine.record import entry_count
from astro_referee.interpreter.machine.runtime import EndlessLoop, Line, Log, RuleFault
from astro_referee.interpreter.play import views
from astro_referee.interpreter.play.events import Event
from astro_referee.interpreter.play.hidden import laid_cards
from astro_referee.interpreter.play.hidden.laid_cards import Laid, owner_of
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.values.types import Member, Type


def replayed(
    match: Match, values: Mapping[int, int] | None = None, upto: int | None = None, keep_log: bool = True
) -> Match | None:
    """The same match up to an event, with other outcomes of some chance events; None if that cannot be.

    Without its log (`keep_log`), it is only good for a look at the position.
    """
    new = match.restarted(keep_log)
    for event in match.events[:upto]:
        try:
            if isinstance(event.value, int):
                new.settle((values or {}).get(event.number, event.value))
            else:
                new.play(event.value)
        except (ValueError, FaultyRules):
            return None
    return new


def outcome_types(match: Match) -> list[Type | None]:
    """Of each event, the type of what came up; None for moves."""
    new = match.restarted(keep_log=False)
    types: list[Type | None] = []
    for event in match.events:
        types.append(new.chance.outcome if new.chance is not None else None)
        if isinstance(event.value, int):
            new.settle(event.value)
        else:
            new.play(event.value)
    return types


def unseen(match: Match, known: Container[int]) -> list[Event]:
    """The chance events whose outcome nobody has seen, then or since."""
    return [e for e in match.events if e.player is None and e.readers == 0 and e.number not in known]


def exchanged(match: Match, event: Event, outcome: int, known: Container[int]) -> Match | None:
    """The match with another outcome of an unseen event; what stood in its place goes where the new one was."""
    assert isinstance(event.value, int)
    if outcome == event.value:
        return match
    types = outcome_types(match)
    partners = [
        other
        for other in unseen(match, known)
        if other.value == outcome and types[other.number] == types[event.number] and other.number != event.number
    ]
    for values in [{event.number: outcome}, *({event.number: outcome, p.number: event.value} for p in partners)]:
        if replayed(match, values, keep_log=False) is not None:
            return replayed(match, values)
    return None


def drawn(match: Match, outcome: int, known: Container[int]) -> Match | None:
    """The match changed so that an outcome can come up now, out of a place that holds only placeholders."""
    chance, free = match.chance, unseen(match, known)
    if chance is None or not free:
        return None
    types, cards = outcome_types(match), face_down_cards(match)
    for wanted in cards:
        for other in cards:
            if (
                (wanted.face, wanted.kind) != (outcome, other.kind)
                or other.face == outcome
                or other.spot == wanted.spot
            ):
                continue
            if outcome in [value for value, _ in match.game.engine.outcomes(swapped(match, other, wanted))]:
                values = exchange(match, other, wanted, free, types)
                if values is not None:
                    return replayed(match, values)
    return None


# --- What has come up ------------------------------------------------------------------------------------------------


@frozen
class Revealed:
    """A placeholder that has come up, the seats who see what it is, as a mask, and the number of what showed it."""

    event: Event
    readers: int
    by: int


def revealed_placeholder(before: Match, after: Match, known: Container[int]) -> Revealed | None:
    """A placeholder that the last event has shown to somebody; the first, if there are several.

    Each card that nobody saw before is exchanged for every other one, and the event happens again. If players see, are
    told or are offered something else each time, it was this card that came up.
    """
    free = unseen(before, known)
    if not free or after.number <= before.number:
        return None
    event, cards = after.events[before.number], face_down_cards(before)
    there = step(before, before.state, event)
    found = []
    for card in cards:
        others = [o for o in cards if o.kind == card.kind and o.face != card.face and o.spot != card.spot]
        if shows(before, (swapped(before, card, other) for other in others), event, there):
            found.append((card, others))
    # Of the last two that are unseen, either explains the difference; the one that is named has come up.
    texts = " ".join(said.text for said in event.said)
    found.sort(key=lambda pair: name_of(before, pair[0]) not in texts)
    types = outcome_types(before) if found else []
    for card, others in found:
        laid = laid_by(before, card, others, free, types)
        if laid is not None:
            ways = [way for other in others if possible(before, way := swapped(before, card, other), event)]
            readers = witnesses(before, there, [step(before, way, event) for way in ways])
            return Revealed(laid, readers, event.number)
    return None


Step = tuple[State, list[Line], list[Move]] | None
"""What an event leads to: a position, what was said on the way, what is offered; None if it cannot happen."""


@frozen
class Card:
    """A card in a place that nobody sees: its kind and face, and the entry of the state it is in."""

    kind: str
    face: int
    slot: FieldSlot
    at: int
    laid: Laid | None = None
    """Where it lies in the order of the zone, if it has a place there."""

    @property
    def spot(self) -> tuple[int, ...]:
        """Equal for cards that can change places without anybody noticing."""
        return (self.at,) if self.laid is None else (self.at, self.laid.place, self.laid.shift)


def name_of(match: Match, card: Card) -> str:
    return match.game.machine.members[card.kind][card.face]


def face_down_cards(match: Match) -> list[Card]:
    """All cards that nobody sees, equal ones of a place once."""
    game, state = match.game, match.state
    cards: list[Card] = []
    for slot in game.machine.fields:
        if slot.sort == "zone":
            for position in range(entry_count(slot)):
                if not views.sees(game, state, slot, position, (1 << game.seats) - 1):
                    faces = game.printer.values(slot.type, game.value(state, slot.name, position))
                    at, kind = game.offsets[slot.name] + position, views.card_kind(slot)
                    for name in laid_cards.row_names(slot.order) if slot.order is not None else ():
                        for laid in laid_cards.laid_cards(game, state, slot, position, name):
                            faces.remove(laid.face)
                            cards += [Card(kind, laid.face, slot, at, laid)] if not laid.knowing else []
                    cards += [Card(kind, face, slot, at) for face in dict.fromkeys(faces)]
    return cards


def swapped(match: Match, card: Card, other: Card) -> State:
    """The position with two cards in each other's place."""
    state = match.state[:]
    for here, there in ((card, other), (other, card)):
        faces = match.game.printer.values(here.slot.type, state[here.at])
        faces.remove(here.face)
        state[here.at] = views.pack(here.slot, [*faces, there.face])
        if here.laid is not None:
            state[here.laid.place] += (there.face - here.face) << here.laid.shift
    return state


def shows(match: Match, ways: Iterable[State], event: Event, there: Step) -> bool:
    """Whether an event would have gone another way, for somebody, from each of these positions that can be."""
    noticed = False
    for way in ways:
        if possible(match, way, event):
            if not differ(match, step(match, way, event), there):
                return False
            noticed = True
    return noticed


def possible(match: Match, state: State, event: Event) -> bool:
    """Whether an outcome that was typed in could come up from another position; if not, that position cannot be."""
    return not isinstance(event.value, int) or event.value in [v for v, _ in match.game.engine.outcomes(state)]


def step(match: Match, state: State, event: Event) -> Step:
    """What an event makes of a position: the next one, what is said on the way, what is offered then."""
    game, new = match.game, state[:]
    log = Log()
    try:
        if isinstance(event.value, int):
            game.engine.happen(new, event.value, log)
        else:
            game.engine.act(new, event.value, log)
        options = game.engine.run(new, log)
    except (RuleFault, EndlessLoop):
        return None
    heard = [line for line in log if line[2] != 0]
    return new, heard, list(options) if new[0] in game.decisions else []


def differ(match: Match, one: Step, other: Step) -> bool:
    """Whether somebody could tell two ways apart that something went."""
    if one is None or other is None:
        return one is not other
    if one[0][0] != other[0][0] or one[1:] != other[1:]:
        return True
    return open_values(match, one[0]) != open_values(match, other[0])


def witnesses(match: Match, there: Step, ways: Sequence[Step]) -> int:
    """The seats who can tell what happened from all ways it could have gone; if nobody can, from some of them."""
    everybody = (1 << match.game.seats) - 1
    if there is None:
        return everybody
    every = some = 0
    for seat in range(match.game.seats):
        own = observation(match, there, seat)
        differs = [way is None or observation(match, way, seat) != own for way in ways]
        every |= all(differs) << seat
        some |= any(differs) << seat
    return every or some or everybody


def observation(match: Match, way: tuple[State, list[Line], list[Move]], seat: int) -> tuple[object, ...]:
    """All that one seat sees, is told and is offered."""
    (state, log, options), game = way, match.game
    values = [
        game.value(state, slot.name, position)
        for slot in game.machine.fields
        for position in range(entry_count(slot))
        if views.sees(game, state, slot, position, 1 << seat)
    ]
    laid = laid_known(match, state, 1 << seat)
    lines = [line for line in log if line[2] is None or line[2] == LAST_WORDS or line[2] >> seat & 1]
    return state[0], values, laid, lines, [move for move in options if move[0] == seat]


def open_values(match: Match, state: State) -> list[object]:
    """Every value that somebody sees, with who does; of a zone that nobody sees, whether there is anything in it."""
    game = match.game
    values: list[object] = []
    for slot in game.machine.fields:
        start = game.offsets[slot.name]
        if slot.audience is None:
            values += state[start : start + entry_count(slot)]
            continue
        audience = game.function(slot.audience)
        for position in range(entry_count(slot)):
            value = state[start + position]
            seen_by = audience(state, owner_of(slot, position))
            if seen_by:
                values += (seen_by, value)
            elif slot.sort == "zone":
                values.append(value != 0)
    return values + [laid_known(match, state, 1 << seat) for seat in range(game.seats)]


def laid_known(match: Match, state: State, eyes: int) -> tuple[object, ...]:
    """What some players know of the order of zones that they do not see."""
    game = match.game
    return tuple(
        laid_cards.faces(game, state, slot, position, eyes)
        for slot in game.machine.fields
        if slot.order is not None and slot.hidden
        for position in range(entry_count(slot))
    )


def laid_by(match: Match, card: Card, others: list[Card], free: list[Event], types: list[Type | None]) -> Event | None:
    """The unseen event that put a card where it lies; None if that is known, or nothing else could lie there."""
    free = [e for e in free if isinstance(kind := types[e.number], Member) and kind.kind == card.kind]

    def copies(state: State) -> int:
        return match.game.printer.values(card.slot.type, state[card.at]).count(card.face)

    for event in free:
        if event.value == card.face:
            ways = [{event.number: e.value, e.number: card.face} for e in free if e.value != card.face]
            for values in [*ways, *({event.number: other.face} for other in others)]:
                new = replayed(match, values, keep_log=False)  # type: ignore[arg-type]
                if new is not None:
                    if copies(new.state) < copies(match.state):
                        return event
                    break
    return None


def exchange(
    match: Match, card: Card, other: Card, free: list[Event], types: list[Type | None]
) -> dict[int, int] | None:
    """Other outcomes of unseen events that lead to two cards in each other's place; None if one of them is known.

    The second card may never have been dealt: then it comes out of the pile by itself.
    """
    goal = swapped(match, card, other)
    free = [e for e in free if isinstance(kind := types[e.number], Member) and kind.kind == card.kind]
    for event in free:
        if event.value == card.face:
            for more in [{}, *({e.number: card.face} for e in free if e.value == other.face)]:
                values = {event.number: other.face, **more}
                new = replayed(match, values, keep_log=False)
                if new is not None and new.state == goal:
                    return values
    return None


def known_in(match: Match) -> dict[int, Revealed]:
    """The placeholders of a resumed match whose true outcome has come up: those are none any more."""
    known: dict[int, Revealed] = {}
    if not unseen(match, known):
        return known
    new = match.restarted()
    for event in match.events:
        before = new.copy()
        if isinstance(event.value, int):
            new.settle(event.value)
        else:
            new.play(event.value)
        while (found := revealed_placeholder(before, new, known)) is not None:
            known[found.event.number] = found
    return known
