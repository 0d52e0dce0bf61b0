"""What `show` has told to whom: from there on texts for them may name it, until it may have changed."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from astro_referee.interpreter.check.secrecy.readers import reader_of
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.terms import Const, Load, Local, Term, walk

Reader = frozenset[str] | None
"""The names that stand for one player who reads; None for all players."""


@frozen
class ShownZone:
    """The cards or dice of one place, and who was shown them."""

    field: str
    at: tuple[Term, ...]
    readers: Reader

    @property
    def names(self) -> set[str]:
        """The local names by which it is known."""
        named = {part.name for term in self.at for part in walk(term) if isinstance(part, Local)}
        return named | (self.readers or set())

    @property
    def fields(self) -> set[str]:
        """What decides what lies there: the place itself, and what says which place it is."""
        return {self.field} | {part.field for term in self.at for part in walk(term) if isinstance(part, Load)}

    def is_for(self, me: Reader) -> bool:
        """Whether the reader was shown it."""
        return self.readers is None or (me is not None and bool(self.readers & me))


ShownZones = frozenset[ShownZone]
NOTHING: ShownZones = frozenset()


def shown(program: p.Program, step: p.Show) -> ShownZones:
    """What a step shows, if it is plain what, and to whom."""
    match step.zone:
        case Load(field, at):
            everyone = step.to == Const((1 << program.seats) - 1, type=step.to.type)
            readers = reader_of(step.to)
            return frozenset({ShownZone(field, at, None if everyone else readers)}) if everyone or readers else NOTHING
        case _:
            return NOTHING


def knows(zones: ShownZones, field: str, at: tuple[Term, ...], me: Reader) -> bool:
    """Whether the reader was shown what lies there."""
    return any((zone.field, zone.at) == (field, at) and zone.is_for(me) for zone in zones)


def unchanged(zones: ShownZones, fields: frozenset[str]) -> ShownZones:
    """What is still as it was shown when some fields have changed."""
    return frozenset(zone for zone in zones if not zone.fields & fields)


def apart_from(zones: ShownZones, name: str) -> ShownZones:
    """What is known where a name stands for something else."""
    return frozenset(zone for zone in zones if name not in zone.names)


def within(zones: ShownZones, names: Sequence[str], args: Sequence[Term], me: Reader) -> ShownZones:
    """What the reader knows inside a def, in its own names for what it is asked about; nobody else reads there."""
    inner = {arg: Local(name, type=arg.type) for name, arg in zip(names, args, strict=True)}
    known = [zone for zone in zones if zone.is_for(me) and all(at in inner or isinstance(at, Const) for at in zone.at)]
    return frozenset(ShownZone(zone.field, tuple(inner.get(at, at) for at in zone.at), None) for zone in known)
