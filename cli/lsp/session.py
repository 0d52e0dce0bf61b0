"""One editor and what it has open: each file is checked soon after it has changed."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from astro_referee import __version__
from astro_referee.cli.lsp import diagnostics, navigation, snapshots
from astro_referee.cli.lsp.positions import line_and_column, lines_of, path_of, uri_of
from astro_referee.cli.preview.scene import Preview
from astro_referee.cli.preview.server import PreviewServer
from astro_referee.cli.store import Analysis, shared_store
from astro_referee.grammar.problems import Problem, Severity
from astro_referee.interpreter.program.symbols import Symbol
from astro_referee.interpreter.testing.at_line import test_at

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
        self.store = shared_store()
        self.found: dict[str, tuple[Problem, ...]] = {}
        self.shown: dict[str, list[types.Diagnostic]] = {}
        """The problems that are marked in each open file."""
        self.failed: dict[str, list[types.Diagnostic]] = {}
        """Tests that have failed in each, until it changes."""
        self.missed: dict[str, list[types.Diagnostic]] = {}
        """Lines that no test reaches, until it changes."""
        self.otherwise: dict[str, list[types.Diagnostic]] = {}
        """Playthroughs that do not go as before, until the file changes."""
        self.held: dict[str, str] = {}
        """The last text of each with which they went as before."""
        self.waiting: dict[str, asyncio.Task[None]] = {}
        self.worker = ThreadPoolExecutor(1, "astro-check")
        self.player = ThreadPoolExecutor(1, "astro-play")
        self.preview: Preview | None = None
        """The game beside the text, once somebody wants it."""
        self.page: PreviewServer | None = None
        self.hints = True
        """Whether types stand behind names; the switch of the editor."""

    def configure(self, settings: object) -> None:
        """What an editor has set: `{"inlayHints": false}`, by itself or below `astro`."""
        if isinstance(settings, dict):
            own = settings.get("astro", settings)
            if isinstance(own, dict) and isinstance(own.get("inlayHints"), bool):
                self.hints = own["inlayHints"]

    @property
    def fills_in(self) -> bool:
        """Whether the editor can insert constructs with holes to fill in."""
        able = self.client_capabilities.text_document
        item = able.completion.completion_item if able is not None and able.completion is not None else None
        return bool(item is not None and item.snippet_support)

    def analysis(self, uri: str) -> Analysis:
        return self.store.analysis(path_of(uri))

    def at(self, params: AtPosition) -> tuple[Analysis, int, int]:
        uri = params.text_document.uri
        return self.analysis(uri), *line_and_column(self.workspace, uri, params.position)

    def symbol(self, params: AtPosition) -> tuple[Analysis, Symbol | None]:
        analysis, line, column = self.at(params)
        return analysis, navigation.at(analysis, line, column)

    def look(self, uri: str, line: int) -> None:
        """The preview follows the cursor, if there is one, as far as it stands in a test."""
        if self.preview is not None and test_at("".join(lines_of(self.workspace, uri)), line) is not None:
            path = path_of(uri).resolve()
            if self.preview.at != (path, line):
                asyncio.get_running_loop().run_in_executor(self.player, self.preview.look, path, line)

    # --- Checking ----------------------------------------------------------------------------------------------------

    def changed(self, uri: str, pause: float = TYPING) -> None:
        """Whatever is made of a file is checked again, after a pause."""
        path = path_of(uri)
        depending = {uri_of(one) for one in self.store.depending(path)} & set(self.workspace.text_documents)
        self.store.edit(path, self.workspace.get_text_document(uri).source)
        for one in {uri, *depending}:
            self.failed.pop(one, None)
            self.missed.pop(one, None)
            self.otherwise.pop(one, None)
            if one in self.waiting:
                self.waiting[one].cancel()
            self.waiting[one] = asyncio.get_running_loop().create_task(self.check(one, pause))

    async def check(self, uri: str, pause: float) -> None:
        """One check when the keys rest for a moment, all set-ups when they rest longer."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(pause)
        analysis = await loop.run_in_executor(self.worker, self.analysis, uri)
        self.publish(uri, analysis, analysis.problems)
        if self.preview is not None:
            await loop.run_in_executor(self.player, self.preview.refresh)
        await asyncio.sleep(RESTING)
        whole = await loop.run_in_executor(self.worker, self.store.examined, analysis.path, analysis.source)
        if self.store.analyses.get(analysis.path) is analysis:
            self.publish(uri, analysis, whole.problems)
            await self.play(uri, whole.problems)

    async def play(self, uri: str, problems: tuple[Problem, ...]) -> None:
        """Marks what has changed the playthroughs of some rules, once nobody waits for anything else."""
        if any(problem.severity is Severity.ERROR for problem in problems):
            return
        text = "".join(lines_of(self.workspace, uri))
        loop = asyncio.get_running_loop()
        changed = await loop.run_in_executor(self.player, snapshots.changed_playthroughs, path_of(uri))
        if changed:
            self.otherwise[uri] = snapshots.marks(self.workspace, uri, changed, self.held.setdefault(uri, text))
            self.mark(uri)
        else:
            self.held[uri] = text

    def publish(self, uri: str, analysis: Analysis, problems: tuple[Problem, ...]) -> None:
        self.found[uri] = problems
        self.shown[uri] = diagnostics.diagnostics(self.workspace, analysis, problems)
        self.mark(uri)

    def mark(self, uri: str) -> None:
        """Everything that is marked in a file, at once: an editor forgets what is not said again."""
        marked = [*self.shown.get(uri, ()), *self.failed.get(uri, ()), *self.missed.get(uri, ())]
        marked += self.otherwise.get(uri, ())
        document = self.workspace.text_documents.get(uri)
        version = document.version if document is not None else None
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, marked, version))

    def mark_tests(self, uri: str, found: list[types.Diagnostic]) -> None:
        """Where tests have failed."""
        self.failed[uri] = found
        self.mark(uri)

    def mark_coverage(self, uri: str, found: list[types.Diagnostic]) -> None:
        """What tests have missed."""
        self.missed[uri] = found
        self.mark(uri)


server = AstroServer()
