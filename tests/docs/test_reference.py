"""The pages agree with the code: every word, limit and problem code is listed, and whatever code is named exists."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from shelf import ROOT

FOLDER = ROOT / "docs" / "reference"

# Pages that speak of the code.
CODE_PAGES = ("docs/architecture.md", "docs/a-rule-files-way.md", "docs/decisions.md", "CONTRIBUTING.md")

# Functions and classes whose first argument is a problem code; of `Require` it is the second.
REPORTS = ("Plain", "Problem", "fault", "MachineProblem", "FaultInfo", "Refusal")


def table(page: str) -> list[list[str]]:
    """The rows of the first table of a page of the reference."""
    lines = (FOLDER / page).read_text(encoding="utf-8").split("\n## ")[0].splitlines()
    rows = [line for line in lines if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[2:]]


@pytest.fixture(scope="module")
def indexes() -> ModuleType:
    spec = spec_from_file_location("indexes", FOLDER / "indexes.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["indexes"] = module  # attrs looks there for the module of a class
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["words.md", "problems.md"])
def test_indexes_are_up_to_date(name: str, indexes: ModuleType) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8")
    assert written == indexes.indexes()[FOLDER / name], f"docs/reference/{name} is stale: run `{indexes.COMMAND}`"


def test_the_entry_leads_to_every_page(indexes: ModuleType) -> None:
    """The indexes read the pages that the entry names."""
    assert sorted([*indexes.pages(), indexes.WORDS, indexes.PROBLEMS]) == sorted(FOLDER.glob("*.md"))


def test_no_two_sections_of_a_page_have_one_anchor(indexes: ModuleType) -> None:
    for page in indexes.pages():
        anchors = [section.anchor for section in indexes.sections(page)]
        assert sorted(anchors) == sorted(set(anchors)), page


def test_words_and_problems_without_a_place_are_noticed(indexes: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n## `deal` and more\n\n<!-- words: up to -->\n\nNo cards (`no-order`).\n")
    found = list(indexes.sections(page))
    assert [(section.anchor, section.words) for section in found] == [("", ()), ("#deal-and-more", ("deal", "up to"))]
    assert [section.codes for section in found] == [set(), {"no-order"}]
    with pytest.raises(LookupError, match=r"`<!-- words: … -->` of the reference has abs, add, after"):
        indexes.word_index(found)
    with pytest.raises(LookupError, match=r"names \(in brackets\) always-holds, bad-asked"):
        indexes.problem_index(found)


def test_all_words_are_listed_with_their_sort(indexes: ModuleType) -> None:
    listed = [(row[0].strip("`"), row[1]) for row in table("words.md")]
    assert sorted(listed) == sorted((word, sort) for sort, words in indexes.sorts().items() for word in words)


def test_limits_are_those_of_the_code() -> None:
    shown = {row[2].strip("`"): int(row[1].replace(",", "")) for row in table("limits.md")}
    found = {}
    for name in shown:
        module, _, constant = name.rpartition(".")
        found[name] = getattr(import_module(f"astro_referee.{module}"), constant)
    assert shown == found


def test_every_problem_code_is_listed() -> None:
    listed = [row[0].strip("`") for row in table("problems.md")]
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
    named = [(module, thing) for module, thing in re.findall(r"`(\w+)\.(?!(?:py|c)`)(\w+)`", text) if module in modules]
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
