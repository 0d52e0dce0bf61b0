"""A symbol as a reader of an editor sees it: what it is, its type, what the rules say of it, who sees it."""

from __future__ import annotations

from lsprotocol import types

from astro_referee.grammar.source import Source
from astro_referee.interpreter.program.symbols import Index, Symbol, SymbolKind

KINDS: dict[SymbolKind, types.SymbolKind] = {
    SymbolKind.GAME: types.SymbolKind.Module,
    SymbolKind.LIBRARY: types.SymbolKind.Module,
    SymbolKind.OPTION: types.SymbolKind.Property,
    SymbolKind.RULING: types.SymbolKind.String,
    SymbolKind.KIND: types.SymbolKind.Enum,
    SymbolKind.MEMBER: types.SymbolKind.EnumMember,
    SymbolKind.COLUMN: types.SymbolKind.Field,
    SymbolKind.TABLE: types.SymbolKind.Array,
    SymbolKind.CARD: types.SymbolKind.Struct,
    SymbolKind.TOKEN: types.SymbolKind.Object,
    SymbolKind.DIE: types.SymbolKind.Number,
    SymbolKind.ZONE: types.SymbolKind.Array,
    SymbolKind.VAR: types.SymbolKind.Variable,
    SymbolKind.HISTORY: types.SymbolKind.Array,
    SymbolKind.DEF: types.SymbolKind.Function,
    SymbolKind.PROCEDURE: types.SymbolKind.Method,
    SymbolKind.PHASE: types.SymbolKind.Namespace,
    SymbolKind.MOVE: types.SymbolKind.Event,
    SymbolKind.LOCAL: types.SymbolKind.Variable,
    SymbolKind.WORD: types.SymbolKind.Constant,
    SymbolKind.BUILTIN: types.SymbolKind.Function,
}
COMPLETIONS: dict[SymbolKind, types.CompletionItemKind] = {
    SymbolKind.KIND: types.CompletionItemKind.Enum,
    SymbolKind.MEMBER: types.CompletionItemKind.EnumMember,
    SymbolKind.COLUMN: types.CompletionItemKind.Field,
    SymbolKind.CARD: types.CompletionItemKind.Struct,
    SymbolKind.DEF: types.CompletionItemKind.Function,
    SymbolKind.PROCEDURE: types.CompletionItemKind.Method,
    SymbolKind.BUILTIN: types.CompletionItemKind.Function,
    SymbolKind.MOVE: types.CompletionItemKind.Event,
    SymbolKind.PHASE: types.CompletionItemKind.Module,
    SymbolKind.OPTION: types.CompletionItemKind.Property,
    SymbolKind.RULING: types.CompletionItemKind.Reference,
}


def described(index: Index, source: Source, symbol: Symbol) -> str:
    """Markdown: the line that declares it, what it is, what the rules say of it, who sees it, its rulings in full."""
    parts = [f"**{symbol.sort}** `{symbol.name}`" + (f": {symbol.meaning}" if symbol.meaning else "")]
    if symbol.owner:
        parts[0] += f" of `{symbol.owner}`"
    declaration = declared_line(source, symbol)
    if declaration:
        parts.insert(0, f"```astro\n{declaration}\n```")
    if symbol.docs:
        parts.append(symbol.docs)
    if symbol.seen_by:
        parts.append(f"Seen by {symbol.seen_by}.")
    parts += cited(index, source, declaration)
    return "\n\n".join(parts)


def declared_line(source: Source, symbol: Symbol) -> str:
    """The line of a declaration, as it is written."""
    for place in symbol.declared[:1]:
        offset = source.offset(place.file, *place.start)
        if offset is not None:
            return source.written(source.line(offset)).strip()
    return ""


def cited(index: Index, source: Source, line: str) -> list[str]:
    """The rulings that a line cites, in full."""
    import re

    names = re.findall(r"@([A-Za-z_]\w*)", line)
    found = {symbol.name: symbol for symbol in index.symbols if symbol.sort is SymbolKind.RULING}
    return [f"`@{name}` {declared_line(source, found[name])}" for name in names if name in found]
