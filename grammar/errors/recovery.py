"""From laid-out tokens to Lark's tree of the file, past every mistake: each is reported once and its line left out.

Lark's own recovery does not go together with indentation, so the parser is fed token by token. At a token it does not
expect, it goes back to where a line may begin, takes `ERROR` for the line that is broken and its block, and goes on.
"""

from __future__ import annotations

from lark import Token, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from astro_referee.grammar.errors.context import ErrorContext, would_take
from astro_referee.grammar.errors.unexpected import explain
from astro_referee.grammar.mistakes.syntax import ReservedName
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.syntax import limits
from astro_referee.grammar.syntax.lark_trees import Branch
from astro_referee.grammar.syntax.layout import Layout, mark
from astro_referee.grammar.syntax.parser import parsing

LINE_ENDS = frozenset({"_NL", "_INDENT", "_DEDENT"})


def parse(layout: Layout, problems: list[Problem], start: str = "file") -> Branch | None:
    """The tree of all lines that can be read, or nothing if there are more problems than anybody wants to see."""
    parser = parsing(start)
    tokens = [*layout.tokens, mark("$END", layout.tokens[-1].end_pos)]
    broken = {layout.line_at(problem.span.start) for problem in problems}
    refused: set[str] = set()  # words that were no names where something was declared, and so are none where it is used
    at = 0
    while True:
        try:
            tree: Branch | None = parser.feed_token(tokens[at])
        except UnexpectedToken:
            if _line(parser, layout, at) not in broken and refused.isdisjoint(tokens[max(at - 1, 0) : at + 1]):
                problems.append(explain(ErrorContext(parser, layout.text, tokens, at)))
                if isinstance(problems[-1].mistake, ReservedName):
                    refused.add(problems[-1].mistake.word)
            if len(problems) > limits.PROBLEMS:
                return None
            at = back_to_a_line(parser, tokens, at)
        else:
            at += 1
            if at == len(tokens):
                return tree


def _line(parser: InteractiveParser, layout: Layout, at: int) -> int:
    """The line that is at fault at this token: the one above if it lacks its block."""
    lacks_block: bool = parser.accepts() == {"_INDENT"}  # type: ignore[no-untyped-call]
    return layout.lines[min(at - lacks_block, len(layout.lines) - 1)]


def back_to_a_line(parser: InteractiveParser, tokens: list[Token], at: int) -> int:
    """Bring the parser to a place where a line may begin, and say with which token to go on there."""
    dropped = _go_back(parser)
    blocks = sum(value.type == "_INDENT" for value in dropped if isinstance(value, Token))
    begins_line = at == 0 or tokens[at - 1].type in LINE_ENDS
    if not (begins_line and dropped and not blocks):  # else the line above is at fault: it lacks its block
        at = _skip(tokens, at, blocks)
    parser.feed_token(mark("ERROR", tokens[at].start_pos))
    parser.feed_token(mark("_NL", tokens[at].start_pos))
    return at


def _go_back(parser: InteractiveParser) -> list[object]:
    """Forget what was read until the parser would take `ERROR`; what was forgotten."""
    state = parser.parser_state
    dropped: list[object] = []
    while not would_take(parser, mark("ERROR", 0)):
        state.state_stack.pop()
        dropped.append(state.value_stack.pop())
    return dropped


def _skip(tokens: list[Token], at: int, blocks: int) -> int:
    """The first token behind the broken line and the block below it, out of as many blocks as were forgotten.

    A broken `if` takes its `else` with it.
    """
    start = at
    while start > 0 and tokens[start - 1].type not in LINE_ENDS:
        start -= 1
    conditional = tokens[start].type in ("IF", "ELSE", "ERROR")
    while True:
        kind = tokens[at].type
        if kind == "$END" or (kind == "_DEDENT" and blocks == 0):
            return at
        at += 1
        blocks += (kind == "_INDENT") - (kind == "_DEDENT")
        goes_on = tokens[at].type == "_INDENT" or (tokens[at].type == "ELSE" and conditional)
        if blocks == 0 and kind in ("_NL", "_DEDENT") and not goes_on:
            return at
