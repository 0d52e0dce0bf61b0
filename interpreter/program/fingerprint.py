"""A short hash for each named part of the rules: a syntax tree in, `{"move play": "3f2a91"}` out.

Records carry them, so that it can be said what has changed. Layout, comments, explanations and footnotes do not count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import attrs

from astro_referee.grammar import tree

UNCOUNTED = frozenset(
    ["tags", "docs", "about", "credits", "shown", "asked", "limits", "also", "looks", "sorting", "question", "unshown"]
)
"""Fields that explain the rules or say how a game is begun, and do not change how it is played."""
LENGTH = 6
"""Hexadecimal digits of a hash: a change that is missed once in sixteen million is rare enough for a note."""


def parts(file: tree.File) -> dict[str, str]:
    """The named parts of a file and of the libraries it uses, each with its hash, in the order of the text."""
    found: dict[str, list[str]] = {}
    for node in [file.header, *file.items]:
        if node is not None and not isinstance(node, tree.Ruling | tree.Plan):
            for name, text in named(node):
                found.setdefault(name, []).append(text)
    return {name: hashed("\n".join(texts)) for name, texts in found.items()}


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:LENGTH]


def named(node: tree.Node) -> Iterator[tuple[str, str]]:
    """A part with what it says, then the parts inside it, which it only mentions."""
    inner: list[tree.Node] = []
    yield called(node), written(node, inner)
    for part in inner:
        yield from named(part)


def called(node: tree.Node) -> str:
    """`move play`, `kind Colour`, `game Duel`; some parts have no name of their own."""
    word = "game" if isinstance(node, tree.Header) else getattr(node, "word", type(node).__name__.lower())
    name = getattr(node, "name", None)
    return f"{word} {name.word}" if isinstance(name, tree.Name) and name.word != word else str(word)


def written(node: tree.Node, inner: list[tree.Node]) -> str:
    """All that counts of a node; moves and phases inside it are put on a list, and stand there by name."""
    said = [
        f"{field.name}={shown(getattr(node, field.name), inner)}"
        for field in attrs.fields(type(node))
        if field.eq
        and field.name not in UNCOUNTED
        and not ("later" in field.metadata and getattr(node, field.name) == field.default)
    ]
    return f"{type(node).__name__}({', '.join(said)})"


def shown(value: object, inner: list[tree.Node]) -> str:
    if isinstance(value, tree.Move | tree.Phase):
        inner.append(value)
        return called(value)
    if isinstance(value, tree.Node):
        return written(value, inner)
    if isinstance(value, tuple):
        return "[" + ", ".join(shown(part, inner) for part in value) + "]"
    return repr(value)
