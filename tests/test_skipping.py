"""A run tells at its end why tests were skipped: one line for each reason, with how many."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from shelf import ROOT

TRIED = '''"""Skips."""

import pytest


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(3))
def test_long(number: int) -> None:
    """Repeats."""


@pytest.mark.thorough
def test_not_asked_for() -> None:
    """Neither runs nor counts."""


def test_without_a_package() -> None:
    pytest.importorskip("no_package_is_called_this")


@pytest.mark.skip(reason="not on this machine")
def test_elsewhere() -> None:
    """Never runs."""
'''


@pytest.mark.parametrize("processes", [["-p", "no:xdist"], ["-n", "1"]], ids=["in one process", "in several"])
def test_reasons_are_told_once_with_a_count(tmp_path: Path, processes: list[str]) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    (tmp_path / "test_tried.py").write_text(TRIED)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = thorough: long\n")
    words = [sys.executable, "-m", "pytest", *processes, "-p", "no:cacheprovider", "-q", "-k", "not asked"]
    said = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    told = [row for row in said.splitlines() if row.startswith("   ")]
    assert told == [
        "   1  could not import 'no_package_is_called_this': No module named 'no_package_is_called_this'",
        "   1  not on this machine",
        "   3  repeats a shorter test many times; run with --thorough",
    ], said
