"""Clocks: how long each player may think in all, and what a move adds to it."""

from __future__ import annotations

import re

from attrs import frozen

TENTHS = {"h": 36_000, "m": 600, "s": 10}
"""Tenths of a second in a unit."""
LONGEST = 1000 * TENTHS["h"]
SPELLED = r"(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?"


@frozen
class Clock:
    """Tenths of a second for the whole game, and for each move as well."""

    base: int
    each: int = 0

    def __str__(self) -> str:
        return spelled(self.base) + (f"+{spelled(self.each)}" if self.each else "")


def read_clock(text: str) -> Clock | None:
    """`10m+5s`: ten minutes, and five seconds more for each move; None for what is no clock."""
    base, plus, each = text.strip().casefold().partition("+")
    parts = [re.fullmatch(SPELLED, part) for part in (base, each)]
    if parts[0] is None or parts[1] is None or not base or bool(plus) != bool(each):
        return None
    total, more = (
        sum(int(n or 0) * tenths for n, tenths in zip(p.groups(), TENTHS.values(), strict=True)) for p in parts if p
    )
    return Clock(total, more) if 0 < total <= LONGEST and more <= LONGEST else None


def spelled(tenths: int) -> str:
    """`1h30m`, `10m`, `5s`."""
    said = ""
    for unit, size in TENTHS.items():
        count, tenths = divmod(tenths, size)
        said += f"{count}{unit}" if count else ""
    return said or "0s"


def shown(tenths: int) -> str:
    """Time that is left, as a clock shows it: `1:02:03`, `9:31`, and tenths in the last ten seconds: `0:08.4`."""
    seconds, rest = divmod(max(tenths, 0), 10)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    said = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return said + (f".{rest}" if tenths < 100 else "")


def noted(tenths: int) -> str:
    """The same for a record, with nothing left out: `{571.4}` seconds."""
    return f"{{{tenths // 10}.{tenths % 10}}}"


NOTED = re.compile(r" \{(\d{1,8})\.(\d)\}$")
"""What stands behind a move in a record of a game with a clock."""
