"""What a player sees before a move: what has happened, the position, the legal moves; as much as the terminal holds."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from astro_referee.cli.board.page import BARE, BRIEF, CLOSE, CUT, WHOLE, Page
from astro_referee.cli.prompt import fitted, width
from astro_referee.cli.terminal import ellipsis

SHORT_MENU = 20
"""Rows of moves that are shown without being asked for; `moves` lists them all."""
FEWEST = 5
"""Rows of them that are shown even where the screen is full, while anything else can be shortened."""
LATEST = 5
"""Rows about what happened last that stay on a full screen."""

STEPS = [
    (False, WHOLE, FEWEST),
    (False, CLOSE, FEWEST),
    (True, CLOSE, FEWEST),
    (True, CLOSE, 0),
    (True, BRIEF, FEWEST),
    (True, CUT, FEWEST),
    (True, CUT, 0),
    (True, BARE, 0),
]
"""What is shortened, one thing after the other: whether only the latest is told, how much of the position is drawn, and
how many moves are listed at least."""


@frozen
class Screen:
    """The parts of a turn: all news and the latest of them, the position, whose turn it is, and the moves."""

    news: list[str]
    latest: list[str]
    page: Page
    head: str
    menu: Callable[[int], list[str]]

    def rows(self, room: int | None) -> list[str] | None:
        """The most that so many rows hold; None if even the least is too long."""
        if room is None:
            return self.drawn(False, WHOLE, SHORT_MENU)
        for latest, much, fewest in STEPS:
            if (much, fewest) == (CLOSE, 0) and not self.page.detailed():
                continue  # only what cards need to be aimed for is worth more than a list of moves
            left = room - height(self.drawn(latest, much, 0)[:-1])
            if left >= height(self.menu(fewest)):
                most = next(n for n in range(SHORT_MENU, fewest - 1, -1) if height(self.menu(n)) <= left)
                return self.drawn(latest, much, most)
        return None

    def least(self) -> list[str]:
        """Where nothing fits: the position first, for the rest must be seen when the move is made."""
        return [*self.page.rows(BARE), *self.last_news(), self.head, *self.menu(FEWEST)]

    def drawn(self, latest: bool, much: int, moves: int) -> list[str]:
        gap = [""] if much == WHOLE or not latest else []
        news = self.last_news() if latest else self.news
        return [*news, *gap, *self.page.rows(much), *gap, self.head, *self.menu(moves)]

    def last_news(self) -> list[str]:
        """The latest; of a long tale, its beginning and its end."""
        rows = [row for text in self.latest for row in fitted(text, width())]
        cut = len(rows) - LATEST
        return rows if cut <= 0 else [rows[0], f"   {ellipsis()} `history` tells all", *rows[cut + 2 :]]


def height(rows: list[str]) -> int:
    """Rows of the terminal that some lines take."""
    return sum(len(fitted(row, width())) for row in rows)
