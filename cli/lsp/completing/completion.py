"""What can be typed at a cursor: words that begin a line, names that are known there, files, rulings, members.

What fits best comes first: members where a value of their kind is wanted, a def where it is.
"""

from __future__ import annotations

import re
from pathlib import Path

from lsprotocol import types

from astro_referee.cli.lsp.describing import COMPLETIONS, described
from astro_referee.cli.store import Analysis
from astro_referee.grammar.syntax.words import HEADS, LOOSE, MARGIN, OPENINGS, RESERVED
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, BUILTIN_NAMES
from astro_referee.interpreter.play import library
from astro_referee.interpreter.program.symbols import Index, Symbol, SymbolKind
from astro_referee.interpreter.values.types import BagOf, Either, ListOf, Member, RowOf, SetOf, Type

SNIPPETS = {
    "game": 'game ${1:Name} for ${2:2} players\n  "${3:What it is about.}"',
    "kind": "kind ${1:Name}: ${2:one}, ${3:two}",
    "option": 'option ${1:name}: bool = ${2:yes}\n  "${3:What it changes.}"',
    "ruling": 'ruling ${1:R1} "${2:What holds.}" from "${3:l.1}"',
    "grid": "grid ${1:Square}: each ${2:column} in ${3:1..8}, ${4:row} in ${5:1..8}",
    "card": "card ${1:Card}: each ${2:rank} in ${3:1..10}",
    "zone": "zone ${1:hand} for each player: ${2:Card}, seen by ${3:owner}",
    "var": "var ${1:name}: ${2:0..10}",
    "die": "die ${1:pip}: ${2:1..6}",
    "def": "def ${1:name}(${2:p: player}) = ${3:value}",
    "procedure": 'procedure ${1:name}\n  ${2:say "done"}',
    "phase": 'phase ${1:play}\n  turns clockwise from P1\n    move ${2:go}\n      then\n        ${3:say "gone"}',
    "turns": 'turns clockwise from ${1:P1}\n  move ${2:go}\n    then\n      ${3:say "gone"}',
    "move": 'move ${1:name}(${2:thing} in ${3:1..3})\n  when ${4:yes} else "${5:why not}"\n  then\n    ${6:say "done"}',
    "when": 'when ${1:condition} else "${2:why not}"',
    "test": 'test "${1:what holds}"\n  ${2:P1 "move"}\n  expect ${3:condition}',
    "variant": 'variant ${1:Name} of "${2:game}"',
    "tests": 'tests of "${1:game.astro}"',
    "end": "end\n  winner ${1:me}",
}
"""Constructs with holes to fill in."""
STRING = re.compile(r'"[^"]*$')
NAMED_FILE = re.compile(r'^\s*(use|variant\s+\w+\s+of|tests\s+of)\s*"[^"]*$')
DOT = re.compile(r"([A-Za-z_]\w*)(?:\[[^\]]*\]|\([^)]*\))?\.\w*$")
TAG = re.compile(r"@\w*$")
START = re.compile(r"^\s*\w*$")
COMPARED = re.compile(
    r"([A-Za-z_]\w*)(?:\[[^\]]*\]|\([^)]*\))?\s*(?:\bis\s+not|\bis|\bnot\s+in|\bin|[-+]?=|<=?|>=?)\s*\{?\w*$"
)
"""A name, and what its value is compared with or becomes."""
ATTRIBUTES = ("size", "at", "next", "previous", "opposite", "neighbours", "around", "top", "bottom")


def completions(analysis: Analysis, index: Index, text: str, line: int, column: int) -> list[types.CompletionItem]:
    """What may follow the beginning of a line; editors choose by what is typed on."""
    if found := NAMED_FILE.match(text):
        return [item(name, types.CompletionItemKind.File) for name in files(analysis, found[1])]
    quoted = STRING.search(text) if text.count('"') % 2 else None
    if quoted is not None and quoted[0].rfind("{") <= quoted[0].rfind("}"):
        return []  # a text is the author's; in its holes stand names
    if TAG.search(text):
        return [named(analysis, index, one) for one in index.symbols if one.sort is SymbolKind.RULING]
    if found := DOT.search(text):
        return after_dot(analysis, index, found[1])
    known = [
        named(analysis, index, one)
        for one in index.visible(analysis.file, line, column)
        if one.sort not in (SymbolKind.RULING, SymbolKind.COLUMN, SymbolKind.GAME, SymbolKind.LIBRARY)
    ]
    if quoted is not None:
        return known
    if START.match(text):
        return [*heads(text), *known]
    wanted = COMPARED.search(text)
    known = first_members(index, known, wanted[1]) if wanted is not None else known
    words = [item(word, types.CompletionItemKind.Keyword) for word in sorted({*RESERVED, *LOOSE})]
    builtins = [
        item(word, types.CompletionItemKind.Function, said)
        for word, said in sorted({**BUILTIN_NAMES, **BUILTIN_FUNCTIONS}.items())
    ]
    return [*known, *builtins, *words]


def first_members(index: Index, known: list[types.CompletionItem], name: str) -> list[types.CompletionItem]:
    """Members of the kind that a name has values of come first."""
    kinds = {kind for one in index.symbols if one.name == name and one.type is not None for kind in kinds_of(one.type)}
    fitting = {one.name for one in index.symbols if one.sort is SymbolKind.MEMBER and one.owner in kinds}
    for one in known:
        if one.label in fitting:
            one.sort_text = f" {one.label}"
            one.preselect = one.label == min(fitting)
    return known


def kinds_of(of: Type) -> set[str]:
    """The kinds whose members values of a type are, or are made of."""
    match of:
        case Member(kind):
            return {kind}
        case SetOf(inner) | BagOf(inner) | ListOf(inner) | RowOf(inner) | Either(inner):
            return kinds_of(inner)
        case _:
            return set()


def heads(text: str) -> list[types.CompletionItem]:
    """Words that begin a line: some only at the left margin, the others only further in."""
    inside = text[:1].isspace()
    found = [word for word, terminal in HEADS.items() if inside != (terminal in MARGIN) or word in ("phase", "move")]
    return [construct(word) for word in sorted({*found, *(OPENINGS if inside else ())})]


def construct(word: str) -> types.CompletionItem:
    if word not in SNIPPETS:
        return item(word, types.CompletionItemKind.Keyword)
    return types.CompletionItem(
        label=word,
        kind=types.CompletionItemKind.Snippet,
        insert_text=SNIPPETS[word],
        insert_text_format=types.InsertTextFormat.Snippet,
        insert_text_mode=types.InsertTextMode.AdjustIndentation,
    )


def after_dot(analysis: Analysis, index: Index, word: str) -> list[types.CompletionItem]:
    """Members of a kind, columns of everything else."""
    members = [one for one in index.symbols if one.sort is SymbolKind.MEMBER and one.owner == word]
    if members:
        return [named(analysis, index, one) for one in members]
    columns = [named(analysis, index, one) for one in index.symbols if one.sort is SymbolKind.COLUMN]
    return [*columns, *(item(word, types.CompletionItemKind.Property) for word in ATTRIBUTES)]


def files(analysis: Analysis, word: str) -> list[str]:
    """Libraries behind `use`; games behind `of`, bundled or beside the file."""
    folder = analysis.path.parent
    beside = [path for path in sorted(folder.glob("*.astro")) if path != analysis.path]
    if word == "use":
        return [*library.libraries(), *(path.name for path in beside if declares(path, "library"))]
    return [*library.bundled(), *(path.name for path in beside if not declares(path, "tests"))]


def declares(path: Path, word: str) -> bool:
    try:
        return f"\n{word} " in f"\n{library.text_of(path)}"
    except OSError:
        return False


def named(analysis: Analysis, index: Index, symbol: Symbol) -> types.CompletionItem:
    about = described(index, analysis.source, symbol)
    return types.CompletionItem(
        label=symbol.name,
        kind=COMPLETIONS.get(symbol.sort, types.CompletionItemKind.Variable),
        detail=f"{symbol.sort}{': ' + symbol.meaning if symbol.meaning else ''}",
        documentation=types.MarkupContent(types.MarkupKind.Markdown, about),
    )


def item(label: str, kind: types.CompletionItemKind, about: str = "") -> types.CompletionItem:
    return types.CompletionItem(label=label, kind=kind, detail=about or None)
