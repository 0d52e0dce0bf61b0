"""The text around a problem: what stands before it, behind it, in its line, below it, and where a name is declared."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen

from astro_referee.grammar.problems import Fix
from astro_referee.grammar.source import Span

Fixes = Fix | tuple[Fix, ...] | None
BLOCK = "  "
"""How far a line stands further in than the one it belongs to."""
CLOSERS = {"(": ")", "[": "]", "{": "}"}


@frozen
class Spot:
    """A stretch of a text that something is wrong with, in the file it belongs to."""

    text: str
    span: Span
    file: Span

    @property
    def shown(self) -> str:
        return self.text[self.span.start : self.span.end]

    @property
    def line(self) -> Span:
        """The line in which it begins, without its end."""
        return self.line_of(self.span.start)

    def line_of(self, at: int) -> Span:
        start = max(self.text.rfind("\n", 0, at) + 1, self.file.start)
        end = self.text.find("\n", at)
        return Span(start, end if end >= 0 else len(self.text))

    @property
    def margin(self) -> str:
        """The blanks before the line."""
        return self.margin_of(self.line)

    def margin_of(self, line: Span) -> str:
        written = self.text[line.start : line.end]
        return written[: len(written) - len(written.lstrip(" "))]

    @property
    def block(self) -> Span:
        """The lines in which it stands, with what is further in below, up to the next line."""
        last = self.line_of(max(self.span.start, self.span.end - 1))
        inner, at = len(self.margin), last.end
        while at + 1 < self.file.end:
            below = self.line_of(at + 1)
            written = self.text[below.start : below.end]
            if written.strip() and len(written) - len(written.lstrip()) <= inner:
                break
            at = below.end
            if written.strip():
                last = below
        return Span(self.line.start, min(last.end + 1, self.file.end))

    # --- Edits --------------------------------------------------------------------------------------------------------

    def instead(self, text: str) -> Fix:
        return Fix(self.span, text)

    def added(self, text: str) -> Fix:
        return Fix(Span(self.span.end, self.span.end), text)

    def left(self, pattern: str, new: str) -> Fix | None:
        """What stands right before it in its line becomes something else."""
        found = re.search(rf"(?:{pattern})\Z", self.text[self.line.start : self.span.start])
        return self.made(found, self.line.start, new)

    def right(self, pattern: str, new: str) -> Fix | None:
        """What stands right behind it becomes something else."""
        found = re.match(pattern, self.text[self.span.end : self.line_of(self.span.end).end])
        return self.made(found, self.span.end, new)

    def inside(self, pattern: str, new: str) -> Fix | None:
        return self.made(re.search(pattern, self.shown), self.span.start, new)

    def in_line(self, pattern: str, new: str) -> Fix | None:
        return self.made(re.search(pattern, self.text[self.line.start : self.line.end]), self.line.start, new)

    def in_file(self, pattern: str, new: str) -> Fix | None:
        """The only place of the file that looks so; none if there are several."""
        found = [*re.finditer(pattern, self.text[self.file.start : self.file.end], re.MULTILINE)]
        return self.made(found[0], self.file.start, new) if len(found) == 1 else None

    def made(self, found: re.Match[str] | None, start: int, new: str) -> Fix | None:
        """What was found, or the group `at` of it, becomes something else."""
        if found is None:
            return None
        group = "at" if "at" in found.re.groupindex else 0
        return Fix(Span(start + found.start(group), start + found.end(group)), found.expand(new))

    def without(self) -> Fix:
        """It goes, with its line and what is below, if nothing else stands there."""
        line, block = self.line, self.block
        alone = not self.text[line.start : self.span.start].strip() and self.span.end >= self.line_of(self.span.end).end
        return Fix(block, "") if alone or self.span.end <= self.span.start else Fix(self.span, "")

    def without_lines(self) -> Fix:
        return Fix(self.block, "")

    def below_a(self, head: str, lines: Span | None = None) -> Fix:
        """A line comes above its block, or above more lines, which move further in."""
        block = lines if lines is not None else self.block
        moved = [f"{BLOCK}{line}" if line.strip() else line for line in self.of(block).split("\n")]
        return Fix(block, f"{self.margin}{head}\n" + "\n".join(moved))

    def run(self, goes_on: Callable[[str], bool]) -> Span:
        """Its block with those around it that stand as far in, as long as their lines are of a sort."""
        found = self.block
        while (
            found.end < self.file.end and self.beside(found.end) and goes_on(self.of(self.line_of(found.end)).strip())
        ):
            found = Span(found.start, Spot(self.text, Span(found.end, found.end), self.file).block.end)
        at = found.start
        while at > self.file.start:
            line = self.line_of(at - 1)
            if not self.of(line).strip() or len(self.margin_of(line)) < len(self.margin):
                break
            at = line.start
            if self.beside(at):
                if not goes_on(self.of(line).strip()):
                    break
                found = Span(at, found.end)
        return found

    def beside(self, at: int) -> bool:
        """Whether the line there stands as far in."""
        return self.margin_of(self.line_of(at)) == self.margin and bool(self.of(self.line_of(at)).strip())

    def of(self, span: Span) -> str:
        return self.text[span.start : span.end]

    def closing(self, at: int) -> int | None:
        """Where the bracket at an offset is closed in its line, or the one around it if none opens there."""
        ends, open_, quoted = self.line_of(at).end, list[str](), False
        for offset in range(at, ends):
            sign = self.text[offset]
            if sign == '"':
                quoted = not quoted
            elif quoted:
                continue
            elif sign in CLOSERS:
                open_.append(CLOSERS[sign])
            elif sign in CLOSERS.values():
                if not open_ or open_.pop() != sign:
                    return offset
                if not open_ and self.text[at] in CLOSERS:
                    return offset
        return None

    def brackets(self, at: int) -> Span | None:
        """The pair of brackets that opens at an offset."""
        end = self.closing(at) if self.text[at : at + 1] in [*CLOSERS] else None
        return Span(at, end + 1) if end is not None else None
