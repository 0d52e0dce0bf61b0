"""A served table under load: watchers, many tables and hostile clients beside an empty server of the same packages."""

from __future__ import annotations

import asyncio
import gc
import json
import multiprocessing
import os
import random
import socket
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from attrs import define, field

ROOT = Path(__file__).resolve().parent.parent
WATCHED = "chess"
OTHERS = ["ptolemy", "hearts", str(ROOT / "examples" / "nim.astro"), "ephemeris-snap"]
TABLES, WATCHERS, GAMES, HOSTILE = 50, 200, 1000, 100_000
ROUNDS = 9
PACE = 20.0
"""Seconds that players of the other tables think at most."""
BUSY = 120.0
"""Seconds after which hostile clients stop, however many messages they have sent."""
FLOODS = 8
"""Hostile clients at once."""
JUNK = [
    *("", "junk", "[" * 4000, "x" * 5000, b"\x00\xff" * 50, '{"do":"rules","word":"a"}', '{"do":"past","number":1}'),
    *('{"do":"why","args":[[[]]]}', '{"do":"start"}', '{"do":"play","question":"1","id":{}}'),
]

Figures = dict[str, object]
Keys = list[list[str]]
"""For each table the links of its seats, and last the one for those who watch."""


# --- The two servers, each a process of its own -----------------------------------------------------------------------


def tables(pipe: Pipe) -> None:
    from astro_referee.cli.serve.server import app_of, server_of
    from astro_referee.cli.serve.storage import Hall

    hall = Hall(Path(tempfile.mkdtemp()))
    keys: Keys = []
    for number in range(TABLES):
        table = hall.open(WATCHED if not number else OTHERS[number % len(OTHERS)], None, {})
        table.begin()
        keys.append([chair.key for chair in table.chairs[: table.game.seats]] + [table.watch_key])
    heard = listening()
    pipe.send((heard.getsockname()[1], keys))
    server_of(app_of(hall, quick=True), "127.0.0.1", 0).run(sockets=[heard])


def empty(pipe: Pipe) -> None:
    """Whatever somebody says is sent to all who are connected, and nothing else happens."""
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    from astro_referee.cli.serve.server import server_of

    present: set[WebSocket] = set()

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        present.add(socket)
        with suppress(WebSocketDisconnect):
            while True:
                text = await socket.receive_text()
                await asyncio.gather(*(one.send_text(text) for one in present))
        present.discard(socket)

    heard = listening()
    pipe.send((heard.getsockname()[1], []))
    server = server_of(Starlette(routes=[WebSocketRoute("/socket", echo)]), "127.0.0.1", 0)
    server.config.ws_max_size = 2**24
    server.run(sockets=[heard])


def listening() -> socket.socket:
    heard = socket.socket()
    heard.bind(("127.0.0.1", 0))
    heard.listen(512)
    return heard


def started(target: Callable[[Pipe], None]) -> tuple[Any, int, Keys]:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=target, args=(there,), daemon=True)
    process.start()
    port, keys = here.recv()
    return process, port, keys


# --- Clients ----------------------------------------------------------------------------------------------------------


@define(eq=False)
class Client:
    """A connection that listens for as long as it is open."""

    line: Any
    frame: dict[str, Any] = field(factory=dict)
    size: int = 0
    plays: bool = False
    heard: asyncio.Event = field(factory=asyncio.Event)
    listener: asyncio.Future[None] | None = None

    async def listen(self) -> None:
        from websockets.exceptions import WebSocketException

        with suppress(WebSocketException):  # it is closed, by whomever
            async for text in self.line:
                if '"do":"frame"' in text[:20] or text.startswith("x"):
                    self.size = len(text)
                    self.frame = json.loads(text) if self.plays else {}
                    self.heard.set()


async def opened(port: int, key: str = "", plays: bool = False) -> Client:
    from websockets.asyncio.client import connect

    line = await connect(f"ws://127.0.0.1:{port}/socket", max_size=None, compression=None, ping_interval=None)
    client = Client(line, plays=plays)
    if key:
        await line.send(json.dumps({"do": "enter", "key": key}))
    client.listener = asyncio.ensure_future(client.listen())
    return client


async def all_hear(watchers: list[Client], act: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds from what somebody does until everybody has been sent what comes of it."""
    for one in watchers:
        one.heard.clear()
    began = perf_counter()
    await act()
    await asyncio.wait_for(asyncio.gather(*(one.heard.wait() for one in watchers)), 60)
    return 1000 * (perf_counter() - began)


async def move(seats: list[Client]) -> None:
    """Whoever is asked plays at random."""
    while not (asked := [one for one in seats if one.frame.get("offer")]):
        await asyncio.sleep(0.002)
    mover = random.choice(asked)
    offer, question = mover.frame["offer"], mover.frame["question"]
    chosen = random.choice(offer["moves"])["id"]
    for one in seats:
        one.frame = {}
    await mover.line.send(json.dumps({"do": "play", "question": question, "id": chosen}))


async def keep_playing(port: int, keys: list[str]) -> None:
    """A table that goes on by itself, with somebody who watches."""
    seats = [await opened(port, key, True) for key in keys[:-1]]
    await opened(port, keys[-1])
    while True:
        await asyncio.sleep(random.uniform(0, PACE))
        with suppress(TimeoutError):
            await asyncio.wait_for(move(seats), PACE)


async def attack(port: int, key: str, sent: list[int]) -> None:
    """Connects again and again, with a link or without, and sends what no page sends as fast as it can."""
    from websockets.exceptions import WebSocketException

    while sum(sent) < HOSTILE:
        with suppress(WebSocketException, OSError):
            client = await opened(port, random.choice([key, key, "nobody"]))
            kind = random.choice(JUNK)
            for _ in range(200):
                await client.line.send(random.choice(JUNK) if random.random() < 0.1 else kind)
                sent.append(1)
            await client.line.close()
            assert client.listener is not None
            await client.listener


# --- Figures ----------------------------------------------------------------------------------------------------------


async def loaded() -> Figures:
    served, port, keys = started(tables)
    other, echo_port, _ = started(empty)
    try:
        seats = [await opened(port, key, True) for key in keys[0][:-1]]
        watchers = [await opened(port, keys[0][-1]) for _ in range(WATCHERS)]
        echoed = [await opened(echo_port) for _ in range(WATCHERS)]
        for one in watchers:
            await one.heard.wait()
        text = "x" * watchers[0].size
        pairs = []
        before = [processor_time(process) for process in (served, other)]
        for _ in range(ROUNDS):
            ours = await all_hear(watchers, lambda: move(seats))
            pairs.append((ours, await all_hear(echoed, lambda: echoed[0].line.send(text))))
        spent = [processor_time(process) - was for process, was in zip((served, other), before, strict=True)]
        playing = [asyncio.ensure_future(keep_playing(port, one)) for one in keys[1:]]
        await asyncio.sleep(PACE / 2)
        full = await rounds(watchers, seats)
        sent: list[int] = []
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(100)]
        began = perf_counter()
        attacks = [asyncio.ensure_future(attack(port, keys[1][-1], sent)) for _ in range(FLOODS)]
        attacked = await rounds(watchers, seats)
        await asyncio.wait(attacks, timeout=max(1.0, BUSY - (perf_counter() - began)))
        took = perf_counter() - began
        after = await rounds(watchers, seats)
        for task in (*attacks, *playing):
            task.cancel()
        for _, writer in silent:
            writer.close()
    finally:
        for process in (served, other):
            process.kill()
            process.join()
    alone = median(ours for ours, _ in pairs)
    return {
        "letters of a position": len(text),
        f"{WATCHERS} watchers, ms until all have a move": round(alone),
        "the empty server, ms": round(median(theirs for _, theirs in pairs)),
        "ratio to the empty server": round(median(ours / theirs for ours, theirs in pairs), 2),
        "processor, ms a move": round(1000 * spent[0] / ROUNDS),
        "of the empty server": round(1000 * spent[1] / ROUNDS),
        f"with {TABLES - 1} other tables, ms": round(full),
        "ratio to none": round(full / alone, 2),
        "with hostile clients as well, ms": round(attacked),
        "ratio to without them": round(attacked / full, 2),
        "hostile messages": f"{sum(sent)} in {took:.0f} s",
        "after them, ms": round(after),
    }


def processor_time(process: Any) -> float:
    """Seconds that a server has worked: on a busy machine others make the time on the clock longer, and not this."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def rounds(watchers: list[Client], seats: list[Client]) -> float:
    found = []
    for _ in range(ROUNDS):
        found.append(await all_hear(watchers, lambda: move(seats)))
        await asyncio.sleep(0.2)
    return median(found)


def memory() -> Figures:
    """Megabytes of a process in which one table has played so many whole games, every position drawn and sent."""
    from astro_referee.cli.serve.frames import Viewer
    from astro_referee.cli.serve.storage import Hall

    hall = Hall(Path(tempfile.mkdtemp()))
    table = hall.open(str(ROOT / "examples" / "nim.astro"), None, {})
    table.keep, table.open_record = lambda table: None, lambda table, match: None  # waiting for a disk tells nothing
    found = {}
    for game in range(1, GAMES + 1):
        table.begin()
        while not table.match.over:
            seat = table.match.actors[0]
            table.play(seat, random.choice(table.match.legal(seat)))
            for viewer in (Viewer("seat", 0), Viewer("seat", 1), Viewer("watch")):
                table.frame(viewer, False)
        if game in (GAMES // 5, GAMES):
            gc.collect()
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            found[game] = pages * 4096 / 1e6
    hall.close()
    early, late = found[GAMES // 5], found[GAMES]
    return {f"MB after {GAMES // 5} games": round(early, 1), f"MB after {GAMES} games": round(late, 1)}


def serving(seconds: float) -> Figures:
    """Moves at a served table until 200 watchers have them, beside an empty server; alone, in company, under attack."""
    return {**asyncio.run(loaded()), **memory()}
