"""A book in, plain text out that is also Markdown: without pictures, for a terminal or a file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from astro_referee.interpreter.show.rulebook.book import (
    Block,
    Book,
    Grid,
    Illustration,
    Index,
    ItemList,
    ListItem,
    Paragraph,
    Section,
    Sentence,
)
from astro_referee.interpreter.show.rulebook.marked_text import pieces
from astro_referee.interpreter.values.text import clean, in_columns


def markdown(book: Book) -> str:
    rows = [f"# {plain(book.title.text)}", ""]
    rows += [f"> {said(sentence)}" for sentence in book.about]
    rows += [plain(f"{role}: {name}") for role, name in book.credits]
    for section in book.sections:
        rows += section_rows(section, 2)
    return "\n".join(rows).rstrip() + "\n"


def section_rows(section: Section, depth: int) -> Iterator[str]:
    yield ""
    yield f"{'#' * min(depth, 6)} {plain(section.heading.text)}"
    for block in section.blocks:
        rows = list(block_rows(block))
        if rows:
            yield ""
            yield from rows
    for inner in section.inner:
        yield from section_rows(inner, depth + 1)


def block_rows(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(sentence, "quote"):
            yield f"> {said(sentence)}"
        case Paragraph(sentence):
            yield said(sentence)
        case ItemList(items, numbered):
            yield from step_rows(items, numbered, "")
        case Grid(heads, rows):
            yield from (f"    {row}" for row in in_columns([[plain(h.text) for h in heads], *map(list, cells(rows))]))
        case Index(entries):
            yield ", ".join(plain(entry.word) for entry in entries)
        case Illustration():
            pass


def cells(rows: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, ...]]:
    return (tuple(map(clean, row)) for row in rows)


def step_rows(items: tuple[ListItem, ...], numbered: bool, indent: str) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        mark = f"{number}." if numbered else "-"
        yield f"{indent}{mark} {said(item.sentence)}"
        yield from step_rows(item.inner, numbered and item.numbered, f"{indent}{' ' * (len(mark) + 1)}")


def said(sentence: Sentence) -> str:
    """A sentence with its line behind it."""
    marks = {"formula": "`", "name": "*"}
    words = "".join(
        f"{(mark := marks.get(p.sort, ''))}{clean(p.text) if mark == '`' else plain(p.text)}{mark}"
        for p in pieces(sentence.text)
    )
    cited = f" [{', '.join(sentence.rulings)}]" if sentence.rulings else ""
    return f"{words}{cited} ({clean(sentence.place)})"


def plain(text: str) -> str:
    """Text in which Markdown sees no marks."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", clean(text))
