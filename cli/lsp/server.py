"""`astro lsp`: what an editor may ask for, each request answered from the store."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from astro_referee import __version__
from astro_referee.cli.lsp import completion, describing, diagnostics, navigation, structure, tokens
from astro_referee.cli.lsp.positions import line_and_column, lines_of, path_of, range_of, uri_of
from astro_referee.cli.lsp.store import Analysis, Store
from astro_referee.grammar.formatting.formatter import formatted, unreadable
from astro_referee.grammar.problems import Problem
from astro_referee.interpreter import examination
from astro_referee.interpreter.program.symbols import CannotRename, Symbol, SymbolKind

TYPING = 0.15
"""Seconds without a key before a file is checked."""
RESTING = 0.8
"""Seconds without a key before all its set-ups are."""


class AtPosition(Protocol):
    """A request about a place in a file."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


class AstroServer(LanguageServer):
    """The server with its store, and what was last found in each open file."""

    def __init__(self) -> None:
        super().__init__("astro", __version__)
        self.store = Store()
        self.found: dict[str, tuple[Problem, ...]] = {}
        self.waiting: dict[str, asyncio.Task[None]] = {}
        self.worker = ThreadPoolExecutor(1, "astro-check")
        self.hints = True

    def analysis(self, uri: str) -> Analysis:
        return self.store.analysis(path_of(uri))

    def at(self, params: AtPosition) -> tuple[Analysis, int, int]:
        uri = params.text_document.uri
        return self.analysis(uri), *line_and_column(self.workspace, uri, params.position)

    def symbol(self, params: AtPosition) -> tuple[Analysis, Symbol | None]:
        analysis, line, column = self.at(params)
        return analysis, navigation.at(analysis, line, column)

    # --- Checking ----------------------------------------------------------------------------------------------------

    def changed(self, uri: str) -> None:
        """Whatever is made of a file is checked again, soon."""
        path = path_of(uri)
        depending = {uri_of(one) for one in self.store.depending(path)} & set(self.workspace.text_documents)
        self.store.edit(path, self.workspace.get_text_document(uri).source)
        for one in {uri, *depending}:
            if one in self.waiting:
                self.waiting[one].cancel()
            self.waiting[one] = asyncio.get_running_loop().create_task(self.check(one))

    async def check(self, uri: str) -> None:
        """One check when the keys rest for a moment, all set-ups when they rest longer."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(TYPING)
        analysis = await loop.run_in_executor(self.worker, self.analysis, uri)
        self.publish(uri, analysis, analysis.problems)
        await asyncio.sleep(RESTING)
        report = await loop.run_in_executor(self.worker, examination.examine, analysis.source)
        if self.store.analyses.get(analysis.path) is analysis:
            self.publish(uri, analysis, report.problems)

    def publish(self, uri: str, analysis: Analysis, problems: tuple[Problem, ...]) -> None:
        self.found[uri] = problems
        shown = diagnostics.diagnostics(self.workspace, analysis, problems)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown))


server = AstroServer()


# --- Documents -------------------------------------------------------------------------------------------------------


@server.feature(types.INITIALIZED)
def ready(ls: AstroServer, _: types.InitializedParams) -> None:
    """Nothing is read before somebody asks."""


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
async def opened(ls: AstroServer, params: types.DidOpenTextDocumentParams) -> None:
    ls.changed(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
async def edited(ls: AstroServer, params: types.DidChangeTextDocumentParams) -> None:
    ls.changed(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
async def closed(ls: AstroServer, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    ls.store.close(path_of(uri))
    if uri in ls.waiting:
        ls.waiting.pop(uri).cancel()
    ls.found.pop(uri, None)
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
async def changed_on_disk(ls: AstroServer, params: types.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        for one in ls.store.depending(path_of(change.uri)):
            if uri_of(one) in ls.workspace.text_documents:
                ls.changed(uri_of(one))
        ls.store.forget(path_of(change.uri))


# --- Looking ---------------------------------------------------------------------------------------------------------


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(ls: AstroServer, params: types.HoverParams) -> types.Hover | None:
    analysis, line, column = ls.at(params)
    symbol = navigation.at(analysis, line, column)
    if symbol is None:
        said = analysis.index.type_at(analysis.file, line, column)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said)) if said else None
    place = next(place for place in symbol.places if place.file == analysis.file and place.holds(line, column))
    return types.Hover(
        types.MarkupContent(types.MarkupKind.Markdown, describing.described(analysis.index, analysis.source, symbol)),
        range_of(ls.workspace, place, params.text_document.uri),
    )


@server.feature(
    types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "@", '"'], resolve_provider=False)
)
def complete(ls: AstroServer, params: types.CompletionParams) -> types.CompletionList:
    uri = params.text_document.uri
    line, column = line_and_column(ls.workspace, uri, params.position)
    lines = lines_of(ls.workspace, uri)
    text = lines[line - 1][: column - 1] if line <= len(lines) else ""
    analysis, index = ls.analysis(uri), ls.store.names(path_of(uri))
    return types.CompletionList(False, completion.completions(analysis, index, text, line, column))


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
def highlight(ls: AstroServer, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
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
    return structure.workspace_symbols(ls.workspace, analyses, params.query)


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
    """The types of local names behind their declarations."""
    uri = params.text_document.uri
    analysis, found = ls.analysis(uri), list[types.InlayHint]()
    for symbol in analysis.index.symbols if ls.hints else ():
        for place in symbol.declared:
            if symbol.sort is SymbolKind.LOCAL and symbol.meaning and place.file == analysis.file:
                end = range_of(ls.workspace, place, uri).end
                if params.range.start.line <= end.line <= params.range.end.line:
                    found.append(types.InlayHint(end, f": {symbol.meaning}", types.InlayHintKind.Type))
    return found


# --- Changing --------------------------------------------------------------------------------------------------------


@server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(ls: AstroServer, params: types.PrepareRenameParams) -> types.Range | None:
    analysis, line, column = ls.at(params)
    symbol = navigation.at(analysis, line, column)
    if symbol is None:
        return None
    if symbol.fixed:
        raise JsonRpcException(f"`{symbol.name}` cannot be renamed: {symbol.fixed}", code=-32803)
    place = next(place for place in symbol.places if place.file == analysis.file and place.holds(line, column))
    return range_of(ls.workspace, place, params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
def rename(ls: AstroServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    analysis, line, column = ls.at(params)
    symbol = navigation.at(analysis, line, column)
    if symbol is None:
        return None
    try:
        return navigation.renamed(ls.workspace, ls.store, analysis, symbol, params.new_name)
    except CannotRename as error:
        raise JsonRpcException(str(error), code=-32803) from None


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
def formatting(ls: AstroServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """The whole file in the one layout; one that cannot be read stays as it is."""
    document = ls.workspace.get_text_document(params.text_document.uri)
    text = document.source.replace("\r\n", "\n").replace("\r", "\n")
    if unreadable(document.path, text):
        return []
    laid_out = formatted(text)
    if laid_out == text:
        return []
    lines = lines_of(ls.workspace, params.text_document.uri)
    whole = types.Range(types.Position(0, 0), types.Position(len(lines), 0))
    return [types.TextEdit(whole, laid_out)]


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
)
def code_actions(ls: AstroServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri = params.text_document.uri
    analysis = ls.analysis(uri)
    problems = ls.found.get(uri, analysis.problems)
    return diagnostics.quick_fixes(ls.workspace, analysis, problems, params.range)


def run(host: str | None = None, port: int | None = None) -> None:
    """Serves until the editor ends it: over standard input and output, or on a port of this machine."""
    if port is None:
        server.start_io()
    else:
        server.start_tcp(host or "127.0.0.1", port)
