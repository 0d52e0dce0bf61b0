"""What a player cannot see must change nothing for that player: positions that look the same are compared.

Two nets. At a decision, all that a player is shown, offered and told is compared. And where something happens, what a
player sees and hears afterwards is compared; there, what the rules lay open on the way may differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product

from attrs import frozen

from astro_referee.grammar.source import Span
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.machine.record import entry_count
from astro_referee.interpreter.machine.runtime import Log, RuleFault
from astro_referee.interpreter.play import notation, views
from astro_referee.interpreter.play.game import Game, entry_number
from astro_referee.interpreter.play.hidden import event_readers
from astro_referee.interpreter.play.information_set import Below, InformationSet, Unseen, information_set, resample
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.play.typed_moves import other_notations, reading
from astro_referee.interpreter.play.typed_moves.verdict import Verdict
from astro_referee.interpreter.study.playability.transitions import FAULTS, MOST_TOLD, Event, Explorer

MOST_TYPED = 60
"""Notations of each move that are tried, legal or not."""
MOST_SIMPLER = 400
"""Other positions tried to find one that differs in a single thing."""


@frozen
class Leak:
    """What gives something away to a player: what that player gets here, and gets in a position that looks the same."""

    player: int
    way: str
    here: str
    there: str
    other: State
    span: Span
    typed: str = ""
    """What the player types to be refused."""
    field: tuple[str, int] | None = None
    """The field that tells it, and which of its entries."""


# --- At a decision ---------------------------------------------------------------------------------------------------


def domain_texts(match: Match, player: int, most: int = MOST_TYPED) -> list[str]:
    """Notations of moves that the decision has at all, legal or not; the beginnings of some; and none at all."""
    game, decision = match.game, match.decision
    assert decision is not None
    texts = []
    for number, slot in enumerate(decision.moves):
        values = [[value for value, _ in notation.named_values(game, param.type)] for param in slot.params]
        for args in islice(product(*values), most):
            try:
                texts.append(notation.written(game, match.state, decision, (player, number, *args)))
            except RuleFault:  # a notation may speak of what only legal arguments have
                continue
    return [*texts, *{text.split()[0]: None for text in texts}, *{text[:2]: None for text in texts}, "", "?!"]


def leak_at(match: Match, player: int, other: State, typed: list[str]) -> Leak | None:
    """What tells a player this position from another one that looks the same, if anything does."""
    decision = match.decision
    assert decision is not None
    there = match.copy()
    there.state, there.shown = other[:], {}
    # A player who is not asked is offered nothing, so there the moves of the others need not be worked out.
    if player in match.actors:
        there.continue_from(other[:])
        if there.state[0] != match.state[0]:
            return Leak(player, "asked", "asked", "not asked", other, decision.span)
    if match.view(player).key() != there.view(player).key():
        return Leak(player, "view", "", "", other, decision.span)
    moves, others = ([(move, each.written(move)) for move in each.legal(player)] for each in (match, there))
    if moves != others:
        only = [pair for pair in moves if pair not in others] or [pair for pair in others if pair not in moves]
        span = decision.moves[only[0][0][1]].span if only else decision.span
        return Leak(player, "moves", listed(moves), listed(others), other, span)
    for move, _ in moves:
        here, other_text = match.about(move), there.about(move)
        if here != other_text:
            return Leak(player, "sentence", here, other_text, other, decision.moves[move[1]].span)
    for text in typed:
        one, two = match.judge(player, text), there.judge(player, text)
        if one != two:
            return Leak(player, "refusal", reason(one), reason(two), other, move_span(match, player, text), text)
    return None


def leak_here(match: Match, player: int, below: Below) -> tuple[Leak | None, bool]:
    """A leak at a decision, and whether there was anything to compare: a position that differs in what is hidden."""
    game = match.game
    other = resample(game, match.state, player, below)
    if other == match.state:
        return None, False
    typed = domain_texts(match, player) + [match.written(move) for move in match.legal(player)]
    typed += [text for _, text in other_notations.printed(match, player)]
    found = difference_in_refusals(match, player, other, typed)
    if found is not None:
        for simpler in islice(
            single_changes(information_set(game, match.state, player), match.state, other), MOST_SIMPLER
        ):
            small = difference_in_refusals(match, player, simpler, typed)
            if small is not None and small.way == found.way:
                return small, True
    return found, True


def difference_in_refusals(match: Match, player: int, other: State, typed: list[str]) -> Leak | None:
    try:
        return leak_at(match, player, other, typed)
    except (FaultyRules, RuleFault):
        return None  # a position that cannot come about; nobody ever has to tell it from another one


def move_span(match: Match, player: int, text: str) -> Span:
    """Where the move stands that a text is read as; the decision, if it is none."""
    decision = match.decision
    assert decision is not None
    readings = reading.read(match.game, match.state, decision, player, text).readings
    return decision.moves[readings[0].move].span if readings else decision.span


def listed(moves: list[tuple[tuple[int, ...], str]]) -> str:
    return ", ".join(text for _, text in moves) or "nothing"


def reason(verdict: Verdict) -> str:
    """What a refusal says, with what its reasons have looked at."""
    said = [reason.text + seen(reason.seen) for reason in verdict.reasons]
    return "; ".join(said) or ("legal" if verdict.ok else verdict.message)


def seen(values: tuple[tuple[str, str], ...]) -> str:
    return f" ({', '.join(f'{name} = {value}' for name, value in values)})" if values else ""


# --- Where something happens -----------------------------------------------------------------------------------------


def leak_after(
    explorer: Explorer, state: State, event: Event, player: int, below: Below, known: frozenset[str]
) -> Leak | None:
    """What an event tells a player of hidden things, beyond what it lays open; `known` are fields it may tell of."""
    game = explorer.marked.game
    after, log = state[:], Log.of_at_most(MOST_TOLD)
    explorer.happen(after, event, log)
    explorer.advance(after, log)
    exchanged = exchanged_zones(explorer, log)
    shown = frozenset(
        game.offsets[slot.name] + position
        for slot in game.machine.fields
        for position in range(entry_count(slot))
        if slot.name in known
        or (slot.name, position) in exchanged
        or is_shown(game, state, after, slot, position, player)
    )
    seen = information_set(game, state, player, shown)
    if seen.chosen:
        return None  # a secret choice is laid open when all have chosen
    other = seen.draw(below)
    if other == state:
        return None
    found = difference_after(explorer, state, event, player, after, log, other)
    if found is not None:
        for simpler in islice(single_changes(seen, state, other), MOST_SIMPLER):
            small = difference_after(explorer, state, event, player, after, log, simpler)
            if small is not None:
                return small
    return found


def is_shown(game: Game, state: State, after: State, slot: FieldSlot, position: int, player: int) -> bool:
    """Whether an event may show what an entry held: cards have come or gone, or the player has come to see it."""
    place = game.offsets[slot.name] + position
    if slot.sort == "zone":
        return state[place] != after[place]
    return slot.hides_itself and views.sees(game, after, slot, position, 1 << player)


def exchanged_zones(explorer: Explorer, log: Log) -> set[tuple[str, int]]:
    """Zones whose cards have changed places, each by its name and its entry: they may look as they did before."""
    slots = {slot.name: slot for slot in explorer.marked.game.machine.fields}
    marks = explorer.marked.marks
    told = [(marks[number], values) for number, values, _ in log if number in marks]
    return {(mark.name, entry_number(slots[mark.name], values)) for mark, values in told if mark.sort == "exchange"}


def difference_after(
    explorer: Explorer, state: State, event: Event, player: int, after: State, log: Log, other: State
) -> Leak | None:
    game = explorer.marked.game
    there, heard = other[:], Log.of_at_most(MOST_TOLD)
    try:
        possible = game.engine.options(other) if not isinstance(event, int) else explorer.choices(other, ())
        if event not in possible:
            return None
        explorer.happen(there, event, heard)
        explorer.advance(there, heard)
    except FAULTS:
        return None
    if not after[0] or not there[0]:
        return (
            None
            if after[0] == there[0]
            else Leak(player, "end", ended(after), ended(there), other, place(explorer, state, event))
        )
    if laid_open(explorer, log) != laid_open(explorer, heard):
        return None  # what lies open, if only for a moment, may be seen, and told of
    mine, theirs = views.view(game, after, player), views.view(game, there, player)
    for one, two in zip(mine.fields, theirs.fields, strict=True):
        for number, (entry, its) in enumerate(zip(one.entries, two.entries, strict=True)):
            if (entry.value, entry.count, entry.on, entry.under) != (its.value, its.count, its.on, its.under):
                name = one.name + (f"[{', '.join(entry.index)}]" if entry.index else "")
                span = explorer.marked.fields.get(one.name, place(explorer, state, event))
                here, else_ = f"{name} is {entry.text}", f"{name} is {its.text}"
                return Leak(player, "field", here, else_, other, span, field=(one.name, number))
    if mine.key() != theirs.key():
        return Leak(player, "flow", view_text(mine), view_text(theirs), other, place(explorer, state, event))
    said, said_there = (spoken(explorer, each, player) for each in (log, heard))
    if said != said_there:
        return Leak(player, "said", " ".join(said), " ".join(said_there), other, place(explorer, state, event))
    return None


def laid_open(explorer: Explorer, log: Log) -> list[tuple[int, tuple[int, ...]]]:
    """Cards that all have seen on the way, as it was told."""
    marks, shown, found = explorer.marked.marks, False, []
    for number, values, _ in log:
        if shown or (number in marks and marks[number].sort == "open"):
            found.append((number, values))
        shown = number in marks and marks[number].sort == "show"
    return found


def ended(state: State) -> str:
    return "the game goes on" if state[0] else "the game is over"


def view_text(view: views.View) -> str:
    return f"{view.place.rpartition(' ')[0]}, asked: {', '.join(f'P{seat + 1}' for seat in view.asked) or 'nobody'}"


def spoken(explorer: Explorer, log: Log, player: int) -> list[str]:
    game, marks = explorer.marked.game, explorer.marked.marks
    return [
        game.fill(game.machine.texts[number], list(values))
        for number, values, to in event_readers.spoken(log)
        if number not in marks and (to is None or to < 0 or to >> player & 1)
    ]


def place(explorer: Explorer, state: State, event: Event) -> Span:
    """Where what happens stands in the rules: the move that is made, or what chance decides."""
    game = explorer.marked.game
    if isinstance(event, int):
        return game.chances[state[0]].span
    return game.decisions[state[0]].moves[event[1]].span


# --- Other positions -------------------------------------------------------------------------------------------------


def single_changes(seen: InformationSet, state: State, other: State) -> Iterator[State]:
    """Positions that look the same and differ in one hidden value, or in two cards that have changed places."""
    for entry, _ in seen.values:
        if state[entry] != other[entry]:
            yield changed(state, {entry: other[entry]})
    for heap in seen.hidden_cards:
        for zone in heap.zones:
            for pair in combinations(zone.laid, 2):
                one, two = (laid_at(zone, laid, state) for laid in pair)
                yield from exchanged(state, one, two)
        for here, there in combinations(heap.zones, 2):
            for one, two in product(hidden_in(here, state), hidden_in(there, state)):
                yield from exchanged(state, one, two)


@frozen
class Hidden:
    """A card that a player does not know: its face, the zone it is in, and where it lies in the order, if in any."""

    face: int
    zone: Unseen
    laid: tuple[int, int] | None = None


def hidden_in(zone: Unseen, state: State) -> list[Hidden]:
    """The cards of a zone that a player does not know, or one of each face that lies in no order."""
    found = [laid_at(zone, laid, state) for laid in zone.laid]
    loose = state[zone.place] - zone.known - sum(1 << zone.width * card.face for card in found)
    return found + [Hidden(face, zone) for face in faces(loose, zone.width)]


def laid_at(zone: Unseen, laid: tuple[int, int], state: State) -> Hidden:
    place, shift = laid
    return Hidden((state[place] >> shift & zone.face_mask) - 1, zone, laid)


def exchanged(state: State, one: Hidden, two: Hidden) -> Iterator[State]:
    """The position in which two cards have changed places, if they differ."""
    if one.face == two.face:
        return
    new = state[:]
    for card, face in ((one, two.face), (two, one.face)):
        new[card.zone.place] += (1 << card.zone.width * face) - (1 << card.zone.width * card.face)
        if card.laid is not None:
            place, shift = card.laid
            new[place] += face - card.face << shift
    yield new


def faces(zone: int, width: int) -> list[int]:
    mask = (1 << width) - 1
    return [face for face in range(zone.bit_length() // width + 1) if zone >> width * face & mask]


def changed(state: State, values: dict[int, int]) -> State:
    new = state[:]
    for entry, value in values.items():
        new[entry] = value
    return new
