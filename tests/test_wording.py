"""Problems are worded in the packages called `mistakes`: elsewhere one says what is wrong, and hands over its parts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import attrs
import pytest
from shelf import ROOT

from astro_referee.grammar import mistakes as of_grammar
from astro_referee.grammar.problems import Mistake, Plain
from astro_referee.interpreter.check import mistakes as of_checker

MODULES = [
    import_module(f"{room.__name__}.{part.name}")
    for room in (of_grammar, of_checker)
    for part in iter_modules(room.__path__)
]
VALUES = {name: value for module in MODULES for name, value in vars(module).items()}
KINDS = {name for name, value in VALUES.items() if isinstance(value, type) and issubclass(value, Mistake)}
CODE = sorted(
    path
    for folder in ("grammar", "interpreter/check")
    for path in (ROOT / folder).rglob("*.py")
    if "mistakes" not in path.parts and path != ROOT / "grammar" / "problems.py"
)


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
                yield name, node


def said(node: ast.expr) -> bool:
    """Whether an argument is a text put together on the spot: several words, or one with holes."""
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and " " in str(part.value))
        for part in ast.walk(node)
        if not isinstance(part, ast.Call)
    )


def by_hand(text: str) -> list[int]:
    """The lines that word a problem: make one, unless it is the copy of another, or a mistake out of sentences."""
    found = []
    for name, call in calls(ast.parse(text)):
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        copied = name == "Problem" and len(given) > 1 and isinstance(given[1], ast.Attribute)
        made = name in ("Words", "Plain", "Problem") and not copied
        if made or (name in KINDS and any(said(node) for node in given)):
            found.append(call.lineno)
    return found


def test_no_problem_is_worded_where_it_is_found() -> None:
    found = [f"{path.relative_to(ROOT)}:{line}" for path in CODE for line in by_hand(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'problems.append(Problem("twice", "there are two of these", span))',
        'problems.append(Problem("twice", f"`{name}`", span))',
        'problems.append(Problem("twice", message, span))',
        'c.report(Plain("twice", "there are two of these"), span)',
        'c.report(mistakes.UnknownName(f"the word {word}"), span)',
    ],
)
def test_a_message_that_is_put_together_elsewhere_is_found(line: str) -> None:
    assert by_hand(line) == [1]


def test_kinds_of_problems_have_codes_and_typed_parts() -> None:
    kinds = {name: VALUES[name] for name in KINDS - {"Mistake", "Plain"}}
    assert len(kinds) > 300
    assert [name for name, kind in kinds.items() if not isinstance(kind.code, str)] == []
    parts = [(name, part) for name, kind in kinds.items() for part in attrs.fields(kind)]
    assert [(name, part.name) for name, part in parts if part.type is None] == []


def test_a_kind_without_parts_says_the_same_everywhere() -> None:
    plain = {name: value for name, value in VALUES.items() if isinstance(value, Plain)}
    assert len(plain) > 50
    assert [name for name, value in plain.items() if value.words().message != value.message] == []
