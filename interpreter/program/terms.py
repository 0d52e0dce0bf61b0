"""Terms: typed expressions that every backend can compute. The checker makes them, the compiler keeps them."""

from __future__ import annotations

from attrs import field, frozen

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.values.types import Type


@frozen(kw_only=True)
class TermBase:
    """What all terms have: a type, and the place in the rule file they came from."""

    type: Type
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Const(TermBase):
    """A number known now."""

    value: int


@frozen
class Local(TermBase):
    """A name bound by a phrase, parameter, loop or `let`."""

    name: str


@frozen
class Load(TermBase):
    """A field of the state, at an index where it is a table."""

    field: str
    at: tuple[Term, ...] = ()


@frozen
class Lookup(TermBase):
    """An entry of a constant table."""

    table: str
    at: tuple[Term, ...]


@frozen
class Op(TermBase):
    """An operation of the table OPERATIONS."""

    op: str
    args: tuple[Term, ...]


@frozen
class Call(TermBase):
    """A def, or a function the compiler made."""

    function: str
    args: tuple[Term, ...]


OPERATIONS: dict[str, str] = {
    "+": "sum of two numbers",
    "-": "difference of two numbers",
    "*": "product",
    "/": "quotient, rounded down; the divisor is not zero",
    "mod": "remainder with the sign of the divisor, which is not zero",
    "neg": "the number with the other sign",
    "abs": "the number without sign",
    "min": "smallest of two",
    "max": "largest of two",
    "<": "less",
    "<=": "less or equal",
    "is": "equal",
    "is not": "different",
    "and": "both; the second is looked at only if the first holds",
    "or": "either; the second is looked at only if the first does not hold",
    "not": "the opposite",
    "if": "the second if the first holds, else the third; only that one is computed",
    "bit": "the set of the value whose bit number is given",
    "has": "whether a bit is in a set",
    "union": "values in either set",
    "minus": "values of the first set that are not in the second",
    "meet": "values in both sets",
    "size": "how many values a set has",
    "least": "number of the lowest bit of a set that is not empty",
    "bag count": "copies of a face in a bag",
    "bag one": "a bag with one copy of a face",
    "bag size": "copies in a bag altogether",
    "bag faces": "the set of faces a bag holds at all",
    "bag minus": "copies of the first bag that are left when those of the second are taken out, none below zero",
    "within": "the first number, a fault unless it lies from the second to the third",
    "contained": "the first set, a fault if it holds anything that the second does not",
    "solid": "the first number, a fault if it is one of the others",
    "list first": "the first so many values of a list",
    "list last": "the last so many values of a list",
    "length": "how many values a list has",
    "entry": "the n-th value of a list, counted from 0",
    "row length": "how many values a row has",
    "row values": "the values of a row as a list",
    "row of": "a list as a row",
    "row under": "a row with one more value at its end",
    "row joined": "the values of two rows, for which there is room",
    "row less": "a row without the values of a set, the first of each",
    "encode": "a set as the number it is kept as",
    "runs": "longest series of neighbouring bits in a set of n; the third argument says whether the ends meet",
    "flood": "the first set, and all one comes to from there by a table of sets (the second) through the third set",
    "trail": "longest way over the routes of a set, each once, by tables of their ends (second) and lengths (third)",
    "times": "how often a past (the first) holds the parts of the state that the other arguments name, as they are now",
    "remembered": "a past with the parts of the state that the other arguments name, as they are now",
    "vacant": "whether no token field has this place (the fields are loads behind the place)",
}
"""Every operation with its meaning; a backend implements exactly these."""


# --- Questions about many things: the compiler turns each of these into a function of its own --------------------


@frozen
class Range:
    """The numbers from `low` to `high`, as something to go through."""

    low: Term
    high: Term


@frozen
class Choices:
    """The subsets of a set or bag that have `low` to `high` members; more than can be gone through are a fault."""

    low: Term
    high: Term
    of: Term
    fault: int = -1


@frozen
class SortKey:
    """Part of an order: the highest value first, or the lowest."""

    highest: bool
    of: Term


@frozen
class Travel:
    """How far `reach` goes: within so many points, what a place costs of them (else 1), and where one must stop."""

    within: Term | None
    cost: Term | None
    stop: Term | None

    @property
    def outer(self) -> tuple[Term, ...]:
        """The terms that know nothing of the place one comes to."""
        return () if self.within is None else (self.within,)


@frozen
class Fold(TermBase):
    """A phrase: its word, the name it binds, where that comes from, its test, its value, its order."""

    word: str
    name: str
    name_type: Type
    domain: Range | Choices | Term
    where: Term | None = None
    of: Term | None = None
    keys: tuple[SortKey, ...] = ()
    travel: Travel = Travel(None, None, None)

    @property
    def inner(self) -> tuple[Term, ...]:
        """The terms that may speak of the name."""
        found = (self.where, self.of, *(key.of for key in self.keys), self.travel.cost, self.travel.stop)
        return tuple(term for term in found if term is not None)


@frozen
class Item(TermBase):
    """The n-th (from 1) of a list or set, or none."""

    position: Term
    of: Term


@frozen
class Hypothetical(TermBase):
    """A term on a copy of the state: after the move under test, or after a procedure."""

    procedure: str | None
    args: tuple[Term, ...]
    of: Term


@frozen
class Possible(TermBase):
    """Whether some candidate of a move passes its `when` lines, for a player."""

    move: str
    player: Term


@frozen
class Streak(TermBase):
    """How many times in a row, at most `most`, a player could make a move, each time by its `when` lines alone."""

    move: str
    player: Term
    most: int


Term = Const | Local | Load | Lookup | Op | Call | Fold | Item | Hypothetical | Possible | Streak


def parts(term: Term) -> tuple[Term, ...]:
    """The terms directly inside a term."""
    match term:
        case Const() | Local():
            return ()
        case Load(_, at) | Lookup(_, at):
            return at
        case Op(_, args) | Call(_, args):
            return args
        case Fold():
            return (*domain_parts(term.domain), *term.travel.outer, *term.inner)
        case Item(position, of):
            return (position, of)
        case Hypothetical(_, args, of):
            return (*args, of)
        case Possible(_, player) | Streak(_, player):
            return (player,)


def domain_parts(domain: Range | Choices | Term) -> tuple[Term, ...]:
    """The terms a domain is made of."""
    match domain:
        case Range(low, high):
            return (low, high)
        case Choices(low, high, of):
            return (low, high, of)
        case _:
            return (domain,)


def walk(term: Term) -> list[Term]:
    """A term and everything inside it, outermost first."""
    found: list[Term] = []
    todo = [term]
    while todo:
        here = todo.pop()
        found.append(here)
        todo.extend(reversed(parts(here)))
    return found


def looks_ahead(term: Term) -> bool:
    """Whether a term asks what is so after the move, whose effects may speak of every `let`."""
    return any(isinstance(part, Hypothetical) and part.procedure is None for part in walk(term))
