"""A book as data: sections of sentences, tables and pictures. Whoever prints it decides how that looks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import field, frozen


@frozen
class Sentence:
    """One sentence in marked text, with the place of the rules it says in words.

    `key` names it in files of translations; `rulings` are the numbered rules that its line cites.
    """

    key: str
    text: str
    file: str
    line: int
    rulings: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


@frozen
class Label:
    """Words of the book itself or a name: a heading, the head of a column."""

    key: str
    text: str


@frozen
class Paragraph:
    """A sentence by itself. `sort` is plain, quote (the author's own words) or answer."""

    sentence: Sentence
    sort: str = "plain"


@frozen
class ListItem:
    """A sentence of a list, with what belongs below it; `numbered` if the order of that counts."""

    sentence: Sentence
    inner: tuple[ListItem, ...] = ()
    numbered: bool = True


@frozen
class ItemList:
    """A list; `numbered` if its order counts."""

    items: tuple[ListItem, ...]
    numbered: bool = True


@frozen
class Grid:
    """A table of plain texts."""

    heads: tuple[Label, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Illustration:
    """A picture with what it shows."""

    svg: str = field(repr=False)
    caption: Sentence


@frozen
class IndexEntry:
    """A word, and where it is explained."""

    word: str
    place: str


@frozen
class Index:
    entries: tuple[IndexEntry, ...]


Block = Paragraph | ItemList | Grid | Illustration | Index


@frozen
class Section:
    """A part of the book; `place` is where links to it lead."""

    place: str
    heading: Label
    blocks: tuple[Block, ...] = ()
    inner: tuple[Section, ...] = ()
    rulings: tuple[str, ...] = ()
    """The numbered rules that are answered here."""


@frozen
class Book:
    """A whole book. `language` is the one that its sentences are in."""

    title: Label
    about: tuple[Sentence, ...]
    credits: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    language: str = "en"


def sections_of(parts: tuple[Section, ...]) -> Iterator[Section]:
    """All sections, each before those inside it."""
    for part in parts:
        yield part
        yield from sections_of(part.inner)


def steps_of(items: tuple[ListItem, ...]) -> Iterator[ListItem]:
    for item in items:
        yield item
        yield from steps_of(item.inner)


def sentences_of(book: Book) -> Iterator[Sentence]:
    """Every sentence in the order of the book."""
    yield from book.about
    for section in sections_of(book.sections):
        for block in section.blocks:
            match block:
                case Paragraph(sentence):
                    yield sentence
                case ItemList(items):
                    yield from (item.sentence for item in steps_of(items))
                case Illustration(caption=caption):
                    yield caption
                case _:
                    pass


def labels_of(book: Book) -> Iterator[Label]:
    """Every heading."""
    yield book.title
    for section in sections_of(book.sections):
        yield section.heading
        for block in section.blocks:
            if isinstance(block, Grid):
                yield from block.heads


def ruling_places(book: Book) -> dict[str, str]:
    """Where each numbered rule is answered."""
    return {name: section.place for section in sections_of(book.sections) for name in section.rulings}


def places_of(book: Book) -> set[str]:
    """Where links can lead."""
    return {section.place for section in sections_of(book.sections)}


def in_order(entry: IndexEntry) -> tuple[bool, tuple[tuple[str, int], ...], str]:
    """Words by the alphabet, then rulings; numbers in them by their size: A2 comes before A10."""
    found = re.findall(r"(\D+)(\d*)", entry.word.casefold())
    parts = tuple((letters, int(digits or 0)) for letters, digits in found)
    return entry.place.startswith("ruling-"), parts, entry.place
