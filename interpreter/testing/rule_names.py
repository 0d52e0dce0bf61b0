"""What a place in the rules is called: a source and an offset in, `move play.take (nim.astro)` out.

Names and not lines: they stay the same when something else is written above.
"""

from __future__ import annotations

from pathlib import PurePath

from attrs import define, field

from astro_referee.grammar.source import Part, Source
from astro_referee.grammar.syntax.outline import Entry, everything, outline
from astro_referee.interpreter.records.differences import INSIDE, called


@define
class PartNames:
    """The names of the parts of some rules, each file looked through when it is first asked about."""

    source: Source
    found: dict[Part, list[Entry]] = field(factory=dict)

    def at(self, offset: int) -> str:
        """The innermost part with a name around a place, and its file."""
        part = self.source.part(offset)
        if part not in self.found:
            inside = self.source.stretch(part)
            entries = everything(outline(self.source.text[inside.start : inside.end]))
            self.found[part] = [entry for entry in entries if entry.name and entry.head not in INSIDE | {"THEN"}]
        line = self.source.text.count("\n", part.start, offset)
        around = [entry for entry in self.found[part] if entry.first <= line <= entry.last]
        file = PurePath(self.source.file(offset)).name
        return f"{called(around[-1])} ({file})" if around else file
