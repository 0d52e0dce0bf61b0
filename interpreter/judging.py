"""Typed moves: what a player typed goes in; a verdict comes out, with the move meant or every reason against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from astro_referee.grammar.problems import closest
from astro_referee.interpreter import elsewhere, explain, notation, strangers, views
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.explain import Reason
from astro_referee.interpreter.game import Move
from astro_referee.interpreter.placeholders import asked_for
from astro_referee.interpreter.printing import Printer

if TYPE_CHECKING:
    from astro_referee.interpreter.match import Match


@frozen
class Verdict:
    """The answer to a move: done, or why not. `choices` are notations that would finish or settle what was typed."""

    ok: bool
    text: str
    message: str = ""
    reasons: tuple[Reason, ...] = ()
    choices: tuple[str, ...] = ()
    move: Move | None = None
    unfinished: bool = False
    """Whether something could follow that makes a legal move of it."""


def judge(match: Match, player: int, typed: str) -> Verdict:
    """Whether a typed move would be legal now, without playing it."""
    text = " ".join(typed.split())
    decision = match.decision
    if decision is None:
        return Verdict(
            False, text, "the game is over" if match.over else "nobody is asked now: chance must settle first"
        )
    if not 0 <= player < match.game.seats:
        return Verdict(False, text, f"there is no seat {player}")
    if player not in match.actors and views.own_choice(match.game, match.state, player) is not None:
        return Verdict(False, text, f"{match.names[player]} has already chosen", (Reason(turn_of(match)),))
    if player not in match.actors:
        return Verdict(False, text, f"it is not {match.names[player]}'s turn", (Reason(turn_of(match)),))
    for move, shown in match.in_words(player).items():
        if " ".join(shown.split()) == text:
            return Verdict(True, shown, move=move)
    found = notation.read(match.game, match.state, decision, player, text)
    if not found and match.names != match.game.players:
        seated = notation.with_seats(match.game, match.names, text)
        found = notation.read(match.game, match.state, decision, player, seated)
    legal = {move[1:]: move for move in match.legal(player)}
    whole = [r for r in found if r.missing is None]
    good = [r for r in whole if (r.move, *r.args) in legal]
    if len(good) == 1 and (good[0].exact or len(whole) == 1 or not any(r.exact for r in whole)):
        move = legal[good[0].move, *good[0].args]
        return Verdict(True, match.written(move), move=move)
    if len(good) > 1:
        choices = tuple(match.written(legal[r.move, *r.args]) for r in good)
        return Verdict(False, text, f"`{text}` could be several moves", choices=choices, unfinished=True)
    if whole:
        return refused(match, player, text, whole, decision)
    if found:
        return unfinished(match, text, found, decision, player)
    return unknown(match, text, player)


def turn_of(match: Match) -> str:
    return Printer.listed([match.names[p] for p in match.actors]) + (
        " is asked" if len(match.actors) == 1 else " are asked"
    )


def refused(match: Match, player: int, text: str, found: list[notation.Reading], decision: m.Decision) -> Verdict:
    """Refused; where the text has several readings, the one with the fewest reasons counts."""
    told = [
        (explain.reasons(match.game, match.state, decision, (player, r.move, *r.args), match.names), r)
        for r in found[:50]
    ]
    reasons, reading = min(told, key=lambda pair: (len(pair[0]), pair[1].move))
    for reason in reasons:
        match.game.mark(reason.mark)
    move = (player, reading.move, *reading.args)
    if len(found) > 1 and not reading.exact:
        choices = tuple(match.written((player, r.move, *r.args)) for r in found[:12])
        return Verdict(False, text, f"`{text}` could be several moves, none of them legal", reasons, choices)
    return Verdict(False, match.written(move), "not legal", reasons, move=None)


def unfinished(match: Match, text: str, found: list[notation.Reading], decision: m.Decision, player: int) -> Verdict:
    choices: dict[str, None] = {}
    for reading in found:
        for move in match.legal(player):
            if move[1] == reading.move and all(move[2 + at] == value for at, value in reading.given):
                choices[match.written(move)] = None
    first = found[0]
    slot = decision.moves[first.move]
    wanted = asked_for(slot, slot.params[first.missing]) if first.missing is not None else "which"
    if not choices:
        return Verdict(False, text, f"nothing that begins with `{text}` is legal")
    return Verdict(False, text, f"`{text}` is not finished: {wanted}?", choices=tuple(choices), unfinished=True)


def unknown(match: Match, text: str, player: int) -> Verdict:
    legal = [match.written(move) for move in match.legal(player)]
    near = closest(text, legal)
    assert match.decision is not None
    open_now = {move[1]: match.written(move) for move in reversed(match.legal(player))}
    missing = (
        elsewhere.told(match.game, match.decision, text, open_now)
        or strangers.told(match.game, match.decision, text)
        or elsewhere.otherwise_written(match.decision, text, open_now)
    )
    reasons = elsewhere.passing(match.game, match.decision, text, open_now) or [*map(Reason, missing)]
    return Verdict(False, text, f"`{text}` is no move here", tuple(reasons), tuple(near))
