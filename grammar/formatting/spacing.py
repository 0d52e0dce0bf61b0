"""Blanks between words: the tokens of a line go in, and how many blanks stand before each of them comes out."""

from __future__ import annotations

from lark import Token

from astro_referee.grammar.syntax.words import SOFT, words

SPAN = "__ANON_0"
"""Lark's name for `..`."""

TIGHT_BEFORE = words(f"COMMA COLON RPAR RSQB RBRACE DOT LSQB {SPAN}")
TIGHT_AFTER = words(f"LPAR LSQB LBRACE DOT {SPAN}")
CALLED = words("NAME RPAR RSQB")
"""What `(` may follow to take it for the brackets of a call."""
VALUES = words("NAME NUMBER STRING RPAR RSQB RBRACE YES NO NONE EMPTY")
"""What ends a value, so that a sign behind it stands between two."""
BEFORE_A_SMALL_WORD = words("CLOCKWISE ANTICLOCKWISE ALL AT_RANDOM")
"""No values, but `from` behind them is no name all the same."""


def gaps(tokens: list[Token], cells: bool) -> list[int]:
    """Blanks before each token; `cells` says that these are cells of a table, where a sign belongs to its number."""
    found: list[int] = []
    before = ""
    unary = False
    for token in tokens:
        kind = _role(token, before)
        tight = (
            not before
            or kind in TIGHT_BEFORE
            or before in TIGHT_AFTER
            or (kind == "LPAR" and before in CALLED)
            or (unary and kind != "VBAR")
        )
        found.append(0 if tight else 1)
        unary = kind == "SIGN" and (cells or before not in VALUES)
        before = kind
    return found


def _role(token: Token, before: str) -> str:
    """The terminal of a token, where a small word such as `from` is a name unless it stands between two values."""
    if token.type in SOFT.values() and before not in VALUES and before not in BEFORE_A_SMALL_WORD:
        return "NAME"
    return token.type


def written(token: Token) -> str:
    """A token with one blank where it has several: `is   not`. Texts stay as they are."""
    return str(token) if token.type == "STRING" else " ".join(token.split())
