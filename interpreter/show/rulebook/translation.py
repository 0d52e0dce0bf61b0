"""Files of translations: a book in, what is to be translated out; such a file in, the book in another language out.

Each entry is a line `KEY: text` with the text of the book, and below it a line `= text` with the translation. A line
`? text` is a translation of what the book once said there: it is kept, but not used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from astro_referee.interpreter.show.rulebook.book import (
    Block,
    Book,
    Grid,
    Illustration,
    ItemList,
    Label,
    ListItem,
    Paragraph,
    Section,
    Sentence,
    in_order,
    labels_of,
    sections_of,
    sentences_of,
)

FIRST = "astro words 1"
GONE = "# no longer in the book:"
LANGUAGE = re.compile(r"language: *([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*) *$")
ENTRY = re.compile(r"(?P<key>[^\s:][^:]*): (?P<text>.*)")


class BadWords(ValueError):
    """A file that is no file of translations."""


@frozen
class WordFile:
    """What a file holds: by key, the text that was translated, and what it is in the other language."""

    language: str
    entries: Mapping[str, tuple[str, str]]
    """Translations that are good for a text; without one, an empty text."""
    doubtful: Mapping[str, str]
    """Translations of texts that have changed."""


@frozen
class Translated:
    """A book in another language, the file brought up to date, and how complete it is."""

    book: Book
    file: str
    missing: tuple[str, ...]
    stale: tuple[str, ...]
    gone: tuple[str, ...]


def read_words(text: str) -> WordFile:
    """The entries of a file. Raises BadWords with the line that cannot be read."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST:
        raise BadWords(f"the first line is not `{FIRST}`")
    language, key = "en", ""
    entries: dict[str, tuple[str, str]] = {}
    doubtful: dict[str, str] = {}
    for number, line in enumerate(lines[1:], 2):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        found = LANGUAGE.match(said)
        if found and not entries:
            language = found[1]
        elif said.startswith("=") and key:
            entries[key] = entries[key][0], said[1:].strip()
        elif said.startswith("?") and key:
            doubtful[key] = said[1:].strip()
        else:
            entry = ENTRY.fullmatch(said)
            if entry is None:
                raise BadWords(f"line {number} is neither `KEY: text` nor `= text`")
            key = entry["key"]
            if key in entries:
                raise BadWords(f"line {number} has `{key}` a second time")
            entries[key] = entry["text"].strip(), ""
    return WordFile(language, entries, doubtful)


def texts_of(book: Book) -> dict[str, str]:
    """Every text of a book by its key, in order."""
    found = {label.key: label.text for label in labels_of(book)}
    return found | {sentence.key: sentence.text for sentence in sentences_of(book)}


def translated(book: Book, words: WordFile) -> Translated:
    """The book as far as it is translated; what is not, stays as it is."""
    texts = texts_of(book)
    # A line more in the rules gives others another key: a text that was translated once stays so, wherever it stands.
    known = {" ".join(text.split()): said for text, said in words.entries.values() if said}
    good = {key: known[text] for key, text in texts.items() if text in known}
    old = {**words.doubtful}
    still = set(texts.values())
    old |= {key: said for key, (text, said) in words.entries.items() if said and " ".join(text.split()) not in still}
    old = {key: said for key, said in old.items() if key in texts}
    stale = tuple(key for key in old if key not in good)
    gone = {key: pair for key, pair in words.entries.items() if key not in texts and (pair[1] or key in words.doubtful)}
    missing = tuple(key for key in texts if key not in good and key not in stale)
    rows = [FIRST, f"language: {words.language}", ""]
    rows += entry_rows(texts, good, old)
    if gone:
        rows += [GONE, ""]
        for key, (text, said) in gone.items():
            rows += [f"{key}: {text}", f"  = {said}" if said else f"  ? {words.doubtful[key]}", ""]
    return Translated(
        in_language(book, good, words.language), "\n".join(rows).rstrip() + "\n", missing, stale, tuple(gone)
    )


def entry_rows(texts: Mapping[str, str], good: Mapping[str, str], old: Mapping[str, str]) -> Iterator[str]:
    for key, text in texts.items():
        yield f"{key}: {text}"
        if key in old:
            yield f"  ? {old[key]}"
        yield f"  = {good.get(key, '')}".rstrip()
        yield ""


# --- The book in other words -----------------------------------------------------------------------------------------


def in_language(book: Book, good: Mapping[str, str], language: str) -> Book:
    """The same book with the texts that are there in another language."""

    def label(one: Label) -> Label:
        return evolve(one, text=good.get(one.key, one.text))

    def sentence(one: Sentence) -> Sentence:
        return evolve(one, text=good.get(one.key, one.text))

    def step(one: ListItem) -> ListItem:
        return evolve(one, sentence=sentence(one.sentence), inner=tuple(map(step, one.inner)))

    def block(one: Block) -> Block:
        match one:
            case Paragraph():
                return evolve(one, sentence=sentence(one.sentence))
            case ItemList():
                return evolve(one, items=tuple(map(step, one.items)))
            case Grid():
                return evolve(one, heads=tuple(map(label, one.heads)))
            case Illustration():
                return evolve(one, caption=sentence(one.caption))
            case _:
                words = {part.place: part.heading.text for part in sections_of(tuple(sections))}
                entries = (evolve(e, word=words.get(e.place, e.word)) for e in one.entries)
                return evolve(one, entries=tuple(sorted(entries, key=in_order)))

    def section(one: Section) -> Section:
        return evolve(
            one,
            heading=label(one.heading),
            blocks=tuple(map(block, one.blocks)),
            inner=tuple(map(section, one.inner)),
        )

    sections: list[Section] = []
    for part in book.sections:
        sections.append(section(part))
    return evolve(
        book,
        title=label(book.title),
        about=tuple(map(sentence, book.about)),
        sections=tuple(sections),
        language=language,
    )
