"""What can be wrong with defs, procedures and histories, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Plain, Severity, Suggestions, Words
from astro_referee.interpreter.check.mistakes.names import UnknownName
from astro_referee.interpreter.check.mistakes.wording import describe, sample
from astro_referee.interpreter.values.types import Type

BAD_UTILITY = Plain(
    "bad-utility",
    "`utility` says what the game is worth to a player, as a number; this says something else",
    "for example: `def utility(p: player) = coins[p]`",
)


@frozen
class ShownOfMe(Mistake):
    code = "nobody-asked"
    name: str

    def words(self) -> Words:
        return Words(
            f"`{self.name}` stands on every screen, where nobody is `me`", "give it a parameter, such as `p: player`"
        )


@frozen
class NotShown(Mistake):
    code = "bad-type"
    name: str
    most: int

    def words(self) -> Words:
        return Words(
            f"`{self.name}` cannot stand on every screen",
            f"that takes one value for each of at most {self.most} members or numbers",
        )


@frozen
class DefOfItself(Mistake):
    code = "circle"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` needs itself to be worked out", "a def may not lead back to itself")


CASE_NEVER_REACHED = Plain(
    "unreachable", "this case is never reached", "the case above always holds", severity=Severity.WARNING
)


@frozen
class NoOtherwise(Mistake):
    code = "no-otherwise"
    name: str

    def words(self) -> Words:
        return Words(f"`{self.name}` has no value when no case holds", "add a last line `… otherwise`")


@frozen
class NoCaseFor(Mistake):
    code = "no-otherwise"
    name: str
    missing: tuple[str, ...]

    def words(self) -> Words:
        return Words(
            f"`{self.name}` has no value for {sample(self.missing)}", "add a case for it, or a last line `… otherwise`"
        )


@frozen
class MixedValues(Mistake):
    code = "mixed-cases"
    first: Type
    second: Type

    def words(self) -> Words:
        return Words(
            f"these do not go together: {describe(self.first)} and {describe(self.second)}",
            "both give the same sort of thing",
        )


@frozen
class MixedCases(Mistake):
    code = "mixed-cases"
    name: str
    first: Type
    second: Type

    def words(self) -> Words:
        return Words(
            f"the cases of `{self.name}` do not go together: {describe(self.first)} and {describe(self.second)}",
            "every case gives the same sort of thing",
        )


@frozen
class ProcedureOfItself(Mistake):
    code = "circle"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` calls itself", "a procedure may not lead back to itself")


@frozen
class NotRecorded(Mistake):
    code = "unknown-name"
    name: str
    alike: Suggestions | None
    known: tuple[str, ...]

    def words(self) -> Words:
        return Words(
            f"a history is of variables, zones, tokens and dice; `{self.name}` is none of them",
            self.alike or f"there is: {sample(self.known)}",
        )


@frozen
class HistoryDiscloses(Mistake):
    code = "wrong-audience"
    name: str

    def words(self) -> Words:
        return Words(
            f"not everyone sees `{self.name}`, so its history would tell about it", "remember only what everyone sees"
        )


@frozen
class NoFieldOfHistory(Mistake):
    code = "unknown-field"
    name: str
    shown: str

    def words(self) -> Words:
        return Words(f"a history has no `{self.name}`", f"only `{self.shown}.times`")


@frozen
class NotAHistory(Mistake):
    code = "not-a-history"
    type: Type
    shown: str

    def words(self) -> Words:
        return Words(
            f"only a history remembers; this is {describe(self.type)}", f"declare one: `history past of {self.shown}`"
        )


@frozen
class DefTooDeep(Mistake):
    code = "too-deep"
    name: str

    def words(self) -> Words:
        return Words(f"`{self.name}` leads through too many others, or is too long", "make it simpler")


@frozen
class UnknownProcedure(UnknownName):
    procedures: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"there is no procedure called `{self.word}`"

    @property
    def there_is(self) -> str:
        return f"procedures: {sample(self.procedures)}" if self.procedures else "declare it with `procedure`"
