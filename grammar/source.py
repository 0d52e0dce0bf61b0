"""A rule file as text: places in it, and the lines around them."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from attrs import field, frozen


@frozen
class Span:
    """A stretch of text: `start` is the first character's offset, `end` the one after the last."""

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """From the beginning of this span to the end of the other one."""
        return Span(self.start, max(self.end, other.end))


NOWHERE = Span(0, 0)


@frozen(slots=False)
class Source:
    """The text of one rule file with its name, as it is shown in reports."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def starts(self) -> list[int]:
        """Offsets at which the lines begin."""
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from one."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line without its end."""
        start = self.starts[number - 1]
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def slice(self, span: Span) -> str:
        """What stands at a span, with line breaks and runs of blanks folded into one blank."""
        return " ".join(self.text[span.start : span.end].split())
