"""What can be wrong with comparing and reckoning, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Advice, Mistake, Plain, Replacement, Severity, Words
from astro_referee.interpreter.check.mistakes.wording import describe
from astro_referee.interpreter.values.types import Type


@frozen
class NoComparison(Mistake):
    code = "not-comparable"
    type: Type

    def words(self) -> Words:
        return Words(f"{describe(self.type)} cannot be compared", "compare numbers, members or sets")


@frozen
class NoOrder(Mistake):
    code = "not-comparable"
    operator: str
    type: Type
    advice: str

    def words(self) -> Words:
        return Words(
            f"`{self.operator}` compares numbers and members of a kind, not {describe(self.type)}", self.advice
        )


@frozen
class SetsCompared(Mistake):
    """`{a} <= b`, where heaps would be compared by what they hold."""

    code = "not-comparable"
    operator: str
    type: Type
    part: str
    whole: str

    def words(self) -> Words:
        return Words(
            f"`{self.operator}` compares numbers and members of a kind, not {describe(self.type)}",
            f"whether one holds all of the other: `every x in {self.part}: x in {self.whole}`",
            notes=(f"how many there are: `{self.part}.size`",),
        )


@frozen
class SureNotToBe(Mistake):
    code = "always-holds"
    severity = Severity.WARNING
    shown: str
    word: str

    def words(self) -> Words:
        return Words(f"`{self.shown}` is sure not to be {self.word} here", "leave this out")


@frozen
class NeverThisWord(Mistake):
    code = "never-equal"
    shown: str
    type: Type
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.shown}` is {describe(self.type)}, never {self.word}",
            f"allow it with `or {self.word}` where it is declared",
        )


@frozen
class CannotBeEmpty(Mistake):
    code = "never-empty"
    type: Type

    def words(self) -> Words:
        return Words(f"{describe(self.type)} cannot be empty", "only sets, zones, and places for tokens can")


@frozen
class InNeedsSet(Mistake):
    code = "not-a-set"
    type: Type

    def words(self) -> Words:
        return Words(f"`in` needs a set, but this is {describe(self.type)}", "compare with `is`, or write a set `{…}`")


@frozen
class NeverIn(Mistake):
    code = "never-equal"
    value: Type
    group: Type
    advice: str

    def words(self) -> Words:
        return Words(f"{describe(self.value)} is never in {describe(self.group)}", self.advice)


@frozen
class ValueAfterOr(Mistake):
    """`total is 15 or 31`."""

    code = "not-a-condition"
    left: str
    operator: str
    values: tuple[str, ...]

    def words(self) -> Words:
        message = f"`{self.values[1]}` by itself is not a yes or no: `or` stands between conditions"
        return Words(message, Replacement(self.written))

    @property
    def written(self) -> str:
        if self.operator in ("is", "is not"):
            within = "in" if self.operator == "is" else "not in"
            return f"{self.left} {within} {{{', '.join(self.values)}}}"
        return " or ".join(f"{self.left} {self.operator} {value}" for value in self.values)


@frozen
class NoArithmetic(Mistake):
    code = "not-a-number"
    a: Type
    b: Type
    operator: str
    advice: Advice

    def words(self) -> Words:
        done = {"+": "added", "-": "subtracted", "*": "multiplied"}.get(self.operator, "divided")
        return Words(f"{describe(self.a)} and {describe(self.b)} cannot be {done}", self.advice)


@frozen
class BeyondLargest(Mistake):
    code = "out-of-range"
    largest: int

    def words(self) -> Words:
        return Words(f"this is beyond the largest number, {self.largest:,}", "use smaller numbers")


DIVISION_BY_ZERO = Plain("division-by-zero", "this divides by zero", "divide by another number")


@frozen
class NotAlike(Mistake):
    """Two things that are compared, and are never the same."""

    a: Type
    b: Type
    advice: str
    code = "not-comparable"

    def words(self) -> Words:
        return Words(f"{describe(self.a)} cannot be compared with {describe(self.b)}", self.advice)


class NeverEqual(NotAlike):
    code = "never-equal"
