"""What can be wrong with a line that cannot be read, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import TAKE_OUT, Advice, Fix, Mistake, Plain, Replacement, Words
from astro_referee.grammar.source import Span


@frozen
class NotAstro(Mistake):
    code = "syntax"
    shown: str
    advice: Advice | None

    def words(self) -> Words:
        return Words(f"Astro does not say `{self.shown}`", self.advice)


@frozen
class FurtherIn(Mistake):
    code = "unexpected-indent"
    above: Span
    text_only: bool
    """Whether a text in quotes could stand there."""

    def words(self) -> Words:
        what = "only a text in quotes" if self.text_only else "nothing"
        related = ((self.above, f"{what} can stand below this line"),)
        return Words("this line is further in than the line above", "move it to the left", related=related)


@frozen
class NothingBelow(Mistake):
    code = "missing-block"
    word: str
    table: bool

    def words(self) -> Words:
        what = "a table" if self.table else "what belongs to it"
        return Words(f"nothing stands below this `{self.word}`", f"{what} must follow on the next lines, further in")


@frozen
class MissingBelow(Mistake):
    code = "missing-block"
    expected: str

    def words(self) -> Words:
        return Words("something is missing below this line", f"expected below it: {self.expected}")


@frozen
class StoredElsewhere(Mistake):
    code = "misplaced"
    where: str

    def words(self) -> Words:
        return Words(f"a value cannot be stored here: that belongs {self.where}")


@frozen
class UnknownStatement(Mistake):
    code = "unknown-statement"
    word: str
    advice: Advice | None

    def words(self) -> Words:
        return Words(f"no line begins with `{self.word}`", self.advice)


MOVE_FOR_PUT = Plain(
    "move-for-put",
    "`move` cannot change the place of a thing: it is a player's choice",
    "write `put … into …` or `put … on …`",
)


@frozen
class UnquotedFile(Mistake):
    code = "unquoted-text"
    file: str
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words("the name of this file is not in quotes", f'write `use "{self.file}.astro"`', fixes=self.fixes)


@frozen
class ReservedName(Mistake):
    code = "reserved-name"
    word: str
    span: Span

    def words(self) -> Words:
        other = f"{self.word}_one"
        return Words(
            f"`{self.word}` has a meaning of its own in Astro and cannot be a name",
            f"another name, such as `{other}`, will do",
            fixes=(Fix(self.span, other),),
        )


DIGIT_FIRST = Plain("bad-name", "a name cannot begin with a digit")


EQUALS_FOR_IS = Plain("equals-for-is", "`=` stores a value; to compare, write `is`", Replacement("is"))


@frozen
class ComparedPhrase(Mistake):
    code = "open-phrase"
    shown: str
    comparison: str
    phrase: Span
    word: str

    def words(self) -> Words:
        return Words(
            f"put the phrase in brackets before comparing it: `({self.shown}) {self.comparison} …`",
            related=((self.phrase, f"`{self.word}` runs on to the end of its line or bracket"),),
        )


COMPARED_AGAIN = Plain(
    "chained",
    "what was compared already cannot be compared again",
    notes=("join two comparisons with `and`, for example: `1 < x and x < 5`",),
)


@frozen
class PhraseInside(Mistake):
    code = "open-phrase"
    word: str

    def words(self) -> Words:
        return Words("a phrase in this place needs brackets", f"write `({self.word} …)`")


BARS = Plain("foreign-sign", "`||` has no meaning in Astro", Replacement("or"))


EMPTY_CELL = Plain("empty-cell", "this cell is empty", "write `-` for nothing")


BAR_BEHIND = Plain("empty-cell", "no `|` can stand behind the last cell of a row", TAKE_OUT)

BAR_BEFORE = Plain("empty-cell", "no `|` can stand before the first cell of a row", TAKE_OUT)


@frozen
class Needless(Mistake):
    code = "needless"
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` cannot stand at the end of this line", TAKE_OUT)


@frozen
class NeedlessHere(Mistake):
    code = "needless"
    word: str

    def words(self) -> Words:
        return Words(
            f"what belongs to this `{self.word}` cannot stand in the same line",
            "write it on the next lines, further in",
        )


FOR_EACH = Plain("syntax", "a step cannot begin with `for each`", "write `for` alone, for example: `for p in players`")


LIBRARY_HEADER = Plain(
    "no-header",
    "the header must name the library, without a number of players",
    notes=("for example: `library Dominoes`",),
)


GAME_HEADER = Plain(
    "no-header",
    "the header must name the game and the number of players",
    notes=("for example: `game Duel for 2 players`",),
)


EARLY_TAG = Plain("syntax", "a footnote cannot stand in the middle of a line", "move it to the end")


@frozen
class MissingWord(Mistake):
    code = "missing-word"
    missing: str
    shown: str
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words(
            f"{self.missing} is missing before {self.shown}", f"write {self.missing} before this", fixes=self.fixes
        )


@frozen
class OtherWord(Mistake):
    code = "syntax"
    shown: str
    instead: str
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words(f"I did not expect {self.shown} here", f"write {self.instead} instead", fixes=self.fixes)


@frozen
class BreaksOff(Mistake):
    code = "syntax"
    expected: str

    def words(self) -> Words:
        return Words("this breaks off too early", f"expected next: {self.expected}")


@frozen
class Unexpected(Mistake):
    code = "syntax"
    shown: str
    expected: str

    def words(self) -> Words:
        return Words(f"I did not expect `{self.shown}` here", f"expected: {self.expected}" if self.expected else "")


@frozen
class UnquotedText(Mistake):
    code = "unquoted-text"
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words("this text is not in quotes", 'put `"` before and behind it', fixes=self.fixes)


@frozen
class Misplaced(Mistake):
    code = "misplaced"
    word: str
    where: str
    """Where it belongs, in words."""
    example: str = ""

    def words(self) -> Words:
        return Words(f"`{self.word}` cannot stand here: it belongs {self.where}", notes=(self.example,))


TEXT_ALONE = Plain("misplaced", "a text by itself cannot stand here: it belongs on the first lines of a block")
ONCE = "at the top of the file, and only once"
IN_VARIANT = "in a variant", 'for example below `variant Duel of "game.astro"`'
BEHIND_VALUE = "behind a value", "for example: `1 if card.suit is hearts`"
AT_MARGIN = "at the left margin"
BELOW_GIVEN = "below `given` in a test"
BELOW_THEN = "below `then` in a move"
IN_FLOW = "inside a phase, a procedure, a move or the end"
