"""What names refer to and what expressions are, noted while the rules are read, for an index of them.

Only what depends on types is noted here: members of the kind that is expected, columns, moves and phases of one name.
Since nothing may be hidden by another name, whatever else a name means can be told from where it stands.
"""

from __future__ import annotations

from attrs import define, field

from astro_referee.grammar.source import Span
from astro_referee.interpreter.program.symbols import SymbolKind
from astro_referee.interpreter.values.types import Type

Key = Span | tuple[SymbolKind, str, str]
"""A symbol by the place of its declaration, or by what it is, what it belongs to, and its name."""


@define
class References:
    """Notes of one or several checks of the same files."""

    uses: dict[Span, Key] = field(factory=dict)
    same: list[tuple[Key, Key]] = field(factory=list)
    """Symbols that one name stands for at once, such as phases that a procedure can be called from."""
    types: dict[Span, Type] = field(factory=dict)

    def refer(self, at: Span, key: Key, silent: bool = False) -> None:
        """Notes what a name stands for. A trial reading may expect something else, and counts only if it is alone."""
        if silent:
            self.uses.setdefault(at, key)
        else:
            self.uses[at] = key

    def note(self, at: Span, type: Type, silent: bool) -> None:
        """Notes the type of an expression or of a local name."""
        if silent:
            self.types.setdefault(at, type)
        else:
            self.types[at] = type

    def lead(self, at: Span, key: Key) -> None:
        """Notes one of several places that a jump may lead to."""
        first = self.uses.setdefault(at, key)
        if first != key:
            self.same.append((first, key))
