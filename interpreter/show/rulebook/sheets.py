"""A game in, sheets to print and cut out: every card as often as it is there, every token, every board."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from attrs import evolve, frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules
from astro_referee.interpreter.show.picture.boards.boards import boards
from astro_referee.interpreter.show.picture.page import MAIN, file
from astro_referee.interpreter.show.picture.palette import palette_of
from astro_referee.interpreter.show.picture.svg import Block
from astro_referee.interpreter.show.rulebook.html import embedded
from astro_referee.interpreter.show.rulebook.pictures import card_blocks, opening
from astro_referee.interpreter.show.rulebook.typeset import literal
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.scene import scene_of
from astro_referee.interpreter.values.text import clean

MOST_COPIES = 120
"""Cards of one face; a sack of counters is not printed piece by piece."""
STYLE = """
@page { size: A4; margin: 10mm; } body { margin: 0; }
.sheet { break-after: page; display: grid; justify-content: start; align-content: start; }
.sheet div { border: .2mm dashed #999; display: flex; align-items: center; justify-content: center; }
.sheet img { max-width: 100%; max-height: 100%; width: 92%; height: 92%; object-fit: contain; }
.board img { width: 190mm; height: 270mm; object-fit: contain; }
"""


PAPER = '#set page(paper: "a4", margin: 10mm)\n'
CUT = (
    "#let cut(it) = box(width: {wide}mm, height: {high}mm, inset: 2mm, align(center + horizon, it), "
    'stroke: (paint: luma(150), thickness: .2mm, dash: "dashed"));'
)
"""A picture with a line to cut along."""


@frozen
class PrintSheet:
    """Pictures of one size on a page of 190 by 277 millimetres, or one board that fills it."""

    pictures: tuple[str, ...]
    wide: int = 0
    high: int = 0

    @property
    def across(self) -> int:
        return 190 // self.wide if self.wide else 1


CARD, LYING_CARD, TOKEN = (63, 88), (88, 63), (30, 30)
"""Millimetres; a card whose face is wider than high lies."""


def sheets_of(game: Game) -> list[PrintSheet]:
    made: list[PrintSheet] = []
    for kind, shape in game.machine.shapes.items():
        if shape == "card":
            blocks = card_blocks(game, kind)
            size = LYING_CARD if all(block.wide > block.high for block in blocks) else CARD
            each = enumerate(faces(game, kind, blocks))
            made += spread([one for face, one in each for _ in range(copies(game, kind, face))], *size)
    kinds = [kind for kind, shape in game.machine.shapes.items() if shape == "token"]
    tokens = [one for kind in kinds for one in faces(game, kind, card_blocks(game, kind))]
    made += spread(tokens, *TOKEN)
    made += [PrintSheet((board,)) for board in boards_of(game)]
    return made


def copies(game: Game, kind: str, face: int) -> int:
    return min(MOST_COPIES, game.machine.copies_of(kind, face))


def faces(game: Game, kind: str, blocks: Sequence[Block]) -> list[str]:
    """A picture of each card or token of a kind."""
    names = game.machine.members.get(kind, ())
    return [file(name, name, block, block.wide, 2) for name, block in zip(names, blocks, strict=True)]


def spread(pictures: list[str], wide: int, high: int) -> list[PrintSheet]:
    """Pictures on as many pages as it takes."""
    room = (190 // wide) * (277 // high)
    return [PrintSheet(tuple(pictures[at : at + room]), wide, high) for at in range(0, len(pictures), room)]


def boards_of(game: Game) -> list[str]:
    """Every board without what stands on it."""
    try:
        match = opening(game)
    except FaultyRules:
        return []
    people = People(game.players, game.players)
    scene, palette = scene_of(game, match.view(None), people), palette_of(game)
    made = []
    for board in scene.boards:
        bare = tuple(layer if layer.ground else evolve(layer, cells={}) for layer in board.layers[:1])
        drawn = boards(evolve(board, layers=bare), palette, MAIN)
        made.append(file(board.places.kind, "a board to print", drawn, drawn.wide))
    return made


def page(title: str, sheets: list[PrintSheet]) -> str:
    """All sheets as one web page."""
    body = "".join(map(sheet_rows, sheets))
    head = f'<meta charset="utf-8">\n<title>{escape(clean(title))}</title>\n<style>{STYLE}</style>\n'
    return f'<!doctype html>\n<html lang="en">\n{head}<body>\n{body}</body></html>\n'


def sheet_rows(sheet: PrintSheet) -> str:
    cell = f'<div style="height: {sheet.high}mm">' if sheet.high else "<div>"
    cells = "".join(f'{cell}<img src="{embedded(one)}" alt=""></div>' for one in sheet.pictures)
    if not sheet.wide:
        return f'<div class="sheet board">{cells}</div>\n'
    return f'<div class="sheet" style="grid-template-columns: repeat({sheet.across}, {sheet.wide}mm)">{cells}</div>\n'


def document(sheets: list[PrintSheet]) -> str:
    """All sheets as a document for typst."""
    pages = []
    for sheet in sheets:
        if not sheet.wide:
            pages.append(drawn(sheet.pictures[0], "190mm", "270mm"))
            continue
        cells = ", ".join(f"cut({drawn(one, '100%', '100%')})" for one in sheet.pictures)
        cut = CUT.format(wide=sheet.wide, high=sheet.high)
        pages.append(f"[{cut}#grid(columns: {sheet.across}, {cells})]")
    return PAPER + "\n#pagebreak()\n".join(f"#{page}" for page in pages)


def drawn(svg: str, wide: str, high: str) -> str:
    return f'image(bytes({literal(svg)}), format: "svg", width: {wide}, height: {high}, fit: "contain")'
