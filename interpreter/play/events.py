"""What happens in a match, as it is kept and told: lines, events, positions on the way, the result."""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.play.history import History
from astro_referee.interpreter.values.brief import brief

CHOSEN = "has chosen"
"""What is told of a secret choice while others are still choosing."""


@frozen
class Said:
    """A line for the log; `to` is the set of players who read it, None for all. `last` is why the game ended.

    `number` is that of the text in the machine; what a move does has none. Last words are kept in records, where seats
    go by their own names; they are `spoken` with the names of who sits there.
    """

    text: str
    to: int | None
    number: int | None = None
    last: bool = False
    spoken: str = ""


A_CARD, A_DIE = "a card", "a die"
"""What those are told of a draw or a roll who may not know what came up."""


@frozen
class Event:
    """Something that happened: a player's move, or chance (player is None). `value` is the move or the outcome."""

    number: int
    player: int | None
    text: str
    value: Move | int
    label: str
    group: int
    said: tuple[Said, ...]
    readers: int
    public: str
    """What those who may not know all of it are told."""
    about: Said | None = None
    """What a move does, in the words of the rules, for those who may read the move itself as well."""
    spoken: str = ""
    """The text as players read it: with their names in place of their seats, and things by their marks."""
    dealt: bool = False
    """Whether a card was dealt."""
    left: int | None = None
    """Tenths of a second that the player had left after the move, where a clock runs."""


def reads_the_same(one: Event, other: Event) -> bool:
    """Whether what was told of an event is all that can be told of it now: secret choices are opened later."""
    return one.public != CHOSEN or other.public == CHOSEN


@frozen
class Mark:
    """Where a match stood after so many events, and what it knew of them then: the way back to it."""

    count: int
    state: State
    options: list[Move]
    events: History[Event]
    number: int
    dealing: int | None


@frozen
class Result:
    """How it ended: place and score of every seat, winners, and the last words, as kept and as told to players."""

    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    winners: tuple[int, ...]
    draw: bool
    text: str
    spoken: str
    common: bool = False
    """Whether the score is one of all together."""
    utilities: tuple[int, ...] | None = None
    """What the end is worth to each seat, if the rules have a def `utility`."""

    def __repr__(self) -> str:
        seats = " and ".join(map(str, self.winners))
        return brief(self, "drawn" if self.draw else f"won by seat {seats}" if seats else "won by nobody", self.text)
