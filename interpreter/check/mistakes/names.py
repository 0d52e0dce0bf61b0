"""What can be wrong with names, in words: not known, given twice, never used."""

from __future__ import annotations

from attrs import field, frozen

from astro_referee.grammar.problems import Advice, Mistake, Plain, Severity, Words
from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.grammar.syntax.words import listed

# --- Not known --------------------------------------------------------------------------------------------------------


@frozen
class UnknownName(Mistake):
    """A name that means nothing here. What looks like it, or was dropped, the checker finds out."""

    code = "unknown-name"
    word: str
    advice: Advice | None = field(default=None, kw_only=True)

    def words(self) -> Words:
        return Words(self.message, self.advice, notes=() if self.advice else (self.there_is,))

    @property
    def message(self) -> str:
        return f"nothing called `{self.word}` is known here"

    @property
    def there_is(self) -> str:
        """What there is, for whom nothing looks alike."""
        return ""


class UnknownInExpression(UnknownName):
    there_is = "every name is declared at the left margin, or bound in the same move"


@frozen
class KnownInPhrase(Mistake):
    """A name that a condition above looks for something by."""

    code = "unknown-name"
    word: str
    head: str
    """What the line of the condition begins with: only an `if` can give a name to what it finds."""
    domain: str

    def words(self) -> Words:
        name, found = self.word, f"some {self.word} in {self.domain} where …"
        first = f"let {name} = first {name} in {self.domain} where …"
        message = f"`{name}` is known inside `{found}` alone"
        if self.head != "if":
            return Words(message, f"name it first: `{first}`")
        return Words(message, f"name what was found: `if {found} as {name}`", notes=(f"or before it: `{first}`",))


# --- Given twice ------------------------------------------------------------------------------------------------------


def replacing(name: str) -> str:
    """What a variant writes that gives a name of its base once more."""
    return f"to change that of the base, write `replace {name}` above, and this further in"


@frozen
class Twice(Mistake):
    """A name that is given a second time; whether the first is in the base of a variant, the checker finds out."""

    code = "twice"
    name: str
    first: Span
    in_base: bool = field(default=False, kw_only=True)

    def words(self) -> Words:
        advice = replacing(self.name) if self.in_base else self.advice
        return Words(self.message, advice, related=((self.first, "the first one"),))

    @property
    def message(self) -> str:
        return f"`{self.name}` is declared twice"

    @property
    def advice(self) -> str:
        return "choose another name"


@frozen
class Shadowed(Mistake):
    code = "shadowed"
    name: str
    first: Span
    """What the name means already: nowhere in the rules if it belongs to the language."""

    def words(self) -> Words:
        note = "it belongs to the language itself" if self.first == NOWHERE else ""
        message = f"`{self.name}` already means something else here"
        return Words(message, "choose another name", notes=(note,), related=((self.first, "what it means"),))


LEADS_TOO_FAR = Plain("too-deep", "this leads through too many others", "use fewer inside each other")

# --- Never used -------------------------------------------------------------------------------------------------------


@frozen
class StoredOnly(Mistake):
    code = "unused"
    severity = Severity.WARNING
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` is stored, but never looked at", "use it, or leave it out")


@frozen
class RolledOnly(Mistake):
    code = "unused"
    severity = Severity.WARNING
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` is rolled, but never looked at", "use it, or leave it out")


@frozen
class Unused(Mistake):
    code = "unused"
    severity = Severity.WARNING
    word: str

    def words(self) -> Words:
        return Words(f"`{self.word}` is never used", "use it, or leave it out")


@frozen
class NeverStored(Mistake):
    code = "never-stored"
    severity = Severity.WARNING
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` is looked at, but nothing is ever stored in it", "store something, or make it an `option`"
        )


@frozen
class NeverRemembers(Mistake):
    code = "never-stored"
    severity = Severity.WARNING
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` is asked, but never remembers anything",
            f"write `remember {self.word}` where a position counts",
        )


@frozen
class NeverOffered(Mistake):
    code = "unused"
    severity = Severity.WARNING
    name: str
    in_base: bool

    def words(self) -> Words:
        return Words(
            f"move `{self.name}` is offered nowhere",
            replacing(self.name) if self.in_base else f"write `offer {self.name}` in a decision",
        )


@frozen
class UnusedOfBase(Mistake):
    code = "unused"
    severity = Severity.WARNING
    names: tuple[str, ...]

    def words(self) -> Words:
        names = listed([f"`{name}`" for name in self.names], "and")
        drops = ", ".join(f"`drop {name}`" for name in self.names)
        them = "it" if len(self.names) == 1 else "them"
        return Words(f"nothing in this variant uses {names} of its base any more", f"to leave {them} out: {drops}")


@frozen
class UnknownRuling(Mistake):
    code = "unknown-ruling"
    name: str
    advice: Advice | None

    def words(self) -> Words:
        advice = self.advice or f'declare it: `ruling {self.name} "…"`'
        return Words(f"there is no ruling called `{self.name}`", advice)


@frozen
class NeverCited(Mistake):
    code = "unused"
    severity = Severity.WARNING
    name: str

    def words(self) -> Words:
        return Words(f"ruling `{self.name}` is cited nowhere", f"write `@{self.name}` behind the line it is about")
