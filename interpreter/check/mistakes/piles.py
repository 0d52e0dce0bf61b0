"""What can be wrong with piles, rows, orders, heaps and dice, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Fix, Mistake, Plain, Words
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes.wording import describe
from astro_referee.interpreter.values.types import Type


@frozen
class NoPile(Mistake):
    """Who sees the top is said of something that has none."""

    code = "no-order"
    name: str

    def words(self) -> Words:
        return Words(f"`{self.name}` is no pile, so nothing lies on top", "declare it as `pile of …`")


@frozen
class RoomInRow(Mistake):
    code = "out-of-range"
    total: int
    room: int
    kind: str

    def words(self) -> Words:
        return Words(
            f"a row has room for 1 to {self.total} cards here, not {self.room}",
            f"there are {self.total} {self.kind} cards altogether",
        )


@frozen
class IntoSeenPile(Mistake):
    code = "no-order"
    name: str
    pile: str
    """As it is written there."""
    into: Span
    """Where the pile is named, with the word before it."""

    def words(self) -> Words:
        return Words(
            f"the cards of `{self.name}` are seen, so it must be said where in the pile this goes",
            f"write `on {self.pile}`",
            fixes=(Fix(self.into, f"on {self.pile}"),),
        )


@frozen
class NoOrderKept(Mistake):
    code = "no-order"
    name: str

    def words(self) -> Words:
        return Words(f"no rule lays cards on or under `{self.name}`, so it keeps no order", "write `into`")


UNDER_A_ROW = Plain("bad-put", "nothing goes `under` a row: it ends behind its last card", "write `into`")


@frozen
class NotOnAZone(Mistake):
    code = "bad-put"
    name: str
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.name}` is no pile, so nothing goes `{self.word}` it", "write `into`; tokens are put `on` a place"
        )


@frozen
class InNoOrder(Mistake):
    """Several cards, or all of a zone, that lie in no order are put where they lie in one."""

    code = "no-order"
    pile: bool
    """Whether they go to a pile, or into a row."""
    lines: tuple[str, ...]
    """What to write in its place, if that can be said."""
    step: Span
    margin: str

    def words(self) -> Words:
        advice = "put them one by one"
        if self.lines:
            below = self.lines[-1].startswith(" ")
            joint = ", and below it, further in, " if below else ", then "
            advice = "write " + joint.join(f"`{line.strip()}`" for line in self.lines)
        declared = "pile of" if self.pile else "row of"
        return Words(
            "it is not said in which order these come to lie",
            advice,
            notes=(f"where the order does not matter, leave out `{declared}` in the line of the zone",),
            fixes=(Fix(self.step, f"\n{self.margin}".join(self.lines)),) if self.lines else (),
        )


@frozen
class ShuffledInSight(Mistake):
    code = "no-order"
    name: str

    def words(self) -> Words:
        return Words(
            f"the cards of `{self.name}` are seen, so they cannot be shuffled",
            "put them into a pile that nobody sees",
        )


ROW_OF_SETS = Plain(
    "bad-type", "a row cannot hold sets or rows, only numbers or members of a kind", "leave out the inner one"
)


@frozen
class LongRow(Mistake):
    code = "out-of-range"
    most: int
    room: int

    def words(self) -> Words:
        return Words(f"a row has room for 1 to {self.most} values, not {self.room}", "choose another number")


ORDERED_SETS = Plain("bad-type", "sets cannot be ordered, only numbers and members", "order their sizes")


@frozen
class NoFirst(Mistake):
    code = "no-order"
    type: Type
    word: str

    def words(self) -> Words:
        return Words(
            f"{describe(self.type)} has no first and last",
            f"say in which order: `{self.word} … of ordered x in … by highest x`",
        )


@frozen
class FirstNone(Mistake):
    code = "out-of-range"
    word: str
    count: int

    def words(self) -> Words:
        return Words(f"the {self.word} {self.count} are none", "write 1 or more")


@frozen
class OrderedTurns(Mistake):
    code = "bad-turns"
    shown: str

    def words(self) -> Words:
        return Words(
            "turns in the order of a value go once through players, and need a name for them",
            f"write `turns once p in {self.shown} by …`",
        )


@frozen
class TurnsOfOthers(Mistake):
    code = "wrong-type"
    type: Type

    def words(self) -> Words:
        return Words(
            f"only players take turns; this goes through {describe(self.type)}", "write `players`, or some of them"
        )


# --- Heaps and dice ---------------------------------------------------------------------------------------------------

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
