"""How an object shows itself to somebody at a Python prompt: its kind and the little that tells it from others."""

from __future__ import annotations

MOST = 80
"""Characters of each thing that is said; names and texts can be of any length."""


def brief(thing: object, *said: object) -> str:
    """`<Match: TITLE, 3 events, P1 asked>`; what is empty is left out."""
    parts = [text if len(text) <= MOST else text[: MOST - 1] + "…" for text in map(str, said) if text]
    return f"<{type(thing).__name__}: {', '.join(parts)}>"


def count(number: int, what: str) -> str:
    """`1 event`, `2 events`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
