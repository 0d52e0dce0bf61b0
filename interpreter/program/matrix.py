"""A column of a table with a value for each member of another kind."""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter.values.types import Base, Type


@frozen
class Matrix:
    """For each row, a value for every member, in the order of the members."""

    type: Type
    index: Base
    values: tuple[tuple[int, ...], ...]
