"""How large a rule file and its parts may be: past that they are refused, so that nothing later hangs or breaks."""

from __future__ import annotations

from lark import Token

from astro_referee.grammar.mistakes import text as mistakes
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.syntax.lark_trees import place
from astro_referee.grammar.syntax.words import CLOSERS, PAIRS

# The longest rule file so far has 15,000 characters. This many take some seconds; ten times as many would seem to hang.
FILE = 500_000

# A line is shown whole when something in it is wrong.
LINE = 10_000

# Nobody can pair more brackets than this by eye, and generated code still fits into Python's limit of 200.
BRACKETS = 64

# Operators in one phrase, brackets around it included. Each is a level of the tree, every pass walks the tree by
# recursion with a few calls a level, and Python allows a thousand calls. Lists parted by commas are flat: no limit.
OPERATORS = 100

# Blocks within blocks: with the operators above still far from a thousand calls. The deepest game so far needs 9.
BLOCKS = 40

# Digits of a number: all of them fit into 32 bits.
DIGITS = 9

# Letters of a name: of any place, card or player, also of one that is put together from others. Lists are made of them.
NAME = 100

# Random games of a test, and moves in each of them: some minutes of work, and more than anybody reads.
GAMES = 10_000
MOVES = 10_000

# Problems reported in one run; whoever has more does not read on.
PROBLEMS = 50

# Words that do not make the tree deeper than the rest of their phrase.
FLAT = frozenset({"NAME", "NUMBER", "STRING", "TAG"})


def overgrown(tokens: list[Token]) -> Problem | None:
    """What is wrong with a line whose tree would be too deep, if it would."""
    level = 0
    outer: list[int] = []
    for token in tokens:
        if token.type == "NAME" and len(token) > NAME:
            return mistakes.NameTooLong(NAME).at(place(token))
        if token.type in CLOSERS and outer:
            level = outer.pop()
        elif token.type in ("COMMA", "VBAR"):
            level = outer[-1] if outer else 0
        elif token.type not in FLAT:
            level += 1
        if token.type in PAIRS:
            outer.append(level)
        if len(outer) > BRACKETS:
            return mistakes.TooManyBrackets(BRACKETS).at(place(token))
        if level > OPERATORS:
            return mistakes.PhraseTooLong(OPERATORS).at(place(token))
    return None
