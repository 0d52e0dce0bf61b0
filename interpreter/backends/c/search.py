"""A search for a move that runs in a compiled library: what it goes by in, what was tried and how it came out."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from astro_referee.interpreter.backends.c.blocks import TO_ALL
from astro_referee.interpreter.backends.c.layout import from_words
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine import COMMON, SCORED, SHARED, TRACE
from astro_referee.interpreter.machine.runtime import MOST_LINES

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.engine import NativeEngine

MANNERS = ("one", "together", "any")
CARDS, DIE, CUP, VALUE, GROUP = range(5)
"""What is dealt anew: cards of some zones, a die, a cup of dice, a value, a set or bag."""
NEVER_KNOWN, ONE_CARD, CARD_GROUP = range(3)
"""What a secret parameter stands for."""


@frozen
class Numbers:
    """What a search goes by, whatever the game."""

    few: int
    longest: int
    far_enough: int
    most_bytes: int
    curiosity: float
    widening: float
    by_lead: float
    spread: float


@frozen
class Secret:
    """A parameter of a move that not everybody comes to know: which cards it stands for, and where these are noted."""

    label: int
    number: int
    param: int
    trace: int
    sort: int
    bits: int = 1
    zone_bits: int = 1
    faces: int = 0


@frozen
class SearchGame:
    """What a search asks of one game and one seat."""

    seat: int
    utility: bool
    absolute: bool
    manners: tuple[int, ...]
    """How those are asked who decide, by the number of the state."""
    sides: tuple[int, ...]
    secrets: tuple[Secret, ...]


class Rules(ctypes.Structure):
    """As C has it."""

    _fields_ = [
        *(
            (name, ctypes.c_int64)
            for name in ("seat", "few", "longest", "far_enough", "most_bytes", "most_lines", "utility", "absolute")
        ),
        *((name, ctypes.c_int64) for name in ("scored", "shared", "common", "trace", "to_all")),
        *((name, ctypes.c_int64) for name in ("varies", "keeps", "secret_count", "deal_count", "word_count")),
        *((name, ctypes.c_double) for name in ("curiosity", "widening", "by_lead", "spread")),
        *((name, ctypes.c_void_p) for name in ("manners", "sides", "secrets", "deals", "words")),
    ]


def numbers(values: Sequence[int]) -> ctypes.Array[ctypes.c_int64]:
    return (ctypes.c_int64 * max(1, len(values)))(*values)


@define
class NativeSearch:
    """A search from one position. Where `deals` say what is hidden, each round deals that anew."""

    engine: NativeEngine
    game: SearchGame
    deals: Sequence[int]
    kept: tuple[object, ...] = field(init=False)
    """What C points to."""
    handle: int = field(init=False, default=0)

    @classmethod
    def begun(
        cls, engine: NativeEngine, game: SearchGame, by: Numbers, known: State, deals: Sequence[int], varies: bool
    ) -> NativeSearch:
        """A search from what is known of a position; `varies` if each round begins from another record."""
        search = cls(engine, game, deals)
        engine.put(known)
        words = (ctypes.c_uint64 * len(engine.words))(*engine.words)
        manners, sides = numbers(game.manners), numbers(game.sides)
        rows = [value for secret in game.secrets for value in secret_row(engine, secret)]
        secrets, dealt = numbers(rows), numbers(deals)
        search.kept = (words, manners, sides, secrets, dealt)
        rules = Rules(
            seat=game.seat,
            utility=game.utility,
            absolute=game.absolute,
            few=by.few,
            longest=by.longest,
            far_enough=by.far_enough,
            most_bytes=by.most_bytes,
            curiosity=by.curiosity,
            widening=by.widening,
            by_lead=by.by_lead,
            spread=by.spread,
            most_lines=MOST_LINES,
            scored=SCORED,
            shared=SHARED,
            common=COMMON,
            trace=TRACE,
            to_all=TO_ALL,
            varies=varies or bool(deals),
            keeps=not engine.layout.positions,
            secret_count=len(game.secrets),
            deal_count=len(deals),
            word_count=len(words),
            manners=ctypes.addressof(manners),
            sides=ctypes.addressof(sides),
            secrets=ctypes.addressof(secrets),
            deals=ctypes.addressof(dealt),
            words=ctypes.addressof(words),
        )
        search.handle = engine.library.search_open(engine.context, ctypes.byref(rules))
        if not search.handle:
            raise MemoryError
        return search

    def rounds(self, count: int, state: int) -> int:
        """So many imagined games from the record that was put last; the state of the generator in and out."""
        generator = ctypes.c_uint64(state)
        engine = self.engine
        engine.settle(
            engine.library.search_rounds(engine.context, self.handle, engine.record, count, ctypes.byref(generator))
        )
        return generator.value

    def root_moves(self, label: int) -> list[tuple[Move, int, float]]:
        """The moves of the seat that were tried, in that order: how often, and what they were worth all together."""
        library, asked = self.engine.library, (self.handle, label, self.game.seat)
        count = library.search_tried(*asked, None, None, None)
        words = (ctypes.c_uint64 * max(1, count * library.search_move_words()))()
        visits, totals = (ctypes.c_uint32 * max(1, count))(), (ctypes.c_double * max(1, count))()
        library.search_tried(*asked, words, visits, totals)
        found, at = [], 0
        for i in range(count):
            entries = self.engine.layout.moves[label, words[at + 1]]
            size = sum(entry.words for entry in entries)
            move = (words[at], words[at + 1], *from_words(words[at + 2 : at + 2 + size], entries))
            found.append((move, visits[i], totals[i]))
            at += 2 + size
        return found

    def close(self) -> None:
        if self.handle:
            self.engine.library.search_close(self.handle)
            self.handle = 0


def secret_row(engine: NativeEngine, secret: Secret) -> tuple[int, ...]:
    """A secret parameter as C has it: with the place and the number of its words."""
    entries = engine.layout.moves[secret.label, secret.number]
    at = 2 + sum(entry.words for entry in entries[: secret.param])
    size = entries[secret.param].words
    ends = (secret.trace, secret.sort, secret.bits, secret.zone_bits, secret.faces)
    return (secret.label, secret.number, at, size, *ends)
