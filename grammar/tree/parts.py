"""Texts, types, and the small parts that declarations and steps are made of."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.source import Span
from astro_referee.grammar.tree.expressions import Expr, Name, Node


@frozen
class Text(Node):
    """`"… {hole} …"`: pieces of text and expressions in turn."""

    parts: tuple[str | Expr, ...]

    @property
    def plain(self) -> str:
        """The text as written if it has no holes; holes are left out."""
        return "".join(part for part in self.parts if isinstance(part, str))


@frozen
class NamedType(Node):
    name: Name


@frozen
class SpanType(Node):
    low: Expr
    high: Expr


@frozen
class SetType(Node):
    of: TypeExpr


@frozen
class HeapType(Node):
    """`heap of Resource`."""

    of: TypeExpr


@frozen
class RowType(Node):
    """`row of 12 Card`."""

    most: Expr
    of: TypeExpr


@frozen
class EitherType(Node):
    """`1..7 or joker`, `player or none`."""

    of: TypeExpr
    words: tuple[Name, ...]


TypeExpr = NamedType | SpanType | SetType | HeapType | RowType | EitherType


@frozen
class Tag(Node):
    """`@A6`: a footnote that cites a ruling."""

    name: str


@frozen
class Param(Node):
    """`card in hand[me] where …`."""

    name: Name
    domain: Expr
    where: Expr | None = None


@frozen
class Field(Node):
    """`suit: Suit` in the head of a def or procedure."""

    name: Name
    type: TypeExpr


@frozen(kw_only=True)
class Noted(Node):
    """What may stand at the left margin; every one can carry footnotes and a doc text."""

    tags: tuple[Tag, ...] = ()
    docs: str = ""


def heading(node: Noted, name: Name) -> Span:
    """What names a part, from its first word on: `phase play`."""
    return Span(node.span.start, name.span.end)
