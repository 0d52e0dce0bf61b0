"""The position of a match, drawn for whoever looks at this terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from astro_referee.cli.table.wrapping import width
from astro_referee.cli.terminal import ellipsis
from astro_referee.interpreter.show.scene.changes import changed_places, new_cards
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.scene import scene_of
from astro_referee.interpreter.show.text.flexible_page import FlexiblePage
from astro_referee.interpreter.show.text.highlights import Highlight, lit
from astro_referee.interpreter.show.text.layout import WIDTH
from astro_referee.interpreter.show.text.page import Page

if TYPE_CHECKING:
    from astro_referee.interpreter.play.game import Game
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.play.views import View
    from astro_referee.interpreter.show.scene.changes import Cards
    from astro_referee.interpreter.show.scene.piles import Pile
    from astro_referee.interpreter.show.scene.scene import Board


def board(match: Match, player: int | None) -> list[str]:
    """The position as a player sees it, or as the referee does."""
    return page(match, match.view(player)).rows()


def public_board(match: Match) -> list[str]:
    """The position where all look at once: nothing that only some may see."""
    return page(match, match.public()).rows()


def watched_board(match: Match) -> list[str]:
    """The position for somebody who looks over all shoulders."""
    return page(match, match.watched()).rows()


def page(match: Match, view: View) -> Page:
    """All of a position, as wide as the terminal."""
    people = People(match.game.players, match.names, match.game.style)
    return Page(match.game, scene_of(match.game, view, people), ellipsis(), max(width() or WIDTH, WIDTH))


def flexible_page(match: Match, view: View, columns: int, before: Before | None = None) -> FlexiblePage:
    """As much of a position as there is room for; what has changed stands out if it is known what was there before."""
    people = People(match.game.players, match.names, match.game.style)
    scene = scene_of(match.game, view, people)
    scene = evolve(scene, boards=tuple(own_first(board, view.player) for board in scene.boards))
    if before is None:
        return FlexiblePage(match.game, scene, ellipsis(), columns, view.player)
    cards = new_cards(match.game, before.looked, view)
    scene = evolve(scene, piles=tuple(with_new(match.game, pile, cards) for pile in scene.piles))
    new = dict.fromkeys(changed_places(match.game, before.looked, view), Highlight.NEW)
    last = dict.fromkeys(changed_places(match.game, before.moved, view), Highlight.LAST)
    return FlexiblePage(match.game, scene, ellipsis(), columns, view.player, new | last)


def own_first(board: Board, player: int | None) -> Board:
    """A board of which each player has one: that of whoever looks comes before those of the others, where it stays
    longest."""
    layers = sorted(board.layers, key=lambda layer: layer.owner is not None and layer.owner != player)
    return evolve(board, layers=tuple(layers))


@frozen
class Before:
    """What a player saw when last asked, and before the last move of all."""

    looked: View
    moved: View


def with_new(game: Game, pile: Pile, cards: Cards) -> Pile:
    """A pile whose new cards stand out, where they are drawn by marks; names are put together by what they share."""
    index = pile.index if pile.owner is None else (game.players[pile.owner], *pile.index)
    new = cards.get((pile.name, index))
    if not new or pile.texts == game.machine.members[pile.kind]:
        return pile
    return evolve(
        pile, texts=[lit(text, Highlight.NEW) if card in new else text for card, text in enumerate(pile.texts)]
    )
