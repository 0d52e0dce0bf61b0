"""Boards laid out by a plan: the name of each place with what is on it, row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from astro_referee.interpreter.show.scene.places import Places
from astro_referee.interpreter.show.text.layout import WIDTH

GAP = 1
"""Columns between two places."""


def plan(places: Places, faces: Mapping[str, tuple[str, ...]], width: int = WIDTH) -> list[str] | None:
    """Names at the outer rim, above in the upper half and below in the lower one; None if the page is too narrow."""
    areas = places.areas
    across = max(area.x + area.wide for area in areas.values())
    down = max(area.y + area.high for area in areas.values())
    texts = {
        name: (said, *faces[name]) if 2 * area.y + area.high <= down else (*faces[name][::-1], said)
        for name, area in areas.items()
        for said in [places.said.get(name, name)]
    }
    wide = shares([(area.x, area.wide, max(map(len, texts[name])) + GAP) for name, area in areas.items()], across)
    high = shares([(area.y, area.high, len(texts[name])) for name, area in areas.items()], down)
    if sum(wide) > width - 2:
        return None
    rows: list[list[str]] = [[" "] * sum(wide) for _ in range(sum(high) + down - 1)]
    for name, area in areas.items():
        left, top = sum(wide[: area.x]), sum(high[: area.y]) + area.y
        room = sum(high[area.y : area.y + area.high]) + area.high - 1
        above = 2 * area.y + area.high <= down
        start = top if above else top + room - len(texts[name])
        for line, text in enumerate(texts[name]):
            rows[start + line][left : left + len(text)] = text
    return [("  " + "".join(row)).rstrip() for row in rows]


def shares(needs: Sequence[tuple[int, int, int]], count: int) -> list[int]:
    """The size of each column: what the places in it need; those over several share what is missing among the last."""
    made = [0] * count
    for first, many, need in sorted(needs, key=lambda one: one[1]):
        missing = need - sum(made[first : first + many])
        if missing > 0:
            made[first + many - 1] += missing
    return made
