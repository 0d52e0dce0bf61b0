"""Rule files as they are now, in editors or on the disk: each is read and checked once until something it is made of
changes. The language server and `--watch` have it in common.

An answer comes from one reading and one check. The examination of all set-ups follows when nobody waits for it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import RLock

from attrs import define, field, frozen

from astro_referee.grammar.edits import TextEdit, text_edit
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Place, Source, Span, file_name
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library
from astro_referee.interpreter.program.symbols import Index


@frozen(eq=False)
class Analysis:
    """What is known of one file."""

    path: Path
    source: Source
    index: Index
    problems: tuple[Problem, ...]
    made_of: frozenset[Path]
    """The file, its libraries, its base."""

    @property
    def file(self) -> str:
        """The file as places in the index call it."""
        return file_name(self.source.name)

    def path_of(self, file: str) -> Path:
        """Where a file is that a place names."""
        return Path(self.source.path(file))

    def edits(self, problem: Problem) -> list[TextEdit]:
        """What mends a problem, each by itself."""
        return [edit for fix in problem.fixes if (edit := text_edit(self.source, fix)) is not None]

    def located(self, span: Span) -> Place:
        """Where a stretch of the rules is; only where it begins, if no file has all of it so."""
        begins = self.source.place(span.start)
        return self.source.located(span) or Place(self.source.file(span.start), begins, begins)


@frozen(eq=False)
class Loaded:
    """A file with all that belongs to it, in one text, and which files these are."""

    source: Source
    made_of: frozenset[Path]


@define
class Store:
    """All files that somebody has asked about."""

    analyses: dict[Path, Analysis] = field(factory=dict)
    good: dict[Path, Index] = field(factory=dict)
    """The last index of each file that was read without an error: what is known while a line is unfinished."""
    loads: dict[Path, Loaded] = field(factory=dict)
    """Files with all that belongs to them."""
    whole: dict[Path, library.Examined] = field(factory=dict)
    """What was found in all set-ups of each file."""
    lock: RLock = field(factory=RLock)

    def edit(self, path: Path, text: str) -> None:
        """A file as an editor has it now."""
        with self.lock:
            library.OPENED[path.resolve()] = text.encode("utf-8", "surrogatepass")
            self.forget(path)

    def close(self, path: Path) -> None:
        """The disk counts again."""
        with self.lock:
            library.OPENED.pop(path.resolve(), None)
            self.forget(path)

    def forget(self, path: Path) -> None:
        """Something has changed in a file: whatever is made of it is read again when it is asked about."""
        with self.lock:
            for one in self.depending(path):
                for kept in (self.loads, self.analyses, self.whole):
                    kept.pop(one, None)

    def depending(self, path: Path) -> list[Path]:
        """The files that are made of one, itself included, as far as they have been asked about."""
        own = path.resolve()
        return [one for one, kept in self.loads.items() if own in kept.made_of]

    def loaded(self, path: Path, name: str | None = None) -> Loaded:
        """A file with its libraries and its base; reports call it by a name, or else by its path.

        Raises OSError and NotAFile.
        """
        with self.lock:
            own = path.resolve()
            if own not in self.loads:
                with library.noticing() as found:
                    source = library.load_source(path if name is not None else own, name)
                self.loads[own] = Loaded(source, frozenset({own, *(one.resolve() for one in found)}))
            return self.loads[own]

    def analysis(self, path: Path) -> Analysis:
        """What is known of a file."""
        with self.lock:
            own = path.resolve()
            if own not in self.analyses:
                self.analyses[own] = analysis = self.analysed(own)
                if not any(problem.severity == "error" for problem in analysis.problems):
                    self.good[own] = analysis.index
            return self.analyses[own]

    def examined(self, path: Path, source: Source) -> library.Examined:
        """What is found in all set-ups of a file. It takes longer than an analysis, and nobody else waits meanwhile."""
        own = path.resolve()
        kept = self.whole.get(own)
        if kept is None or kept.source is not source:
            self.whole[own] = kept = library.examine(source)
        return kept

    def made_of(self, path: Path) -> frozenset[Path]:
        """What a file is made of; it is not checked for that."""
        try:
            return self.loaded(path).made_of
        except (OSError, library.NotAFile):
            return frozenset({path.resolve()})

    def names(self, path: Path) -> Index:
        """The names that are known in a file; those of the last time it could be read, if it cannot be now."""
        index = self.analysis(path).index
        return index if index.symbols else self.good.get(path.resolve(), index)

    def analysed(self, path: Path) -> Analysis:
        """One reading and one check of a file; one that cannot be read is empty."""
        try:
            kept = self.loaded(path)
        except (OSError, library.NotAFile):
            kept = Loaded(Source(str(path), "", paths=((str(path), str(path)),)), frozenset({path}))
            self.loads[path] = kept
        return Analysis(path, kept.source, *examination.glance(kept.source), kept.made_of)


@lru_cache(1)
def shared_store() -> Store:
    """The store of this process."""
    return Store()
