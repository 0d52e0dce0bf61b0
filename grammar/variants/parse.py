"""Variants as they are written: the text of one goes in, its header and its changes come out.

The lines of a change are not read here, only found: they are read in their new place, with the whole game.
"""

from __future__ import annotations

from attrs import field, frozen
from lark import Token

from astro_referee.grammar.build.files import FileBuilder
from astro_referee.grammar.errors.recovery import parse
from astro_referee.grammar.mistakes import text as mistakes
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Span
from astro_referee.grammar.syntax import limits
from astro_referee.grammar.syntax.characters import clean
from astro_referee.grammar.syntax.header import open_file
from astro_referee.grammar.syntax.lark_trees import Branch, between, branch_of, branches, place, word
from astro_referee.grammar.syntax.layout import Layout, lay_out
from astro_referee.grammar.syntax.parser import lex
from astro_referee.grammar.syntax.words import CHANGES, MARGIN

TAKEN_OVER = CHANGES | MARGIN - {"ASTRO", "VARIANT", "USE"} | {"PHASE", "MOVE"}
VERSION = "base"
"""The word below a header that names the base by its content."""


@frozen
class Change:
    """One change of the base. `word` is drop, replace, before, after, first, last or option; `body` are its lines."""

    word: str
    path: tuple[str, ...]
    reason: str | None
    span: Span
    body: Span | None = None
    names: tuple[Span, ...] = field(default=(), eq=False, repr=False)
    """Where the words of the path stand."""


@frozen
class HeaderLine:
    """A line below a header: a sentence about the game, or a credit with the word before it."""

    who: str
    text: str
    span: Span = field(eq=False, repr=False)


@frozen
class Variant:
    """A variant without its base."""

    name: str
    base: str
    mixed_in: tuple[str, ...]
    players: str
    tags: str
    said: tuple[HeaderLine, ...]
    version: str
    uses: tuple[Span, ...]
    changes: tuple[Change, ...]
    added: tuple[Span, ...]
    places: dict[str, Span] = field(factory=dict, eq=False, repr=False)
    """Where the header and each file it names stand."""

    @property
    def docs(self) -> tuple[str, ...]:
        return tuple(line.text for line in self.said if not line.who)


def read_variant(text: str) -> tuple[Variant | None, list[Problem]]:
    """The variant in a text, if nothing is wrong with how it is written."""
    problems: list[Problem] = []
    if len(text) > limits.FILE:
        return None, [mistakes.FileTooLarge(len(text), limits.FILE).at(Span(0, 0))]
    cleaned = clean(text, problems)
    layout = folded(lay_out(cleaned, lex(cleaned)))
    problems += layout.problems
    if problems or not open_file(layout, problems):
        return None, problems
    branch = parse(layout, problems, "variant")
    if branch is None or problems:
        return None, problems
    return VariantBuilder(text, problems).variant(branch), problems


def folded(layout: Layout) -> Layout:
    """Each run of lines that belongs into the base becomes one token."""
    tokens: list[Token] = []
    lines: list[int] = []
    at, depth = 0, 0
    begins = True
    while at < len(layout.tokens):
        token = layout.tokens[at]
        taken_over = token.type in TAKEN_OVER and not is_setting(layout.tokens, at)
        if begins and depth == 0 and layout.lines[at] > 1 and taken_over:
            end = line_end(layout.tokens, at) if token.type in CHANGES else at
            tokens += layout.tokens[at:end]
            lines += layout.lines[at:end]
            stop = block_end(layout.tokens, end)
            has_block = token.type not in CHANGES or layout.tokens[end : end + 2][-1].type == "_INDENT"
            if has_block:
                tokens.append(taken(layout.tokens[end:stop]))
                lines.append(layout.lines[end])
                at = stop
            else:
                tokens.append(layout.tokens[end])
                lines.append(layout.lines[end])
                at = end + 1
            continue
        depth += (token.type == "_INDENT") - (token.type == "_DEDENT")
        begins = token.type in ("_NL", "_DEDENT")
        tokens.append(token)
        lines.append(layout.lines[at])
        at += 1
    return Layout(layout.text, tokens, lines, layout.starts, layout.problems)


def is_setting(tokens: list[Token], at: int) -> bool:
    """Whether a line sets an option: `option open_hands = yes`."""
    return [token.type for token in tokens[at : at + 3 : 2]] == ["OPTION", "EQUAL"]


def line_end(tokens: list[Token], at: int) -> int:
    while tokens[at].type != "_NL":
        at += 1
    return at


def block_end(tokens: list[Token], at: int) -> int:
    """Behind the line and the block below it."""
    at = line_end(tokens, at) + 1
    depth = 0
    while at < len(tokens) and (depth or tokens[at].type == "_INDENT"):
        depth += (tokens[at].type == "_INDENT") - (tokens[at].type == "_DEDENT")
        at += 1
    return at


def taken(tokens: list[Token]) -> Token:
    """One token for many: from the first word to the last."""
    said = [token for token in tokens if token.type not in ("_NL", "_INDENT", "_DEDENT")]
    return Token("LINES", "lines", start_pos=said[0].start_pos, end_pos=said[-1].end_pos)


class VariantBuilder(FileBuilder):
    """Builds a variant from Lark's tree."""

    def variant(self, branch: Branch) -> Variant | None:
        header = branch_of(branch, "variant_header")
        if header is None or not header.children or word(header, "VARIANT") is None:
            return None
        _, name, _, base = header.children[:4]
        mixed = between(branch_of(header, "texts"), "COMMA")
        notes = self.noted(header)
        said = [self.below_header(*line.children) for line in branches(branch_of(header, "about"), "credit")]
        files = {self.plain(text): place(text) for text in [base, *mixed]}
        return Variant(
            name=self.name(name).word,
            base=self.plain(base),
            mixed_in=tuple(self.plain(text) for text in mixed),
            players=self.players(header),
            tags=" ".join(f"@{tag.name}" for tag in notes["tags"]),
            said=tuple(line for line in said if line.who != VERSION),
            version=next((line.text for line in reversed(said) if line.who == VERSION), ""),
            uses=tuple(place(use) for use in branches(branch, "use")),
            changes=tuple(self.change(part) for part in branches(branch, "setting", "drop", "replace", "insert")),
            added=tuple(place(part) for part in branches(branch, "added")),
            places={"": place(name), **files},
        )

    def below_header(self, *line: Token | Branch) -> HeaderLine:
        *who, text = line
        return HeaderLine(self.name(who[0]).word if who else "", self.plain(text), place(text))

    def players(self, header: Branch) -> str:
        """`2..4 players` as it is written, or nothing."""
        said = word(header, "FOR")
        if said is None:
            return ""
        at = header.children.index(said)
        return self.text[place(header.children[at + 1]).start : place(header.children[at + 2]).end]

    def change(self, branch: Branch) -> Change:
        if branch.data == "setting":
            value = place(branch.children[3])
            name = self.name(branch.children[1])
            return Change("option", (name.word,), None, place(branch), value, (name.span,))
        target = branch_of(branch, "target")
        assert target is not None
        steps = between(target, "DOT")
        text = next((step for step in steps if isinstance(step, Token) and step.type == "STRING"), None)
        names = tuple(place(step) for step in steps if step is not text)
        path = tuple(self.text[name.start : name.end] for name in names)
        placing = branch_of(branch, "where_")
        where = placing.children[0] if placing is not None else branch.data
        lines = word(branch, "LINES")
        return Change(
            str(where),
            path,
            str(text)[1:-1] if text is not None else None,
            place(target),
            place(lines) if lines else None,
            names,
        )
