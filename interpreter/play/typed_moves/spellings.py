"""How names may be typed: written out, turned round, shortened, squeezed together, or by the marks of the rules.

A text and a name go in; how much of the text is that name comes out. What is `full` is exact, all else is a guess that
counts only where it is the only one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from re import match as begins_with

from attrs import evolve, frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.notation import fold, shortened
from astro_referee.interpreter.play.typed_moves.placeholders import PREPOSITIONS
from astro_referee.interpreter.values.marks import NO_MARK
from astro_referee.interpreter.values.types import Int, Member, Type, plain

JOINING = PREPOSITIONS | {"a", "an", "and", "for", "the"}
"""Words that only join what stands on both sides, and may be left out."""


@frozen
class NamedValue:
    """A value that a text names, and how much of the text does; `full` if its name is written out.

    `turned` if its words are the other way round, `cut` if the last of them are left out.
    """

    value: int
    length: int
    full: bool
    turned: bool = False
    cut: bool = False


def numbers(base: Int, text: str, joined: bool) -> list[NamedValue]:
    """The number that a text begins with; a number is never shortened, but another one may be joined to it."""
    digits = begins_with(r"-?[0-9]+", text)
    if digits is None:
        return []
    end = digits.end()
    ends = range(1, end + 1) if joined else [end] if not text[end : end + 1].isalnum() else []
    found = [(text[:length], length) for length in ends if text[:length] != "-" and length < 12]
    return [
        NamedValue(int(word), length, True)
        for word, length in found
        if word == str(int(word)) and base.low <= int(word) <= base.high
    ]


@lru_cache(maxsize=4096)
def spellings(name: str) -> tuple[tuple[str, bool, bool], ...]:
    """A name as it may be written out: in order, its words the other way round, and without blanks."""
    words = name.split(" ")
    other = " ".join(reversed(words))
    found = [(name, True, False)]
    found += [(other, False, True)] if other != name else []
    found += [("".join(words), False, False)] if len(words) > 1 else []
    return tuple(found)


def ways(value: int, name: str, text: str, joined: bool) -> Iterator[NamedValue]:
    """The ways in which a text may begin with a name: written out, or by beginnings of its words, or of the first few.

    A name ends where no letter or digit follows, unless something is joined to it in the notation.
    """
    for spelling, full, turned in spellings(name):
        length = len(spelling)
        goes_on = spelling[-1:].isalnum() and text[length : length + 1].isalnum()
        if spelling and text.startswith(spelling) and (joined or not goes_on):
            yield NamedValue(value, length, full, turned)
    if name[:1] != text[:1]:
        return
    words = name.split(" ")
    for count in range(1, len(words) + 1):
        length = shortened(" ".join(words[:count]), text)
        if not length:
            break
        if text[:length] != name:
            yield NamedValue(value, length, False, cut=count < len(words))
    if not joined and len(words) > 1:
        length = run(text)
        if text[:length] != "".join(words) and squeezed(words, text[:length]):
            yield NamedValue(value, length, False)


def run(text: str) -> int:
    """How many letters and digits a text begins with."""
    found = begins_with(r"[^\W_]+", text)
    return found.end() if found else 0


def squeezed(words: list[str], text: str) -> bool:
    """Whether a text is the beginnings of all words without blanks: `b3` for `blue 3`."""
    if not words:
        return not text
    first, rest = words[0], words[1:]
    lengths = [len(first)] if first.isdecimal() else range(1, len(first) + 1)
    return any(text.startswith(first[:n]) and squeezed(rest, text[n:]) for n in lengths)


# --- Marks -----------------------------------------------------------------------------------------------------------


def marked_ways(game: Game, kind: str, text: str, joined: bool) -> Iterator[NamedValue]:
    """The ways in which a text may begin with another name of a member than that it has in the rules."""
    if kind not in game.spellings:
        game.spellings[kind] = tuple(dict.fromkeys(other_names(game, kind)))
    for value, spelling, full in game.spellings[kind]:
        if not full:
            for named in ways(value, spelling, text, joined):
                yield evolve(named, full=False)
            continue
        length = len(spelling)
        goes_on = spelling[-1:].isalnum() and text[length : length + 1].isalnum()
        if text.startswith(spelling) and (joined or not goes_on):
            yield NamedValue(value, length, True)


def other_names(game: Game, kind: str) -> Iterator[tuple[int, str, bool]]:
    """Words, short forms and signs, which are as good as names; and names without the words that only join them."""
    names = game.machine.members[kind]
    marks = game.rules.marks.get(kind) or (NO_MARK,) * len(names)
    for value, (name, mark) in enumerate(zip(names, marks, strict=True)):
        own = fold(name)
        for text in (mark.words, mark.short, mark.drawn, *mark.sides):
            if text and fold(text) != own:
                yield value, fold(text), True
        words = own.split(" ")
        if "-" in own.strip("-"):
            yield value, " ".join(own.replace("-", " ").split()), False
        kept = [word for word in words if word not in JOINING]
        if 1 < len(kept) < len(words):
            yield value, " ".join(kept), False
    yield from apart(game, kind)


def apart(game: Game, kind: str) -> Iterator[tuple[int, str, bool]]:
    """Things by the names of their parts, or the words for them: `3 no trump` for `3NT`, `d 4` for `d4`."""

    def words_for(type: Type, value: int) -> str:
        base = plain(type)
        marks = game.rules.marks.get(base.kind) if isinstance(base, Member) else None
        return (marks[value].words if marks and value >= 0 else "") or game.printer.show(type, value)

    columns = [game.rules.columns[kind][word] for word in game.rules.coordinates.get(kind, ())]
    if len(columns) < 2 or not all(isinstance(plain(type), Int | Member) for type, _ in columns):
        return
    for value, name in enumerate(game.machine.members[kind]):
        for called in (words_for, game.printer.show) if " " not in fold(name) else ():
            text = fold(" ".join(called(type, int(values[value])) for type, values in columns))
            if text != fold(name):
                yield value, text, False
