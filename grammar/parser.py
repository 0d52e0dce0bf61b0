"""The parser: `astro.lark` goes in, a Lark parser comes out, from tables kept between runs if there are any."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Iterator
from functools import cache as once
from hashlib import sha256
from pathlib import Path

import lark
from lark import Lark, Token, Tree
from lark.grammar import Rule
from lark.lexer import LexerThread, TerminalDef
from lark.parsers.lalr_interactive_parser import InteractiveParser

from astro_referee.grammar import cache

GRAMMAR = Path(__file__).with_name("astro.lark")
STARTS = ("file", "hole")
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT", "ERROR"})


def takes_room(part: Token | Tree[Token]) -> bool:
    """Whether a part of the tree has a place in the text: line ends and indentation would stretch what they close."""
    return not (isinstance(part, Token) and part.type in LAYOUT)


@once
def parser() -> Lark:
    """The parser, built once a run. It keeps every token, so that no word of the author's is lost before `build`."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    versions = f"{lark.__version__} {sys.implementation.cache_tag} {sys.hexversion}"
    name = f"parser-{sha256(f'{versions} {grammar}'.encode()).hexdigest()[:32]}"
    return _kept(name) or _built(name, grammar)


def _built(name: str, grammar: str) -> Lark:
    made = Lark(
        grammar,
        start=list(STARTS),
        parser="lalr",
        lexer="basic",
        keep_all_tokens=True,
        maybe_placeholders=False,
        propagate_positions=takes_room,
    )
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = {**data["options"], "propagate_positions": False}
    # Not pickle: a file that was tampered with must not run code. All of it is numbers, texts, lists and tables.
    cache.write(name, marshal.dumps((data, memo)))
    return made


def _kept(name: str) -> Lark | None:
    content = cache.read(name)
    if content is None:
        return None
    try:
        data, memo = marshal.loads(content)
        kept: Lark = Lark._load_from_dict(data, memo, propagate_positions=takes_room)  # type: ignore[no-untyped-call]
    except Exception:  # whatever is wrong with a cache, the grammar itself is at hand
        return None
    return kept


def lex(text: str) -> Iterator[Token]:
    """The bare tokens of a text."""
    tokens: Iterator[Token] = LexerThread.from_text(parser().parser.lexer, text).lex(None)  # type: ignore[no-untyped-call]
    return tokens


def parsing(start: str) -> InteractiveParser:
    """A fresh parse, to be fed token by token."""
    return parser().parse_interactive(start=start)
