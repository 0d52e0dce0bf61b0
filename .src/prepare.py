"""What a first run would have to work out, the parser's tables and games, made part of what is installed.

Without it the first game takes seconds to begin. Of the bundled games those of a rulebook are prepared, and the largest
classics: the others begin soon enough at their first game, and to prepare all would make installing take twice as long.
What is prepared is found by content, like everything in the cache: for another version of Python, or once a file is
changed, it counts as missing.
"""

from __future__ import annotations

import compileall
import os
import subprocess
import sys
from pathlib import Path
from shutil import move, rmtree
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The archive of the sources has no links: there the sub-packages are found at the top of the tree. What an editable
# install has prepared before, by this program and from the same files, is taken over.
PROGRAM = """
import multiprocessing
import sys
from pathlib import Path

root = Path(sys.argv[1])
sys.path.insert(0, str(root / ".src"))
import astro_referee

astro_referee.__path__.append(str(root))
from astro_referee.grammar import cache
from astro_referee.interpreter.play import library

found = cache.read


def take_over(name):
    kept = found(name)
    if kept is not None:
        cache.write(name, kept)
    return kept


cache.read = take_over


def prepare(name):
    library.prepare(library.load(name))


LARGE = 9_000  # characters; what has fewer is worked out within a second
rulebooks, sizes = library.groups()[0], {}
for name, path in library.bundled().items():
    size = len(library.load_source(path).text)
    if path.parent == rulebooks or size > LARGE:
        sizes[name] = size
first, *others = sorted(sizes, key=sizes.get)
prepare(first)  # the parser's tables are made here, for all
if "fork" in multiprocessing.get_all_start_methods():
    with multiprocessing.get_context("fork").Pool() as pool:
        pool.map(prepare, reversed(others), chunksize=1)
else:
    for name in others:
        prepare(name)
"""
PREPARED = "astro_referee/prepared"
PLAYGROUND = {"docs/tutorial.md": "tutorial.md", "examples": "examples"}
"""What the site of the playground is made from, beside the modules that make it; a working tree has it elsewhere."""


class Prepare(BuildHookInterface[Any]):
    """Run by hatchling before it gathers the files of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root, editable, self.folder = Path(self.root), version == "editable", Path(mkdtemp())
        if not editable:
            for source, name in PLAYGROUND.items():
                build_data["force_include"][str(root / source)] = f"astro_referee/cli/playground/{name}"
        settings = {**os.environ, "PYTHONHASHSEED": "0", "ASTRO_CACHE": str(self.folder)}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, self.root],
            env=settings,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            self.app.display_warning(f"Nothing was prepared, so first runs will take longer.\n{done.stderr}")
        elif editable:
            rmtree(root / ".src" / PREPARED, ignore_errors=True)
            move(self.folder, root / ".src" / PREPARED)
            for name in ("grammar", "interpreter", "cli"):
                compileall.compile_dir(root / name, quiet=2)
        else:
            for file in self.folder.glob("*"):
                file.chmod(0o644)  # what is installed for all can be read by all
                build_data["force_include"][str(file)] = f"{PREPARED}/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        rmtree(self.folder, ignore_errors=True)
