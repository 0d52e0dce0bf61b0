"""Moves as players write them: printed from their parameters, and read back from what is typed.

Case is ignored, and unique beginnings of names and of their words are enough; unfinished text tells what comes next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from re import escape, sub

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.game import Game, Move, State
from astro_referee.interpreter.types import BagOf, Bool, Int, Member, SetOf, Type, plain

NOTHING = "nothing"
"""How an empty choice is written."""
MOST_TRIED = 100_000
"""Combinations tried to read a notation that is worked out from its parameters."""


def written(game: Game, state: State, decision: m.Decision, move: Move, names: tuple[str, ...] = ()) -> str:
    """A move in its notation; seats by the names of who sits there, if those are given."""
    slot = decision.moves[move[1]]
    values = game.function(slot.notation_values)(state, move[0], *move[2:])
    return game.fill(slot.notation, values, names)


def about(game: Game, state: State, decision: m.Decision, move: Move, names: tuple[str, ...]) -> str:
    """The sentence that explains a move to the player, or nothing."""
    slot = decision.moves[move[1]]
    if slot.about is None or slot.about_values is None:
        return ""
    return game.fill(slot.about, game.function(slot.about_values)(state, move[0], *move[2:]), names)


@frozen
class Reading:
    """One way to understand what was typed; `exact` if nothing was abbreviated, `next` if a parameter is missing."""

    move: int
    args: tuple[int, ...]
    exact: bool
    missing: int | None = None
    given: tuple[tuple[int, int], ...] = ()
    """Of a move that is not finished: the parameters that are there, and their values."""


def fold(text: str) -> str:
    """Text for comparing: case, underscores and runs of blanks do not matter."""
    return " ".join(text.replace("_", " ").casefold().split())


def with_seats(game: Game, names: Sequence[str], typed: str) -> str:
    """A text with the seats of those whose names are in it."""
    text = fold(typed)
    for seat, name in sorted(zip(game.players, names, strict=True), key=lambda pair: -len(pair[1])):
        text = sub(rf"(?<!\w){escape(fold(name))}(?!\w)", fold(seat), text) if fold(name) else text
    return text


def read(game: Game, state: State, decision: m.Decision, player: int, typed: str) -> list[Reading]:
    """All ways to understand a text as a move of a decision, the best ones only."""
    text = fold(typed)

    def readings(loose: bool) -> list[Reading]:
        slots = enumerate(decision.moves)
        return [r for number, slot in slots for r in read_move(game, state, number, slot, player, text, loose)]

    # The ends of names are left out only in what cannot be understood otherwise: `bl 4` stays `blue 4`.
    found = readings(False) or readings(True)
    whole = [r for r in found if r.missing is None]
    exact = [r for r in whole if r.exact]
    best = exact or whole or found
    return list(dict.fromkeys(best))


def read_move(
    game: Game, state: State, number: int, slot: m.MoveSlot, player: int, text: str, loose: bool
) -> list[Reading]:
    """The readings as one move; `loose` ones may leave out the last words of a name."""
    if -1 in slot.notation_parts:
        return by_trying(game, state, number, slot, player, text, loose)
    found: list[Reading] = []
    for values, exact, stopped in matches(game, slot, list(slot.notation_parts), text, {}, loose):
        if stopped is None and len(values) < len(slot.params):
            stopped = next(i for i in range(len(slot.params)) if i not in values)
        args = tuple(value for _, value in sorted(values.items()))
        found.append(Reading(number, args, exact, stopped, tuple(sorted(values.items()))))
    return found


def by_trying(
    game: Game, state: State, number: int, slot: m.MoveSlot, player: int, text: str, loose: bool
) -> list[Reading]:
    """A notation that is not made of parameters alone is compared with what each combination would print."""
    domains = [[value for value, _ in named_values(game, param.type)] for param in slot.params]
    count = 1
    for domain in domains:
        count *= max(1, len(domain))
    found: list[Reading] = []
    if count > MOST_TRIED:
        combinations: Iterator[tuple[int, ...]] = iter(
            move[2:] for move in game.function(slot.candidates)(state, player)
        )
    else:
        combinations = product(*domains)
    print_values = game.function(slot.notation_values)
    for args in combinations:
        shown = fold(game.fill(slot.notation, print_values(state, player, *args)))
        begins = shown.startswith(text) or (loose and shortened(shown, text) == len(text))
        if shown == text or (text and begins):
            found.append(Reading(number, tuple(args), shown == text))
    return found


Match = tuple[dict[int, int], bool, int | None]


def matches(
    game: Game, slot: m.MoveSlot, parts: list[str | int], text: str, values: dict[int, int], loose: bool
) -> Iterator[Match]:
    """Goes along the notation; yields the values found, whether all was written out, and the first one missing."""
    if not parts:
        if not text:
            yield dict(values), True, None
        return
    part, rest = parts[0], parts[1:]
    if isinstance(part, str):
        literal = part.replace("_", " ").casefold()
        bare = literal.strip()
        if not bare:
            yield from matches(game, slot, rest, text.lstrip(), values, loose)
            return
        if not text:
            for found, _, missing in matches(game, slot, rest, "", values, loose):
                yield found, False, missing
        elif text.startswith(bare):
            yield from matches(game, slot, rest, text[len(bare) :].lstrip(), values, loose)
        elif loose and (length := shortened(bare, text)):
            for found, _, missing in matches(game, slot, rest, text[length:].lstrip(), values, loose):
                yield found, False, missing
        elif bare.startswith(text) and not values:
            for found, _, missing in matches(game, slot, rest, "", values, loose):
                yield found, False, missing
        return
    if not text:
        yield dict(values), False, part
        return
    joined = bool(rest) and (isinstance(rest[0], int) or rest[0][:1].isalnum())
    if part in values:
        for value, length, _ in readable(game, slot.params[part].type, text, joined, loose):
            if value == values[part]:
                yield from matches(game, slot, rest, text[length:].lstrip(), values, loose)
        return
    for value, length, exact in readable(game, slot.params[part].type, text, joined, loose):
        for found, inner, missing in matches(
            game, slot, rest, text[length:].lstrip(" ,"), {**values, part: value}, loose
        ):
            yield found, exact and inner, missing


def readable(
    game: Game, type: Type, text: str, joined: bool = False, loose: bool = False
) -> list[tuple[int, int, bool]]:
    """The values a text may begin with: value, length of its name, whether the name is written out.

    A name ends where no letter or digit follows, unless something is `joined` to it in the notation, as in `e2e4`.
    """
    base = plain(type)
    if isinstance(base, SetOf | BagOf):
        return readable_set(game, base, text, loose)
    found: list[tuple[int, int, bool]] = []
    stop = next((i for i, c in enumerate(text) if c in " ,"), len(text))
    first = text[:1]
    for value, name in named_values(game, type):
        if not name.startswith(first):
            continue
        ends = joined or len(text) == len(name) or not (name[-1].isalnum() and text[len(name) :][:1].isalnum())
        if text.startswith(name) and ends:
            found.append((value, len(name), True))
        elif name.startswith(text):
            found.append((value, len(text), False))
        elif stop and name.startswith(text[:stop]) and " " not in name:
            found.append((value, stop, False))
        elif " " in name and (length := shortened(name, text)):
            found.append((value, length, False))
        elif loose and " " in name:
            words = name.split(" ")
            begun = (shortened(" ".join(words[:count]), text) for count in range(1, len(words)))
            found += [(value, length, False) for length in begun if length]
    return found


def shortened(name: str, text: str) -> int:
    """How much of a text is a name of several words, each by its beginning: `bl 4` for `blue 4`; 0 if none is."""
    at = 0
    for word in name.split(" "):
        start = at + (at > 0 and text[at : at + 1] == " ")
        at = next((i for i in range(start, len(text)) if text[i] in " ,"), len(text))
        begun = text[start:at]
        if not begun or not (word == begun or (word.startswith(begun) and not begun.isdecimal())):
            return 0
    return at


def readable_set(game: Game, base: SetOf | BagOf, text: str, loose: bool) -> list[tuple[int, int, bool]]:
    """Several names in any order, with commas, blanks or `and` between them."""
    found: list[tuple[int, int, bool]] = [(0, len(NOTHING), True)] if text.startswith(NOTHING) else []

    def more(position: int, value: int, exact: bool) -> None:
        if position:
            found.append((value, position, exact))
        start = position
        for joint in (", ", " and ", ",", " "):
            if position and text.startswith(joint, position):
                start = position + len(joint)
                break
        if (position and start == position) or len(found) > 200:
            return
        for member, length, whole in readable(game, base.of, text[start:], loose=loose):
            low = base.of.low if isinstance(base.of, Int) else 0
            one = 1 << base.bits * member if isinstance(base, BagOf) else 1 << member - low
            if isinstance(base, BagOf) or not value & one:
                more(start + length, value + one, exact and whole)

    more(0, 0, True)
    return found


@lru_cache(maxsize=256)
def folded(names: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """The members of a kind with their names, folded: they are asked for with each word of each reading."""
    return tuple((i, fold(name)) for i, name in enumerate(names))


def named_values(game: Game, type: Type) -> Sequence[tuple[int, str]]:
    """Every value of a type with its printed name, folded."""
    base = plain(type)
    match base:
        case Bool():
            return [(0, "no"), (1, "yes")]
        case Int(low, high):
            return [(n, str(n)) for n in range(low, high + 1)]
        case Member(kind, _):
            return folded(game.machine.members[kind])
        case _:
            return []
