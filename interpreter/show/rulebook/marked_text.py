"""Sentences as text with a few marks: `[word](#place)` leads to what is said of a word, `*name*` is a name for the
moment, and what stands between backquotes is a formula. A backslash takes a mark its meaning.
"""

from __future__ import annotations

import re

from attrs import frozen

MARKS = re.compile(r"([\\\[\]*`])")
PIECE = re.compile(
    r"\\(?P<plain>[\\\[\]*`])"
    r"|\[(?P<link>(?:\\.|[^\[\]\\])+)\]\(#(?P<place>[A-Za-z0-9_.-]+)\)"
    r"|\*(?P<name>(?:\\.|[^*\\])+)\*"
    r"|`(?P<formula>(?:\\.|[^`\\])+)`"
)


@frozen
class Snippet:
    """A stretch of a sentence: `sort` is text, link, name or formula; `place` is where a link leads."""

    sort: str
    text: str
    place: str = ""


def quoted(text: str) -> str:
    """Text from outside, so that nothing in it is a mark."""
    return MARKS.sub(r"\\\1", " ".join(text.split()))


def link(text: str, place: str) -> str:
    return f"[{quoted(text)}](#{place})"


def pieces(text: str) -> list[Snippet]:
    """The stretches of a marked text; what is no mark is text."""
    made: list[Snippet] = []
    at = 0
    for found in PIECE.finditer(text):
        made.append(Snippet("text", text[at : found.start()]))
        at = found.end()
        if found["plain"]:
            made.append(Snippet("text", found["plain"]))
        elif found["link"]:
            made.append(Snippet("link", unmarked(found["link"]), found["place"]))
        elif found["name"]:
            made.append(Snippet("name", unmarked(found["name"])))
        else:
            made.append(Snippet("formula", unmarked(found["formula"])))
    made.append(Snippet("text", text[at:]))
    return joined(made)


def joined(made: list[Snippet]) -> list[Snippet]:
    """Neighbours that are text as one."""
    found: list[Snippet] = []
    for piece in made:
        if piece.sort == "text" and found and found[-1].sort == "text":
            found[-1] = Snippet("text", found[-1].text + piece.text)
        elif piece.text:
            found.append(piece)
    return found


def plain_text(text: str) -> str:
    """The same without marks."""
    return "".join(piece.text for piece in pieces(text))


def unmarked(text: str) -> str:
    return re.sub(r"\\([\\\[\]*`])", r"\1", text)
