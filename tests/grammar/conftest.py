"""Small rule files to read, and a readable way to write down trees and problems."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source

TOP = "astro 1\ngame X for 2 players\n"


@pytest.fixture
def items() -> Callable[[str], str]:
    """Reads what stands below the header; gives its items as text, one a line."""

    def read_items(text: str) -> str:
        file, problems = read(Source("x.astro", TOP + text), tests=True)
        assert problems == ()
        assert file is not None
        return "\n".join(dump(item) for item in (*file.items, *file.tests))

    return read_items


@pytest.fixture
def steps() -> Callable[[str], str]:
    """Reads the steps of an end; gives them as text, one a line."""

    def read_steps(text: str) -> str:
        lines = "".join(f"  {line}\n" for line in text.splitlines())
        file, problems = read(Source("x.astro", f"{TOP}end\n{lines}"))
        assert problems == ()
        assert file is not None
        (end,) = file.items
        assert isinstance(end, tree.End)
        return "\n".join(dump(step) for step in end.body)

    return read_steps


@pytest.fixture
def reports() -> Callable[[str], list[str]]:
    """Reads a file without its first two lines; gives `line:column code what-is-pointed-at` for each problem."""

    def read_reports(text: str) -> list[str]:
        source = Source("x.astro", TOP + text)
        return [summary(source, problem) for problem in read(source)[1]]

    return read_reports


@pytest.fixture
def problem() -> Callable[[str], Problem]:
    """Reads a file without its first two lines; gives its only problem."""

    def read_problem(text: str) -> Problem:
        (found,) = read(Source("x.astro", TOP + text))[1]
        return found

    return read_problem


def summary(source: Source, problem: Problem) -> str:
    line, column = source.place(problem.span.start)
    return f"{line}:{column} {problem.code} {source.slice(problem.span)}".rstrip()


def dump(value: object) -> str:
    """A node as text: `(Var wins [player] (SpanType 0 2) 0 -)`, without places, and without later fields and notes that
    say nothing.
    """
    match value:
        case tree.Name():
            return value.word
        case tree.Number():
            return str(value.value)
        case tree.Literal():
            return f"<{value.word}>"
        case tree.Binary():
            return f"({dump(value.left)} {value.op} {dump(value.right)})"
        case tree.Tag():
            return f"@{value.name}"
        case tree.Node():
            noted = ("shown", "tags", "docs")
            fields = [
                a.name
                for a in attrs.fields(type(value))
                if a.name not in ("span", "op_span", "else_span", *noted)
                and not (a.metadata.get("later") and getattr(value, a.name) == a.default)
            ]
            notes = [getattr(value, name) for name in noted if getattr(value, name, None)]
            return (
                f"({' '.join([type(value).__name__, *(dump(getattr(value, f)) for f in fields), *map(dump, notes)])})"
            )
        case tuple():
            return f"[{' '.join(map(dump, value))}]"
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
    return repr(value)
