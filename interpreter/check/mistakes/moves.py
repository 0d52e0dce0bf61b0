"""What can be wrong with phases, decisions and moves, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Plain, Suggestions, Words
from astro_referee.interpreter.check.mistakes.names import Twice
from astro_referee.interpreter.check.mistakes.wording import sample

NOBODY_HAS_TURN = Plain(
    "nobody-asked", "nobody has the turn here, so nobody can be asked", "put it into `ask …` or `turns …`"
)


ONLY_MOVES_IN_ASK = Plain(
    "misplaced",
    "this cannot stand inside `ask`, only moves, `offer` and `otherwise` can",
    "put this before or after the `ask`, or below `then` in a move",
)


NOTHING_TO_CHOOSE = Plain("no-move", "there is nothing to choose here", "add a `move`")


HOLE_IN_QUESTION = Plain(
    "bad-hole",
    "a question has no holes: it is asked in the same words each time",
    "say what changes in the sentences of the moves, or in a line of `say`",
)


MOVE_BELOW_OTHERWISE = Plain(
    "misplaced",
    "this move stands below the `otherwise` of its decision, which is for when no move is legal",
    "put it above the `otherwise`; for another decision, write `ask …` with the move below it",
)


OTHERWISE_TWICE = Plain("twice", "there are two `otherwise` for one decision", "put everything into one")


OTHERWISE_ALONE = Plain("no-move", "there is an `otherwise`, but no move before it", "add a `move`")


@frozen
class MoveTwiceInDecision(Mistake):
    code = "twice"
    name: str

    def words(self) -> Words:
        return Words(f"this decision has two moves called `{self.name}`", "choose another name")


@frozen
class WrittenAlike(Mistake):
    code = "same-notation"
    move: str
    other: str

    def words(self) -> Words:
        return Words(f"`{self.move}` and `{self.other}` would be written alike", "give one of them another `as`")


AFTER_SECRET_CHOICE = Plain(
    "misplaced", "what follows a secret choice may not ask, roll or go elsewhere", "do it after the `ask together`"
)


@frozen
class UnknownTopMove(Mistake):
    code = "unknown-move"
    name: str
    alike: Suggestions | None
    known: tuple[str, ...]

    def words(self) -> Words:
        others = f"there are: {sample(self.known)}" if self.known else "declare it there with `move`"
        return Words(f"no move at the left margin is called `{self.name}`", self.alike or others)


@frozen
class MayHaveChanged(Mistake):
    code = "misplaced"
    name: str

    def words(self) -> Words:
        return Words(f"`{self.name}` may have changed when all have chosen", "write the `let` below `then`")


LIST_CHOSEN = Plain("bad-type", "a player cannot choose a list", "go through the members of one list")


NO_PHASE = Plain("no-phase", "the game has no phase, so nothing is played", "add `phase play` and what happens in it")


@frozen
class NoEnd(Mistake):
    code = "no-end"
    dropped: str
    """Where a variant says that there is none any more."""

    def words(self) -> Words:
        return Words(
            "the game can run out here, but it is not said who has won",
            "add `end` at the left margin",
            notes=(f"`end`: {self.dropped}" if self.dropped else "",),
        )


class TwoMoves(Twice):
    @property
    def message(self) -> str:
        return f"there are two moves called `{self.name}`"


class TwoPhases(Twice):
    @property
    def message(self) -> str:
        return f"there are two phases called `{self.name}`"


class TwoEnds(Twice):
    message = "there are two `end` parts"
    advice = "put everything into one"
