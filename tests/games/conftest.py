"""Ways to bring a match into a known position: chance as named, moves as typed, fields as written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import pytest

from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.views import index_names, pack
from astro_referee.interpreter.values.types import BagOf, Bool, Int, Member, SetOf, low, plain, size

Written = str | int | Sequence[str]
"""A value as a reader would write it: `day4`, 3, `none`, or the members of a set or heap."""

Happen = Callable[..., None]
Play = Callable[..., None]
SetUp = Callable[[Match, Mapping[str, Written]], Match]
Seen = Callable[[Match, int | None], dict[str, str]]


@pytest.fixture(scope="session")
def happen() -> Happen:
    """Lets chance come out as named, one event after the other."""

    def happens(match: Match, *names: str) -> None:
        for name in names:
            match.settle({shown: value for value, _, shown in match.outcomes()}[name])

    return happens


@pytest.fixture(scope="session")
def play() -> Play:
    """Plays what whoever is asked types, one move after the other; all of it must be legal."""

    def plays(match: Match, *typed: str) -> None:
        for text in typed:
            verdict = match.submit(match.actors[0], text)
            assert verdict.ok, f"{text}: {verdict.message} {[reason.text for reason in verdict.reasons]}"

    return plays


@pytest.fixture(scope="session")
def seen() -> Seen:
    """What a player (None: the referee) sees of every field: `{"hand[P1]": "11 cards", "starter": "P2", …}`."""

    def sees(match: Match, player: int | None) -> dict[str, str]:
        return {
            f"{field.name}[{', '.join(entry.index)}]" if entry.index else field.name: entry.text
            for field in match.view(player).fields
            for entry in field.entries
        }

    return sees


@pytest.fixture(scope="session")
def set_up() -> SetUp:
    """A copy of a match that stands at a decision, with some fields changed: `{"hand[P1]": ["Mars 3"], "height": 4}`.

    `asked` is the player whose turn it is. Who may act is worked out anew; the record does not tell of the change.
    """

    def sets_up(match: Match, fields: Mapping[str, Written]) -> Match:
        assert match.decision is not None
        new = match.copy()
        slots = {slot.name: slot for slot in new.game.machine.fields}
        for key, written in fields.items():
            name, index = re.fullmatch(r"([^\[]+)(?:\[(.*)\])?", key).groups()
            slot = slots[match.decision.actor if name == "asked" else name]
            names = [", ".join(index) for index in index_names(new.game, slot)]
            new.state[new.game.offsets[slot.name] + names.index(index or "")] = value_of(new, slot, written)
        new._commit(new.state[:], [])
        assert new.state[0] == match.state[0], "nobody could act in that position"
        return new

    return sets_up


def value_of(match: Match, slot: FieldSlot, written: Written) -> int:
    """The number inside for a value as it is written."""
    printer, base = match.game.printer, plain(slot.type)
    if isinstance(base, SetOf | BagOf) and not isinstance(written, str):
        members = {printer.show(base.of, value): value for value in range(size(base.of))}
        return pack(slot, [members[name] for name in written])
    if isinstance(base, Bool | Int | Member):
        named = {printer.show(base, value): value for value in range(low(base), low(base) + size(base))}
        if str(written) in named:
            return named[str(written)]
    (value,) = [-1 - n for n, word in enumerate(printer.words) if word == written]
    return value
