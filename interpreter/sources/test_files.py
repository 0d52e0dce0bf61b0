"""Files of tests and what they test: such a file goes in, one source with the rules before it comes out."""

from __future__ import annotations

import re
from pathlib import Path

from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Part, Refusal, Source, Span
from astro_referee.interpreter.sources.variants import FileFinder, Files

HEADER = re.compile(r"^tests[ \t]+of[ \t]+(\"[^\"\n]*\")", re.MULTILINE)
NEAR = "tests are of a bundled game, or of a file in their folder or in one inside or beside it"


def with_rules(path: Path, name: str, text: str, files: Files) -> Source:
    """The tests below the rules they test; if these are not there, the tests alone, with what is wrong."""
    header = HEADER.search(text)
    if header is None:
        return Source(name, text)
    wanted = header[1][1:-1]
    finder = FileFinder(path.resolve(), name, files, ())
    rules = finder.fetch(wanted)
    if isinstance(rules, Source) and rules.tested is not None:
        rules = Refusal("no-base", f"`{wanted}` holds tests, too")
    if isinstance(rules, Refusal):
        place = Span(header.start(1), header.end(1))
        return Source(name, text, troubles=(Problem(rules.code, rules.message, place, NEAR),))
    whole = f"{rules.text}\n{text}"
    parts = (*rules.files, Part(name, len(rules.text) + 1))
    paths = (*finder.paths(wanted), *rules.paths, (name, str(finder.own)))
    return Source(name, whole, parts, rules.patches, tested=rules, mentions=rules.mentions, paths=paths)
