"""What a page may say to its table: a frame of text in, a checked message out, or a refusal."""

from __future__ import annotations

import json
from collections.abc import Callable

from attrs import frozen

from astro_referee.cli.protocol.requests import Refused, flag, number, once, settings, text

LONGEST = 4096
"""Bytes of a message; the longest that a page sends is a line of chat."""
TALK = 500
"""Letters of a line of chat, of a typed move, and of a name."""


def short(value: object) -> bool:
    return isinstance(value, str) and len(value) <= TALK


def names(value: object) -> bool:
    """What was tapped, one after the other: texts, or lists of texts."""
    return isinstance(value, list) and all(
        text(one) or (isinstance(one, list) and all(map(text, one))) for one in value
    )


MESSAGES: dict[str, dict[str, Callable[[object], bool]]] = {
    "enter": {"key": short, "narrow": flag},
    "play": {"question": number, "id": short},
    "type": {"question": number, "text": short},
    "why": {"text": short, "sort": number, "args": names},
    "chat": {"text": short},
    "name": {"name": short},
    "sit": {"seat": number},
    "resign": {},
    "offer": {"what": short},
    "answer": {"yes": flag},
    "rules": {"word": short},
    "past": {"number": number},
    "outcome": {"question": number, "text": short},
    "set": {"players": number, "options": settings, "watching": short, "delay": number, "clock": short},
    "seat": {"seat": number, "bot": short, "name": short, "renew": flag, "with": number},
    "code": {"text": short},
    "start": {},
    "again": {},
}
"""Every message with its fields."""
FOR_SEATS = ("play", "type", "why", "name", "sit", "resign", "offer", "answer", "outcome")
FOR_HOSTS = ("code", "set", "seat", "start", "again")


@frozen
class Message:
    """What is wanted, and the fields that came with it, each of the right sort."""

    do: str
    fields: dict[str, object]

    def text(self, name: str) -> str:
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int | None:
        value = self.fields.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def flag(self, name: str) -> bool:
        return self.fields.get(name) is True


def read(frame: str | bytes) -> Message:
    """A message, or Refused."""
    if not isinstance(frame, str):
        raise Refused("malformed", "a message is text")
    if len(frame) > LONGEST or len(frame.encode("utf-8", "replace")) > LONGEST:
        raise Refused("malformed", f"a message has at most {LONGEST} bytes")
    try:
        found = json.loads(frame, object_pairs_hook=once)
        json.dumps(found, ensure_ascii=False).encode()  # half a letter is in no text that can be sent on
    except (ValueError, RecursionError):
        raise Refused("malformed", "this is not JSON") from None
    if not isinstance(found, dict):
        raise Refused("malformed", "a message is a JSON object")
    do = found.pop("do", None)
    if not isinstance(do, str) or do not in MESSAGES:
        raise Refused("unknown-request", "`do` must say what is asked for")
    for name, value in found.items():
        if name not in MESSAGES[do] or not MESSAGES[do][name](value):
            raise Refused("bad-field", f"`{do}` has no such field, or not with such a value")
    return Message(do, found)
