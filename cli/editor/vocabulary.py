"""The words of the language by their sorts, for whatever colours rule files: the grammar in, lists of words out."""

from __future__ import annotations

import re

from astro_referee.grammar.syntax.outline import NAMED, OWN_NAME
from astro_referee.grammar.syntax.parser import GRAMMAR
from astro_referee.grammar.syntax.words import HEADS, LOOSE, RESERVED, SOFT
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, BUILTIN_NAMES

TOGETHER = re.compile(r"^[A-Z_]+\.3: /(.*?)\\b/", re.MULTILINE)
"""Words of the grammar that mean something only together."""
CONSTANTS = frozenset({"yes", "no", "none", "empty"})
OPERATORS = frozenset({"and", "or", "not", "in", "is", "mod"})
NO_HEAD = r"(?!\s*(?:[-+]?=|[.|,\[]))"
"""Not after a head word that is a name after all: `rank = 3`, `card.suit`, a row of a table."""
BEFORE_VALUE = r"(?=[ ]+(?!(?:and|or|is|in|not|mod|if|else|where|then|otherwise)\b)[\w({\"])"
"""After a soft word that is no name: a value follows."""


def heads() -> list[str]:
    """Words that begin a line."""
    return sorted(HEADS)


def naming() -> list[str]:
    """Those followed by a new name."""
    return sorted(head for head, terminal in HEADS.items() if terminal in NAMED - OWN_NAME)


def together() -> list[str]:
    """Pairs and triples of words, as patterns."""
    return TOGETHER.findall(GRAMMAR.read_text(encoding="utf-8"))


def reserved() -> list[str]:
    """Words of phrases and lines that are hardly ever names, but for values and operators."""
    return sorted({*RESERVED, *LOOSE} - CONSTANTS - OPERATORS)


def soft() -> list[str]:
    return sorted(SOFT)


def names() -> list[str]:
    """Names and types that the language gives a meaning."""
    return sorted({*BUILTIN_NAMES, "player", "bool"})


def functions() -> list[str]:
    return sorted(BUILTIN_FUNCTIONS)
