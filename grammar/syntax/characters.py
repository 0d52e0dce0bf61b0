"""Before the lexer: a file's text goes in, a text of the same length comes out that is made of Astro's marks alone.

Whatever has no meaning is reported, once for each run of it, and replaced by something harmless, so that the rest of
its line can be read and every place stays where it was.
"""

from __future__ import annotations

import re
import unicodedata

from attrs import evolve

from astro_referee.grammar.mistakes import text as mistakes
from astro_referee.grammar.problems import Fix, Problem, Replacement
from astro_referee.grammar.source import Span

QUOTES = "'`\u00ab\u00b4\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f"
MARKS = r"A-Za-z0-9_ \t\n()\[\]{}.,:=+\-*/<>|\""

SCANNER = re.compile(
    rf"""
      (?P<text>"[^"\n]*")
    | (?P<open>"[^\n]*?(?=\r?$))
    | (?P<curly>[{QUOTES}][^\n"{QUOTES}]*[{QUOTES}])
    | (?P<comment>\#[^\n]*)
    | (?P<fine>@[A-Za-z0-9_]+|\r\n)
    | (?P<loan>&&|!=|==|;|&|!)
    | (?P<bad>[^{MARKS}\#@\r&!;]+|@|\r)
    """,
    re.VERBOSE | re.MULTILINE,
)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+")
"""Orders to a terminal, and marks that turn the direction of writing: a text must say what it seems to say."""

# Signs of other languages, and what Astro says instead.
LOANS: dict[str, Replacement] = {
    "&&": Replacement("and"),
    "&": Replacement("and"),
    "!=": Replacement("is not"),
    "!": Replacement("not"),
    "==": Replacement("is", "to compare, write "),
    ";": Replacement("", "the end of the line ends a statement"),
}


def clean(text: str, problems: list[Problem], start: int = 0, end: int | None = None) -> str:
    """A text, or a stretch of it, without what has no meaning; what is reported has its place in the whole.

    A byte-order mark at the very start is dropped without a word.
    """
    end = len(text) if end is None else end
    parts: list[str] = []
    found: dict[str | Span, Problem] = {}
    at = start
    for match in SCANNER.finditer(text, start, end):
        parts += text[at : match.start()], _replaced(match, found)
        at = match.end()
    problems += found.values()
    return "".join([*parts, text[at:end]])


def _replaced(match: re.Match[str], found: dict[str | Span, Problem]) -> str:
    what, span = match[0], Span(*match.span())
    match match.lastgroup:
        case "text" | "comment":
            for control in CONTROL.finditer(what.rstrip("\r")):
                _invisible(control[0], Span(span.start + control.start(), span.start + control.end()), found)
            return what
        case "open":
            shown = Span(span.start, span.start + len(what.rstrip()))
            closed = (Fix(Span(shown.end, shown.end), '"'),)
            found[span] = mistakes.OpenText(closed).at(shown)
            return _text(len(what)) if len(what) > 1 else "_"
        case "curly":
            straight = (Fix(span, f'"{what[1:-1]}"'),)
            found[span] = mistakes.CurlyQuotes(_short(what), straight).at(span)
            return _text(len(what))
        case "loan":
            found[span] = spaced(match, mistakes.ForeignSign(what, LOANS[what]).at(span))
            return "_" * len(what)
        case "bad" if what.isprintable():
            found[span] = mistakes.NoMeaning(_short(what), what.isalpha()).at(span)
            return "_" * len(what)
        case "bad" if what == "\ufeff" and span.start == 0:
            return "\n"  # so that the first line still begins at the left margin
        case "bad":
            _invisible(what, span, found)
            return " " * len(what)
    return what


def spaced(match: re.Match[str], problem: Problem) -> Problem:
    """A sign needs no blanks around it, but the word in its place does."""
    before, behind = match.string[match.start() - 1 : match.start()], match.string[match.end() : match.end() + 1]
    left, right = " " * before.isalnum(), " " * behind.isalnum()
    words = tuple(Fix(fix.span, f"{left}{fix.text}{right}" if fix.text else "") for fix in problem.fixes)
    return evolve(problem, fixes=words)


def _text(length: int) -> str:
    return f'"{"_" * (length - 2)}"'


def _short(run: str) -> str:
    return run if len(run) <= 20 else run[:20] + "…"


def _invisible(run: str, span: Span, found: dict[str | Span, Problem]) -> None:
    """Report an invisible character where it stands first: a damaged file is full of them."""
    hidden = next((c for c in run if not c.isprintable()), run[0])
    name = unicodedata.name(hidden, f"U+{ord(hidden):04X}").lower()
    found.setdefault(hidden, mistakes.InvisibleCharacter(name).at(span))
