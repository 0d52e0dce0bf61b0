"""Expressions: whatever has a value."""

from __future__ import annotations

from attrs import field, frozen

from astro_referee.grammar.source import NOWHERE, Span

LATER = {"later": True}
"""Of a field that came later than records: where it says nothing, the hash of its part is what it was before."""


@frozen(kw_only=True)
class Node:
    """Anything that stands in a file."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Name(Node):
    word: str


@frozen
class Number(Node):
    value: int


@frozen
class Literal(Node):
    """`yes`, `no`, `none` or `empty`."""

    word: str


@frozen
class SetOf(Node):
    """`{a, b}`."""

    items: tuple[Expr, ...]


@frozen
class FieldOf(Node):
    """`card.suit`."""

    of: Expr
    name: Name


@frozen
class Index(Node):
    """`hand[me]`, `Pawn[P1]`."""

    of: Expr
    args: tuple[Expr, ...]


@frozen
class Call(Node):
    """`worth(card)`, `min(a, b)`, `s.step(north)`."""

    of: Expr
    args: tuple[Expr, ...]


@frozen
class Not(Node):
    of: Expr


@frozen
class Signed(Node):
    """`-x` (a leading plus is dropped by the reader)."""

    of: Expr


@frozen
class Binary(Node):
    """Two operands: `and or is "is not" in "not in" < <= > >= + - * / mod`."""

    op: str
    left: Expr
    right: Expr
    op_span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class SpanOf(Node):
    """`1..7`."""

    low: Expr
    high: Expr


@frozen
class Subsets(Node):
    """`2 of S`, `1..3 of S`."""

    low: Expr
    high: Expr
    of: Expr


@frozen
class Around(Node):
    """`clockwise from x`, `anticlockwise after x`."""

    clockwise: bool
    after: bool
    start: Expr


@frozen
class Key(Node):
    """`highest score(p)` behind `by` or `then`."""

    highest: bool
    of: Expr


@frozen
class Phrase(Node):
    """A question about many things.

    `word` is one of: some no every all only first last count (test in `where`; `every` has its test in `of`),
    sum highest lowest set union (value in `of`), best "only best" "first best" ordered (with `keys`), reach (`of` says
    where one comes to from a place, `within` how many points one has, `costing` what a place takes of them,
    `stopping` where one stops).
    """

    word: str
    name: Name
    domain: Expr
    where: Expr | None = None
    of: Expr | None = None
    keys: tuple[Key, ...] = ()
    within: Expr | None = field(default=None, metadata=LATER)
    costing: Expr | None = field(default=None, metadata=LATER)
    stopping: Expr | None = field(default=None, metadata=LATER)


@frozen
class Matching(Node):
    """`every x in S has its own y in T where …`; `own` are all that x could have."""

    name: Name
    domain: Expr
    own: Phrase


@frozen
class Quoted(Node):
    """A text without holes: in a cell, in a test, or one of several that a value can be."""

    text: str


@frozen
class IfElse(Node):
    """`(2 if total is 15 else 0)`."""

    then: Expr
    condition: Expr
    otherwise: Expr


@frozen
class Slice(Node):
    """`first 3 of …`, `last 3 of …`."""

    word: str
    count: Expr
    of: Expr


@frozen
class Item(Node):
    """`item 3 of …`."""

    position: Expr
    of: Expr


@frozen
class After(Node):
    """`after this: …` (no procedure), `after do place(p): …`."""

    procedure: Name | None
    args: tuple[Expr, ...]
    of: Expr


Expr = (
    Name
    | Number
    | Quoted
    | Literal
    | SetOf
    | FieldOf
    | Index
    | Call
    | Not
    | Signed
    | Binary
    | SpanOf
    | Subsets
    | Around
    | Phrase
    | Matching
    | IfElse
    | Item
    | Slice
    | After
)
