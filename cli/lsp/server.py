"""`astro lsp`: what an editor may ask for, each request answered from the store."""

from __future__ import annotations

from astro_referee.cli.lsp import beside, changing, documents, looking, testing
from astro_referee.cli.lsp.session import server

FEATURES = (beside, changing, documents, looking, testing)
"""The modules whose functions answer requests; they sign in when they are imported."""


def run(host: str | None = None, port: int | None = None) -> None:
    """Serves until the editor ends it: over standard input and output, or on a port of this machine."""
    if port is None:
        server.start_io()
    else:
        server.start_tcp(host or "127.0.0.1", port)
