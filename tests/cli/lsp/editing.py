"""An editor for the tests: a real server on a port of this machine, asked one thing after the other.

Neovim and Emacs talk to theirs over pipes.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from shelf import ROOT

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from lsprotocol import types
from pygls.lsp.client import LanguageClient

Answer = TypeVar("Answer")
PATIENCE = 240
"""Seconds: machines can have a lot else to do."""
DUEL = """astro 1

game Duel for 2 players
  "Take the last stone 🎲."

use "stones"

ruling R1 "At least one." from "l.1"

var left: 0..10
  "Stones on the table 🎲."

phase play
  begin
    left = double(5)

  turns clockwise from P1
    move take(number in 1..3) as "take {number}"
      when number <= left else "🎲 there are only {left}"
      then
        left -= number @R1
    otherwise
      winner me.previous
"""
STONES = """astro 1

library Stones

def double(count: 0..5): 0..10 = count * 2
  "Twice as many."
"""
TESTS = """astro 1

tests of "duel.astro"

test "three are taken"
  P1 "take 3"
  expect left is 7
"""


class Editor:
    """A client with open files; texts are given and found as they are typed, places by a mark in them."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.client = LanguageClient("tests", "1")
        self.server: subprocess.Popen[bytes] | None = None
        self.marked: dict[str, list[types.Diagnostic]] = {}
        self.news = asyncio.Event()
        self.versions: dict[str, int] = {}

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def marked(params: types.PublishDiagnosticsParams) -> None:
            if params.version is None or params.version >= self.versions.get(params.uri, 0):
                self.marked[params.uri] = list(params.diagnostics)
                self.news.set()

        self.noted: dict[str, Any] = {}
        self.edits: list[types.WorkspaceEdit] = []
        for name in ("astro/testResults", "astro/coverage", types.WINDOW_SHOW_MESSAGE, types.WINDOW_LOG_MESSAGE):
            self.note(name)

        @self.client.feature(types.WORKSPACE_APPLY_EDIT)
        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.edits.append(params.edit)
            self.news.set()
            return types.ApplyWorkspaceEditResult(True)

    def note(self, name: str) -> None:
        """Keeps the last notification of a name."""

        @self.client.feature(name)
        def noted(params: Any) -> None:
            self.noted[name] = plain(params)

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return self.runner.run(asyncio.wait_for(work, PATIENCE))

    def start(self, encoding: types.PositionEncodingKind = types.PositionEncodingKind.Utf16) -> types.InitializeResult:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = [sys.executable, "-m", "astro_referee.cli", "lsp", "--tcp", str(port)]
        self.server = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        async def begin() -> types.InitializeResult:
            while True:
                try:
                    await self.client.start_tcp("127.0.0.1", port)
                    break
                except OSError:  # it has only begun
                    assert self.server is not None and self.server.poll() is None
                    await asyncio.sleep(0.05)
            able = types.ClientCapabilities(
                general=types.GeneralClientCapabilities(position_encodings=[encoding]),
            )
            answer = await self.client.initialize_async(types.InitializeParams(capabilities=able))
            self.client.initialized(types.InitializedParams())
            return answer

        return self.run(begin())

    def stop(self) -> None:
        async def end() -> None:
            await self.client.shutdown_async(None)
            self.client.exit(None)
            await self.client.stop()

        self.run(end())
        self.runner.close()
        if self.server is not None:
            self.server.terminate()
            self.server.wait(PATIENCE)

    # --- Files -------------------------------------------------------------------------------------------------------

    def open(self, path: Path, text: str | None = None) -> types.TextDocumentIdentifier:
        """Opens a file, as it is or with another text, or types it anew."""
        uri, said = path.resolve().as_uri(), path.read_text(encoding="utf-8") if text is None else text
        self.versions[uri] = version = self.versions.get(uri, 0) + 1
        self.marked.pop(uri, None)  # what was said of an older text

        async def tell() -> None:
            if version == 1:
                document = types.TextDocumentItem(uri, "astro", version, said)
                self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))
            else:
                change = types.TextDocumentContentChangeWholeDocument(said)
                document_ = types.VersionedTextDocumentIdentifier(version, uri)
                self.client.text_document_did_change(types.DidChangeTextDocumentParams(document_, [change]))
            await asyncio.sleep(0)

        self.run(tell())
        return types.TextDocumentIdentifier(uri)

    def close(self, document: types.TextDocumentIdentifier) -> None:
        async def tell() -> None:
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))
            await asyncio.sleep(0)

        self.versions.pop(document.uri, None)
        self.run(tell())

    def next_edits(self) -> list[types.WorkspaceEdit]:
        """What the server wants to have typed next."""

        async def wait() -> list[types.WorkspaceEdit]:
            while not self.edits:
                self.news.clear()
                await self.news.wait()
            return self.edits

        return self.run(wait())

    def problems(self, document: types.TextDocumentIdentifier) -> list[types.Diagnostic]:
        """What is marked in a file next."""

        async def wait() -> list[types.Diagnostic]:
            while document.uri not in self.marked:
                self.news.clear()
                await self.news.wait()
            return self.marked.pop(document.uri)

        return self.run(wait())


def plain(data: Any) -> Any:
    """What a library has made of JSON, as JSON again."""
    if hasattr(data, "_asdict"):
        return {key: plain(value) for key, value in data._asdict().items()}
    return [plain(one) for one in data] if isinstance(data, list) else data


def place(text: str, words: str, behind: int = 0) -> types.Position:
    """Where some words stand for the first time, in the units of an editor that counts as UTF-16 does."""
    at = text.index(words) + behind
    line = text.count("\n", 0, at)
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return types.Position(line, len(before.encode("utf-16-le")) // 2)


def typed(text: str, edits: Iterable[types.TextEdit]) -> str:
    """A text with edits made, as an editor that counts as UTF-16 does makes them."""
    lines = text.splitlines(keepends=True)

    def offset(at: types.Position) -> int:
        before = "".join(lines[: at.line])
        line = lines[at.line] if at.line < len(lines) else ""
        return len(before) + len(line.encode("utf-16-le")[: 2 * at.character].decode("utf-16-le"))

    for edit in sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text
