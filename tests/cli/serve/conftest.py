"""A server in this process, with pages of one browser: what each test of the table in the browser stands on."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")
pytest.importorskip("segno", reason="the extra `serve` is not installed")

from astro_referee.cli.serve import server
from astro_referee.cli.serve.storage import Hall
from astro_referee.cli.serve.tables import ServedTable

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Served:
    """A hall with its server, which can be stopped and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.begin()

    def begin(self) -> None:
        self.hall = Hall(self.folder)
        self.folder.mkdir(exist_ok=True)
        self.notes = self.hall.take_up()
        heard = socket.socket()
        heard.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        heard.bind(("127.0.0.1", self.port))
        self.port = heard.getsockname()[1]
        self.server = server.server_of(server.app_of(self.hall, quick=True), "127.0.0.1", self.port)
        self.thread = threading.Thread(target=self.server.run, args=([heard],), daemon=True)
        self.thread.start()
        until(lambda: self.server.started)

    def stop(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self.thread.join(10)
        self.hall.close()

    def table(self, game: str, players: int | None = None, begin: bool = True, **options: str) -> ServedTable:
        made = self.hall.open(game, players, options)
        if begin:
            made.begin()
        return made

    def address(self, *keys: str) -> str:
        return f"http://127.0.0.1:{self.port}/#{'.'.join(keys)}"


def until(holds: Callable[[], object], seconds: float = 20) -> None:
    """Waits for something that another thread brings about."""
    end = monotonic() + seconds
    while not holds():
        assert monotonic() < end, "it has not come about"
        sleep(0.01)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    made = Served(tmp_path / "tables")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; where there is none, tests are skipped with a reason, but not in CI."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("these tests need Chromium: apt-get install chromium")
        pytest.skip("there is no Chromium here")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM)
        yield found
        found.close()
