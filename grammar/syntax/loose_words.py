"""Words of phrases that are names where no phrase can begin: `var first: player`, `first = me`, `card.first`.

The tokens of a line go in; those that stand for names get the terminal of names. What stands beside a word decides:
behind a head such as `var`, behind a dot, in a row of a table, or before whatever cannot go on the word's phrase.
"""

from __future__ import annotations

from lark import Token

from astro_referee.grammar.syntax.words import CHANGES, CLOSERS, LOOSE, PAIRS, SOFT, words

# Heads behind which a name stands.
NAMING = words(
    """
    GAME LIBRARY VARIANT OPTION RULING KIND RING GRAPH GRID HEXGRID TABLE CARD TOKEN DIE ZONE VAR HISTORY PLAN DEF
    PROCEDURE PHASE MOVE LET LEAVE REPEAT DO OFFER ROLL
    """
)

# What goes on behind a name, and begins nothing that belongs to a phrase.
BEHIND_A_NAME = (
    words(
        """
        EQUAL PLUS_IS MINUS_IS COMMA COLON DOT VBAR LSQB SIGN STAR SLASH MOD COMPARE IS IS_NOT IN NOT_IN AND OR IF ELSE
        THEN OTHERWISE WHERE UNTIL BECAUSE FOR TAG INTO AS FOR_EACH SEEN_BY AT_RANDOM IF_ABLE __ANON_0
        """
    )
    | CLOSERS
)

# Words that go with the one before them, whatever follows: `by highest -x`, `must maximise (…)`, `insert first in …`.
TIED = {
    "HIGHEST": words("BY THEN"),
    "LOWEST": words("BY THEN"),
    "MAXIMISE": words("MUST"),
    "ONCE": words("TURNS"),
    "FIRST": words("INSERT"),
    "LAST": words("INSERT"),
}

COUNTED = words("FIRST LAST ITEM")
"""Words with a number and `of` behind them: `first 3 of …`."""


def name_loose_words(tokens: list[Token], is_row: bool = False) -> None:
    """Makes names of the words of a line that can be nothing else; from its end, since what follows decides."""
    for at in range(len(tokens) - 1, -1, -1):
        if tokens[at].type in LOOSE.values() and (is_row or _is_name(tokens, at)):
            tokens[at] = Token.new_borrow_pos("NAME", str(tokens[at]), tokens[at])


def _is_name(tokens: list[Token], at: int) -> bool:
    kind, before = tokens[at].type, tokens[at - 1].type if at else ""
    if before in ("DOT", "AFTER_DO") or (at == 1 and before in NAMING):
        return True
    if at + 1 == len(tokens):
        return True
    behind = tokens[at + 1].type
    if before in TIED.get(kind, ()):
        return before not in CHANGES and behind in ("COMMA", "TAG")
    if behind == "LPAR":
        return kind not in COUNTED or not _goes_on(tokens, _closed(tokens, at + 1), "OF")
    if behind not in SOFT.values():
        return behind in BEHIND_A_NAME
    if kind in COUNTED and _goes_on(tokens, at + 1, "OF"):
        return False
    return not (at + 2 < len(tokens) and tokens[at + 2].type in ("IN", "FROM" if kind == "REACH" else "IN"))


def _closed(tokens: list[Token], opener: int) -> int:
    """The place behind the bracket that closes one."""
    depth = 0
    for at in range(opener, len(tokens)):
        depth += (tokens[at].type in PAIRS) - (tokens[at].type in CLOSERS)
        if depth == 0:
            return at + 1
    return len(tokens)


def _goes_on(tokens: list[Token], start: int, terminal: str) -> bool:
    """Whether a terminal follows, outside further brackets and before the bracket around ends."""
    depth = 0
    for token in tokens[start:]:
        if depth == 0 and (token.type == terminal or token.type in CLOSERS):
            return token.type == terminal
        depth += (token.type in PAIRS) - (token.type in CLOSERS)
    return False
