"""What can be wrong with steps, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Fix, Mistake, Plain, Severity, Suggestions, Words
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes.names import UnknownName
from astro_referee.interpreter.check.mistakes.wording import a, describe, sample
from astro_referee.interpreter.values.types import SetOf, Type

CHANGES = {
    "zone": "cards change place with `put`",
    "option": "an option is fixed before the game starts",
    "die": "a die changes with `roll`",
    "history": "a history changes with `remember`",
    "def": "a def is worked out anew each time",
}
"""How things change that are not variables."""


@frozen
class NeverReached(Mistake):
    code = "unreachable"
    severity = Severity.WARNING
    closed: tree.Step
    """The step that nothing comes behind."""
    line: int

    def words(self) -> Words:
        match self.closed:
            case tree.Turns():
                why = f"the turns of line {self.line} go round for ever"
            case tree.Never():
                why = f"line {self.line} says that nobody comes here"
            case _:
                why = f"line {self.line} goes elsewhere"
        return Words("this is never reached", why)


@frozen
class OtherwiseForElse(Mistake):
    code = "misplaced"
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words(
            "`otherwise` cannot follow an `if`: it says what happens if no move is legal",
            "Astro says `else` behind an `if`",
            fixes=self.fixes,
        )


TWO_SCORES = Plain(
    "two-scores",
    "`best` gives each player a score; there cannot be one of all beside it",
    "leave out `with`, or say who wins: `winner everyone with …`",
)


@frozen
class NothingFound(Mistake):
    code = "nothing-found"
    name: str

    def words(self) -> Words:
        return Words(
            f"only what `some` finds can be called `{self.name}`: the first one of which the condition holds",
            f"for example: `if some {self.name} in players where … as {self.name}`",
        )


@frozen
class PhaseInItself(Mistake):
    code = "twice"
    name: str

    def words(self) -> Words:
        return Words(f"a phase inside `{self.name}` may not be called `{self.name}` too", "choose another name")


TURNS_GO_ROUND = Plain(
    "not-a-ring",
    "turns cannot go like this: they go round the players, one way or the other",
    "for example: `turns clockwise from P1`",
)


@frozen
class RepeatedProcedure(Mistake):
    code = "bad-target"
    target: str

    def words(self) -> Words:
        return Words(f"`{self.target}` is a procedure and cannot be repeated", "repeat a phase inside it")


@frozen
class NoSuchTarget(Mistake):
    code = "bad-target"
    word: str
    target: str
    alike: Suggestions | None
    around: tuple[str, ...]
    called: Span
    offered: Span
    """Where the procedure is called, or the move is offered, that has the line."""

    def words(self) -> Words:
        others = f"one can {self.word}: {', '.join(self.around)}" if self.around else "there is none around it"
        related = ((self.called, "it is called here"), (self.offered, "it is offered here"))
        message = f"there is no phase or turn called `{self.target}` around this line"
        return Words(message, self.alike or others, related=related)


ONE_PAIR_OF_BRACKETS = Plain("not-indexed", "there cannot be two pairs of brackets", "put all into one: `[…, …]`")


@frozen
class NotAVariable(Mistake):
    code = "not-a-variable"
    word: str
    sort: str
    bound: bool
    """Whether it is a name for this moment, not one of the left margin."""
    verb: str

    def words(self) -> Words:
        what = f"`{self.word}` holds for this moment only" if self.bound else f"`{self.word}` is {a(self.sort)}"
        advice = CHANGES.get(self.sort, "declare a `var` for it")
        return Words(f"{what}; only a variable can be {self.verb}", advice)


@frozen
class UnknownVariable(Mistake):
    code = "unknown-name"
    name: str

    def words(self) -> Words:
        return Words(
            f"nothing called `{self.name}` is known here",
            f"a name for this moment begins with `let`: `let {self.name} = …`",
            notes=(f"what is kept for longer is declared at the left margin: `var {self.name}: …`",),
        )


@frozen
class NoCounting(Mistake):
    code = "not-a-number"
    what: str
    type: Type
    op: str

    def words(self) -> Words:
        change = "`add … to …`" if self.op == "+" else "`remove … from …`"
        return Words(
            f"{self.what} is {describe(self.type)}; only a number changes with `{self.op}=`",
            f"a set changes with {change}" if isinstance(self.type, SetOf) else "store a new value with `=`",
        )


@frozen
class ChanceNeedsSet(Mistake):
    code = "not-a-set"
    type: Type

    def words(self) -> Words:
        return Words(
            f"chance cannot pick from {describe(self.type)}, only from a set",
            "for a die: `roll …`; for cards: `deal …`",
        )


@frozen
class NotAPlayer(Mistake):
    code = "not-a-player"
    type: Type

    def words(self) -> Words:
        return Words(
            f"a player or a set of players must stand here; this is {describe(self.type)}",
            "for example: `me`, or `all p in players where …`",
        )


class UnknownStored(UnknownName):
    there_is = "declare it with `var`"


@frozen
class UnknownDie(UnknownName):
    dice: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"there is no die called `{self.word}`"

    @property
    def there_is(self) -> str:
        return f"dice: {sample(self.dice)}" if self.dice else "declare it with `die`"
