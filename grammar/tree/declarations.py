"""Declarations: what stands at the left margin."""

from __future__ import annotations

from attrs import field, frozen

from astro_referee.grammar.tree.expressions import LATER, Expr, Index, Literal, Name, Node, Number, Quoted
from astro_referee.grammar.tree.flow import Let, Step, When
from astro_referee.grammar.tree.parts import Field, Noted, Param, Tag, Text, TypeExpr


@frozen
class Header(Noted):
    """`game Duel for 2 players`."""

    name: Name
    low: Expr
    high: Expr
    credits: tuple[tuple[str, str], ...] = ()


@frozen
class Library(Noted):
    """`library Cards`, in the place of a header."""

    name: Name
    credits: tuple[tuple[str, str], ...] = ()


@frozen
class Use(Node):
    """`use "cards"`, `use "shelf/dominoes.astro"`."""

    path: str


@frozen
class Option(Noted):
    """`limits` refuse values that do not go together with those of other options."""

    name: Name
    type: TypeExpr
    value: Expr | None
    asked: Asked | None = None
    limits: tuple[When, ...] = ()


@frozen
class Asked(Node):
    """`asked`, or `asked today.month`: who begins a game is asked for the value, and `today` is suggested."""

    today: str = ""


@frozen
class Ruling(Noted):
    """`ruling A1 "…" from "…" if CONDITION`."""

    name: Name
    text: str
    source: str
    condition: Expr | None = None


@frozen
class MemberSpan(Node):
    """`2..10`, `a..h` among members; `7..1` counts down."""

    low: Name | Number
    high: Name | Number


@frozen
class Called(Node):
    """`three_of_a_kind as "three of a kind"`: a member, and what players read in place of its name."""

    name: Name
    shown: str


@frozen
class Look(Node):
    """`sign "●"` below a token or a card."""

    name: Name
    text: Quoted


Member = Name | Number | MemberSpan | Called


@frozen
class Blank(Node):
    """`-` in a cell: empty or none."""


CellValue = Name | Number | MemberSpan | Called | Quoted | Blank | Literal


@frozen
class Cell(Node):
    """Commas part rows (`choices`), blanks part the members of a set (inside one choice)."""

    choices: tuple[tuple[CellValue, ...], ...]


@frozen
class Column(Node):
    name: Name
    type: TypeExpr | None
    per: tuple[Expr, ...] = field(default=(), metadata=LATER)
    """Of `edge for each Side`: a cell has a value for each member."""


@frozen
class Rows(Node):
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@frozen
class Kind(Noted):
    """`kind`, `ring`, `graph` and `player` (whose name is `player`), by a list of members or by a table."""

    word: str
    name: Name
    members: tuple[Member, ...]
    rows: Rows | None


@frozen
class Product(Noted):
    """`kind`, `ring`, `grid` and `hexgrid` whose members are put together: `each file in File, row in 1..8`."""

    word: str
    name: Name
    product: tuple[Param, ...]
    named: Text | None


@frozen
class Table(Noted):
    name: Name
    by: tuple[Name, ...]
    rows: Rows


@frozen
class Card(Noted):
    """By a product (`11 of each colour in Colour`) or by a table."""

    name: Name
    copies: int
    product: tuple[Param, ...]
    rows: Rows | None
    named: Text | None
    each: Expr | None = field(default=None, metadata=LATER)
    """How many there are of each face, where that is no plain number."""
    shown: str = field(default="", metadata=LATER)
    looks: tuple[Look, ...] = field(default=(), metadata=LATER)
    """How a card with one face is drawn."""


@frozen
class Token(Noted):
    name: Name
    on: Name
    product: tuple[Param, ...]
    named: Text | None
    shown: str = field(default="", metadata=LATER)
    looks: tuple[Look, ...] = field(default=(), metadata=LATER)
    """How it is drawn."""


@frozen
class Die(Noted):
    """`die pip: 1..6`, `die cup for each player: 5 of 1..6, seen by owner`."""

    name: Name
    members: tuple[Member, ...]
    shown: str = ""
    per: tuple[Expr, ...] = field(default=(), metadata=LATER)
    count: Expr | None = field(default=None, metadata=LATER)
    """Of a cup, how many dice are in it."""
    audience: Expr | None = field(default=None, metadata=LATER)
    unshown: bool = field(default=False, metadata=LATER)


@frozen
class Row(Node):
    """`row of 4`; without a number there is room for all cards."""

    most: Expr | None


@frozen
class SortedBy(Node):
    """`sorted by suit then highest rank`: a column of the cards, upwards or downwards."""

    highest: bool
    column: Name


@frozen
class Zone(Noted):
    name: Name
    per: tuple[Expr, ...]
    pile: bool
    of: Name
    audience: Expr | None
    shown: str = ""
    row: Row | None = field(default=None, metadata=LATER)
    top: Expr | None = field(default=None, metadata=LATER)
    """Who sees the card on top, where not all see the whole pile."""
    sorting: tuple[SortedBy, ...] = field(default=(), metadata=LATER)
    """In which order those who see the cards are shown them."""
    unshown: bool = field(default=False, metadata=LATER)


@frozen
class Var(Noted):
    name: Name
    per: tuple[Expr, ...]
    type: TypeExpr
    value: Expr | None
    audience: Expr | None
    shown: str = ""
    unshown: bool = field(default=False, metadata=LATER)
    """Whether it is left out where a position is shown to people: `not shown`."""


@frozen
class History(Noted):
    """`history positions for each player of man, passed`."""

    name: Name
    per: tuple[Expr, ...]
    of: tuple[Name | Index, ...]


@frozen
class Spot(Node):
    """A word in a row of a plan: a place, or `.` where there is none; `25:bar` says what players read there."""

    word: str
    label: str = ""


@frozen
class Plan(Noted):
    """`plan Pit` with rows of texts, `plan men of White`, `plan Point on lines`."""

    names: tuple[Name, ...]
    whose: Name | None
    on: Name | None
    rows: tuple[tuple[Spot, ...], ...]


@frozen
class Case(Node):
    """`E if C`, `E otherwise`, or a lone `E` (both flags off)."""

    value: Expr
    condition: Expr | None
    otherwise: bool
    tags: tuple[Tag, ...] = ()


@frozen
class Def(Noted):
    name: Name
    params: tuple[Field, ...]
    type: TypeExpr | None
    lets: tuple[Let, ...]
    cases: tuple[Case, ...]
    rules: tuple[When, ...] = field(default=(), metadata=LATER)
    """Of a def that is a condition: its `when` lines, in the place of cases."""
    title: str = field(default="", metadata=LATER)
    """What players read beside the value, which then stands on every screen."""


@frozen
class Procedure(Noted):
    name: Name
    params: tuple[Field, ...]
    body: tuple[Step, ...]


@frozen
class End(Noted):
    body: tuple[Step, ...]
