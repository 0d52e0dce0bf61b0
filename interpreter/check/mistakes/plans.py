"""What can be wrong with the plan of a board, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Plain, Words
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes.names import UnknownName


@frozen
class NothingToPlan(Mistake):
    code = "bad-plan"
    name: str

    def words(self) -> Words:
        return Words(
            f"`{self.name}` has no places that a plan could show",
            "name a `kind`, `ring` or `graph`, `player`, or a variable that is kept for numbers",
        )


@frozen
class PlannedAlready(Mistake):
    code = "bad-plan"
    name: str
    first: Span | None = None

    def words(self) -> Words:
        if self.first is None:
            return Words(
                f"`{self.name}` lies in columns and rows already",
                f"to draw its lines, write `plan {self.name} on lines`",
            )
        return Words(
            f"there are two plans of `{self.name}`", "leave one of them out", related=((self.first, "the first"),)
        )


@frozen
class OnlyOnLines(Mistake):
    code = "bad-plan"
    name: str

    def words(self) -> Words:
        return Words(
            "only a grid is drawn `on lines`, and then the plan has no rows",
            f"for other boards write rows of places below `plan {self.name}`",
        )


NO_ROWS = Plain("bad-plan", "this plan has no rows", 'write the places below it: `"a1 b1 c1"`, with `.` for a gap')


@frozen
class UnevenRows(Mistake):
    code = "bad-plan"
    here: int
    first: int

    def words(self) -> Words:
        return Words(
            f"this row has {self.here} words, and the first has {self.first}",
            "fill up with `.` where there is no place",
        )


@frozen
class NoSuchPlace(UnknownName):
    kinds: str

    @property
    def message(self) -> str:
        return f"there is no `{self.word}` in {self.kinds}"

    @property
    def there_is(self) -> str:
        return "a gap is written `.`"


@frozen
class TwoMeanings(Mistake):
    code = "bad-plan"
    word: str
    kinds: str

    def words(self) -> Words:
        return Words(f"`{self.word}` is a place of {self.kinds}", "their names must differ where they share a plan")


@frozen
class NotInOnePiece(Mistake):
    code = "bad-plan"
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` stands in several places of the plan",
            "a place may be large, if it is a rectangle of its name",
        )


@frozen
class LeftOut(Mistake):
    code = "bad-plan"
    missing: str

    def words(self) -> Words:
        return Words(f"the plan leaves out {self.missing}", "every place must be seen somewhere")


@frozen
class NotOneOfThem(Mistake):
    code = "bad-plan"
    name: str

    def words(self) -> Words:
        return Words(
            "only a variable that is kept for each player and for numbers has a plan of one player",
            f"write `plan {self.name}`, or the name of a player behind `of`",
        )
