"""What can be wrong with headers, options, zones, dice and other declarations, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import REFUSED, Fix, Mistake, Plain, Replacement, Severity, Suggestions, Words
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes.names import Twice, UnknownName


@frozen
class BuiltinName(Mistake):
    code = "shadowed"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` has a meaning of its own in Astro", "choose another name")


OPTION_TYPE = Plain(
    "bad-type",
    "an option cannot be this, only a yes or no, a number or a member of a kind",
    "several options may do instead",
)


@frozen
class NoPlaceForTokens(Mistake):
    code = "not-a-place"
    shape: str

    def words(self) -> Words:
        return Words(f"a token cannot stand on a {self.shape}", "it stands on the members of a kind, ring or grid")


@frozen
class TooManyValues(Mistake):
    code = "too-large"
    total: int
    most: int

    def words(self) -> Words:
        return Words(f"this would keep {self.total} values (at most {self.most})", "keep it for fewer things")


@frozen
class NotACard(Mistake):
    code = "not-a-card"
    of: str

    def words(self) -> Words:
        return Words(
            f"a zone holds cards, but `{self.of}` is not declared with `card`",
            "for other things use a `var` or a `token`",
        )


@frozen
class NoAudience(Mistake):
    code = "no-audience"
    word: str
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words(
            f"it is not said who sees `{self.word}`", "add `, seen by owner`, `everyone` or `nobody`", fixes=self.fixes
        )


@frozen
class HolesInShown(Mistake):
    code = "bad-hole"
    name: str

    def words(self) -> Words:
        return Words(f"what players read for `{self.name}` cannot have holes", "write plain words behind `as`")


@frozen
class ReadAlike(Mistake):
    code = "twice"
    read: str
    first: Span

    def words(self) -> Words:
        return Words(
            f'players would read "{self.read}" for two things',
            "choose other words behind `as`",
            related=((self.first, "the first"),),
        )


@frozen
class FaceOfOtherKind(Mistake):
    code = "wrong-type"
    face: str
    kind: str
    advice: str

    def words(self) -> Words:
        return Words(f"`{self.face}` is no {self.kind}", self.advice)


@frozen
class OneFace(Mistake):
    code = "one-face"
    severity = Severity.WARNING
    word: str
    last: str

    def words(self) -> Words:
        return Words(f"`{self.word}` has one face only", Suggestions((f"1..{self.last}",)))


@frozen
class NoSuchAudience(Mistake):
    code = "wrong-audience"
    said: str
    field: str
    instead: str
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words(
            f"`{self.said}` does not say who sees `{self.field}`", f"Astro says {self.instead}", fixes=self.fixes
        )


@frozen
class NoOwner(Mistake):
    code = "no-owner"
    name: str

    def words(self) -> Words:
        return Words(
            f"`{self.name}` belongs to no single player, so there is no `owner`",
            "write `for each player` before the colon",
        )


OTHERS_SEE = Plain(
    "wrong-audience",
    "`others` cannot say who sees this: it means all but the player who is asked",
    Replacement("everyone - {owner}"),
)


@frozen
class AudienceDiscloses(Mistake):
    code = "wrong-audience"
    name: str

    def words(self) -> Words:
        return Words(
            f"who sees this would tell all players about `{self.name}`", "let it depend on what all players see"
        )


@frozen
class NotAlwaysToday(Mistake):
    code = "bad-asked"
    today: str
    months: int
    days: int

    def words(self) -> Words:
        fits = f"1..{self.months} or a kind of {self.months}" if self.today == "month" else f"1..{self.days}"
        return Words(f"`today.{self.today}` is not always a value of this option", f"the option would be {fits}")


@frozen
class OptionsRefused(Mistake):
    code = REFUSED
    said: str
    usual: bool

    def words(self) -> Words:
        return Words(self.said, "these are the values that the options have if nobody sets them" if self.usual else "")


@frozen
class PlayersOfGame(Mistake):
    code = "bad-players"
    most: int
    turned: bool

    def words(self) -> Words:
        if self.turned:
            return Words("the larger number of players stands first here", "write the smaller number first")
        message = f"a game cannot be for so many players, only for 1 to {self.most}"
        return Words(message, "for example: `for 2..4 players`")


LIBRARY_NOT_PLAYED = Plain("no-phase", "a library has no phase, so it cannot be played", "a game can `use` it")


class TwoRulings(Twice):
    @property
    def message(self) -> str:
        return f"there are two rulings called `{self.name}`"


class PlayersTwice(Twice):
    advice = "put all players into one"


class UnknownPlace(UnknownName):
    there_is = "a token stands on the members of a kind, ring or grid"


class UnknownCards(UnknownName):
    there_is = "a zone holds cards"


class UnknownFace(UnknownName):
    there_is = "the faces of a die are numbers or members of one kind"


SORTED_PILE = Plain(
    "bad-sorting",
    "what lies in an order of its own cannot be shown in another one",
    "leave out `sorted by`, or `pile of` or `row of`",
)


@frozen
class NothingToSortBy(UnknownName):
    """A zone sorted by something that its cards do not have."""

    kind: str
    columns: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"`{self.kind}` has nothing called `{self.word}` to sort by"

    @property
    def there_is(self) -> str:
        return f"it has: {', '.join(self.columns)}" if self.columns else ""


@frozen
class NotSortable(Mistake):
    code = "bad-sorting"
    column: str

    def words(self) -> Words:
        return Words(f"`{self.column}` has no order", "sort by numbers, or by members of a kind")
