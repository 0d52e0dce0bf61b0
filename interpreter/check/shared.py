"""What the set-ups of one file have in common: members put together from others are worked out once for all of them
that cannot tell.

A set-up is a number of players and a choice of options. Most kinds depend on neither, and to try thousands of
combinations anew for each set-up takes most of the time of a check.
"""

from __future__ import annotations

from attrs import define, field, frozen

Key = tuple[object, ...]


@frozen
class Combinations:
    """The combinations of a kind that pass its tests, their names, and the entries of tables this was looked up in."""

    kept: tuple[tuple[int, ...], ...]
    members: tuple[str, ...]
    settled: frozenset[tuple[str, int]]


@define
class Shared:
    """What was worked out already for one file, whatever the set-up."""

    kinds: dict[Key, Combinations] = field(factory=dict)
