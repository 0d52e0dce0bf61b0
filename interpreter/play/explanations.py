"""Why a move is refused: every reason, from the guards of the rules, with the values they saw."""

from __future__ import annotations

from contextlib import suppress

from attrs import field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.runtime import RuleFault
from astro_referee.interpreter.play.game import Game

PARAMS = -1
"""Among the numbers of guards: the parameters."""


@frozen
class Reason:
    """One reason: the text, the line of the rules and its file, the rule itself, what it saw, the rulings it cites."""

    text: str
    line: int = 0
    rule: str = ""
    seen: tuple[tuple[str, str], ...] = ()
    rulings: tuple[str, ...] = ()
    file: str = ""
    mark: int = field(default=-1, eq=False, repr=False)
    """In a marked game: the point that its guard has refused something."""


def reasons(
    game: Game, state: State, decision: m.Decision, move: Move, names: tuple[str, ...] = ()
) -> tuple[Reason, ...]:
    """All guards and parameters that forbid a move; nothing if it is legal. Players go by their names, if given."""
    slot = decision.moves[move[1]]
    args = (state, move[0], *move[2:])
    found: list[Reason] = []
    failed: set[int] = set()
    line, file = place_of(game, slot)
    for param in slot.params:
        taken = answer(game, param.test, args)
        allowed = answer(game, param.where, args) if taken and param.where is not None else taken
        if not allowed:
            failed.add(PARAMS)
        if taken is False:
            text = game.fill(param.template, game.function(param.outside)(*args), names)
            found.append(Reason(text, line, param.written, file=file))
        elif allowed is False:
            value = game.printed(game.style).show(param.type, move[2 + slot.params.index(param)])
            found.append(Reason(f"{value} is not one you may choose", line, param.where_text, file=file))
    for number, guard in enumerate(slot.guards):
        if guard.duty:
            continue
        if failed.intersection(guard.needs):
            failed.add(number)
        elif not (held := answer(game, guard.test, args)):
            failed.add(number)
            if held is False:
                found.append(reason(game, guard, args, names))
    if not found:
        found += duties(game, state, slot, move, names)
    return tuple(found)


def answer(game: Game, test: FunctionRef, args: tuple[object, ...]) -> bool | None:
    """None if it cannot even be looked at: that is no reason of its own, and tells nothing to whoever leans on it."""
    try:
        return bool(game.function(test)(*args))
    except RuleFault:
        return None


def duties(game: Game, state: State, slot: m.MoveSlot, move: Move, names: tuple[str, ...]) -> list[Reason]:
    """The first `must` line that other candidates of the same move meet, and this one does not."""
    left: list[Move] = game.function(slot.candidates)(state, move[0])
    for guard in slot.guards:
        if not guard.duty:
            continue
        test = game.function(guard.test)
        values = [test(state, other[0], *other[2:]) for other in left]
        if not values:
            return []
        best = max(values) if guard.duty == "maximise" else 1
        kept = [other for other, value in zip(left, values, strict=True) if value == best]
        if kept and move[2:] not in [other[2:] for other in kept]:
            return [reason(game, guard, (state, move[0], *move[2:]), names)]
        left = kept or left
    return []


def reason(game: Game, guard: m.GuardSlot, args: tuple[object, ...], names: tuple[str, ...]) -> Reason:
    text = f"this must hold: {guard.source}"
    if guard.reason is not None and guard.template is not None:
        with suppress(RuleFault):
            text = game.fill(guard.template, game.function(guard.reason)(*args), names)
    seen: list[tuple[str, str]] = []
    with suppress(RuleFault):
        values = game.function(guard.seen_values)(*args)
        seen = [
            (name, game.printer.show(type, value))
            for name, type, value in zip(guard.seen, guard.seen_types, values, strict=True)
        ]
    line, file = place_of(game, guard)
    mark = guard.mark + 1 if guard.mark >= 0 else -1
    return Reason(text, line, guard.source, tuple(seen), guard.tags, file, mark)


def place_of(game: Game, slot: m.MoveSlot | m.GuardSlot) -> tuple[int, str]:
    """The line where something stands, and the name of its file."""
    source, at = game.rules.source, slot.span.start
    return source.place(at)[0], source.file(at)
