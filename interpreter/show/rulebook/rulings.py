"""Numbered rules in, questions and answers out. A ruling may ask its own question; else that is about what cites it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from astro_referee.grammar import tree
from astro_referee.interpreter.show.rulebook.book import Block, Paragraph, Section, Sentence
from astro_referee.interpreter.show.rulebook.lexicon import Explained, Lexicon, in_words, listed, place_of
from astro_referee.interpreter.show.rulebook.marked_text import link, plain_text, quoted
from astro_referee.interpreter.show.rulebook.phrases import Speaker

WHOLE = "the game as a whole"
MOST_TESTS = 2
"""Tests that an answer names."""
SORTS = {"var": "note", "zone": "place", "def": "word", "procedure": "steps", "kind": "kind"}


def rulings_section(lex: Lexicon, tested: Mapping[str, Sequence[str]]) -> Section | None:
    """All rulings by the part that cites them first; `tested` are the titles of the tests that name each."""
    rulings = [item for item in lex.file.items if isinstance(item, tree.Ruling)]
    if not rulings:
        return None
    cited: dict[str, list[str]] = {}
    for tag, part in citations(lex.file):
        parts = cited.setdefault(tag, [])
        if part not in parts:
            parts.append(part)
    groups: dict[str, list[tree.Ruling]] = {}
    for ruling in rulings:
        if "? " in ruling.text:
            groups[f"{ruling.text.partition('? ')[0]}?"] = [ruling]
        else:
            groups.setdefault(next(iter(cited.get(ruling.name.word, ())), ""), []).append(ruling)
    inner = []
    for part, there in groups.items():
        asks = part.endswith("?")
        subject = part if asks else named(lex, part)
        question = quoted(part) if asks else f"What is ruled on {subject}?"
        blocks: list[Block] = []
        first = lex.sentence(there[0], "ruling.question", question, ())
        blocks.append(Paragraph(first, "question"))
        for ruling in there:
            name = ruling.name.word
            others = [other for other in cited.get(name, ()) if other != part]
            blocks.append(Paragraph(answer(lex, ruling, others, tested.get(name, ()), asks), "answer"))
        names = tuple(ruling.name.word for ruling in there)
        label = lex.label(f"ruling.{names[0]}.heading", listed(names) if asks else plain_text(subject))
        inner.append(Section(f"ruling-{names[0]}", label, tuple(blocks), rulings=names))
    return Section("rulings", lex.label("book.rulings", "Questions and answers"), (), tuple(inner))


def answer(
    lex: Lexicon,
    ruling: tree.Ruling,
    others: Sequence[str],
    tests: Sequence[str],
    asks: bool,
) -> Sentence:
    """A ruling with where it comes from, what else cites it, and which tests show it."""
    text = ruling.text.partition("? ")[2] if asks else ruling.text
    said = f"{quoted(ruling.name.word)}: {quoted(text)}"
    if ruling.condition is not None:
        said += f" (This holds if {Speaker(lex).clause(ruling.condition)}.)"
    if ruling.source:
        said += f" (Rulebook: {quoted(ruling.source)}.)"
    if others:
        said += f" Also for {listed(named(lex, part) for part in others)}."
    if tests:
        shown = listed(f"“{quoted(title)}”" for title in tests[:MOST_TESTS])
        more = f" and {len(tests) - MOST_TESTS} more" if len(tests) > MOST_TESTS else ""
        said += f" Shown by the test{'s' if len(tests) > 1 else ''} {shown}{more}."
    return lex.sentence(ruling, f"ruling.{ruling.name.word}", said, ())


def named(lex: Lexicon, part: str) -> str:
    """What a part is called in a question."""
    if not part:
        return WHOLE
    if part == "end":
        return link("the end of the game", "end")
    sort, _, name = part.partition("-")
    word = in_words(name) if sort in ("phase", "move") else lex.word(name)
    return f"the {SORTS.get(sort, sort)} “{link(word, part)}”"


def citations(file: tree.File) -> Iterator[tuple[str, str]]:
    """Every citation with the named part around it."""
    if file.header is not None:
        yield from ((tag.name, "") for tag in file.header.tags)
    for item in file.items:
        if not isinstance(item, tree.Ruling):
            yield from cited_in(item, "end" if isinstance(item, tree.End) else "")


def cited_in(node: object, part: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, tuple):
        for inner in node:
            yield from cited_in(inner, part)
        return
    if not isinstance(node, tree.Node):
        return
    if isinstance(node, Explained):
        part = place_of(node)
    if isinstance(node, tree.Tag):
        yield node.name, part
    for attribute in node.__attrs_attrs__:
        yield from cited_in(getattr(node, attribute.name), part)
