"""Renaming over games, libraries, variants and tests: machines stay as they were but for the name, tests hold."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from shelf import ROOT

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from editing import typed
from pygls.workspace import Workspace

from astro_referee.cli.lsp.navigation import renamed
from astro_referee.cli.lsp.positions import path_of
from astro_referee.cli.store import Store
from astro_referee.interpreter.machine import printer
from astro_referee.interpreter.play import library
from astro_referee.interpreter.program.symbols import CannotRename, Symbol, SymbolKind
from astro_referee.interpreter.testing import runner

NEW = "Zz"
"""What stands before each new name; no rule file has it."""
SORTS = (SymbolKind.KIND, SymbolKind.MEMBER, SymbolKind.MOVE, SymbolKind.DEF)
FEW = ("ptolemy.astro",)


@pytest.fixture
def shelf_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The games in a folder of their own, which is where bundled ones and their libraries are found meanwhile."""
    folder = tmp_path / "games"
    shutil.copytree(ROOT / "games", folder, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    for variant in (ROOT / "examples" / "variants").glob("*ptolemy*.astro"):
        shutil.copy(variant, folder)
    ways = {name: path.relative_to(ROOT / "games") for name, path in library.bundled().items()}
    for file in folder.rglob("*.astro"):  # what is named as a bundled game is meant to be the copy
        text = file.read_text(encoding="utf-8")

        def way(found: re.Match[str], file: Path = file) -> str:
            named = ways.get(found[2])
            return f'{found[1]}"{os.path.relpath(folder / named, file.parent)}"' if named is not None else found[0]

        file.write_text(re.sub(r'^((?:tests|variant \w+) of )"([^"]+)"', way, text, flags=re.M), encoding="utf-8")
    monkeypatch.setattr(library, "PACKAGE", tmp_path.resolve())
    return folder


def outline(path: Path) -> str:
    """The machine of a game without code and numbers, and with old names again."""
    game = library.built(library.load_source(path), None, {})
    lines = printer.outline_of(game.machine).replace(NEW, "").split("\n")
    return "\n".join(line[:200] if line.endswith("…") else line for line in lines)  # cut where names were longer


def users(store: Store, folder: Path, path: Path) -> list[Path]:
    """All games and variants that are made of a file."""
    found = [one for one in sorted(folder.rglob("*.astro")) if path.resolve() in store.made_of(one)]
    return [one for one in found if not one.stem.endswith("_test") and "library " not in one.read_text("utf-8")[:300]]


def failing_tests(files: list[Path]) -> list[str]:
    """The tests that fail; playthroughs are left out, whose snapshots have names in them."""
    failed: list[str] = []
    for file in files:
        for tests in runner.files_with_tests(file):
            suite = runner.suite(library.load_source(tests), tests)
            for prepared in suite.tests:
                if not prepared.test.is_playthrough and not prepared.test.games:
                    tried = suite.run(prepared)
                    if tried.failure is not None:
                        failed.append(f"{tests.name}: {tried.title}: {tried.failure.wanted}: {tried.failure.happened}")
    return failed


def chosen(store: Store, path: Path, sort: SymbolKind) -> Symbol | None:
    """The symbol of a sort that is used most."""
    index, file = store.analysis(path).index, store.analysis(path).file
    found = [one for one in index.symbols if one.sort is sort and one.declared and not one.fixed]
    own = [one for one in found if any(place.file == file for place in one.declared)] or found
    return max(own, key=lambda one: len(one.uses), default=None)


def cases() -> list[ParameterSet]:
    ways = [path.relative_to(ROOT / "games").as_posix() for path in library.bundled().values()]
    return [pytest.param(way, marks=() if way in FEW else pytest.mark.thorough) for way in ways]


@pytest.mark.slow
@pytest.mark.parametrize("name", cases())
def test_machines_stay_and_tests_hold(
    shelf_copy: Path, name: str, record_property: Callable[[str, object], None]
) -> None:
    path = shelf_copy / name
    for sort in SORTS:
        store = Store()
        symbol = chosen(store, path, sort)
        if symbol is None:
            continue
        files = users(store, shelf_copy, path)
        before = {file: outline(file) for file in files}
        try:
            edit = renamed(Workspace(None), store, store.analysis(path), symbol, f"{NEW}{symbol.name}")
        except CannotRename as refused:
            assert name not in FEW
            record_property(f"{sort} {symbol.name}", f"refused: {refused}")
            continue
        assert edit.changes
        for uri, edits in edit.changes.items():
            file = path_of(uri)
            file.write_text(typed(file.read_text(encoding="utf-8"), edits), encoding="utf-8")
        assert {file: outline(file) for file in files} == before, f"{sort} {symbol.name}"
        assert failing_tests(files) == [], f"{sort} {symbol.name}"
        record_property(f"{sort} {symbol.name}", f"{len(edit.changes)} files typed in, {len(files)} machines alike")
