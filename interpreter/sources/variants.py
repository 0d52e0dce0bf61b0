"""Variants and their bases: a variant's file goes in, one source with all changes made comes out.

What cannot be put together is noted in the source, whose text is then the variant's own, and reported when the rules
are read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from os.path import normpath
from pathlib import Path, PurePosixPath

from attrs import evolve, frozen

from astro_referee.grammar.mistakes.variants import ChangedBase
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Refusal, Source, Span, is_variant
from astro_referee.grammar.syntax import limits
from astro_referee.grammar.variants.parse import Variant, read_variant
from astro_referee.grammar.variants.splicing import Splicer, line_number
from astro_referee.interpreter.sources.libraries import ENDING, PLAIN, USE, Shelf, gathered

SAME = "variants go together if they have the same base"
MOST_STACKED = 20
"""Variants of variants of variants."""
TWICE = Refusal("bad-mix-in", "this variant is mixed in twice")
PASSED_ON = {
    "circle": "the variants below this one stand in a circle",
    "too-large": f"more than {MOST_STACKED} variants stand on each other, or they are too large together",
}
"""What is wrong with a whole tower of variants, and not with the one below: that one alone may have no errors."""
TOO_MUCH = Refusal("too-large", f"variants that go together have more than {limits.FILE:,} characters")


@frozen
class Files:
    """How files are found and read; the library of games knows."""

    bundled: Callable[[str], Path | None]
    read: Callable[[Path], str]
    libraries: Callable[[], Mapping[str, Path]]
    load: Callable[[Path, str, tuple[Path, ...]], Source]
    """The rules in a file under a name; the paths are those of the variants that stand on it."""

    @property
    def shelf(self) -> Shelf:
        return Shelf(self.read, self.libraries)


def version_of(source: Source) -> str:
    """What a variant can call its base by: the beginning of a hash of all that it says."""
    return hashlib.sha256(source.rules.encode("utf-8", "replace")).hexdigest()[:12]


def put_together(path: Path, name: str, text: str, files: Files, above: tuple[Path, ...]) -> Source:
    """The rules of a variant, with the libraries that it and its base use."""
    variant, problems = read_variant(text)
    if variant is None:
        return Source(name, text, troubles=tuple(problems))
    finder = FileFinder(path.resolve(), name, files, above)
    base = finder.fetch(variant.base)
    if isinstance(base, Refusal):
        return Source(name, text, troubles=(at(variant, variant.base, base),))
    if variant.version and not version_of(base).startswith(variant.version.casefold()):
        return Source(name, text, troubles=(base_changed(variant, base),))
    splicer = Splicer.of(base)
    for number, other in enumerate(variant.mixed_in):
        refusal = mix_in(splicer, finder, variant, other) if other not in variant.mixed_in[:number] else TWICE
        if refusal is not None:
            return Source(name, text, troubles=(at(variant, other, refusal),))
    splicer.change(evolve(variant, uses=finder.new(variant.uses, text, splicer)), name, text)
    splicer.entitle(variant, name, text)
    if splicer.problems:
        return Source(name, text, troubles=tuple(splicer.problems))
    own = gathered(path, name, text, files.shelf)
    splicer.add_libraries(own)
    made = splicer.source(name, own.files[-1].refused or {})
    dropped, replaced = (*base.dropped, *splicer.dropped), (*base.replaced, *splicer.replaced)
    return evolve(
        made,
        base=(variant.base, version_of(base)),
        dropped=dropped,
        replaced=replaced,
        mentions=(*base.mentions, *made.mentions),
        paths=(*finder.paths(variant.base, *variant.mixed_in), *base.paths, *own.paths),
    )


def at(variant: Variant, file: str, refusal: Refusal) -> Problem:
    """What is wrong with a file that the header names, at that name."""
    return Problem(refusal.code, refusal.message, variant.places[file], refusal.label)


def base_changed(variant: Variant, base: Source) -> Problem:
    made = ChangedBase(variant.base, variant.version, version_of(base))
    return made.at(variant.places[variant.base])


def mix_in(splicer: Splicer, finder: FileFinder, variant: Variant, file: str) -> Refusal | None:
    """Makes the changes of another variant of the same base."""
    path = finder.path(file)
    if isinstance(path, Refusal):
        return path
    name = finder.shown(file)
    try:
        text = finder.files.read(path)
    except (OSError, ValueError):
        return Refusal("bad-mix-in", f"`{file}` cannot be read")
    splicer.size += len(text)
    if splicer.size > limits.FILE:
        return TOO_MUCH
    other = read_variant(text)[0] if is_variant(text) else None
    if other is None:
        return Refusal("bad-mix-in", f"`{file}` is no variant, or has errors of its own", "`astro check` it first")
    if other.mixed_in or other.uses:
        message = f"`{file}` itself needs other files"
        return Refusal("bad-mix-in", message, "only a variant that stands alone can be mixed in")
    if finder.path(other.base, path) != finder.path(variant.base):
        return Refusal("bad-mix-in", f"`{file}` is a variant of {other.base}, not of {variant.base}", SAME)
    known = len(splicer.problems)
    untested = tuple(span for span in other.added if not text.startswith(("test", "playthrough"), span.start))
    splicer.change(evolve(other, added=untested), name, text)
    if len(splicer.problems) > known:
        first = splicer.problems[known]
        del splicer.problems[known:]
        line = line_number(text, first.span.start)
        return Refusal("bad-mix-in", f"{file}, line {line}: {first.message}", first.label)
    return None


@frozen
class FileFinder:
    """Where a variant finds other files: among the bundled games, in its own folder, and in those inside and beside."""

    own: Path
    name: str
    files: Files
    above: tuple[Path, ...]

    def shown(self, wanted: str) -> str:
        """The name of another file as the user would write it."""
        return wanted if self.files.bundled(wanted) else normpath(PurePosixPath(self.name).parent / wanted)

    def path(self, wanted: str, seen_from: Path | None = None) -> Path | Refusal:
        bundled = self.files.bundled(wanted)
        if bundled is not None:
            return bundled.resolve()
        if not wanted.endswith(ENDING) or "\\" in wanted or wanted.startswith("/") or not wanted.isprintable():
            example = f'for example: `of "duel"` or `of "shelf/duel{ENDING}"`'
            return Refusal("no-base", f"`{wanted}` is neither a bundled game nor a path to a rule file", example)
        try:
            found = ((seen_from or self.own).parent / wanted).resolve()
            there = found.is_file()
        except (OSError, ValueError, RuntimeError):  # a name no file system takes, or links in a circle
            return Refusal("no-base", f"there is no file `{wanted}`")
        if not found.is_relative_to(self.own.parent.parent):
            message = f"`{wanted}` is too far away"
            return Refusal("no-base", message, "a base is in the folder of this file, or in one inside or beside it")
        if not there:
            return Refusal("no-base", f"there is no file `{wanted}`", "a path is seen from the folder of this file")
        return found

    def paths(self, *wanted: str) -> list[tuple[str, str]]:
        """Where other files are, by the names that they are shown under."""
        found = {self.shown(file): self.path(file) for file in wanted}
        return [(name, str(path)) for name, path in found.items() if isinstance(path, Path)]

    def new(self, uses: tuple[Span, ...], text: str, splicer: Splicer) -> tuple[Span, ...]:
        """The lines that use a library which the base does not use itself."""
        known = {sheet.part.name for sheet in splicer.sheets}
        named = {use: USE.match(text, use.start) for use in uses}
        return tuple(use for use, found in named.items() if found is None or self.shown_library(found[1]) not in known)

    def shown_library(self, used: str) -> str:
        """The name of a library as reports have it."""
        bundled = self.files.shelf.found(used, self.own.parent)
        ending = ENDING if PLAIN.fullmatch(used) else ""
        return used.replace("_", "-") if bundled else normpath(PurePosixPath(self.name).parent / f"{used}{ending}")

    def fetch(self, wanted: str) -> Source | Refusal:
        """The rules of a base, its own changes made."""
        found = self.path(wanted)
        if isinstance(found, Refusal):
            return found
        if found == self.own or found in self.above:
            return Refusal(
                "circle", f"`{wanted}` is this file itself, or a variant of it", "a variant stands on another file"
            )
        if len(self.above) >= MOST_STACKED:
            return Refusal("too-large", PASSED_ON["too-large"])
        try:
            # Rules that are only a text have no file of their own.
            if sum(path.stat().st_size for path in (*self.above, self.own) if path.exists()) > limits.FILE:
                return TOO_MUCH
            base = self.files.load(found, self.shown(wanted), (*self.above, self.own))
        except (OSError, ValueError):
            return Refusal("no-base", f"`{wanted}` cannot be read")
        if base.is_library:
            return Refusal("no-base", f"`{wanted}` is a library", "a variant is one of a game")
        tower = next((trouble for trouble in base.troubles if trouble.code in PASSED_ON), None)
        if tower is not None:
            return Refusal(tower.code, PASSED_ON[tower.code])
        if base.troubles or len(base.own) > limits.FILE:
            return Refusal("no-base", f"`{wanted}` has errors of its own", "`astro check` it first")
        return base
