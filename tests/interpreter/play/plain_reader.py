"""A second reader of typed moves, as plain as can be: a text in, every move out that it can mean, legal or not.

It knows the notations and the names, tries every place where a name could end, and never asks which moves are legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.runtime import RuleFault
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.values.types import BagOf, Bool, Int, Member, SetOf, TextType, Type, plain

Move = tuple[int, ...]
OWN, MARK, LOOSE = range(3)
"""Names of the rules; words, short forms and signs, which are as good; and names without their small words."""
Names = tuple[tuple[int, str, int], ...]
SMALL = ["at", "by", "from", "in", "into", "of", "on", "over", "through", "to", "with", "a", "an", "and", "for", "the"]
"""Words that may be left out between two names, or come there although the notation has none."""


@frozen
class Parse:
    """How a text goes along a notation: where each part of it begins and ends, and whether it is written out."""

    values: tuple[tuple[int, int], ...] = ()
    parts: tuple[tuple[int, int, bool], ...] = ()
    turned: tuple[int, ...] = ()
    finished: bool = True


def flat(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split())


def meanings(match: Match, player: int, typed: str) -> set[Move]:
    """All moves that a text can mean. What is written out in full is nothing else."""
    decision = match.decision
    assert decision is not None
    text = flat(typed)
    exact: set[Move] = set()
    short: set[Move] = set()
    for number, slot in enumerate(decision.moves if text.strip(" ,") else ()):
        for args, parse in understood(match, slot, player, text):
            found = {(player, number, *args)}
            if parse.turned:
                found.add((player, number, *other_way_round(slot, args, parse.turned)))
            written_out = all(full for _, _, full in parse.parts)
            (exact if written_out else short).update(found)
    return (exact | otherwise_written(match, player, typed)) or short


def otherwise_written(match: Match, player: int, typed: str) -> set[Move]:
    """The legal moves that another notation of theirs writes so; none if a first notation is the same to the letter."""
    decision = match.decision
    assert decision is not None
    legal = match.legal(player)
    if any(match.written(move) == typed for move in legal):
        return set()
    printed = [
        (move, match.game.fill(template, match.game.function(values)(match.state, player, *move[2:])))
        for move in legal
        for template, values in decision.moves[move[1]].also
    ]
    for same in (str.split, flat, lambda text: "".join(sign for sign in flat(text) if sign not in "=+#!? ")):
        found = {move for move, text in printed if same(text) == same(typed)}
        if found:
            return found
    return set()


def understood(match: Match, slot: m.MoveSlot, player: int, text: str) -> Iterator[tuple[tuple[int, ...], Parse]]:
    holes = [part for part in slot.notation_parts if isinstance(part, int)]
    if set(holes) == set(range(len(slot.params))):
        parses = list(along(slot_parts(match, slot), text, 0))
        for parse in parses:
            if parse.finished and not any(beats(other, parse) for other in parses):
                yield tuple(value for _, value in sorted(parse.values)), parse
        return
    every = [
        [value for value, _, sort in names_of(match, plain(param.type), ()) if sort == OWN] for param in slot.params
    ]
    for args in product(*every):
        try:
            values = match.game.function(slot.notation_values)(match.state, player, *args)
        except RuleFault:
            continue
        rest = iter(values)
        parts: list[str | tuple[int, Type, Names]] = []
        for part, hole in zip(slot.notation.parts, slot.notation_parts, strict=True):
            if isinstance(part, str) or isinstance(hole, str):
                parts.append(str(part))
            else:
                value = next(rest)
                shown = flat(match.game.printer.show(part, value))
                inner = plain(part)
                others = names_of(match, inner) if isinstance(inner, Member) else ()
                parts.append((hole, part, ((value, shown, OWN), *(name for name in others if name[0] == value))))
        for parse in along(parts, text, 0):
            if parse.finished:
                yield args, parse
            elif len(parse.values) == len(slot.params):  # what follows from the parameters need not be said
                yield args, Parse(parse.values, (*parse.parts, (len(text), len(text), False)), parse.turned)


def beats(one: Parse, other: Parse) -> bool:
    """Whether one parse has a whole name where the other has, in the same place, only a beginning that is no longer."""
    for (start, end, full), (at, until, whole) in zip(one.parts, other.parts, strict=False):
        if start != at:
            return False
        if full and not whole and end >= until:
            return True
        if end != until:
            return False
    return False


def other_way_round(slot: m.MoveSlot, args: tuple[int, ...], turned: tuple[int, ...]) -> tuple[int, ...]:
    new = list(args)
    for type in {param.type for param in slot.params}:
        places = [at for at, param in enumerate(slot.params) if param.type == type and at not in turned]
        for at, value in zip(places, [args[at] for at in reversed(places)], strict=True):
            new[at] = value
    return tuple(new)


def slot_parts(match: Match, slot: m.MoveSlot) -> list[str | tuple[int, Type, Names]]:
    parts: list[str | tuple[int, Type, Names]] = []
    for part in slot.notation_parts:
        if isinstance(part, str):
            parts.append(part)
        else:
            type = plain(slot.params[part].type)
            inner = type.of if isinstance(type, SetOf | BagOf) else type
            parts.append((part, type, names_of(match, inner)))
    return parts


def names_of(match: Match, type: Type, people: tuple[str, ...] | None = None) -> Names:
    people = match.names if people is None else people
    match type:
        case Bool():
            return ((0, "no", OWN), (1, "yes", OWN))
        case Int(low, high):
            return tuple((number, str(number), OWN) for number in range(low, high + 1))
        case Member(kind, _):
            seats = [(seat, flat(name), OWN) for seat, name in enumerate(people)] if kind == "player" else []
            members = [(value, flat(name), OWN) for value, name in enumerate(match.game.machine.members[kind])]
            marks = [
                (value, flat(text), MARK)
                for value, mark in enumerate(match.game.rules.marks.get(kind, ()))
                for text in (mark.words, mark.short, mark.sign, *mark.sides)
                if text
            ]
            loose = [
                (value, " ".join(word for word in name.split(" ") if word not in SMALL), LOOSE)
                for value, name, _ in members
                if len({*name.split(" ")} - {*SMALL}) > 1 and {*name.split(" ")} & {*SMALL}
            ]
            dashed = [
                (value, " ".join(name.replace("-", " ").split()), LOOSE)
                for value, name, _ in members
                if "-" in name.strip("-")
            ]
            return tuple(dict.fromkeys([*members, *seats, *marks, *loose, *dashed, *apart(match, kind)]))
        case _:
            raise TypeError(type)


def apart(match: Match, kind: str) -> Iterator[tuple[int, str, int]]:
    """Things by the names of their parts, or the words for them: `3 no trump` for `3NT`, `d 4` for `d4`."""
    columns = [match.game.rules.columns[kind][word] for word in match.game.rules.coordinates.get(kind, ())]
    bases = [plain(type) for type, _ in columns]
    if len(columns) < 2 or not all(isinstance(base, Int | Member) for base in bases):
        return
    for (value, name), spoken in product(enumerate(match.game.machine.members[kind]), (True, False)):
        texts = []
        for base, (_, values) in zip(bases, columns, strict=True):
            part = values[value]
            assert isinstance(part, int)
            marks = match.game.rules.marks.get(base.kind, ()) if isinstance(base, Member) else ()
            words = marks[part].words if spoken and marks and 0 <= part < len(marks) else ""
            texts.append(flat(words or match.game.printer.show(base, part)))
        if " ".join(texts) != flat(name) and " " not in flat(name):
            yield value, " ".join(texts), LOOSE


def along(
    parts: list[str | tuple[int, Type, Names]], text: str, at: int, before: frozenset[int] = frozenset()
) -> Iterator[Parse]:
    """All ways along a notation; `before` are the parameters that were said before."""
    if not parts:
        if at == len(text):
            yield Parse()
        return
    part, rest = parts[0], parts[1:]
    if isinstance(part, str):
        for length, full in literal(part, text[at:], bool(before and rest)):
            end = at + length
            for parse in along(rest, text, end + blanks(text[end:], " "), before):
                yield Parse(parse.values, ((at, end, full), *parse.parts), parse.turned, parse.finished)
        return
    hole, type, names = part
    if names and names[0][1] == "" and isinstance(plain(type), TextType):  # nothing is printed there
        for parse in along(rest, text, at, before):
            yield Parse(parse.values, ((at, at, True), *parse.parts), parse.turned, parse.finished)
        return
    if at == len(text):
        yield Parse(finished=False)
        return
    joined = bool(rest) and (not isinstance(rest[0], str) or rest[0][:1].isalnum())
    if rest and isinstance(rest[0], str) and isinstance(plain(type), Member):
        joined = joined or (bool(rest[0]) and not any(sign.isalnum() or sign == " " for sign in rest[0]))
    for value, length, full, turned in spent(type, names, text[at:], joined):
        end = at + length
        start, said = end + blanks(text[end:], " ,"), before | ({hole} - {-1})
        starts = [start]
        if rest and not isinstance(rest[0], str) and isinstance(plain(rest[0][1]), Member):
            word = text[start:].split(" ")[0]
            if text[start : start + 1] == "-":
                starts.append(start + 1 + (text[start + 1 : start + 2] == " "))
            elif word in SMALL and text[start + len(word) :][:1] == " ":
                starts.append(start + len(word) + 1)
        for parse in (parse for one in starts for parse in along(rest, text, one, said)):
            if dict(parse.values).get(hole, value) == value:
                given = parse.values if hole < 0 else tuple({**dict(parse.values), hole: value}.items())
                turns = (hole, *parse.turned) if turned else parse.turned
                yield Parse(given, ((at, end, full), *parse.parts), turns, parse.finished)


def blanks(text: str, signs: str) -> int:
    return len(text) - len(text.lstrip(signs))


def literal(part: str, text: str, between: bool) -> list[tuple[int, bool]]:
    """The words of a notation: written out, or each by its beginning; the last may be missing at the end of a text,
    and small words and signs `between` two names anywhere.
    """
    words = flat(part).split()
    if not words or not text:
        return [(0, not words)]
    whole = " ".join(words)
    if text.startswith(whole):
        apart = not part.endswith(" ") or text[len(whole) :][:1] in ("", " ")
        return [(len(whole), apart)]
    small = between and all(word in SMALL or not any(sign.isalnum() for sign in word) for word in words)
    missing = [(0, False)] if small else []
    for end in ends_of(text):
        typed = text[:end].split(" ")
        enough = len(typed) == len(words) or (len(typed) < len(words) and end == len(text))
        if enough and all(is_beginning(one, word) for one, word in zip(typed, words, strict=False)):
            return [*missing, (end, False)]
    return missing


def ends_of(text: str) -> list[int]:
    """Where a name that a text begins with could end: before a blank or a comma, or where the text does."""
    return [end for end in range(1, len(text) + 1) if end == len(text) or text[end] in " ,"]


def is_beginning(typed: str, word: str) -> bool:
    """Numbers are not cut: `1` is no beginning of `12`."""
    cut = word[len(typed) :]
    return bool(typed) and word.startswith(typed) and not (typed[-1].isdecimal() and cut[:1].isdecimal())


@lru_cache(maxsize=1_000)
def spent(type: Type, names: Names, text: str, joined: bool) -> tuple[tuple[int, int, bool, bool], ...]:
    """What a text can begin with: value, how much of the text it takes, whether it is written out, or turned round."""
    if isinstance(type, SetOf | BagOf):
        return tuple(several(type, names, text))
    found: set[tuple[int, int, bool, bool]] = set()
    for value, name, sort in names:
        words = name.split(" ")
        if sort == MARK:
            after = text[len(name) :][:1]
            if text.startswith(name) and (joined or not (name[-1].isalnum() and after.isalnum())):
                found.add((value, len(name), True, False))
            continue
        for spelling, full, turned in (
            (name, True, False),
            ("".join(words), len(words) == 1, False),
            (" ".join(words[::-1]), words == words[::-1], words != words[::-1]),
        ):
            after = text[len(spelling) :][:1]
            if spelling and text.startswith(spelling) and (joined or not (spelling[-1].isalnum() and after.isalnum())):
                found.add((value, len(spelling), full and sort == OWN, turned))
        for end in ends_of(text):
            typed = text[:end].split(" ")
            begun = len(typed) <= len(words) and all(map(is_beginning, typed, words))
            if begun and text[:end] != name and not isinstance(type, Int):
                found.add((value, end, False, False))
        end = next((at for at, sign in enumerate(text) if not sign.isalnum()), len(text))
        if not joined and len(words) > 1 and text[:end] in squeezed(tuple(words)):
            found.add((value, end, False, False))
    full_ends = {length for _, length, full, _ in found if full}
    return tuple(sorted(one for one in found if one[2] or one[1] not in full_ends))


@lru_cache(maxsize=10_000)
def squeezed(words: tuple[str, ...]) -> frozenset[str]:
    """The beginnings of all words, one after the other: `b3` for `blue 3`; numbers are not cut."""
    if not words:
        return frozenset([""])
    first = words[0]
    heads = [first] if first.isdecimal() else [first[:length] for length in range(1, len(first) + 1)]
    return frozenset(head + rest for head in heads for rest in squeezed(words[1:]))


def several(type: SetOf | BagOf, names: Names, text: str) -> Iterator[tuple[int, int, bool, bool]]:
    """Names one after the other, in any order, with commas, blanks or `and` between them."""
    low = type.of.low if isinstance(type.of, Int) else 0
    if text == "nothing" or text.startswith(("nothing ", "nothing,")):
        yield 0, len("nothing"), True, False
    found: dict[tuple[int, int], bool] = {}
    todo = [(0, 0, True)]
    while todo:
        value, at, full = todo.pop()
        if found.get((value, at)) in (full, True):
            continue
        found[value, at] = full
        start = at
        if at:
            start += len(next((j for j in (", and ", ", ", " and ", ",", " ") if text.startswith(j, at)), ""))
            if start == at:
                continue
        for member, length, whole, _ in spent(type.of, names, text[start:], False):
            one = 1 << (member - low) * (type.bits if isinstance(type, BagOf) else 1)
            if isinstance(type, BagOf) or not value & one:
                todo.append((value + one, start + length, full and whole))
    ends = {at for (_, at), full in found.items() if full}
    for (value, at), full in found.items():
        if at and (full or at not in ends):
            yield value, at, full, False
