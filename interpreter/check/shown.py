"""What a refused player reads of the values a guard has looked at: of each no more than that player sees.

A guard may ask how many cards lie in a zone whose faces its reader does not see; then the number is all that is shown.
"""

from __future__ import annotations

from attrs import define, evolve, field

from astro_referee.interpreter.check.access import size_of
from astro_referee.interpreter.program import Guard, MoveInfo, Program
from astro_referee.interpreter.terms import Term


@define
class Shown:
    """Values that readers of a move do not see, gathered while the flow is walked, and whether their size is open."""

    unseen: dict[tuple[str, Term], bool] = field(factory=dict)

    def hide(self, move: MoveInfo, value: Term, size_open: bool) -> None:
        """Of a value only the size is shown, if that is open to every reader of the move; else nothing."""
        key = move.key, value
        self.unseen[key] = size_open and self.unseen.get(key, True)

    def program(self, program: Program) -> Program:
        """A program whose guards show no more than this."""
        if not self.unseen:
            return program
        return evolve(program, moves={key: self.move(move) for key, move in program.moves.items()})

    def move(self, move: MoveInfo) -> MoveInfo:
        made = [
            evolve(part, seen=self.values(move, part.seen)) if isinstance(part, Guard) else part for part in move.parts
        ]
        return evolve(move, parts=tuple(made))

    def values(self, move: MoveInfo, seen: tuple[tuple[str, Term], ...]) -> tuple[tuple[str, Term], ...]:
        made: dict[str, Term] = {}
        for name, value in seen:
            size_open = self.unseen.get((move.key, value))
            if size_open is None:
                made[name] = value
            elif size_open:
                made[f"{name}.size"] = size_of(value, value.span)
        return tuple(made.items())
