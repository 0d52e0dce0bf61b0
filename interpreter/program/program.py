"""The checked program: a rule file with every name resolved and every expression typed, for one number of players."""

from __future__ import annotations

from attrs import field, frozen

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.program.matrix import Matrix
from astro_referee.interpreter.program.plans import PlanInfo
from astro_referee.interpreter.program.teams import Teams
from astro_referee.interpreter.program.terms import Choices, Fold, Range, SortKey, Term
from astro_referee.interpreter.values.marks import Mark
from astro_referee.interpreter.values.types import Base, SetOf, Type

UTILITY = "utility"
"""The def that says what the game is worth to a player."""
COPIES = "copies"
"""The column of a table of cards that says how many there are of each; it is no part of a card."""

Faces = tuple[tuple[int, int], ...]

# --- Components -----------------------------------------------------------------------------------------------


@frozen
class KindInfo:
    """A finite list of members: kinds, rings, grids, players, cards and tokens alike."""

    name: str
    shape: str
    members: tuple[str, ...]
    coordinates: tuple[tuple[str, Type], ...] = ()
    columns: dict[str, tuple[Type, tuple[int | str, ...]]] = field(factory=dict, eq=False, repr=False)
    copies: int = 1
    """Of a card, how many there are of each face; where they differ, the most."""
    faces: tuple[int, ...] = ()
    """How many there are of each face, where they differ."""
    docs: str = ""
    compass: bool = False
    """Whether these are the directions of boards."""
    matrices: dict[str, Matrix] = field(factory=dict, eq=False, repr=False)
    marks: tuple[Mark, ...] = field(default=(), eq=False, repr=False)
    """How the members are drawn, if the file says anything of it."""

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards there are of each face."""
        return self.faces or (self.copies,) * len(self.members)

    @property
    def round(self) -> bool:
        """Whether the last member is followed by the first."""
        return self.compass or self.shape in ("ring", "team", "player")


@frozen
class Order:
    """How the order of a zone is kept: a field with the cards laid on it, first on top, and one with those laid under
    it. Of a zone that is not `laid` there may be others between, of which nobody knows the order.
    """

    on: str
    under: str | None
    laid: bool
    most: int
    """Cards that there is room for."""
    limited: bool = False
    """Whether that is fewer than there are."""
    top: Term | None = None
    """Who sees the card on top, if not those who see the zone."""


@frozen
class FieldInfo:
    """A part of the state: a variable, a zone, the places of tokens, a die."""

    name: str
    sort: str
    type: Type
    indices: tuple[Base, ...] = ()
    initial: Term | None = None
    audience: Term | None = None
    pile: bool = False
    docs: str = ""
    shown: str = ""
    """What players read in place of its name, if the file says so."""
    order: Order | None = None
    """Of a zone whose cards lie in an order: where that is kept."""
    faces: Faces = ()
    """Of dice that not everybody sees: each value with its number of faces."""
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    sorting: tuple[tuple[int, ...], ...] = ()
    """Of a zone that is shown in an order of its own: what each card is sorted by, the first thing first."""


@frozen
class DefInfo:
    """A word for an expression."""

    name: str
    params: tuple[tuple[str, Type], ...]
    type: Type
    lets: tuple[tuple[str, Term], ...]
    body: Term
    needs_me: bool
    title: str = ""
    """What players read beside its value, if that stands on every screen."""
    docs: str = ""
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Text:
    """Pieces of text and terms in turn."""

    parts: tuple[str | Term, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    mark: int | None = None
    """For whoever follows a game: the number of the mark that this stands for. Nobody reads it then."""


# --- Steps ------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class StepBase:
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Let(StepBase):
    """A name for a value; above the effect of a move with the guards its value leans on, as in `Guard`."""

    name: str
    value: Term
    needs: tuple[int, ...] = ()


@frozen
class Assign(StepBase):
    """Store a value; with `check`, a value outside the field's type is a fault."""

    field: str
    at: tuple[Term, ...]
    value: Term
    check: bool = False


@frozen
class Require(StepBase):
    """A fault of the rules unless the condition holds."""

    condition: Term
    code: str
    message: str


@frozen
class If(StepBase):
    """`at` is where the condition stands: the span is that of all `else if` lines together."""

    condition: Term
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    at: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class For(StepBase):
    name: str
    name_type: Type
    domain: Range | Choices | Term
    where: Term | None
    body: tuple[Step, ...]


@frozen
class Do(StepBase):
    procedure: str
    args: tuple[Term, ...]


@frozen
class Jump(StepBase):
    """`leave` or `repeat`."""

    word: str
    target: str


@frozen
class Win(StepBase):
    """The game is over; `players` is the set of winners, or None for a draw."""

    players: Term | None
    because: Text | None
    score: Term | None = None
    """What all have reached together."""


@frozen
class Rank(StepBase):
    name: str
    domain: Term
    where: Term | None
    keys: tuple[SortKey, ...]
    because: Text | None
    shared: bool = False
    """Whether all who are first have won, even if that is everybody: `winner best p in players by …`."""
    heads: int | None = None
    """Where teams are ranked, the first seat of each: a team is one rival, however many play for it."""

    @property
    def best(self) -> Fold:
        """Who is first, as a phrase."""
        assert isinstance(self.domain.type, SetOf)
        player = self.domain.type.of
        return Fold("best", self.name, player, self.domain, self.where, keys=self.keys, type=self.domain.type)


@frozen
class Say(StepBase):
    text: Text
    to: Term | None


@frozen
class Show(StepBase):
    """The faces in a zone are shown to a set of players; no state changes."""

    zone: Term
    label: Text
    to: Term


@frozen
class Retire(StepBase):
    """Players are out from here on; or `back`, in again."""

    players: Term
    back: bool = False


@frozen
class Deal(StepBase):
    """Cards drawn one by one by chance from one field into another."""

    count: Term
    up_to: bool
    source: tuple[str, tuple[Term, ...]]
    target: tuple[str, tuple[Term, ...]]
    label: Text
    end: str = "top"
    """Where they come from: the top or the bottom of a pile, or from anywhere in it."""
    lay: str | None = None
    """Where in the order of the target they come: `on` or `under` the others; None where it has none."""


@frozen
class Lay(StepBase):
    """A card that was put into an ordered zone goes on top or to the bottom; who saw it before knows it there."""

    zone: str
    at: tuple[Term, ...]
    card: Term
    under: bool
    source: tuple[str, tuple[Term, ...]] | None


@frozen
class LayAll(StepBase):
    """All cards of an ordered zone are laid on or under another one, as they lie."""

    zone: str
    at: tuple[Term, ...]
    source: tuple[str, tuple[Term, ...]]
    under: bool


@frozen
class Take(StepBase):
    """Cards leave an ordered zone: those that lie first."""

    zone: str
    at: tuple[Term, ...]
    cards: Term


@frozen
class Mix(StepBase):
    """The order of a zone is forgotten."""

    zone: str
    at: tuple[Term, ...]


@frozen
class Roll(StepBase):
    """A die comes up: each value with its number of faces. Of a cup, so many dice, beside those `left` in it."""

    field: str
    faces: Faces
    label: Text
    at: tuple[Term, ...] = ()
    count: Term | None = None
    left: Term | None = None


@frozen
class RandomFrom(StepBase):
    field: str
    at: tuple[Term, ...]
    domain: Term
    label: Text
    check: bool = False


@frozen
class Phase(StepBase):
    name: str
    until: Term | None
    begin: tuple[Step, ...]
    watches: tuple[tuple[Term, tuple[Step, ...]], ...]
    body: tuple[Step, ...]
    finish: tuple[Step, ...]
    heading: Span = field(default=NOWHERE, eq=False, repr=False)
    """From its first word to its name."""


@frozen
class Turns(StepBase):
    """Turns in an order of seats; without `once` they go round for ever."""

    once: bool
    name: str | None
    clockwise: bool
    start: Term
    where: Term | None
    until: Term | None
    body: tuple[Step, ...]
    order: Term | None = None
    """A list of those who take a turn, in place of an order of seats; it is worked out before the first turn."""


@frozen
class Guard:
    """A `when` line, or a `must` line (`duty` is "if able" or "maximise")."""

    condition: Term
    reason: Text | None
    source: str
    seen: tuple[tuple[str, Term], ...]
    duty: str = ""
    tags: tuple[str, ...] = ()
    needs: tuple[int, ...] = ()
    """Guards of the move that must hold before this one means anything; -1 are its parameters."""
    witnesses: tuple[tuple[str, Term], ...] = ()
    """Names for the reason and for what was seen, each with the first thing for which the condition fails."""
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class ParamInfo:
    """A parameter of a move: `outside` says why a value is not in the domain.

    `written` is the parameter as it stands in the rules, `where_text` the test behind its `where`.
    """

    name: str
    type: Type
    domain: Range | Choices | Term
    where: Term | None
    outside: Text
    written: str = ""
    where_text: str = ""
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class MoveInfo:
    """What a player can choose: parameters, guards with reasons, effects."""

    name: str
    key: str
    params: tuple[ParamInfo, ...]
    notation: Text
    about: Text | None
    parts: tuple[Let | Guard, ...]
    then: tuple[Step, ...]
    tags: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    heading: Span = field(default=NOWHERE, eq=False, repr=False)
    """From its first word to its name."""
    also: tuple[Text, ...] = ()
    """Other notations, in which a legal move may be typed."""


@frozen
class Ask(StepBase):
    """A decision. For manner "one" `players` is one player; else a set. `otherwise_at` is where `otherwise` stands."""

    manner: str
    players: Term
    moves: tuple[str, ...]
    otherwise: tuple[Step, ...] | None
    otherwise_at: Span = field(default=NOWHERE, eq=False, repr=False)


Step = (
    Let
    | Assign
    | Require
    | If
    | For
    | Do
    | Jump
    | Win
    | Rank
    | Say
    | Show
    | Retire
    | Deal
    | Lay
    | LayAll
    | Take
    | Mix
    | Roll
    | RandomFrom
    | Phase
    | Turns
    | Ask
)


@frozen
class ProcedureInfo:
    name: str
    params: tuple[tuple[str, Type], ...]
    body: tuple[Step, ...]
    needs_me: bool
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    heading: Span = field(default=NOWHERE, eq=False, repr=False)
    """From its first word to its name."""


@frozen
class OptionInfo:
    name: str
    type: Type
    default: int
    value: int
    docs: str
    asked: str | None = None
    """What of today's date is suggested to who begins a game, or an empty text; None if nobody is asked."""
    limited: bool = False
    """Whether some values are refused beside some of other options."""


@frozen
class RulingInfo:
    """A ruling; one that depends on options may not be in force."""

    name: str
    text: str
    source: str
    in_force: bool = True
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Program:
    """All of a game, resolved and typed."""

    title: str
    docs: str
    credits: tuple[tuple[str, str], ...]
    seats: int
    seat_range: tuple[int, int]
    words: tuple[str, ...]
    options: tuple[OptionInfo, ...]
    rulings: tuple[RulingInfo, ...]
    kinds: dict[str, KindInfo]
    tables: dict[str, tuple[Type, tuple[object, ...]]]
    fields: dict[str, FieldInfo]
    defs: dict[str, DefInfo]
    procedures: dict[str, ProcedureInfo]
    moves: dict[str, MoveInfo]
    flow: tuple[Step, ...]
    teams: Teams | None = None
    plans: tuple[PlanInfo, ...] = ()
    questions: dict[Span, str] = field(factory=dict)
    """What players read where they are asked, by the place of the decision."""
    unshown: frozenset[str] = frozenset()
    """What is left out where a position is shown to people."""
    settled: frozenset[tuple[str, int]] = frozenset()
    """Entries of tables that the rules name, and that are constants now."""
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    """Where the game is named."""
