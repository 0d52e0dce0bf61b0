"""The machine: fields, constant tables, functions and states that any backend can run. No rule text is left in it.

A state of the game is one record of whole numbers, laid out by `fields` as `record` says. The machine stands at one of
its states; automatic ones run until a decision, a chance event or the end is reached.
"""

from __future__ import annotations

from enum import StrEnum

from attrs import field, frozen

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.machine.expressions import Choices, Expression, FunctionRef, Range
from astro_referee.interpreter.values.types import Base, Type

# --- Code -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Statement:
    """Where a line of code stands in the rules. What does the same is equal, wherever it stands."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(cache_hash=True)
class Set(Statement):
    """A local name gets a value."""

    name: str
    value: Expression


@frozen(cache_hash=True)
class Append(Statement):
    """A value is added at the end of a list held by a local name."""

    name: str
    value: Expression


@frozen(cache_hash=True)
class Store(Statement):
    """A field of the state gets a value."""

    field: str
    at: tuple[Expression, ...]
    value: Expression


@frozen(cache_hash=True)
class Branch(Statement):
    condition: Expression
    then: tuple[Code, ...]
    otherwise: tuple[Code, ...] = ()


@frozen(cache_hash=True)
class Loop(Statement):
    """Goes through the values of a domain, lowest first; over a bag, through its different faces.

    `otherwise` is what follows if no `Break` ends the loop early.
    """

    name: str
    type: Type
    domain: Range | Choices | Expression
    body: tuple[Code, ...]
    otherwise: tuple[Code, ...] = ()


@frozen(cache_hash=True)
class Break(Statement):
    """Ends the loop around it, without its `otherwise`. Only passes that join functions make it."""


@frozen(cache_hash=True)
class Return(Statement):
    value: Expression


@frozen(cache_hash=True)
class Fault(Statement):
    """The rules cannot go on: number of an entry in the table of faults."""

    number: int


@frozen(cache_hash=True)
class Goto(Statement):
    """The next state."""

    label: int


@frozen(cache_hash=True)
class Emit(Statement):
    """A text for the log, with the values of its holes, for all or some players; LAST_WORDS says why it ended.

    TRACE in place of a text notes that cards chosen in secret leave or enter a zone, for those who see it. Its values:
    the number of the trace, who has chosen, whether they leave, the cards.
    """

    text: int
    values: tuple[Expression, ...]
    to: Expression | None


@frozen(cache_hash=True)
class Offer(Statement):
    """A candidate of a move is put on the list."""

    move: int
    args: tuple[Expression, ...]


@frozen(cache_hash=True)
class Duty(Statement):
    """Of the candidates since the last `Duty` or start of the move, keep those a function prefers, if there are any."""

    move: int
    function: FunctionRef
    maximise: bool
    mark: int = -1
    """In a marked machine: the point that it has allowed something; the next one, that it has refused something."""


@frozen(cache_hash=True)
class Assume(Statement):
    """What surely holds here by what the engine has tested before: a move is only made, and a reason only given, where
    the lines before it hold. The evaluator makes sure of it; other backends may rely on it.
    """

    condition: Expression


@frozen(cache_hash=True)
class Spend(Statement):
    """Counts steps before they are taken; when too many have been counted since the last stop, that is a fault.

    Where a pass has put several rounds together, they are taken so many `times`.
    """

    steps: int
    fault: int
    times: Expression | None = None


@frozen(cache_hash=True)
class LimitOffers(Statement):
    """A fault if too many moves have been offered already."""

    fault: int


@frozen(cache_hash=True)
class Mark(Statement):
    """Counts that a point was reached: this one, or as many further on as a term says. Only marked machines have it."""

    point: int
    further: Expression | None = None


Code = (
    Set
    | Append
    | Store
    | Branch
    | Loop
    | Break
    | Return
    | Fault
    | Goto
    | Emit
    | Offer
    | Duty
    | Assume
    | Spend
    | LimitOffers
    | Mark
)


@frozen
class Function:
    """Code with parameters. `on_copy` functions work on a copy of the state, which is dropped at the end."""

    name: FunctionRef
    params: tuple[tuple[str, Type], ...]
    body: tuple[Code, ...]
    doc: str = ""
    on_copy: bool = False
    requires: tuple[Expression, ...] = ()
    """What must hold where it is called: conditions on its parameters and on the record, each `… is not none`."""
    result: Type | None = field(default=None, kw_only=True)
    """What it gives; None for those that change the record or list candidates."""


# --- Data -----------------------------------------------------------------------------------------------------


@frozen
class Order:
    """How the order of a zone is kept: the fields with the cards laid on and under it, first on top. If it is not
    `laid`, there may be cards between them of which nobody knows the order. `top` gives who sees the card on top.
    """

    on: str
    under: str | None
    laid: bool
    top: FunctionRef | None
    pile: bool = True
    """Cards go on and under a pile; into a row, where they come last."""


@frozen
class FieldSlot:
    """A part of the record: its type, how many entries it has along each index, and its first value."""

    name: str
    sort: str
    type: Type
    indices: tuple[Base, ...]
    initial: int
    audience: FunctionRef | None
    docs: str = ""
    shown: str = ""
    hides_itself: bool = False
    """Whether who sees it depends on what it holds, as with those in a set who see the set."""
    order: Order | None = None
    """Of a zone whose cards lie in an order: where that is kept."""
    faces: tuple[tuple[int, int], ...] = ()
    """Of dice that not everybody sees: each value with its number of faces."""
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    sorting: tuple[tuple[int, ...], ...] = ()
    """Of a zone that is shown in an order of its own: what each card is sorted by."""

    @property
    def title(self) -> str:
        """What players read: words of the file, or its name with blanks."""
        return self.shown or self.name.removesuffix(".at").replace("_", " ")

    @property
    def hidden(self) -> bool:
        return self.audience is not None


@frozen
class TextTemplate:
    """Pieces of text, and the types of the values that go between them."""

    parts: tuple[str | Type, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    mark: int | None = None
    """For whoever follows a game: the number of the mark that this stands for. Nobody reads it then."""


@frozen
class FaultInfo:
    code: str
    message: str
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class ParamSlot:
    """A parameter of a move.

    `test` says whether a value is in the domain, `outside` gives the text if it is not; `where` is the test of
    its `where`. `written` and `where_text` are texts of the rules. Of a secret parameter, the log tells by the number
    `trace` where its cards go; it is -1 if all may know what was chosen.
    """

    name: str
    type: Type
    test: FunctionRef
    outside: FunctionRef
    template: TextTemplate
    trace: int
    where: FunctionRef | None = None
    written: str = ""
    where_text: str = ""


@frozen
class GuardSlot:
    """A guard for explanations: the function that tests it, its reason, and the values it saw."""

    test: FunctionRef
    duty: str
    reason: FunctionRef | None
    template: TextTemplate | None
    source: str
    seen: tuple[str, ...]
    seen_values: FunctionRef
    seen_types: tuple[Type, ...]
    tags: tuple[str, ...]
    needs: tuple[int, ...]
    span: Span = field(default=NOWHERE, eq=False)
    mark: int = -1
    """As in `Duty`."""


@frozen
class MoveSlot:
    """A move of a decision: functions for its candidates, effect and texts."""

    name: str
    params: tuple[ParamSlot, ...]
    guards: tuple[GuardSlot, ...]
    notation: TextTemplate
    notation_parts: tuple[str | int, ...]
    notation_values: FunctionRef
    about: TextTemplate | None
    about_values: FunctionRef | None
    apply: FunctionRef
    candidates: FunctionRef
    about_hides: bool = False
    """Whether the sentence about the move looks at what not everybody sees: then only who moves is told it."""
    ends: bool = False
    """Whether it does nothing but end what is asked here."""
    tags: tuple[str, ...] = ()
    """The rulings that it cites and that are in force."""
    also: tuple[tuple[TextTemplate, FunctionRef], ...] = ()
    """Other notations of a legal move, each with the values of its holes."""
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Decision:
    """These players, these moves. `actor` is the field with the player asked, or with the set of them."""

    label: int
    name: str
    manner: str
    actor: str
    moves: tuple[MoveSlot, ...]
    options: FunctionRef
    stuck: int
    fuel: int = 1
    """What is burnt each time nobody can move here."""
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Chance:
    """Named outcomes with weights: fixed ones, or the members of a set or bag that a function gives."""

    label: int
    name: str
    outcome: Type
    fixed: tuple[tuple[int, int], ...]
    options: FunctionRef | None
    apply: FunctionRef
    label_template: TextTemplate
    label_values: FunctionRef
    readers: FunctionRef
    """Gives the players who see what comes out, in the position before it does."""
    empty: int
    left: str | None
    """The field that counts the draws still to come, which are told together with this one; None for a single one."""
    around_values: FunctionRef
    """Gives what it may be for, in the position before it happens: whose turn it is, what loops have come to."""
    around: tuple[Type, ...] = ()
    """The types of these values."""
    into: str | None = None
    """The field that a dealt card goes into; its label says of which entry. None if nothing is dealt."""
    fuel: int = 1
    """What is burnt each time nothing can come up here."""
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Automatic:
    """A state that runs by itself. `fuel` is what is burnt each time it is entered, and `span` the heading of its part.

    A state that burns nothing may be joined to others; no circle of states consists of such states alone.
    """

    label: int
    name: str
    body: tuple[Code, ...]
    fuel: int = 0
    span: Span = field(default=NOWHERE, eq=False)


class Goal(StrEnum):
    """What is to happen at a point of the rules: a guard allows something, and refuses something; a move is made; an
    `if` without `else` is skipped once; everything else is reached.
    """

    ALLOWED = "allowed"
    REFUSED = "refused"
    MADE = "made"
    SKIPPED = "skipped"
    REACHED = "reached"


@frozen
class Point:
    """Something of the rules that a game may come to, and what is to happen there."""

    sort: str
    goal: Goal
    name: str
    span: Span
    never: str = field(default="", eq=False)
    """Why nobody need come here, if the rules say so themselves: by `never because`, or as they name a row."""


@frozen
class Machine:
    """Everything a backend needs, for one number of players and one choice of options."""

    title: str
    seats: int
    members: dict[str, tuple[str, ...]]
    shapes: dict[str, str]
    words: tuple[str, ...]
    tables: dict[str, tuple[Type, tuple[object, ...]]]
    fields: tuple[FieldSlot, ...]
    functions: tuple[Function, ...]
    automatic: tuple[Automatic, ...]
    decisions: tuple[Decision, ...]
    chances: tuple[Chance, ...]
    texts: tuple[TextTemplate, ...]
    faults: tuple[FaultInfo, ...]
    start: int
    copies: dict[str, int]
    standing: FunctionRef | None = None
    """Gives how a player would stand if the game were over now, more is better; None if no number says that."""
    absolute: bool = False
    """Whether that number counts by itself, as in games that all win or lose together, and not beside the others'."""
    utility: bool = False
    """Whether that number is what the rules say that the game is worth to a player."""
    teams: tuple[int, ...] = ()
    """The team of each seat, where there are teams: partners win and lose together."""
    faces: dict[str, tuple[int, ...]] = field(factory=dict)
    """Of cards of which there are not equally many of each face: how many there are of each."""
    shown: tuple[tuple[FieldSlot, FunctionRef], ...] = ()
    """Values that are worked out for every screen, as if they were fields: what they look like, and what gives them."""
    points: tuple[Point, ...] = ()
    """What the marks of a marked machine count; a machine that is played has none."""

    def copies_of(self, kind: str, face: int) -> int:
        """How many cards there are of a face."""
        return self.faces[kind][face] if kind in self.faces else self.copies.get(kind, 1)

    @property
    def stops(self) -> int:
        """How many of the labels are the end (0), decisions and chance events; automatic ones come after."""
        return 1 + len(self.decisions) + len(self.chances)

    @property
    def stopping(self) -> tuple[Decision | Chance, ...]:
        """The states in which somebody, or chance, must decide."""
        return (*self.decisions, *self.chances)


ENDING, PLACE, SCORE = "result.ending", "result.place", "result.score"
"""Fields every record has: how it ended (0 not yet, 1 won, 2 drawn, or as below), each player's place and score."""
SCORED, RANKED, SHARED = 3, 4, 5
"""Ranked by a number, which is the score; ranked by something else; by a number, and all who are first have won."""
LAST_ENDING = SHARED
COMMON = 6
"""Won, with one score of all: only where the rules have such an ending."""
LAST_WORDS = -1
"""In place of a set of readers: all read it, and it is the reason of the result."""

TRACE = -1
"""In place of the number of a text: not told, but it says who may know a choice."""


def targets(code: tuple[Code, ...]) -> list[int]:
    """Every state that code can go to."""
    found: list[int] = []
    for line in code:
        match line:
            case Goto(label):
                found.append(label)
            case Branch(_, then, otherwise):
                found += targets(then) + targets(otherwise)
            case Loop():
                found += targets(line.body) + targets(line.otherwise)
            case _:
                pass
    return found


class MachineProblem(Exception):
    """A program that checks but cannot be laid out, with the place to blame."""

    def __init__(self, code: str, message: str, span: Span) -> None:
        super().__init__(message)
        self.code, self.message, self.span = code, message, span
