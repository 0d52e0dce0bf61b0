"""From bare tokens to laid-out ones: line ends, indentation and first words get the terminals the grammar asks for.

Three steps: physical lines are joined to logical ones, the first word of each is told from a name, and the steps in
and out of blocks are put between them. What is wrong is noted; the result can be parsed all the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from attrs import Factory, define
from lark import Token

from astro_referee.grammar.mistakes import text as mistakes
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Span
from astro_referee.grammar.syntax import limits
from astro_referee.grammar.syntax.lark_trees import place
from astro_referee.grammar.syntax.loose_words import name_loose_words
from astro_referee.grammar.syntax.words import CHANGES, CLOSERS, HEADS, OPENINGS, PAIRS, words

GOES_ON_AFTER = frozenset({"COMMA", "COLON", "EQUAL"})
GOES_ON_WITH = words("AND OR ELSE WHERE BECAUSE UNTIL AFTER")

# The same where only an author breaks a line.
ALSO_GOES_ON_WITH = words("INTO IS IS_NOT IN NOT_IN COMPARE STAR SLASH MOD")

# Words that go on the line above unless they are names there: `from hand[me]`, but not `from = 3`.
MAY_GO_ON_WITH = words("FROM TO ON UNDER BY")

# Behind one of these, the first word of a line is the name of something, whatever the word.
AFTER_A_NAME = words(
    "EQUAL PLUS_IS MINUS_IS DOT LSQB VBAR COMMA IS IS_NOT IN NOT_IN COMPARE SIGN STAR SLASH MOD IF OTHERWISE AND OR"
)

# A line that begins with one of these stands outside brackets, unless a choice of two values goes on in it.
NEVER_IN_BRACKETS = frozenset({"IF", "ELSE", "OTHERWISE", "BECAUSE", "UNTIL"})
STORES = frozenset({"EQUAL", "PLUS_IS", "MINUS_IS"})

# Behind a head word, one of these cannot go on a phrase in brackets: a new line of rules has begun.
AFTER_A_HEAD = frozenset({"NAME", "NUMBER", "STRING"})

# Steps that a test can expect, besides a condition.
EXPECTED = frozenset({"winner", "draw", "say"})

# Open blocks, the margin included.
DEEPEST = limits.BLOCKS + 1


@define
class Line:
    """A logical line: its tokens, and how far its first one is indented."""

    width: int
    tokens: list[Token]


@define
class Layout:
    """Laid-out tokens; `lines` says for each of them which logical line it belongs to (a step in: the line above)."""

    text: str
    tokens: list[Token] = Factory(list)
    lines: list[int] = Factory(list)
    starts: list[int] = Factory(list)
    problems: list[Problem] = Factory(list)

    def line_at(self, offset: int) -> int:
        """The logical line a place belongs to."""
        return bisect_right(self.starts, offset) - 1

    def add(self, token: Token, line: int) -> None:
        self.tokens.append(token)
        self.lines.append(line)


def lay_out(text: str, bare: Iterable[Token]) -> Layout:
    """Tokens as the lexer gives them go in (with `_NL`), tokens as the grammar asks for them come out."""
    layout = Layout(text)
    logical = _logical(text, bare, layout.problems)
    for line in logical:
        overgrown = limits.overgrown(line.tokens)
        if overgrown:
            layout.problems.append(overgrown)
            line.tokens[:] = [Token.new_borrow_pos("ERROR", "", line.tokens[0])]
    _indent(logical, layout)
    return layout


def logical_lines(text: str, bare: Iterable[Token]) -> list[Line]:
    """The lines alone, whatever is wrong with them."""
    return _logical(text, bare, [])


def _logical(text: str, bare: Iterable[Token], problems: list[Problem]) -> list[Line]:
    lines = _joined(list(_physical(text, bare, problems)), problems)
    for line in lines:
        _retag(line.tokens)
        name_loose_words(line.tokens, _is_row(line.tokens))
    return lines


def is_head(tokens: list[Token]) -> bool:
    """Whether the first word of this line is more than a name."""
    return tokens[0].type == "NAME" and tokens[0] in HEADS and not _names_something(tokens)


# --- Lines as they stand in the file -----------------------------------------------------------------------------


def _physical(text: str, bare: Iterable[Token], problems: list[Problem]) -> Iterator[Line]:
    tabbed: list[Span] = []
    line: list[Token] = []
    for token in bare:
        if token.type == "_NL":
            if line:
                yield Line(_width(text, line[0], tabbed), line)
            line = []
        else:
            line.append(token)
    if line:
        yield Line(_width(text, line[0], tabbed), line)
    if tabbed:
        problems.append(mistakes.Tabbed(len(tabbed)).at(tabbed[0]))


def _width(text: str, first: Token, tabbed: list[Span]) -> int:
    start = first.start_pos or 0
    margin = text[text.rfind("\n", 0, start) + 1 : start]
    if "\t" in margin:
        at = start - len(margin) + margin.index("\t")
        tabbed.append(Span(at, at + 1))
    return len(margin.expandtabs(2))


# --- Lines that go on -----------------------------------------------------------------------------------------------


def _joined(physical: list[Line], problems: list[Problem]) -> list[Line]:
    logical: list[Line] = []
    brackets: list[Token] = []
    for line in physical:
        if brackets and not _goes_on_choosing(line, logical[-1], brackets[-1]) and _begins_anew(line, logical[-1]):
            _unclosed(brackets, problems)
        if logical and (brackets or _goes_on(logical[-1], line)):
            logical[-1].tokens += line.tokens
        else:
            logical.append(Line(line.width, list(line.tokens)))
        _match(line.tokens, brackets, problems)
    _unclosed(brackets, problems)
    return logical


def _goes_on(above: Line, line: Line) -> bool:
    if line.width <= above.width:
        return False
    first, unfinished = line.tokens[0].type, above.tokens[-1].type in GOES_ON_AFTER
    if first in MAY_GO_ON_WITH and not unfinished:
        return len(line.tokens) > 1 and line.tokens[1].type not in AFTER_A_NAME and not _is_row(line.tokens)
    if first == "SIGN":
        return not (_opens_cases(above) or _is_row(line.tokens))
    return unfinished or first in GOES_ON_WITH | ALSO_GOES_ON_WITH


def _opens_cases(line: Line) -> bool:
    """Whether values can begin the lines below: `-1 if …`."""
    first = str(line.tokens[0])
    return first.upper() in CHANGES or (first == "def" and all(token.type != "EQUAL" for token in line.tokens))


def _begins_anew(line: Line, above: Line) -> bool:
    """Whether this line, although a bracket is open above, can only be a new one: then the bracket was forgotten."""
    first, *others = (token.type for token in line.tokens)
    if first in NEVER_IN_BRACKETS or (first == "NAME" and others and others[0] in STORES):
        return True
    if is_head(line.tokens):
        return line.width <= above.width or (bool(others) and others[0] in AFTER_A_HEAD)
    if line.width == 0:
        return first not in CLOSERS
    return line.width <= above.width and (first == "STRING" or first in OPENINGS.values())


def _goes_on_choosing(line: Line, above: Line, opener: Token) -> bool:
    """Whether a line in brackets is the rest of `(A if C else B)`, from its `if` or its `else` on."""
    if line.width <= above.width:
        return False
    if line.tokens[0].type == "IF":
        return _choices(line.tokens) == 0
    opened = next(index for index, token in enumerate(above.tokens) if token is opener)
    return line.tokens[0].type == "ELSE" and _choices(above.tokens[opened + 1 :]) > 0


def _choices(tokens: list[Token]) -> int:
    """How many an `if` has begun that no `else` goes on with, up to where the bracket around them is closed."""
    depth = found = 0
    for token in tokens:
        depth += (token.type in PAIRS) - (token.type in CLOSERS)
        if depth < 0:
            break
        if depth == 0:
            found += (token.type == "IF") - (token.type == "ELSE")
    return found


def _match(tokens: list[Token], brackets: list[Token], problems: list[Problem]) -> None:
    for token in tokens:
        if token.type in PAIRS:
            brackets.append(token)
        elif token.type in CLOSERS and not brackets:
            problems.append(mistakes.ClosesNothing(token).at(place(token)))
        elif token.type in CLOSERS:
            opener = brackets.pop()
            if PAIRS[opener.type] != token.type:
                problems.append(mistakes.WrongBracket(token, opener, place(opener)).at(place(token)))


def _unclosed(brackets: list[Token], problems: list[Problem]) -> None:
    if brackets:
        opener = brackets[-1]
        problems.append(mistakes.NeverClosed(opener).at(place(opener)))
        brackets.clear()


# --- First words ----------------------------------------------------------------------------------------------------


def _names_something(tokens: list[Token]) -> bool:
    changes = tokens[0].upper() in CHANGES and tokens[0].column == 1
    if len(tokens) > 1 and tokens[1].type in ("OTHERWISE", "IN") and changes:
        return False  # `drop otherwise`, or `insert in` for `insert last in`: only further in could it be a name
    return len(tokens) > 1 and (tokens[1].type in AFTER_A_NAME or _is_row(tokens))


def _is_row(tokens: list[Token]) -> bool:
    """Whether a line is a row of a table: it has a single `|` outside brackets."""
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token.type in PAIRS) - (token.type in CLOSERS)
        if token.type == "VBAR" and depth == 0:
            return index + 1 == len(tokens) or tokens[index + 1].type != "VBAR"
    return False


def _retag(tokens: list[Token]) -> None:
    if [token.type for token in tokens[:2]] in (["STRING", "IF"], ["STRING", "OTHERWISE"]):
        tokens[0] = Token.new_borrow_pos("CASE_TEXT", str(tokens[0]), tokens[0])
    if not is_head(tokens):
        return
    tokens[0] = Token.new_borrow_pos(HEADS[tokens[0]], str(tokens[0]), tokens[0])
    many = tokens[0].type == "ASK" and [t.type for t in tokens[1:4]] == ["NAME", "NAME", "IN"]
    where = tokens[0].type == "INSERT" and len(tokens) > 1 and tokens[1] == "before"
    step = tokens[0].type == "EXPECT" and len(tokens) > 1 and tokens[1] in EXPECTED and is_head(tokens[1:])
    if where or step or (many and tokens[1] in ("together", "any")):
        tokens[1] = Token.new_borrow_pos(tokens[1].upper(), str(tokens[1]), tokens[1])
    if tokens[0].type == "EXPECT" and len(tokens) > 2:
        kinds = [token.type for token in tokens[1:3]]
        at = 2 if tokens[2] == "sees" and kinds == ["NAME", "NAME"] else 1
        if at == 2 or (tokens[1] == "perft" and kinds == ["NAME", "NUMBER"]):
            tokens[at] = Token.new_borrow_pos(tokens[at].upper(), str(tokens[at]), tokens[at])


# --- Blocks -----------------------------------------------------------------------------------------------------------


def _indent(logical: list[Line], layout: Layout) -> None:
    stack = [0]
    forgiven: set[int] = set()
    for number, line in enumerate(logical):
        first = line.tokens[0]
        layout.starts.append(first.start_pos or 0)
        if number == 0 and line.width:
            layout.problems.append(mistakes.FIRST_LINE_INDENTED.at(place(first)))
        elif line.width > stack[-1]:
            stack.append(line.width)
            if len(stack) <= DEEPEST:
                layout.add(mark("_INDENT", first.start_pos), number - 1)
            elif len(stack) == DEEPEST + 1:
                layout.problems.append(_too_deep(logical[number - 1].tokens[0]))
        # A line between two levels counts as one of the deeper: it more often slipped than it was meant to end a block.
        while len(stack) > 1 and line.width <= stack[-2]:
            if len(stack) <= DEEPEST:
                layout.add(mark("_DEDENT", first.start_pos), number)
            stack.pop()
            forgiven.clear()
        if len(stack) > DEEPEST:
            continue
        if len(stack) > 1 and line.width < stack[-1] and line.width not in forgiven:
            forgiven.add(line.width)
            layout.problems.append(_between(first, line.width, stack))
        for token in line.tokens:
            layout.add(token, number)
        layout.add(mark("_NL", line.tokens[-1].end_pos), number)
    end = layout.tokens[-1].end_pos if layout.tokens else 0
    for _ in stack[1:DEEPEST]:
        layout.add(mark("_DEDENT", end), len(logical) - 1)


def mark(terminal: str, place: int | None) -> Token:
    """A token without any text."""
    return Token(terminal, "", start_pos=place, end_pos=place)


def _too_deep(above: Token) -> Problem:
    return mistakes.TooManyBlocks(limits.BLOCKS).at(place(above))


def _between(first: Token, width: int, stack: list[int]) -> Problem:
    return mistakes.BetweenLevels(width, stack[-2], stack[-1]).at(place(first))
