"""Problems as data: what is wrong, where, and one thing to try. Wording lives here, drawing elsewhere."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from attrs import frozen

from astro_referee.grammar.source import Span

REFUSED = "refused-options"
"""The problem of a choice of options that the rules exclude."""


class Severity(StrEnum):
    """How bad it is: an error stops the game, a warning does not, a note is information."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


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
        near = sorted([*near, (slips(typed, k.casefold(), limit), k)])[:3]
        if len(near) == 3:
            limit = min(limit, near[-1][0])
    return [k for distance, k in near if distance <= limit]


def at_least(a: Counter[str], b: Counter[str]) -> int:
    """Slips that there must be between two words, by the letters that only one of them has."""
    return max((a - b).total(), (b - a).total())


def slips(a: str, b: str, limit: int) -> int:
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


def did_you_mean(word: str, known: list[str] | tuple[str, ...] | set[str]) -> str:
    """A label such as "did you mean `planet`?", or nothing."""
    found = closest(word, known)
    if not found:
        return ""
    return "did you mean " + " or ".join(f"`{name}`" for name in found) + "?"
