"""What is cited but not there, and what is there but never used."""

from __future__ import annotations

import re
from collections import Counter

from astro_referee.grammar import tree
from astro_referee.interpreter.check.mistakes import names as mistakes
from astro_referee.interpreter.check.names import dependencies
from astro_referee.interpreter.check.names.declared import Meaning
from astro_referee.interpreter.check.names.scope import Checker

WORD = re.compile(r"@?[A-Za-z_][A-Za-z0-9_]*")


def unused(c: Checker) -> None:
    """Footnotes without a ruling are errors; what is declared and never used is warned about.

    Where there are errors, a line that uses something may not have been read to its end; so only what occurs nowhere
    else in the text is called unused then.
    """
    mentioned = Counter(WORD.findall(c.source.text)) if c.failed or c.partial else Counter()
    rulings(c, mentioned)
    idle = {word: symbol for word, symbol in c.declared.symbols.items() if is_idle(c, word, symbol, mentioned)}
    left_over(c, [word for word, symbol in idle.items() if c.source.is_of_base(symbol.span.start)])
    for word, symbol in idle.items():
        if c.is_offered(symbol.span):
            continue
        if symbol.sort == "field" and word in c.found.written:
            c.report(mistakes.StoredOnly(word), symbol.span)
        elif symbol.sort == "field" and f"roll {word}" in c.found.used:
            c.report(mistakes.RolledOnly(word), symbol.span)
        else:
            c.report(mistakes.Unused(word), symbol.span)
    for word, info in c.declared.fields.items():
        unfed = word in c.found.used and word not in c.found.written and not mentioned[word] > 1
        if info.sort == "var" and unfed and not c.is_offered(info.span):
            c.report(mistakes.NeverStored(word), info.span)
        if info.sort == "history" and unfed and not c.is_offered(info.span):
            c.report(mistakes.NeverRemembers(word), info.span)
    given = {param.name.span for word in c.source.replaced for param in parameters(c, word)}
    for word, span in c.found.idle:
        if mentioned[word] <= 1 and span not in given:
            c.report(mistakes.Unused(word), span)
    for item in c.file.items:
        if not isinstance(item, tree.Move) or c.is_offered(item.span):
            continue
        if f"move {item.name.word}" not in c.found.used and mentioned[item.name.word] <= 1:
            others = [move for _, move in c.declared.move_nodes[item.name.word] if c.source.is_of_base(move.span.start)]
            c.report(mistakes.NeverOffered(item.name.word, bool(others)), item.name.span)


def is_idle(c: Checker, word: str, symbol: Meaning, mentioned: Counter[str]) -> bool:
    """Whether nothing speaks of what stands at the left margin; a word that only tests need is there for them."""
    if symbol.sort == "kind" and c.partial:
        return False  # a row that could not be read may have had the member that is used
    if symbol.sort in ("member", "ways", "broken") or word in c.found.used or word in ("player", "Direction"):
        return False
    if symbol.sort in ("def", "procedure") and word in c.tested:
        return False
    members = c.declared.kinds[word].members if symbol.sort == "kind" and word in c.declared.kinds else ()
    return mentioned[word] <= 1 and not any(member in c.found.used or mentioned[member] > 1 for member in members)


def left_over(c: Checker, words: list[str]) -> None:
    """Parts of a base that its variant does not need any more; a game that changes itself would have to drop them."""
    own = [word for word in words if c.source.is_own(c.declared.symbols[word].span.start)]
    if own and c.file.header is not None and not c.failed and not c.partial:
        c.report(mistakes.UnusedOfBase(tuple(own)), c.file.header.span)


def parameters(c: Checker, word: str) -> tuple[tree.Field, ...]:
    """What a def or procedure is given. One that a variant puts in the place of another takes what the base gives."""
    node = c.declared.procedure_nodes.get(word) or c.declared.def_nodes.get(word)
    return node.params if node is not None else ()


def rulings(c: Checker, mentioned: Counter[str]) -> None:
    cited = [node for node in dependencies.inside(c.file) if isinstance(node, tree.Tag)]
    for tag in cited:
        if tag.name not in c.declared.rulings:
            alike = c.alike(tag.name, c.declared.rulings)
            c.report(mistakes.UnknownRuling(tag.name, c.dropped.get(tag.name) or alike), tag.span)
    names = {tag.name for tag in cited}
    for ruling in c.declared.rulings.values():
        if c.is_offered(ruling.span):
            continue
        if ruling.name not in names | c.found.used and not mentioned[f"@{ruling.name}"]:
            c.report(mistakes.NeverCited(ruling.name), ruling.span)
