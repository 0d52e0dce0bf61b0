"""Heaps as terms: so many of each face, put together, taken out, compared."""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.program.folding import bit_number, const, op
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.program.terms import Term
from astro_referee.interpreter.values.types import BOOL, HEAP_BITS, BagOf, Int, Member, size


def heap_type(of: Int | Member, copies: int | None = None) -> BagOf:
    """Heaps of cards of which there are so many copies, or of other things."""
    return BagOf(of, HEAP_BITS, cards=False) if copies is None else BagOf(of, copies.bit_length())


def most_of(type: BagOf, kinds: Mapping[str, KindInfo]) -> int:
    """How many of each face a heap can hold."""
    return kinds[type.of.kind].copies if type.cards and isinstance(type.of, Member) else type.room


def widths(type: BagOf) -> tuple[Term, Term]:
    """What operations on heaps are told: the bits of a count, and how many faces there are."""
    faces = size(type.of)
    return const(type.bits, Int(type.bits, type.bits)), const(faces, Int(0, faces))


def one(face: Term, type: BagOf, at: Span = NOWHERE) -> Term:
    """A heap with one of a face."""
    return op("bag one", bit_number(face, type.of), widths(type)[0], type=type, at=at)


def count(heap: Term, face: Term, most: int) -> Term:
    """How many of a face there are in a heap."""
    assert isinstance(heap.type, BagOf)
    return op("bag count", heap, bit_number(face, heap.type.of), widths(heap.type)[0], type=Int(0, most))


def minus(left: Term, right: Term, at: Span = NOWHERE) -> Term:
    """What is left of a heap, none below zero."""
    assert isinstance(left.type, BagOf)
    return op("bag minus", left, right, *widths(left.type), type=left.type, at=at)


def holds(whole: Term, part: Term, at: Span = NOWHERE) -> Term:
    """Whether a heap holds all that another one does."""
    assert isinstance(part.type, BagOf)
    return op("is", minus(part, whole), const(0, part.type), type=BOOL, at=at)


def plus(left: Term, right: Term, most: int, at: Span) -> Term:
    """Two heaps together, a fault if that is more of a face than a heap can hold."""
    type = left.type
    assert isinstance(type, BagOf)
    full = const(sum(most << type.bits * face for face in range(size(type.of))), type)
    over = minus(right, minus(full, left))
    none_over = op("within", over, const(0, type), const(0, type), type=type, at=at)
    return op("+", op("+", left, right, type=type, at=at), none_over, type=type, at=at)
