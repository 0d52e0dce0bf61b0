"""No game is known to the code: nothing a rule file names is named in grammar, interpreter or command line.

Titles and capitalised names (`Mercury`) are looked for in all text, comments too; names in small letters, which may be
ordinary words, only where code could act on them: as a whole string. What the language itself says is no game's noun,
and neither is what several games share, or a library for them.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
from shelf import ORIGINALS, ROOT

from astro_referee.grammar import tree
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.grammar.syntax import words
from astro_referee.interpreter.show.picture.palette import WORDS

CODE = sorted(
    path
    for folder in ("grammar", "interpreter", "cli")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".lark") or path.parent == ROOT / "cli" / "serve" / "page"
)
SHORT = 4
"""Letters of a title that may be an ordinary word: go, hex, snap."""

ORDINARY = {
    "place": ("grammar/report.py", "cli/terminal.py"),
    "mark": ("cli/terminal.py",),
    "turned": ("interpreter/check/kinds/shapes.py",),
    "upright": ("interpreter/check/kinds/shapes.py",),
    "engine": ("cli/commands/study/perft.py", "cli/commands/study/simulate.py"),
    "engines": ("cli/commands/study/engines.py", "cli/main.py"),
    "heaps": ("interpreter/backends/c/blocks.py", "interpreter/backends/c/templates.py"),
    "write": ("interpreter/backends/c/engine.py",),
    "matching": ("grammar/build/phrases.py",),
    "sides": ("interpreter/backends/c/search.py",),
    "covers": (
        "interpreter/backends/python/expressions.py",
        "interpreter/backends/python/writer.py",
        "interpreter/machine/effects.py",
        "interpreter/machine/evaluate.py",
        "interpreter/machine/operations.py",
        "interpreter/machine/typing/operations.py",
        "interpreter/optimise/sets/line_tests.py",
    ),
    "written": ("cli/commands/play/rules.py",),
    "clock": (
        "cli/serve/answers.py",
        "cli/serve/messages.py",
        "cli/serve/storage.py",
        "cli/serve/tables.py",
        "interpreter/records/records.py",
    ),
    "verdict": ("cli/serve/answers.py",),
    "again": ("cli/serve/answers.py", "cli/serve/messages.py"),
    "boards": ("cli/serve/drawing.py",),
    "face": ("cli/serve/drawing.py",),
    "across": ("cli/serve/drawing.py",),
    "begun": ("cli/serve/tables.py",),
    "Box": ("interpreter/bridges/gymnasium.py", "interpreter/bridges/environment.py"),
    "hearts": ("grammar/build/files.py", "grammar/mistakes/syntax.py", "interpreter/check/expressions/access.py"),
}
"""Words that a game happens to use and that mean something else in these files: styles of a frame, slips of authors,
how a shape lies, what plays games, names of functions in C, words of records and messages, classes of libraries."""

EVERYDAY = words.words(
    "one two start number links slot passed open left right step steps ray times name most length discard games"
    " complete unused around give run other made reached copies top group Suit Symbol Pawn"
)
"""Words so common that every program has them, or that the language itself gives a meaning (`links`, `times`)."""

COLOURS = set(WORDS)
"""Pictures know colours by their names; whatever game they are in, those mean the same."""

DECLARING = (
    tree.Option | tree.Kind | tree.Product | tree.Table | tree.Card | tree.Token | tree.Die | tree.Zone | tree.Var
    | tree.Def | tree.Procedure | tree.Phase | tree.Move | tree.Column
)  # fmt: skip


# --- What games name -------------------------------------------------------------------------------------------------


def nodes(value: object) -> Iterator[tree.Node]:
    """A node and all below it."""
    if isinstance(value, tree.Node):
        yield value
        for field in attrs.fields(type(value)):
            yield from nodes(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from nodes(part)


def named_by(file: tree.File) -> set[str]:
    """Every name a rule file declares for good: what it calls things, and the members of its kinds."""
    found: set[str] = set()
    for node in nodes(file):
        if isinstance(node, DECLARING):
            found.add(node.name.word)
        if isinstance(node, tree.Kind | tree.Die):
            found |= {member.word for member in node.members if isinstance(member, tree.Name)}
    return found


@cache
def rule_files() -> dict[Path, tree.File]:
    found = {}
    for path in ORIGINALS:
        file, problems = read(Source(path.name, path.read_text(encoding="utf-8")))
        assert file is not None, problems
        found[path] = file
    return found


@cache
def titles() -> set[str]:
    return {file.header.name.word for file in rule_files().values() if file.header is not None}


@cache
def nouns() -> set[str]:
    """Names that one game alone has; what several share belongs to board games in general."""
    homes: dict[str, set[str]] = defaultdict(set)
    for path, file in rule_files().items():
        for name in named_by(file):
            homes[name].add(path.stem)
    return {name for name, where in homes.items() if len(where) == 1} - vocabulary() - EVERYDAY - COLOURS


@cache
def vocabulary() -> frozenset[str]:
    """What the language itself says: words of the grammar, the nodes they are read into, the column of names."""
    spelled = re.findall(r'"([a-z]+)"', (ROOT / "grammar" / "astro.lark").read_text(encoding="utf-8"))
    of_tree = [name for name, value in vars(tree).items() if isinstance(value, type) and issubclass(value, tree.Node)]
    return frozenset(
        ["name", *words.HEADS, *words.RESERVED, *words.LOOSE, *words.SOFT, *words.TODAY, *spelled, *of_tree]
    )


# --- Where code would name them --------------------------------------------------------------------------------------


def spoken(title: str) -> str:
    """A title however its words are joined; a short one, which may be an ordinary word, only with its capital."""
    joined = "[ _-]?".join(re.findall(r"[A-Z][a-z]*|[a-z]+|\d+", title))
    return rf"\b(?i:{joined})\b" if len(title) > SHORT else rf"\b{joined}\b"


@cache
def pattern() -> re.Pattern[str]:
    capitals = [rf"\b{name}\b" for name in sorted(nouns()) if name[0].isupper() and len(name) > 1]
    return re.compile("|".join([*map(spoken, sorted(titles())), *capitals]))


def begins_sentence(line: str, match: re.Match[str]) -> bool:
    """Whether a capitalised word may be an ordinary one that merely begins a sentence."""
    before, after = line[: match.start()].rstrip(), line[match.end() :]
    return (not before or before[-1] in '.#"') and after[:1] == " "


def strings(code: str) -> list[tuple[int, str]]:
    """The string literals of Python code with their lines, those in f-strings too."""
    found = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)]
    return [(node.lineno, node.value) for node in found if isinstance(node.value, str)]


def named_in(text: str, python: bool) -> list[tuple[int, str]]:
    """Lines of a text and the nouns in them."""
    found = [
        (number, match[0])
        for number, line in enumerate(text.splitlines(), 1)
        for match in pattern().finditer(line)
        if not begins_sentence(line, match)
    ]
    return sorted(found + [place for place in strings(text) if place[1] in nouns()] if python else found)


def test_no_game_is_named_in_the_code() -> None:
    files = {path.relative_to(ROOT).as_posix(): path for path in CODE}
    found = [
        f"{shown}:{line} {noun}"
        for shown, path in files.items()
        for line, noun in named_in(path.read_text(encoding="utf-8"), path.suffix == ".py")
        if shown not in ORDINARY.get(noun, ())
    ]
    assert found == []


def test_nouns_are_found_in_comments_and_strings() -> None:
    code = 'if kind == "night":  # as in Kuhn poker\n    height = "debated"  # Half of it, or a Wanderer\n'
    assert named_in(code, python=True) == [(1, "Kuhn poker"), (1, "night"), (2, "Wanderer"), (2, "debated")]
