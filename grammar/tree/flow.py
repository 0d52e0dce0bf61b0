"""Flow: phases, questions, moves, and the steps that change a position."""

from __future__ import annotations

from attrs import field, frozen

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.grammar.tree.expressions import LATER, Expr, Index, Key, Name, Node
from astro_referee.grammar.tree.parts import Noted, Param, Text


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
    question: Text | None = field(default=None, metadata=LATER)
    """What is asked where moves stand directly in a turn."""


@frozen
class Ask(Noted):
    """`manner` is "one", "together" or "any"; only the last two bind a name. `question` is what they are asked."""

    manner: str
    name: Name | None
    players: Expr
    where: Expr | None
    body: tuple[Step, ...]
    question: Text | None = field(default=None, metadata=LATER)


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
    also: tuple[Text, ...] = field(default=(), metadata=LATER)
    """Other notations, in which a move may be typed."""


@frozen
class If(Noted):
    """`found` has a name for each branch whose condition finds something: `if some p in players where … as p`."""

    branches: tuple[tuple[Expr, tuple[Step, ...]], ...]
    otherwise: tuple[Step, ...]
    found: tuple[tuple[int, Name], ...] = field(default=(), metadata=LATER)
    else_span: Span = field(default=NOWHERE, eq=False, repr=False)
    """The last `else`."""


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
    """`word` is on (for tokens, and cards on a pile), under (a pile) or into (a zone)."""

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
    word: str = field(default="into", metadata=LATER)
    bottom: bool = field(default=False, metadata=LATER)
    """Whether the cards come from the bottom of a pile."""


@frozen
class Shuffle(Noted):
    zone: Expr


@frozen
class Swap(Noted):
    left: Expr
    right: Expr


@frozen
class Pass(Noted):
    """`pass hand[p] to hand[p.next] for p in players`."""

    source: Expr
    target: Expr
    param: Param


@frozen
class Add(Noted):
    """`add x to chosen`, `add 2 of wood to stock[me]`."""

    value: Expr
    place: Name | Index
    count: Expr | None = field(default=None, metadata=LATER)


@frozen
class Remove(Noted):
    thing: Thing
    place: Name | Index | None


@frozen
class Remember(Noted):
    place: Name | Index


@frozen
class Roll(Noted):
    """`roll first, second`, `roll pips[3]`, `roll cup[me] - kept`, `roll 3 of cup[me]`."""

    names: tuple[Expr | Thing, ...]


@frozen
class Show(Noted):
    zone: Expr
    to: Expr


@frozen
class Retire(Noted):
    players: Expr


@frozen
class Return(Noted):
    """`return p`: a player who was out is in again."""

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
    """`score` is what all have reached together, if they have."""

    players: Expr
    because: Text | None
    score: Expr | None = field(default=None, metadata=LATER)


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
    | Pass
    | Add
    | Remove
    | Remember
    | Roll
    | Show
    | Retire
    | Return
    | Do
    | Leave
    | Repeat
    | Winner
    | Draw
    | Rank
    | Never
    | Say
)
