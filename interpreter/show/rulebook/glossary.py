"""Defs in, the words of the game out, each with its author's sentence and what it is worth; and the index of a book."""

from __future__ import annotations

from collections import Counter

from astro_referee.grammar import tree
from astro_referee.interpreter.show.rulebook.book import (
    Block,
    Index,
    IndexEntry,
    ItemList,
    ListItem,
    Paragraph,
    Section,
    in_order,
    sections_of,
)
from astro_referee.interpreter.show.rulebook.course import guard, named_param
from astro_referee.interpreter.show.rulebook.lexicon import RELATING, Lexicon
from astro_referee.interpreter.show.rulebook.marked_text import quoted
from astro_referee.interpreter.show.rulebook.phrases import Speaker

THINGS = ("option", "kind", "table", "card", "token", "die", "zone", "var", "history")
WORDS = (*THINGS, "def", "procedure", "phase", "move")
"""What is in the index, by the first part of its place."""


def words_of_game(lex: Lexicon) -> Section | None:
    """A section for each def."""
    made = [definition(lex, item) for item in lex.file.items if isinstance(item, tree.Def)]
    return Section("words", lex.label("book.words", "Words of the game"), (), tuple(made)) if made else None


def definition(lex: Lexicon, item: tree.Def) -> Section:
    part, speaker = f"def.{item.name.word}", Speaker(lex)
    blocks: list[Block] = []
    if item.docs:
        blocks.append(Paragraph(lex.sentence(item, f"{part}.about", f"“{quoted(item.docs)}”"), "quote"))
    given = [named_param(lex, speaker, field) for field in item.params]
    term = f"“{quoted(lex.word(item.name.word))}”"
    # "player of a planet", not "player of of a planet".
    of = " " if lex.word(item.name.word).endswith(RELATING) else " of "
    of = f"{of}{' and '.join(given)}" if given else ""
    steps: list[ListItem] = []
    for let in item.lets:
        steps.append(ListItem(lex.sentence(let, f"{part}.let", guard(speaker, let))))
    tags = () if item.docs else None
    if item.rules:
        steps += [ListItem(lex.sentence(line, f"{part}.when", guard(speaker, line))) for line in item.rules]
    elif len(item.cases) == 1 and not item.lets:
        # The whole def stands on its own line.
        value = worth(speaker, item.cases[0].value)
        node = item if item.cases[0].condition is None else item.cases[0]
        steps.append(ListItem(lex.sentence(node, f"{part}.case", f"{term}{of}: {value}.", tags)))
        return Section(
            lex.place(item.name.word),
            lex.label(f"{part}.heading", lex.word(item.name.word)),
            (*blocks, ItemList(tuple(steps), False)),
        )
    else:
        steps += [
            ListItem(lex.sentence(case, f"{part}.case", case_of(speaker, case), case.tags)) for case in item.cases
        ]
    head = lex.sentence(item, f"{part}.head", f"{term}{of}:" if not item.rules else f"{term}{of} is true:", tags)
    blocks.append(ItemList((ListItem(head, tuple(steps)),), numbered=False))
    return Section(lex.place(item.name.word), lex.label(f"{part}.heading", lex.word(item.name.word)), tuple(blocks))


def worth(speaker: Speaker, value: tree.Expr) -> str:
    """A value, or when a condition holds."""
    if isinstance(value, tree.Literal) and value.word in ("yes", "no"):
        return "true" if value.word == "yes" else "not true"
    return f"true if {speaker.clause(value)}" if speaker.lex.is_condition(value) else speaker.value(value)


def case_of(speaker: Speaker, case: tree.Case) -> str:
    said = worth(speaker, case.value)
    if case.condition is not None:
        return f"if {speaker.clause(case.condition)}: {said};"
    return f"otherwise: {said}." if case.otherwise else f"{said}."


def is_word(section: Section) -> bool:
    """Whether a section is about something that has a name."""
    return section.place.partition("-")[0] in WORDS


def index_of(parts: tuple[Section, ...], lex: Lexicon) -> Section:
    """Every word that a section is about, in the order of the alphabet."""
    inner = [section for part in parts for section in sections_of(part.inner) if is_word(section)]
    often = Counter(section.heading.text for section in inner)
    entries = {
        IndexEntry(
            f"{one.heading.text} ({one.place.partition('-')[0]})" if often[one.heading.text] > 1 else one.heading.text,
            one.place,
        )
        for one in inner
    }
    entries |= {
        IndexEntry(name, section.place)
        for part in parts
        for section in sections_of(part.inner)
        for name in section.rulings
    }
    ordered = sorted(entries, key=in_order)
    return Section("index", lex.label("book.index", "Index"), (Index(tuple(ordered)),))
