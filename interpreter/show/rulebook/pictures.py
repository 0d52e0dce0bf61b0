"""A game in, pictures for its book out: the table at the beginning, cards, boards to print."""

from __future__ import annotations

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.show.picture import picture
from astro_referee.interpreter.show.picture.cards import Tray
from astro_referee.interpreter.show.picture.page import file
from astro_referee.interpreter.show.picture.palette import palette_of
from astro_referee.interpreter.show.picture.svg import Block, flow
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.piles import Pile

MOST_CARDS = 80
"""Faces of a kind of card that are shown in the book, which is more than a usual deck; the sheets have them all."""
WIDE = 720.0
MOST_CHANCES = 300
"""Throws and deals before the first decision."""


def opening(game: Game) -> Match:
    """A game as far as its first decision."""
    match = Match(game, 0, game.players)
    for _ in range(MOST_CHANCES):
        if match.chance is None:
            break
        match.settle()
    return match


def open_hands(match: Match) -> str:
    """The table with all hands open. What nobody sees lies face down: a list of all cards of a pile teaches nothing."""
    return picture(match, None, hands=True)


def start_picture(game: Game) -> str:
    """The table at the first decision; nothing if the rules do not come so far."""
    try:
        return open_hands(opening(game))
    except FaultyRules:
        return ""


def card_blocks(game: Game, kind: str, most: int | None = None) -> list[Block]:
    """Each face of a kind of cards."""
    names = game.machine.members.get(kind, ())
    people = People(game.players, game.players)
    tray = Tray(game, palette_of(game), people)
    count = len(names) if most is None else min(most, len(names))
    pile = Pile(kind, None, (), kind, kind, tuple(range(count)), count)
    wide = max((tray.need(pile, face) for face in range(count)), default=0)
    return [tray.card(pile, face, 1, wide) for face in range(count)]


def card_picture(game: Game, kind: str) -> str:
    """The faces of a kind of cards side by side."""
    blocks = card_blocks(game, kind, MOST_CARDS)
    if not blocks:
        return ""
    drawn = flow(blocks, WIDE, 6)
    return file(kind, f"the faces of {kind}", drawn, drawn.wide)
