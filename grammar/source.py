"""Rules as text: places in it, the lines around them, and the files it was put together from."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from attrs import field, frozen

CONTENT = re.compile(r"^[^\s#].*", re.MULTILINE)
LIBRARY = re.compile(r"library\b(?!\s*[=.|,\[])")


@frozen
class Span:
    """A stretch of text: `start` is the first character's offset, `end` the one after the last."""

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """From the beginning of this span to the end of the other one."""
        return Span(self.start, max(self.end, other.end))


NOWHERE = Span(0, 0)


@frozen
class Refusal:
    """Why a library that a file asks for is not there: a problem still without its place."""

    code: str
    message: str
    label: str = ""


@frozen
class Part:
    """One file of the rules: its name as it is shown in reports, where its text begins, and what it asked for in vain.

    No `refused` at all means that nobody has looked: rules that are only a text have no folder.
    """

    name: str
    start: int
    refused: dict[str, Refusal] | None = field(default=None, repr=False, hash=False)


@frozen(slots=False)
class Source:
    """Rules with the name of their file. With the libraries it uses, these stand before it in one text, a line end
    between two files: an offset says file and line, and what is used comes before what uses it.
    """

    name: str
    text: str = field(repr=False)
    parts: tuple[Part, ...] = ()

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
        """Whether a place is in the file itself, not in a library it uses."""
        return offset >= self.files[-1].start

    @property
    def own(self) -> str:
        """The text of the file itself."""
        return self.text[self.files[-1].start :]

    @cached_property
    def is_library(self) -> bool:
        return is_library(self.own)

    @property
    def content(self) -> str:
        """What the rules are known by: the texts of all files."""
        return "\0".join(self.text[span.start : span.end] for span in map(self.stretch, self.files))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in its file, both counted from one."""
        line = bisect_right(self.starts, offset)
        first = bisect_right(self.starts, self.part(offset).start)
        return line - first + 1, offset - self.starts[line - 1] + 1

    def where(self, offset: int, seen_from: int) -> str:
        """`line 7`, or with the file if that is another one than where the reader stands."""
        line, part = self.place(offset)[0], self.part(offset)
        return f"line {line}" if part == self.part(seen_from) else f"{part.name}:{line}"

    def line(self, offset: int) -> Span:
        """The line of an offset without its end."""
        number = bisect_right(self.starts, offset)
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return Span(self.starts[number - 1], end)

    def slice(self, span: Span) -> str:
        """What stands at a span, with line breaks and runs of blanks folded into one blank."""
        return " ".join(self.text[span.start : span.end].split())


def is_library(text: str) -> bool:
    """Whether a file is a library, by its first two lines: it need not be read for that."""
    lines = CONTENT.finditer(text)
    return any(LIBRARY.match(line[0]) for line, _ in zip(lines, range(2), strict=False))
