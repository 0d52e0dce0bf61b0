"""What an editor asks for to change files: names, layout, fixes, refactorings."""

from __future__ import annotations

import asyncio

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.workspace import Workspace

from astro_referee.cli.lsp import diagnostics, layout, navigation, refactoring, testing
from astro_referee.cli.lsp.positions import line_and_column, range_of, uri_of
from astro_referee.cli.lsp.refactoring import Refactoring
from astro_referee.cli.lsp.session import AstroServer, server
from astro_referee.cli.lsp.telling import explaining
from astro_referee.cli.store import Analysis
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
async def rename(ls: AstroServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    analysis, line, column = ls.at(params)
    symbol = navigation.at(analysis, line, column)
    if symbol is None:
        return None

    def work() -> types.WorkspaceEdit:
        with ls.store.lock:  # files are read as they will be meanwhile
            return navigation.renamed(ls.workspace, ls.store, analysis, symbol, params.new_name)

    try:
        return await asyncio.get_running_loop().run_in_executor(ls.player, work)
    except CannotRename as error:
        raise JsonRpcException(str(error), code=-32803) from None


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
def formatting(ls: AstroServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """The whole file in the one layout; one that cannot be read stays as it is."""
    document = ls.workspace.get_text_document(params.text_document.uri)
    return layout.edits(document.path, document.source)


@server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
def range_formatting(ls: AstroServer, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
    """Some lines in the one layout."""
    document = ls.workspace.get_text_document(params.text_document.uri)
    return layout.edits(document.path, document.source, params.range)


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(
        code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.Refactor, types.CodeActionKind.Empty]
    ),
)
def code_actions(ls: AstroServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri = params.text_document.uri
    analysis = ls.analysis(uri)
    problems = ls.found.get(uri, analysis.problems)
    found = diagnostics.quick_fixes(ls.workspace, analysis, problems, params.range)
    start, end = (line_and_column(ls.workspace, uri, at) for at in (params.range.start, params.range.end))
    text = testing.text_at(ls.workspace, uri)
    for made in refactoring.refactorings(analysis, text, start, end):
        found.append(refactored(ls.workspace, analysis, made))
    found += diagnostics.explanations(ls.shown.get(uri, []), params.range)
    return [*found, *testing.actions(ls.workspace, uri, start[0])]


@server.command(diagnostics.EXPLAIN)
async def explain(ls: AstroServer, code: str) -> str:
    """Shows what a code means, and gives it as text."""
    problem = explaining.known().get(code)
    if problem is None:
        raise JsonRpcException(f"no problem has the code {code}", code=-32803)
    window, kept = ls.client_capabilities.window, explaining.explained(code)
    if kept is not None and window is not None and window.show_document is not None and window.show_document.support:
        await ls.window_show_document_async(types.ShowDocumentParams(uri_of(kept), take_focus=True))
    else:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, explaining.page(problem)))
    return explaining.page(problem)


def refactored(workspace: Workspace, analysis: Analysis, made: Refactoring) -> types.CodeAction:
    """A refactoring as an editor carries it out; a new file is made and filled."""
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in made.edits:
        uri = uri_of(analysis.path_of(edit.place.file))
        changes.setdefault(uri, []).append(types.TextEdit(range_of(workspace, edit.place, uri), edit.text))
    whole = types.WorkspaceEdit(changes=changes)
    if made.new_file is not None:
        uri, start = uri_of(made.new_file[0]), types.Position(0, 0)
        filled = types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(uri),
            [types.TextEdit(types.Range(start, start), made.new_file[1])],
        )
        whole = types.WorkspaceEdit(document_changes=[types.CreateFile(uri), filled])
    kind = types.CodeActionKind(f"refactor.{made.sort}")
    return types.CodeAction(title=made.title, kind=kind, edit=whole)
