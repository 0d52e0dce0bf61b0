"""What lay face down at a real table and has come up: the placeholder kept for it is exchanged for what is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.cli.table.real import entries
from astro_referee.cli.table.real.words import WORDS, command_of
from astro_referee.interpreter.play.hidden import face_down
from astro_referee.interpreter.show import narration

if TYPE_CHECKING:
    from astro_referee.cli.table.real.table import RealTable
    from astro_referee.interpreter.play.hidden.face_down import Revealed


def turn_over(table: RealTable) -> None:
    """Asks what it was that came up out of what nobody could see, until all of it is known."""
    while (shown := face_down.revealed_placeholder(table.base, table.match, table.known)) is not None:
        ask_for(table, shown)


def ask_for(table: RealTable, shown: Revealed) -> None:
    """Asks once; what is typed may also be a word, or a name that cannot be."""
    match, event = table.match, shown.event
    table.seat_for(shown.readers, table.base.number)
    table.say_notice()
    kind = face_down.outcome_types(match)[event.number]
    assert kind is not None
    label, names = narration.with_names(match, event.label), entries.shown(match, kind)
    table.put(table.paint(f"Which card was turned up? (event {event.number + 1}, {label})", "head"))
    text = table.keyboard.ask("turned up> ", lambda: [*names, *WORDS])
    typed = [match.events[number].text for number in table.asked]
    # The match has gone on with the placeholder, which is nobody's to see.
    if not text or command_of(table, text, names, table.base, typed):
        return
    try:
        value = entries.read(match, kind, text)
        new = face_down.exchanged(match, event, value, table.known)
        why = table.why_not(kind, value, table.base) if new is None else ""
    except entries.Impossible as error:
        new, why = None, str(error)
    if new is not None:
        table.match, table.base = new, face_down.replayed(new, upto=table.base.number) or table.base
        table.known[event.number] = shown
        table.asked.append(event.number)
    elif why:
        table.put("  " + table.paint(why, "bad"))
    else:
        table.others_look(label)
