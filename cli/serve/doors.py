"""Connections before they ask for anything: whoever stays silent is shown out, sooner if all room is taken."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0
"""Seconds until a whole request has to be there."""
MOST_OPEN = 4000
"""Connections of all sorts; each takes a file of those that the system allows."""
SPARE = 100
"""Files that are kept for tables and records."""


def room() -> int:
    """How many connections there can be, after asking the system for as many as it gives."""
    try:
        import resource
    except ImportError:
        return MOST_OPEN  # no such limit on this system
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed < MOST_OPEN + SPARE:
        allowed = MOST_OPEN + SPARE if most == resource.RLIM_INFINITY else min(most, MOST_OPEN + SPARE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return max(1, min(MOST_OPEN, allowed - SPARE))


def door(most: int) -> type[H11Protocol]:
    """The protocol of a server with so much room."""
    silent: dict[H11Protocol, None] = {}

    class Door(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            silent[self] = None
            self.loop.call_later(PATIENCE, self.show_out)
            if len(self.connections) > most:
                next(iter(silent)).transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            request: object = self.cycle
            if request is not None or self.transport.get_protocol() is not self:
                silent.pop(self, None)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            silent.pop(self, None)

        def show_out(self) -> None:
            if self in silent:
                self.transport.abort()

    return Door
