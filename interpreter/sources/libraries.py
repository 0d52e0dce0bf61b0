"""The libraries a rule file uses: a file's text goes in, one source that holds it and all of them comes out.

A file is found by its `use` lines alone, without reading the language, so that what was worked out before can be taken
from the cache. What cannot be had is noted in the source, and reported at its line when the rules are read.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath

from attrs import define, field, frozen

from astro_referee.grammar.problems import closest, did_you_mean
from astro_referee.grammar.source import Part, Refusal, Source, is_library

USE = re.compile(r'^use[ \t]*"([^"\n]*)"', re.MULTILINE)
ENDING = ".astro"
EXAMPLE = f'for example: `use "shelf/dominoes{ENDING}"`'
PLAIN = re.compile(r"[A-Za-z0-9_]{1,60}")
"""A library by its name alone: a file beside the one that uses it, or one that comes with Astro."""
MOST_LIBRARIES = 100
"""Libraries of one game; each is a file to open."""
MOST_TEXT = 500_000
"""Characters of all libraries of a game together, as many as a rule file itself may have."""


@frozen
class Shelf:
    """How libraries are read, and those that come with Astro by their names."""

    read: Callable[[Path], str]
    bundled: Callable[[], Mapping[str, Path]]

    def found(self, used: str, folder: Path) -> Path | None:
        """The library that comes with Astro, if it is meant: one of that name beside the file is nearer."""
        found = self.bundled().get(used)
        beside = folder / f"{used}{ENDING}"
        return None if found is None or (beside.exists() and not beside.samefile(found)) else found


def gathered(path: Path, name: str, text: str, shelf: Shelf) -> Source:
    """A file's own text with those of all libraries it uses, each once, before whatever uses it."""
    own = path.resolve()
    gathering = LibraryLoader(own, name, shelf, folder_shown(path, name, own))
    gathering.visit(own, name, text)
    return Source(name, "\n".join(gathering.texts), tuple(gathering.parts), paths=tuple(gathering.paths))


def folder_shown(path: Path, name: str, own: Path) -> PurePosixPath:
    """The folder as the user would write it; a link to a rule file shows where that truly is."""
    return PurePosixPath(name).parent if path.parent.resolve() == own.parent else PurePosixPath(own.parent)


@define
class LibraryLoader:
    """Libraries found so far, by their true paths."""

    own: Path
    name: str
    shelf: Shelf
    shown: PurePosixPath
    texts: list[str] = field(factory=list)
    parts: list[Part] = field(factory=list)
    loading: list[Path] = field(factory=list)
    known: dict[Path, Refusal | None] = field(factory=dict)
    size: int = 0
    paths: list[tuple[str, str]] = field(factory=list)

    def visit(self, path: Path, name: str, text: str) -> None:
        """Takes up what a file uses, then the file itself."""
        self.loading.append(path)
        refused: dict[str, Refusal] = {}
        for used in dict.fromkeys(USE.findall(text)):
            refusal = self.take(used, path.parent)
            if refusal is not None:
                refused[used] = refusal
        self.loading.pop()
        start = sum(len(other) + 1 for other in self.texts)
        self.texts.append(text)
        self.parts.append(Part(name, start, refused))
        self.paths.append((name, str(path)))

    def take(self, used: str, folder: Path) -> Refusal | None:
        """Takes up one library, or says why not."""
        by_name = PLAIN.fullmatch(used) is not None
        refusal = None if by_name else misspelt(used)
        if refusal is not None:
            return refusal
        try:
            bundled = self.shelf.found(used, folder)
            path = (bundled or folder / (f"{used}{ENDING}" if by_name else used)).resolve()
        except (OSError, ValueError, RuntimeError):  # a name no file system takes, or links in a circle
            return missing(used)
        if bundled is None and not path.is_relative_to(self.own.parent):
            message = f"`{used}` is outside the folder of {self.name}"
            return Refusal("no-library", message, "a library is in the same folder or in one inside it")
        if path in self.loading:
            message = (
                "this file uses itself" if path == self.loading[-1] else f"`{used}` itself leads back to this file"
            )
            return Refusal("circle", message, "take one of these lines out")
        if path not in self.known:
            self.known[path] = None
            self.known[path] = self.enter(path, used, bundled is not None)
        return self.known[path]

    def enter(self, path: Path, used: str, bundled: bool) -> Refusal | None:
        """Reads a library that was not met before."""
        if len(self.known) > MOST_LIBRARIES:
            return Refusal("too-large", f"more than {MOST_LIBRARIES} libraries are used", "put some of them together")
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                return Refusal("no-library", f"`{used}` is not a file")
            text = self.shelf.read(path)
        except FileNotFoundError:
            return unknown(used, self.shelf.bundled()) if PLAIN.fullmatch(used) else missing(used)
        except (OSError, ValueError):
            return Refusal("no-library", f"`{used}` cannot be read")
        if "\0" in text:
            return Refusal("no-library", f"`{used}` is not a text file")
        if not is_library(text):
            label = "the second line of a library is `library` and its name"
            return Refusal("not-a-library", f"`{used}` is not a library", label)
        self.size += len(text)
        if self.size > MOST_TEXT:
            return Refusal("too-large", f"with `{used}`, the libraries have more than {MOST_TEXT:,} characters")
        self.visit(path, used.replace("_", "-") if bundled else self.name_of(path), text)
        return None

    def name_of(self, path: Path) -> str:
        """How a file is shown: as the user would write it."""
        return str(self.shown / path.relative_to(self.own.parent))


def missing(used: str) -> Refusal:
    return Refusal("no-library", f"there is no file `{used}`", "a path is seen from the folder of this file")


def unknown(used: str, bundled: Mapping[str, Path]) -> Refusal:
    """There is no library of that name, neither here nor among those that come with Astro."""
    label = did_you_mean(used, list(bundled)) or "write the name of a file beside this one, or one of these"
    message = f"there is no library `{used}`; with Astro come {', '.join(sorted(bundled))}"
    return Refusal("no-library", message, label, tuple(closest(used, list(bundled))))


def misspelt(used: str) -> Refusal | None:
    """What is wrong with how a path is written."""
    if "\\" in used:
        return Refusal("no-library", "folders are parted by `/`", "write `/` instead of `\\`")
    if used.startswith("/") or ":" in used:
        return Refusal("no-library", "a path begins in the folder of this file", EXAMPLE)
    if not used.endswith(ENDING) or not used.isprintable():
        plain = used.isprintable() and used.replace("/", "").replace("_", "").isalnum()
        label = f'write `use "{used}{ENDING}"`' if plain else EXAMPLE
        meant = (f"{used}{ENDING}",) if plain else ()
        return Refusal("no-library", f"a library is a file that ends in `{ENDING}`", label, meant)
    return None
