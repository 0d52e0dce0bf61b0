"""What is told in words rather than drawn: facts with a name, and tables of values."""

from __future__ import annotations

from attrs import frozen


@frozen
class Fact:
    """`name: item, item`; a new line may begin only between two items."""

    name: str
    items: tuple[str, ...]
    dice: tuple[int, ...] = ()
    """What dice of numbers show, if this is about them."""


@frozen
class Table:
    """Columns of equal length. The first has the names of the rows, and on top what they are."""

    first: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
