"""Python for the page: a folder with Pyodide in, or one that npm brings; and what is made with that Python out."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from pathlib import Path

from astro_referee.cli.failures import Failure

NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files that a page loads."""
PACKAGE = "pyodide@^314.0.0"
"""What is asked of npm: the interface of 314 is the one that the page speaks."""
PREPARE = Path(__file__).resolve().parent / "node" / "prepare.mjs"
HINT = "install Node.js with npm, or name a folder that has Pyodide: --pyodide FOLDER"
PATIENCE = 600
"""Seconds for npm, and for Python under Node."""


def from_npm(folder: Path) -> Path:
    """Pyodide as npm brings it, unpacked in a folder."""
    npm = shutil.which("npm")
    if npm is None:
        raise Failure(f"there is no npm, which brings Pyodide: {HINT}")
    done = run([npm, "pack", PACKAGE, "--silent", "--pack-destination", str(folder)], folder)
    packed = next(folder.glob("pyodide-*.tgz"), None)
    if done.returncode or packed is None:
        raise Failure(f"npm could not bring Pyodide: {last_line(done)}\n{HINT}")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return complete(folder / "package")


def complete(folder: Path) -> Path:
    """The same folder, if all is there that a page needs."""
    missing = [name for name in NEEDED if not (folder / name).is_file()]
    if missing:
        raise Failure(f"{folder} is no folder with Pyodide: it has no {missing[0]}")
    return folder


def prepared(pyodide: Path, archive: Path, output: Path) -> str:
    """Has that Python compile what a visit imports from an archive, and make the parser's tables, into a further one.
    Where it cannot be done, the page does so each time it is opened: what is returned says why, and is empty if all
    went well.
    """
    node = shutil.which("node")
    if node is None:
        return "there is no node"
    done = run([node, str(PREPARE), str(pyodide.resolve()), str(archive.resolve()), str(output)], output.parent)
    return last_line(done) if done.returncode else ""


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"{Path(command[0]).name} did not end within {PATIENCE} seconds") from None


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    """What a program says at its end of what went wrong."""
    rows = [row.strip() for row in (done.stderr + done.stdout).splitlines() if row.strip()]
    return rows[-1] if rows else f"it ended with {done.returncode}"
