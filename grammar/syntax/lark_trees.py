"""Looking into Lark's trees: a tree and the words asked for go in, the child that stands there comes out."""

from __future__ import annotations

from lark import Token, Tree

from astro_referee.grammar.source import NOWHERE, Span

# Terminals that take no room in the text.
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT", "ERROR"})

Branch = Tree[Token]
Part = Branch | Token


def place(part: Part) -> Span:
    """From the first to the last character of a part, line ends and indentation left out.

    Lark could note this in every branch, but most are never asked, and a block would run on to the next statement.
    """
    if isinstance(part, Token):
        return Span(part.start_pos or 0, part.end_pos or 0)
    first, last = _leaf(part, -1), _leaf(part, 1)
    return Span(first.start_pos or 0, last.end_pos or 0) if first and last else NOWHERE


def _leaf(branch: Branch, direction: int) -> Token | None:
    """The first word of a branch (direction -1) or its last (direction 1)."""
    parts: list[Part] = [branch]
    while parts:
        part = parts.pop()
        if not isinstance(part, Token):
            parts += part.children[::direction]
        elif part.type not in LAYOUT:
            return part
    return None


def word(branch: Branch, *terminals: str) -> Token | None:
    """The first token of one of these sorts directly in a branch."""
    return next((c for c in branch.children if isinstance(c, Token) and c.type in terminals), None)


def part_after(branch: Branch, *terminals: str) -> Part | None:
    """What stands behind the first token of one of these sorts."""
    for index, child in enumerate(branch.children):
        if isinstance(child, Token) and child.type in terminals:
            return branch.children[index + 1]
    return None


def branch_of(branch: Branch, *rules: str) -> Branch | None:
    """The first branch directly in a branch that was made by one of these rules."""
    return next((c for c in branch.children if isinstance(c, Tree) and c.data in rules), None)


def branches(branch: Branch | None, *rules: str) -> list[Branch]:
    """All branches directly in a branch that were made by one of these rules."""
    return [c for c in branch.children if isinstance(c, Tree) and c.data in rules] if branch else []


def between(branch: Branch | None, *marks: str) -> list[Part]:
    """The items of a list without the marks that part them."""
    return [c for c in branch.children if not (isinstance(c, Token) and c.type in marks)] if branch else []
