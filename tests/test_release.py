"""A release is one command: it writes version and date, and commits, tags and builds only what passes all checks."""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from shelf import ROOT

PACKAGE = ".src/astro_referee/__init__.py"


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    done = subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def project(folder: Path, checks: str = "exit 0", heading: str = "## [Unreleased]") -> Path:
    """A small repository with what the command touches; its checks and its builder are scripts of a line."""
    files = {
        PACKAGE: '"""Small."""\n\n__version__ = "0.1.0"\n',
        "CHANGELOG.md": f"# Changelog\n\n{heading}\n- More.\n\n## [0.1.0] - 2026-01-01\n- All.\n",
        ".ci/run": f"#!/bin/sh\n{checks}\n",
        ".venv/tools/bin/python": '#!/bin/sh\nmkdir -p dist && echo "$@" > dist/built\n',
        ".gitignore": "dist/\n.venv/\n",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    shutil.copy(ROOT / ".ci" / "release", folder / ".ci" / "release")
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "Begin")
    return folder


def release(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    who = {f"GIT_{role}_{what}": "ann@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return subprocess.run(
        [folder / ".ci" / "release", *words], env=os.environ | who, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("heading", ["## [Unreleased]", "## [0.1.9] - unreleased"])
def test_a_release(tmp_path: Path, heading: str) -> None:
    folder = project(tmp_path, checks=f"""grep -q '"0.2.0"' {PACKAGE}""", heading=heading)
    done = release(folder, "0.2.0")
    assert done.returncode == 0, done.stderr
    assert (folder / PACKAGE).read_text(encoding="utf-8").endswith('__version__ = "0.2.0"\n')
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    changes = (folder / "CHANGELOG.md").read_text(encoding="utf-8")
    assert changes.startswith(f"# Changelog\n\n## [0.2.0] - {today}\n- More.\n\n## [0.1.0] - 2026-01-01\n")
    assert git(folder, "describe") == "v0.2.0"
    assert git(folder, "status", "--porcelain") == ""
    assert (folder / "dist" / "built").read_text(encoding="utf-8") == "-m build\n"
    assert "there is a release 0.2.0 already" in release(folder, "0.2.0").stderr


@pytest.mark.parametrize("version", ["", "0.2", "v0.2.0", "0.2.0rc1"])
def test_no_version(tmp_path: Path, version: str) -> None:
    assert release(project(tmp_path), version).returncode == 2
    assert git(tmp_path, "tag") == ""


def test_nothing_stays_of_a_release_that_fails_a_check(tmp_path: Path) -> None:
    folder = project(tmp_path, checks="exit 1")
    assert release(folder, "0.2.0").returncode == 1
    assert git(folder, "status", "--porcelain") == git(folder, "tag") == ""
    assert git(folder, "log", "--format=%s") == "Begin"


def test_nothing_is_released_that_is_not_committed_or_not_told(tmp_path: Path) -> None:
    folder = project(tmp_path, heading="## [0.0.9] - 2025-01-01")
    assert "CHANGELOG.md needs one heading" in release(folder, "0.2.0").stderr
    (folder / "new.txt").touch()
    assert "commit or put away your changes" in release(folder, "0.2.0").stderr
