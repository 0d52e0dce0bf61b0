"""Tests of a rule file, and their lines."""

from __future__ import annotations

from attrs import field, frozen

from astro_referee.grammar.tree.expressions import LATER, Expr, Index, Name, Node, Number, Quoted
from astro_referee.grammar.tree.flow import Step
from astro_referee.grammar.tree.parts import Noted


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
class ExpectSees(Noted):
    """`expect P2 sees hand[P1] as 3 cards`, or with the texts that stand for what is seen."""

    player: Name
    place: Name | Index
    cards: Number | None
    texts: tuple[Quoted, ...]


@frozen
class ExpectPerft(Noted):
    """`expect perft 3 is 79666`."""

    depth: Number
    count: Number


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


TestLine = Given | Chance | Turn | Refuse | Expect | ExpectEnd | ExpectSay | ExpectSees | ExpectPerft | Offers | Always


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
    reseeded: bool = field(default=False, metadata=LATER)
    """Whether a test that goes on from another one has a seed of its own."""


@frozen
class Playthrough(Test):
    """A test whose match is played to its end, and compared step by step with how it went before."""
