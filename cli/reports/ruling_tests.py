"""Which tests name which rulings: read from the tests of rule files, and from the docstrings and comments of test files
in Python, without running them."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from astro_referee.cli.failures import Failure
from astro_referee.cli.options import read_file

LISTED = re.compile(r"\bRules:\s*(\w+(?:,\s*\w+)*)")
FOOTNOTE = re.compile(r"(?<!\S)@(\w+)")


@frozen
class CitingTest:
    """A test: its file (if it is a function, with the folder of tests), its line, and the rulings it is about."""

    file: str
    line: int
    name: str
    rulings: tuple[str, ...]


def folder_beside(rules: Path) -> Path | None:
    """The folder `tests` beside a rule file, or beside the folder it is in."""
    around = rules.resolve().parent
    return next((folder for folder in (around / "tests", around.parent / "tests") if folder.is_dir()), None)


def tests_of(game: str, folder: Path) -> list[CitingTest] | None:
    """The tests of a game, in the order of the text: in `test_GAME.py` or in a folder GAME. None if there are none."""
    folder = folder.resolve()
    named = f"test_{game}.py"
    files = sorted(path for path in folder.rglob("test_*.py") if path.name == named or path.parent.name == game)
    return [test for path in files for test in tests_in(path, folder)] if files else None


def tests_beside(rules: Path) -> list[CitingTest]:
    """The tests that stand in a rule file and in the one that tests it, as far as they can be read."""
    from astro_referee.grammar import tree
    from astro_referee.grammar.reader import read
    from astro_referee.interpreter.check.names.dependencies import inside
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.testing.runner import files_with_tests

    found: list[CitingTest] = []
    for path in files_with_tests(rules):
        source = library.load_source(path, path.name)
        file, _ = read(source, tests=True)
        for test in file.tests if file is not None else ():
            names = dict.fromkeys(node.name for node in inside(test) if isinstance(node, tree.Tag))
            line = source.place(test.span.start)[0]
            found.append(CitingTest(source.file(test.span.start), line, test.title.text, tuple(names)))
    return found


def tests_in(path: Path, folder: Path) -> Iterator[CitingTest]:
    text = read_file(str(path))
    try:
        functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, ValueError, tokenize.TokenError):
        raise Failure(f"{path} cannot be read as Python") from None
    comments = [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    for node in sorted(functions, key=lambda node: node.lineno):
        if node.name.startswith("test"):
            inside = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            said = [ast.get_docstring(node) or "", *(comment for line, comment in comments if line in inside)]
            names = dict.fromkeys(name for text in said for name in cited(text))
            yield CitingTest(path.relative_to(folder.parent).as_posix(), node.lineno, node.name, tuple(names))


def cited(text: str) -> Iterator[str]:
    """The names after `Rules:`, separated by commas, and those after an `@`."""
    for listed in LISTED.finditer(text):
        yield from re.findall(r"\w+", listed[1])
    yield from FOOTNOTE.findall(text)
