"""What can be wrong where cards and tokens change place, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Plain, Replacement, Suggestions, Words
from astro_referee.interpreter.check.mistakes.names import UnknownName
from astro_referee.interpreter.check.mistakes.wording import describe
from astro_referee.interpreter.values.types import Int, Type


@frozen
class ZoneExpected(Mistake):
    code = "not-a-zone"
    type: Type

    def words(self) -> Words:
        return Words(
            f"a zone must stand here; this is {describe(self.type)}", "cards lie in what is declared with `zone`"
        )


@frozen
class NotPut(Mistake):
    code = "bad-put"
    type: Type

    def words(self) -> Words:
        return Words(
            f"only cards and single tokens are put somewhere; this is {describe(self.type)}",
            "a value is stored with `=`",
        )


@frozen
class TokenPutOn(Mistake):
    code = "bad-put"
    shown: str

    def words(self) -> Words:
        return Words("a token cannot be put into anything, only on a place", f"write `put {self.shown} on …`")


@frozen
class WrongCards(Mistake):
    code = "wrong-type"
    name: str
    held: str
    kind: str

    def words(self) -> Words:
        return Words(f"`{self.name}` holds {self.held} cards, not {self.kind}", f"name a zone of {self.kind}")


@frozen
class WhichCards(Mistake):
    code = "bad-put"
    kind: str

    def words(self) -> Words:
        return Words(
            "it is not said which cards, or from where",
            f"write `put all {self.kind} into …`, or `put all from … into …`",
        )


@frozen
class HoldsOtherCards(Mistake):
    code = "wrong-type"
    name: str
    kind: str
    type: Type
    advice: str

    def words(self) -> Words:
        return Words(f"`{self.name}` holds {self.kind} cards; this is {describe(self.type)}", self.advice)


@frozen
class PutOfList(Mistake):
    code = "wrong-type"
    cards: str
    line: str

    def words(self) -> Words:
        return Words(
            "these cards are a list, and are put one after the other",
            f"write `for card in ({self.cards})`",
            notes=(f"and below it: `{self.line}`",),
        )


@frozen
class PutOfZone(Mistake):
    code = "bad-put"
    zone: str
    made: str

    def words(self) -> Words:
        return Words(f"`put … of …` takes copies of one card; `{self.zone}` is a zone", Replacement(self.made))


@frozen
class OnlyOneOfEach(Mistake):
    code = "bad-put"
    kind: str

    def words(self) -> Words:
        return Words(f"there is only one of each {self.kind}", "leave out the number")


FROM_WHERE = Plain("bad-put", "it is not said where these come from", "write `from …`")


@frozen
class NothingOnTop(Mistake):
    code = "no-order"
    name: str

    def words(self) -> Words:
        return Words(
            f"`{self.name}` has no order, so nothing lies on top",
            "write `deal … at random from …`, or declare a `pile of` cards",
        )


@frozen
class TooFewCards(Mistake):
    code = "too-few-cards"
    total: int
    kind: str

    def words(self) -> Words:
        return Words(
            f"there are only {self.total} {self.kind} cards altogether", "for as many as there are: `deal up to …`"
        )


CARDS_BELOW_ZERO = Plain("out-of-range", "a number of cards is never below zero", "write 1 or more")


@frozen
class NothingToShuffle(Mistake):
    code = "no-order"
    name: str

    def words(self) -> Words:
        return Words(f"`{self.name}` has no order to shuffle", "declare it as `pile of …`")


NOT_SWAPPED = Plain(
    "not-a-variable", "only variables, zones and the places of tokens can be swapped", "store values with `=`"
)


@frozen
class SwapOfOrders(Mistake):
    code = "no-order"
    left: str
    right: str
    both: bool
    """Whether both zones keep an order."""

    def words(self) -> Words:
        why = "some see them and others do not, or they differ in room" if self.both else "one of them has no order"
        return Words(
            f"the cards of `{self.left}` and `{self.right}` cannot change places in their order: {why}",
            "put them into another zone, and from there back",
        )


@frozen
class PassedByMany(Mistake):
    code = "bad-pass"
    most: int

    def words(self) -> Words:
        return Words(
            f"cards are passed on by players, or by others of whom there are at most {self.most}",
            "for example: `pass hand[p] to hand[p.next] for p in players`",
        )


@frozen
class PassedByNobody(Mistake):
    code = "bad-pass"
    name: str
    shown: str

    def words(self) -> Words:
        return Words(
            f"`{self.shown}` is the same for each `{self.name}`; each passes on a zone of their own",
            f"for example: `pass hand[{self.name}] to …`",
        )


@frozen
class PassedInOrder(Mistake):
    code = "bad-pass"
    source: str
    target: str

    def words(self) -> Words:
        return Words(
            f"`{self.source}` does not say in which order its cards come to lie in `{self.target}`",
            f"declare both as rows, or leave out `row of` or `pile of` in the line of `{self.target}`",
        )


@frozen
class SwapOfUnlike(Mistake):
    code = "wrong-type"
    left: Type
    right: Type

    def words(self) -> Words:
        return Words(
            f"{describe(self.left)} cannot be swapped with {describe(self.right)}", "swap two things of the same sort"
        )


@frozen
class NotASetVariable(Mistake):
    code = "not-a-set"
    field: str
    type: Type
    shown: str

    def words(self) -> Words:
        return Words(
            f"`{self.field}` is {describe(self.type)}, not a set",
            f"a number changes with `{self.shown} += …`" if isinstance(self.type, Int) else "store a value with `=`",
        )


REMOVED_FROM_SET = Plain(
    "bad-remove", "this cannot be removed from a set, only one thing or a set of things", "write `remove x from …`"
)


REMOVED_WHAT = Plain(
    "bad-remove", "it is not said what is removed", "a token, `all` of a sort of token, or something `from` a set"
)


@frozen
class OnlyTokensLeave(Mistake):
    code = "bad-remove"
    type: Type
    card: bool

    def words(self) -> Words:
        return Words(
            f"only tokens leave the board; this is {describe(self.type)}",
            "put cards into a zone" if self.card else "from a set: `remove … from …`",
        )


def after_all(shapes: tuple[str, ...]) -> str:
    return f"behind `all` stands a sort of {' or '.join(shapes)}"


@frozen
class NotOfThisSort(Mistake):
    code = "bad-put"
    name: str
    shapes: tuple[str, ...]
    alike: Suggestions | None

    def words(self) -> Words:
        shapes = " or ".join(self.shapes)
        return Words(f"`{self.name}` is no sort of {shapes}", self.alike, notes=(after_all(self.shapes),))


@frozen
class UnknownSort(UnknownName):
    shapes: tuple[str, ...]

    @property
    def there_is(self) -> str:
        return after_all(self.shapes)


@frozen
class SeveralCopies(Mistake):
    code = "bad-put"
    kind: str

    def words(self) -> Words:
        return Words(
            f"there are several copies of each {self.kind}, so it is not clear which one",
            "say where it comes from: `from …`",
        )
