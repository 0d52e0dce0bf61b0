"""Hands, piles and rows of cards: cards with their names, backs with a number, empty slots."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.picture import faces
from astro_referee.interpreter.show.picture.faces import Face, draw_face, face_of
from astro_referee.interpreter.show.picture.palette import Palette
from astro_referee.interpreter.show.picture.seats import Seating, around, seating_of
from astro_referee.interpreter.show.picture.svg import (
    Block,
    box,
    column,
    data,
    disc,
    flow,
    grouped,
    hint,
    tag,
    text,
)
from astro_referee.interpreter.show.picture.text_width import as_words, fitted, lines, width
from astro_referee.interpreter.show.picture.tiles import SIDE, HalfTile, draw_tile, halves_of
from astro_referee.interpreter.show.scene.card_facts import headings, texts
from astro_referee.interpreter.show.scene.labels import label_of
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.piles import Pile, known_ends, times
from astro_referee.interpreter.show.scene.plans import Area

LETTERS, SMALL, CAPTION = 12.0, 11.0, 12.0
"""Heights of letters on cards, on slips, and above a zone."""
NARROWEST, WIDEST, HIGH = 34.0, 124.0, 48.0
"""Sizes of cards."""
FOOT = 15.0
"""What a card is higher if something stands below its name."""
SLIP = 21.0
"""The height of a slip, which stands for a card where there are many."""
MANY = 14
"""Cards that lie side by side; more lie as slips."""
FAN, STEP = 10, 9.0
"""Backs that are seen one by one, and how far apart; more are a pile."""
TRICK, APART = 160.0, 1.1
"""Room for what one player has in the middle, and how far apart such cards lie, for a size of 1."""
FANNED = 7
"""Cards with a symbol that lie side by side; more lie on each other."""
PAD, GAP = 14.0, 20.0
ACROSS = 4
"""Panels of owners side by side, at most."""


class Tray:
    """Draws the cards of one game."""

    def __init__(self, game: Game, palette: Palette, people: People) -> None:
        self.game, self.palette, self.people = game, palette, people

    def zones(self, piles: Sequence[Pile], room: float) -> list[Block]:
        """A panel with what is shared, then one for each owner, those side by side that are small."""
        seating = seating_of(self.game)
        if seating is not None:
            return [self.seated(seating, piles, room)]
        by_owner: dict[int | None, list[Pile]] = {}
        for pile in piles:
            by_owner.setdefault(pile.owner, []).append(pile)
        drawn = {owner: self.inside(there, room - 2 * PAD) for owner, there in by_owner.items()}
        made = [self.panel(None, drawn.pop(None), room)] if None in drawn else []
        panels = list(drawn.items())
        while panels:
            count = together([block.wide + 2 * PAD for _, block in panels], room)
            band, panels = panels[:count], panels[count:]
            high = max(block.high for _, block in band)
            even = [self.panel(owner, evolve(block, high=high), share(room, count)) for owner, block in band]
            made.append(flow(even, room, GAP))
        return made

    def seated(self, seating: Seating, piles: Sequence[Pile], room: float) -> Block:
        """Everybody's zones at their side of the table; zones that the plan names, and what is shared, between them."""
        by_owner: dict[int | None, list[Pile]] = {}
        for pile in piles:
            if pile.name not in seating.zones:
                by_owner.setdefault(pile.owner, []).append(pile)
        drawn: dict[Area, Block] = {}
        for seat, area in seating.seats.items():
            wide = seating.width(area, room)
            drawn[area] = self.panel(seat, self.inside(by_owner.get(seat, []), wide - 2 * PAD), wide)
        for name, area in seating.zones.items():
            drawn[area] = self.trick(seating, area, [pile for pile in piles if pile.name == name])
        shared, above = by_owner.get(None), []
        if shared and seating.middle is not None:
            wide = seating.width(seating.middle, room)
            drawn[seating.middle] = self.panel(None, self.inside(shared, wide - 2 * PAD), wide)
        elif shared:
            above.append(self.panel(None, self.inside(shared, room - 2 * PAD), room))
        return column([*above, around(seating, drawn, room)], GAP)

    def trick(self, seating: Seating, area: Area, piles: Sequence[Pile]) -> Block:
        """The cards of a zone in the middle, each towards the one whose it is."""
        blocks: dict[tuple[int, int], Block] = {}
        for pile in piles:
            there = seating.seats.get(pile.owner) if pile.owner is not None else None
            at = (0, 0) if there is None else (side(there.x, area.x), side(there.y, area.y))
            name = "" if pile.owner is None else self.people.name(self.people.seats[pile.owner])
            blocks[at] = self.zone(pile, TRICK, name or caption(pile))
        wide, high = (max((size(block) for block in blocks.values()), default=0) for size in (breadth_of, height_of))
        across, down = ({at[way] for at in blocks} | {0} for way in (0, 1))
        far_x, far_y = (0 if len(there) == 1 else 1 for there in (across, down))
        parts = [
            block.at((x + far_x) * wide * APART + (wide - block.wide) / 2, (y + far_y) * high * APART / 2)
            for (x, y), block in blocks.items()
        ]
        return Block(wide * (1 + 2 * APART * far_x), high * (1 + APART * far_y), tuple(parts))

    def inside(self, piles: Sequence[Pile], room: float) -> Block:
        """All zones of an owner, those of one name together if there are many."""
        named: dict[str, list[Pile]] = {}
        for pile in piles:
            named.setdefault(pile.name, []).append(pile)
        few = [pile for there in named.values() if len(there) <= MANY for pile in there]
        many = [there for there in named.values() if len(there) > MANY]
        blocks = [self.zone(pile, room, caption(pile)) for pile in few] + [self.slots(there, room) for there in many]
        return flow(blocks, room, 20, 12)

    def panel(self, owner: int | None, drawn: Block, room: float) -> Block:
        """Zones in a frame, below the name of their owner."""
        head = 0.0 if owner is None else 26.0
        parts = [box(0.5, 0.5, room - 1, drawn.high + head + 2 * PAD, "panel edge", 8), drawn.at(PAD, PAD + head)]
        if owner is not None:
            parts.append(disc(PAD + 6, PAD + 7, 6, f"{self.palette.seats[owner]} rim"))
            who = self.people.full(self.people.seats[owner])
            parts.append(text(PAD + 19, PAD + 7, who, room - 2 * PAD - 20, 14, "ink", bold=True))
        return Block(room, drawn.high + head + 2 * PAD + 1, tuple(parts))

    def zone(self, pile: Pile, room: float, said: str) -> Block:
        """One zone below its name and the number of its cards."""
        many = pile.cards is not None and len(pile.faces) > MANY and not self.halves(pile, pile.cards[0])
        if pile.cards is None and pile.count:
            cards = [self.backs(pile), *(self.slip(end, room, None) for end in known_ends(pile))]
        elif not pile.count:
            cards = [slot()]
        else:
            wide = max(self.need(pile, face) for face, _ in pile.faces)
            fan = self.fan(pile, room) if len(pile.faces) > FANNED else None
            cards = (
                [fan]
                if fan is not None
                else [
                    self.text_card(pile, *face, room) if many else self.card(pile, *face, wide) for face in pile.faces
                ]
            )
        drawn = flow(cards, room, 5)
        total = f"{said} ({pile.count})" if pile.count > 1 else said
        wide = min(room, max(drawn.wide, width(total, CAPTION)))
        head = Block(wide, 17, (text(0, 7, total, wide, CAPTION, "faint"),))
        return grouped(column([head, drawn], 3), **self.data(pile))

    def slots(self, piles: Sequence[Pile], room: float) -> Block:
        """Many zones of one name: their cards in rows, each below what tells it from the others."""
        cards = [self.zone(pile, room, " ".join(pile.index) or pile.name) for pile in piles]
        head = Block(room, 17, (text(0, 7, as_words(piles[0].words or piles[0].name), room, CAPTION, "faint"),))
        return column([head, flow(cards, room, 8)], 3)

    # --- Cards -------------------------------------------------------------------------------------------------------

    def face(self, pile: Pile, card: int) -> Face | None:
        return face_of(self.game, self.palette, pile.kind, card)

    def need(self, pile: Pile, face: int) -> float:
        """The width of a card; all cards of a zone are as wide as the widest."""
        drawn = self.face(pile, face)
        if drawn is not None:
            return max(drawn.wide, self.breadth(pile, face))
        rows = folded(self.game.machine.members[pile.kind][face])
        wide = max(width(row, LETTERS, True) for row in rows)
        return max(NARROWEST, min(WIDEST, wide + 14), self.breadth(pile, face))

    def breadth(self, pile: Pile, face: int) -> float:
        """The width of what stands below the name of a card."""
        return min(WIDEST, max((width(row, SMALL) for row in self.beside(pile, face)), default=0) + 14)

    def beside(self, pile: Pile, face: int) -> list[str]:
        """What a card says below its name, a line for each column of its table."""
        heads, values = headings(self.game, pile.kind), texts(self.game, pile.kind, face)
        said = (f"{head} {as_words(value)}" for head, value in zip(heads, values, strict=True))
        return [row for one in said for row in lines(one.split(), WIDEST - 14, SMALL)]

    def said(self, pile: Pile, face: int, count: int) -> str:
        """A card in full, as its hint has it."""
        name = self.game.machine.members[pile.kind][face]
        heads, values = headings(self.game, pile.kind), texts(self.game, pile.kind, face)
        known = ", ".join(f"{head} {value}" for head, value in zip(heads, values, strict=True))
        return times(count, name) + (f": {known}" if known else "")

    def hue(self, pile: Pile, face: int) -> str | None:
        label = label_of(self.game, pile.kind, face)
        return self.palette.own(label) or self.palette.accent(label)

    def card(self, pile: Pile, face: int, count: int, wide: float) -> Block:
        """A card; equal ones lie on each other."""
        drawn = self.face(pile, face)
        if drawn is not None:
            return self.signed_card(pile, face, count, drawn, wide)
        halves = self.halves(pile, face)
        if halves:
            return self.tile(pile, face, count, halves)
        hue = self.hue(pile, face)
        rows = folded(self.game.machine.members[pile.kind][face])
        behind = min(count - 1, 3) * 3
        below = self.beside(pile, face)
        high = HIGH + FOOT * len(below)
        parts = [box(1 + step, 1 + step, wide, high, "thing edge", 5) for step in range(behind, -1, -3)]
        if hue is not None:
            parts.append(box(1, 1 + 6, 4, high - 12, hue, 2))
        x, y = (1 if hue is None else 3) + wide / 2, 1 + HIGH / 2 - (len(rows) - 1) * 8
        y -= 4 if count > 1 and len(rows) > 1 else 0  # room for how many there are
        for number, row in enumerate(rows):
            parts.append(text(x, y + 16 * number, row, wide - 10, LETTERS, "ink", "middle", bold=True))
        for number, row in enumerate(below):
            parts.append(text(x, HIGH + 2 + FOOT * number, row, wide - 10, SMALL, "faint", "middle"))
        if count > 1:
            parts += badge(count, wide, 17)
        said = hint(self.said(pile, face, count))
        return Block(wide + behind + 2, high + behind + 2, (tag("g", said + "".join(parts), **self.data(pile, face)),))

    def signed_card(self, pile: Pile, card: int, count: int, face: Face, wide: float) -> Block:
        """A card with a symbol, and below that what its table says."""
        behind = min(count - 1, 3) * 3
        below = self.beside(pile, card)
        high = faces.HIGH + (FOOT * len(below) + 4 if below else 0)
        steps = range(behind, -1 if below else 0, -3)
        parts = [box(1 + step, 1 + step, wide, high, "card edge", 6) for step in steps]
        parts += draw_face(face, 1, 1, wide)
        parts += badge(count, wide, 17 if face.name else faces.HIGH) if count > 1 else []
        for number, row in enumerate(below):
            middle = faces.HIGH + 10 + FOOT * number
            parts.append(text(1 + wide / 2, middle, row, wide - 6, SMALL, "cardink", "middle"))
        inside = hint(self.said(pile, card, count)) + "".join(parts)
        return Block(wide + behind + 2, high + behind + 2, (tag("g", inside, **self.data(pile, card)),))

    def halves(self, pile: Pile, card: int) -> tuple[HalfTile, ...]:
        return halves_of(self.game, self.palette, pile.kind, card)

    def tile(self, pile: Pile, card: int, count: int, halves: tuple[HalfTile, ...]) -> Block:
        wide = len(halves) * SIDE
        parts = draw_tile(halves, 1, 1) + (badge(count, wide, SIDE) if count > 1 else [])
        inside = hint(self.said(pile, card, count)) + tag("g", "".join(parts))
        return Block(wide + 2, SIDE + 2, (tag("g", inside, **self.data(pile, card)),))

    def fan(self, pile: Pile, room: float) -> Block | None:
        """Many cards that lie on each other so that their corners are seen; None if those do not tell everything."""
        found = [(card, count, self.face(pile, card)) for card, count in pile.faces]
        if any(face is None or not face.indexed or count > 1 or self.beside(pile, card) for card, count, face in found):
            return None
        across = max(1, int((room - faces.WIDE - 2) // faces.STRIP) + 1)
        parts = []
        for number, (card, _, face) in enumerate(found):
            assert face is not None
            x, y = 1 + number % across * faces.STRIP, 1 + number // across * (faces.HIGH + 6)
            covered = number + 1 < len(found) and (number + 1) % across != 0
            inside = hint(self.said(pile, card, 1)) + "".join(draw_face(face, x, y, faces.WIDE, covered))
            parts.append(tag("g", inside, **self.data(pile, card)))
        rows, longest = -(-len(found) // across), min(len(found), across)
        return Block((longest - 1) * faces.STRIP + faces.WIDE + 2, rows * (faces.HIGH + 6) - 4, tuple(parts))

    def data(self, pile: Pile, card: int | None = None) -> dict[str, str | float]:
        """The zone, and the card if it may be seen, by the names of the rules."""
        return data(place_of(pile, self.people), "" if card is None else self.game.machine.members[pile.kind][card])

    def text_card(self, pile: Pile, face: int, count: int, room: float) -> Block:
        """A card as a line of text."""
        return self.slip(self.said(pile, face, count), room, self.hue(pile, face), **self.data(pile, face))

    def slip(self, said: str, room: float, hue: str | None, **more: str | float) -> Block:
        """A line of text in a frame; what is too long is cut, and stands in its hint."""
        shown = fitted(said, min(room, 190) - 16, SMALL)
        wide = width(shown, SMALL) + 16
        parts = [box(1, 1, wide - 2, SLIP - 2, "thing edge", 5)]
        if hue is not None:
            parts.append(box(3, 5, 3, SLIP - 10, hue, 1.5))
        parts.append(text(wide / 2 + 2, SLIP / 2, shown, wide - 12, SMALL, "ink", "middle"))
        return Block(wide, SLIP, (tag("g", hint(said) + "".join(parts), **more),))

    def backs(self, pile: Pile) -> Block:
        """Cards nobody here may see: side by side, or as a pile; how many, is written on the last."""
        fanned = pile.count <= FAN
        count, step = (pile.count, STEP) if fanned else (3, 2.5)
        parts = []
        for number in range(count):
            parts.append(box(1 + step * number, 1, NARROWEST, HIGH, "back rim", 5))
            parts.append(box(4 + step * number, 4, NARROWEST - 6, HIGH - 6, "weave", 3))
        last = 1 + step * (count - 1) + NARROWEST / 2
        if pile.count > 1:
            size = 14 if pile.count < 100 else 10
            parts.append(text(last, 1 + HIGH / 2, str(pile.count), NARROWEST - 4, size, "onback", "middle", bold=True))
        said = hint(f"{pile.title}: {pile.count} face down")
        return Block(NARROWEST + step * (count - 1) + 2, HIGH + 2, (tag("g", said + "".join(parts)),))


def side(there: int, here: int) -> int:
    """Which way somebody sits: -1, 0 or 1."""
    return (there > here) - (there < here)


def breadth_of(block: Block) -> float:
    return block.wide


def height_of(block: Block) -> float:
    return block.high


def together(widths: Sequence[float], room: float) -> int:
    """How many of the next panels stand side by side: as many as fit, in bands that are about as full."""
    fitting = [n for n in range(2, min(ACROSS, len(widths)) + 1) if max(widths[:n]) <= share(room, n)]
    most = max(fitting, default=1)
    return next((n for n in fitting if n == -(-len(widths) // -(-len(widths) // most))), most)


def share(room: float, across: int) -> float:
    """The width of each of several panels side by side."""
    return (room - GAP * (across - 1)) / across


def badge(count: int, wide: float, high: float) -> list[str]:
    """How many equal cards lie on each other, at the right side of a card above so high a line."""
    sign = f"x{count}"
    broad = width(sign, 10, True) + 6
    return [
        box(wide - broad + 3, high - 15, broad, 16, "other edge", 8),
        text(wide - broad / 2 + 3, high - 7, sign, broad, 10, "ink", "middle", bold=True),
    ]


def place_of(pile: Pile, people: People) -> str:
    """A zone as the rules call it: `hand[P1]`."""
    words = [*([] if pile.owner is None else [people.seats[pile.owner]]), *pile.index]
    return pile.name + (f"[{', '.join(words)}]" if words else "")


def slot() -> Block:
    """Where cards would lie."""
    parts = (
        box(1, 1, NARROWEST + 8, HIGH, "slot", 5),
        text(5 + NARROWEST / 2, 1 + HIGH / 2, "empty", NARROWEST + 6, 9, "faint", "middle"),
    )
    return Block(NARROWEST + 10, HIGH + 2, parts)


def caption(pile: Pile) -> str:
    return " ".join([as_words(pile.words or pile.name), *pile.index])


def folded(name: str) -> list[str]:
    """A name on one, two or three lines, as even as they can be."""
    words = as_words(name).split() or [name]
    longest = max(width(word, LETTERS, True) for word in words)
    tried = [lines(words, longest * more, LETTERS, True) for more in (1, 1.3, 1.6, 2)]
    return next((rows for most in (2, 3) for rows in tried if len(rows) <= most), [name])
