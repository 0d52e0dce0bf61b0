"""Sockets: connections in, each with a secret; what changes at a table out to all who look in.

A connection is sent what is new when it is ready for it, and never keeps more than that: who is slow misses what came
between, and nothing else waits.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter, deque
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic, thread_time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from attrs import define, field
from starlette.websockets import WebSocket, WebSocketDisconnect

from astro_referee.cli.failures import Failure
from astro_referee.cli.protocol.requests import Refused
from astro_referee.cli.serve import links, messages
from astro_referee.cli.serve.frames import Facts, Viewer
from astro_referee.cli.serve.tables import PEOPLE, POSITION, TALK, ServedTable, refusal
from astro_referee.interpreter.play.match import FaultyRules
from astro_referee.interpreter.values.text import clean

if TYPE_CHECKING:
    from astro_referee.cli.serve.storage import Hall
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.play.match import Match

NO_LINK, TAKEN_BACK, TOO_MANY, TOO_FAST, ELSEWHERE = 4001, 4002, 4003, 4004, 4005
"""Codes with which a connection is closed."""
MOST, MOST_OF_ONE = 1000, 250
"""Connections in all, and from one address: a club behind one router. This machine may be a proxy for all of them."""
PATIENCE = 10.0
"""Seconds until a connection has to say whose it is, and that sending may take."""
BURST, PER_SECOND = 40, 10
"""Messages that may come at once, and how many a second after that."""
SHARE = 4
"""Times as long as an answer took, until the next message of the same link is heard: nobody gets more than a fifth."""
WAITING = 20
"""Answers that wait for somebody who does not read them."""
WRITERS = 8
"""Tables that can wait for the disk at once; bots think elsewhere."""
PACE, RACE = (0.5, 0.9), (1.5, 3.5)
"""Seconds that a bot takes at least; where the first counts, long enough for people to be first."""


@define(eq=False)
class Connection:
    """One browser at one table."""

    socket: WebSocket
    table: ServedTable
    viewer: Viewer
    key: str
    narrow: bool
    wants: set[str] = field(factory=lambda: {POSITION, PEOPLE, TALK})
    answers: deque[str] = field(factory=lambda: deque(maxlen=WAITING))
    wake: asyncio.Event = field(factory=asyncio.Event)
    last: str = ""
    entered: bool = False

    def tell(self, what: set[str]) -> None:
        self.wants |= what
        self.wake.set()

    def is_good(self) -> bool:
        """Whether the link still stands for somebody at the table; before the game that may be another seat."""
        now = self.table.viewer(self.key)
        self.viewer = now or self.viewer
        return now is not None

    async def send(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.socket.send_text(text)

    async def sending(self) -> None:
        """Sends what is wanted, newest state only, for as long as the link is good."""
        while True:
            self.wake.clear()
            if not self.is_good():
                await self.socket.close(TAKEN_BACK)
                return
            while self.answers:
                await self.send(self.answers.popleft())
            wants, self.wants = self.wants, set()
            if POSITION in wants:
                frame = self.table.frame(self.viewer, self.narrow, not self.entered)
                if frame != self.last:
                    self.last, self.entered = frame, True
                    await self.send(frame)
            if PEOPLE in wants:
                await self.send(self.table.people_text(self.viewer))
            if TALK in wants:
                await self.send(self.table.said(self.viewer))
            await self.wake.wait()


class Allowance:
    """How many messages somebody may still send now."""

    def __init__(self) -> None:
        self.left, self.at = float(BURST), monotonic()

    def spend(self) -> bool:
        now = monotonic()
        self.left = min(BURST, self.left + (now - self.at) * PER_SECOND) - 1
        self.at = now
        return self.left >= 0


class Switchboard:
    """All connections of a server, and the bots that play between them."""

    def __init__(self, hall: Hall, origins: tuple[str, ...] = (), quick: bool = False) -> None:
        """`origins`: addresses under which a proxy shows the page; `quick`: bots take no time."""
        self.hall, self.origins, self.quick = hall, origins, quick
        self.open: dict[str, set[Connection]] = {}
        self.by_address: Counter[str] = Counter()
        self.bots: dict[str, asyncio.Task[None]] = {}
        self.heard_again: dict[str, float] = {}
        self.orders: dict[str, asyncio.Lock] = {}
        self.deciding: set[asyncio.Task[None]] = set()
        self.disk = ThreadPoolExecutor(WRITERS, "disk")

    # --- Connections ------------------------------------------------------------------------------------------------

    async def endpoint(self, socket: WebSocket) -> None:
        """One connection from its beginning to its end."""
        address = socket.client.host if socket.client is not None else ""
        if not self.is_ours(socket):
            await socket.close(ELSEWHERE)
            return
        most = MOST if links.is_loopback(address) else MOST_OF_ONE
        if self.by_address.total() >= MOST or self.by_address[address] >= most:
            await socket.close(TOO_MANY)
            return
        self.by_address[address] += 1
        try:
            await socket.accept()
            connection = await self.enter(socket)
            if connection is not None:
                await self.attend(connection)
        except (WebSocketDisconnect, TimeoutError, RuntimeError, OSError):
            pass  # whoever is gone needs no answer
        finally:
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]

    def is_ours(self, socket: WebSocket) -> bool:
        """Whether the page that asks came from here: no other page may use a link that a browser knows."""
        origin = socket.headers.get("origin")
        if origin is None:
            return True
        return urlsplit(origin).netloc == socket.headers.get("host") or origin in self.origins

    async def enter(self, socket: WebSocket) -> Connection | None:
        """The first message says whose connection it is; a wrong secret gets nothing at all."""
        try:
            first = messages.read(await asyncio.wait_for(received(socket), PATIENCE))
        except Refused:
            first = None
        found = self.hall.seat_of(first.text("key")) if first is not None and first.do == "enter" else None
        if first is None or found is None:
            await socket.close(NO_LINK)
            return None
        table, viewer = found
        assert isinstance(viewer, Viewer)
        return Connection(socket, table, viewer, first.text("key"), first.flag("narrow"))

    async def attend(self, connection: Connection) -> None:
        """Listens and sends until one side has enough."""
        table = connection.table
        self.open.setdefault(table.name, set()).add(connection)
        table.came(connection.viewer, 1)
        self.announce(table)
        sender = asyncio.create_task(connection.sending())
        listener = asyncio.create_task(self.listening(connection))
        try:
            await asyncio.wait({sender, listener}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sender, listener):
                task.cancel()
            await asyncio.gather(sender, listener, return_exceptions=True)
            self.open[table.name].discard(connection)
            if not any(other.key == connection.key for other in self.open[table.name]):
                self.heard_again.pop(connection.key, None)
            connection.is_good()  # or the one who has gone sat elsewhere by then
            table.came(connection.viewer, -1)
            self.announce(table)
            with suppress(RuntimeError, OSError):
                await socket_closed(connection.socket)

    async def listening(self, connection: Connection) -> None:
        """Every message is answered; who sends too many is shown out."""
        allowance = Allowance()
        while True:
            frame = await received(connection.socket)
            if not allowance.spend():
                await connection.socket.close(TOO_FAST)
                return
            await self.turn_of(connection.key)
            if not connection.is_good():
                return
            # Whoever leaves while a move is written has made it all the same.
            await asyncio.shield(self.decided(self.hear(connection, frame)))

    async def hear(self, connection: Connection, frame: str | bytes) -> None:
        """Answers a message when all that it changes is on the disk."""
        table = connection.table
        async with self.order_of(table):
            if not connection.is_good():
                return
            found = await self.answered(connection, frame)
        if found is not None:
            connection.answers.append(json.dumps(found, ensure_ascii=False))
            connection.wake.set()
        self.announce(table)

    async def answered(self, connection: Connection, frame: str | bytes) -> Facts | None:
        table, began = connection.table, thread_time()
        try:
            message = messages.read(frame)
            with table.held():
                found = table.answer(connection.viewer, message)
        except Refused as refused:
            return {"do": "refused", "message": refused.message}
        finally:
            self.heard_again[connection.key] = monotonic() + SHARE * (thread_time() - began)
        try:
            await self.written(table)
        except Failure as error:
            return refusal(message, error.message)
        return found

    def order_of(self, table: ServedTable) -> asyncio.Lock:
        """At one table, one thing is decided after the other."""
        return self.orders.setdefault(table.name, asyncio.Lock())

    async def written(self, table: ServedTable) -> None:
        """What was decided is written by another thread, while other tables go on; then all may see it."""
        if table.unwritten:
            await asyncio.get_running_loop().run_in_executor(self.disk, table.write)
        table.publish()

    def decided(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.deciding.add(task)
        task.add_done_callback(self.deciding.discard)
        return task

    async def close(self) -> None:
        """What is being written comes to its end; nothing else does."""
        for task in list(self.bots.values()):
            task.cancel()
        await asyncio.gather(*self.deciding, return_exceptions=True)
        self.disk.shutdown()

    async def turn_of(self, key: str) -> None:
        """Waits until all who have this link have had no more than their share."""
        while (wait := self.heard_again.get(key, 0) - monotonic()) > 0:
            await asyncio.sleep(wait)

    def announce(self, table: ServedTable) -> None:
        """All who look in are sent what has changed; bots that are asked think about it."""
        changed = table.news()
        if changed:
            for connection in self.open.get(table.name, ()):
                connection.tell(changed)
        if table.bot_asked() is not None and table.name not in self.bots:
            task = asyncio.create_task(self.bots_play(table))
            self.bots[table.name] = task
            task.add_done_callback(lambda _: self.bots.pop(table.name, None))

    # --- Bots and clocks --------------------------------------------------------------------------------------------

    async def bots_play(self, table: ServedTable) -> None:
        """Bots move one after the other, each after a moment, until a person is asked."""
        while (seat := table.bot_asked()) is not None:
            match = table.match
            manner = match.decision.manner if match.decision is not None else ""
            await asyncio.sleep(0 if self.quick else random.uniform(*(RACE if manner == "any" else PACE)))
            if table.match is not match or not table.chairs[seat].bot:
                continue
            try:
                move = await asyncio.to_thread(table.bot_choice, seat, match.copy())
                await asyncio.shield(self.decided(self.bot_plays(table, seat, match, move)))
            except (FaultyRules, Failure) as error:
                table.notice = clean(f"the bot of {match.game.players[seat]} cannot go on: {error}")
                table.chairs[seat].bot = ""
                table.changed.add(PEOPLE)
            asyncio.get_running_loop().call_soon(self.announce, table)

    async def bot_plays(self, table: ServedTable, seat: int, match: Match, move: Move) -> None:
        async with self.order_of(table):
            if table.match is match and table.chairs[seat].bot:
                with table.held():
                    table.play(seat, move)
                await self.written(table)

    async def ticking(self) -> None:
        """Clocks run, and those who watch with a delay are sent what they may see by now."""
        while True:
            await asyncio.sleep(0.5)
            for table in self.hall.tables.values():
                if table.match.clock is not None:
                    await asyncio.shield(self.decided(self.tick(table)))
                if table.delay and table.begun:
                    for connection in self.open.get(table.name, ()):
                        if connection.viewer.role == "watch":
                            connection.tell({POSITION})
                if table.changed:
                    self.announce(table)

    async def tick(self, table: ServedTable) -> None:
        async with self.order_of(table):
            with suppress(Failure):  # the time is still up half a second later
                with table.held():
                    table.tick()
                await self.written(table)


async def received(socket: WebSocket) -> str | bytes:
    """The next frame, whatever is in it."""
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes | None = message.get("text")
    return text if text is not None else bytes(message.get("bytes") or b"")


async def socket_closed(socket: WebSocket) -> None:
    from starlette.websockets import WebSocketState

    if socket.application_state is WebSocketState.CONNECTED and socket.client_state is WebSocketState.CONNECTED:
        await socket.close()
