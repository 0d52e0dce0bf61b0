"""Problems as data: what is wrong, where, and one thing to try. They are worded in the packages called `mistakes`, and
drawn by `report`.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from attrs import field, frozen

from astro_referee.grammar.source import NOWHERE, Span

REFUSED = "refused-options"
"""The problem of a choice of options that the rules exclude."""


class Severity(StrEnum):
    """How bad it is: an error stops the game, a warning does not, a note is information."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen
class Fix:
    """An edit that mends a problem: a stretch of the rules gives way to a text."""

    span: Span
    text: str


@frozen
class Suggestions:
    """Advice: names that somebody may have meant."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return "did you mean " + " or ".join(f"`{name}`" for name in self.names) + "?"


@frozen
class Replacement:
    """Advice: what to write in the place of what is wrong, with words that say what it is."""

    text: str
    said: str = "write "

    def __str__(self) -> str:
        return f"{self.said}`{self.text}`" if self.text else self.said


TAKE_OUT = Replacement("", "take it out")

Advice = Suggestions | Replacement | str
"""What might help, as data where an editor can do it, else in words."""


def fixes_of(advice: Advice | None, span: Span) -> tuple[Fix, ...]:
    """The edits that follow an advice about a place, the likeliest first."""
    match advice:
        case Suggestions(names):
            return tuple(Fix(span, name) for name in names)
        case Replacement(text):
            return (Fix(span, text),)
        case _:
            return ()


@frozen
class Problem:
    """One thing that is wrong with a rule file. One cause gives one problem."""

    code: str
    message: str
    span: Span
    label: str = ""
    notes: tuple[str, ...] = ()
    related: tuple[tuple[Span, str], ...] = ()
    severity: Severity = Severity.ERROR
    fixes: tuple[Fix, ...] = ()
    """Edits that mend it, each by itself, the likeliest first."""

    mistake: Mistake | None = field(default=None, repr=False, eq=False)
    """What it is about, with its parts; none if it was only read again as text."""


@frozen
class Words:
    """What a mistake has to say. Notes that are empty and places that are nowhere are left out."""

    message: str
    advice: Advice | None = None
    notes: tuple[str, ...] = ()
    related: tuple[tuple[Span, str], ...] = ()
    """Other places that it is about, and what they are."""
    fixes: tuple[Fix, ...] = ()
    """What mends it if this is not done where it is, or not what the advice says."""


class Mistake:
    """A kind of problem, its parts as fields: names, counts, types. It is worded when it gets a place."""

    __slots__ = ()
    code: str
    severity: Severity = Severity.ERROR

    def words(self) -> Words:
        raise NotImplementedError

    def at(self, span: Span) -> Problem:
        """The problem that it is in a place."""
        said = self.words()
        return Problem(
            self.code,
            said.message,
            span,
            str(said.advice or ""),
            tuple(note for note in said.notes if note),
            tuple(place for place in said.related if place[0] != NOWHERE),
            self.severity,
            said.fixes or fixes_of(said.advice, span),
            self,
        )


@frozen
class Plain(Mistake):
    """A kind of problem without parts, which always says the same."""

    code: str
    message: str
    advice: Advice | None = None
    notes: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR

    def words(self) -> Words:
        return Words(self.message, self.advice, self.notes)


def closest(word: str, known: list[str] | tuple[str, ...] | set[str]) -> list[str]:
    """Names someone may have meant: equal but for case first, then few typing slips; three at most."""
    folded = [k for k in known if k.casefold() == word.casefold() and k != word]
    if folded:
        return sorted(folded)[:3]
    limit = max(1, len(word) // 3)
    typed = word.casefold()
    letters = Counter(typed)
    likely = sorted((at_least(letters, Counter(k.casefold())), k) for k in set(known))
    near: list[tuple[int, str]] = []
    for least, k in likely:
        if least > limit:
            break
        near = sorted([*near, (edit_distance(typed, k.casefold(), limit), k)])[:3]
        if len(near) == 3:
            limit = min(limit, near[-1][0])
    return [k for distance, k in near if distance <= limit]


def at_least(a: Counter[str], b: Counter[str]) -> int:
    """Slips that there must be between two words, by the letters that only one of them has."""
    return max((a - b).total(), (b - a).total())


def edit_distance(a: str, b: str, limit: int) -> int:
    """Typing slips between two words (insert, drop, change, swap neighbours), or `limit + 1` if there are more."""
    far = limit + 1
    before: list[int] = []
    row = [j if j <= limit else far for j in range(len(b) + 1)]
    for i, x in enumerate(a, 1):
        last, before, row = before, row, [far] * (len(b) + 1)
        row[0] = min(i, far)
        for j in range(max(1, i - limit), min(len(b), i + limit) + 1):
            y = b[j - 1]
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[j] = min(row[j], last[j - 2] + 1)
        if min(row) > limit:
            return far
    return min(row[-1], far)


def suggestions(word: str, known: list[str] | tuple[str, ...] | set[str]) -> Suggestions | None:
    """The names that look like a word that is not known, if there are any."""
    found = closest(word, known)
    return Suggestions(tuple(found)) if found else None


def did_you_mean(word: str, known: list[str] | tuple[str, ...] | set[str]) -> str:
    """The same as a label, "did you mean `planet`?", or nothing."""
    return str(suggestions(word, known) or "")
