"""What can be wrong with kinds, spans and whatever must be known before the game starts, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Advice, Fix, Mistake, Plain, Suggestions, Words
from astro_referee.grammar.source import Span


@frozen
class OutsideRange(Mistake):
    code = "out-of-range"
    value: int | str
    low: int | str | None
    high: int | str | None

    def words(self) -> Words:
        return Words(
            f"this is {self.value}, which is not from {self.low} to {self.high}", "widen the range where it is declared"
        )


NOT_KNOWN_BEFOREHAND = Plain(
    "not-fixed", "this must be known before the game starts", "use numbers, members and options only"
)


@frozen
class UnknownKind(Mistake):
    code = "unknown-type"
    name: str
    said: Advice | None
    alike: Suggestions | None

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


SET_OF_WHAT = Plain(
    "bad-type", "a set cannot hold this, only numbers or members of a kind", "keep several sets `for each` of something"
)


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
            "these letters are members of no kind: declare it first",
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
    "this is no span: one goes from number to number, or from letter to letter",
    "list the members one by one, with commas",
)


@frozen
class TwoCoordinates(Mistake):
    code = "bad-grid"
    word: str
    surplus: bool

    def words(self) -> Words:
        return Words(
            f"a {self.word} must have two coordinates: columns first, then rows",
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
class CopiesOfFace(Mistake):
    code = "out-of-range"
    most: int
    copies: int
    face: str

    def words(self) -> Words:
        return Words(
            f"there are 1 to {self.most} copies of a card, not {self.copies} of {self.face}",
            "leave out what there is none of: `where …`",
        )


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
        return Words("this graph does not say in a column `links` which places each one is joined to", advice)


# --- Teams ------------------------------------------------------------------------------------------------------------


@frozen
class SecondTeams(Mistake):
    code = "two-teams"
    first: str

    def words(self) -> Words:
        return Words(f"players cannot be in a second sort of team: there is `{self.first}` already", "make it a `kind`")


@frozen
class TwoTeamColumns(Mistake):
    code = "two-teams"
    team: str
    columns: tuple[str, ...]

    def words(self) -> Words:
        listed = " and ".join(f"`{column}`" for column in self.columns)
        return Words(
            f"it is not clear who plays for which {self.team}: {listed} of the players both say it", "keep one"
        )


@frozen
class EmptyTeam(Mistake):
    code = "empty-team"
    team: str
    seats: int

    def words(self) -> Words:
        return Words(f"with {self.seats} players nobody plays for `{self.team}`", "give every team a player")


@frozen
class UnevenTeams(Mistake):
    code = "uneven-teams"
    team: str
    teams: int
    seats: int

    def words(self) -> Words:
        return Words(
            f"{self.seats} players cannot be shared out evenly among {self.teams} teams",
            f"say who plays for whom: a table `player` with a column of type {self.team}",
        )


@frozen
class TeamColumnTaken(Mistake):
    code = "two-teams"
    team: str
    column: str

    def words(self) -> Words:
        return Words(
            f"the column `{self.column}` of the players says something else than their {self.team}",
            f"give it the type: `{self.column}: {self.team}`, or another name",
        )
