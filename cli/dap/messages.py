"""Messages of the protocol: JSON behind a header that says how long it is."""

from __future__ import annotations

import json
from threading import Lock
from typing import Any, BinaryIO

Message = dict[str, Any]
LONGEST = 10_000_000
"""Bytes of one message; no editor sends as many."""


class UnreadableMessage(Exception):
    """What cannot be a message; the other end is not a client of this protocol."""


def received(stream: BinaryIO) -> Message | None:
    """The next message; none at the end of the stream."""
    length = None
    while True:
        line = stream.readline(1000)
        if not line:
            return None
        if line in (b"\r\n", b"\n"):
            break
        name, _, value = line.decode("ascii", "replace").partition(":")
        if name.strip().casefold() == "content-length" and value.strip().isdecimal():
            length = int(value)
    if length is None or length > LONGEST:
        raise UnreadableMessage("a message begins with its length")
    data = stream.read(length)
    if len(data) < length:
        return None
    try:
        found = json.loads(data)
    except ValueError:
        raise UnreadableMessage("a message is JSON") from None
    if not isinstance(found, dict):
        raise UnreadableMessage("a message is an object")
    return found


class Sender:
    """Numbers messages and sends each of them whole, from whichever thread it comes."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream, self.lock, self.number = stream, Lock(), 0

    def send(self, message: Message) -> None:
        with self.lock:
            self.number += 1
            data = json.dumps({"seq": self.number} | message).encode()
            self.stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
            self.stream.flush()

    def event(self, name: str, **body: object) -> None:
        self.send({"type": "event", "event": name, "body": body})

    def answer(self, request: Message, **body: object) -> None:
        asked = {"request_seq": request.get("seq", 0), "command": request.get("command", "")}
        self.send({"type": "response", "success": True, "body": body} | asked)

    def refuse(self, request: Message, why: str) -> None:
        asked = {"request_seq": request.get("seq", 0), "command": request.get("command", "")}
        said = {"error": {"id": 1, "format": "{why}", "variables": {"why": why}, "showUser": True}}
        self.send({"type": "response", "success": False, "message": why, "body": said} | asked)
