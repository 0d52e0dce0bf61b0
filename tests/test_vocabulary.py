"""Names are words that somebody outside can guess: a compiler person, a Python person, a card player.

Words below were once names of classes, functions, fields and arguments, and meant something in this house alone. They
stay out, alone and as a part of a longer name (`told`, `told_apart`). Where one of them has its plain meaning, `PLAIN`
says so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from shelf import ROOT

from astro_referee.grammar.syntax import words

CODE = sorted(path for folder in ("grammar", "interpreter", "cli") for path in (ROOT / folder).rglob("*.py"))

DIALECT = words.words(
    "told untold retold retell teller telling tells stands behind slips stranger strangers standin standins tried"
    " trial trials testee testees narrowed sharer joiner chained meant dear rehearsed veiled sunk afresh undealt"
    " leaned"
)
"""Parts of names, in small letters: `told_apart` and `Told` have the part `told`."""

PLAIN = {
    "trials": ("interpreter/study/simulation.py",),
    "tried": ("interpreter/testing/runner.py",),
    "narrowed": ("interpreter/machine/facts.py", "interpreter/optimise/inlining.py"),
}
"""Where a word means what it says: trials of a statistic, types that are narrowed. `Tried` is public, and stays."""

STAGES = (
    "grammar/tree/",
    "interpreter/program/",
    "interpreter/machine/",
    "interpreter/values/",
    "interpreter/backends/c/",
)
"""Stages of a rule file may have one word for one thing: a `Call` in the tree, the program and the machine; and so may
two backends: each has its `Writer`.
"""

COMMON = words.words("Context Entry Line Page Place Row Table")
"""Words so common that several rooms have one of their own."""


def parts(name: str) -> set[str]:
    """The words of a name: `CannotJoin` has two, `told_apart` too."""
    spaced = "".join(f"_{letter}" if letter.isupper() else letter for letter in name)
    return set(spaced.lower().split("_"))


def names(code: ast.Module) -> Iterator[tuple[int, str]]:
    """The names of functions, classes, attributes and arguments that a module declares, with their lines."""
    for node in ast.walk(code):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
                if isinstance(node, ast.ClassDef):
                    yield from ((n.lineno, n.target.id) for n in node.body if is_field(n))
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case _:
                pass


def is_field(node: ast.stmt) -> bool:
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)


def spoken_here(shown: str, text: str) -> list[str]:
    """Places with a name of the dialect, the module's own name among them."""
    found = [(1, Path(shown).stem), *names(ast.parse(text))]
    return [
        f"{shown}:{line} {name}"
        for line, name in found
        if any(shown not in PLAIN.get(part, ()) for part in parts(name) & DIALECT)
    ]


def test_names_speak_no_dialect() -> None:
    files = [(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in CODE]
    assert [place for shown, text in files for place in spoken_here(shown, text)] == []


def test_every_sort_of_name_is_looked_at() -> None:
    code = "class Told:\n    stands: int\n    def tried(self, trials): self.meant = 1\nasync def by_joiner(): ...\n"
    assert spoken_here("cli/behind.py", code) == [
        "cli/behind.py:1 behind",
        "cli/behind.py:1 Told",
        "cli/behind.py:2 stands",
        "cli/behind.py:4 by_joiner",
        "cli/behind.py:3 tried",
        "cli/behind.py:3 trials",
        "cli/behind.py:3 meant",
    ]


def test_an_ordinary_word_is_allowed_where_it_is_meant() -> None:
    assert spoken_here("interpreter/study/simulation.py", "def wilson(trials: int) -> None: ...\n") == []
    assert spoken_here("interpreter/play/perft.py", "def wilson(trials: int) -> None: ...\n") != []


def test_no_class_is_called_as_another() -> None:
    homes: dict[str, list[str]] = {}
    for path in CODE:
        shown = path.relative_to(ROOT).as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not shown.startswith(STAGES):
                homes.setdefault(node.name, []).append(shown)
    assert {name: where for name, where in homes.items() if len(where) > 1 and name not in COMMON} == {}
