"""A server in this process, which can be stopped and started again: what tests of sockets and pages stand on."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

from astro_referee.cli.serve import server
from astro_referee.cli.serve.storage import Hall
from astro_referee.cli.serve.tables import ServedTable


class Served:
    """A hall with its server, which can be stopped and started again at the same port."""

    def __init__(self, folder: Path, prefix: str = "") -> None:
        self.folder, self.prefix, self.port = folder, prefix, 0
        self.begin()

    def begin(self) -> None:
        self.hall = Hall(self.folder)
        self.folder.mkdir(exist_ok=True)
        self.notes = self.hall.take_up()
        heard = socket.socket()
        heard.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        heard.bind(("127.0.0.1", self.port))
        self.port = heard.getsockname()[1]
        self.server = server.server_of(server.app_of(self.hall, prefix=self.prefix, quick=True), "127.0.0.1", self.port)
        self.thread = threading.Thread(target=self.server.run, args=([heard],), daemon=True)
        self.thread.start()
        until(lambda: self.server.started)

    def stop(self) -> None:
        self.server.should_exit = True
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
