"""Who reads a text, as far as the rules say it plainly: a term for players in, the name of one reader out."""

from __future__ import annotations

from astro_referee.interpreter.terms import Const, Local, Op, Term

SEAT = "seat "
"""Begins the name of a reader who is known by seat, not by a local name."""


def reader_of(to: Term) -> frozenset[str] | None:
    """The one player a text goes to, if it is plain who that is."""
    match to:
        case Op("bit", (who,)):
            name = reader_name(who)
            return frozenset({name}) if name else None
        case Const(mask) if mask.bit_count() == 1:
            return frozenset({f"{SEAT}{mask.bit_length() - 1}"})
        case _:
            return None


def reader_name(term: Term) -> str:
    """What a player is called here: a local name, or a seat that is known by number."""
    match term:
        case Local(name):
            return name
        case Const(seat):
            return f"{SEAT}{seat}"
        case _:
            return ""
