"""A checked test: a match to set up, and what happens in it line by line, with every name resolved."""

from __future__ import annotations

from attrs import field, frozen

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.program.program import Step
from astro_referee.interpreter.program.terms import Term

Probe = tuple[tuple[Step, ...], tuple[Term, ...]]
"""Steps to carry out on a position, and questions to ask behind them."""


@frozen(kw_only=True)
class LineBase:
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Given(LineBase):
    """Steps that change the position."""

    steps: tuple[Step, ...]


@frozen
class Chance(LineBase):
    """What comes up next, by name."""

    outcome: str


@frozen
class Turn(LineBase):
    """What a player types, which must be legal."""

    seat: int
    typed: str


@frozen
class Refused(LineBase):
    """What a player types, which must be refused with a reason that has these words."""

    seat: int
    typed: str
    because: str


@frozen
class Expected(LineBase):
    """What must hold. `seen` are the values it looks at, with what stands for them in the text."""

    condition: Term
    seen: tuple[tuple[str, Term], ...]
    needs_me: bool


@frozen
class Ended(LineBase):
    """The game must be over, won by these players, or drawn if there are none; `because` is part of what is told."""

    winners: Term | None
    because: str


@frozen
class ExpectedText(LineBase):
    """These words must have been said since the last line in which something happened."""

    words: tuple[str, ...]


@frozen
class Seen(LineBase):
    """What a player must see of an entry of a field: so many cards, if no texts are named, else what these say."""

    seat: int
    field: str
    index: tuple[Term, ...]
    cards: int
    texts: tuple[str, ...]


@frozen
class Counted(LineBase):
    """So many sequences of moves of a length must follow."""

    depth: int
    sequences: int


@frozen
class Offered(LineBase):
    """A player must be able to choose these moves; if `only`, no others."""

    seat: int
    only: bool
    moves: tuple[str, ...]


@frozen
class Always(Expected):
    """What must hold after each step from here on."""


Line = Given | Chance | Turn | Refused | Expected | Ended | ExpectedText | Seen | Counted | Offered


@frozen
class Setup:
    """How many play, and the options that are not at their defaults; `said` tells both."""

    seats: int
    chosen: tuple[tuple[str, int], ...]
    said: str = field(default="", eq=False)


@frozen
class Scenario:
    """A test for one set-up. Behind its lines up to `moves` are made at random, in each of some `games`; if it is
    `is_playthrough`, in one, and how that goes is compared with how it went before.
    """

    title: str
    after: str | None
    """The title of the test it goes on from."""
    setup: Setup
    seed: int
    lines: tuple[Line, ...]
    rulings: tuple[str, ...]
    moves: int | None = None
    games: int = 0
    is_playthrough: bool = False
    reseeded: bool = False
    span: Span = field(default=NOWHERE, eq=False, repr=False)

    @property
    def probes(self) -> tuple[Probe, ...]:
        """What all lines want to be done or known, one after the other."""
        return tuple(probe for line in self.lines for probe in probes_of(line))


def probes_of(line: Line) -> tuple[Probe, ...]:
    """What a line wants to be done or known; what an expectation saw is asked only if it does not hold."""
    match line:
        case Given(steps):
            return ((steps, ()),)
        case Expected(condition, seen):
            return ((), (condition,)), ((), tuple(term for _, term in seen))
        case Seen(index=index):
            return (((), index),)
        case Ended(winners) if winners is not None:
            return (((), (winners,)),)
        case _:
            return ()
