"""Rulings and the lines of the rules that cite them: what a reader of the rulebook asks of a rule file."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import groupby

from attrs import frozen

from astro_referee.grammar import tree
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source, Span
from astro_referee.grammar.syntax.characters import clean
from astro_referee.grammar.syntax.layout import lay_out
from astro_referee.grammar.syntax.parser import lex
from astro_referee.interpreter.check.names import dependencies
from astro_referee.interpreter.play import library


@frozen
class Place:
    """A line of the rules: its file, its number there, and what it says before its footnotes."""

    file: str
    line: int
    text: str


@frozen
class Ruling:
    """A ruling: what it says, where in the rulebook it belongs (or nothing), where it is declared, what cites it.

    `condition` says in the words of the rules when it is in force; it is empty if that is always so.
    """

    name: str
    text: str
    source: str
    declared: Place
    lines: tuple[Place, ...]
    condition: str = ""


def rulings(source: Source) -> tuple[Ruling, ...]:
    """The rulings of a game or library and of the libraries it uses, in natural order.

    Raises BadRules if the rules have errors: what could not be read might cite anything.
    """
    examined = library.examine(source)
    if not examined.ok:
        raise library.BadRules(source, examined.problems)
    file, _ = read(source)
    assert file is not None, "rules without errors have a tree"
    cited = citations(file, source)
    return in_order([read_ruling(source, item, cited) for item in file.items if isinstance(item, tree.Ruling)])


def read_ruling(source: Source, item: tree.Ruling, cited: dict[str, list[Place]]) -> Ruling:
    condition = source.slice(item.condition.span) if item.condition is not None else ""
    lines = tuple(cited.get(item.name.word, ()))
    return Ruling(item.name.word, item.text, item.source, place(source, item.span), lines, condition)


def in_order(found: list[Ruling]) -> tuple[Ruling, ...]:
    """R1, R2, R10, A1: those with the same letters together, in the order in which the rules bring the letters up."""
    letters = list(dict.fromkeys(split_name(ruling.name)[0] for ruling in found))

    def key(ruling: Ruling) -> tuple[int, int, str, str]:
        first, number, rest = split_name(ruling.name)
        return letters.index(first), len(number), number, rest

    return tuple(sorted(found, key=key))


def split_name(name: str) -> tuple[str, str, str]:
    """`R12b` as letters, number and the rest; each may be empty."""
    parts = re.match(r"(\D*)0*(\d*)(.*)", name)
    assert parts is not None, "an empty name, too, is taken apart"
    return parts[1], parts[2], parts[3]


def citations(file: tree.File, source: Source) -> dict[str, list[Place]]:
    """The lines that cite each ruling, in the order of the text."""
    starts = line_starts(source)
    tags = sorted((t for t in dependencies.inside(file) if isinstance(t, tree.Tag)), key=lambda tag: tag.span.start)
    cited: dict[str, list[Place]] = {}
    for start, group in groupby(tags, key=lambda tag: starts[bisect_right(starts, tag.span.start) - 1]):
        notes = list(group)
        said = place(source, Span(start, notes[0].span.start))
        for name in dict.fromkeys(tag.name for tag in notes):
            cited.setdefault(name, []).append(said)
    return cited


def line_starts(source: Source) -> list[int]:
    """Where the lines of the rules begin; one that goes on in the next line of its file counts once."""
    stretches = [source.stretch(part) for part in source.files]
    text = "\n".join(clean(source.text, [], inside.start, inside.end) for inside in stretches)
    return [start for inside in stretches for start in lay_out(text, lex(text, inside.start, inside.end)).starts]


def place(source: Source, span: Span) -> Place:
    return Place(source.file(span.start), source.place(span.start)[0], source.slice(span))
