"""Where we are: the names bound around an expression or step, and what may stand there."""

from __future__ import annotations

from attrs import define, field

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.program.terms import Term


@define
class Bound:
    """A name bound by a phrase, parameter, loop, `let`, def or procedure."""

    term: Term
    span: Span
    used: bool = False
    value: Term | None = None
    """What a `let` says it is."""


@define
class Context:
    """The way that leads to the node being read, from the left margin inwards."""

    scopes: list[dict[str, Bound]] = field(factory=lambda: [{}])
    facts: frozenset[tuple[tree.Expr, str]] = frozenset()
    """Extra words that conditions around have excluded."""
    asked: tuple[tuple[str, tree.Phrase], ...] = ()
    """Phrases in conditions around, each with the word before the condition; their names are not known here."""
    quiet: int = 0
    """Trial readings around; they report nothing."""
    depth: int = 0
    """Kinds made of kinds."""
    level: int = 0
    """Expressions inside each other."""
    nesting: int = 0
    """Expressions and blocks inside each other, also through defs and procedures."""
    me: bool = False
    """Whether a player is asked or has the turn."""
    used_me: bool = False
    question: str = ""
    """What the player whose turn it is is asked, in the words of the rules."""
    path: list[str] = field(factory=list)
    """Phases, procedures and moves around."""
    owner: str = ""
    """The procedure or move of the left margin that is read."""
    targets: list[str] = field(factory=list)
    """What `leave` and `repeat` may name."""
    jumps: list[tuple[str, str, Span]] = field(factory=list)
    """Jumps to targets that whoever calls must have."""
    here: dict[str, str] = field(factory=dict)
    """The moves of the decision, with their keys."""
    in_move: str | None = None
    in_guard: bool = False
    in_after: bool = False
    in_offer: bool = False
    in_procedure: bool = False
    in_given: bool = False
    """Whether a position of a test is laid out: there dice are laid as well."""

    def inside_definition(self) -> Context:
        """The body of a def or procedure: it sees no local name of the place that it is called from."""
        return Context(depth=self.depth, nesting=self.nesting, owner=self.owner, me=True)
