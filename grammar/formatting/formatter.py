"""The one layout of rule files: a text goes in, the same rules with the same comments come out, laid out.

It looks at lines and words only, not at the tree, so that the lines of a variant are laid out like those of a game.
"""

from __future__ import annotations

from astro_referee.grammar.formatting.breaking import break_long_lines
from astro_referee.grammar.formatting.columns import set_columns
from astro_referee.grammar.formatting.indents import set_comments, set_first_lines, set_further_lines
from astro_referee.grammar.formatting.rows import Page, Row, page
from astro_referee.grammar.formatting.spacing import written
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Part, Source, is_variant
from astro_referee.grammar.syntax import limits
from astro_referee.grammar.syntax.layout import lay_out
from astro_referee.grammar.syntax.parser import lex
from astro_referee.grammar.variants.parse import read_variant


def unreadable(name: str, text: str) -> tuple[Problem, ...]:
    """What keeps a file from being laid out: everything wrong with how it is written, whatever it uses or changes."""
    if is_variant(text):
        return tuple(read_variant(text)[1])
    return read(Source(name, text, (Part(name, 0, {}),)))[1]


def formatted(text: str) -> str:
    """A file that can be read, laid out. Who formats the result gets it back."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    lines = page(text)
    set_first_lines(lines)
    break_long_lines(lines)
    set_further_lines(lines)
    set_comments(lines)
    set_columns(lines)
    result = "".join("\n" * row.blank_before + shown(row) + "\n" for row in lines.rows)
    if words(result) != words(text) or comments(page(result)) != comments(lines):
        raise AssertionError("the layout would change what the file says")
    return result if fits(result) else text


def shown(row: Row) -> str:
    words = " " * row.indent + row.words
    return words.ljust(row.indent + row.mark) + row.comment if row.comment else words


def fits(text: str) -> bool:
    """Whether a file is still of a size that is read."""
    return len(text) <= limits.FILE and max(map(len, text.split("\n"))) < limits.LINE


def words(text: str) -> list[tuple[str, str]]:
    """All that the parser sees of a file: its words and its blocks."""
    return [(token.type, written(token)) for token in lay_out(text, lex(text)).tokens]


def comments(lines: Page) -> list[str]:
    return [row.comment for row in lines.rows if row.comment]
