"""Words with a meaning: which begin a line, which are never names, and what marks are called in a report."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def terminals(text: str) -> dict[str, str]:
    """The words of a text with their terminals: the same word in capitals."""
    return {word: word.upper() for word in text.split()}


# Names that mean something only as the first word of a line.
HEADS = terminals(
    """
    astro game library variant drop replace insert use option ruling kind ring team graph player grid hexgrid table card
    token die zone var history plan def procedure phase begin finish end turns ask offer move when must let put deal
    shuffle swap pass add remove remember roll show retire return do leave repeat winner draw rank never say
    tests test playthrough seed games given chance refuse expect offers always
    """
)

# Heads that stand at the left margin and nowhere else. `phase` and `move` also stand inside.
MARGIN = words(
    """
    ASTRO GAME LIBRARY VARIANT USE OPTION RULING KIND RING TEAM GRAPH PLAYER GRID HEXGRID TABLE CARD TOKEN DIE ZONE VAR
    HISTORY PLAN DEF PROCEDURE END TESTS TEST PLAYTHROUGH
    """
)

# Heads of what tests the rules and is no part of them.
TESTED = words("TEST PLAYTHROUGH")

# Heads of lines that change another file.
CHANGES = words("DROP REPLACE INSERT")

# Where each part of a larger whole belongs, for the heads that only stand there.
HOMES: dict[str, str] = {
    "BEGIN": "in a phase",
    "FINISH": "in a phase",
    "AS_SOON_AS": "in a phase",
    "WHEN": "in a move, in a def, or below an option",
    "MUST": "in a move",
    "THEN": "in a move",
    "SEED": "in a test",
    "GAMES": "in a test",
    "GIVEN": "in a test",
    "CHANCE": "in a test",
    "REFUSE": "in a test",
    "EXPECT": "in a test",
    "OFFERS": "in a test",
    "ALWAYS": "in a test",
    "ELSE": "below an `if`, as far left as it, or behind a rule that gives its reason",
}

# What of today's date can be suggested where an option is asked for.
TODAY = ("day", "month")

# Words that are never names.
RESERVED = terminals(
    """
    after all and anticlockwise as because clockwise else empty for if in into is mod no none not of or otherwise then
    until where yes
    """
)

# Words of phrases that are names where no phrase can begin: loose_words.py tells which.
LOOSE = terminals(
    "best count each every first highest item last lowest maximise named once only ordered reach some sum"
)

# Words of the grammar that are also names.
SOFT = terminals("from to on under with by within costing")

# Reserved words that begin a line. With the heads they are all the words an author can have meant there.
OPENINGS = terminals("if else for then otherwise")

# Brackets: what opens, and what closes it.
PAIRS: dict[str, str] = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"}
CLOSERS = frozenset(PAIRS.values())

SPOKEN: dict[str, str] = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "CASE_TEXT": "a text and when it is told",
    "TAG": "a footnote such as `@A1`",
    "COMPARE": "`<`, `<=`, `>` or `>=`",
    "SIGN": "`+` or `-`",
    "STAR": "`*`",
    "SLASH": "`/`",
    "PLUS_IS": "`+=`",
    "MINUS_IS": "`-=`",
    "EQUAL": "`=`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "VBAR": "`|`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "__ANON_0": "`..`",
    "LINES": "indented lines below",
    "_NL": "end of line",
    "_INDENT": "an indented line",
    "_DEDENT": "end of the indented lines",
    "$END": "end of the file",
}


def terminal_name(terminal: str) -> str:
    """What a terminal is called in a report: "a name", "`)`", "end of line", "`for each`"."""
    return SPOKEN.get(terminal) or f"`{terminal.lower().replace('_', ' ')}`"


def listed(things: list[str], word: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    return f" {word} ".join(filter(None, [", ".join(things[:-1]), *things[-1:]]))
