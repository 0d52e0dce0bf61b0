"""Symbols: every name of some rules with its declaration, its uses, its type, its docs and who sees it.

Places are lines and columns of files, so that an edit in one file moves nothing in another.
"""

from __future__ import annotations

import re
from collections import defaultdict
from enum import StrEnum
from functools import cached_property

from attrs import frozen

from astro_referee.grammar.edits import TextEdit
from astro_referee.grammar.source import Place
from astro_referee.grammar.syntax.words import RESERVED
from astro_referee.interpreter.values.types import Type

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class SymbolKind(StrEnum):
    """What a name can be of; most are called as the word that declares them."""

    GAME = "game"
    LIBRARY = "library"
    OPTION = "option"
    RULING = "ruling"
    KIND = "kind"
    MEMBER = "member"
    COLUMN = "column"
    TABLE = "table"
    CARD = "card"
    TOKEN = "token"
    DIE = "die"
    ZONE = "zone"
    VAR = "var"
    HISTORY = "history"
    DEF = "def"
    PROCEDURE = "procedure"
    PHASE = "phase"
    MOVE = "move"
    LOCAL = "local"
    WORD = "word"
    """A word that a value may be instead of something: `none` by another name."""
    BUILTIN = "builtin"
    """A word of the language itself that stands where names stand: `me`, `min`, `size`."""


@frozen
class Symbol:
    """One name. A declaration is where it is introduced; a phase or an extra word can have several."""

    name: str
    sort: SymbolKind
    declared: tuple[Place, ...] = ()
    uses: tuple[Place, ...] = ()
    type: Type | None = None
    meaning: str = ""
    """The type in words."""
    docs: str = ""
    seen_by: str = ""
    """Of a part of the state: who sees it, as the rules say it."""
    owner: str = ""
    """What it belongs to: the kind of a member or column, the move or def of a local name."""
    scope: tuple[Place, ...] = ()
    """Where a local name is known, in several pieces if a variant changes lines there; all else is known everywhere."""
    fixed: str = ""
    """Why it cannot be renamed; nothing if it can."""

    @property
    def places(self) -> tuple[Place, ...]:
        """All places where the name stands, in the order of the files."""
        return tuple(sorted({*self.declared, *self.uses}))


class CannotRename(Exception):
    """A name that must stay, or a new one that cannot be."""


@frozen(slots=False)
class Index:
    """The symbols of some rules, and the types of all expressions as far as they are known."""

    symbols: tuple[Symbol, ...]
    types: tuple[tuple[Place, str], ...] = ()
    """Expressions with their types in words; what is further in comes later."""

    @cached_property
    def _by_line(self) -> dict[tuple[str, int], list[tuple[Place, Symbol]]]:
        found: dict[tuple[str, int], list[tuple[Place, Symbol]]] = defaultdict(list)
        for symbol in self.symbols:
            for place in symbol.places:
                found[place.file, place.start[0]].append((place, symbol))
        return found

    def at(self, file: str, line: int, column: int) -> Symbol | None:
        """The symbol whose name stands there."""
        there = self._by_line.get((file, line), ())
        return next((symbol for place, symbol in there if place.holds(line, column)), None)

    def type_at(self, file: str, line: int, column: int) -> str:
        """The type of the innermost expression there, in words."""
        found = [said for place, said in self.types if place.file == file and place.holds(line, column)]
        return found[-1] if found else ""

    def of(self, file: str) -> tuple[Symbol, ...]:
        """What a file declares."""
        return tuple(symbol for symbol in self.symbols if any(place.file == file for place in symbol.declared))

    def visible(self, file: str, line: int, column: int) -> tuple[Symbol, ...]:
        """The names that are known at a place: those of the left margin, and the local ones around it."""
        return tuple(
            symbol
            for symbol in self.symbols
            if symbol.sort is not SymbolKind.LOCAL
            or any(scope.file == file and scope.holds(line, column) for scope in symbol.scope)
        )

    def rename(self, symbol: Symbol, name: str) -> tuple[TextEdit, ...]:
        """The edits that give a symbol another name, in all files. Raises CannotRename."""
        if symbol.fixed:
            raise CannotRename(f"`{symbol.name}` cannot be renamed: {symbol.fixed}")
        if NAME.fullmatch(name) is None or name in RESERVED:
            raise CannotRename(f"`{name}` is no name")
        if any(other.name == name for other in self.symbols):
            raise CannotRename(f"`{name}` already means something else")
        return tuple(TextEdit(place, name) for place in symbol.places)
