"""Refactorings: the same rules in other words. Each is offered only if the file can still be read and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import fields, frozen
from attrs import has as is_node

from astro_referee.cli.lsp.completing import base_parts
from astro_referee.cli.store import Analysis
from astro_referee.grammar import tree
from astro_referee.grammar.edits import TextEdit, applied
from astro_referee.grammar.problems import Severity
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Place, Span, file_name
from astro_referee.grammar.syntax.outline import everything, outline
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library
from astro_referee.interpreter.program.symbols import Symbol, SymbolKind
from astro_referee.interpreter.values.types import BagOf, Bool, Either, Int, Member, SetOf, Type

PLAIN = (tree.Name, tree.Number, tree.Literal, tree.Call, tree.Index, tree.FieldOf)
"""Expressions that need no brackets wherever they stand."""
REPLACE = re.compile(r'replace\s+(?P<part>\w+(?:\.\w+)*)(?:\s+"(?P<reason>[^"]*)")?\s*$')
REASON = ' else "why not"'


@frozen
class Refactoring:
    """What it is called, the edits of the file, and a file that is made, if one is."""

    title: str
    sort: str
    """`extract`, `inline`, `rewrite`: what editors group them by."""
    edits: tuple[TextEdit, ...]
    new_file: tuple[Path, str] | None = None


def refactorings(analysis: Analysis, text: str, start: tuple[int, int], end: tuple[int, int]) -> list[Refactoring]:
    """What can be done about the lines and columns between two places of a file."""
    made_of_base = (in_variant(analysis, text, start[0]), as_in_base(analysis, text, start[0]))
    wrapped = [made for made in made_of_base if made is not None]
    file, _ = read(analysis.source, tests=True)
    if file is None:
        return wrapped
    found = [*added_reasons(analysis, file, start, end), *added_otherwise(analysis, file, start)]
    if not any(problem.severity is Severity.ERROR for problem in analysis.problems):
        if start != end and (made := extracted(analysis, file, start, end)) is not None:
            found.append(made)
        if start == end and (made := inlined(analysis, file, start)) is not None:
            found.append(made)
    return [*(one for one in found if is_sound(analysis, text, one)), *wrapped]


def is_sound(analysis: Analysis, text: str, made: Refactoring) -> bool:
    """Whether a file has no other errors afterwards than it has now."""
    own = [edit for edit in made.edits if edit.place.file == analysis.file]
    try:
        data = applied(text, own).encode("utf-8", "surrogatepass")
        after = examination.glance(library.source_of(data, analysis.source.name, analysis.path))[1]
    except (OSError, library.NotAFile):
        return False

    def errors(problems: tuple[object, ...]) -> int:
        return sum(getattr(problem, "severity", None) is Severity.ERROR for problem in problems)

    return len(own) == len(made.edits) and errors(after) <= errors(analysis.problems)


# --- The tree --------------------------------------------------------------------------------------------------------


def nodes(node: object) -> Iterator[tree.Node]:
    """A node and all inside, the outer ones first."""
    if isinstance(node, tuple):
        for one in node:
            yield from nodes(one)
    elif isinstance(node, tree.Node) and is_node(type(node)):
        yield node
        for field in fields(type(node)):
            yield from nodes(getattr(node, field.name))


def located(analysis: Analysis, node: tree.Node) -> Place | None:
    place = analysis.source.located(node.span)
    return place if place is not None and place.file == analysis.file else None


def text_of(analysis: Analysis, span: Span) -> str:
    return analysis.source.text[span.start : span.end]


# --- Reasons and cases -----------------------------------------------------------------------------------------------


def added_reasons(
    analysis: Analysis, file: tree.File, start: tuple[int, int], end: tuple[int, int]
) -> Iterator[Refactoring]:
    """A rule of a move that gives no reason gets one to fill in."""
    for move in nodes(file.items):
        for rule in move.parts if isinstance(move, tree.Move) else ():
            if isinstance(rule, tree.When | tree.Must) and rule.reason is None:
                place = located(analysis, rule)
                if place is not None and place.start[0] <= end[0] and start[0] <= place.end[0]:
                    behind = analysis.source.located(rule.condition.span)
                    if behind is not None and isinstance(rule, tree.When):
                        at = Place(behind.file, behind.end, behind.end)
                        yield Refactoring("Add a reason", "rewrite", (TextEdit(at, REASON),))


def added_otherwise(analysis: Analysis, file: tree.File, at: tuple[int, int]) -> Iterator[Refactoring]:
    """A def by cases that has no value where none holds: a case for each member that is missing, or `otherwise`."""
    for made in file.items:
        if (
            not isinstance(made, tree.Def)
            or not made.cases
            or made.cases[-1].otherwise
            or made.cases[-1].condition is None
        ):
            continue
        whole = located(analysis, made)
        last = located(analysis, made.cases[-1])
        if whole is None or last is None or not whole.start[0] <= at[0] <= whole.end[0]:
            continue
        behind = Place(last.file, last.end, last.end)
        inside = " " * (last.start[1] - 1)
        value = text_of(analysis, made.cases[-1].value.span)
        missing = missing_members(analysis, made)
        rows = [f"{inside}{value} if {name} is {word}" for name, words in missing for word in words[:-1]]
        rows.append(f"{inside}{value} otherwise")
        yield Refactoring("Fill in missing cases", "rewrite", (TextEdit(behind, "".join(f"\n{row}" for row in rows)),))


def missing_members(analysis: Analysis, made: tree.Def) -> list[tuple[str, list[str]]]:
    """Where all cases ask whether one name is some member of a kind, the members that nobody has asked for."""
    asked: dict[str, list[str]] = {}
    for case in made.cases:
        match case.condition:
            case tree.Binary("is", tree.Name(name), tree.Name(word)):
                asked.setdefault(name, []).append(word)
            case _:
                return []
    if len(asked) != 1:
        return []
    ((name, words),) = asked.items()
    kinds = {one.owner for one in analysis.index.symbols if one.sort is SymbolKind.MEMBER and one.name == words[0]}
    members = [one.name for one in analysis.index.symbols if one.sort is SymbolKind.MEMBER and one.owner in kinds]
    return [(name, [word for word in members if word not in words])]


# --- Defs ------------------------------------------------------------------------------------------------------------


def extracted(analysis: Analysis, file: tree.File, start: tuple[int, int], end: tuple[int, int]) -> Refactoring | None:
    """An expression as a def of its own, with the local names in it as parameters."""
    source = analysis.source
    first, last = source.offset(analysis.file, *start), source.offset(analysis.file, *end)
    if first is None or last is None:
        return None
    chosen = source.text[first:last]
    first, last = first + len(chosen) - len(chosen.lstrip()), last - len(chosen) + len(chosen.rstrip())
    wanted = next((one for one in nodes(file.items) if (one.span.start, one.span.end) == (first, last)), None)
    top = next((one for one in file.items if one.span.start <= first and last <= one.span.end), None)
    if (
        wanted is None
        or top is None
        or not isinstance(wanted, tree.Expr)
        or isinstance(wanted, tree.Name | tree.Number)
    ):
        return None
    params: dict[str, str] = {}
    for name in nodes(wanted):
        if isinstance(name, tree.Name):
            symbol = symbol_of(analysis, name)
            if symbol is None or symbol.sort is not SymbolKind.LOCAL or symbol.type is None:
                continue
            if any(first <= (declared_at(analysis, place) or -1) < last for place in symbol.declared):
                continue
            params[name.word] = written(symbol.type)
            if not params[name.word]:
                return None
    taken = {one.name for one in analysis.index.symbols}
    name_ = next(
        word for number in range(1, 1000) if (word := f"extracted_{number}" if number > 1 else "extracted") not in taken
    )
    inside = ", ".join(f"{name}: {of}" for name, of in params.items())
    head = f"def {name_}({inside})" if inside else f"def {name_}"
    call = f"{name_}({', '.join(params)})" if params else name_
    there, here = source.located(Span(first, last)), source.located(Span(top.span.start, top.span.start))
    if there is None or here is None or here.file != analysis.file:
        return None
    edits = (TextEdit(here, f"{head} = {' '.join(source.text[first:last].split())}\n\n"), TextEdit(there, call))
    return Refactoring("Extract a def", "extract", edits)


def declared_at(analysis: Analysis, place: Place) -> int | None:
    return analysis.source.offset(place.file, *place.start)


def symbol_of(analysis: Analysis, name: tree.Name) -> Symbol | None:
    place = analysis.source.located(name.span)
    return analysis.index.at(place.file, *place.start) if place is not None else None


def written(of: Type) -> str:
    """A type as rules write it; nothing if it cannot be written."""
    match of:
        case Bool():
            return "bool"
        case Int(low, high):
            return f"{low}..{high}"
        case Member(kind):
            return kind
        case SetOf(inner):
            said = written(inner)
            return f"set of {said}" if said else ""
        case BagOf(inner):
            said = written(inner)
            return f"heap of {said}" if said else ""
        case Either(inner, words):
            said = written(inner)
            return " or ".join([said, *words]) if said else ""
        case _:
            return ""


def inlined(analysis: Analysis, file: tree.File, at: tuple[int, int]) -> Refactoring | None:
    """A def of one value taken out: its value stands wherever it was called, and it is not declared any more."""
    symbol = analysis.index.at(analysis.file, *at)
    if (
        symbol is None
        or symbol.sort is not SymbolKind.DEF
        or {place.file for place in symbol.places} != {analysis.file}
    ):
        return None
    made = next((one for one in file.items if isinstance(one, tree.Def) and one.name.word == symbol.name), None)
    if (
        made is None
        or made.lets
        or made.rules
        or made.title
        or len(made.cases) != 1
        or made.cases[0].condition is not None
    ):
        return None
    value, names = made.cases[0].value, [param.name.word for param in made.params]
    edits: list[TextEdit] = []
    for node in nodes((*file.items, *file.tests)):
        args: tuple[tree.Expr, ...] = ()
        if isinstance(node, tree.Call) and isinstance(node.of, tree.Name) and node.of.word == symbol.name:
            args = node.args
        elif not isinstance(node, tree.Name) or node.word != symbol.name or names:
            continue
        place = located(analysis, node)
        if place is None or len(args) != len(names):
            return None
        if made.span.start <= node.span.start < made.span.end:
            continue
        given = {name: bracketed(analysis, arg) for name, arg in zip(names, args, strict=True)}
        edits.append(TextEdit(place, with_values(analysis, value, given)))
    whole = analysis.source.located(made.span)
    uses = [place for place in symbol.uses if whole is None or not whole.covers(place)]
    if whole is None or not uses or len(edits) != len(uses):
        return None
    lines = Place(whole.file, (whole.start[0], 1), (whole.end[0] + (whole.end[1] > 1), 1))
    return Refactoring(f"Put the value of `{symbol.name}` where it is called", "inline", (*edits, TextEdit(lines, "")))


def with_values(analysis: Analysis, value: tree.Expr, given: dict[str, str]) -> str:
    """An expression with values in the place of some names."""
    text, shift = text_of(analysis, value.span), value.span.start
    names = [node for node in nodes(value) if isinstance(node, tree.Name) and node.word in given]
    for name in sorted({(node.span.start, node.span.end, node.word) for node in names}, reverse=True):
        text = text[: name[0] - shift] + given[name[2]] + text[name[1] - shift :]
    return text if isinstance(value, PLAIN) else f"({text})"


def bracketed(analysis: Analysis, node: tree.Expr) -> str:
    text = text_of(analysis, node.span)
    return text if isinstance(node, PLAIN) else f"({text})"


# --- Variants --------------------------------------------------------------------------------------------------------


def in_variant(analysis: Analysis, text: str, line: int) -> Refactoring | None:
    """A new file with a variant that says the part at a line otherwise; first as it is."""
    lines = text.split("\n")
    parts = [one for one in everything(outline(text)) if one.first + 1 <= line <= one.last + 1]
    own = [one for one in parts if one.name and one.head not in ("GAME", "LIBRARY", "VARIANT", "TESTS")]
    if not own or analysis.source.base is not None or analysis.source.tested is not None or analysis.source.is_library:
        return None
    part = own[-1]
    name = ".".join(part.path[-2:] if part.above is not None else part.path[-1:])
    rows = lines[part.first : part.last + 1]
    body = further_in(rows)
    stem = analysis.path.stem
    path = next(
        one
        for n in range(1, 1000)
        if not (one := analysis.path.with_name(f"{stem}_variant{n if n > 1 else ''}.astro")).exists()
    )
    title = "".join(word.capitalize() for word in re.split(r"\W|_", path.stem) if word)
    title = title if re.match(r"[A-Za-z]", title) else f"Variant{title}"
    made = f'astro 1\n\nvariant {title} of "{file_name(analysis.path.name)}"\n\nreplace {name}\n{body}\n'
    return Refactoring(f"Say `{name}` otherwise in a variant", "rewrite", (), (path, made))


def further_in(rows: list[str]) -> str:
    """Some lines as they stand below a line at the left margin."""
    depth = min(len(row) - len(row.lstrip()) for row in rows if row.strip())
    return "\n".join(f"  {row[depth:]}".rstrip() for row in rows)


def as_in_base(analysis: Analysis, text: str, line: int) -> Refactoring | None:
    """Below a `replace` with nothing below it: the lines of the base, to be changed."""
    lines = text.split("\n")
    begun = REPLACE.match(lines[line - 1]) if line <= len(lines) else None
    base = base_parts.base_path(analysis.path, text) if begun is not None else None
    if begun is None or base is None or (line < len(lines) and lines[line][:1].isspace() and lines[line].strip()):
        return None
    wanted = begun["part"].split(".")
    found = [
        entry
        for entry in base_parts.entries(analysis.path, text)
        if (begun["reason"] is None and entry.name and list(entry.path[-len(wanted) :]) == wanted)
        or (begun["reason"] and entry.reason == begun["reason"] and entry.above and entry.above.name == wanted[-1])
    ]
    if len(found) != 1:
        return None
    rows = library.load_source(base).text.split("\n")[found[0].first : found[0].last + 1]
    end = (line, len(lines[line - 1]) + 1)
    edit = TextEdit(Place(analysis.file, end, end), f"\n{further_in(rows)}")
    return Refactoring("Write here what the base says", "rewrite", (edit,))
