"""The shape of a file: what it declares, what can be folded, what is selected around a cursor."""

from __future__ import annotations

import re
from pathlib import Path

from lsprotocol import types
from pygls.workspace import Workspace

from astro_referee.cli.lsp.describing import KINDS
from astro_referee.cli.lsp.navigation import MOST_FILES, location, read
from astro_referee.cli.lsp.positions import lines_of, position, range_of, uri_of
from astro_referee.cli.store import Analysis
from astro_referee.interpreter.program.symbols import Symbol, SymbolKind

WORDS = {str(sort): sort for sort in KINDS}
DECLARED = re.compile(
    r"^\s*(game|library|option|ruling|kind|ring|graph|grid|hexgrid|table|card|token|die|zone|var|history|def|procedure|phase"
    r"|move)\s+([A-Za-z_]\w*)"
)
"""A line that declares something, and its name."""
INSIDE = (SymbolKind.LOCAL, SymbolKind.MEMBER, SymbolKind.COLUMN, SymbolKind.WORD, SymbolKind.BUILTIN)
"""What is listed below what it belongs to, or not at all."""


def document_symbols(workspace: Workspace, analysis: Analysis, uri: str) -> list[types.DocumentSymbol]:
    """What a file declares, members and columns below their kinds."""
    own = analysis.index.of(analysis.file)
    children: dict[str, list[Symbol]] = {}
    for symbol in own:
        if symbol.sort in (SymbolKind.MEMBER, SymbolKind.COLUMN):
            children.setdefault(symbol.owner, []).append(symbol)
    blocks = dict(stretches(lines_of(workspace, uri)))
    found = [entry(workspace, analysis, uri, symbol, blocks) for symbol in own if symbol.sort not in INSIDE]
    for listed in found:
        below = [entry(workspace, analysis, uri, child, {}) for child in children.get(listed.name, [])]
        listed.children = [
            child for child in below if within(child.range, listed.range) and child.range != listed.range
        ] or None
    return found


def within(inner: types.Range, outer: types.Range) -> bool:
    return outer.start.line <= inner.start.line and inner.end.line <= outer.end.line


def entry(
    workspace: Workspace, analysis: Analysis, uri: str, symbol: Symbol, blocks: dict[int, int]
) -> types.DocumentSymbol:
    place = next(place for place in symbol.declared if place.file == analysis.file)
    name, lines = range_of(workspace, place, uri), lines_of(workspace, uri)
    first = place.start[0]
    last = blocks.get(first, first)
    text = lines[last - 1].rstrip("\r\n") if last <= len(lines) else ""
    whole = types.Range(types.Position(first - 1, 0), position(workspace, lines, last, len(text) + 1))
    return types.DocumentSymbol(symbol.name, KINDS[symbol.sort], whole, name, detail=symbol.meaning or str(symbol.sort))


def workspace_symbols(workspace: Workspace, analyses: list[Analysis], wanted: str) -> list[types.WorkspaceSymbol]:
    """What all open files declare, by a piece of the name."""
    folded = wanted.casefold()
    return [
        types.WorkspaceSymbol(location(workspace, analysis, symbol.declared[0]), symbol.name, KINDS[symbol.sort])
        for analysis in analyses
        for symbol in analysis.index.of(analysis.file)
        if symbol.sort is not SymbolKind.LOCAL and folded in symbol.name.casefold()
    ]


def elsewhere(folders: list[Path], known: set[Path], wanted: str) -> list[types.WorkspaceSymbol]:
    """What files declare that nobody has opened, by their lines alone."""
    found: list[types.WorkspaceSymbol] = []
    files = [file.resolve() for folder in folders for file in sorted(folder.rglob("*.astro"))]
    for file in dict.fromkeys(files[:MOST_FILES]):
        if file in known:
            continue
        for number, line in enumerate(read(file).split("\n")):
            declared = DECLARED.match(line)
            if declared is not None and wanted.casefold() in declared[2].casefold():
                start = types.Position(number, declared.start(2))
                there = types.Range(start, types.Position(number, declared.end(2)))
                sort = KINDS[WORDS.get(declared[1], SymbolKind.KIND)]
                found.append(types.WorkspaceSymbol(types.Location(uri_of(file), there), declared[2], sort))
    return found


def stretches(lines: list[str]) -> list[tuple[int, int]]:
    """Every line with lines further in below it, and the last of those, both counted from one."""
    found: list[tuple[int, int]] = []
    open_: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text:
            continue
        depth = len(line) - len(line.lstrip())
        while open_ and open_[-1][1] >= depth:
            first, _ = open_.pop()
            if last > first:
                found.append((first, last))
        open_.append((number, depth))
        last = number
    found += [(first, last) for first, _ in open_ if last > first]
    return sorted(found)


def folding(lines: list[str]) -> list[types.FoldingRange]:
    """Each line with what stands further in below it."""
    return [types.FoldingRange(first - 1, last - 1) for first, last in stretches(lines)]


def selection(workspace: Workspace, analysis: Analysis, uri: str, at: tuple[int, int]) -> types.SelectionRange:
    """From the innermost expression at a cursor out to the whole file."""
    lines = lines_of(workspace, uri)
    ranges = [types.Range(types.Position(0, 0), position(workspace, lines, len(lines), 10**6))]
    for first, last in stretches(lines):
        if first <= at[0] <= last:
            ranges.append(types.Range(types.Position(first - 1, 0), position(workspace, lines, last, 10**6)))
    ranges.append(types.Range(types.Position(at[0] - 1, 0), position(workspace, lines, at[0], 10**6)))
    inside = [place for place, _ in analysis.index.types if place.file == analysis.file and place.holds(*at)]
    ranges += [range_of(workspace, place, uri) for place in inside]
    symbol = analysis.index.at(analysis.file, *at)
    if symbol is not None:
        here = next(p for p in symbol.places if p.file == analysis.file and p.holds(*at))
        ranges.append(range_of(workspace, here, uri))
    found: types.SelectionRange | None = None
    for one in ranges:
        if found is None or (covers(found.range, one) and found.range != one):
            found = types.SelectionRange(one, found)
    assert found is not None
    return found


def covers(outer: types.Range, inner: types.Range) -> bool:
    return (outer.start.line, outer.start.character) <= (inner.start.line, inner.start.character) and (
        inner.end.line,
        inner.end.character,
    ) <= (outer.end.line, outer.end.character)
