"""What is told of an event: a position and what happened there in, an `Event` with its texts out.

Most events are told to nobody who asks for their words, so these are found when somebody first looks at the event. That
is done only where nothing can be wrong with them: a text that cannot be told, or that nobody could read to its end, is
a fault of the rules, and the event does not happen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine.effects import SURE, effects_of
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.runtime import (
    LONGEST_TEXT,
    MOST_LISTED,
    MOST_SAID,
    EndlessLoop,
    Line,
    Log,
    Overflow,
    RuleFault,
)
from astro_referee.interpreter.play import notation
from astro_referee.interpreter.play.events import A_CARD, A_DIE, CHOSEN, Event, Said
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.hidden import event_readers
from astro_referee.interpreter.play.history import Later
from astro_referee.interpreter.values.marks import Style
from astro_referee.interpreter.values.types import BagOf, Bool, Either, Int, Member, SetOf, Type, plain, size

MOST_KEPT = 100
"""Legal moves that an event keeps until its words are asked for."""

# --- Moves -----------------------------------------------------------------------------------------------------------


def in_words(game: Game, state: State, decision: m.Decision, moves: Iterable[Move]) -> dict[Move, str]:
    """The legal moves of a player as they are written, each differently; more than anybody could hold is a fault."""
    found: dict[Move, str] = {}
    length = 0
    for move in moves:
        found[move] = text = notation.written(game, state, decision, move)
        length += len(text)
        if length > MOST_LISTED:
            raise Overflow(too_long(), decision.moves[move[1]].span)
    if len(set(found.values())) == len(found):
        return found
    times, count = Counter(found.values()), Counter[str]()
    for move, text in found.items():
        count[text] += 1
        if times[text] > 1:
            found[move] = f"{text} #{count[text]}"
    return found


def too_long() -> str:
    return f"the legal moves have more than {MOST_LISTED:,} characters"


def spoken(game: Game, names: tuple[str, ...], state: State, decision: m.Decision, move: Move, text: str) -> str:
    """A written move as players are told of it: with their names in place of their seats."""
    if names == game.players and game.style is Style.NAMES:
        return text
    told = notation.written(game, state, decision, move, names)
    # Only what is written alike has a number behind it.
    return told + text.removeprefix(notation.written(game, state, decision, move)) if "#" in text else told


def about(game: Game, names: tuple[str, ...], state: State, decision: m.Decision, move: Move) -> Said | None:
    """What a move does; a sentence about it must not keep it from being made."""
    try:
        text = notation.about(game, state, decision, move, names)
    except (RuleFault, EndlessLoop):
        return None
    return Said(text, 1 << move[0] if decision.moves[move[1]].about_hides else None) if text else None


def readers(game: Game, decision: m.Decision, move: Move, log: Log) -> tuple[int, str]:
    """Who may read a move as it was written, and what the others are told."""
    slot = decision.moves[move[1]]
    return event_readers.readers(game, slot, move, log), slot.name.replace("_", " ") + " …"


def move_event(
    game: Game,
    names: tuple[str, ...],
    number: int,
    state: State,
    decision: m.Decision,
    own: Sequence[Move] | None,
    move: Move,
    log: Log,
    left: int | None,
    known: str | None,
) -> Event:
    """A move that was made, among all legal moves of the player, which are listed again if they were too many to keep,
    and the time left to the player; `known` is how it is written, if that was worked out before.
    """
    if known is None:
        if own is None:
            game.engine.rest()
            own = [other for other in game.engine.options(state) if other[0] == move[0]]
        known = in_words(game, state, decision, own)[move]
    to, public = (1 << move[0], CHOSEN) if decision.manner == "together" else readers(game, decision, move, log)
    return Event(
        number,
        move[0],
        known,
        move,
        decision.name,
        decision.label,
        lines(game, names, log),
        to,
        public,
        about(game, names, state, decision, move),
        spoken(game, names, state, decision, move, known),
        left=left,
    )


def move_text(
    game: Game,
    names: tuple[str, ...],
    number: int,
    state: State,
    decision: m.Decision,
    own: Sequence[Move],
    move: Move,
    log: Log,
    left: int | None,
    known: str | None,
) -> Event | Later[Event]:
    """The same at once, or when it is looked at."""
    kept = own if len(own) <= MOST_KEPT else None
    parts = game, names, number, state, decision, kept, move, log, left, known
    longest = game.longest.get(decision.label, 0)
    if longest == 0:
        longest = longest_move(game, decision)
    if longest is not None and longest * len(own) <= MOST_LISTED and (not log or few_words(game, names, log)):
        return Later(move_event, parts, decision.label if decision.manner == "together" else None)
    return move_event(*parts)


def revealed(game: Game, decision: m.Decision, entry: Event | Later[Event], log: Log) -> Event | Later[Event] | None:
    """A choice made in secret as it is told when all have chosen; None if the event was no such choice."""

    def reveal(event: Event) -> Event:
        assert isinstance(event.value, tuple)
        to, public = readers(game, decision, event.value, log)
        return evolve(event, readers=to, public=public)

    if isinstance(entry, Later):
        return Later(lambda: reveal(entry.made())) if entry.sort == decision.label else None
    secret = entry.group == decision.label and entry.public == CHOSEN and isinstance(entry.value, tuple)
    return reveal(entry) if secret else None


# --- Chance ----------------------------------------------------------------------------------------------------------


def chance_event(
    game: Game, names: tuple[str, ...], number: int, group: int, state: State, chance: m.Chance, outcome: int, log: Log
) -> Event:
    """What chance has brought."""
    values = game.function(chance.label_values)(state)
    hidden = "hidden" if chance.left is None else A_CARD if game.is_card(chance.outcome) else A_DIE
    return Event(
        number,
        None,
        game.printer.show(chance.outcome, outcome),
        outcome,
        game.fill(chance.label_template, values),
        group,
        lines(game, names, log),
        game.function(chance.readers)(state),
        hidden,
        spoken=game.printed(game.style).show(chance.outcome, outcome),
        dealt=chance.into is not None,
    )


def chance_text(
    game: Game, names: tuple[str, ...], number: int, group: int, state: State, chance: m.Chance, outcome: int, log: Log
) -> Event | Later[Event]:
    parts = game, names, number, group, state, chance, outcome, log
    sure = longest_label(game, chance) is not None and (not log or few_words(game, names, log))
    return Later(chance_event, parts) if sure else chance_event(*parts)


# --- Lines -----------------------------------------------------------------------------------------------------------


def lines(game: Game, names: tuple[str, ...], log: Log) -> tuple[Said, ...]:
    """What was said, if it is no more than anybody could follow."""
    heard: list[Said] = []
    length = 0
    for line in event_readers.spoken(log):
        heard.append(said(game, names, line))
        length += len(heard[-1].text)
        if length > MOST_SAID:
            at = game.machine.texts[line[0]].span
            raise Overflow(f"more than {MOST_SAID:,} characters are said at one event", at)
    return tuple(heard)


def said(game: Game, names: tuple[str, ...], line: Line) -> Said:
    number, values, to = line
    template = game.machine.texts[number]
    heard = game.fill(template, list(values), names)
    if to == m.LAST_WORDS:
        return Said(game.fill(template, list(values)), None, number, True, heard)
    return Said(heard, to, number)


# --- What cannot be wrong --------------------------------------------------------------------------------------------


def few_words(game: Game, names: tuple[str, ...], log: Log) -> bool:
    """Whether what was said can be told, whatever it is."""
    length = 0
    for number, values, _ in log:
        if number != m.TRACE:
            template = game.machine.texts[number]
            longest = longest_text(game, names, template) or longest_now(game, names, template, values)
            if longest is None:
                return False
            length += longest
    return length <= MOST_SAID


def longest_now(game: Game, names: tuple[str, ...], template: m.TextTemplate, values: Sequence[int]) -> int | None:
    """The most characters of a text with values in its holes; None if that cannot be said, or is too much."""
    most, rest = 1, iter(values)
    for part in template.parts:
        if isinstance(part, str):
            longest: int | None = len(part)
        elif isinstance(part, BagOf):
            one = longest_value(game, names, part.of)
            longest = None if one is None else 20 + len(game.printer.values(part, next(rest))) * (one + 5)
        else:
            longest, _ = longest_value(game, names, part), next(rest)
        if longest is None:
            return None
        most += longest
    return most if most <= LONGEST_TEXT else None


def longest_label(game: Game, chance: m.Chance) -> int | None:
    """The most characters of what is said chance is for; None if that cannot be said, or may not be told."""
    known = game.longest.get(chance.label, 0)
    if known != 0:
        return known
    sure = cannot_fail(game, chance.label_values) and cannot_fail(game, chance.readers)
    most = game.longest[chance.label] = longest_text(game, (), chance.label_template) if sure else None
    return most


def cannot_fail(game: Game, ref: FunctionRef) -> bool:
    """Whether a function has an answer in every position."""
    known = game.sure.get(ref)
    if known is None:
        game.sure[ref] = False  # what calls itself is not looked through
        does = effects_of(next(function.body for function in game.machine.functions if function.name == ref))
        sure = does.operations <= SURE | {"list"} and not (does.faults or does.assumes or does.stores)
        known = game.sure[ref] = sure and all(cannot_fail(game, called) for called in does.calls)
    return known


def longest_move(game: Game, decision: m.Decision) -> int | None:
    """The most characters of a move in its notation; None if it cannot be said, or may not be told."""
    known = game.longest.get(decision.label, 0)
    if known != 0:
        return known
    most: int | None = 1
    for slot in decision.moves:
        longest = longest_text(game, (), slot.notation) if cannot_fail(game, slot.notation_values) else None
        most = None if most is None or longest is None else max(most, longest)
    game.longest[decision.label] = most
    return most


def longest_text(game: Game, names: tuple[str, ...], template: m.TextTemplate) -> int | None:
    """The most characters of a text, if that can be said and is not too much."""
    key = id(template), names
    known = game.longest.get(key, 0)
    if known != 0:
        return known
    most: int | None = 1
    for part in template.parts:
        longest = len(part) if isinstance(part, str) else longest_value(game, names, part)
        most = None if most is None or longest is None else most + longest
    if most is not None and most > LONGEST_TEXT:
        most = None
    game.longest[key] = most
    return most


def longest_value(game: Game, names: tuple[str, ...], type: Type) -> int | None:
    extra = max(map(len, type.words), default=0) if isinstance(type, Either) else 0
    match plain(type):
        case Bool():
            return max(3, extra)
        case Int():
            return max(20, extra)
        case Member(kind, _):
            people = names if kind == "player" else ()
            told = game.printed(game.style).members[kind]
            return max([extra, *map(len, game.machine.members[kind]), *map(len, told), *map(len, people)])
        case SetOf(Member() as of):
            longest = longest_value(game, names, of)
            return None if longest is None else max(20, size(of) * (longest + 5), extra)
        case BagOf(Member() as of, bits):
            longest = longest_value(game, names, of)
            return None if longest is None else max(20, (size(of) << bits) * (longest + 5), extra)
        case _:
            return None
