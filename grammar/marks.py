"""Before the lexer: a file's text goes in, a text of the same length comes out that is made of Astro's marks alone.

Whatever has no meaning is reported, once for each run of it, and replaced by something harmless, so that the rest of
its line can be read and every place stays where it was.
"""

from __future__ import annotations

import re
import unicodedata

from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Span

QUOTES = "'`\u00ab\u00b4\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f"
MARKS = r"A-Za-z0-9_ \t\n()\[\]{}.,:=+\-*/<>|\""

SCANNER = re.compile(
    rf"""
      (?P<text>"[^"\n]*")
    | (?P<open>"[^\n]*)
    | (?P<curly>[{QUOTES}][^\n"{QUOTES}]*[{QUOTES}])
    | (?P<comment>\#[^\n]*)
    | (?P<fine>@[A-Za-z0-9_]+|\r\n)
    | (?P<loan>&&|!=|==|;|&|!)
    | (?P<space>[\f\v\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]+)
    | (?P<bad>[^{MARKS}\#@\r&!;]+|@|\r)
    """,
    re.VERBOSE,
)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]+")

# Signs of other languages, and what Astro says instead.
LOANS: dict[str, str] = {
    "&&": "write `and`",
    "&": "write `and`",
    "!=": "write `is not`",
    "!": "write `not`",
    "==": "to compare, write `is`",
    ";": "the end of the line ends a statement",
}


def clean(text: str, problems: list[Problem]) -> str:
    """The text without what has no meaning. A byte-order mark at the very start is dropped without a word."""
    parts: list[str] = []
    at = 0
    for found in SCANNER.finditer(text):
        start, end = found.span()
        parts += text[at:start], _replaced(found, problems)
        at = end
    return "".join([*parts, text[at:]])


def _replaced(found: re.Match[str], problems: list[Problem]) -> str:
    what, span = found[0], Span(*found.span())
    match found.lastgroup:
        case "text" | "comment":
            problems += (
                _bad(c[0], Span(span.start + c.start(), span.start + c.end()))
                for c in CONTROL.finditer(what.rstrip("\r"))
            )
        case "open":
            what = what.rstrip("\r")
            shown = Span(span.start, span.start + len(what.rstrip()))
            problems.append(
                Problem("open-text", "this text has no closing quote", shown, 'a text ends in `"` on its own line')
            )
            return (f'"{"_" * (len(what) - 2)}"' if len(what) > 1 else "_") + found[0][len(what) :]
        case "curly":
            problems.append(_bad(what, span))
            return f'"{"_" * (len(what) - 2)}"'
        case "loan":
            problems.append(Problem("foreign-sign", f"`{what}` has no meaning in Astro", span, LOANS[what]))
            return "_" * len(what)
        case "space":
            if span.start or what != "\ufeff":
                problems.append(_bad(what, span))
            return ("\n" if span.start == 0 and what[0] == "\ufeff" else " ") + " " * (len(what) - 1)
        case "bad":
            problems.append(_bad(what, span))
            return "_" * len(what)
    return what


def _bad(run: str, span: Span) -> Problem:
    first, run = run[0], run if len(run) <= 20 else run[:20] + "…"
    if first in QUOTES:
        return Problem(
            "bad-character", f"`{run}` has no meaning in Astro", span, 'texts stand in straight double quotes: `"`'
        )
    if first.isprintable():
        label = "names are made of the letters a to z, digits and `_`" if first.isalpha() else ""
        return Problem("bad-character", f"`{run}` has no meaning in Astro", span, label)
    name = unicodedata.name(first, f"U+{ord(first):04X}").lower()
    return Problem("bad-character", f"there is an invisible character here ({name})", span, "take it out")
