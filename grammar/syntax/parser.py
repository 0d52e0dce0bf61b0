"""The parser: `astro.lark` goes in, a Lark parser comes out, from tables kept between runs if there are any."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Iterator
from functools import cache as once
from hashlib import sha256
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import LexerThread, TerminalDef
from lark.parsers.lalr_interactive_parser import InteractiveParser

from astro_referee.grammar import cache

GRAMMAR = Path(__file__).resolve().parents[1] / "astro.lark"
OPTIONS: dict[str, Any] = {
    "start": ["file", "hole", "variant"],
    "parser": "lalr",
    "lexer": "basic",
    "keep_all_tokens": True,
    "maybe_placeholders": False,
}


@once
def parser() -> Lark:
    """The parser, built once a run. It keeps every token, so that no word of the author's is lost before `build`."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    made_by = f"{lark.__version__} {sys.implementation.cache_tag} {sys.hexversion} {OPTIONS}"
    name = f"parser-{sha256(f'{made_by} {grammar}'.encode()).hexdigest()[:32]}"
    return _kept(name) or _built(name, grammar)


def _built(name: str, grammar: str) -> Lark:
    made = Lark(grammar, **OPTIONS)
    data, memo = made.memo_serialize([TerminalDef, Rule])
    # Not pickle: a file that was tampered with must not run code. All of it is numbers, texts, lists and tables.
    cache.write(name, marshal.dumps((data, memo)))
    return made


def _kept(name: str) -> Lark | None:
    content = cache.read(name)
    if content is None:
        return None
    try:
        data, memo = marshal.loads(content)
        kept: Lark = Lark._load_from_dict(data, memo)  # type: ignore[no-untyped-call]
    except Exception:  # whatever is wrong with a cache, the grammar itself is at hand
        return None
    return kept


def lex(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The bare tokens of a text, or of a stretch of it, with their places in the whole."""
    part = text[start:end]
    for token in LexerThread.from_text(parser().parser.lexer, part).lex(None):  # type: ignore[no-untyped-call]
        token.start_pos += start
        token.end_pos += start
        yield token


def parsing(start: str) -> InteractiveParser:
    """A fresh parse, to be fed token by token."""
    return parser().parse_interactive(start=start)
