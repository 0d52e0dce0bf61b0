"""Numbered rules in, questions and answers out. A ruling may ask its own question; else that is about what cites it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from astro_referee.grammar import tree
from astro_referee.interpreter.show.rulebook.book import Block, Paragraph, Section, Sentence
from astro_referee.interpreter.show.rulebook.lexicon import Explained, Lexicon, in_words, listed, place_of
from astro_referee.interpreter.show.rulebook.marked_text import link, plain_text, quoted
from astro_referee.interpreter.show.rulebook.phrases import Speaker

WHOLE = "the game as a whole"
SORTS = {"var": "note", "zone": "place", "def": "word", "procedure": "steps", "kind": "kind"}


def rulings_section(lex: Lexicon, tested: Mapping[str, Sequence[str]], examples: Section | None) -> Section | None:
    """All rulings by the part that cites them first; `tested` are the titles of the tests that name each."""
    places = {example.heading.text: example.place for example in examples.inner} if examples is not None else {}
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
        question = quoted(part) if asks else f"What has been ruled about {subject}?"
        blocks: list[Block] = []
        for ruling in there:
            name = ruling.name.word
            others = [other for other in cited.get(name, ()) if other != part]
            blocks.append(
                Paragraph(answer(lex, ruling, others, shown_by(tested.get(name, ()), places), asks), "answer")
            )
        names = tuple(ruling.name.word for ruling in there)
        label = lex.label(f"ruling.{names[0]}.heading", plain_text(question))
        inner.append(Section(f"ruling-{names[0]}", label, tuple(blocks), rulings=names))
    return Section("rulings", lex.label("book.rulings", "Questions and answers"), (), tuple(inner))


def answer(
    lex: Lexicon,
    ruling: tree.Ruling,
    others: Sequence[str],
    shown: str,
    asks: bool,
) -> Sentence:
    """A ruling with where it comes from, what else cites it, and what shows it."""
    text = ruling.text.partition("? ")[2] if asks else ruling.text
    said = f"{quoted(ruling.name.word)}: {quoted(text)}"
    if ruling.condition is not None:
        said += f" (This holds if {Speaker(lex).clause(ruling.condition)}.)"
    if ruling.source:
        said += f" (Rulebook: {quoted(ruling.source)}.)"
    if others:
        said += f" Also for {listed(named(lex, part) for part in others)}."
    return lex.sentence(ruling, f"ruling.{ruling.name.word}", said + shown, ())


def shown_by(tests: Sequence[str], places: Mapping[str, str]) -> str:
    """Where the book shows a ruling, and how many tests do."""
    seen = [f"“{link(title, places[title])}”" for title in tests if title in places]
    if seen:
        return f" See the example{'s' if len(seen) > 1 else ''} {listed(seen)}."
    return f" Shown by {len(tests)} test{'s' if len(tests) > 1 else ''}." if tests else ""


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
