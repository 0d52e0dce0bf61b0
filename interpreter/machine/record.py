"""How a position is laid out: whole numbers, one entry after the other, and behind them the histories.

Entry 0 is the state the machine stands at; the fields follow in their order, but for histories, which come last. So
`record[: number_count(machine)]` is plain whole numbers, and all that is left are values of `runtime.Past`.
"""

from __future__ import annotations

from math import prod
from typing import cast

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.runtime import NO_PAST
from astro_referee.interpreter.values.types import PastOf, size


def entry_count(slot: m.FieldSlot) -> int:
    """How many entries a field has in the record."""
    return prod(map(size, slot.indices))


def is_history(slot: m.FieldSlot) -> bool:
    return isinstance(slot.type, PastOf)


def laid_out(machine: m.Machine) -> list[m.FieldSlot]:
    """The fields in the order of the record."""
    return sorted(machine.fields, key=is_history)


def offsets(machine: m.Machine) -> dict[str, int]:
    """The first entry of each field."""
    found, offset = {}, 1
    for slot in laid_out(machine):
        found[slot.name] = offset
        offset += entry_count(slot)
    return found


def number_count(machine: m.Machine) -> int:
    """How many entries are whole numbers, that of the state among them."""
    return 1 + sum(entry_count(slot) for slot in machine.fields if not is_history(slot))


def history_count(machine: m.Machine) -> int:
    """How many entries behind them are histories."""
    return sum(entry_count(slot) for slot in machine.fields if is_history(slot))


def first_numbers(machine: m.Machine) -> list[int]:
    """The numbers of a record in which nothing has happened yet."""
    found = [machine.start]
    for slot in machine.fields:
        if not is_history(slot):
            found += [slot.initial] * entry_count(slot)
    return found


def beginning(machine: m.Machine) -> list[int]:
    """A record in which nothing has happened yet. Only what asks or feeds a history reads its entry."""
    return first_numbers(machine) + cast(list[int], [NO_PAST] * history_count(machine))
