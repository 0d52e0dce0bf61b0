"""What can be wrong with tables, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Fix, Mistake, Plain, Words
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes.names import UnknownName

MANY = 12
"""Members that are all named."""


@frozen
class RowLength(Mistake):
    code = "row-length"
    cells: int
    columns: int

    def words(self) -> Words:
        cells = "1 cell" if self.cells == 1 else f"{self.cells} cells"
        columns = "1 column" if self.columns == 1 else f"{self.columns} columns"
        return Words(f"this row has {cells}, but there are {columns}", "write `-` for nothing")


WORDS_OF_NO_MEMBER = Plain(
    "bad-mark", "only what is declared here can get words of its own", "write `as` behind the name of a row"
)


@frozen
class NotOneForEach(Mistake):
    """A cell of `edge for each Side` with too few or too many values."""

    code = "row-length"
    column: str
    found: int
    wanted: tuple[str, ...]

    def words(self) -> Words:
        values = "1 value" if self.found == 1 else f"{self.found} values"
        shown = " ".join(self.wanted) if len(self.wanted) <= MANY else f"{self.wanted[0]} … {self.wanted[-1]}"
        return Words(
            f"`{self.column}` has {values} here, but there are {len(self.wanted)} to give",
            f"write one for each, with blanks between them, in this order: {shown}",
        )


@frozen
class OneIndex(Mistake):
    code = "wrong-index"
    column: str

    def words(self) -> Words:
        return Words(f"`{self.column}` has one value for each member of one kind", "name one between the brackets")


@frozen
class NoSetsForEach(Mistake):
    code = "bad-type"
    column: str

    def words(self) -> Words:
        return Words(
            f"`{self.column}` can have only a number, a member or yes and no for each",
            "use a table with a row for each pair: `table … by …, …`",
        )


@frozen
class TooManyRows(Mistake):
    code = "too-large"
    most: int

    def words(self) -> Words:
        return Words(
            f"with this line the table has more than {self.most} rows", "every comma and every span makes more rows"
        )


@frozen
class TwiceByChoice(Mistake):
    code = "twice"
    commas: bool
    rows: int
    name: str
    shown: str
    heap: bool
    """Whether the column holds heaps, not sets."""

    def words(self) -> Words:
        mark = "a comma" if self.commas else "a span"
        group = "a heap" if self.heap else "a set"
        return Words(
            f"{mark} makes a row for each, so there would be {self.rows} rows for `{self.name}`",
            f"in {group}, blanks stand between the members: `{self.shown}`",
        )


@frozen
class NoMemberName(Mistake):
    code = "bad-cell"
    cell: str

    def words(self) -> Words:
        return Words(f"`{self.cell}` cannot be the name of a member", "write one word, or a text in quotes")


@frozen
class RowTwice(Mistake):
    code = "twice"
    columns: tuple[str, ...]

    def words(self) -> Words:
        return Words(f"there is a row with this {', '.join(self.columns)} already", "leave one of them out")


@frozen
class ColumnTwice(Mistake):
    code = "twice"
    word: str

    def words(self) -> Words:
        return Words(f"there are two columns called `{self.word}`", "choose another name")


@frozen
class TwiceInSet(Mistake):
    code = "twice"
    cell: str

    def words(self) -> Words:
        return Words(f"`{self.cell}` stands twice in this set", "leave one of them out: a set has each member once")


@frozen
class HeapTooLarge(Mistake):
    code = "bad-cell"
    most: int

    def words(self) -> Words:
        return Words(f"a heap holds at most {self.most} of each", "choose a smaller number")


@frozen
class NotInColumn(Mistake):
    code = "bad-cell"
    cell: str
    name: str
    advice: str
    head: str
    """The head of the column, if a dash stands in one that is never none."""

    def words(self) -> Words:
        advice = f"if there may be none, say so in its head: `{self.head} or none`" if self.head else self.advice
        return Words(f"`{self.cell}` does not belong in column `{self.name}`", advice)


@frozen
class NothingInColumn(Mistake):
    code = "bad-cell"
    cell: str
    name: str
    type: str
    end: Span
    """Where the column's type ends."""

    def words(self) -> Words:
        return Words(
            f"`{self.cell}` does not belong in column `{self.name}`, which always has a value",
            f"say that there may be none: `{self.name}: {self.type} or none`",
            fixes=(Fix(self.end, " or none"),),
        )


@frozen
class UnknownColumn(UnknownName):
    columns: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"the table has no column `{self.word}`"

    @property
    def there_is(self) -> str:
        return f"its columns: {', '.join(self.columns)}"


@frozen
class UnknownMember(UnknownName):
    column: str

    @property
    def message(self) -> str:
        return f"`{self.word}` is no member of a kind"

    @property
    def there_is(self) -> str:
        return f"for texts, write them in quotes; else say what the column holds: `{self.column}: …`"


COPIES_IN_WORDS = Plain(
    "bad-cell",
    "the column `copies` of a card has something else than numbers",
    "write how many there are of each, or choose another name for the column",
)
