"""A hall of tables in, a server out: pages and sockets under one address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from astro_referee.cli.serve import doors, messages, pages
from astro_referee.cli.serve.sockets import Switchboard

if TYPE_CHECKING:
    from astro_referee.cli.serve.storage import Hall

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Callable[[], Awaitable[Scope]], Callable[[Scope], Awaitable[None]]], Awaitable[None]]


def app_of(hall: Hall, origins: tuple[str, ...] = (), prefix: str = "", quick: bool = False) -> App:
    """The application; a proxy may leave a `prefix` before all paths, or take it away."""
    board = Switchboard(hall, origins, quick)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        ticking = asyncio.create_task(board.ticking())
        for table in hall.tables.values():
            board.announce(table)
        yield
        ticking.cancel()
        with suppress(asyncio.CancelledError):
            await ticking
        await board.close()

    routes = [*pages.ROUTES, WebSocketRoute("/socket", board.endpoint)]
    return without_prefix(Starlette(routes=routes, lifespan=running), prefix.rstrip("/"))


def without_prefix(app: App, prefix: str) -> App:
    """The same application below a path."""

    async def stripped(
        scope: Scope, receive: Callable[[], Awaitable[Scope]], send: Callable[[Scope], Awaitable[None]]
    ) -> None:
        path = scope.get("path", "")
        if prefix and (path == prefix or path.startswith(f"{prefix}/")):
            scope = {**scope, "path": path[len(prefix) :] or "/", "raw_path": None}
        await app(scope, receive, send)

    return stripped


def server_of(app: App, host: str, port: int) -> uvicorn.Server:
    """A server with limits of its own: no long messages, no half-open connections, no word in a log about who came."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            http=doors.door(doors.room()),
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=messages.LONGEST + 1,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            ws_per_message_deflate=False,
            timeout_keep_alive=20,
            timeout_graceful_shutdown=2,
            server_header=False,
            h11_max_incomplete_event_size=16_384,
        )
    )
