"""What has happened since a player last looked, in as much room as there is; whatever is left out leaves a mark."""

from __future__ import annotations

import re
from functools import cached_property

from attrs import evolve, field, frozen

from astro_referee.cli.table.wrapping import PLAIN, Names, fitted
from astro_referee.cli.terminal import ellipsis
from astro_referee.interpreter.show.narration import Line

ALL, SHORT, KEY, LAST = range(4)
"""How much is told: everything; as much as a few rows hold; what nobody could see from the position alone; and what led
to the question."""
ROOM = {SHORT: 5, KEY: 5, LAST: 2}
"""Rows about what has happened that stay on a full screen."""


@frozen
class News:
    """Lines in the order of events, the seat that they are told to, and who sits there."""

    lines: list[Line]
    seat: int
    name: str = ""
    names: Names = PLAIN
    shown: dict[tuple[int, int | None], list[str]] = field(factory=dict, eq=False, repr=False)

    def rows(self, much: int, columns: int | None) -> list[str]:
        """Never a part of a line, unless there is only one and it is longer than all the room. Worked out once."""
        if (much, columns) not in self.shown:
            self.shown[much, columns] = self.chosen(much, columns)
        return self.shown[much, columns]

    def chosen(self, much: int, columns: int | None) -> list[str]:
        if much == ALL or (much == SHORT and self.height(self.lines, columns) <= ROOM[SHORT]):
            return self.broken(self.lines, columns)
        room = ROOM[much]
        kept = [number for number, line in enumerate(self.lines) if self.is_key(number, line)]
        kept = kept or list(range(len(self.lines)))[-1:]
        for effects in (True, False):
            lines = self.marked(kept, effects)
            if self.height(lines, columns) <= room:
                return self.broken(lines, columns)
        while len(kept) > 1 and self.height(self.marked(kept, effects=False), columns) > room:
            kept.remove(min(kept, key=self.worth))
        rows = self.broken(self.marked(kept, effects=False), columns)
        return rows if len(rows) <= room else [*rows[: room - 1], f"    {ellipsis()}"]

    def is_key(self, number: int, line: Line) -> bool:
        """What the rules say aloud, what others have done, and the last move of all; dealt cards lie there to see."""
        return line.aloud or number == self.last_move or line.player not in (None, self.seat)

    def worth(self, number: int) -> tuple[int, int]:
        """How much a line explains why this player is asked: the last move, then what names the player, then what came
        last."""
        line = self.lines[number]
        named = line.aloud and bool(self.name) and re.search(rf"(?<!\w){re.escape(self.name)}(?!\w)", line.text)
        return (2 if number == self.last_move else 1 if named else 0), number

    @cached_property
    def last_move(self) -> int:
        return max((number for number, line in enumerate(self.lines) if line.player is not None), default=-1)

    def marked(self, kept: list[int], effects: bool) -> list[Line]:
        """Some of the lines, with a mark wherever others are left out, or what a move does."""
        found: list[Line] = []
        for place, number in enumerate(kept):
            line = self.lines[number]
            following = kept[place + 1] if place + 1 < len(kept) else len(self.lines)
            short = line if effects else evolve(line, effect="")
            if short != line or following != number + 1:
                short = evolve(short, effect=f"{short.effect} {ellipsis()}")
            if place == 0 and number:
                short = evolve(short, text=f"{ellipsis()} {short.text.lstrip()}")
            found.append(short)
        return found

    def broken(self, lines: list[Line], columns: int | None) -> list[str]:
        return [row for line in lines for row in fitted(line.whole, columns, self.names)]

    def height(self, lines: list[Line], columns: int | None) -> int:
        """Rows of the terminal that some lines take."""
        return len(self.broken(lines, columns))
