"""What has happened since a player last looked, in as much room as there is; whatever is left out leaves a mark."""

from __future__ import annotations

from attrs import evolve, frozen

from astro_referee.cli.table.prompt import fitted, width
from astro_referee.cli.terminal import ellipsis
from astro_referee.interpreter.show.narration import Line

ALL, SHORT, KEY = range(3)
"""How much is told: everything; as much as a few rows hold; what nobody could see from the position alone."""
FEW = 5
"""Rows about what has happened that stay on a full screen."""


@frozen
class News:
    """Lines in the order of events, and the seat that they are told to."""

    lines: list[Line]
    seat: int

    def rows(self, much: int) -> list[str]:
        """Never a part of a line, unless there is only one and it is longer than all the room."""
        if much == ALL or (much == SHORT and height(self.lines) <= FEW):
            return [line.whole for line in self.lines]
        kept = [number for number, line in enumerate(self.lines) if self.is_key(number, line)]
        kept = kept or list(range(len(self.lines)))[-1:]
        for effects in (True, False):
            lines = self.marked(kept, effects)
            if height(lines) <= FEW:
                return [line.whole for line in lines]
        while len(kept) > 1 and height(self.marked(kept, effects=False)) > FEW:
            kept.remove(next(number for number in kept if number != self.last_move))
        rows = [row for line in self.marked(kept, effects=False) for row in fitted(line.whole, width())]
        return rows if len(rows) <= FEW else [*rows[: FEW - 1], f"    {ellipsis()}"]

    def is_key(self, number: int, line: Line) -> bool:
        """What the rules say aloud, what others have done, and the last move of all; dealt cards lie there to see."""
        return line.aloud or number == self.last_move or line.player not in (None, self.seat)

    @property
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


def height(lines: list[Line]) -> int:
    """Rows of the terminal that some lines take."""
    return sum(len(fitted(line.whole, width())) for line in lines)
