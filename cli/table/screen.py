"""What a player sees before a move: what has happened, the position, the legal moves; as much as the terminal holds."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from astro_referee.cli.table.news import ALL, KEY, SHORT, News
from astro_referee.cli.table.prompt import fitted, width
from astro_referee.interpreter.show.text.page import AIMS, BARE, BRIEF, CLOSE, CUT, WHOLE, Page

SHORT_MENU = 20
"""Rows of moves that are shown without being asked for; `moves` lists them all."""
FEWEST = 5
"""Rows of them that are shown even where the screen is full, while anything else can be shortened."""

STEPS = [
    (ALL, WHOLE, FEWEST),
    (ALL, CLOSE, FEWEST),
    (SHORT, CLOSE, FEWEST),
    (KEY, CLOSE, FEWEST),
    (KEY, CLOSE, 0),
    (KEY, AIMS, FEWEST),
    (KEY, AIMS, 0),
    (KEY, BRIEF, FEWEST),
    (KEY, CUT, FEWEST),
    (KEY, CUT, 0),
    (KEY, BARE, 0),
]
"""What is shortened, one thing after the other: how much of the news is told, how much of the position is drawn, and
how many moves are listed at least."""


@frozen
class Screen:
    """The parts of a turn: the news, the position, whose turn it is, and the moves."""

    news: News
    page: Page
    head: str
    menu: Callable[[int], list[str]]

    def rows(self, room: int | None) -> list[str] | None:
        """The most that so many rows hold; None if even the least is too long."""
        if room is None:
            return self.drawn(ALL, WHOLE, SHORT_MENU)
        for much_news, much, fewest in STEPS:
            if ((much, fewest) == (CLOSE, 0) or much == AIMS) and not self.page.detailed():
                continue  # only what cards need to be aimed for is worth more than a list of moves
            left = room - height(self.drawn(much_news, much, 0)[:-1])
            if left >= height(self.menu(fewest)):
                most = next(n for n in range(SHORT_MENU, fewest - 1, -1) if height(self.menu(n)) <= left)
                return self.drawn(much_news, much, most)
        return None

    def least(self) -> list[str]:
        """Where nothing fits: the position first, for the rest must be seen when the move is made."""
        return [*self.page.rows(BARE), *self.news.rows(KEY), self.head, *self.menu(FEWEST)]

    def drawn(self, much_news: int, much: int, moves: int) -> list[str]:
        gap = [""] if much == WHOLE or much_news == ALL else []
        return [*self.news.rows(much_news), *gap, *self.page.rows(much), *gap, self.head, *self.menu(moves)]


def height(rows: list[str]) -> int:
    """Rows of the terminal that some lines take."""
    return sum(len(fitted(row, width())) for row in rows)
