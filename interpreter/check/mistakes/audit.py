"""What can be wrong with rules as a whole, in words: endless, too costly, stuck, decided already."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Plain, Severity, Words


@frozen
class NeverEnds(Mistake):
    code = "endless"
    name: str

    def words(self) -> Words:
        return Words(
            f"`{self.name}` would never end: nothing in it changes what `until` looks at",
            f"change it inside, or write `leave {self.name}`",
        )


TURNS_NEVER_END = Plain(
    "endless",
    "these turns would go round for ever: nobody is asked and nothing ends them",
    "add a `move`, or write `turns once …`",
)


SUBSETS_CANNOT_STOP = Plain(
    "unsupported",
    "a loop over subsets cannot stop to ask or roll",
    "choose the subset first, then go through its members",
)


MAY_BE_STUCK = Plain(
    "may-be-stuck",
    "there may be no legal move here, and it is not said what happens then",
    "add `otherwise`; if it cannot happen: `never because …`",
    severity=Severity.WARNING,
)


@frozen
class CannotFollow(Mistake):
    code = "unsupported"
    name: str
    stops: bool
    """Whether it stops on the way; else it goes round in a phase or in turns."""

    def words(self) -> Words:
        why = "it asks, rolls or deals" if self.stops else "it has a phase or turns in it"
        return Words(
            f"one cannot see what follows `{self.name}`, because {why}",
            "look at the position as it is" if self.stops else "say it with `for`: such loops can be tried out",
        )


LIST_FROM_AHEAD = Plain("unsupported", "a list cannot be brought back from a position ahead", "ask a question")


@frozen
class TooManyToTry(Mistake):
    code = "too-many-candidates"
    name: str
    candidates: int
    most: int

    def words(self) -> Words:
        return Words(
            f"`{self.name}` has {self.candidates:,} combinations to try (at most {self.most:,})",
            "ask for one after the other",
        )


@frozen
class TooManyLegal(Mistake):
    code = "too-many-candidates"
    name: str
    candidates: int
    most: int

    def words(self) -> Words:
        return Words(
            f"`{self.name}` is legal in {self.candidates:,} ways at once (at most {self.most:,})",
            "ask for one after the other",
        )


@frozen
class TooCostly(Mistake):
    code = "too-costly"
    name: str
    """Of a def; none for what is worked out for every candidate of a move."""
    cost: int | None
    """Nothing if it cannot be counted."""

    def words(self) -> Words:
        what = f"`{self.name}`" if self.name else "this, for every candidate,"
        many = f"{self.cost:,}" if self.cost is not None else "countless"
        return Words(f"{what} could take {many} steps", "go through fewer things inside each other")


@frozen
class OfferedAgain(Mistake):
    code = "circle"
    move: str

    def words(self) -> Words:
        return Words(f"`{self.move}` is offered again in what follows it", "repeat a phase around the decision instead")


@frozen
class PossibleOfItself(Mistake):
    code = "circle"
    name: str

    def words(self) -> Words:
        return Words(
            f"whether `{self.name}` is possible depends on itself", "one of the moves must not ask about the other"
        )


class Decided(StrEnum):
    """What may be decided already, in words."""

    GUARD = "this guard"
    CONDITION = "this condition"
    UNTIL = "what ends this phase"


@frozen
class AlwaysHolds(Mistake):
    code = "always-holds"
    severity = Severity.WARNING
    what: Decided

    def words(self) -> Words:
        return Words(f"{self.what} always holds", "by the ranges of its numbers")


@frozen
class NeverHolds(Mistake):
    code = "never-holds"
    severity = Severity.WARNING
    what: Decided

    def words(self) -> Words:
        return Words(f"{self.what} can never hold", "by the ranges of its numbers")


@frozen
class LeadsTooFar(Mistake):
    code = "too-deep"
    name: str
    deep: bool
    """Whether it leads too deep, not only to too much."""

    def words(self) -> Words:
        what = "leads through too many others" if self.deep else "becomes too long, with all it leads to"
        return Words(f"`{self.name}` {what}", "call or offer fewer others")
