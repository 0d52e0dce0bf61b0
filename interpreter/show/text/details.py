"""What a table of the rules says of cards besides their names: a row for each card, side by side where they fit."""

from __future__ import annotations

from textwrap import wrap

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.scene.card_facts import headings, texts
from astro_referee.interpreter.show.scene.piles import Pile, times
from astro_referee.interpreter.show.text.layout import GAP, INDENT, WIDTH
from astro_referee.interpreter.values.text import in_columns

MOST = 16
"""Cards that are told one by one; more would be a page of their own, which `rules` has."""


def has_details(game: Game, pile: Pile) -> bool:
    """Whether the cards of a pile are worth a row each."""
    return bool(pile.cards) and len(pile.faces) <= MOST and bool(headings(game, pile.kind))


def details(game: Game, pile: Pile, sentence: bool, width: int = WIDTH) -> list[str]:
    """A heading with the names of the columns, what the rules say of such cards where there is room, and the cards."""
    heads = ", ".join(headings(game, pile.kind))
    about = game.rules.about.get(pile.kind, "") if sentence else ""
    rows = wrap(f"{pile.title}, with {heads} ({pile.count}):", width, subsequent_indent=INDENT)
    rows += wrap(about, width, initial_indent="  ", subsequent_indent="  ")
    return rows + side_by_side(game, pile, width)


def side_by_side(game: Game, pile: Pile, width: int) -> list[str]:
    """All rows, in as many bands as the page is wide; a row that is too wide by itself is wrapped."""
    cards = in_columns([cells(game, pile, card, count) for card, count in pile.faces])
    wide = max(map(len, cards))
    if wide + 2 > width:
        rows = ["; ".join(cells(game, pile, card, count)) for card, count in pile.faces]
        return [line for row in rows for line in wrap(row, width, initial_indent="  ", subsequent_indent=INDENT)]
    bands = max(1, (width - 2 + len(GAP)) // (wide + len(GAP)))
    deep = -(-len(cards) // bands)
    lines = (cards[start::deep] for start in range(deep))
    return ["  " + GAP.join(card.ljust(wide) for card in line).rstrip() for line in lines]


def cells(game: Game, pile: Pile, card: int, count: int) -> list[str]:
    """The name of a card, and what its row has."""
    return [times(count, pile.texts[card]), *texts(game, pile.kind, card)]
