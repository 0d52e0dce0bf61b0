"""The game beside the text: a page that follows the cursor and the keys, and whose clicks are typed into the test."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from lsprotocol import types

from astro_referee.cli.lsp.positions import lines_of, path_of, uri_of
from astro_referee.cli.lsp.session import AstroServer, server
from astro_referee.cli.lsp.testing import PREVIEW
from astro_referee.cli.preview.scene import Preview
from astro_referee.cli.preview.server import PreviewServer

FOLLOW = "astro.previewAt"


def added(ls: AstroServer, loop: asyncio.AbstractEventLoop, path: Path, line: int, text: str) -> None:
    """Has the editor type a line; the request comes from the thread of the page."""
    uri = next((one for one in ls.workspace.text_documents if path_of(one).resolve() == path), uri_of(path))
    lines = lines_of(ls.workspace, uri)
    bare = 0 < line <= len(lines) and not lines[line - 1].endswith(("\n", "\r"))
    at = types.Position(line, 0)
    if bare:  # the last line has no end yet
        text = "\n" + text.removesuffix("\n")
        at = types.Position(line - 1, ls.workspace.position_codec.client_num_units(lines[line - 1]))
    edit = types.WorkspaceEdit(changes={uri: [types.TextEdit(types.Range(at, at), text)]})
    loop.call_soon_threadsafe(ls.workspace_apply_edit, types.ApplyWorkspaceEditParams(edit, "Add a move to the test"))


@server.command(PREVIEW)
async def preview(ls: AstroServer, uri: str, line: int) -> dict[str, str]:
    """Opens the page for the line of the cursor, and gives its address."""
    loop = asyncio.get_running_loop()
    if ls.page is None:
        ls.preview = Preview(partial(added, ls, loop))
        ls.page = PreviewServer(ls.preview)
        ls.page.start()
    assert ls.preview is not None
    await loop.run_in_executor(ls.player, ls.preview.look, path_of(uri).resolve(), int(line) + 1)
    window = ls.client_capabilities.window
    if window is not None and window.show_document is not None and window.show_document.support:
        await ls.window_show_document_async(types.ShowDocumentParams(ls.page.url, external=True))
    else:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, ls.page.url))
    return {"url": ls.page.url}


@server.command(FOLLOW)
def follow(ls: AstroServer, uri: str, line: int) -> None:
    """The cursor stands at another line."""
    ls.look(uri, int(line) + 1)
