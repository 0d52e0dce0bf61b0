"""Options and variants in, sections out: what may be agreed on before a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from astro_referee.grammar import tree
from astro_referee.grammar.source import is_variant
from astro_referee.grammar.variants.parse import read_variant
from astro_referee.grammar.variants.splicing import line_number
from astro_referee.interpreter.play import library
from astro_referee.interpreter.show.rulebook.book import Block, ItemList, ListItem, Paragraph, Section, Sentence
from astro_referee.interpreter.show.rulebook.components import Components
from astro_referee.interpreter.show.rulebook.course import guard
from astro_referee.interpreter.show.rulebook.lexicon import Lexicon, in_words, listed
from astro_referee.interpreter.show.rulebook.marked_text import quoted
from astro_referee.interpreter.show.rulebook.phrases import Speaker

CHANGED = {
    "drop": "It leaves out",
    "replace": "It changes",
    "before": "It adds something before",
    "after": "It adds something after",
    "first": "It adds something at the beginning of",
    "last": "It adds something at the end of",
    "option": "It sets the option",
}
"""What a variant does to a part of its base."""


@frozen
class VariantNote:
    """A variant of the game that is known: what it is called, what it says of itself, where that stands."""

    title: str
    docs: str
    file: str
    line: int
    changes: tuple[str, ...] = ()


def known_variants(rules: Path) -> tuple[VariantNote, ...]:
    """The variants of a game in the folder of its rules."""
    found: list[VariantNote] = []
    for path in library.rule_files(rules.parent, "*.astro"):
        try:
            text = library.text_of(path)
        except (OSError, ValueError):
            continue
        variant = read_variant(text)[0] if is_variant(text) else None
        if variant is None:
            continue
        base = library.bundled().get(library.called(variant.base)) or path.parent / variant.base
        if base.resolve() == rules.resolve():
            line = line_number(text, variant.places[""].start)
            by_word: dict[str, list[str]] = {}
            for change in variant.changes:
                by_word.setdefault(CHANGED[change.word], []).append(" in ".join(map(in_words, reversed(change.path))))
            changes = tuple(f"{word}: {listed(dict.fromkeys(parts))}." for word, parts in by_word.items())
            found.append(VariantNote(variant.name, " ".join(variant.docs), path.name, line, changes))
    return tuple(found)


def options_section(lex: Lexicon, components: Components) -> Section | None:
    made = [option(lex, components, item) for item in lex.file.items if isinstance(item, tree.Option)]
    return Section("options", lex.label("book.options", "Options"), (), tuple(made)) if made else None


def option(lex: Lexicon, components: Components, item: tree.Option) -> Section:
    part, speaker = f"option.{item.name.word}", Speaker(lex)
    blocks: list[Block] = []
    if item.docs:
        blocks.append(Paragraph(lex.sentence(item, f"{part}.about", f"“{quoted(item.docs)}”"), "quote"))
    usual = f" Unless something else is agreed on: {speaker.value(item.value)}." if item.value is not None else ""
    asked = " Who begins a game is asked for it." if item.asked is not None else ""
    said = f"{components.type_of(speaker, item.type)}.{usual}{asked}"
    blocks.append(Paragraph(lex.sentence(item, f"{part}.is", said, () if item.docs else None)))
    if item.limits:
        limits = tuple(ListItem(lex.sentence(line, f"{part}.limit", guard(speaker, line))) for line in item.limits)
        blocks.append(ItemList(limits, numbered=False))
    return Section(lex.place(item.name.word), lex.label(f"{part}.heading", in_words(item.name.word)), tuple(blocks))


def variants_section(lex: Lexicon, variants: Sequence[VariantNote]) -> Section | None:
    """The variants that are there, and of what this game is one."""
    blocks: list[Block] = []
    base = lex.source.base
    if base is not None and lex.file.header is not None:
        said = f"This game is a variant of {quoted(base[0])}; this book has all changes in it."
        blocks.append(Paragraph(lex.sentence(lex.file.header, "book.base", said, ())))
    for note in variants:
        about = f": “{quoted(note.docs)}”" if note.docs else ""
        said = f"“{quoted(in_words(note.title))}” is a variant in a file of its own{about}."
        blocks.append(Paragraph(Sentence(f"variant.{note.title}", said, note.file, note.line)))
        changed = tuple(
            ListItem(Sentence(f"variant.{note.title}.{number}", quoted(change), note.file, note.line))
            for number, change in enumerate(note.changes, 1)
        )
        if changed:
            blocks.append(ItemList(changed, numbered=False))
    return Section("variants", lex.label("book.variants", "Variants"), tuple(blocks)) if blocks else None
