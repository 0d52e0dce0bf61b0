"""Rules of several files as one text: what a game uses stands in it, and what a variant changes is changed."""

from __future__ import annotations

from astro_referee.grammar.source import Part, Source
from astro_referee.grammar.syntax.outline import outline

HEADERS = frozenset({"GAME", "LIBRARY", "VARIANT"})


Line = tuple[int, str]
"""A line, and where it stands in the source."""


def expanded(source: Source) -> str:
    """The complete text of a game. Libraries stand behind its header, each under its name."""
    *libraries, own = source.files
    header, body = halves(source, own)
    rows = [row for _, row in header]
    for library in libraries:
        rows += ["", heading(library.name), "", *(row for _, row in halves(source, library)[1])]
    rows += ["", *(headed(source, body) if libraries else [row for _, row in body])]
    return "\n".join(rows).rstrip() + "\n"


def heading(name: str) -> str:
    return f"# --- {name} ".ljust(76, "-")


def headed(source: Source, lines: list[Line]) -> list[str]:
    """Lines below the name of the file that says them, since a variant mixes those of its base with its own.

    A name stands at the left margin, before what begins there and the comments right above it.
    """
    rows: list[str] = []
    named = ""
    for start, line in lines:
        name = source.file(start)
        if line[:1].strip() and not line.startswith("#") and name != named:
            at = len(rows)
            while at and rows[at - 1].startswith("#"):
                at -= 1
            rows[at:at] = [heading(name), ""]
            named = name
        rows.append(line)
    return rows


def halves(source: Source, part: Part) -> tuple[list[Line], list[Line]]:
    """The lines of a file up to its header, and those behind it, without those that name libraries."""
    inside = source.stretch(part)
    text = source.text[inside.start : inside.end]
    starts = [inside.start, *(inside.start + at + 1 for at, sign in enumerate(text) if sign == "\n")]
    lines: list[Line | None] = list(zip(starts, text.split("\n"), strict=True))
    behind = 0
    for entry in outline(text):
        if entry.head in HEADERS:
            behind = entry.last + 1
        elif entry.head == "USE":
            lines[entry.first : entry.end + 1] = [None] * (entry.end + 1 - entry.first)
    kept = [[line for line in some if line is not None] for some in (lines[:behind], lines[behind:])]
    while kept[1] and not kept[1][0][1].strip():
        kept[1].pop(0)
    return kept[0], trimmed(kept[1])


def trimmed(lines: list[Line]) -> list[Line]:
    """Lines without empty ones at the end."""
    while lines and not lines[-1][1].strip():
        lines = lines[:-1]
    return lines
