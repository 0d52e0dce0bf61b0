"""Connections of strangers: junk, huge and slow ones, floods and wrong origins change nothing for those who play."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from serve_pages import Served, until
from shelf import ROOT
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from astro_referee.cli.serve import doors, sockets
from astro_referee.interpreter.play.match import Match

NIM = str(ROOT / "examples" / "nim.astro")
FLOOD, THOROUGH = 400, 100_000
"""Messages of a flood."""


class Lines:
    """Connections that are all closed in the end."""

    def __init__(self, served: Served, stack: ExitStack) -> None:
        self.served, self.stack = served, stack

    def dial(self, **more: object) -> ClientConnection:
        address = f"ws://127.0.0.1:{self.served.port}/socket"
        line = connect(address, max_size=None, compression=None, **more)  # type: ignore[arg-type]
        return self.stack.enter_context(line)

    def enter(self, key: str) -> ClientConnection:
        line = self.dial()
        line.send(json.dumps({"do": "enter", "key": key, "narrow": False}))
        return line

    def silent(self) -> None:
        self.stack.enter_context(closing(socket.create_connection(("127.0.0.1", self.served.port))))

    def asked(self, path: str, port: int = 0) -> http.client.HTTPResponse:
        """The page's answer to a plain request."""
        asking = http.client.HTTPConnection("127.0.0.1", port or self.served.port)
        self.stack.enter_context(closing(asking))
        asking.request("GET", path)
        return asking.getresponse()


@pytest.fixture
def lines(served: Served) -> Iterator[Lines]:
    with ExitStack() as stack:
        yield Lines(served, stack)


def heard(line: ClientConnection, do: str) -> dict[str, object]:
    """The next message of a sort."""
    while True:
        found: dict[str, object] = json.loads(line.recv(10))
        if found["do"] == do:
            return found


def close_code(line: ClientConnection) -> int | None:
    with suppress(ConnectionClosed):
        while True:
            line.recv(15)
    return line.close_code


@pytest.mark.parametrize(
    "first",
    [
        "",
        "junk",
        "{}",
        b"\x00\xff",
        '{"do":"enter","key":"nobody"}',
        '{"do":"play","id":"x"}',
        '{"do":"enter","key":5}',
    ],
    ids=["empty", "junk", "nothing", "bytes", "wrong", "unasked", "number"],
)
def test_whoever_has_no_link_is_told_nothing(served: Served, lines: Lines, first: str | bytes) -> None:
    served.table(NIM, 2)
    line = lines.dial()
    line.send(first)
    with pytest.raises(ConnectionClosed):
        line.recv(10)
    assert line.close_code == sockets.NO_LINK


def test_a_page_from_elsewhere_is_refused_even_with_a_link(served: Served, lines: Lines) -> None:
    served.table(NIM, 2)
    with pytest.raises(InvalidStatus):
        lines.dial(origin="https://elsewhere.example")
    lines.dial(origin=f"http://127.0.0.1:{served.port}").close()


def test_hostile_clients_change_nothing_for_those_who_play(served: Served, lines: Lines, thorough: bool) -> None:
    """Seats with links of their own flood, send junk and huge messages; half-open ones say nothing at all."""
    table = served.table(NIM, 2)
    good = [lines.enter(chair.key) for chair in table.chairs[:2]]
    frames = [heard(line, "frame") for line in good]
    for _ in range(20):
        lines.silent()
    huge = lines.enter(table.watch_key)
    huge.send("x" * 100_000)
    assert close_code(huge) == 1009
    wrong = lines.enter(table.chairs[1].key)
    for text in ("[]", '{"do":"play","question":[],"id":{}}', '{"do":"start"}', '{"do":"why","args":[[[1]]]}'):
        wrong.send(text)
    assert heard(wrong, "refused")
    for _ in range((THOROUGH if thorough else FLOOD) // FLOOD):
        flood = lines.enter(table.watch_key)
        with suppress(ConnectionClosed):
            for _ in range(FLOOD):
                flood.send('{"do":"rules","word":"a"}')
        assert close_code(flood) in (sockets.TOO_FAST, 1006)
    offer = frames[0]["offer"]
    assert isinstance(offer, dict) and table.match.number == 0
    good[0].send(json.dumps({"do": "play", "question": frames[0]["question"], "id": offer["moves"][0]["id"]}))
    assert heard(good[1], "frame")["number"] == 1


def test_whoever_connects_and_asks_for_nothing_is_shown_out(
    served: Served, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "PATIENCE", 0.1)
    table = served.table(NIM, 2)
    seat = lines.enter(table.chairs[0].key)
    half = lines.stack.enter_context(closing(socket.create_connection(("127.0.0.1", served.port))))
    half.send(b"GET / HTTP/1.1")
    half.settimeout(20)
    with suppress(ConnectionResetError):
        assert half.recv(1) == b""
    assert heard(seat, "frame")["number"] == 0


def test_who_does_not_read_keeps_nobody_waiting(served: Served, lines: Lines) -> None:
    """A connection that reads nothing is sent the newest position only, once it reads again."""
    table = served.table(NIM, 2)
    lazy = lines.enter(table.watch_key)
    seat = lines.enter(table.chairs[0].key)
    heard(seat, "frame")
    for _ in range(30):
        seat.send('{"do":"chat","text":"hello"}')
    until(lambda: len(table.talk) == 30)
    assert heard(lazy, "frame")["number"] == 0


def first_move(frame: dict[str, object]) -> str:
    """What a page says to make the first move of those it is offered."""
    offer = frame["offer"]
    assert isinstance(offer, dict)
    return json.dumps({"do": "play", "question": frame["question"], "id": offer["moves"][0]["id"]})


def test_a_slow_disk_keeps_only_its_own_table_waiting(served: Served, lines: Lines) -> None:
    """Nobody is told of a move before it is on the disk; whoever made it may be gone by then."""
    slow, other = served.table(NIM, 2), served.table(NIM, 2)
    assert slow.recorder is not None
    written, update = threading.Event(), slow.recorder.update

    def waiting(new: Match) -> None:
        assert written.wait(20)
        update(new)

    slow.recorder.update = waiting  # type: ignore[method-assign]
    mover, watcher = lines.enter(slow.chairs[0].key), lines.enter(slow.watch_key)
    heard(watcher, "frame")
    mover.send(first_move(heard(mover, "frame")))
    until(lambda: slow.decided is not None)
    mover.close()
    quick = lines.enter(other.chairs[0].key)
    quick.send(first_move(heard(quick, "frame")))
    assert heard(quick, "frame")["number"] == 1
    assert slow.match.number == 0 and "1. " not in slow.recorder.path.read_text()
    late = lines.enter(slow.watch_key)
    assert heard(late, "frame")["number"] == 0
    written.set()
    assert heard(watcher, "frame")["number"] == 1
    assert "1. " in slow.recorder.path.read_text()


def test_what_cannot_be_written_has_not_happened(served: Served, lines: Lines) -> None:
    table = served.table(NIM, 2)
    assert table.recorder is not None
    with table.recorder.path.open("a") as file:
        file.write("somebody edits it\n")
    seat = lines.enter(table.chairs[0].key)
    move = first_move(heard(seat, "frame"))
    seat.send(move)
    assert "could not be written" in str(heard(seat, "refused")["message"])
    assert table.match.number == 0
    seat.send(move)
    assert "could not be written" in str(heard(seat, "refused")["message"]), "the same question is still asked"


def test_a_link_that_is_taken_back_shows_its_holder_out(served: Served, lines: Lines) -> None:
    table = served.table(NIM, 2)
    old = table.chairs[0].key
    holder, host = lines.enter(old), lines.enter(table.host_key)
    heard(holder, "frame")
    heard(host, "people")
    host.send('{"do":"seat","seat":0,"renew":true}')
    assert close_code(holder) == sockets.TAKEN_BACK
    assert close_code(lines.enter(old)) == sockets.NO_LINK


def test_whoever_takes_another_seat_keeps_link_and_line(served: Served, lines: Lines) -> None:
    """A free seat by oneself, any by whoever runs the table, and none while a game is on."""
    table = served.table("hearts", 4, begin=False)
    keys = [chair.key for chair in table.chairs]
    one, other, host = lines.enter(keys[0]), lines.enter(keys[1]), lines.enter(table.host_key)
    watch = lines.enter(table.watch_key)
    heard(watch, "frame")
    for line, seat in ((one, 0), (other, 1)):
        assert heard(line, "frame")["seat"] == seat
    one.send('{"do":"sit","seat":1}')
    assert "sits there" in str(heard(one, "refused")["message"])
    one.send('{"do":"sit","seat":2}')
    assert heard(one, "frame")["seat"] == 2
    host.send('{"do":"seat","seat":1,"with":2}')
    assert heard(one, "frame")["seat"] == 1 and heard(other, "frame")["seat"] == 2
    assert [chair.key for chair in table.chairs] == [keys[2], keys[0], keys[1], keys[3]]
    host.send('{"do":"set","watching":"watched"}')
    assert heard(watch, "people")
    other.close()
    until(lambda: not table.present[2] and table.present[1] == 1 and not table.present.get(0))
    host.send('{"do":"start"}')
    until(lambda: table.begun)
    one.send('{"do":"sit","seat":0}')
    assert "seats stay" in str(heard(one, "refused")["message"])


@pytest.mark.parametrize(
    "path", ["/page/../../tables.py", "/page/%2e%2e%2ftables.py", "/nim.table.json", "/page/", "/x"]
)
def test_nothing_but_the_page_is_handed_out(served: Served, lines: Lines, path: str) -> None:
    served.table(NIM, 2)
    assert lines.asked(path).status == 404


def test_the_page_says_what_it_may_load(served: Served, lines: Lines) -> None:
    answer = lines.asked("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
    text = answer.read().decode()
    assert "<style" not in text and "onclick" not in text and "//" not in text.replace("http://www.w3.org", "")


def test_a_proxy_may_leave_its_path_or_take_it_away(lines: Lines, tmp_path: Path) -> None:
    behind = Served(tmp_path / "behind", prefix="/games")
    try:
        for path in ("/games/", "/", "/games/page/table.js", "/page/table.js"):
            assert lines.asked(path, behind.port).status == 200
    finally:
        lines.stack.close()
        behind.stop()


def test_two_hundred_watch_and_each_position_is_drawn_once(
    served: Served, lines: Lines, monkeypatch: pytest.MonkeyPatch, thorough: bool
) -> None:
    from astro_referee.cli.serve import frames

    table = served.table(NIM, 2)
    watchers = [lines.enter(table.watch_key) for _ in range(200 if thorough else 25)]
    for line in watchers:
        heard(line, "frame")
    drawn: list[int] = []
    real = frames.drawing.drawn
    monkeypatch.setattr(frames.drawing, "drawn", lambda *given: drawn.append(1) or real(*given))
    seat = lines.enter(table.chairs[0].key)
    frame = heard(seat, "frame")
    offer = frame["offer"]
    assert isinstance(offer, dict)
    drawn.clear()
    seat.send(json.dumps({"do": "play", "question": frame["question"], "id": offer["moves"][0]["id"]}))
    for line in watchers:
        assert heard(line, "frame")["number"] == 1
    assert len(drawn) <= 2
