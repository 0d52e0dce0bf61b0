"""What can be wrong with values, in words: of another type, none, or no value at all."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Advice, Mistake, Plain, Replacement, Words
from astro_referee.interpreter.check.mistakes.wording import a, describe, shown_range, shown_value
from astro_referee.interpreter.values.types import Int, Type


@frozen
class HistoryAlone(Mistake):
    code = "bad-type"
    shown: str

    def words(self) -> Words:
        return Words("a history is no value", f"ask it: `{self.shown}.times`")


SPAN_ALONE = Plain("span-alone", "a span can be gone through or tested with `in`, but it is no value", "name a set")


SUBSETS_ALONE = Plain(
    "span-alone", "the subsets of a set can be gone through, but they are no value", "name the set itself"
)


@frozen
class NotACondition(Mistake):
    code = "not-a-condition"
    type: Type
    advice: Advice

    def words(self) -> Words:
        return Words(f"this is {describe(self.type)}, not a yes or no", self.advice)


@frozen
class NotANumber(Mistake):
    code = "not-a-number"
    type: Type
    advice: Advice

    def words(self) -> Words:
        return Words(f"a number must stand here, but this is {describe(self.type)}", self.advice)


@frozen
class MayBeNone(Mistake):
    code = "may-be-none"
    shown: str
    listed: str
    in_guard: bool
    word: str

    def words(self) -> Words:
        test = f"{self.shown} is not {self.word}"
        example = f"for example: `when {test} else …`" if self.in_guard else f"for example: `if {test}`"
        return Words(f"`{self.shown}` may be {self.listed} here", "first say what happens then", notes=(example,))


@frozen
class WrongType(Mistake):
    code = "wrong-type"
    what: str
    goal: Type
    have: Type
    advice: Advice

    def words(self) -> Words:
        return Words(f"{self.what} is {describe(self.goal)}, but this is {describe(self.have)}", self.advice)


@frozen
class NeverFits(Mistake):
    code = "wrong-type"
    what: str
    goal: Type
    word: str

    def words(self) -> Words:
        return Words(
            f"{self.what} is {describe(self.goal)}, never {self.word}",
            f"allow it with `or {self.word}` where this is declared",
        )


@frozen
class NeverInRange(Mistake):
    code = "out-of-range"
    what: str
    goal: Type
    type: Type

    def words(self) -> Words:
        return Words(
            f"{self.what} is {describe(self.goal)}; {shown_value(self.type)} never fits",
            "widen the range where it is declared",
        )


@frozen
class NumbersTooLarge(Mistake):
    code = "too-large"
    of: Int
    most: int

    def words(self) -> Words:
        return Words(
            f"a set of numbers {shown_range(self.of)} is too large (at most {self.most} numbers)", "use fewer numbers"
        )


@frozen
class NotOfKind(Mistake):
    code = "wrong-type"
    value: int
    kind: str
    advice: str

    def words(self) -> Words:
        return Words(f"{self.value} is not {a(self.kind)}", self.advice)


@frozen
class NeverNone(Mistake):
    code = "wrong-type"
    type: Type

    def words(self) -> Words:
        return Words(f"{describe(self.type)} is never none", "test it with `is empty`")


BARE_NONE = Plain(
    "bare-none", "it is not clear what there is none of here", "`none` is compared with, or stored in, something"
)


BARE_EMPTY = Plain("bare-none", "it is not clear what is empty here", "`empty` is compared with, or stored in, a set")


@frozen
class NeverEmpty(Mistake):
    code = "wrong-type"
    expected: Type
    advice: str

    def words(self) -> Words:
        return Words(f"only sets and zones can be empty, but {describe(self.expected)} belongs here", self.advice)


@frozen
class NobodyIsAsked(Mistake):
    code = "nobody-asked"
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` means nothing here: no player is asked and nobody has the turn",
            "name a player, or put this into `ask` or `turns`",
        )


OWNER_ELSEWHERE = Plain(
    "unknown-name",
    "`owner` means whom a zone or variable belongs to only behind `seen by`",
    "name the player, or declare something of this name",
)


@frozen
class BareWord(Mistake):
    code = "bare-word"
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` is only a word for a value that may be `{self.word}`",
            f"`{self.word}` is compared with, or stored in, such a value",
        )


@frozen
class NeedsArguments(Mistake):
    code = "not-called"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` needs something in brackets", f"write `{self.word}(…)`")


@frozen
class NoSuchPlayer(Mistake):
    code = "unknown-name"
    seats: int
    word: str

    def words(self) -> Words:
        return Words(
            f"with {self.seats} player{('s' if self.seats > 1 else '')} there is no `{self.word}`",
            "name only players who always play",
        )


@frozen
class LetterAlone(Mistake):
    code = "unknown-name"
    word: str
    kind: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` is a letter of {self.kind}, known only where {a(self.kind)} is expected",
            Replacement(f"{self.kind}[{self.word}]"),
        )


@frozen
class NameNotKnownBeforehand(Mistake):
    code = "not-fixed"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` is not known before the game starts", "use numbers, members and options only")


@frozen
class OptionOfItself(Mistake):
    code = "circle"
    word: str

    def words(self) -> Words:
        return Words(f"option `{self.word}` depends on itself", "write a number or a member")


@frozen
class NotAValue(Mistake):
    code = "not-a-value"
    word: str
    sort: str

    def words(self) -> Words:
        return Words(f"`{self.word}` is a {self.sort}, not a value", f"it is called by `do {self.word}`")


@frozen
class MixedSet(Mistake):
    code = "mixed-set"
    types: tuple[Type, ...]

    def words(self) -> Words:
        unlike = " and ".join(dict.fromkeys(describe(type) for type in self.types))
        return Words(
            f"a set holds members of one kind, or numbers; here are {unlike}", "leave out what does not belong"
        )


@frozen
class WrittenOut(Mistake):
    code = "too-deep"
    long: bool
    """Whether it is too long, not only too deep."""

    def words(self) -> Words:
        what = "too long" if self.long else "too deep"
        return Words(f"written out, this becomes {what}", "give a part of it a name with `let`")
