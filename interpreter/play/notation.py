"""Moves as players write them, printed from their parameters; and how names are written, and shortened.

`reading` finds out which moves a text can mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.values.types import Bool, Int, Member, TextType, Type, plain

NOTHING = "nothing"
"""How an empty choice is written."""


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


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Text for comparing: case, underscores and runs of blanks do not matter."""
    return " ".join(text.replace("_", " ").casefold().split())


def shortened(name: str, text: str) -> int:
    """How much of a text is a name, each word by its beginning: `bl 4` for `blue 4`; 0 if none is."""
    at = 0
    for word in name.split(" "):
        start = at + (at > 0 and text[at : at + 1] == " ")
        at = next((i for i in range(start, len(text)) if text[i] in " ,"), len(text))
        if not begun(word, text[start:at]):
            return 0
    return at


def begun(word: str, text: str) -> bool:
    """Whether a text is the beginning of a word; a number is never cut, so `1` does not begin `12`, nor `a1` `a12`."""
    if not text or not word.startswith(text):
        return False
    return not (text[-1].isdecimal() and word[len(text) : len(text) + 1].isdecimal())


@lru_cache(maxsize=256)
@lru_cache(maxsize=65536)
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
        case TextType():
            return folded(tuple(game.printer.texts))
        case _:
            return []
