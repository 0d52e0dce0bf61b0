"""What can be wrong with tests and questions, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Plain, Suggestions, Words
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes.names import UnknownName
from astro_referee.interpreter.check.mistakes.wording import sample

ENDING_HAS_NO_VALUE = Plain("not-a-value", "this says how the game ends, and has no value", "ask for something else")


@frozen
class PlaythroughAbove(Mistake):
    code = "unknown-name"
    title: str

    def words(self) -> Words:
        return Words(
            f"`{self.title}` is a playthrough, which goes on to the end of the game", "name a test that stands above"
        )


@frozen
class NothingToSee(Mistake):
    code = "not-a-zone"
    cards: bool

    def words(self) -> Words:
        what = "a zone" if self.cards else "a zone, a variable or a die"
        return Words(f"{what} must stand here, since this is about what somebody sees", "name it, as in `hand[P1]`")


@frozen
class NotForSoMany(Mistake):
    code = "bad-players"
    seats: int
    low: int
    high: int

    def words(self) -> Words:
        return Words(
            f"the game is not for {self.seats} players",
            f"it is for {self.low} players"
            if self.low == self.high
            else f"it is for {self.low} to {self.high} players",
        )


@frozen
class UnknownRulingInTest(Mistake):
    code = "unknown-ruling"
    name: str
    alike: Suggestions | None

    def words(self) -> Words:
        return Words(
            f"there is no ruling called `{self.name}`", self.alike or "tests cite the rulings of the rules they test"
        )


@frozen
class NotInThisTest(Mistake):
    code = "too-few-players"
    name: str

    def words(self) -> Words:
        return Words(
            f"{self.name} does not play in this test",
            f"set it up, or the first of those it goes on from, `with {self.name[1:]} players`",
        )


@frozen
class NotInGiven(Mistake):
    code = "misplaced"
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` cannot stand in `given`, which only changes the position",
            "put it into the rules, or test what they do",
        )


@frozen
class GivenGoesOn(Mistake):
    code = "misplaced"
    span: Span

    def words(self) -> Words:
        return Words(
            "`given` only changes the position, but what it does would ask somebody or end the game",
            "do only a part of it",
            related=((self.span, "it comes to this"),),
        )


NOBODY_LEAVES = Plain(
    "misplaced", "nobody ever leaves this game", "only rules that say `retire` can go on without somebody"
)


class UnknownTest(UnknownName):
    there_is = "it goes on from a test that stands above it in the same file"

    @property
    def message(self) -> str:
        return f"no test above is called `{self.word}`"


@frozen
class UnknownOption(UnknownName):
    options: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"the game has no option called `{self.word}`"

    @property
    def there_is(self) -> str:
        return f"its options: {', '.join(self.options)}" if self.options else "it has no options at all"


@frozen
class UnknownPlayer(UnknownName):
    players: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"no player is called `{self.word}` here"

    @property
    def there_is(self) -> str:
        return f"the players are {sample(self.players)}"
