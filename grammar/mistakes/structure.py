"""What can be wrong with lines that can be read, in words: in the wrong place, twice, too many."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Plain, Replacement, Words
from astro_referee.grammar.source import Span

CASES_AND_RULES = Plain(
    "misplaced",
    "a def has either cases or `when` lines, not both",
    "put the condition into a def of its own",
)


@frozen
class NotInTests(Mistake):
    code = "misplaced"
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` cannot stand in a file of tests, only tests, defs and procedures can",
            "it belongs in a game",
        )


@frozen
class NotInLibrary(Mistake):
    code = "misplaced"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` cannot stand in a library, which holds definitions only", "it belongs in a game")


@frozen
class TestsCalledAlike(Mistake):
    code = "twice"
    title: str
    first: Span

    def words(self) -> Words:
        return Words(f'two tests are called "{self.title}"', "choose another", related=((self.first, "the first one"),))


HEADER_NOUN = Plain(
    "no-header",
    "the header does not end in the number of players",
    "write `players` here",
    notes=("for example: game Duel for 2 players",),
)


BELOW_HEADER = "at the left margin, right below the header"

USE_MISPLACED = Plain("misplaced", f"`use` cannot stand here: it belongs {BELOW_HEADER}", "move it up")


@frozen
class UsedTwice(Mistake):
    code = "twice"
    path: str
    first: Span

    def words(self) -> Words:
        return Words(f"`{self.path}` is used twice", "take this line out", related=((self.first, "the first one"),))


@frozen
class BadAsked(Mistake):
    code = "bad-asked"
    today: tuple[str, ...]
    """What of today's date can be suggested."""

    def words(self) -> Words:
        advice = f"write `asked`, {' or '.join(f'`asked today.{what}`' for what in self.today)}"
        return Words("only `asked` can stand behind the comma of an option", advice)


NOT_SHOWN = Plain(
    "bad-mark",
    "only `not shown` can stand here",
    "write `not shown` for what players need not see on their screens",
)


@frozen
class CellCount(Mistake):
    code = "row-length"
    cells: int
    columns: int

    def words(self) -> Words:
        return Words(
            f"this row has {self.cells} cell{'s' * (self.cells != 1)}, but there are {self.columns} columns",
            "is a `|` missing?" if self.cells < self.columns else "write `-` for nothing, and no `|` at the end",
        )


@frozen
class TooManyDigits(Mistake):
    code = "number-too-large"
    most: int

    def words(self) -> Words:
        return Words(f"this number has more than {self.most} digits", "no count in a game is that large")


@frozen
class SecondPart(Mistake):
    code = "twice"
    word: str

    def words(self) -> Words:
        return Words(f"this phase has a second `{self.word}`", "put it into the first")


@frozen
class MostInTest(Mistake):
    code = "number-too-large"
    most: int

    def words(self) -> Words:
        return Words(f"this is too many: {self.most:,} is the most here", "a test is run often")


@frozen
class SetUpFirst(Mistake):
    code = "misplaced"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` cannot stand here: it belongs above what happens in the test", "move it up")


@frozen
class SaidTwice(Mistake):
    code = "twice"
    what: SetUp | str
    """What a line of a test sets, or the name of an option."""
    first: Span

    def words(self) -> Words:
        what = self.what if isinstance(self.what, SetUp) else f"`{self.what}`"
        return Words(f"{what} is said twice", "take this line out", related=((self.first, "the first one"),))


class SetUp(StrEnum):
    """What the first lines of a test set, in words."""

    PLAYERS = "how many play"
    SEED = "the seed"
    MOVES = "how many moves are made"
    GAMES = "how many games are played"


@frozen
class CountedNoun(Mistake):
    code = "no-header"
    after: str
    says: SetUp
    noun: str

    def words(self) -> Words:
        return Words(
            f"this must be `{self.noun}s`: the number behind `{self.after}` says {self.says}",
            f"write `{self.noun}s` here",
        )


GAMES_IN_PLAYTHROUGH = Plain(
    "misplaced", "`games` cannot stand in a playthrough, which is one game", "it belongs in a test"
)

NOT_AT_RANDOM = Plain(
    "misplaced",
    "`up to` cannot stand here: nothing is played at random",
    "it belongs in a playthrough, or below `games`",
)

HOLE_IN_VALUE = Plain(
    "bad-hole", "a text that is a value has no holes", "fill the hole where it is told: `{medal(p)} for {p}`"
)

SEEN_CARDS = Plain("no-header", "this must be `cards`: the number says how many somebody sees", Replacement("cards"))

SET_UP_ALREADY = Plain("misplaced", "this test cannot be set up anew: it goes on from another", "take this line out")


@frozen
class SecondThen(Mistake):
    code = "twice"
    then: Span

    def words(self) -> Words:
        return Words("this move has a second `then`", related=((self.then, "`then` is here"),))


@frozen
class BelowThen(Mistake):
    code = "misplaced"
    word: str
    then: Span

    def words(self) -> Words:
        return Words(
            f"`{self.word}` cannot stand below `then`: it belongs above it", related=((self.then, "`then` is here"),)
        )
