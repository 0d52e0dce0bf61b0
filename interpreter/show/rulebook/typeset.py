"""A book in, a document for typst out, and from that a PDF. Texts are string literals, so nothing in them is code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from attrs import frozen

from astro_referee.interpreter.show.rulebook.book import (
    Block,
    Book,
    Grid,
    Illustration,
    Index,
    IndexEntry,
    ItemList,
    Label,
    ListItem,
    Paragraph,
    Section,
    Sentence,
    places_of,
    ruling_places,
)
from astro_referee.interpreter.show.rulebook.marked_text import pieces
from astro_referee.interpreter.values.text import clean

COLUMNS, MOST_ENTRIES = 3, 135
"""Columns of an index, and its entries on a page."""
FEW_ROWS, MOST_ROWS = 10, 40
"""Rows from which a table is laid in parts, and those that fit on a page."""
LETTERS = 84
"""Letters of a line of tables."""
TEXT = 154
"""Millimetres between the margins."""
LARGEST = 0.4
"""Millimetres of a picture's own unit: a card is no larger than in the hand."""
PREAMBLE = """\
#set page(paper: "a4", margin: (left: 22mm, right: 34mm, top: 22mm, bottom: 24mm), numbering: "1")
#set text(size: 10.5pt, font: ("Libertinus Serif", "New Computer Modern"))
#set par(justify: false, leading: 0.62em)
#show heading.where(level: 1): it => block(above: 2.4em, below: 1em, text(18pt, it.body))
#show heading.where(level: 2): it => block(above: 1.4em, below: .7em, text(13pt, it.body))
#show heading.where(level: 3): it => block(above: 1.2em, below: .6em, text(11pt, it.body))
#show heading.where(level: 4): it => block(above: 1em, below: .5em, text(10.5pt, it.body))
#show link: set text(fill: rgb("#1d4f91"))
#let saying(it, note, sticky: false) = block(width: 100%, breakable: true, sticky: sticky)[\
#place(right, dx: 31mm, box(width: 29mm, align(left, \
text(calc.min(6.5pt, 160pt / note.len()), fill: luma(110), note))))#it]
#let words(it) = block(fill: luma(245), inset: (left: 6pt, y: 4pt), outset: (right: 4pt), width: 100%, it)
#let page-of(place) = context counter(page).at(label(place)).first()
#let cited(it) = super(text(6.5pt, it))
"""


class NoTypesetter(Exception):
    """The package `typst` is not installed."""


@frozen
class DocumentWriter:
    """Writes one book; links lead only to places that it has."""

    places: set[str]
    rulings: dict[str, str]

    def sentence(self, sentence: Sentence, leads: bool = False) -> str:
        """A sentence with the line of the rules beside it, in the margin; one that leads to something stays with it."""
        cites = "".join(f"#cited[{self.cite(name)}]" for name in sentence.rulings)
        sticky = ", sticky: true" if leads else ""
        return f"#saying([{self.text(sentence.text)}{cites}], {literal(sentence.place)}{sticky})"

    def cite(self, name: str) -> str:
        place = self.rulings.get(name)
        return linked(place, literal(name)) if place else f"#{literal(name)}"

    def text(self, text: str) -> str:
        made = []
        for piece in pieces(text):
            said = literal(piece.text)
            match piece.sort:
                case "link" if piece.place in self.places:
                    made.append(linked(piece.place, said))
                case "name":
                    made.append(f"#emph({said})")
                case "formula":
                    made.append(f"#raw({said})")
                case _:
                    made.append(f"#{said}")
        return "".join(made)

    def section(self, section: Section, depth: int) -> str:
        title = section.heading.text[:1].upper() + section.heading.text[1:]
        rows = [f"#heading(level: {min(depth, 4)}, {literal(title)}) #label({literal(section.place)})\n"]
        for block, after in zip_longest(section.blocks, section.blocks[1:]):
            # What leads to a table or a picture stays with it.
            rows.append(self.block(block, leads=isinstance(after, Grid | Illustration)) + "\n")
        rows += [self.section(inner, depth + 1) for inner in section.inner]
        return "\n".join(rows)

    def block(self, block: Block, leads: bool = False) -> str:
        match block:
            case Paragraph(sentence, "quote"):
                return f"#words[{self.sentence(sentence)}]"
            case Paragraph(sentence):
                return self.sentence(sentence, leads)
            case ItemList(items, numbered):
                return self.steps(items, numbered)
            case Grid(heads, rows):
                return self.grid(heads, rows)
            case Illustration(svg, caption):
                # Pictures of examples come two by two: both should stand near their sentences.
                wide, high = extent(svg, 92 if caption.key.startswith("example.") else 165)
                drawn = (
                    f'image(bytes({literal(svg)}), format: "svg", width: {wide}mm, height: {high}mm, fit: "contain")'
                )
                return f"#block(breakable: false)[#{drawn}\n#text(9pt)[{self.sentence(caption)}]]"
            case Index(entries):
                return "".join(
                    self.index(entries[at : at + MOST_ENTRIES]) for at in range(0, len(entries), MOST_ENTRIES)
                )

    def grid(self, heads: Sequence[Label], rows: Sequence[tuple[str, ...]]) -> str:
        """A table; a long narrow one in parts side by side. Short ones are not torn."""
        top = ", ".join(f"strong({literal(head.text)})" for head in heads)
        wide = sum(max(len(cell) for cell in column) + 4 for column in zip([h.text for h in heads], *rows, strict=True))
        parts = max(1, min(LETTERS // wide, -(-len(rows) // FEW_ROWS)))
        high = -(-len(rows) // parts)
        tables = [
            f"table(columns: {len(heads)}, stroke: .4pt + luma(180), inset: 3pt,\ntable.header({top}),\n"
            + "".join(f"{', '.join(map(literal, row))},\n" for row in rows[at : at + high])
            + ")"
            for at in range(0, max(1, len(rows)), max(1, high))
        ]
        torn = "true" if high > MOST_ROWS else "false"
        beside = f"grid(columns: {len(tables)}, column-gutter: 6mm, {', '.join(tables)})"
        return f"#block(breakable: {torn}, text(9pt, {beside if len(tables) > 1 else tables[0]}))"

    def index(self, entries: Sequence[IndexEntry]) -> str:
        """A part of the index that fits on a page, in columns of one height."""
        high = -(-len(entries) // COLUMNS)
        columns = [entries[at : at + high] for at in range(0, len(entries), high)]
        cells = ("".join(map(self.entry, column)) for column in columns)
        table = f"grid(columns: {COLUMNS}, column-gutter: 8mm, {', '.join(f'[{cell}]' for cell in cells)})"
        return f"#block(breakable: false, text(9pt, {table}))\n"

    def entry(self, entry: IndexEntry) -> str:
        return f"{linked(entry.place, literal(entry.word))} #h(1fr) #page-of({literal(entry.place)}) \\\n"

    def steps(self, items: Iterable[ListItem], numbered: bool) -> str:
        rows = []
        for item in items:
            inner = self.steps(item.inner, numbered and item.numbered) if item.inner else ""
            rows.append(f"[{self.sentence(item.sentence)}{inner}]")
        return f"#{'enum' if numbered else 'list'}({', '.join(rows)})"


def document(book: Book) -> str:
    """The source of the document."""
    writer = DocumentWriter(places_of(book), ruling_places(book))
    title = literal(book.title.text)
    rows = [
        PREAMBLE,
        f"#set document(title: {title})\n#set text(lang: {literal(book.language[:2])})\n",
        f"#v(4cm)\n#text(34pt, strong({title}))\n",
        *(f"#words[{writer.sentence(sentence)}]\n" for sentence in book.about),
        *(f"#{literal(f'{role}: {name}')} \\\n" for role, name in book.credits),
        "#v(1cm)\n#outline(depth: 1)\n#pagebreak()\n",
        *(writer.section(part, 1) for part in book.sections),
    ]
    return "\n".join(rows)


def pdf(source: str) -> bytes:
    """The pages of a document. Raises NoTypesetter if there is nothing that could set it."""
    try:
        import typst
    except ImportError:
        raise NoTypesetter from None
    made: object = typst.compile(source.encode())
    assert isinstance(made, bytes)
    return made


def extent(svg: str, most: int) -> tuple[int, int]:
    """Millimetres that a picture takes which is no wider than the text and no higher than that; small ones stay so."""
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)
    if not found:
        return TEXT, most
    across = min(TEXT, int(float(found[1]) * LARGEST) + 1)
    return across, min(most, int(across * float(found[2]) / float(found[1])) + 1)


def linked(place: str, said: str) -> str:
    return f"#link(label({literal(place)}), {said})"


def literal(text: str) -> str:
    """A text as a string of typst: only these two signs mean something in one."""
    said = clean(text.replace("\n", " ")).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{said}"'
