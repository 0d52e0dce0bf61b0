"""What players read without a text of the rules: of the values in it no more than its readers see.

A guard may ask how many cards lie in a zone whose faces its reader does not see; then the number is all that a refusal
shows. And where chance decides something that is kept at a hidden place, that place is not named to all.
"""

from __future__ import annotations

from typing import Any

import attrs
from attrs import define, evolve, field

from astro_referee.interpreter.check.expressions.access import size_of
from astro_referee.interpreter.program.program import Guard, MoveInfo, Program, RandomFrom, StepBase
from astro_referee.interpreter.program.terms import Term


@define
class Shown:
    """Values that readers of a move do not see, gathered while the flow is walked, and whether their size is open."""

    unseen: dict[tuple[str, Term], bool] = field(factory=dict)
    unnamed: dict[int, RandomFrom] = field(factory=dict)
    """Steps by their identity, and what stands for them."""

    def hide(self, move: MoveInfo, value: Term, size_open: bool) -> None:
        """Of a value only the size is shown, if that is open to every reader of the move; else nothing."""
        key = move.key, value
        self.unseen[key] = size_open and self.unseen.get(key, True)

    def program(self, program: Program) -> Program:
        """A program that shows no more than this."""
        moves = {key: self.move(move) for key, move in program.moves.items()} if self.unseen else program.moves
        if not self.unnamed:
            return evolve(program, moves=moves)
        return evolve(
            program,
            flow=self.renamed(program.flow),
            moves={key: evolve(move, then=self.renamed(move.then)) for key, move in moves.items()},
            procedures={name: evolve(one, body=self.renamed(one.body)) for name, one in program.procedures.items()},
        )

    def leave_unnamed(self, step: RandomFrom, hidden: frozenset[Term]) -> None:
        """A chance event is told without these values."""
        known = self.unnamed.get(id(step), step)
        parts = tuple("…" if not isinstance(part, str) and part in hidden else part for part in known.label.parts)
        self.unnamed[id(step)] = evolve(known, label=evolve(known.label, parts=parts))

    def renamed(self, thing: Any) -> Any:
        """The same steps, with others in the place of some."""
        if id(thing) in self.unnamed:
            return self.unnamed[id(thing)]
        if isinstance(thing, tuple):
            return tuple(self.renamed(part) for part in thing)
        if not isinstance(thing, StepBase):
            return thing
        inside = {a.name: getattr(thing, a.name) for a in attrs.fields(type(thing)) if a.init}
        changed = {name: new for name, old in inside.items() if (new := self.renamed(old)) != old}
        return evolve(thing, **changed) if changed else thing

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
