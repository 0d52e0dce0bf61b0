"""Compiled games never reach beyond what is theirs, and do nothing that C leaves undefined."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import shelf

from astro_referee.interpreter.backends.c import compiler

FLAGS = "-g -fsanitize=address,undefined -fno-sanitize-recover=undefined"
SHELF = Path(shelf.__file__).parent


def runtime() -> str:
    """The library that watches; it must be there before anything else is loaded."""
    found = subprocess.run(["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=False).stdout
    path = found.strip()
    if not Path(path).is_absolute():
        pytest.skip("the compiler has no sanitizers")
    return path


@pytest.mark.thorough
@pytest.mark.timeout(900)
@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in shelf.GAMES])
def test_a_game_is_clean(path: Path, tmp_path: Path) -> None:
    if compiler.find() is None:
        pytest.skip("there is no C compiler")
    environment = os.environ | {
        "ASTRO_CACHE": str(tmp_path),
        "CC": f"cc {FLAGS}",
        "LD_PRELOAD": runtime(),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself leaves some memory behind
        "PYTHONPATH": str(SHELF),
    }
    driver = Path(__file__).parent / "sanitized.py"
    ended = subprocess.run(
        [sys.executable, str(driver), str(path)], capture_output=True, text=True, env=environment, check=False
    )
    assert ended.stdout.splitlines() == [f"{path.stem} is clean"], ended.stderr[-3000:]
    assert ended.returncode == 0
