"""Rules as text: places in it, the lines around them, and the files it was put together from."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from astro_referee.grammar.problems import Problem

ENDING = ".astro"
BUNDLED = re.compile(r"[a-z0-9-]+")
CONTENT = re.compile(r"^[^\s#].*", re.MULTILINE)
INSIDE = re.compile(r"(?P<text>\"[^\"\n]*\")|#[^\n]*(?=\n)")
LIBRARY = re.compile(r"library\b(?!\s*[=.|,\[])")
VARIANT = re.compile(r"variant\b(?!\s*[=.|,\[])")
TESTS = re.compile(r"tests\b(?!\s*[=.|,\[])")
TEST = re.compile(
    r"^(?:test|playthrough)[ \t]*\"[^\n]*(?:(?:\n[ \t]*(?:#[^\n]*)?(?=\n))*+\n[ \t]+[^\s#][^\n]*)*+", re.MULTILINE
)
"""A test with its lines; it can be told from rules without being read."""


@frozen
class Span:
    """A stretch of text: `start` is the first character's offset, `end` the one after the last.

    It is one of the whole text of a source. `Source.located` gives its file, lines and columns, and `Source.path` where
    that file is.
    """

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """From the beginning of this span to the end of the other one."""
        return Span(self.start, max(self.end, other.end))


NOWHERE = Span(0, 0)


@frozen(order=True)
class Place:
    """A stretch of one file, from one line and column up to another, all counted from one; `end` is behind the last
    character. An edit in another file does not move it.
    """

    file: str
    start: tuple[int, int]
    end: tuple[int, int]

    def holds(self, line: int, column: int) -> bool:
        """Whether a cursor there touches it."""
        return self.start <= (line, column) <= self.end

    def covers(self, other: Place) -> bool:
        return self.file == other.file and self.start <= other.start and other.end <= self.end


@frozen
class Mention:
    """A name in a line of a variant that says what to change: its place there, and the declaration in the base."""

    word: str
    sort: str
    """What it is of: the word that declares it, `member` or `local`."""
    place: Place
    declared: Place


@frozen
class Refusal:
    """Why a library that a file asks for is not there: a problem still without its place."""

    code: str
    message: str
    label: str = ""
    suggested: tuple[str, ...] = ()
    """Files that somebody may have meant."""


@frozen
class Part:
    """One file of the rules: its name as it is shown in reports, where its text begins, and what it asked for in vain.

    No `refused` at all means that nobody has looked: rules that are only a text have no folder.
    """

    name: str
    start: int
    refused: dict[str, Refusal] | None = field(default=None, repr=False, hash=False)


@frozen
class Patch:
    """Lines that a variant is put together from: where they begin, and the file, line and column they come from."""

    start: int
    name: str
    line: int
    shift: int
    """Columns by which they were moved to the right."""
    said: str | None = field(default=None, repr=False)
    """Of a single line that was made from two: as the file has it."""


@frozen(slots=False)
class Source:
    """Rules with the name of their file. With the libraries it uses, these stand before it in one text, a line end
    between two files: an offset says file and line, and what is used comes before what uses it.

    The text of a variant is that of its base with all changes made, in patches that know where they come from.
    """

    name: str
    text: str = field(repr=False)
    parts: tuple[Part, ...] = ()
    patches: tuple[Patch, ...] = field(default=(), repr=False)
    troubles: tuple[Problem, ...] = field(default=(), repr=False, hash=False)
    """Why a variant could not be put together; the text is then its own."""
    base: tuple[str, str] | None = None
    """Of a variant: the name of its base, and the version."""
    dropped: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Of a variant: the names of parts that are not there any more, and what is told of each: `v:3 drops it`."""
    replaced: tuple[str, ...] = field(default=(), repr=False)
    """Of a variant: the names of parts that are there in other words."""
    tested: Source | None = field(default=None, repr=False, hash=False)
    """Of a file of tests: the rules that it tests. Their files stand before its own."""
    mentions: tuple[Mention, ...] = field(default=(), repr=False, eq=False)
    """Of a variant: what its changes are about, by name."""
    paths: tuple[tuple[str, str], ...] = field(default=(), repr=False, eq=False)
    """Where the files are, by the names that they are shown under."""

    @cached_property
    def files(self) -> tuple[Part, ...]:
        """Each file, the libraries first."""
        return self.parts or (Part(self.name, 0),)

    @cached_property
    def starts(self) -> list[int]:
        """Offsets at which the lines begin."""
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def part(self, offset: int) -> Part:
        """The file an offset belongs to."""
        return self.files[bisect_right(self.files, offset, key=lambda part: part.start) - 1]

    def stretch(self, part: Part) -> Span:
        """Where the text of a file stands."""
        after = self.files.index(part) + 1
        return Span(part.start, self.files[after].start - 1 if after < len(self.files) else len(self.text))

    def is_own(self, offset: int) -> bool:
        """Whether a place is in the file itself (or in the one it tests), not in a library it uses."""
        return offset >= self.files[-1 if self.tested is None else -2].start

    def is_test(self, offset: int) -> bool:
        """Whether a place is in a file that only tests the rules."""
        return self.tested is not None and offset >= self.files[-1].start

    def is_of_base(self, offset: int) -> bool:
        """Whether a place is in lines that a variant has taken over."""
        return self.base is not None and self.file(offset) != file_name(self.name)

    @property
    def own(self) -> str:
        """The text of the file itself."""
        return self.text[self.files[-1].start :]

    @cached_property
    def is_library(self) -> bool:
        return is_library(self.own)

    @property
    def content(self) -> str:
        """The texts of all files."""
        return "\0".join(self.text[span.start : span.end] for span in map(self.stretch, self.files))

    @property
    def rules(self) -> str:
        """What the rules are known by: the texts of all files without their tests and the empty lines before those."""
        texts = [self.text[span.start : span.end] for span in map(self.stretch, self.files)]
        return "\0".join(without_tests(text) for text in texts)

    def patch(self, offset: int) -> Patch:
        """The lines an offset belongs to: all of its file, unless they were put together."""
        part = self.part(offset)
        at = bisect_right(self.patches, offset, key=lambda patch: patch.start)
        found = self.patches[at - 1] if at else None
        return found if found is not None and found.start >= part.start else Patch(part.start, part.name, 1, 0)

    def file(self, offset: int) -> str:
        """The name of the file that says what stands there, as it is shown everywhere."""
        return file_name(self.patch(offset).name)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in its file, both counted from one."""
        patch = self.patch(offset)
        line = bisect_right(self.starts, offset)
        first = bisect_right(self.starts, patch.start)
        return line - first + patch.line, max(1, offset - self.starts[line - 1] + 1 - patch.shift)

    def offset(self, file: str, line: int, column: int) -> int | None:
        """The offset of a place in a file; none if what stands there is no part of the rules. Undoes `place`."""
        for first, patch in self.stretches:
            if file_name(patch.name) != file or line < patch.line:
                continue
            number = first + line - patch.line
            if number > len(self.starts) or self.patch(self.starts[number - 1]) != patch:
                continue
            found = self.starts[number - 1] + column - 1 + patch.shift
            if found <= self.line(self.starts[number - 1]).end:
                return found
        return None

    @cached_property
    def stretches(self) -> tuple[tuple[int, Patch], ...]:
        """The lines that come from one place each, with the number of the first line in the whole text."""
        begun = {patch.start: patch for patch in (*(self.patch(part.start) for part in self.files), *self.patches)}
        return tuple((bisect_right(self.starts, start), patch) for start, patch in sorted(begun.items()))

    def located(self, span: Span) -> Place | None:
        """The place of a span in its file; none if the file has it otherwise, in a line that was made from two."""
        last = self.place(span.end)
        found = Place(self.file(span.start), self.place(span.start), last)
        said = self.patch(span.start).said
        if said is not None:
            (line, column), text = found.start, self.text[span.start : span.end]
            return found if line == last[0] and said[column - 1 : last[1] - 1] == text else None
        return found if self.file(span.end) == found.file or span.end == self.line(span.end).start else None

    def pieces(self, span: Span) -> tuple[Place, ...]:
        """The places of a span whose lines may come from several: one for each run of lines that stand together."""
        begins = [span.start, *(self.starts[line - 1] for line, _ in self.stretches)]
        cuts = sorted({at for at in begins if span.start <= at < span.end})
        found = zip(cuts, [*(at - 1 for at in cuts[1:]), span.end], strict=True)
        return tuple(Place(self.file(a), self.place(a), self.place(b)) for a, b in found)

    def path(self, file: str) -> str:
        """Where a file is that reports call by this name."""
        return {file_name(name): path for name, path in self.paths}.get(file, file)

    def where(self, offset: int, seen_from: int) -> str:
        """`line 7`, or with the file if that is another one than where the reader stands."""
        line, name = self.place(offset)[0], self.file(offset)
        return f"line {line}" if name == self.file(seen_from) else f"{name}:{line}"

    def line(self, offset: int) -> Span:
        """The line of an offset without its end."""
        number = bisect_right(self.starts, offset)
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return Span(self.starts[number - 1], end)

    def written(self, line: Span) -> str:
        """A line as its author wrote it: one that was moved in or out is moved back."""
        text = self.text[line.start : line.end].rstrip("\r")
        patch = self.patch(line.start)
        if patch.said is not None:
            return patch.said
        shift = patch.shift
        return text[shift:] if shift > 0 else " " * -shift + text

    def slice(self, span: Span) -> str:
        """What stands at a span, with line breaks, comments before them and runs of blanks folded into one blank."""
        return " ".join(INSIDE.sub(lambda found: found["text"] or "", self.text[span.start : span.end]).split())


def file_name(name: str) -> str:
    """A rule file by its name in reports: a bundled game that goes by its name alone is a file like all others."""
    return f"{name.replace('-', '_')}{ENDING}" if BUNDLED.fullmatch(name) else name


def is_library(text: str) -> bool:
    """Whether a file is a library, by its first two lines: it need not be read for that."""
    return _begins(text, LIBRARY)


def is_tests(text: str) -> bool:
    """Whether a file only tests another one, by its first two lines."""
    return _begins(text, TESTS)


def without_tests(text: str) -> str:
    """A text without its tests; what is left is as if they had never been written."""
    kept, at = "", 0
    for test in TEST.finditer(text):
        before = text[at : test.start()].rstrip("\n")
        kept += before + "\n" * bool(before)
        at = min(test.end() + 1, len(text))
    return kept + text[at:] if at else text


def blanked(text: str) -> str:
    """The same with blanks in the place of tests, so that everything else stays where it is."""
    return TEST.sub(lambda test: re.sub(r"[^\n]", " ", test[0]), text)


def is_variant(text: str) -> bool:
    """Whether a file is a variant, by its first two lines."""
    return _begins(text, VARIANT)


def _begins(text: str, header: re.Pattern[str]) -> bool:
    return any(header.match(line[0]) for line, _ in zip(CONTENT.finditer(text), range(2), strict=False))
