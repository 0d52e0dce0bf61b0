"""Real editors against the real server: Neovim and Emacs open a file, complete, rename, lay out and run a test.

Each starts two programs, which takes some two seconds of CPU time, so there is one session for each editor. In
`.ci/run` they must be there (`.ci/install`); elsewhere what is missing is skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from shelf import ROOT

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from editing import DUEL

CLIENTS = Path(__file__).parent / "clients"
TEST = """
test "three are taken"
  P1 "take 3"
  expect left   is 7
"""


def session(program: str, words: list[str], folder: Path) -> dict[str, Any]:
    """What an editor has found out about a file with one mistake in it."""
    if shutil.which(program) is None:
        assert "ASTRO_EDITORS" not in os.environ, f"{program} is not installed: .ci/install does it"
        pytest.skip(f"{program} is not installed")
    text = DUEL.replace("number <= left", "numbr <= left") + TEST
    path, found = folder / "duel.astro", folder / "found.json"
    path.write_text(text, encoding="utf-8")
    lines = text.split("\n")
    settings = {
        "ASTRO_FILE": str(path),
        "ASTRO_FOUND": str(found),
        "ASTRO_PYTHON": sys.executable,
        "ASTRO_WRONG": str(next(number for number, line in enumerate(lines) if "numbr" in line)),
        "ASTRO_RENAMED": str(next(number for number, line in enumerate(lines) if line.startswith("var left"))),
        "HOME": str(folder),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    done = subprocess.run(
        [program, *words],
        cwd=ROOT,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        timeout=200,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert found.exists(), done.stdout + done.stderr
    answer: dict[str, Any] = json.loads(found.read_text(encoding="utf-8"))
    assert "error" not in answer, answer["error"] + done.stderr
    return answer


def everything_works(found: dict[str, Any]) -> None:
    assert "numbr" in found["problem"]
    assert found["problems"] == 0
    assert {"take 1", "take 2", "take 3"} <= set(found["completed"])
    assert "left" not in found["text"].replace("stones_left", "")
    assert "  expect stones_left is 7\n" in found["text"], "the layout"
    (result,) = found["results"]
    assert (result["title"], result["ok"]) == ("three are taken", True)


@pytest.mark.slow
@pytest.mark.usefixtures("duel")
def test_neovim(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    written = page.partition("<!-- file: init.lua -->\n```text\n")[2].partition("```")[0]
    (tmp_path / "init.lua").write_text(written, encoding="utf-8")
    opened = ["-u", str(tmp_path / "init.lua"), "-n", str(tmp_path / "duel.astro")]
    found = session("nvim", ["--headless", *opened, "-c", f"luafile {CLIENTS / 'client.lua'}"], tmp_path)
    everything_works(found)
    assert [*found["servers_of_a_new_file"]] == [True], "one server for all files, new ones too"
    assert found["completes"] == "v:lua.vim.lsp.omnifunc"


@pytest.mark.slow
@pytest.mark.usefixtures("duel")
def test_emacs(tmp_path: Path) -> None:
    has = ["--batch", "--eval", "(progn (package-initialize) (unless (require 'eglot nil t) (kill-emacs 3)))"]
    if shutil.which("emacs") and subprocess.run(["emacs", *has], capture_output=True, check=False).returncode:
        assert "ASTRO_EDITORS" not in os.environ, "eglot is not installed: .ci/install does it"
        pytest.skip("eglot is not installed")
    everything_works(session("emacs", ["--batch", "-l", str(CLIENTS / "client.el")], tmp_path))
