"""How much was compared with another implementation: told in the log, as `pytest --log-cli-level=INFO` shows it."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from astro_referee import Match

LOG = logging.getLogger("classics")


def tell(what: str, matches: Iterable[Match]) -> None:
    """Games, and decisions in all of them."""
    decisions = [sum(event.player is not None for event in match.events) for match in matches]
    LOG.info("%s: %d games, %d decisions", what, len(decisions), sum(decisions))
