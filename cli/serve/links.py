"""Links: secrets that stand for a seat, for watching or for running a table, as text and as pictures to photograph."""

from __future__ import annotations

import io
import secrets
import socket
from contextlib import suppress
from ipaddress import ip_address

BYTES = 18
"""Of a secret: 144 bits, which nobody guesses."""
SHORTEST, LONGEST = 22, 64
"""Letters of a secret: 128 bits at least."""


def fresh() -> str:
    """A new secret, made of letters that need no quotes in an address."""
    return secrets.token_urlsafe(BYTES)


def link(base: str, *keys: str) -> str:
    """An address with secrets behind its `#`: browsers send that part to nobody. Several are seats at one screen."""
    return f"{base.rstrip('/')}/#{'.'.join(keys)}"


def as_blocks(text: str) -> str:
    """A QR code for a terminal."""
    import segno

    written = io.StringIO()
    segno.make(text, error="l").terminal(written, compact=True, border=2)
    return written.getvalue()


def as_picture(text: str) -> list[object]:
    """A QR code for a page, one unit a square: width, height, elements."""
    import segno

    made = segno.make(text, error="l")
    rows = [[bool(dark) for dark in row] for row in made.matrix]
    path = "".join(f"M{x + 2} {y + 2}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    side = len(rows) + 4
    return [side, side, f'<rect width="{side}" height="{side}" fill="#fff"/><path d="{path}" fill="#000"/>']


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def reachable(host: str) -> str:
    """The address that others on the network would use."""
    try:
        everywhere = ip_address(host).is_unspecified
    except ValueError:
        return host
    if not everywhere:
        return f"[{host}]" if ":" in host else host
    # Which of our addresses leads out; nothing is sent.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        found.connect(("192.0.2.1", 9))
        return str(found.getsockname()[0])
    return socket.gethostname()
