"""What can be wrong with `x.y`, `x[…]` and `x(…)`, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Advice, Mistake, Plain, Suggestions, Words
from astro_referee.interpreter.check.mistakes.names import UnknownName
from astro_referee.interpreter.check.mistakes.wording import a, describe, sample
from astro_referee.interpreter.values.types import Type


@frozen
class NoFieldOfMany(Mistake):
    code = "unknown-field"
    type: Type
    word: str
    shown: str

    def words(self) -> Words:
        return Words(
            f"{describe(self.type)} has no `{self.word}`",
            f"only `{self.shown}.size`",
            notes=(f"to ask about what is in it: `some x in {self.shown} where x.{self.word} …`",),
        )


@frozen
class NoKnownEnd(Mistake):
    code = "unknown-field"
    pile: str
    word: str

    def words(self) -> Words:
        bottom = "bottom of " if self.word == "bottom" else ""
        return Words(
            f"`{self.pile}` is only shuffled, so no card in it is known as its `{self.word}`",
            f"to take it: `deal 1 from {bottom}{self.pile} into …`",
        )


@frozen
class NoField(Mistake):
    code = "unknown-field"
    type: Type
    name: str

    def words(self) -> Words:
        return Words(f"{describe(self.type)} has no `{self.name}`", "leave it out")


@frozen
class NoRow(Mistake):
    code = "no-such-member"
    lost: str
    table: str
    column: str

    def words(self) -> Words:
        return Words(
            f"{self.table} has no row for {self.lost}"
            if self.lost
            else f"{self.table} may have no row for these values",
            f"add one, or say that there may be none: `{self.column}: … or none`",
            notes=(f"or first ask for the row: `let row = {self.table}[…]`, and then `row is not none`",),
        )


@frozen
class NeedsIndex(Mistake):
    code = "needs-index"
    word: str
    each: str

    def words(self) -> Words:
        return Words(f"there is a `{self.word}` for each {self.each}", f"say which: `{self.word}[…]`")


@frozen
class IndexCount(Mistake):
    code = "wrong-index"
    word: str
    takes: int
    given: int
    each: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` takes {self.takes} between its brackets, not {self.given}",
            f"there is one for each {self.each}",
        )


@frozen
class OnlyOne(Mistake):
    code = "wrong-index"
    word: str

    def words(self) -> Words:
        return Words(f"there is only one `{self.word}`", "leave out the brackets")


@frozen
class OneMember(Mistake):
    code = "wrong-index"
    name: str
    advice: str

    def words(self) -> Words:
        return Words(f"only one member of {self.name} can stand between the brackets", self.advice)


@frozen
class CoordinateCount(Mistake):
    code = "wrong-index"
    name: str
    takes: int
    given: int
    names: str

    def words(self) -> Words:
        return Words(
            f"{self.name} takes {self.takes} between its brackets, not {self.given}",
            f"write `{self.name}[{self.names}]`",
        )


@frozen
class NoSuchMember(Mistake):
    code = "no-such-member"
    name: str
    shape: str
    shown: str

    def words(self) -> Words:
        return Words(
            f"{self.name} has no {('row' if self.shape == 'table' else 'member')} for {self.shown}",
            "add one, or name another",
        )


@frozen
class NoLookup(Mistake):
    code = "wrong-index"
    name: str

    def words(self) -> Words:
        return Words(
            f"{a(self.name)} cannot be looked up by values that change", "a value of it may be `none`, a set or a text"
        )


@frozen
class IsProcedure(Mistake):
    code = "not-a-value"
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` is a procedure: it does something, but has no value",
            f"as a line of its own: `do {self.word}(…)`",
        )


@frozen
class NotADef(Mistake):
    code = "not-callable"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` is no def, so it takes no `(…)`", "zones and variables take `[…]`")


NOT_CALLABLE = Plain("not-callable", "this takes no `(…)`: only defs and functions do", "leave out the brackets")


@frozen
class NobodyAskedIn(Mistake):
    code = "nobody-asked"
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` speaks of `me`, but no player is asked here", "give it the player in brackets instead"
        )


@frozen
class ArgumentCount(Mistake):
    code = "wrong-arguments"
    word: str
    params: tuple[str, ...]
    given: int

    def words(self) -> Words:
        return Words(
            f"`{self.word}` takes {len(self.params) or 'nothing'} in brackets, not {self.given}",
            f"write `{self.word}({', '.join(self.params)})`" if self.params else f"write `{self.word}`",
        )


@frozen
class TwoOrMore(Mistake):
    code = "wrong-arguments"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` needs two or more numbers", f"for example: `{self.word}(a, b)`")


@frozen
class OneArgument(Mistake):
    code = "wrong-arguments"
    word: str
    given: int

    def words(self) -> Words:
        return Words(f"`{self.word}` takes one in brackets, not {self.given}", f"write `{self.word}(…)`")


@frozen
class RunNeedsSet(Mistake):
    code = "not-a-set"
    word: str
    type: Type

    def words(self) -> Words:
        return Words(
            f"`{self.word}` needs a set, but this is {describe(self.type)}",
            "for example: `set of c.rank for c in hand[me]`",
        )


POSSIBLE_TAKES = Plain(
    "wrong-arguments",
    "`possible` must be given the name of a move, and a player if it is not me",
    "for example: `possible(play)`",
)


STREAK_TAKES = Plain(
    "wrong-arguments",
    "`streak` must be given the name of a move, and how many in a row are enough",
    "for example: `streak(step, 3)`",
)


@frozen
class StreakTooLong(Mistake):
    code = "out-of-range"
    count: int
    most: int

    def words(self) -> Words:
        return Words(f"a streak of at most {self.count} cannot be looked for", f"write a number from 1 to {self.most}")


@frozen
class UnknownMove(Mistake):
    code = "unknown-move"
    word: str
    alike: Suggestions | None
    moves: tuple[str, ...]

    def words(self) -> Words:
        return Words(f"there is no move called `{self.word}`", self.alike or f"the moves are: {sample(self.moves)}")


@frozen
class UnclearMove(Mistake):
    code = "unclear-move"
    word: str

    def words(self) -> Words:
        return Words(f"there are several moves called `{self.word}`", "give them different names")


@frozen
class NoColumn(Mistake):
    """A word behind a member that its kind does not have."""

    code = "unknown-name"
    word: str
    kind: str
    shape: str
    known: tuple[str, ...]
    alike: Suggestions | None
    of_boards: bool
    """Whether other boards have it."""

    def words(self) -> Words:
        advice: Advice | None = self.alike
        if self.of_boards and "neighbours" in self.known:
            advice = f"a {self.shape} has only `neighbours`"
        elif self.of_boards:
            advice = "only a grid, a hexgrid or a graph has it"
        notes = (f"{self.kind} has: {', '.join(self.known)}",)
        return Words(f"nothing called `{self.word}` is known here", advice, notes=notes)


@frozen
class TakesNoIndex(Mistake):
    code = "not-indexed"
    type: Type
    definition: str
    """The name of a def, if it is one."""

    def words(self) -> Words:
        advice = "only zones, variables and kinds take it"
        if self.definition:
            advice = f"a def takes round brackets: `{self.definition}(…)`"
        return Words(f"{describe(self.type)} takes no `[…]`", advice)


@frozen
class UnknownFunction(UnknownName):
    functions: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"no def or function is called `{self.word}`"

    @property
    def there_is(self) -> str:
        return f"functions: {', '.join(self.functions)}"
