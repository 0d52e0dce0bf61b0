"""How values are written: a value and its type in, the words a player reads out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from astro_referee.interpreter.values import rows
from astro_referee.interpreter.values.types import (
    LIMIT,
    BagOf,
    Bool,
    Either,
    Int,
    ListOf,
    Member,
    RowOf,
    SetOf,
    TextType,
    Type,
    low,
    size,
)


class Printer:
    """Knows the names of all members and extra words of one game."""

    def __init__(
        self,
        members: Mapping[str, Sequence[str]],
        words: Sequence[str],
        texts: Sequence[str] = (),
    ) -> None:
        self.members = members
        self.words = words
        self.texts = texts

    def show(self, type: Type, value: int | str | Sequence[int]) -> str:
        """The printed form of a value."""
        if type.__class__ is Member and value.__class__ is int:  # most that is written are members
            return self.members[type.kind][value]
        if isinstance(value, str):
            return value
        match type:
            case Either(of, _):
                word = self.extra(of, value)
                return self.show(of, value) if word is None else word
            case Bool():
                return "yes" if value else "no"
            case Int():
                return str(value)
            case Member(kind, _):
                return self.members[kind][value] if isinstance(value, int) else str(value)
            case BagOf(Member() as of, _, False) if isinstance(value, int) and self.counts(of):
                copies = Counter(self.values(type, value))
                return self.listed(
                    [f"{n} {self.show(of, v)}" if n > 1 else self.show(of, v) for v, n in copies.items()]
                )
            case SetOf() | BagOf() | ListOf() | RowOf():
                return self.listed([self.show(type.of, v) for v in self.values(type, value)])
            case TextType():
                return self.texts[value] if isinstance(value, int) else str(value)
            case _:
                return str(value)

    def counts(self, of: Type) -> bool:
        """Whether things in a heap are told with numbers: `2 wood`. Not where that could be two names."""
        return isinstance(of, Member) and not any(name[:1].isdigit() for name in self.members[of.kind])

    def values(self, type: Type, value: int | Sequence[int]) -> list[int]:
        """The single values in a set, bag (copies repeated) or list."""
        match type:
            case SetOf(of):
                assert isinstance(value, int)
                base = of.low if isinstance(of, Int) else 0
                return [i + base for i in range(value.bit_length()) if value >> i & 1]
            case BagOf(of, bits):
                assert isinstance(value, int)
                mask = (1 << bits) - 1
                return [low(of) + face for face in range(size(of)) for _ in range(value >> bits * face & mask)]
            case RowOf(of):
                assert isinstance(value, int)
                return rows.values(value, type.value_bits, type.bits, of.low if isinstance(of, Int) else 0)
            case ListOf():
                assert not isinstance(value, int)
                return list(value)
            case _:
                raise TypeError(f"a {type} holds no values")

    def extra(self, base: Type, value: int | Sequence[int]) -> str | None:
        """The extra word a value stands for, or None if it is an ordinary value."""
        if not isinstance(value, int):
            return None
        number = -LIMIT - value if isinstance(base, Int) else -1 - value
        return self.words[number] if 0 <= number < len(self.words) else None

    @staticmethod
    def listed(names: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        if not names:
            return "nothing"
        return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
