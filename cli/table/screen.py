"""What a player sees before a move: what has happened, the position, the question and its answers, in the size of the
terminal.

The question stands on every screen, with what led to it and the first answers; all of them, if that costs nothing but
blank lines and the tables behind cards. Whatever else there is makes room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from astro_referee.cli.table.answers.menu import Menu, listed
from astro_referee.cli.table.board import flexible_page
from astro_referee.cli.table.news import ALL, KEY, LAST, SHORT, News
from astro_referee.cli.table.wrapping import fitted, long
from astro_referee.interpreter.play.clock import shown
from astro_referee.interpreter.play.seating import called
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.show.text.flexible_page import (
    AIMS,
    BARE,
    BOARDS,
    BRIEF,
    CLOSE,
    CUT,
    FIRST,
    LOW,
    OWN,
    RULED,
    SPREAD,
    WHOLE,
    FlexiblePage,
)
from astro_referee.interpreter.show.text.highlights import Highlight
from astro_referee.interpreter.show.text.layout import WIDTH
from astro_referee.interpreter.show.text.page import Page

if TYPE_CHECKING:
    from astro_referee.cli.table.board import Before
    from astro_referee.cli.table.keyboard import Table
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.play.views import View
    from astro_referee.interpreter.show.narration import Line
    from astro_referee.interpreter.show.scene.changes import Place

ASKED = {
    "one": "to move",
    "together": "chooses in secret; all choices count at once",
    "any": "may act now, or let it pass; whoever acts first ends the round of asking",
}
"""What a player is told about the manner of a decision."""
USUAL = 20
"""Rows of moves where there is no end to them; `moves` lists them all."""
FEWEST = 5
"""Rows of answers that are shown even where the screen is full, while anything else can be shortened."""

COMPLETE = [
    (ALL, WHOLE, RULED),
    (ALL, WHOLE, SPREAD),
    (ALL, CLOSE, SPREAD),
    (SHORT, CLOSE, SPREAD),
    (KEY, CLOSE, SPREAD),
    (KEY, BRIEF, SPREAD),
]
"""What is shortened so that all answers fit, one thing after the other: how much of the news is told, and how much of
the position is drawn."""
STEPS = [
    *((news, much, FEWEST, spread) for news, much, spread in COMPLETE[1:5]),
    (KEY, CLOSE, 2, SPREAD),
    (KEY, AIMS, FEWEST, SPREAD),
    (KEY, AIMS, 2, SPREAD),
    (KEY, BRIEF, FEWEST, SPREAD),
    (KEY, CUT, FEWEST, SPREAD),
    (KEY, BARE, FEWEST, SPREAD),
    (KEY, CLOSE, FEWEST, LOW),
    (KEY, BRIEF, FEWEST, LOW),
    (KEY, CUT, FEWEST, LOW),
    (KEY, BARE, FEWEST, LOW),
    (KEY, BOARDS, FEWEST, LOW),
    (KEY, BOARDS, 2, LOW),
    (LAST, BOARDS, FEWEST, LOW),
    (LAST, BOARDS, 2, LOW),
    (KEY, CLOSE, FEWEST, FIRST),
    (KEY, CUT, FEWEST, FIRST),
    (KEY, BOARDS, FEWEST, FIRST),
    (LAST, BOARDS, 2, FIRST),
    (LAST, OWN, FEWEST, FIRST),
    (LAST, OWN, 1, FIRST),
]
"""What is shortened so that so many rows of answers fit, and how boards are drawn."""


@frozen
class Ending:
    """In place of answers, what there is to say when a game is over."""

    lines: list[str]

    def complete(self, most: int, ways: int | None = None) -> list[str] | None:
        return self.lines if len(self.lines) <= most else None

    def rows(self, most: int) -> list[str]:
        return self.lines

    def targets(self, typed: str) -> frozenset[Place]:
        return frozenset()


@frozen
class Screen:
    """The parts of a turn: the news, the position, whose turn it is, and the moves."""

    news: News
    position: FlexiblePage
    head: str
    menu: Menu | Ending

    def rows(self, columns: int, room: int) -> list[str]:
        """The most that so many columns and rows hold."""
        for ways in (1, None):  # first as a list that says most, then in any way
            for news, much, spread in COMPLETE if ways else COMPLETE[1:]:
                above = self.above(news, much, columns, spread)
                answers = self.menu.complete(room - len(above), ways)
                if answers is not None and narrow(above, columns):
                    return [*above, *answers]
        for news, much, fewest, spread in STEPS:
            if ((much, fewest) == (CLOSE, 2) or much == AIMS) and not self.position.detailed():
                continue  # only what cards need to be aimed for is worth more than a list of moves
            above = self.above(news, much, columns, spread)
            left = room - len(above)
            if left >= len(self.menu.rows(fewest)) and narrow(above, columns):
                return [*above, *self.menu.rows(next(n for n in (left, left - 1) if len(self.menu.rows(n)) <= left))]
        question = [*self.news.rows(LAST, columns), *fitted(self.head, columns), *self.menu.rows(1)]
        return question[-room:] if room > 0 else []

    def aimed(self, typed: str) -> Screen:
        """The same, with the places that stand out to which a move that begins so can lead."""
        targets = self.menu.targets(typed) if typed.strip() else frozenset()
        if not targets:
            return self
        marked = {**self.position.marked, **dict.fromkeys(targets, Highlight.TARGET)}
        return evolve(self, position=evolve(self.position, marked=marked, drawn={}))

    def above(self, much_news: int, much: int, columns: int, spread: int = SPREAD) -> list[str]:
        """All but the answers; the news stand at the side of the boards where room is scarce."""
        gap = [""] if much == WHOLE else []
        head = fitted(self.head, columns)
        if much_news in (ALL, SHORT):
            news = self.news.rows(much_news, columns)
            return [*news, *(gap if news else []), *self.position.rows(much, spread), *gap, *head]
        return [*self.position.rows(much, spread, lambda width: self.news.rows(much_news, width)), *head]

    def page(self, page: Page) -> list[str]:
        """All of it, where there is no end to the rows."""
        news = self.news.rows(ALL, None)
        return [*news, "", *page.rows(), "", self.head, *self.menu.rows(USUAL)]


def narrow(rows: list[str], columns: int) -> bool:
    """Whether all rows keep to so many columns: some boards cannot."""
    return all(long(row) <= columns for row in rows)


def turn_screen(
    table: Table, seat: int, news: list[Line], view: View, columns: int | None, before: Before | None = None
) -> Screen:
    """The parts of a player's turn; `view` is what that player may see."""
    match = table.match
    told = News(news, seat, match.names[seat], table.keyboard.unbroken)
    head = table.paint(question(match, seat), "head")
    menu = Menu(match, listed(match, seat), columns, table.takes_enter, numbers=False)
    return Screen(told, flexible_page(match, view, columns or WIDTH, before), head, menu)


def last_screen(table: Table, seat: int, news: list[Line], view: View, columns: int) -> Screen:
    """The parts of what stands there when the game is over: who has won in place of the question."""
    head, *rest = [table.paint(row, "head") for row in narration.ending(table.match)]
    told = News(news, seat, names=table.keyboard.unbroken)
    rest = [row for line in [*rest, *table.farewell()] for row in fitted(line, columns)]
    return Screen(told, flexible_page(table.match, view, columns), head, Ending(rest))


def question(match: Match, seat: int) -> str:
    """Who is asked, and what for."""
    manner = match.decision.manner if match.decision else "one"
    left = f" ({shown(match.left[seat])} left)" if match.left else ""
    what = match.question or purpose(match)
    return f"{called(match, seat)} {ASKED[manner]}{f': {what}' if what else ''}{left}"


def purpose(match: Match) -> str:
    """The part of the rules that asks, by its name; of a phase only if players are asked in several of them."""
    assert match.decision is not None
    phases = {each.name.split(".")[0] for each in match.game.machine.decisions}
    path = match.decision.name.split(".")
    return path[-1].replace("_", " ") if len(path) > 1 or len(phases) > 1 else ""
