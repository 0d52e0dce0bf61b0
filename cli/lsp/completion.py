"""What can be typed at a cursor: words that begin a line, names that are known there, files, rulings, members."""

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

SNIPPETS = {
    "game": 'game ${1:Name} for ${2:2} players\n  "${3:What it is about.}"',
    "kind": "kind ${1:Name}: ${2:one}, ${3:two}",
    "option": 'option ${1:name}: ${2:yes}\n  "${3:What it changes.}"',
    "ruling": 'ruling ${1:R1} "${2:What holds.}" from "${3:l.1}"',
    "grid": "grid ${1:Square}: ${2:a..h}, ${3:1..8}",
    "zone": "zone ${1:hand} for each player: ${2:Card} seen by ${3:owner}",
    "var": "var ${1:name}: ${2:0..10} = ${3:0}",
    "def": "def ${1:name}(${2:p: player}) = ${3:value}",
    "procedure": "procedure ${1:name}\n  ${2:put}",
    "phase": "phase ${1:play}\n  turns p in players\n    ask p\n      move ${2:go}",
    "move": 'move ${1:name}(${2:thing: Kind})\n  when ${3:condition}\n    else "${4:why not}"\n  ${5:put}',
    "when": 'when ${1:condition}\n  else "${2:why not}"',
    "test": 'test "${1:what holds}"\n  ${2:P1 "move"}\n  expect ${3:condition}',
    "variant": 'variant ${1:Name} of "${2:game}"',
    "end": "end\n  winner ${1:me}",
}
"""Constructs with holes to fill in."""
STRING = re.compile(r'"[^"]*$')
NAMED_FILE = re.compile(r'^\s*(use|variant\s+\w+\s+of|tests\s+of)\s*"[^"]*$')
DOT = re.compile(r"([A-Za-z_]\w*)(?:\[[^\]]*\]|\([^)]*\))?\.\w*$")
TAG = re.compile(r"@\w*$")
START = re.compile(r"^\s*\w*$")
ATTRIBUTES = ("size", "at", "next", "previous", "opposite", "neighbours", "around", "top", "bottom")


def completions(analysis: Analysis, index: Index, text: str, line: int, column: int) -> list[types.CompletionItem]:
    """What may follow the beginning of a line; editors choose by what is typed on."""
    if found := NAMED_FILE.match(text):
        return [item(name, types.CompletionItemKind.File) for name in files(analysis, found[1])]
    if STRING.search(text) and text.count('"') % 2:
        return []
    if TAG.search(text):
        return [named(analysis, index, one) for one in index.symbols if one.sort is SymbolKind.RULING]
    if found := DOT.search(text):
        return after_dot(analysis, index, found[1])
    known = [
        named(analysis, index, one)
        for one in index.visible(analysis.file, line, column)
        if one.sort not in (SymbolKind.RULING, SymbolKind.COLUMN, SymbolKind.GAME, SymbolKind.LIBRARY)
    ]
    if START.match(text):
        return [*heads(text), *known]
    words = [item(word, types.CompletionItemKind.Keyword) for word in sorted({*RESERVED, *LOOSE})]
    builtins = [
        item(word, types.CompletionItemKind.Function, said)
        for word, said in sorted({**BUILTIN_NAMES, **BUILTIN_FUNCTIONS}.items())
    ]
    return [*known, *builtins, *words]


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
