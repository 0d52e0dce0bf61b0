"""A view in, what a page draws of it out: boards and faces as pictures, all else as names for it to lay out.

A picture is `[width, height, elements]`. Nothing is here that is not in the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from astro_referee.interpreter.show.picture.boards.boards import boards
from astro_referee.interpreter.show.picture.boards.ground import BAR
from astro_referee.interpreter.show.picture.cards import Tray, caption, place_of
from astro_referee.interpreter.show.picture.palette import HUES, LOOKS, ROOT, Palette, palette_of, style
from astro_referee.interpreter.show.picture.seats import seating_of
from astro_referee.interpreter.show.picture.svg import Block, number
from astro_referee.interpreter.show.picture.text_width import as_words
from astro_referee.interpreter.show.picture.values import die
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.piles import Pile, known_ends
from astro_referee.interpreter.show.scene.scene import scene_of

if TYPE_CHECKING:
    from astro_referee.interpreter.play.game import Game
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.play.views import View
    from astro_referee.interpreter.show.scene.facts import Fact, Table
    from astro_referee.interpreter.show.scene.scene import Scene

WIDE, NARROW = 720.0, 380.0
"""Room for a board on a large screen and on a phone. Pictures grow and shrink; this says how much is side by side."""
MOST_KEPT = 64
"""Scenes of a position that are kept; whoever looks back asks for others."""

Picture = list[object]


class PageTray(Tray):
    """Faces that lie anywhere: the page says where each of them is."""

    def data(self, pile: Pile, card: int | None = None) -> dict[str, str | float]:
        return {}


@define(eq=False)
class Painter:
    """Draws the table of one game and its people: each face once, and once what several see alike."""

    game: Game
    people: People
    palette: Palette = field(init=False)
    tray: PageTray = field(init=False)
    faces: dict[str, Picture] = field(factory=dict)
    """Every face that was ever seen; no more than the cards of the game, each so many times at a place."""
    scenes: dict[tuple[object, ...], dict[str, object]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.palette = palette_of(self.game)
        self.tray = PageTray(self.game, self.palette, self.people)

    def is_of(self, match: Match) -> bool:
        return self.game is match.game and self.people.known == dict(zip(match.game.players, match.names, strict=True))

    def drawn(self, view: View, narrow: bool) -> dict[str, object]:
        """Everything on the table."""
        key = (view.fields, narrow)
        if key not in self.scenes:
            if len(self.scenes) >= MOST_KEPT:
                self.scenes.clear()
            self.scenes[key] = drawn(self, view, narrow)
        return self.scenes[key]


def drawn(painter: Painter, view: View, narrow: bool) -> dict[str, object]:
    scene = scene_of(painter.game, view, painter.people)
    room = NARROW if narrow else WIDE
    zones = [zone(painter, pile) for pile in scene.piles]
    seen = dict.fromkeys(face_key(pile, face) for pile in scene.piles for face in pile.faces)
    return {
        "boards": [picture(boards(board, painter.palette, room)) for board in scene.boards],
        "zones": zones,
        "faces": {key: painter.faces[key] for key in seen},
        "seating": seating(painter.game),
        "tables": [table(one) for one in scene.tables],
        "facts": facts(scene),
    }


def picture(block: Block) -> Picture:
    # No style inside an element: the page allows only those of its style sheets.
    drawn = "".join(block.parts).replace(f'class="rim" style="{BAR}"', 'class="rim bar"')
    return [float(number(block.wide)), float(number(block.high)), drawn]


def face_key(pile: Pile, face: tuple[int, int]) -> str:
    return f"{pile.kind} {face[0]} {face[1]}"


def zone(painter: Painter, pile: Pile) -> dict[str, object]:
    """A hand, pile or row: its cards by their faces, or how many there are."""
    tray, cards = painter.tray, list[dict[str, object]]()
    for card, count in pile.faces:
        key = face_key(pile, (card, count))
        if key not in painter.faces:
            painter.faces[key] = picture(tray.card(pile, card, count, tray.need(pile, card)))
        cards.append(
            {
                "thing": tray.game.machine.members[pile.kind][card],
                "face": key,
                "count": count,
                "said": tray.said(pile, card, count),
            }
        )
    return {
        "place": place_of(pile, tray.people),
        "name": caption(pile),
        "field": pile.name,
        "owner": pile.owner,
        "count": pile.count,
        "hidden": pile.cards is None,
        "cards": cards,
        "ends": known_ends(pile) if pile.cards is None else [],
    }


def seating(game: Game) -> dict[str, object] | None:
    """Who sits on which side of the table, if the rules say so, and which zones lie in the middle."""
    found = seating_of(game)
    if found is None:
        return None
    return {
        "seats": {str(seat): [area.x, area.y, area.wide, area.high] for seat, area in found.seats.items()},
        "zones": {name: [area.x, area.y, area.wide, area.high] for name, area in found.zones.items()},
        "across": found.across,
        "down": found.down,
    }


def table(table: Table) -> list[list[str]]:
    """Rows of a table, the first of them its heads."""
    return [list(map(as_words, row)) for row in zip(table.first, *table.columns, strict=True)]


def facts(scene: Scene) -> list[dict[str, object]]:
    return [fact_of(fact) for fact in (*scene.tokens, *scene.left_out, *scene.facts)]


def fact_of(fact: Fact) -> dict[str, object]:
    dice: Sequence[Picture] = [picture(die(value)) for value in fact.dice]
    return {"name": as_words(fact.name), "items": list(fact.items), "dice": dice}


def looks() -> str:
    """The style sheet of all pictures, and their colours for the page itself."""
    classes = [*LOOKS, *HUES, *(f"on-{hue}" for hue in HUES), *(f"by-{hue}" for hue in HUES)]
    used = " ".join([*classes, "clear", "bold", "edged", "lit", "pale"])
    swatches = "".join(f".hue-{hue}{{background:{fill};color:{ink}}}" for hue, (fill, ink) in HUES.items())
    return style(f'class="{used}"') + f".{ROOT} .bar{{{BAR}}}" + swatches
