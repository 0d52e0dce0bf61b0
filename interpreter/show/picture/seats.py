"""Players around a table, as the plan of the rules seats them, with what they share and their tricks between them."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.picture.svg import Block
from astro_referee.interpreter.show.scene.plans import Area, areas_of, plan_of

SIDE = 0.3
"""How much of the room a column at the side takes."""
GAP = 20.0


@frozen
class Seating:
    """Where everybody sits, and where the zones are that the plan names."""

    seats: Mapping[int, Area]
    zones: Mapping[str, Area]
    across: int
    down: int
    middle: Area | None
    """A gap between the players, for what they share."""

    def widths(self, room: float) -> list[float]:
        """The room of each column: the sides are narrower than what is between them."""
        inner = room - GAP * (self.across - 1)
        if self.across < 3:
            return [inner / self.across] * self.across
        return [inner * SIDE, *[inner * (1 - 2 * SIDE) / (self.across - 2)] * (self.across - 2), inner * SIDE]

    def width(self, area: Area, room: float) -> float:
        shares = self.widths(room)[area.x : area.x + area.wide]
        return sum(shares) + GAP * (len(shares) - 1)


def seating_of(game: Game) -> Seating | None:
    """How the rules seat the players, if they say so."""
    plan = plan_of(game, "player")
    if plan is None:
        return None
    areas = areas_of(plan)
    seats = {game.players.index(name): area for name, area in areas.items() if name in game.players}
    zones = {name: area for name, area in areas.items() if name not in game.players}
    gaps = [Area(x, y) for y, row in enumerate(plan.rows) for x, word in enumerate(row) if not word]
    across, down = len(plan.rows[0]), len(plan.rows)
    inner = [gap for gap in gaps if 0 < gap.x < across - 1 and 0 < gap.y < down - 1]
    return Seating(seats, zones, across, down, inner[0] if inner else None)


def around(seating: Seating, drawn: Mapping[Area, Block], room: float) -> Block:
    """Everything at its place, rows as high as they must be."""
    widths = seating.widths(room)
    highs = [0.0] * seating.down
    for area, block in sorted(drawn.items(), key=lambda one: one[0].high):
        missing = block.high - sum(highs[area.y : area.y + area.high]) - GAP * (area.high - 1)
        if missing > 0:
            highs[area.y + area.high - 1] += missing
    parts = []
    for area, block in drawn.items():
        left = sum(widths[: area.x]) + GAP * area.x
        top = sum(highs[: area.y]) + GAP * sum(high > 0 for high in highs[: area.y])
        tall = sum(highs[area.y : area.y + area.high]) + GAP * (area.high - 1)
        parts.append(block.at(left + (seating.width(area, room) - block.wide) / 2, top + (tall - block.high) / 2))
    rows = [high for high in highs if high > 0]
    return Block(room, sum(rows) + GAP * max(0, len(rows) - 1), tuple(parts))
