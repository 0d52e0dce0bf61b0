"""Writes the two indexes of the reference, words.md and problems.md: `python docs/reference/indexes.py`.

Words come from the language, problem codes from `cli/explanations.txt`, and the places of both from the pages beside
this file. A word's place is the section that has it in its heading, or in a comment `<!-- words: … -->`; a code's
places are the sections that name it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from astro_referee.cli.commands.author.explain import explanations
from astro_referee.grammar.syntax.parser import GRAMMAR
from astro_referee.grammar.syntax.words import HEADS, LOOSE, RESERVED, SOFT
from astro_referee.interpreter.check.kinds.boards import METHODS
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, BUILTIN_NAMES

FOLDER = Path(__file__).parent
WORDS, PROBLEMS = FOLDER / "words.md", FOLDER / "problems.md"
COMMAND = ".venv/bin/python docs/reference/indexes.py"

# Fields the language gives to members, tokens, squares and sets; the others are columns of the author's.
FIELDS = ("next", "previous", "opposite", "index", "at", "neighbours", "around", "size", "times")

FOUND_IN_PLAY = "found in play"
PLAYED = "[Can it be played?](../authors.md#can-it-be-played)"
"""Where problems of that sort are explained, since no line of the language is to blame."""

WORDS_HEAD = """\
# All words

<!-- written by {command} -->

*Head* words mean something at the start of a line, *reserved* ones always, *loose* ones where a phrase can begin,
*soft* ones in the middle of a line; words that are meant *together* are names when apart. `me` and the like are *names*
that are always there, and cannot be given to anything else.

"""
PROBLEMS_HEAD = """\
# All problems

<!-- written by {command} -->

Each problem has a code that does not change. An **error** keeps a file from being played, a *warning* does not, a note
only informs. A *fault* is an error of the rules that only shows in play: the referee stops with its line, and the
position stays as it was. What is *found in play* is told by [`astro check --play`](../authors.md#can-it-be-played).
`astro explain CODE` says more about each, with an example.

"""


@frozen
class Section:
    """A part of a page, from its heading to the next: where it is, the words it is the place of, and its lines."""

    page: str
    heading: str
    anchor: str
    words: tuple[str, ...]
    text: str

    @property
    def link(self) -> str:
        return f"[{self.heading}]({self.page}{self.anchor})"

    @property
    def forms(self) -> list[str]:
        """The lines of the language as the section introduces them, `> …`, of those that begin with code."""
        return re.findall(r"^> (`.*)$", self.text, re.MULTILINE)

    @property
    def codes(self) -> set[str]:
        """The problems that the section names, in brackets or as what a wrong example gives."""
        named = [
            code
            for group in re.findall(r"\(((?:`[\w-]+`,?\s*)+)\)", self.text)
            for code in re.findall(r"[\w-]+", group)
        ]
        return {*named, *re.findall(r"^```astro-(?:wrong|fault) ([\w-]+)", self.text, re.MULTILINE)}


def sections(page: Path) -> Iterator[Section]:
    """The sections of a page in order. What stands under its title is one, too, and needs no anchor."""
    headings: list[tuple[str, list[str]]] = []
    fenced = False
    for line in page.read_text(encoding="utf-8").splitlines():
        fenced ^= line.startswith("```")
        if not fenced and (found := re.match(r"#+ (.+)", line)):
            headings.append((found[1], []))
        else:
            headings[-1][1].append(line)
    for number, (heading, lines) in enumerate(headings):
        text = "\n".join(lines)
        more = [word for listed in re.findall(r"<!-- words: (.*) -->", text) for word in listed.split(", ")]
        anchor = "#" + re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") if number else ""
        yield Section(page.name, heading, anchor, (*re.findall(r"`([^`]+)`", heading), *more), text)


def pages() -> list[Path]:
    """The pages that the indexes lead to, in the order of the entry."""
    entry = FOLDER.with_suffix(".md").read_text(encoding="utf-8")
    named = [FOLDER / name for name in re.findall(r"\]\(reference/(.+?)\)", entry)]
    return [page for page in named if page not in (WORDS, PROBLEMS)]


def sorts() -> dict[str, Iterable[str]]:
    """All words of the language, by their sorts."""
    together = re.findall(r"^[A-Z_]+\.3: /(.*?)\\b/", GRAMMAR.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {
        "head": HEADS,
        "reserved": RESERVED,
        "loose": LOOSE,
        "soft": SOFT,
        "name": BUILTIN_NAMES,
        "function": BUILTIN_FUNCTIONS,
        "behind a dot": [*METHODS, *FIELDS],
        "together": [words.replace("[ ]+", " ") for words in together],
    }


def word_index(found: list[Section]) -> str:
    """Each word with its place, then each form of line. A word without a place is a mistake in the pages."""
    places = defaultdict(list)
    for section in found:
        for word in section.words:
            places[word].append(section.link)
    listed = sorted((word, sort) for sort, words in sorts().items() for word in words)
    homeless = [word for word, _ in listed if word not in places]
    if homeless:
        raise LookupError(f"no heading and no `<!-- words: … -->` of the reference has {', '.join(homeless)}")
    words = [(f"`{word}`", sort, ", ".join(places[word])) for word, sort in listed]
    forms = [(form.replace("|", "\\|"), section.link) for section in found for form in section.forms]
    return (
        WORDS_HEAD.format(command=COMMAND)
        + table(("word", "sort", "see"), words)
        + "\n## All forms of lines\n\nIn capitals stands what you fill in. In the order of the pages:\n\n"
        + table(("form", "see"), forms)
    )


def problem_index(found: list[Section]) -> str:
    """Each problem code, what it means, and the sections that name it; one that none names is a mistake in them."""
    places = defaultdict(list)
    for section in found:
        for code in section.codes:
            places[code].append(section.link)
    known = explanations()
    for code, each in known.items():
        if each.sort == FOUND_IN_PLAY:
            places[code].append(PLAYED)
    unnamed = [code for code in known if code not in places]
    if unnamed:
        raise LookupError(f"no section of the reference names (in brackets) {', '.join(unnamed)}")
    rows = [
        (f"`{code}`", each.sort, each.means.replace("|", "\\|"), ", ".join(places[code]))
        for code, each in known.items()
    ]
    return PROBLEMS_HEAD.format(command=COMMAND) + table(("code", "sort", "means", "see"), rows)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [" | ".join(head), "|".join("---" for _ in head), *(" | ".join(row) for row in rows)]
    return "".join(f"|{line}|\n" if set(line) <= {"-", "|"} else f"| {line} |\n" for line in lines)


def indexes() -> dict[Path, str]:
    """What is to stand in the two files now."""
    found = [section for page in pages() for section in sections(page)]
    return {WORDS: word_index(found), PROBLEMS: problem_index(found)}


if __name__ == "__main__":
    for path, text in indexes().items():
        path.write_text(text, encoding="utf-8")
