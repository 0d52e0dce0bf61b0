"""A site of the playground in a real browser: built once, handed out on a port of this machine, and then no more."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from astro_referee.cli.failures import Failure
from astro_referee.cli.playground import pyodide, site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 60_000
"""Milliseconds: Python in a page takes some seconds to start, and others may use the same cores."""


def missing(reason: str) -> None:
    """Skips a test for which this machine lacks something; where everything should be there, it fails."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def need(command: str) -> str:
    found = shutil.which(command)
    if found is None:
        missing(f"the playground is not tried in a browser: there is no {command}")
    assert found is not None
    return found


def from_npm(package: str, folder: Path) -> Path:
    """A package of npm, unpacked."""
    done = subprocess.run(
        [need("npm"), "pack", package, "--silent"], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )
    packed = next(folder.glob("*.tgz"), None)
    if done.returncode or packed is None:
        missing(f"npm brings no {package} here")
    assert packed is not None
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def built(folder: Path) -> Path:
    """The site as the command builds it; `ASTRO_PYODIDE` may name a folder that has Pyodide."""
    need("node")
    given = os.environ.get("ASTRO_PYODIDE")
    said: list[str] = []
    try:
        source = pyodide.complete(Path(given)) if given else pyodide.from_npm(folder)
        site.build(folder / "site", source, said.append)
    except Failure as error:
        missing(f"the playground is not tried in a browser: {error.message}")
    assert said[-1] == "modules are prepared"
    return folder / "site"


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        del format, args


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, http.server.ThreadingHTTPServer]]:
    handler = functools.partial(Silent, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", server
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        missing("the playground is not tried in a browser: there is no chromium")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM)
        try:
            yield opened
        finally:
            opened.close()


def fill(page: Page, text: str) -> None:
    """Puts a text into the editor as somebody would who pastes it."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def verdict(page: Page, words: str) -> None:
    """Waits for what the checker says of the text."""
    page.locator("#verdict", has_text=words).wait_for(timeout=PATIENCE)
