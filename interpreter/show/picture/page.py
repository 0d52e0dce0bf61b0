"""What is on the table in, an SVG file out: a heading, boards and cards, and beside them numbers and words."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.picture.boards.boards import boards
from astro_referee.interpreter.show.picture.cards import Tray
from astro_referee.interpreter.show.picture.palette import ROOT, Palette, palette_of, style
from astro_referee.interpreter.show.picture.svg import Block, box, column, disc, flow, number, safe, tag, text
from astro_referee.interpreter.show.picture.text_width import lines, width
from astro_referee.interpreter.show.picture.values import PAD, breadth, facts_of, panel, table_of
from astro_referee.interpreter.show.scene.facts import Table
from astro_referee.interpreter.show.scene.marks import letters
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.scene import Scene

MAIN, SIDE, MARGIN, GAP = 720.0, 280.0, 28.0, 24.0
"""Widths of the main part, of what stands beside it, of the rim, and between the two."""
TITLE, STATUS, NOTE, NAME = 24.0, 16.0, 12.0, 14.0
"""Heights of letters."""
SPACE = "http://www.w3.org/2000/svg"
"""The name of the language of pictures; nothing is loaded from there."""
ROOT_TAG = (
    f'<svg xmlns="{SPACE}" class="{ROOT}" role="img" viewBox="0 0 {{wide}} {{high}}" '
    'width="{wide}" height="{high}">'
)
"""How a file begins."""


@frozen
class Heading:
    """What stands above everything: the game, how it stands, who looks, and who is asked."""

    title: str
    status: Sequence[str]
    note: str
    asked: tuple[int, ...]


def page(game: Game, scene: Scene, people: People, heading: Heading) -> str:
    """The whole file."""
    palette = palette_of(game)
    body = laid_out(game, scene, people, palette)
    wide = max(body.wide, 340.0)
    drawn = column([head(heading, people, palette, wide), body], 20)
    said = f"The position {heading.note}; {' '.join(heading.status)}"
    return file(f"{heading.title}, {heading.status[0]}", said, drawn, wide)


def file(title: str, about: str, drawn: Block, wide: float, margin: float = MARGIN) -> str:
    """A picture as a file of its own, with a margin."""
    across, down = wide + 2 * margin, drawn.high + 2 * margin
    parts = [
        tag("title", safe(title)),
        tag("desc", safe(about)),
        tag("style", style("".join(drawn.parts))),
        box(0, 0, across, down, "page"),
        drawn.at(margin, margin),
    ]
    whole = ROOT_TAG.format(wide=number(across), high=number(down)) + "\n" + "\n".join(parts) + "\n</svg>\n"
    # Letters beyond ASCII by their numbers: then no encoding can spoil them on the way.
    return whole.encode("ascii", "xmlcharrefreplace").decode("ascii")


def framed_page(title: str, about: str, body: Block) -> str:
    """Something that is no position, below its title and a line about it."""
    wide = max(body.wide, width(about, NOTE), 340.0)
    rows = [
        Block(wide, 32, (text(0, 13, title, wide, TITLE, bold=True),)),
        Block(wide, 26, (text(0, 8, about, wide, NOTE, "faint"),)),
    ]
    return file(title, about, column([*rows, body], 0), wide)


def head(heading: Heading, people: People, palette: Palette, room: float) -> Block:
    """Title, status and note, then everybody with their colours."""
    blocks = [Block(room, 32, (text(0, 13, heading.title, room, TITLE, bold=True),))]
    for said in heading.status:
        for words in lines(said.split(), room, STATUS):
            blocks.append(Block(room, 23, (text(0, 11, words, room, STATUS),)))
    for words in lines(heading.note.split(), room, NOTE):
        blocks.append(Block(room, 18, (text(0, 8, words, room, NOTE, "faint"),)))
    blocks.append(Block(room, 4, ()))
    signs = letters(people.seats, 2) or {}
    chips = [
        chip(people.full(seat), signs.get(seat, str(i + 1)), palette.seats[i], i in heading.asked, room)
        for i, seat in enumerate(people.seats)
    ]
    return column([*blocks, flow(chips, room, 10)], 0)


def chip(name: str, sign: str, hue: str, asked: bool, room: float) -> Block:
    """A player: colour, mark and name, with a frame if it is their turn."""
    wide = min(room, width(name, NAME) + 44)
    parts = [
        box(1, 1, wide - 2, 30, "panel edge", 15),
        disc(16, 16, 10, f"{hue} rim"),
        text(16, 16, sign, 20, 10, f"on-{hue}", "middle", bold=True),
        text(32, 16, name, wide - 44, NAME),
    ]
    if asked:
        parts.append(box(1, 1, wide - 2, 30, "turn", 15))
    return Block(wide, 32, tuple(parts))


def laid_out(game: Game, scene: Scene, people: People, palette: Palette) -> Block:
    """Boards, or else cards, and beside them what is told in numbers and words; below that, what is left."""
    tray = Tray(game, palette, people)
    inner = SIDE - 2 * PAD
    narrow = [table for table in scene.tables if breadth(table) <= inner]
    broad = [table for table in scene.tables if table not in narrow]
    all_facts = [*scene.tokens, *scene.facts]
    side = [table_of(table, inner) for table in narrow] + ([facts_of(all_facts, inner)] if all_facts else [])
    beside = [panel(side, SIDE)] if side else []
    drawn = [boards(board, palette, MAIN) for board in scene.boards]
    if drawn:
        top = row([column(drawn, GAP), *beside])
        room = max(top.wide, MAIN)
        below = [*tabled(broad, room), *tray.zones(scene.piles, room)]
        return column([top, *below], GAP)
    main = [*tabled(broad, MAIN), *tray.zones(scene.piles, MAIN)]
    return row([*([column(main, GAP)] if main else []), *beside])


def row(blocks: Sequence[Block]) -> Block:
    """Blocks side by side, however wide."""
    return flow(blocks, float("inf"), GAP)


def tabled(tables: Sequence[Table], room: float) -> list[Block]:
    """Tables that are too wide for the side, in a frame."""
    blocks = [table_of(table, room - 2 * PAD) for table in tables]
    return [panel(blocks, max(block.wide for block in blocks) + 2 * PAD)] if blocks else []
