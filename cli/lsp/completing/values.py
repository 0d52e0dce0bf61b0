"""What values are: the type of what stands before a dot, and the values that are likeliest where something is compared,
stored or given at first.
"""

from __future__ import annotations

import re

from lsprotocol import types

from astro_referee.cli.lsp.describing import declared_line
from astro_referee.cli.store import Analysis
from astro_referee.interpreter.program.symbols import Index, Symbol, SymbolKind
from astro_referee.interpreter.values.types import BagOf, Bool, Either, ListOf, Member, RowOf, SetOf, Type

PART = r"[A-Za-z_]\w*(?:\[[^\]]*\]|\([^()]*\))?"
"""A name with what stands in brackets behind it."""
CHAIN = re.compile(rf"((?:{PART}\.)+)\w*$")
COMPARED = re.compile(
    r"([A-Za-z_]\w*)(?:\[[^\]]*\]|\([^)]*\))?\s*(?:\bis\s+not|\bis|\bnot\s+in|\bin|[-+]?=|<=?|>=?)\s*\{?\w*$"
)
"""A name, and what its value is compared with or becomes."""
FIRST_VALUE = re.compile(r"(?:var|option)\b[^:\"]*:(?P<type>[^=\"]+)=\s*\w*$")
"""A declaration as far as the value that something has at first."""
STANDS_ON = re.compile(r"token\s+\w+\s+on\s+(\w+)")
THINGS = (SymbolKind.KIND, SymbolKind.CARD, SymbolKind.TOKEN)
PLAYER = "player"
TRUTH = frozenset({"yes", "no"})


def kinds_of(of: Type) -> set[str]:
    """The kinds whose members values of a type are, or are made of."""
    match of:
        case Member(kind):
            return {kind}
        case SetOf(inner) | BagOf(inner) | ListOf(inner) | RowOf(inner) | Either(inner):
            return kinds_of(inner)
        case _:
            return set()


def types_before_dot(analysis: Analysis, visible: tuple[Symbol, ...], above: str, chain: str) -> list[Type]:
    """The types that a name with some fields behind it may have; none if it cannot be told."""
    parts = [re.match(r"\w+", part)[0] for part in re.findall(rf"{PART}\.", chain)]  # type: ignore[index]
    of = types_of(visible, above, parts[0])
    for field in parts[1:]:
        kinds = {kind for one in of for kind in kinds_of(one)}
        columns = [one for one in visible if one.sort is SymbolKind.COLUMN and one.owner in kinds]
        found = [one.type for one in columns if one.name == field]
        if field == "at":
            declared = [declared_line(analysis.source, one) for one in visible if one.name in kinds]
            found += [Member(stands[1], 1) for line in declared if (stands := STANDS_ON.match(line))]
        elif field in ("next", "previous", "opposite", "step", "offset"):
            found += of
        of = [one for one in found if one is not None]
    return of


def types_of(visible: tuple[Symbol, ...], above: str, word: str) -> list[Type]:
    """The types that a name has; of one in lines that are not finished, by what it goes through."""
    of = [one.type for one in visible if one.name == word and one.type is not None]
    of += [Member(word, 1) for one in visible if one.name == word and one.sort in THINGS]
    if not of and (through := re.findall(rf"\b{word}(?: in|:) (\w+)", above)):
        kinds = {kind for one in visible if one.name == through[-1] and one.type for kind in kinds_of(one.type)}
        kinds |= {one.name for one in visible if one.name == through[-1] and one.sort in THINGS}
        of = [Member(kind, 1) for kind in sorted(kinds)]
    return of


def likeliest_first(index: Index, visible: list[Symbol], found: list[types.CompletionItem], above: str) -> None:
    """Puts the values first that something can have: what a name is compared with, stored into or given at first."""
    text = above[above.rfind("\n") + 1 :]
    kinds, words = set[str](), set[str]()
    if (first := FIRST_VALUE.search(text)) is not None:
        kinds = {*re.findall(r"\w+", first["type"])}
        words = kinds | (TRUTH if "bool" in kinds else set())
    elif (compared := COMPARED.search(text)) is not None:
        of = [one.type for one in index.symbols if one.name == compared[1] and one.type is not None]
        of = of or types_of(tuple(visible), above, compared[1])
        kinds = {kind for one in of for kind in kinds_of(one)}
        words = {word for one in of if isinstance(one, Either) for word in one.words}
        words |= {word for one in of if isinstance(one, Bool) for word in TRUTH}
        words |= {"me"} if PLAYER in kinds else set()
        local = [one for one in visible if one.sort is SymbolKind.LOCAL]
        words |= {one.name for one in local if one.type is not None and kinds & kinds_of(one.type)}
    members = {one.name for one in index.symbols if one.sort is SymbolKind.MEMBER and one.owner in kinds}
    fitting = members | words - {one.name for one in visible if one.sort in THINGS}
    for one in found:
        if one.label in fitting:
            one.sort_text = f" {one.label}"
            one.preselect = one.label == min(members or fitting)
