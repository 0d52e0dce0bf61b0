"""The pages agree with the code: every word, limit and problem code is listed, and whatever code is named exists."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from shelf import ROOT

from astro_referee.grammar.syntax.parser import GRAMMAR
from astro_referee.grammar.syntax.words import HEADS, RESERVED, SOFT
from astro_referee.interpreter.check.kinds.boards import METHODS
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, BUILTIN_NAMES

PAGE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")

# Fields the language gives to members, tokens, squares and sets; the others are columns of the author's.
FIELDS = ("next", "previous", "index", "at", "neighbours", "around", "size", "times")

# Pages that speak of the code.
CODE_PAGES = ("docs/architecture.md", "docs/a-rule-files-way.md", "docs/decisions.md", "CONTRIBUTING.md")

# Functions and classes whose first argument is a problem code; of `Require` it is the second.
REPORTS = ("Plain", "Problem", "fault", "MachineProblem", "FaultInfo", "Refusal")


def table(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[2:]]


def test_all_words_are_listed_with_their_sort() -> None:
    together = re.findall(r"^[A-Z_]+\.3: /(.*?)\\b/", GRAMMAR.read_text(encoding="utf-8"), flags=re.MULTILINE)
    sorts = {
        "head": HEADS,
        "reserved": RESERVED,
        "soft": SOFT,
        "name": BUILTIN_NAMES,
        "function": BUILTIN_FUNCTIONS,
        "behind a dot": [*METHODS, *FIELDS],
        "together": [words.replace("[ ]+", " ") for words in together],
    }
    listed = [(row[0].strip("`"), row[1]) for row in table("All words")]
    assert sorted(listed) == sorted((word, sort) for sort, words in sorts.items() for word in words)


def test_limits_are_those_of_the_code() -> None:
    shown = {row[2].strip("`"): int(row[1].replace(",", "")) for row in table("Limits")}
    found = {}
    for name in shown:
        module, _, constant = name.rpartition(".")
        found[name] = getattr(import_module(f"astro_referee.{module}"), constant)
    assert shown == found


def test_every_problem_code_is_listed() -> None:
    listed = [row[0].strip("`") for row in table("All problems")]
    assert listed == sorted(set(listed))
    nodes = [node for path in sources() for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    used = {code for node in nodes if isinstance(node, ast.Call) for code in codes(node)}
    used |= {code for node in nodes if isinstance(node, ast.ClassDef) for code in class_codes(node)}
    assert used - set(listed) == set()
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert set(listed) - texts == set()


def test_rooms_are_listed_in_the_order_of_the_layers() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.split("\n## Rooms\n")[1].split("\n## ")[0]
    listed = re.findall(r"^\| `([\w/.]+)` \|", section, flags=re.MULTILINE)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    paths = [ROOT / layer.removeprefix("astro_referee.").replace(".", "/") for layer in layers]
    assert [ROOT / room for room in listed] == [path if path.is_dir() else path.with_suffix(".py") for path in paths]


def test_modules_that_the_architecture_calls_by_their_last_name_have_what_it_names() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    modules: dict[str, list[str]] = {}
    for path in sources():
        parts = path.relative_to(ROOT).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        modules.setdefault(parts[-1], []).append(".".join(("astro_referee", *parts)))
    named = [(module, thing) for module, thing in re.findall(r"`(\w+)\.(?!py`)(\w+)`", text) if module in modules]
    assert named
    for module, thing in named:
        assert any(hasattr(import_module(name), thing) for name in modules[module]), f"{module}.{thing}"


@pytest.mark.parametrize("page", CODE_PAGES)
def test_code_that_a_page_names_exists(page: str) -> None:
    """Paths, and things by their dotted names; in a table whose head says `in FOLDER/`, files by their bare names."""
    text = (ROOT / page).read_text(encoding="utf-8")
    paths = re.findall(r"`((?:grammar|interpreter|cli|docs|tests|examples)/[\w./*]*)`", text)
    for folder, rows in re.findall(r"^\| in `([\w/]+/)` \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", text, flags=re.MULTILINE):
        paths += [folder + name for row in rows.splitlines() for name in re.findall(r"`(\w+\.py)`", row.split("|")[1])]
    assert paths
    assert [path for path in paths if not list(ROOT.glob(path.rstrip("/")))] == []
    for name in re.findall(r"`((?:grammar|interpreter)(?:\.\w+)+)`", text):
        module, _, thing = name.rpartition(".")
        assert hasattr(import_module(f"astro_referee.{module}"), thing), name


def sources() -> list[Path]:
    return [path for folder in ("grammar", "interpreter") for path in sorted((ROOT / folder).rglob("*.py"))]


def codes(call: ast.Call) -> Iterator[str]:
    """The problem codes that a call names."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in REPORTS:
        for argument in call.args[:1]:
            yield from literals(argument)
    if name == "Require":
        yield from literals(call.args[1])
    for keyword in call.keywords:
        if keyword.arg == "code":
            yield from literals(keyword.value)


def class_codes(kind: ast.ClassDef) -> Iterator[str]:
    """The code of a kind of problem."""
    for line in kind.body:
        match line:
            case ast.Assign(targets=[ast.Name("code")], value=value):
                yield from literals(value)


def literals(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp(_, body, orelse):
            yield from literals(body)
            yield from literals(orelse)
        case _:
            return
