"""Wrong rule files and what their authors are told: right place, plain words, one report for each mistake."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from shelf import ROOT
from syrupy.assertion import SnapshotAssertion

from astro_referee.grammar import report
from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library

ONE = sorted((ROOT / "tests" / "broken" / "one").glob("*.astro"))
MANY = sorted((ROOT / "tests" / "broken" / "many").glob("*.astro"))


def named(path: Path) -> str:
    return path.stem


def examined(path: Path) -> tuple[Source, tuple[Problem, ...]]:
    source = library.load_source(path, path.name)
    return source, examination.examine(source).problems


def told(source: Source, problems: tuple[Problem, ...]) -> str:
    """A file and its diagnostics, to be read together."""
    return f"SOURCE\n\n{source.own}\nRESULT\n\n{report.frames(source, problems)}\n"


@pytest.mark.parametrize("path", ONE, ids=named)
def test_one_mistake_is_told_once(path: Path, snapshot: SnapshotAssertion) -> None:
    source, problems = examined(path)
    assert told(source, problems) == snapshot
    assert len(problems) == 1
    assert problems[0].label or problems[0].notes or path.stem.startswith("syntax_")


@pytest.mark.parametrize("path", MANY, ids=named)
def test_many_mistakes_are_told_in_one_run(path: Path, snapshot: SnapshotAssertion) -> None:
    """Lines with a mistake end in `# error`, one for each mistake."""
    source, problems = examined(path)
    assert told(source, problems) == snapshot
    marked = [n for n, line in enumerate(source.text.splitlines(), 1) for _ in range(line.count("# error"))]
    assert [source.place(p.span.start)[0] for p in problems if p.severity is Severity.ERROR] == marked


def test_every_problem_of_the_checker_has_a_file() -> None:
    used = {code for path in (ROOT / "interpreter" / "check").glob("*.py") for code in codes(path)}
    shown = {problem.code for path in ONE for problem in examined(path)[1]}
    assert used - shown == set()


def codes(path: Path) -> set[str]:
    """Problem codes in a module: the first argument of what reports."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    found: set[str] = set()
    for call in calls:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in ("error", "warn", "Problem") and call.args:
            found |= {
                n.value for n in ast.walk(call.args[0]) if isinstance(n, ast.Constant) and isinstance(n.value, str)
            }
    return {code for code in found if "-" in code or code.isalpha()} - {"is", "is not"}
