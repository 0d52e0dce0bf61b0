"""What a player may look up during a turn: what only they can see, and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from astro_referee.cli.board.people import People
from astro_referee.cli.board.piles import piles_of
from astro_referee.cli.board.zones import zone_lines
from astro_referee.cli.terminal import plural
from astro_referee.cli.verdicts import rule_file
from astro_referee.interpreter import views

if TYPE_CHECKING:
    from astro_referee.interpreter.match import Match

MOST_LINES = 40
"""Lines of a rule file with some word in them that are shown; a longer list helps nobody."""


def own(match: Match, seat: int) -> list[str]:
    """What a player sees and not everybody else does."""
    game, state = match.game, match.state
    slots = {slot.name: slot for slot in game.machine.fields if slot.hidden}
    people = People(game.players, match.names)
    rows: list[str] = []
    for field in match.view(seat).fields:
        slot = slots.get(field.name)
        if slot is None:
            continue
        mine = tuple(
            entry
            for position, entry in enumerate(field.entries)
            if entry.value is not None
            and not all(views.sees(game, state, slot, position, 1 << other) for other in range(game.seats))
        )
        if field.sort == "zone":
            rows += zone_lines(game, piles_of(game, [(slot, evolve(field, entries=mine))], people)) if mine else []
        else:
            for entry in mine:
                whose = " of " + " ".join(people.name(word) for word in entry.index) if entry.index else ""
                rows.append(f"{field.name}{whose}: {entry.text}")
    return rows or ["There is nothing that only you can see."]


def rules(match: Match, word: str) -> list[str]:
    """The rules by number, or all that is said about a word."""
    sheet = match.game.rules
    title = f"{sheet.title}: {sheet.docs}" if sheet.docs else sheet.title
    wanted = word.casefold()
    numbered = [
        f"{name:4} {text}" + (f" ({source})" if source else "")
        for name, (text, source) in sheet.rulings.items()
        if wanted in (name.casefold(), "") or wanted in text.casefold()
    ]
    if not wanted:
        more = f"The whole text is {rule_file(sheet.name)}; `rules WORD` finds the lines about something."
        return [title, *numbered, more]
    lines = [
        f"{rule_file(sheet.source.file(at))}:{sheet.source.place(at)[0]}: {line.strip()}"
        for at, line in zip(sheet.source.starts, sheet.source.text.split("\n"), strict=True)
        if wanted in line.casefold() and not line.startswith("ruling ")
    ]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"and {plural(len(lines) - MOST_LINES, 'more line')}"]
    return [*numbered, *lines] or [f"The rules do not say `{word}`."]
