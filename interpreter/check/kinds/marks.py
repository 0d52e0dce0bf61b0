"""How things are drawn: columns of signs, short forms and colours in, a mark for each member out.

What is put together from others has their marks, one after the other: what has the parts `Q` and `♠` is `Q♠`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from unicodedata import category, east_asian_width

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.kinds import tables
from astro_referee.interpreter.check.mistakes import marks as mistakes
from astro_referee.interpreter.check.mistakes.tables import NotOneForEach
from astro_referee.interpreter.check.names import dependencies
from astro_referee.interpreter.check.names.declared import KindNode
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.values.marks import COLOUR, COLOURS, LONGEST, NO_MARK, SHORT, SIGN, Mark, brief
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import Int, Member, Type, plain

PLACES = ("grid", "hexgrid", "ring", "graph", "table")
"""Shapes whose members are not drawn by their parts: they are where things stand."""
TAKEN = frozenset(".,?#")
"""What boards and lists have for nothing, for what is hidden, for what is marked, and between things."""


def read(c: Checker) -> None:
    """The marks of all kinds, once their members and columns are known."""
    printer = Printer({k: info.members for k, info in c.declared.kinds.items()}, tuple(c.declared.words))
    for word, item in c.declared.kind_nodes.items():
        info = c.declared.kinds.get(word)
        if info is not None and not isinstance(item, tree.Product | tree.Table):
            c.declared.kinds[word] = evolve(info, marks=own_marks(c, info, item))
    done: set[str] = set()
    for word in c.declared.kind_nodes:
        put_together(c, word, printer, done)


def own_marks(c: Checker, info: KindInfo, item: tree.Kind | tree.Card | tree.Token) -> tuple[Mark, ...]:
    """What a declaration says of its members: the columns of its table, words behind names, lines below."""
    found = [NO_MARK] * len(info.members)
    if not isinstance(item, tree.Token) and item.rows is not None:
        found = declared(c, info, item.rows)
    if isinstance(item, tree.Kind):
        found = with_words(c, info, item, found)
    elif item.shown or item.looks:
        if item.product or (isinstance(item, tree.Card) and item.rows is not None):
            c.report(mistakes.LOOKS_OF_MANY, item.looks[0].span if item.looks else item.name.span)
        else:
            found = [looking(c, item.looks, item.shown)]
    return tuple(found) if any(mark != NO_MARK for mark in found) else ()


def looking(c: Checker, looks: tuple[tree.Look, ...], shown: str) -> Mark:
    """`sign "●"`, one a line."""
    mark = Mark(words=shown)
    for look in looks:
        word, text = look.name.word, look.text.text
        if word not in CHECKS:
            c.report(mistakes.NoSuchLook(word), look.name.span)
            continue
        CHECKS[word](c, text, look.text.span)
        mark = with_text(mark, word, text)
    return mark


def with_words(c: Checker, info: KindInfo, item: tree.Kind, marks: list[Mark]) -> list[Mark]:
    """Members that players read otherwise: `three_of_a_kind as "three of a kind"`."""
    rows = item.rows
    given: list[tree.Member | tree.CellValue] = list(item.members)
    if rows is not None and tables.has_name_column(rows):
        given = [value for row in rows.rows for value in row[0].choices[0]]
    words = {value.name.word: value for value in given if isinstance(value, tree.Called)}
    names = {name.replace("_", " ").casefold(): (name, Span(0, 0)) for name in info.members}
    for member, value in words.items():
        text = " ".join(value.shown.split())
        if not text or not text.isprintable() or {*"{},"} & {*text}:
            c.report(mistakes.NotWords(member), value.span)
        other, first = names.setdefault(text.casefold(), (member, value.span))
        if other != member:
            c.report(mistakes.SameMark(text, member, other, first), value.span)
    return [
        evolve(mark, words=" ".join(words[name].shown.split())) if name in words else mark
        for name, mark in zip(info.members, marks, strict=True)
    ]


# --- Columns ---------------------------------------------------------------------------------------------------------


def declared(c: Checker, info: KindInfo, rows: tree.Rows) -> list[Mark]:
    """What the columns of a table say; a column of this name that has no texts is one like any other."""
    found = [NO_MARK] * len(info.members)
    with c.silently():
        lines = tables.written_out(c, rows)[: len(found)]
    if len(lines) < len(found):
        return found  # too few players have names, which is said elsewhere
    for number, column in enumerate(rows.columns):
        cells = [line[number] for line in lines]
        if not tables.is_mark(column, cells):
            continue
        word = column.name.word
        if column.per:
            found = [evolve(mark, sides=sides(c, column, cell)) for mark, cell in zip(found, cells, strict=True)]
        else:
            check, texts = CHECKS[word], [tables.cell_text(cell) if written(cell) else "" for cell in cells]
            for text, cell in zip(texts, cells, strict=True):
                if written(cell):
                    check(c, text, tables.choice_span(cell))
            found = [with_text(mark, word, text) for mark, text in zip(found, texts, strict=True)]
        if word != COLOUR:
            all_differ(c, info, cells)
    return found


def with_text(mark: Mark, word: str, text: str) -> Mark:
    """A mark with what a column says."""
    match word:
        case "sign":
            return evolve(mark, picture=text) if is_wide(text) else evolve(mark, sign=text)
        case "short":
            return evolve(mark, short=text)
        case _:
            return evolve(mark, colour=text)


def written(cell: tables.Choice) -> bool:
    return not isinstance(cell[0], tree.Blank)


def sides(c: Checker, column: tree.Column, cell: tables.Choice) -> tuple[str, ...]:
    """A sign for each player; where fewer may play, those of the first are taken."""
    if not written(cell):
        return ()
    texts = tuple(tables.cell_text((value,)) for value in cell)
    for text, value in zip(texts, cell, strict=True):
        is_sign(c, text, value.span)
    if len(texts) < c.seats:
        c.report(
            NotOneForEach(column.name.word, len(texts), c.declared.kinds["player"].members), tables.choice_span(cell)
        )
        return ()
    return texts[: c.seats]


def all_differ(c: Checker, info: KindInfo, cells: Sequence[tables.Choice]) -> None:
    """No mark stands for two members, nor is it the name of another one: all of them can be typed."""
    names = {name.casefold(): (name, Span(0, 0)) for name in info.members}
    for member, cell in zip(info.members, cells, strict=True):
        for value in cell if written(cell) else ():
            text = tables.cell_text((value,))
            other, first = names.setdefault(text.casefold(), (member, value.span))
            if other != member or (first != value.span and first != Span(0, 0)):
                c.report(mistakes.SameMark(text, member, other, first), value.span)


def is_sign(c: Checker, text: str, at: Span) -> None:
    """A sign is one character that can be seen, one column wide; symbols that are wider are for pictures alone."""
    why = ""
    if len(text) != 1:
        why = f"it has {len(text)} characters"
    elif text in TAKEN:
        why = "boards and lists use it for something else"
    elif category(text)[0] == "M":
        why = "it joins the character before it"
    elif category(text)[0] in "CZ":
        why = "it cannot be seen"
    elif is_wide(text) and category(text)[0] != "S":
        why = "it is two columns wide"
    if why:
        c.report(mistakes.NotASign(text, why), at)


def is_wide(text: str) -> bool:
    """Whether a sign takes two columns of a terminal."""
    return len(text) == 1 and east_asian_width(text) in "WF"


def is_short(c: Checker, text: str, at: Span) -> None:
    """A short form can be typed on every keyboard and shown on every terminal."""
    why = ""
    if not 1 <= len(text) <= LONGEST:
        why = f"it has {len(text)} characters"
    elif not (text.isascii() and text.isprintable()) or " " in text:
        why = "not every keyboard has it"
    elif TAKEN & {*text}:
        why = "boards and lists use it for something else"
    if why:
        c.report(mistakes.NotShort(text, why), at)


def is_colour(c: Checker, text: str, at: Span) -> None:
    if text not in COLOURS:
        c.report(mistakes.UnknownColour(text), at)


CHECKS: dict[str, Callable[[Checker, str, Span], None]] = {SIGN: is_sign, SHORT: is_short, COLOUR: is_colour}


# --- Parts -----------------------------------------------------------------------------------------------------------


def put_together(c: Checker, word: str, printer: Printer, done: set[str]) -> None:
    """The marks of a kind from those of its parts, unless it has its own, or a part of some member has none."""
    info = c.declared.kinds.get(word)
    if info is None or word in done:
        return
    done.add(word)
    if info.marks or not info.coordinates or info.shape in PLACES:
        return
    for _, type in info.coordinates:
        base = plain(type)
        if isinstance(base, Member):
            put_together(c, base.kind, printer, done)
    order = written_order(c.declared.kind_nodes[word], [name for name, _ in info.coordinates])
    bases = [plain(type) for _, type in info.coordinates]
    if not any(isinstance(base, Member) and c.declared.kinds[base.kind].marks for base in bases):
        return
    made = [whole(c, info, order, member, printer) for member in range(len(info.members))]
    whole_marks = [mark for mark in made if mark is not None]
    if len(whole_marks) < len(made) or len({mark.sign for mark in whole_marks}) < len(made):
        return
    if len({mark.short.casefold() for mark in whole_marks}) < len(made):
        whole_marks = [evolve(mark, short="") for mark in whole_marks]
    c.declared.kinds[word] = evolve(info, marks=tuple(whole_marks))


def written_order(item: KindNode, coordinates: list[str]) -> list[str]:
    """The parts of a thing in the order in which its name has them."""
    text = item.named if isinstance(item, tree.Product | tree.Card | tree.Token) else None
    holes = [part for part in text.parts if not isinstance(part, str)] if text is not None else []
    named = [node.word for hole in holes for node in dependencies.inside(hole) if isinstance(node, tree.Name)]
    return list(dict.fromkeys([*(name for name in named if name in coordinates), *coordinates]))


def whole(c: Checker, info: KindInfo, order: list[str], member: int, printer: Printer) -> Mark | None:
    """The mark of one thing; none if a part has neither sign nor short form."""
    parts: list[tuple[Mark, str]] = []
    seat: int | None = None
    types = dict(info.coordinates)
    for word in order:
        values = info.columns[word][1]
        if member >= len(values):  # a row that is wrong, of which the cells are not known
            return None
        value = values[member]
        part = mark_of(c, types[word], value, printer)
        if part is None:
            return None
        parts.append(part)
        if types[word] == c.player and isinstance(value, int):
            seat = len(parts) - 1
            owner = value
    told = seat is not None and any(mark.sides for mark, _ in parts)
    signs, shorts = "", ""
    for number, (mark, name) in enumerate(parts):
        if told and number == seat:
            continue
        sign = (mark.sides[owner] if told and mark.sides else mark.sign) or mark.short or name
        short = mark.short or name
        if not sign:
            return None
        signs, shorts = joined(signs, sign), joined(shorts, short) if short and (shorts or not number) else ""
    colour = next((mark.colour for mark, _ in parts if mark.colour), "")
    return Mark(signs, "" if seat is not None else shorts, colour)


def joined(before: str, then: str) -> str:
    """Two marks side by side; two numbers stay apart."""
    return f"{before}-{then}" if before[-1:].isdecimal() and then[:1].isdecimal() else before + then


def mark_of(c: Checker, type: Type, value: int | str, printer: Printer) -> tuple[Mark, str] | None:
    """The mark of a part, and its name if that is short; none for what is neither a member nor a number."""
    base = plain(type)
    if isinstance(value, str) or not isinstance(base, Int | Member) or printer.extra(base, value) is not None:
        return None
    if isinstance(base, Int):
        return NO_MARK, str(value)
    info = c.declared.kinds[base.kind]
    return (info.marks[value] if info.marks else NO_MARK), brief(info.members[value])
