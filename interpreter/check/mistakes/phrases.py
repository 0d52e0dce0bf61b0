"""What can be wrong with phrases over many things, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Advice, Fix, Mistake, Plain, Replacement, Words
from astro_referee.interpreter.check.mistakes.wording import describe
from astro_referee.interpreter.values.types import Bool, Int, Member, Type


@frozen
class NotGoneThrough(Mistake):
    code = "not-a-set"
    type: Type
    shown: str

    def words(self) -> Words:
        return Words(
            f"one cannot go through {describe(self.type)}, only through a set, a kind or a span",
            Replacement(f"1..{self.shown}", "for numbers: ")
            if isinstance(self.type, Int)
            else Replacement(f"{{{self.shown}}}", "a set of one: "),
        )


@frozen
class ChooseFromSet(Mistake):
    code = "not-a-set"
    type: Type

    def words(self) -> Words:
        return Words(
            f"one cannot choose from {describe(self.type)}, only from a set or a zone",
            "write a set, a kind or a zone behind `of`",
        )


CHOOSE_FEWER = Plain("out-of-range", "one cannot choose fewer than none", "begin with 0 or 1")


@frozen
class TooManySubsets(Mistake):
    code = "too-many-candidates"
    most: int

    def words(self) -> Words:
        return Words(
            f"there may be more than {self.most:,} ways to choose these", "choose fewer, or one after the other"
        )


@frozen
class OwnFromSet(Mistake):
    code = "not-a-set"
    type: Type

    def words(self) -> Words:
        return Words(f"one of its own cannot be picked from {describe(self.type)}, only from a set of equal sorts")


@frozen
class SameForAll(Mistake):
    code = "stray-test"
    name: str

    def words(self) -> Words:
        return Words(f"this says nothing about `{self.name}`: all could have the same", "compare the sizes of two sets")


@frozen
class TooManyToMatch(Mistake):
    code = "too-large"
    count: int
    most: int

    def words(self) -> Words:
        return Words(
            f"each could have one of {self.count:,} things, more than the {self.most} among which one can be matched",
            "match a kind with fewer members",
        )


@frozen
class StartFromSet(Mistake):
    code = "not-a-set"
    type: Type
    shown: str

    def words(self) -> Words:
        return Words(
            f"one cannot start from {describe(self.type)}, only from a set",
            Replacement(f"{{{self.shown}}}", "a set of one: "),
        )


COSTING_NOTHING = Plain("misplaced", "`costing` needs points to pay with", "before it: `within 3`")


@frozen
class StepForNothing(Mistake):
    code = "out-of-range"
    type: Type
    shown: str

    def words(self) -> Words:
        return Words(
            f"a step costs one point or more; this is {describe(self.type)}",
            Replacement(f"max(1, {self.shown})", "at least one: "),
        )


@frozen
class StrayTest(Mistake):
    code = "stray-test"
    name: str

    def words(self) -> Words:
        return Words(
            f"this test says nothing about `{self.name}`", "if it belongs outside, put the phrase before it in brackets"
        )


@frozen
class OrderNeedsNumbers(Mistake):
    code = "not-comparable"
    type: Type
    advice: Advice

    def words(self) -> Words:
        return Words(f"an order needs numbers, members or yes and no; this is {describe(self.type)}", self.advice)


@frozen
class SumOfNumbers(Mistake):
    code = "not-a-number"
    type: Type
    advice: Advice

    def words(self) -> Words:
        return Words(f"only numbers can be summed; this is {describe(self.type)}", self.advice)


@frozen
class SumTooLarge(Mistake):
    code = "out-of-range"
    largest: int

    def words(self) -> Words:
        return Words(f"this sum may grow beyond the largest number, {self.largest:,}", "use smaller numbers")


@frozen
class HasNoOrder(Mistake):
    code = "not-comparable"
    type: Type
    advice: Advice

    def words(self) -> Words:
        return Words(f"{describe(self.type)} has no order", self.advice)


@frozen
class UnionOfSets(Mistake):
    code = "not-a-set"
    type: Type
    shown: str

    def words(self) -> Words:
        return Words(
            f"a union puts sets together; this is {describe(self.type)}",
            Replacement(f"{{{self.shown}}}", "a set of one: ")
            if isinstance(self.type, Bool | Int | Member)
            else f"its members: `set of x for x in {self.shown}`",
        )


@frozen
class SetHoldsNumbers(Mistake):
    code = "bad-type"
    type: Type
    advice: Advice

    def words(self) -> Words:
        return Words(f"a set holds numbers or members, not {describe(self.type)}", self.advice)


@frozen
class SetOfSets(Mistake):
    code = "bad-type"
    type: Type
    united: str

    def words(self) -> Words:
        return Words(
            f"a set holds numbers or members, not {describe(self.type)}",
            Replacement(f"union of {self.united}", "for all that is in one of them, write "),
        )


@frozen
class CannotGatherSets(Mistake):
    code = "bad-type"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` cannot gather sets", "use some, every, count, highest or lowest")


BEST_GATHERS = Plain(
    "bad-type", "`best` cannot gather these, only numbers or members", "write `only best` or `first best` here"
)


@frozen
class ItemNeedsSet(Mistake):
    code = "not-a-set"
    type: Type

    def words(self) -> Words:
        return Words(
            f"`item` needs a set or a list; this is {describe(self.type)}",
            "for example: `item 3 of all s in road where s is empty`",
        )


@frozen
class NotOnARing(Mistake):
    code = "not-a-ring"
    type: Type

    def words(self) -> Words:
        kind = self.type.kind if isinstance(self.type, Member) else ""
        advice = f"declare `ring {kind}`" if kind else "name a member of a ring, or a player"
        return Words(f"one goes round a ring; {describe(self.type)} is not on one", advice)


AFTER_THIS_MISPLACED = Plain(
    "misplaced",
    "`after this` cannot stand here: it belongs in the `when` and `must` lines of a move",
    "elsewhere: `after do …`, with a procedure",
)


LOOK_AHEAD_TWICE = Plain("misplaced", "one cannot look ahead from a position that is itself ahead", "look ahead once")


@frozen
class EmptyRange(Mistake):
    code = "empty-span"
    turned: Fix

    def words(self) -> Words:
        return Words("nothing lies between these numbers", "write the smaller one first", fixes=(self.turned,))


@frozen
class ComesToSet(Mistake):
    code = "not-a-set"
    type: Type
    shown: str
    step: tuple[str, str] | None
    """If it is `place.step(way)`: the place and the way."""

    def words(self) -> Words:
        advice = Replacement(f"{{{self.shown}}}", "a set of one: ")
        if self.step is not None:
            advice = Replacement(f"{self.step[0]}.steps({{{self.step[1]}}})", "as a set: ")
        return Words(f"one cannot come to {describe(self.type)}, only to a set", advice)
