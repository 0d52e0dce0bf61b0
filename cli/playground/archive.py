"""The Python modules of the page, as archives of what is installed here: Astro with what it needs, and apart from these
what only snapshots need, which are fetched when tests are run.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from astro_referee.cli.failures import Failure
from astro_referee.cli.playground.desk import examples
from astro_referee.interpreter.play.library import PACKAGE

ASTRO = "astro_referee"
ROOMS = ("grammar", "interpreter", "games", "cli")
PLAYED = ("attr", "attrs", "click", "lark")
TESTED = ("_pytest", "iniconfig", "packaging", "pluggy", "pygments", "pytest", "syrupy")
"""Syrupy keeps snapshots, and cannot be had without pytest and what that imports."""
COLOURS = {"lexers": ("__init__", "_mapping", "diff", "python"), "styles": ("__init__", "_mapping")}
"""Of pygments, folders with hundreds of modules, of which pytest imports these."""
LICENSED = ("attrs", "click", "lark", "iniconfig", "packaging", "pluggy", "pygments", "pytest", "syrupy")
PYODIDE = """The page runs Pyodide (https://github.com/pyodide/pyodide), under the Mozilla Public License 2.0, with
Python, under the licence of the Python Software Foundation. Its editor is CodeMirror: codemirror.LICENSE.txt. Its
modules are:
"""
LEFT_OUT = ("__pycache__", "__snapshots__", "bridges", "examples", "lsp", "node", "page", "serve")
"""Folders that no page imports: what is made for another Python, the page itself, what speaks with other programs. The
examples are added by themselves, wherever they are.
"""
ENDINGS = (".py", ".lark", ".astro", ".txt")

TESTS = "_test.astro"
"""Tests of games come with the text of a game, which the page fetches when it is opened."""


def write_astro(path: Path) -> None:
    """Astro, its games and the examples, with the packages it imports."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in PLAYED:
            add(archive, folder_of(name), name)
        root = folder_of(ASTRO)
        for room in ROOMS:
            # Modules ask for files beside the package, which a working tree has elsewhere.
            add(archive, root / room if (root / room).is_dir() else PACKAGE / room, f"{ASTRO}/{room}")
        put(archive, root / "__init__.py", f"{ASTRO}/__init__.py")
        shown = examples()
        if shown is not None:
            add(archive, shown, f"{ASTRO}/cli/playground/examples")


def write_tests(path: Path) -> None:
    """What snapshots need."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in TESTED:
            add(archive, folder_of(name), name)
        alone = find_spec("py")  # a module without a folder, which pytest brings
        if alone is not None and alone.origin is not None:
            put(archive, Path(alone.origin), "py.py")


def licences() -> str:
    """Whose work is in the archives, and what they ask of whoever passes it on."""
    texts = [PYODIDE]
    for name in LICENSED:
        installed = distribution(name)
        for file in installed.files or ():
            if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
                texts.append(f"{name} {installed.version}\n\n{file.read_text(encoding='utf-8').strip()}\n")
    return f"\n{'-' * 80}\n\n".join(texts)


def folder_of(package: str) -> Path:
    """Where a package is installed."""
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise Failure(f"{package} is not installed, and the page needs it")
    return Path(found.submodule_search_locations[0])


def add(archive: zipfile.ZipFile, folder: Path, name: str) -> None:
    for path in files_in(folder):
        put(archive, path, f"{name}/{path.relative_to(folder).as_posix()}")


def files_in(folder: Path) -> Iterator[Path]:
    """The files that Python may ask for, in a fixed order."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in LEFT_OUT:
            yield from files_in(path)
        elif (
            path.suffix in ENDINGS
            and not path.name.endswith(TESTS)
            and path.stem in COLOURS.get(folder.name, (path.stem,))
        ):
            yield path


def put(archive: zipfile.ZipFile, path: Path, name: str) -> None:
    """A file without its date: the same files make the same archive."""
    archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
