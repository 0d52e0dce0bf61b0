"""What an explanation can look at: the parser, the tokens, and the one it did not expect."""

from __future__ import annotations

from copy import copy
from functools import cached_property

from attrs import frozen
from lark import Token, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from astro_referee.grammar.source import Span
from astro_referee.grammar.syntax.lark_trees import LAYOUT


def would_take(parser: InteractiveParser, *tokens: Token) -> bool:
    """Whether the parser could go on with these tokens. It stays as it is."""
    trial: InteractiveParser = parser.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]
    conf = copy(trial.parser_state.parse_conf)
    conf.callbacks = {}  # build nothing: the trees are shared with the true parser
    trial.parser_state.parse_conf = conf
    try:
        for token in tokens:
            trial.feed_token(token)
    except UnexpectedToken:
        return False
    return True


@frozen(slots=False)
class ErrorContext:
    """A token the parser did not expect, with what stands around it. A hole in a text is a scene of one line."""

    parser: InteractiveParser
    text: str
    tokens: list[Token]
    at: int

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    @property
    def before(self) -> Token | None:
        """The token before it, of whatever sort."""
        return self.tokens[self.at - 1] if self.at else None

    @cached_property
    def accepted(self) -> frozenset[str]:
        """The terminals the parser would have taken instead."""
        return frozenset(self.parser.accepts() - {"ERROR"})  # type: ignore[no-untyped-call]

    @cached_property
    def start(self) -> int:
        """Where the line of the token begins; of a line end, the line it ends; of a step in or out, the line above."""
        at = self.at
        while at and self.tokens[at].type in LAYOUT | {"$END"}:
            at -= 1
        while at and self.tokens[at - 1].type not in LAYOUT:
            at -= 1
        return at

    @cached_property
    def line(self) -> list[Token]:
        """The words of that line."""
        end = self.start
        while end < len(self.tokens) and self.tokens[end].type not in LAYOUT | {"$END"}:
            end += 1
        return self.tokens[self.start : end]

    @cached_property
    def above(self) -> list[Token]:
        """The words of the line before that."""
        at = self.start
        while at and self.tokens[at - 1].type in LAYOUT:
            at -= 1
        return ErrorContext(self.parser, self.text, self.tokens, at - 1).line if at else []

    @property
    def nth(self) -> int:
        """Which word of its line the token is, counted from zero."""
        return self.at - self.start

    @property
    def begins_line(self) -> bool:
        return self.token.type not in LAYOUT and self.nth == 0

    @cached_property
    def rest(self) -> list[Token]:
        """The token and all behind it, to the end of its line."""
        end = self.start + len(self.line)
        return self.tokens[self.at : end + 1]

    def quote(self, span: Span) -> str:
        """What stands at a span, on one line, cut if it is long."""
        words = " ".join(self.text[span.start : span.end].split())
        return words if len(words) <= 60 else words[:60].rstrip() + "…"

    def fits(self, *instead: str, skip: int = 0) -> bool:
        """Whether the rest of the line could be read with these terminals before it, or in place of its first words."""
        made = [Token(terminal, "", start_pos=0, end_pos=0) for terminal in instead]
        return would_take(self.parser, *made, *self.rest[skip:])
