"""Semantic tokens: every name coloured by what it is."""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import Workspace

from astro_referee.cli.lsp.positions import range_of
from astro_referee.cli.store import Analysis
from astro_referee.interpreter.program.symbols import SymbolKind

SORTS: dict[SymbolKind, str] = {
    SymbolKind.GAME: "namespace",
    SymbolKind.LIBRARY: "namespace",
    SymbolKind.OPTION: "property",
    SymbolKind.RULING: "decorator",
    SymbolKind.KIND: "enum",
    SymbolKind.MEMBER: "enumMember",
    SymbolKind.COLUMN: "property",
    SymbolKind.TABLE: "variable",
    SymbolKind.CARD: "struct",
    SymbolKind.TOKEN: "class",
    SymbolKind.DIE: "variable",
    SymbolKind.ZONE: "variable",
    SymbolKind.VAR: "variable",
    SymbolKind.HISTORY: "variable",
    SymbolKind.DEF: "function",
    SymbolKind.PROCEDURE: "method",
    SymbolKind.PHASE: "type",
    SymbolKind.MOVE: "event",
    SymbolKind.LOCAL: "parameter",
    SymbolKind.WORD: "enumMember",
    SymbolKind.BUILTIN: "function",
}
MODIFIERS = ("declaration", "defaultLibrary")
LEGEND = types.SemanticTokensLegend(sorted(set(SORTS.values())), list(MODIFIERS))


def tokens(workspace: Workspace, analysis: Analysis, uri: str) -> types.SemanticTokens:
    """All names of a file, each as five numbers: lines and columns since the one before, length, sort, what it is."""
    found: dict[tuple[int, int], tuple[int, int, int]] = {}
    for symbol in analysis.index.symbols:
        for place in symbol.places:
            if place.file != analysis.file or place.start[0] != place.end[0]:
                continue
            there = range_of(workspace, place, uri)
            length = there.end.character - there.start.character
            flags = (place in symbol.declared) | (symbol.sort is SymbolKind.BUILTIN) << 1
            sort = LEGEND.token_types.index(SORTS[symbol.sort])
            if length > 0:
                found[there.start.line, there.start.character] = length, sort, flags
    data: list[int] = []
    line = column = 0
    for (at, begins), (length, sort, flags) in sorted(found.items()):
        data += [at - line, begins - column if at == line else begins, length, sort, flags]
        line, column = at, begins
    return types.SemanticTokens(data)
