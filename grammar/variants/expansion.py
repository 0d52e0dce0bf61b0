"""Rules of several files as one text: what a game uses stands in it, and what a variant changes is changed."""

from __future__ import annotations

from astro_referee.grammar.source import Part, Source
from astro_referee.grammar.syntax.outline import outline

HEADERS = frozenset({"GAME", "LIBRARY", "VARIANT"})


def expanded(source: Source) -> str:
    """The complete text of a game. Libraries stand behind its header, each under its name."""
    *libraries, own = source.files
    header, body = halves(source, own)
    for library in reversed(libraries):
        rest = halves(source, library)[1]
        body = [f"# --- {library.name} ".ljust(76, "-"), "", *rest, "", f"# --- {own.name} ".ljust(76, "-"), "", *body]
    return "\n".join([*header, "", *body]).rstrip() + "\n"


def halves(source: Source, part: Part) -> tuple[list[str], list[str]]:
    """The lines of a file up to its header, and those behind it, without those that name libraries."""
    inside = source.stretch(part)
    text = source.text[inside.start : inside.end]
    lines: list[str | None] = list(text.split("\n"))
    behind = 0
    for entry in outline(text):
        if entry.head in HEADERS:
            behind = entry.last + 1
        elif entry.head == "USE":
            lines[entry.first : entry.end + 1] = [None] * (entry.end + 1 - entry.first)
    kept = [[line for line in some if line is not None] for some in (lines[:behind], lines[behind:])]
    while kept[1] and not kept[1][0].strip():
        kept[1].pop(0)
    return kept[0], trimmed(kept[1])


def trimmed(lines: list[str]) -> list[str]:
    """Lines without empty ones at the end."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines
