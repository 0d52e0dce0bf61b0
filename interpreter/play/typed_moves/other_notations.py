"""Other notations of moves: what was typed in, the legal moves that would be written so out.

They may be worked out from anything that the player may know, so that only what legal moves print is compared. What two
of them print alike is meant by both. Of a text that is no legal move, others are looked for as well, to say why not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING

from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play.notation import fold, named_values
from astro_referee.interpreter.play.typed_moves.reading import has_candidates

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.play.match import Match

DECORATION = str.maketrans("", "", "=+#!? ")
"""What people add to a move to remark on it, or leave out."""


def moves_written(match: Match, player: int, text: str) -> tuple[Move, ...]:
    """The legal moves of a player that one of their other notations writes so: letter for letter, else in any case,
    else but for signs that only remark on a move.
    """
    return closest_written(list(printed(match, player)), text)


def closest_written(written: list[tuple[Move, str]], text: str) -> tuple[Move, ...]:
    for alike in ALIKE:
        same = [move for move, words in written if alike(words) == alike(text) != ""]
        if same:
            return tuple(dict.fromkeys(same))
    return ()


def unspaced(text: str) -> str:
    return " ".join(text.split())


def undecorated(text: str) -> str:
    return fold(text).translate(DECORATION)


ALIKE: tuple[Callable[[str], str], ...] = (unspaced, fold, undecorated)


def moves_barred(match: Match, player: int, text: str) -> tuple[Move, ...]:
    """The moves, none of them legal, that one of their other notations writes so, as exactly as any is."""
    written = [(move, words) for move, words in all_printed(match, player) if undecorated(words) == undecorated(text)]
    return closest_written(written, text)


def all_printed(match: Match, player: int) -> Iterator[tuple[Move, str]]:
    """Every move, legal or not, in each of its other notations, where there are not too many."""
    decision, game = match.decision, match.game
    assert decision is not None
    for number, slot in enumerate(decision.moves):
        notations = [(template, game.function(values)) for template, values in slot.also]
        if not (notations and has_candidates(slot)):
            continue
        for args in product(*([value for value, _ in named_values(game, param.type)] for param in slot.params)):
            for template, values in notations:
                with suppress(RuleFault, EndlessLoop):
                    yield (player, number, *args), game.fill(template, values(match.state, player, *args))


def printed(match: Match, player: int) -> Iterator[tuple[Move, str]]:
    """The legal moves, each in each of its other notations."""
    decision, game = match.decision, match.game
    assert decision is not None
    for move in match.legal(player) if any(slot.also for slot in decision.moves) else ():
        for template, values in decision.moves[move[1]].also:
            try:
                yield move, game.fill(template, game.function(values)(match.state, player, *move[2:]))
            except (RuleFault, EndlessLoop):  # what cannot be written so cannot be meant
                continue
