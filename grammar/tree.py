"""The syntax tree: what a rule file says, with the place of each part. Nothing here knows types or games."""

from __future__ import annotations

from attrs import field, frozen

from astro_referee.grammar.source import NOWHERE, Span

# --- Expressions ---------------------------------------------------------------------------------------------


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
    sum highest lowest set (value in `of`), best "only best" "first best" (with `keys`), reach (`of` says where one
    comes to from a place).
    """

    word: str
    name: Name
    domain: Expr
    where: Expr | None = None
    of: Expr | None = None
    keys: tuple[Key, ...] = ()


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
    | Item
    | After
)

# --- Texts, types, small parts ----------------------------------------------------------------------------------


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
class EitherType(Node):
    """`1..7 or joker`, `player or none`."""

    of: TypeExpr
    words: tuple[Name, ...]


TypeExpr = NamedType | SpanType | SetType | EitherType


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


# --- Declarations -------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Noted(Node):
    """What may stand at the left margin; every one can carry footnotes and a doc text."""

    tags: tuple[Tag, ...] = ()
    docs: str = ""


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
    """`use "cards.astro"`."""

    path: str


@frozen
class Option(Noted):
    name: Name
    type: TypeExpr
    value: Expr | None


@frozen
class Ruling(Noted):
    name: Name
    text: str
    source: str


@frozen
class MemberSpan(Node):
    """`2..10`, `a..h` among members; `7..1` counts down."""

    low: Name | Number
    high: Name | Number


Member = Name | Number | MemberSpan


@frozen
class Blank(Node):
    """`-` in a cell: empty or none."""


@frozen
class Quoted(Node):
    """A text without holes, in a cell or in a test."""

    text: str


CellValue = Name | Number | MemberSpan | Quoted | Blank | Literal


@frozen
class Cell(Node):
    """Commas part rows (`choices`), blanks part the members of a set (inside one choice)."""

    choices: tuple[tuple[CellValue, ...], ...]


@frozen
class Column(Node):
    name: Name
    type: TypeExpr | None


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


@frozen
class Token(Noted):
    name: Name
    on: Name
    product: tuple[Param, ...]
    named: Text | None


@frozen
class Die(Noted):
    name: Name
    members: tuple[Member, ...]
    shown: str = ""


@frozen
class Zone(Noted):
    name: Name
    per: tuple[Expr, ...]
    pile: bool
    of: Name
    audience: Expr | None
    shown: str = ""


@frozen
class Var(Noted):
    name: Name
    per: tuple[Expr, ...]
    type: TypeExpr
    value: Expr | None
    audience: Expr | None
    shown: str = ""


@frozen
class History(Noted):
    """`history positions for each player of man, passed`."""

    name: Name
    per: tuple[Expr, ...]
    of: tuple[Name, ...]


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


@frozen
class Procedure(Noted):
    name: Name
    params: tuple[Field, ...]
    body: tuple[Step, ...]


@frozen
class End(Noted):
    body: tuple[Step, ...]


# --- Flow ----------------------------------------------------------------------------------------------------------


@frozen
class Watch(Noted):
    """`as soon as …`."""

    condition: Expr
    body: tuple[Step, ...]


@frozen
class Phase(Noted):
    name: Name
    until: Expr | None
    begin: tuple[Step, ...]
    watches: tuple[Watch, ...]
    body: tuple[Step, ...]
    finish: tuple[Step, ...]


@frozen
class Turns(Noted):
    once: bool
    name: Name | None
    domain: Expr
    where: Expr | None
    until: Expr | None
    body: tuple[Step, ...]


@frozen
class Ask(Noted):
    """`manner` is "one", "together" or "any"; only the last two bind a name."""

    manner: str
    name: Name | None
    players: Expr
    where: Expr | None
    body: tuple[Step, ...]


@frozen
class Offer(Noted):
    names: tuple[Name, ...]


@frozen
class Otherwise(Noted):
    body: tuple[Step, ...]


@frozen
class When(Noted):
    condition: Expr
    reason: Text | None


@frozen
class Must(Noted):
    """`must C if able` or, with `maximise`, `must maximise E`."""

    maximise: bool
    condition: Expr
    reason: Text | None


@frozen
class Let(Noted):
    name: Name
    value: Expr


@frozen
class Move(Noted):
    """`about` is the sentence shown to a player; it may have holes."""

    name: Name
    params: tuple[Param, ...]
    notation: Text | None
    about: Text | None
    parts: tuple[Let | When | Must, ...]
    then: tuple[Step, ...]


@frozen
class If(Noted):
    branches: tuple[tuple[Expr, tuple[Step, ...]], ...]
    otherwise: tuple[Step, ...]


@frozen
class For(Noted):
    params: tuple[Param, ...]
    body: tuple[Step, ...]


@frozen
class Store(Noted):
    """`place = value`, `place += value`, `place -= value`; `op` is "", "+" or "-"."""

    place: Name | Index
    op: str
    value: Expr


@frozen
class Random(Noted):
    place: Name | Index
    domain: Expr


@frozen
class Thing(Node):
    """What is put or removed.

    `word` is "one" (`x`, also a set), "some" (`n of x`), "up to" (`up to n of x`), "all", or "every" (`all Card`).
    """

    word: str
    count: Expr | None
    of: Expr | None


@frozen
class Put(Noted):
    """`word` is on (for tokens) or into (for cards)."""

    thing: Thing
    source: Expr | None
    word: str
    target: Expr


@frozen
class Deal(Noted):
    up_to: bool
    count: Expr
    at_random: bool
    source: Expr
    target: Expr


@frozen
class Shuffle(Noted):
    zone: Expr


@frozen
class Swap(Noted):
    left: Expr
    right: Expr


@frozen
class Add(Noted):
    value: Expr
    place: Name | Index


@frozen
class Remove(Noted):
    thing: Thing
    place: Name | Index | None


@frozen
class Remember(Noted):
    place: Name | Index


@frozen
class Roll(Noted):
    names: tuple[Name, ...]


@frozen
class Show(Noted):
    zone: Expr
    to: Expr


@frozen
class Retire(Noted):
    players: Expr


@frozen
class Do(Noted):
    name: Name
    args: tuple[Expr, ...]


@frozen
class Leave(Noted):
    name: Name


@frozen
class Repeat(Noted):
    name: Name


@frozen
class Winner(Noted):
    players: Expr
    because: Text | None


@frozen
class Draw(Noted):
    because: Text | None


@frozen
class Rank(Noted):
    name: Name
    domain: Expr
    where: Expr | None
    keys: tuple[Key, ...]
    because: Text | None


@frozen
class Never(Noted):
    """`never because "…"`: the game does not come here."""

    because: str


@frozen
class Say(Noted):
    text: Text
    to: Expr | None


Step = (
    Phase
    | Turns
    | Ask
    | Move
    | Offer
    | Otherwise
    | If
    | For
    | Let
    | Store
    | Random
    | Put
    | Deal
    | Shuffle
    | Swap
    | Add
    | Remove
    | Remember
    | Roll
    | Show
    | Retire
    | Do
    | Leave
    | Repeat
    | Winner
    | Draw
    | Rank
    | Never
    | Say
)

Declaration = (
    Option
    | Ruling
    | Kind
    | Product
    | Table
    | Card
    | Token
    | Die
    | Zone
    | Var
    | History
    | Def
    | Procedure
    | Phase
    | Move
    | End
)


# --- Tests -----------------------------------------------------------------------------------------------------


@frozen
class Given(Node):
    """Steps that change the position."""

    body: tuple[Step, ...]


@frozen
class Chance(Node):
    """`chance "3", "5"`: what comes up next."""

    texts: tuple[Quoted, ...]


@frozen
class Turn(Node):
    """`P1 "a1"`: a player, and what that player types."""

    player: Name
    typed: str


@frozen
class Refuse(Noted):
    """`refuse P1 "a1" because "taken"`."""

    turn: Turn
    because: Quoted


@frozen
class Expect(Noted):
    """`expect stones[1] is 3`."""

    condition: Expr


@frozen
class ExpectEnd(Noted):
    """`expect winner P1 because "…"`, or `expect draw` if nobody is named."""

    winners: Expr | None
    because: Quoted | None


@frozen
class ExpectSay(Noted):
    """`expect say "P1 is home"`."""

    texts: tuple[Quoted, ...]


@frozen
class Offers(Noted):
    """`offers P1 only "a1", "b2"`."""

    player: Name
    only: bool
    texts: tuple[Quoted, ...]


@frozen
class Always(Noted):
    """`always heap >= 0`: what must hold after each step from here on."""

    condition: Expr


TestLine = Given | Chance | Turn | Refuse | Expect | ExpectEnd | ExpectSay | Offers | Always


@frozen
class Test(Noted):
    """A test with its set-up: how many play, the options that are set, and the seed of what chance is not told.

    `moves` is how many are made at random at most, and `games` how often. A test that goes on from another one has its
    set-up from there.
    """

    title: Quoted
    after: Quoted | None
    players: Number | None
    options: tuple[tuple[Name, Expr], ...]
    seed: int
    moves: Number | None
    games: Number | None
    lines: tuple[TestLine, ...]


@frozen
class Playthrough(Test):
    """A test whose match is played to its end, and compared step by step with how it went before."""


@frozen
class File(Node):
    """A whole rule file; once it is put together with its libraries, their items stand before its own."""

    header: Header | Library | None
    uses: tuple[Use, ...]
    items: tuple[Declaration, ...]
    tests: tuple[Test, ...] = ()
