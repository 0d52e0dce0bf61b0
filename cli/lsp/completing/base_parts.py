"""The parts of the base that a variant may drop, replace or insert beside, each by the name it goes by."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from lsprotocol import types

from astro_referee.grammar.syntax.outline import Entry, everything, outline
from astro_referee.interpreter.play import library

BASE = re.compile(r'^variant\s+\w+\s+of\s*"([^"\n]+)"', re.MULTILINE)
CHANGE = re.compile(r"^(?:drop|replace|insert\s+(?:before|after|first\s+in|last\s+in))\s+((?:[\w]+\.)*)\w*$")
MOST = 15
"""Lines of a part that are shown beside it."""
WHERE = re.compile(r"^insert\s+(?:(first|last)\s+)?\w*$")


def base_path(path: Path, text: str) -> Path | None:
    """The file that a variant stands on."""
    named = BASE.search(text)
    if named is None:
        return None
    bundled = library.bundled().get(library.called(named[1]))
    found = path.parent / named[1]
    return bundled if bundled is not None and not found.is_file() else found


def entries(path: Path, text: str) -> list[Entry]:
    """Every part of the base of a variant that has a name; of a base that is a variant itself, of the whole of it."""
    base = base_path(path, text)
    if base is None:
        return []
    try:
        return everything(outline(library.load_source(base).text))
    except (OSError, library.NotAFile):
        return []


def parts(path: Path, text: str, line: str) -> list[types.CompletionItem] | None:
    """What may follow in a line that changes the base; nothing at all if the line is another one."""
    if found := WHERE.match(line):
        words = ("in",) if found[1] else ("before", "after", "first in", "last in")
        return [types.CompletionItem(label=word, kind=types.CompletionItemKind.Keyword) for word in words]
    found = CHANGE.match(line)
    if found is None:
        return None
    above = [name for name in found[1].split(".") if name]
    listed: dict[str, types.CompletionItem] = {}
    lines = base_lines(path, text)
    for entry in entries(path, text):
        if entry.name and (not above or tuple(above) == entry.path[:-1][-len(above) :]):
            listed.setdefault(entry.name, part(entry, entry.name, lines))
        if entry.reason and not above and entry.above is not None and entry.above.name:
            label = f'{entry.above.name} "{entry.reason}"'
            listed.setdefault(label, part(entry, label, lines))
    return list(listed.values())


def base_lines(path: Path, text: str) -> list[str]:
    base = base_path(path, text)
    try:
        return library.load_source(base).text.split("\n") if base is not None else []
    except (OSError, library.NotAFile):
        return []


def part(entry: Entry, label: str, lines: list[str]) -> types.CompletionItem:
    """A part with the lines that say it."""
    rows = lines[entry.first : min(entry.last + 1, entry.first + MOST)]
    more = "\n…" if entry.last >= entry.first + MOST else ""
    return types.CompletionItem(
        label=label,
        kind=types.CompletionItemKind.Reference,
        detail=f"{entry.head.lower()} {'.'.join(entry.path)}",
        documentation=types.MarkupContent(
            types.MarkupKind.Markdown, f"```astro\n{textwrap.dedent(chr(10).join(rows))}{more}\n```"
        ),
    )
