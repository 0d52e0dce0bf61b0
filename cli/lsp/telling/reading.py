"""Moves in words: what a move is, when it is legal and what it does, as the rulebook says it."""

from __future__ import annotations

import re
from functools import lru_cache

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play.library import BadRules
from astro_referee.interpreter.show.rulebook.course import Course
from astro_referee.interpreter.show.rulebook.markdown import section_rows
from astro_referee.interpreter.show.rulebook.writing import read_rules

PLACE = re.compile(r" \([^()\s]+:\d+\)$", re.MULTILINE)
"""The line behind each sentence: whoever reads these is there already."""


@lru_cache(4)
def moves_in_words(source: Source) -> dict[str, str]:
    """Every move of some rules by its name; none while they have errors."""
    rules = source.tested or source
    try:
        lex, _, _ = read_rules(rules, 0)
    except BadRules:
        return {}
    found: dict[str, str] = {}
    for section in Course(lex).moves().inner:
        rows = [row for row in section_rows(section, 1) if not row.startswith(("#", ">"))]
        found.setdefault(section.place.partition("-")[2], PLACE.sub("", "\n".join(rows)).strip())
    return found
