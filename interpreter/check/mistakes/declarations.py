"""What can be wrong with declarations, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import REFUSED, Advice, Fix, Instead, Meant, Mistake, Plain, Severity, Words
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes.names import Twice, UnknownName

NOT_KNOWN_BEFOREHAND = Plain(
    "not-fixed", "this must be known before the game starts", "use numbers, members and options only"
)


@frozen
class UnknownKind(Mistake):
    code = "unknown-type"
    name: str
    said: Advice | None
    alike: Meant | None

    def words(self) -> Words:
        return Words(f"there is no kind called `{self.name}`", self.said or self.alike or "declare it with `kind`")


@frozen
class EmptySpan(Mistake):
    code = "empty-span"
    first: int
    last: int
    turned: Fix

    def words(self) -> Words:
        return Words(
            f"nothing lies between {self.first} and {self.last}", "write the smaller number first", fixes=(self.turned,)
        )


SET_OF_WHAT = Plain("bad-type", "a set holds numbers or members of a kind", "keep several sets `for each` of something")


@frozen
class SetTooLarge(Mistake):
    code = "too-large"
    most: int

    def words(self) -> Words:
        return Words(f"a set of so many numbers is too large (at most {self.most})")


@frozen
class ExtraWordTaken(Mistake):
    code = "shadowed"
    name: str

    def words(self) -> Words:
        return Words(f"`{self.name}` already means something else", "an extra word must be new")


@frozen
class LettersAlone(Mistake):
    code = "bad-span"
    a: str
    b: str

    def words(self) -> Words:
        return Words(
            "letters are the members of a kind, which must be declared first",
            f"for example: `kind Column: {self.a}..{self.b}`, and here `Column`",
        )


@frozen
class SpanTooLong(Mistake):
    code = "too-large"
    count: int
    most: int

    def words(self) -> Words:
        return Words(f"a span of {self.count} is too long (at most {self.most})")


@frozen
class NoKind(Mistake):
    code = "not-fixed"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` is no kind", "write a kind, or a span such as `1..8`")


KIND_EXPECTED = Plain("not-fixed", "a kind or a span such as `1..8` must stand here")


@frozen
class BuiltinName(Mistake):
    code = "shadowed"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` has a meaning of its own in Astro", "choose another name")


OPTION_TYPE = Plain(
    "bad-type", "an option is a yes or no, a number or a member of a kind", "several options may do instead"
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
        return Words(f"what players read for `{self.name}` has no holes", "write plain words behind `as`")


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
        return Words(f"`{self.word}` has one face only", f"did you mean `1..{self.last}`?")


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


OTHERS_SEE = Plain("wrong-audience", "`others` means all but the player who is asked", Instead("everyone - {owner}"))


@frozen
class AudienceTells(Mistake):
    code = "wrong-audience"
    name: str

    def words(self) -> Words:
        return Words(
            f"who sees this would tell all players about `{self.name}`", "let it depend on what all players see"
        )


@frozen
class KindOfItself(Mistake):
    code = "circle"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` is made of itself", "a kind is made of other kinds")


@frozen
class ListedTwice(Mistake):
    code = "twice"
    name: str

    def words(self) -> Words:
        return Words(f"`{self.name}` is listed twice", "leave one of them out")


@frozen
class TooManyMembers(Mistake):
    code = "too-large"
    count: int
    most: int

    def words(self) -> Words:
        return Words(f"{self.count} members are too many (at most {self.most})")


@frozen
class TooFewPlayersNamed(Mistake):
    code = "too-few-players"
    count: int
    seats: int

    def words(self) -> Words:
        return Words(
            f"{self.count} player{('s are' if self.count > 1 else ' is')} named, but {self.seats} may play",
            "name all of them, or change the first lines of the file",
        )


@frozen
class EmptyLetterSpan(Mistake):
    code = "empty-span"
    first: str
    last: str
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words(
            f"nothing lies between `{self.first}` and `{self.last}`", "write the earlier letter first", fixes=self.fixes
        )


MIXED_SPAN = Plain(
    "bad-span",
    "a span goes from number to number, or from letter to letter",
    "list the members one by one, with commas",
)


@frozen
class TwoCoordinates(Mistake):
    code = "bad-grid"
    word: str
    surplus: bool

    def words(self) -> Words:
        return Words(
            f"a {self.word} has two coordinates: columns first, then rows",
            "leave this out" if self.surplus else "add a second one",
        )


@frozen
class CopiesOfCard(Mistake):
    code = "out-of-range"
    most: int
    copies: int

    def words(self) -> Words:
        return Words(f"there are 1 to {self.most} copies of a card, not {self.copies}")


@frozen
class CoordinateTwice(Mistake):
    code = "twice"
    name: str

    def words(self) -> Words:
        return Words(f"two coordinates are called `{self.name}`", "choose another name")


@frozen
class TooManyCombinations(Mistake):
    code = "too-large"
    name: str
    count: int
    most: int

    def words(self) -> Words:
        return Words(
            f"`{self.name}` would have {self.count} members (at most {self.most})",
            "leave out a coordinate, or shorten one",
        )


@frozen
class MemberNameTooLong(Mistake):
    code = "too-long"
    name: str
    most: int

    def words(self) -> Words:
        return Words(
            f"a member of `{self.name}` would have a name of more than {self.most} letters",
            'give them shorter ones with `named "…"`',
        )


@frozen
class NoMembers(Mistake):
    code = "no-members"
    name: str

    def words(self) -> Words:
        return Words(f"`{self.name}` has no members: nothing passes its test", "look at `where`")


@frozen
class SameMemberName(Mistake):
    code = "same-name"
    name: str
    member: str
    unnamed: bool
    parts: tuple[str, ...]

    def words(self) -> Words:
        return Words(
            f"two members of `{self.name}` would be called `{self.member}`",
            f'''add `named "{"{" + "}-{".join(self.parts) + "}"}"`'''
            if self.unnamed
            else "name every coordinate in it",
        )


@frozen
class NameOfPlayer(Mistake):
    code = "twice"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` is already the name of a player", "choose another name")


@frozen
class NameTaken(Mistake):
    code = "twice"
    word: str
    first: Span

    def words(self) -> Words:
        return Words(
            f"`{self.word}` is already the name of something else",
            "choose another name",
            related=((self.first, "the other one"),),
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
        return Words(
            f"a game is for 1 to {self.most} players",
            "write the smaller number first" if self.turned else "for example: `for 2..4 players`",
        )


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


@frozen
class KindsTooDeep(Mistake):
    code = "too-deep"
    most: int

    def words(self) -> Words:
        return Words(f"more than {self.most} kinds are made of each other here", "use fewer")


@frozen
class NoLinks(Mistake):
    code = "no-links"
    kind: str
    other: bool
    """Whether there is such a column, which holds other things."""

    def words(self) -> Words:
        column = f"`links: set of {self.kind}`"
        advice = f"the column `links` holds other things: write {column}" if self.other else f"add the column {column}"
        return Words("a graph says in a column `links` which places each one is joined to", advice)
