"""What came up on a real table, as people type it: short names in, outcomes out, or why it cannot be."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import TYPE_CHECKING

from attrs import evolve

from astro_referee.cli.table.verdicts import listed
from astro_referee.interpreter.machine.record import entry_count
from astro_referee.interpreter.play import views
from astro_referee.interpreter.play.game import is_seats
from astro_referee.interpreter.play.hidden import face_down
from astro_referee.interpreter.play.match import FaultyRules
from astro_referee.interpreter.play.notation import fold, named_values, shortened
from astro_referee.interpreter.play.typed_moves.spellings import other_names
from astro_referee.interpreter.show.narration import chance_label, with_names
from astro_referee.interpreter.values.text import clean
from astro_referee.interpreter.values.types import Member

if TYPE_CHECKING:
    from astro_referee.interpreter.machine import FieldSlot
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.values.types import Type


class Impossible(Exception):
    """An entry that is no outcome, or one that cannot come up now; says why."""


def label(match: Match) -> str:
    """What chance decides now."""
    return match.game.fill(*chance_label(match))


def place(match: Match) -> str:
    """Where a card is dealt to now: what its label says behind the words of the deal."""
    template, values = chance_label(match)
    return match.game.fill(evolve(template, parts=template.parts[1:]), values)


def dealt_to(match: Match) -> int | None:
    """The seat to whom a card is dealt now, if the place it goes to has one owner and nothing else."""
    template, values = chance_label(match)
    match template.parts:
        case (str(), str(), owner) if not isinstance(owner, str) and is_seats(owner):
            return values[0]
        case _:
            return None


def title(match: Match, field: str) -> str:
    """What players call a field."""
    return next(slot.title for slot in match.game.machine.fields if slot.name == field)


def readers(match: Match) -> int:
    """The seats who see what comes up now, as a mask."""
    chance = match.chance
    assert chance is not None
    mask: int = match.game.function(chance.readers)(match.state)
    return mask


def remaining(match: Match) -> int:
    """How many cards the deal under way still takes."""
    probe, count = match.copy(), 0
    while probe.chance is not None and (count == 0 or probe.dealing is not None):
        count += 1
        try:
            probe.settle()
        except FaultyRules:  # what the rules make of cards that were not dealt
            break
    return count


def occasion(match: Match) -> str:
    """Whose chance it is, and what for: `Ann, rolling`; empty where it is nobody's and its own name says it."""
    chance, game = match.chance, match.game
    assert chance is not None
    values = zip(chance.around, game.function(chance.around_values)(match.state), strict=True)
    who: list[str] = []
    things: list[str] = []
    for kind, value in values:
        if isinstance(kind, Member) and kind.kind == "player":
            who = [match.names[value]]
        else:
            things.append(game.printer.show(kind, value))
    place = [chance.name.rpartition(".")[2].replace("_", " ")] if chance.fixed else []
    return ", ".join([*who, *place, *things])


def first_piece(match: Match, text: str) -> tuple[str, str]:
    """The first of several entries in a line, and the rest: up to a comma, or to a blank where no name has one."""
    marks = r"[,;]+" if any(" " in name for name in [*names(match), *shown(match)]) else r"[,;\s]+"
    piece, *rest = re.split(marks, text.strip(" ,;"), maxsplit=1)
    return piece.strip(), rest[0].strip(" ,;") if rest else ""


def names(match: Match) -> list[str]:
    """All that can be written here, as it is printed. Whether it is possible is not said: that would tell secrets."""
    assert match.chance is not None
    kind = match.chance.outcome
    return [match.game.printer.show(kind, value) for value, _ in named_values(match.game, kind)]


def shown(match: Match, kind: Type | None = None) -> list[str]:
    """The same, players by the names of who sits there; without a kind of thing, for what chance decides now."""
    if kind is None:
        assert match.chance is not None
        kind = match.chance.outcome
    if isinstance(kind, Member) and kind.kind == "player":
        return [match.names[seat] for seat, _ in named_values(match.game, kind)]
    return [match.game.printer.show(kind, value) for value, _ in named_values(match.game, kind)]


def read(match: Match, kind: Type, text: str) -> int:
    """The outcome a short name stands for, possible or not."""
    wanted = fold(text)
    values = list(named_values(match.game, kind))
    if isinstance(kind, Member) and kind.kind == "player":
        values += [(seat, fold(name)) for seat, name in enumerate(match.names)]
    if isinstance(kind, Member):
        values += [(value, text) for value, text, _ in other_names(match.game, kind.kind)]
    shown = {value: match.game.printer.show(kind, value) for value, _ in values}
    found = list(dict.fromkeys(value for value, name in values if name == wanted))
    if not found:
        found = list(dict.fromkeys(value for value, name in values if abbreviates(wanted, name)))
    if len(found) > 1:
        raise Impossible(f"`{clean(text)}` could be {listed(tuple(shown[value] for value in found))}")
    if not found:
        from astro_referee.grammar.problems import did_you_mean

        hint = did_you_mean(text, list(shown.values()))
        raise Impossible(f"`{clean(text)}` is nothing that comes up here" + (f"; {hint}" if hint else ""))
    return found[0]


def abbreviates(text: str, name: str) -> bool:
    """Whether a text is short for a name: its beginning, or the beginnings of all its words, with or without blanks."""
    return bool(text) and (name.startswith(text) or shortened(name, text) == len(text) or squeezed(name.split(), text))


def squeezed(words: list[str], text: str) -> bool:
    """`b3` for `blue 3`."""
    if not words:
        return not text
    first, rest = words[0], words[1:]
    lengths = [len(first)] if first.isdecimal() else range(1, len(first) + 1)
    return any(text.startswith(first[:n]) and squeezed(rest, text[n:]) for n in lengths)


def with_outcome(match: Match, value: int, known: Container[int]) -> tuple[Match, Match] | None:
    """The match before and after an entry, placeholders exchanged; None if what was typed so far does not allow it."""
    before: Match | None = match
    if value not in [possible for possible, _, _ in match.outcomes()]:
        before = face_down.drawn(match, value, known)
        if before is None:
            return None
    assert before is not None
    after = before.copy()
    after.settle(value)
    return before, after


def all_seen(match: Match, kind: Type, value: int, seat: int, more: int) -> bool:
    """Whether a player can see why a card cannot come up: all copies lie open to them, or there is none in the game.

    `more` copies were typed and are not yet in the match.
    """
    assert isinstance(kind, Member)
    everywhere = sum(faces(match, slot).count(value) for slot in match.game.machine.fields if holds(slot, kind))
    seen = views.faces_seen(match.game, match.state, kind.kind, seat)[value] + more
    return not everywhere or seen >= match.game.machine.copies_of(kind.kind, value)


def holds(slot: FieldSlot, kind: Member) -> bool:
    return slot.sort == "zone" and views.card_kind(slot) == kind.kind


def faces(match: Match, slot: FieldSlot) -> list[int]:
    """All cards in the zones of one name."""
    game = match.game
    values = (game.value(match.state, slot.name, position) for position in range(entry_count(slot)))
    return [face for value in values for face in game.printer.values(slot.type, value)]


def why_not(match: Match, kind: Type, value: int, eyes: int, known: Container[int], typed: int | None = None) -> str:
    """Why something cannot come up: what took the last of its kind, or what can come up instead.

    `eyes` are the seats who read the answer; only what all of them have seen is named, or lay face down and is `known`
    now. The last copy may have been `typed` just now: then that is the number of its event.
    """
    name = match.game.printer.show(kind, value)
    if not (isinstance(kind, Member) and match.game.is_card(kind)):
        can = listed(tuple(name for _, _, name in match.outcomes()))
        return f"{name} cannot come up here; possible: {can}"
    types = face_down.outcome_types(match)
    seen = [e for e in match.events if (e.readers and not eyes & ~e.readers) or e.number in known]
    took = [(e.number, e.label) for e in seen if types[e.number] == kind and e.value == value]
    took += [(typed, label(match))] if typed is not None else []
    if not took:
        return f"{name} is not among the cards this one is taken from"
    number, place = took[-1]
    last = f"event {number + 1} ({with_names(match, place)})"
    copies = match.game.machine.copies_of(kind.kind, value)
    if copies == 1:
        return f"there is only one {name}, and {last} took it"
    return f"there are only {copies} {name}, and all are taken, the last one by {last}"
