"""What can be wrong with heaps and dice, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Plain, Words
from astro_referee.interpreter.check.mistakes.wording import describe
from astro_referee.interpreter.values.types import Type

HEAP_OR_NONE = Plain("bad-type", "a heap that holds nothing is `empty`, never none", "leave out `or …`")


HEAP_OF_HEAPS = Plain(
    "bad-type",
    "a heap cannot hold sets, rows or heaps, only numbers or members of a kind",
    "keep several heaps `for each` of something",
)


@frozen
class LargeHeap(Mistake):
    code = "too-large"
    most: int

    def words(self) -> Words:
        return Words(f"a heap of so many numbers is too large (at most {self.most})", "use fewer numbers")


@frozen
class HeapOfSingles(Mistake):
    code = "bad-type"
    kind: str

    def words(self) -> Words:
        return Words(f"there is only one of each {self.kind}, so some of them are a set", f"write `set of {self.kind}`")


@frozen
class WholeHeap(Mistake):
    code = "bad-type"
    added: bool
    place: str
    shown: str

    def words(self) -> Words:
        done, sign = ("added", "+") if self.added else ("removed", "-")
        return Words(
            f"a whole heap cannot be {done} like this, only one or so many of one sort",
            f"write `{self.place} {sign}= {self.shown}`",
        )


@frozen
class NoCopiesHere(Mistake):
    code = "bad-type"
    field: str
    type: Type

    def words(self) -> Words:
        return Words(
            f"so many of one sort are in a heap; `{self.field}` is {describe(self.type)}",
            "leave out the number, or declare a `heap of …`",
        )


@frozen
class CupSize(Mistake):
    code = "out-of-range"
    most: int
    count: int

    def words(self) -> Words:
        return Words(f"a cup holds 1 to {self.most} dice, not {self.count}", "choose another number")


@frozen
class SingleDie(Mistake):
    code = "bad-type"
    name: str
    shown: str

    def words(self) -> Words:
        return Words(f"`{self.name}` is a single die", f"write `roll {self.shown}`")
