"""Files as an editor opens, edits and closes them: at once, so that what is asked next is asked of the new text."""

from __future__ import annotations

from lsprotocol import types

from astro_referee.cli.lsp.positions import path_of, uri_of
from astro_referee.cli.lsp.session import AstroServer, server


@server.feature(types.INITIALIZE)
def greeted(ls: AstroServer, params: types.InitializeParams) -> None:
    """What the editor wants is heard; nothing is read before somebody asks."""
    ls.configure(params.initialization_options)


@server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
def configured(ls: AstroServer, params: types.DidChangeConfigurationParams) -> None:
    ls.configure(params.settings)


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def opened(ls: AstroServer, params: types.DidOpenTextDocumentParams) -> None:
    ls.held[params.text_document.uri] = params.text_document.text
    ls.changed(params.text_document.uri, pause=0)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def edited(ls: AstroServer, params: types.DidChangeTextDocumentParams) -> None:
    ls.changed(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def closed(ls: AstroServer, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    ls.store.close(path_of(uri))
    if uri in ls.waiting:
        ls.waiting.pop(uri).cancel()
    for kept in (ls.found, ls.shown, ls.failed, ls.missed, ls.otherwise):
        kept.pop(uri, None)
    ls.held.pop(uri, None)
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def changed_on_disk(ls: AstroServer, params: types.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        for one in ls.store.depending(path_of(change.uri)):
            if uri_of(one) in ls.workspace.text_documents:
                ls.changed(uri_of(one))
        ls.store.forget(path_of(change.uri))
