"""The grammar file itself, and the tables of words that have to agree with it."""

from __future__ import annotations

import re

from lark import Lark
from lark.lexer import PatternStr

from astro_referee.grammar.syntax.parser import GRAMMAR, OPTIONS, parser
from astro_referee.grammar.syntax.words import HEADS, HOMES, LOOSE, MARGIN, OPENINGS, RESERVED, SOFT, terminal_name

MADE_BY_LAYOUT = {"_INDENT", "_DEDENT", "ERROR", "TOGETHER", "ANY", "BEFORE", "LINES", "CASE_TEXT", "SEES", "PERFT"}


def test_the_grammar_has_no_conflicts_and_no_terminals_that_collide() -> None:
    Lark(GRAMMAR.read_text(encoding="utf-8"), **OPTIONS, strict=True)


def test_heads_are_the_declared_terminals() -> None:
    text = GRAMMAR.read_text(encoding="utf-8")
    declared = {name for line in re.findall(r"^%declare (.*)", text, flags=re.MULTILINE) for name in line.split()}
    assert {*HEADS.values()} == declared - MADE_BY_LAYOUT
    assert {*MARGIN, *HOMES} <= {*HEADS.values(), *OPENINGS.values(), "AS_SOON_AS"}


def test_reserved_loose_and_soft_words_are_the_quoted_ones() -> None:
    words = {t.pattern.value: t.name for t in parser().terminals if isinstance(t.pattern, PatternStr)}
    assert {word: name for word, name in words.items() if word.isalpha()} == {**RESERVED, **LOOSE, **SOFT}


def test_every_terminal_has_a_name_in_plain_english() -> None:
    names = [
        terminal_name(terminal.name) for terminal in parser().terminals if not terminal.name.startswith("__IGNORE")
    ]
    assert len(set(names)) == len(names)
    assert not [name for name in names if "__" in name or "anon" in name.lower()]
