"""What gives secrets away, in words."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Severity, Words


class Seen(StrEnum):
    """What players see of rules that look at something hidden, in words."""

    PICKED = "picking from this"
    STORED_AT = "where this is stored"
    HOLDS = "whether this holds"
    GONE_THROUGH = "what this goes through"
    LEFT_OUT = "whom this leaves out"
    WHEN = "when this holds"
    BEGINS = "who begins"
    TURN_ORDER = "in which order turns go"
    DEALT = "how many cards go where"
    ROLLED = "which dice are rolled"
    ADDRESSED = "who is told this"
    WINS = "who wins"
    ASKED = "who is asked"
    LEGAL = "whether there is a legal move"


class Why(StrEnum):
    """Why something hidden may not be used in a place, in words."""

    ALL_READ = "everybody reads this text"
    ALL_SEE = "everybody sees this value"
    TOLD = "who is told this does not see it"
    ASKED_READS = "the player who is asked reads this text"
    NOTATION = "everybody is told how a move is written"
    CHOICE = "a player may only choose among things that player sees"
    UNSEEN = "the player who is asked does not see it"


def quoted(names: tuple[str, ...]) -> str:
    return " and ".join(f"`{name}`" for name in names)


def count_is_open(zone: str) -> str:
    """What may be told of a hidden zone, if there is one."""
    return f"how many cards there are is open to all: `{zone}.size`" if zone else ""


def at_random(zone: str) -> str:
    """How to take something one does not see, if there is a zone."""
    return f"to take one unseen: `deal 1 at random from {zone} into …`" if zone else ""


@frozen
class HiddenInText(Mistake):
    code = "hidden-in-text"
    names: tuple[str, ...]
    why: Why
    zone: str
    """One of them that is a zone, as it is written."""

    def words(self) -> Words:
        what = "value" if self.why is Why.ALL_SEE else "text"
        return Words(f"this {what} would give away {quoted(self.names)}", self.why, notes=(count_is_open(self.zone),))


@frozen
class HiddenInGuard(Mistake):
    code = "hidden-in-guard"
    names: tuple[str, ...]
    why: Why
    zone: str

    def words(self) -> Words:
        note = at_random(self.zone) if self.why is Why.CHOICE else count_is_open(self.zone)
        return Words(f"this depends on {quoted(self.names)}, which is hidden", self.why, notes=(note,))


@frozen
class Discloses(Mistake):
    code = "tells"
    severity = Severity.NOTE
    names: tuple[str, ...]
    seen: Seen | None = None
    open_to_all: str = ""
    open_to_some: str = ""
    """Where something is stored, if that tells about it: who can see it there."""

    def words(self) -> Words:
        what, whom = self.seen or "", "all players"
        if self.open_to_all:
            what = f"`{self.open_to_all}` is open to all, so storing this"
        if self.open_to_some:
            what, whom = f"storing this in `{self.open_to_some}`", "those who see it"
        fine = "fine, if the rules mean it so; then say why: `# may tell: …`"
        return Words(f"{what} tells {whom} something about {quoted(self.names)}", fine)
