"""What can be wrong with boards, their shapes, routes and plans, and with looking things up, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Plain, Severity, Words
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes.names import UnknownName
from astro_referee.interpreter.check.mistakes.wording import a, describe
from astro_referee.interpreter.values.types import Member, Type

MOST_TOLD = 3
"""Places that are named where a plan leaves some out."""


@frozen
class NotOnThisShape(Mistake):
    code = "not-a-grid"
    word: str

    def words(self) -> Words:
        having = "a grid" if self.word == "placements" else "a grid or hexgrid"
        return Words(f"only {having} has `{self.word}`", "write the name of one before it")


@frozen
class NeedsBrackets(Mistake):
    code = "not-called"
    word: str
    takes: str
    shown: str
    example: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` needs brackets; it takes {self.takes}",
            f"for example: `{self.shown}.{self.word}({self.example})`",
        )


@frozen
class LinesTakes(Mistake):
    code = "wrong-arguments"
    takes: str
    name: str
    example: str

    def words(self) -> Words:
        return Words(f"`lines` must be given {self.takes}", f"for example: `{self.name}.lines({self.example})`")


LINE_TOO_SHORT = Plain("out-of-range", "this line is too short: it needs two places or more", "write 2 or more")


@frozen
class TooManyLines(Mistake):
    code = "too-large"
    name: str
    count: int
    length: int

    def words(self) -> Words:
        return Words(
            f"{self.name} has {self.count:,} lines of {self.length} places, too many for a board of this size",
            "use a smaller board, or go along a `ray`",
        )


@frozen
class NoSuchLine(Mistake):
    code = "never-holds"
    severity = Severity.WARNING
    name: str
    length: int

    def words(self) -> Words:
        return Words(f"{self.name} has no line of {self.length} places", "it is not so large")


@frozen
class MethodTakes(Mistake):
    code = "wrong-arguments"
    word: str
    takes: str
    example: str

    def words(self) -> Words:
        return Words(f"`{self.word}` must be given {self.takes}", f"such as `{self.example}`")


@frozen
class OneDirection(Mistake):
    code = "wrong-type"
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` goes in one direction, and this is a set of them",
            f"for several directions: `{self.word}s(…)`",
        )


@frozen
class NothingThatWay(Mistake):
    code = "never-holds"
    severity = Severity.WARNING
    name: str
    shape: str
    there_are: str

    def words(self) -> Words:
        return Words(f"nothing lies that way: {self.name} is a `{self.shape}`", f"its directions are {self.there_are}")


@frozen
class TooManyOffsets(Mistake):
    code = "too-large"
    name: str
    count: int

    def words(self) -> Words:
        return Words(
            f"{self.name} has {self.count} places, too many for `offset` by all these numbers",
            "go on by fixed numbers, or by smaller ones",
        )


@frozen
class OffsetLeadsNowhere(Mistake):
    code = "never-holds"
    severity = Severity.WARNING
    name: str

    def words(self) -> Words:
        return Words(f"from no place of {self.name} does this lead to another", "it is not so large")


BETWEEN_TAKES = Plain("wrong-arguments", "`between` must be given two places", "for example: `between(from, to)`")


@frozen
class TooManyForBetween(Mistake):
    code = "too-large"
    name: str
    count: int
    most: int

    def words(self) -> Words:
        return Words(
            f"{self.name} has {self.count} places, too many for `between` (at most {self.most})", "go along a `ray`"
        )


@frozen
class TooManyToGoRound(Mistake):
    code = "too-large"
    name: str
    count: int
    most: int

    def words(self) -> Words:
        return Words(
            f"{self.name} has {self.count} members, too many to go round (at most {self.most})", "step on with `.next`"
        )


@frozen
class LookupTooLarge(Mistake):
    code = "too-large"
    name: str
    entries: int
    most: int

    def words(self) -> Words:
        return Words(
            f"looking up {a(self.name)} by these values needs a table of {self.entries} entries", f"at most {self.most}"
        )


@frozen
class UnknownMethod(UnknownName):
    methods: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"there is no `{self.word}(…)`"

    @property
    def there_is(self) -> str:
        return f"there is: {', '.join(f'`{method}(…)`' for method in self.methods)}"


@frozen
class NotAGrid(Mistake):
    code = "not-a-grid"
    needed: str
    type: Type
    shape: str
    """What the places are that it belongs to, if it is a place."""

    def words(self) -> Words:
        advice = "name a place of the board here"
        if self.shape and isinstance(self.type, Member):
            advice = f"only `grid` and `hexgrid` have directions, {self.type.kind} is a `{self.shape}`"
        return Words(f"{self.needed}; this is {describe(self.type)}", advice)


TRAIL_TAKES = Plain("wrong-arguments", "`longest_trail` must be given a set of routes", "write `longest_trail(…)`")


@frozen
class TrailNeedsSet(Mistake):
    code = "not-a-set"
    type: Type

    def words(self) -> Words:
        return Words(
            f"`longest_trail` needs a set of routes, but this is {describe(self.type)}",
            "for example: `all r in Route where holder[r] is me`",
        )


@frozen
class NoEnds(Mistake):
    code = "no-ends"
    name: str

    def words(self) -> Words:
        return Words(
            f"the column `ends` of {self.name} must say which two places each one joins",
            f"a column `ends: set of …`, with two places for each {self.name}",
        )


@frozen
class NoLengths(Mistake):
    code = "no-ends"
    name: str

    def words(self) -> Words:
        return Words(
            f"the column `length` of {self.name} must hold numbers from 0 on", "or call that column something else"
        )


@frozen
class TrailTooLong(Mistake):
    code = "out-of-range"
    largest: int

    def words(self) -> Words:
        return Words(f"this trail may be longer than the largest number, {self.largest:,}", "use smaller lengths")


@frozen
class ShapesOffGrid(Mistake):
    code = "not-a-grid"
    name: str
    shape: str

    def words(self) -> Words:
        return Words(f"shapes of squares lie on a grid; {self.name} is a `{self.shape}`", "name a grid")


@frozen
class PlacementsTakes(Mistake):
    code = "wrong-arguments"
    takes: str
    name: str
    example: str

    def words(self) -> Words:
        return Words(f"`placements` must be given {self.takes}", f"such as `{self.name}.placements({self.example})`")


@frozen
class NoDrawing(Mistake):
    code = "bad-drawing"
    column: str
    member: str

    def words(self) -> Words:
        return Words(
            f"`{self.column}` of {self.member} is no drawing",
            'a drawing has `#`, `.` and `/` between its rows: `"##. / .##"`',
        )


@frozen
class FitsNowhere(Mistake):
    code = "never-holds"
    severity = Severity.WARNING
    member: str
    board: str

    def words(self) -> Words:
        return Words(f"{self.member} fits nowhere on {self.board}", "draw it smaller")


@frozen
class TooManyPlacements(Mistake):
    code = "too-large"
    kind: str
    places: int

    def words(self) -> Words:
        return Words(
            f"{a(self.kind)} can lie in too many ways on a board of {self.places} places",
            "use a smaller board, or fewer shapes",
        )


# --- Plans -----------------------------------------------------------------------------------------------------------


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
    kinds: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"there is no `{self.word}` in {' or '.join(self.kinds)}"

    @property
    def there_is(self) -> str:
        return "a gap is written `.`"


@frozen
class TwoMeanings(Mistake):
    code = "bad-plan"
    word: str
    kinds: tuple[str, ...]

    def words(self) -> Words:
        return Words(
            f"`{self.word}` is a place of {' and of '.join(self.kinds)}",
            "their names must differ where they share a plan",
        )


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
    missing: tuple[str, ...]

    def words(self) -> Words:
        told = ", ".join(self.missing[:MOST_TOLD]) + (" and others" if len(self.missing) > MOST_TOLD else "")
        return Words(f"the plan leaves out {told}", "every place must be seen somewhere")


@frozen
class LabelledMember(Mistake):
    code = "bad-plan"
    name: str

    def words(self) -> Words:
        return Words(
            "only the numbers of a variable have words of their own in a plan",
            f'say what players read for `{self.name}` where its kind is declared: `{self.name} as "…"`',
        )


@frozen
class NotOneOfThem(Mistake):
    code = "bad-plan"
    name: str

    def words(self) -> Words:
        return Words(
            "only a variable that is kept for each player and for numbers has a plan of one player",
            f"write `plan {self.name}`, or the name of a player behind `of`",
        )
