"""Many cards at once that come to lie in an order which nobody has said: reported with the lines that say it."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.flow import piles
from astro_referee.interpreter.check.mistakes.piles import InNoOrder
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.program import FieldInfo
from astro_referee.interpreter.program.terms import Load
from astro_referee.interpreter.values.types import BagOf, Member, Type, element

NAMES = ("card", "each_card", "one_of_them")
"""What a card of a loop is called: the first of these that is nothing else."""


def every_card(c: Checker, node: tree.Put, kind: str, target: FieldInfo) -> bool:
    """`put all Card into stack`: reported, with the way over a pile that nobody sees."""
    word = laying_word(node, target)
    if word is None:
        return False
    pile = hidden_pile(c, kind)
    goal = c.source.slice(node.target.span)
    lines = (f"put all {kind} into {pile}", f"deal {pile}.size from {pile} {word} {goal}") if pile is not None else ()
    report(c, node, target, lines)
    return True


def all_from(c: Checker, node: tree.Put, source: tuple[Load, FieldInfo], target: FieldInfo) -> bool:
    """`put all from hand[me] on stack`: reported, unless they lay in an order before."""
    assert node.source is not None
    word = laying_word(node, target)
    if word is None or piles.order_of(c, source[0]) is not None:
        return False
    there, goal = c.source.slice(node.source.span), c.source.slice(node.target.span)
    name = next((name for name in NAMES if is_free(c, name)), None)
    lines: tuple[str, ...] = ()
    if source[1].pile:
        lines = (f"deal {there}.size from {there} {word} {goal}",)
    elif name is not None and not isinstance(source[0].type, BagOf):
        lines = (f"for {name} in {there}", f"  put {name} from {there} {word} {goal}")
    report(c, node, target, lines)
    return True


def several(c: Checker, node: tree.Put, cards: Type, target: FieldInfo) -> bool:
    """`put cards from hand[me] on stack`: reported, with a loop that leaves no copy behind."""
    word = laying_word(node, target)
    if word is None:
        return False
    assert node.thing.of is not None
    what, goal = c.source.slice(node.thing.of.span), c.source.slice(node.target.span)
    name = next((name for name in NAMES if is_free(c, name)), None)
    source = f" from {c.source.slice(node.source.span)}" if node.source is not None else ""
    lines: tuple[str, ...] = ()
    if name is not None:
        each = f"(ordered {name} in {what} by lowest {name})" if isinstance(cards, BagOf) else what
        lines = (f"for {name} in {each}", f"  put {name}{source} {word} {goal}")
    report(c, node, target, lines)
    return True


def laying_word(node: tree.Put, target: FieldInfo) -> str | None:
    """How cards come to lie in the order of a zone: `on`, `under` or, in a row, `into`; None if they lie in none."""
    word = "on" if target.pile and node.word == "into" else node.word
    mixed = target.order is None or (target.pile and node.word == "into" and not target.order.laid)
    return None if mixed or (word == "under" and not target.pile) else word


def hidden_pile(c: Checker, kind: str) -> str | None:
    """A pile of these cards into which they can all be put."""
    for info in c.declared.fields.values():
        mixed = info.sort == "zone" and info.pile and (info.order is None or not info.order.laid)
        cards = element(info.type) if mixed and not info.indices else None
        if isinstance(cards, Member) and cards.kind == kind:
            return info.name
    return None


def is_free(c: Checker, name: str) -> bool:
    return name not in c.declared.symbols and not any(name in scope for scope in c.at.scopes)


def report(c: Checker, node: tree.Put, target: FieldInfo, lines: tuple[str, ...]) -> None:
    step = Span(node.span.start, node.target.span.end)
    margin = " " * (step.start - c.source.text.rfind("\n", 0, step.start) - 1)
    c.report(InNoOrder(target.pile, lines, step, margin), step)
