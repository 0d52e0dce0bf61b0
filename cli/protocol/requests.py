"""What a program may ask the referee: a line of text in, a checked request out, or a refusal with a code."""

from __future__ import annotations

import json
from collections.abc import Callable

from attrs import frozen

from astro_referee.grammar.problems import did_you_mean

LONGEST_LINE = 1_000_000
"""Bytes of a line; a saved game of ten thousand moves is a third of it."""
HIGHEST = 2**63 - 1
"""The highest number that may be given, the same as for a seed on the command line."""

Fields = dict[str, object]


class Refused(Exception):
    """A request that is not carried out: a stable code, a sentence, and what else there is to say."""

    def __init__(self, code: str, message: str, **more: object) -> None:
        super().__init__(message)
        self.code, self.message, self.more = code, message, more


@frozen
class Request:
    """What is asked for, and the fields that came with it, each of the right sort."""

    do: str
    fields: Fields

    def text(self, name: str) -> str | None:
        value = self.fields.get(name)
        return value if isinstance(value, str) else None

    def number(self, name: str) -> int | None:
        value = self.fields.get(name)
        return value if isinstance(value, int) else None

    def flag(self, name: str) -> bool:
        return self.fields.get(name) is True


# --- Fields ----------------------------------------------------------------------------------------------------------


def text(value: object) -> bool:
    return isinstance(value, str)


def path(value: object) -> bool:
    """The name of a file, as any system could have it."""
    if not isinstance(value, str):
        return False
    return "\0" not in value and value.encode("utf-8", "replace").decode("utf-8") == value


def number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST


def flag(value: object) -> bool:
    return isinstance(value, bool)


def texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def settings(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(part, str | int) for part in value.values())


WANTED: dict[Callable[[object], bool], str] = {
    text: "a text",
    path: "a name of a game or a file",
    number: f"a whole number from 0 to {HIGHEST}",
    flag: "true or false",
    texts: "a list of texts",
    settings: "an object with texts, numbers, true or false",
}
"""The sorts of fields, in words."""

REQUESTS: dict[str, dict[str, Callable[[object], bool]]] = {
    "start": {"game": path, "players": number, "options": settings, "seed": number, "names": texts},
    "resume": {"record": text, "file": path, "game": path, "changed_rules": flag},
    "state": {},
    "view": {"seat": text},
    "legal": {"seat": text},
    "why": {"seat": text, "move": text},
    "play": {"seat": text, "move": text, "id": text},
    "chance": {"outcome": text},
    "undo": {"to": number},
    "replay": {"seat": text, "after": number},
    "save": {"file": path},
    "quit": {},
}
"""Every request with its fields. `as` may stand in any of them."""

SEATED = ("view", "legal", "why", "play", "replay")
"""What a program in a seat may ask for; the rest would show hidden things, or change what is not its to change."""


# --- Reading ---------------------------------------------------------------------------------------------------------


def read(line: bytes) -> Request:
    """A request from a line; raises Refused if it is none."""
    if len(line) > LONGEST_LINE:
        raise Refused("malformed", f"a line has at most {LONGEST_LINE} bytes")
    try:
        found = json.loads(line.decode("utf-8"), object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise Refused("malformed", "this is not a line of JSON") from None
    if not isinstance(found, dict):
        raise Refused("malformed", "a request is a JSON object, such as {" + '"do": "legal"}')
    do = found.pop("do", None)
    if not isinstance(do, str) or do not in REQUESTS:
        hint = did_you_mean(do, list(REQUESTS)) if isinstance(do, str) else ""
        known = hint or f"there are {', '.join(REQUESTS)}"
        raise Refused("unknown-request", f"`do` must say what is asked for; {known}")
    fields = {**REQUESTS[do], "as": text}
    for name, value in found.items():
        if name not in fields:
            hint = did_you_mean(name, list(fields))
            raise Refused("unknown-field", f"`{do}` has no field `{name}`; {hint or 'it has ' + ', '.join(fields)}")
        if not fields[name](value):
            raise Refused("bad-field", f"`{name}` must be {WANTED[fields[name]]}")
    return Request(do, found)


def once(pairs: list[tuple[str, object]]) -> Fields:
    """An object in which no name stands twice."""
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)
