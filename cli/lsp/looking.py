"""What an editor asks about a file that stays as it is."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from astro_referee.cli.editor.words import word_at
from astro_referee.cli.lsp import calls, describing, navigation, structure, tokens
from astro_referee.cli.lsp.completing import base_parts, completion, test_lines
from astro_referee.cli.lsp.positions import line_and_column, lines_of, path_of, range_of
from astro_referee.cli.lsp.session import AstroServer, server
from astro_referee.cli.lsp.telling import reading
from astro_referee.interpreter.program.symbols import SymbolKind
from astro_referee.interpreter.testing.at_line import test_at


@server.feature(types.TEXT_DOCUMENT_HOVER)
async def hover(ls: AstroServer, params: types.HoverParams) -> types.Hover | None:
    analysis, line, column = ls.at(params)
    symbol = navigation.at(analysis, line, column)
    if symbol is None:
        said = analysis.index.type_at(analysis.file, line, column)
        lines = lines_of(ls.workspace, params.text_document.uri)
        word = word_at(lines[line - 1], column) if line <= len(lines) and is_code(lines[line - 1], column) else None
        said = word.markdown if word is not None else said
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said)) if said else None
    place = next(place for place in symbol.places if place.file == analysis.file and place.holds(line, column))
    about = describing.described(analysis.index, analysis.source, symbol)
    if symbol.sort is SymbolKind.MOVE:
        loop = asyncio.get_running_loop()
        moves = await loop.run_in_executor(ls.player, reading.moves_in_words, analysis.source)
        about = "\n\n".join(filter(None, [about, moves.get(symbol.name, "")]))
    return types.Hover(
        types.MarkupContent(types.MarkupKind.Markdown, about),
        range_of(ls.workspace, place, params.text_document.uri),
    )


def is_code(line: str, column: int) -> bool:
    """Whether a column is in no text and no comment."""
    before = line[: column - 1]
    return before.count('"') % 2 == 0 and "#" not in before


@server.feature(
    types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "@", '"'], resolve_provider=False)
)
async def complete(ls: AstroServer, params: types.CompletionParams) -> types.CompletionList:
    uri = params.text_document.uri
    line, column = line_and_column(ls.workspace, uri, params.position)
    lines = lines_of(ls.workspace, uri)
    text = lines[line - 1][: column - 1] if line <= len(lines) else ""
    path = path_of(uri)
    whole = "".join(lines).replace("\r\n", "\n").replace("\r", "\n")
    changed = base_parts.parts(path, whole, text)
    if changed is not None:
        return types.CompletionList(False, changed)
    played: list[types.CompletionItem] = []
    if test_lines.is_about_play(text) and test_at(whole, line) is not None:
        loop = asyncio.get_running_loop()
        rows, last, begun = whole.split("\n"), line - 1, text
        if (more := test_lines.after_moves(text)) is not None:
            rows[line - 1], begun = more
            last = line
        found = await loop.run_in_executor(ls.player, test_lines.standing, path, "\n".join(rows), last)
        played = test_lines.playable(found, begun) if found is not None else []
    analysis, index = ls.analysis(uri), ls.store.names(path)
    above = "\n".join([*whole.split("\n")[: line - 1], text])
    offered = [*played, *completion.completions(analysis, index, above, line, column)]
    offered.sort(key=lambda one: one.sort_text or one.label)  # some editors keep the order in which they are sent
    return types.CompletionList(False, offered if ls.fills_in else completion.without_snippets(offered))


@server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions(trigger_characters=["(", ","]))
def signature(ls: AstroServer, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    uri = params.text_document.uri
    line, column = line_and_column(ls.workspace, uri, params.position)
    lines = lines_of(ls.workspace, uri)
    text = lines[line - 1][: column - 1] if line <= len(lines) else ""
    return calls.signature(ls.analysis(uri), ls.store.names(path_of(uri)), text)


@server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
def prepare_calls(ls: AstroServer, params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem]:
    analysis, symbol = ls.symbol(params)
    return [calls.entry(ls.workspace, analysis, symbol)] if symbol is not None and calls.is_own(symbol) else []


@server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
def incoming(ls: AstroServer, params: types.CallHierarchyIncomingCallsParams) -> list[types.CallHierarchyIncomingCall]:
    analysis = ls.analysis(params.item.uri)
    symbol = calls.named(analysis, params.item)
    return calls.incoming(ls.workspace, ls.store, analysis, symbol) if symbol is not None else []


@server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
def outgoing(ls: AstroServer, params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall]:
    analysis = ls.analysis(params.item.uri)
    symbol = calls.named(analysis, params.item)
    return calls.outgoing(ls.workspace, analysis, symbol) if symbol is not None else []


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
def definition(ls: AstroServer, params: types.DefinitionParams) -> list[types.Location]:
    analysis, symbol = ls.symbol(params)
    return navigation.declarations(ls.workspace, analysis, symbol) if symbol is not None else []


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
def references(ls: AstroServer, params: types.ReferenceParams) -> list[types.Location]:
    analysis, symbol = ls.symbol(params)
    if symbol is None:
        return []
    return navigation.references(ls.workspace, ls.store, analysis, symbol, params.context.include_declaration)


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
async def highlight(ls: AstroServer, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    """Editors ask for this when the cursor rests, so the preview follows."""
    ls.look(params.text_document.uri, params.position.line + 1)
    analysis, symbol = ls.symbol(params)
    here = [place for place in symbol.places if place.file == analysis.file] if symbol is not None else []
    return [types.DocumentHighlight(range_of(ls.workspace, place, params.text_document.uri)) for place in here]


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbols(ls: AstroServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    uri = params.text_document.uri
    return structure.document_symbols(ls.workspace, ls.analysis(uri), uri)


@server.feature(types.WORKSPACE_SYMBOL)
def workspace_symbols(ls: AstroServer, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    analyses = [ls.analysis(uri) for uri in ls.workspace.text_documents]
    folders = [path_of(uri) for uri in ls.workspace.folders]
    found = structure.workspace_symbols(ls.workspace, analyses, params.query)
    return [*found, *structure.elsewhere(folders, {analysis.path for analysis in analyses}, params.query)]


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
def folding(ls: AstroServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    return structure.folding(lines_of(ls.workspace, params.text_document.uri))


@server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
def selection(ls: AstroServer, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    uri = params.text_document.uri
    analysis = ls.analysis(uri)
    places = [line_and_column(ls.workspace, uri, at) for at in params.positions]
    return [structure.selection(ls.workspace, analysis, uri, at) for at in places]


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens.LEGEND)
def semantic_tokens(ls: AstroServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    uri = params.text_document.uri
    return tokens.tokens(ls.workspace, ls.analysis(uri), uri)


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hints(ls: AstroServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    """The types of local names behind their declarations, and what defs give."""
    uri = params.text_document.uri
    analysis, found = ls.analysis(uri), list[types.InlayHint]()
    for symbol in analysis.index.symbols if ls.hints else ():
        if symbol.sort not in (SymbolKind.LOCAL, SymbolKind.DEF) or not symbol.meaning:
            continue
        for place in symbol.declared:
            if place.file != analysis.file:
                continue
            end = range_of(ls.workspace, place, uri).end
            if params.range.start.line <= end.line <= params.range.end.line:
                said = f": {symbol.meaning}" if symbol.sort is SymbolKind.LOCAL else f" → {symbol.meaning}"
                found.append(types.InlayHint(end, said, types.InlayHintKind.Type))
    return found
