"""Wrong rule files and what their authors are told: right place, plain words, one report for each mistake."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest
from shelf import ROOT
from syrupy.assertion import SnapshotAssertion

from astro_referee.grammar import report
from astro_referee.grammar.problems import Mistake, Plain, Problem, Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.check import mistakes
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
    kinds = [value for part in iter_modules(mistakes.__path__) for value in vars(module(part.name)).values()]
    used = {kind.code for kind in kinds if is_worded(kind)}
    shown = {problem.code for path in ONE for problem in examined(path)[1]}
    assert used - shown == set()


def module(name: str) -> ModuleType:
    return import_module(f"{mistakes.__name__}.{name}")


def is_worded(kind: object) -> bool:
    """Whether something is a kind of problem, with or without parts."""
    worded = isinstance(kind, Plain) or (isinstance(kind, type) and issubclass(kind, Mistake))
    return worded and isinstance(getattr(kind, "code", None), str)
