"""A room can be looked over: no folder with too many modules side by side, and no module that is too long to read."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from shelf import ROOT

MOST_MODULES = 20
"""Modules in one folder: about what an eye takes in as one list."""
MOST_LINES = 500
"""Lines of one module outside the tests, where a subject may need many cases."""

FOLDERS = ("grammar", "interpreter", "cli", "games", "benchmarks", "tests")


def modules(root: Path) -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.py"))


def crowded(root: Path) -> dict[str, int]:
    """Folders with more modules than one list should have."""
    held = Counter(path.parent.relative_to(root).as_posix() for path in modules(root))
    return {folder: count for folder, count in held.items() if count > MOST_MODULES}


def overlong(root: Path) -> dict[str, int]:
    """Modules outside the tests with more lines than one subject should need."""
    lengths = {
        path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in modules(root)
        if path.relative_to(root).parts[0] != "tests"
    }
    return {path: lines for path, lines in lengths.items() if lines > MOST_LINES}


def test_no_folder_is_crowded() -> None:
    assert modules(ROOT)
    assert not crowded(ROOT), f"more than {MOST_MODULES} modules side by side: group them by subject"


def test_no_module_is_overlong() -> None:
    assert not overlong(ROOT), f"more than {MOST_LINES} lines: split it by subject"


@pytest.mark.parametrize(("count", "found"), [(20, {}), (21, {"cli/commands": 21})])
def test_a_crowded_folder_is_noticed(count: int, found: dict[str, int], tmp_path: Path) -> None:
    room = tmp_path / "cli" / "commands"
    room.mkdir(parents=True)
    for number in range(count):
        (room / f"command_{number}.py").write_text("", encoding="utf-8")
    assert crowded(tmp_path) == found


@pytest.mark.parametrize(("lines", "found"), [(500, {}), (501, {"grammar/reader.py": 501})])
def test_an_overlong_module_is_noticed(lines: int, found: dict[str, int], tmp_path: Path) -> None:
    for folder in ("grammar", "tests"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "reader.py").write_text("pass\n" * lines, encoding="utf-8")
    assert overlong(tmp_path) == found
