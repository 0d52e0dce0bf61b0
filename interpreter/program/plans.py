"""How the places of a board lie, for whoever draws them."""

from __future__ import annotations

from attrs import frozen


@frozen
class PlanInfo:
    """The places of some kinds, or the numbers of a variable as they lie for one player (`whose`), row by row.

    A place with several words of `rows` is as large as they are; an empty word is a gap.
    """

    names: tuple[str, ...]
    whose: int | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    """What players read for some numbers of a variable."""
    lines: bool = False
    """Whether the places of a grid are where its lines cross."""
