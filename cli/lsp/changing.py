"""What an editor asks for to change files: names, layout, fixes, refactorings."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from astro_referee.cli.lsp import diagnostics, navigation
from astro_referee.cli.lsp.positions import lines_of, range_of
from astro_referee.cli.lsp.session import AstroServer, server
from astro_referee.grammar.formatting.formatter import formatted, unreadable
from astro_referee.interpreter.program.symbols import CannotRename


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
