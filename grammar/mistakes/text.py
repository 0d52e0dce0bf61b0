"""What can be wrong with a text before its lines are read, in words: characters, brackets, indentation, header."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Advice, Fix, Mistake, Plain, Problem, Replacement, Suggestions, Words
from astro_referee.grammar.source import Span

MORE_PROBLEMS = Plain("more-problems", "there are more problems from here on", "the ones above come first")


@frozen
class FileTooLarge(Mistake):
    code = "too-large"
    size: int
    most: int

    def words(self) -> Words:
        return Words(f"this file has {self.size:,} characters; a rule file has at most {self.most:,}")


@frozen
class LineTooLong(Mistake):
    code = "too-long"
    most: int

    def words(self) -> Words:
        return Words(f"this line has more than {self.most:,} characters", "go on in a new line behind a comma")


@frozen
class OpenText(Mistake):
    code = "open-text"
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words("this text has no closing quote", 'a text ends in `"` on its own line', fixes=self.fixes)


@frozen
class CurlyQuotes(Mistake):
    code = "bad-character"
    sign: str
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words(
            f"`{self.sign}` has no meaning in Astro", 'texts stand in straight double quotes: `"`', fixes=self.fixes
        )


@frozen
class NoMeaning(Mistake):
    code = "bad-character"
    sign: str
    letter: bool

    def words(self) -> Words:
        return Words(
            f"`{self.sign}` has no meaning in Astro",
            "names are made of the letters a to z, digits and `_`" if self.letter else "",
        )


@frozen
class InvisibleCharacter(Mistake):
    code = "bad-character"
    name: str

    def words(self) -> Words:
        return Words(
            f"there is an invisible character here ({self.name})",
            Replacement("", "take it out, here and wherever else it stands"),
        )


@frozen
class Tabbed(Mistake):
    code = "tab"
    lines: int
    """So many begin with one."""

    def words(self) -> Words:
        width = "how wide a tab is differs from screen to screen; indent by two blanks"
        more = f"{self.lines} lines begin with a tab" if self.lines > 1 else ""
        return Words("this line is indented by a tab", "use blanks instead", notes=(width, more))


@frozen
class ClosesNothing(Mistake):
    code = "stray-bracket"
    bracket: str

    def words(self) -> Words:
        return Words(f"`{self.bracket}` closes nothing", "no bracket is open here")


@frozen
class WrongBracket(Mistake):
    code = "stray-bracket"
    bracket: str
    opener: str
    opened: Span

    def words(self) -> Words:
        return Words(f"`{self.bracket}` cannot close `{self.opener}`", related=((self.opened, "opened here"),))


@frozen
class NeverClosed(Mistake):
    code = "open-bracket"
    bracket: str

    def words(self) -> Words:
        return Words(
            f"this `{self.bracket}` is never closed",
            notes=("what goes on in brackets stands further in than the line they begin in",),
        )


FIRST_LINE_INDENTED = Plain("indentation", "the first line is not at the left margin", "take out the blanks before it")


@frozen
class TooManyBlocks(Mistake):
    code = "too-deep"
    most: int

    def words(self) -> Words:
        return Words(
            f"below this line, more than {self.most} blocks stand within each other",
            notes=("a procedure could hold a part of this",),
        )


@frozen
class BetweenLevels(Mistake):
    code = "indentation"
    width: int
    outer: int
    inner: int

    def words(self) -> Words:
        return Words(
            "this line is as far in as no line above it",
            f"indented by {self.width}; the lines around it by {self.outer} or {self.inner}",
        )


FIRST_LINES = "a file begins with two lines such as `astro 1` and `game Duel for 2 players`"

EMPTY_FILE = Plain("empty-file", "there are no rules in this file", notes=(FIRST_LINES,))


@frozen
class UnknownEdition(Mistake):
    code = "unknown-edition"
    edition: str
    known: str

    def words(self) -> Words:
        return Words(f"edition {self.edition} of Astro is not known here", f"this is edition {self.known}")


@frozen
class NoEdition(Mistake):
    code = "no-edition"
    edition: str

    def words(self) -> Words:
        return Words(f"the first line must be `astro {self.edition}`", notes=(FIRST_LINES,))


@frozen
class NoHeader(Mistake):
    code = "no-header"
    suggested: Suggestions | None

    def words(self) -> Words:
        message = "the second line must name the game and the number of players"
        return Words(message, self.suggested, notes=(FIRST_LINES,))


NAMED_PART = "give a part of this phrase a name of its own with `let` or `def`"


@frozen
class NameTooLong(Mistake):
    code = "too-long"
    most: int

    def words(self) -> Words:
        return Words(f"this name is too long: it may have {self.most} letters")


@frozen
class TooManyBrackets(Mistake):
    code = "too-deep"
    most: int

    def words(self) -> Words:
        return Words(f"more than {self.most} brackets are open here", notes=(NAMED_PART,))


@frozen
class PhraseTooLong(Mistake):
    code = "too-long"
    most: int

    def words(self) -> Words:
        return Words(f"this phrase has more than {self.most} parts", notes=(NAMED_PART,))


@frozen
class ForeignSign(Mistake):
    code = "foreign-sign"
    sign: str
    advice: Advice | None

    def words(self) -> Words:
        return Words(f"`{self.sign}` has no meaning in Astro", self.advice)


@frozen
class NotInHole(Mistake):
    code = "bad-hole"
    sign: str

    def words(self) -> Words:
        return Words(f"`{self.sign}` has no meaning in a hole")


TEXT_IN_HOLE = Plain(
    "bad-hole",
    "a hole cannot hold a text in quotes",
    "say it in a def, and put that into the hole",
    notes=('`def cards(n: 0..9) = ("card" if n is 1 else "cards")`, then `"{n} {cards(n)}"`',),
)

NO_HOLE = Plain("bad-hole", "`}` ends no hole", "write `}}` for a brace")

OPEN_HOLE = Plain("bad-hole", "this `{` is never closed", "write `{{` for a brace")

EMPTY_HOLE = Plain("bad-hole", "this hole is empty", "write `{{}}` for braces")


@frozen
class InHole(Mistake):
    """What is wrong with the phrase in a hole of a text."""

    code = "bad-hole"
    problem: Problem

    def words(self) -> Words:
        wrong = self.problem
        message = f"{wrong.message} (in a hole of a text)"
        return Words(message, wrong.label, wrong.notes, wrong.related, wrong.fixes)
