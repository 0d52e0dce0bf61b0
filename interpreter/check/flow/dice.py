"""Rolling: single dice, dice told apart, and cups of equal dice."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions import access, expressions
from astro_referee.interpreter.check.flow import cards
from astro_referee.interpreter.check.mistakes.piles import SingleDie
from astro_referee.interpreter.check.mistakes.steps import UnknownDie
from astro_referee.interpreter.check.names.declared import NOTHING
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import heaps, program
from astro_referee.interpreter.program.folding import const
from astro_referee.interpreter.program.program import Step
from astro_referee.interpreter.program.terms import Load, Local, Term
from astro_referee.interpreter.values.types import BagOf, ErrorType, Int, SetOf, size


def roll(c: Checker, node: tree.Expr | tree.Thing, at: Span) -> list[Step]:
    """What stands between the commas of a `roll`."""
    match node:
        case tree.Thing(_, count, of) if count is not None and of is not None:
            return so_many(c, count, of, at)
        case tree.Binary("-", left, right):
            return again(c, left, right, at)
        case tree.Name(word) if word in c.declared.dice and c.declared.fields[word].indices:
            return each(c, word, at)
        case tree.Name() | tree.Index(tree.Name()):
            load = die(c, node)
            if load is None:
                return []
            if isinstance(load.type, BagOf):
                return [shaken(c, load, access.size_of(load, at), const(0, load.type), at)]
            return [single(c, load, at)]
    unknown_die(c, c.source.slice(node.span), node.span)
    return []


def die(c: Checker, node: tree.Expr) -> Load | None:
    """A die or a cup, by name or name and index."""
    name = node.of if isinstance(node, tree.Index) else node
    word = name.word if isinstance(name, tree.Name) else ""
    if word not in c.declared.dice:
        unknown_die(c, word or c.source.slice(node.span), name.span)
        return None
    used = word in c.found.used
    term = expressions.expression(c, node)
    if not used:
        c.found.used.discard(word)
    c.found.used.add(f"roll {word}")
    return term if isinstance(term, Load) else None


def unknown_die(c: Checker, word: str, at: Span) -> None:
    if c.declared.symbols.get(word, NOTHING).sort != "broken":
        c.unknown(UnknownDie(word, tuple(c.declared.dice)), at, c.declared.dice)


def single(c: Checker, load: Load, at: Span) -> Step:
    return program.Roll(load.field, c.declared.dice[load.field], label(load), load.at, span=at)


def label(load: Load) -> program.Text:
    """`roll pip`, `roll pips of 3`."""
    first, *rest = cards.place_label(load)
    return program.Text((f"roll {first}", *rest), span=load.span)


def each(c: Checker, word: str, at: Span) -> list[Step]:
    """`roll pips`: all of them, one after the other."""
    info = c.declared.fields[word]
    c.found.used.add(f"roll {word}")
    names = [f".{word}{number}" for number in range(len(info.indices))]
    indices = tuple(Local(name, type=base) for name, base in zip(names, info.indices, strict=True))
    load = Load(word, indices, type=info.type, span=at)
    if isinstance(info.type, BagOf):
        step: Step = shaken(c, load, access.size_of(load, at), const(0, info.type), at)
    else:
        step = single(c, load, at)
    for name, base in reversed(list(zip(names, info.indices, strict=True))):
        step = program.For(name, base, const((1 << size(base)) - 1, SetOf(base)), None, (step,), span=at)
    return [step]


# --- Cups ----------------------------------------------------------------------------------------------------------


def shaken(c: Checker, cup: Load, count: Term, left: Term, at: Span) -> Step:
    return program.Roll(cup.field, c.declared.dice[cup.field], label(cup), cup.at, count, left, span=at)


def cup_of(c: Checker, node: tree.Expr) -> Load | None:
    cup = die(c, node)
    if cup is not None and not isinstance(cup.type, BagOf):
        c.report(SingleDie(cup.field, c.source.slice(node.span)), node.span)
        return None
    return cup


def so_many(c: Checker, count: tree.Expr, of: tree.Expr, at: Span) -> list[Step]:
    """`roll 3 of cup[me]`: the others are out of the cup."""
    cup = cup_of(c, of)
    number = expressions.number(c, count)
    if cup is None:
        return []
    most = c.declared.cups[cup.field]
    number = expressions.fitted(c, count, number, Int(0, most), f"how many dice are in `{cup.field}`")
    return [] if isinstance(number.type, ErrorType) else [shaken(c, cup, number, const(0, cup.type), at)]


def again(c: Checker, left: tree.Expr, right: tree.Expr, at: Span) -> list[Step]:
    """`roll cup[me] - kept`: all but those that stay as they are."""
    cup = cup_of(c, left)
    if cup is None:
        expressions.expression(c, right)
        return []
    kept = expressions.of_type(c, right, cup.type, "what is kept")
    if isinstance(kept.type, ErrorType):
        return []
    rolled = heaps.minus(cup, evolve(kept, type=cup.type), left.span)
    return [shaken(c, cup, access.size_of(rolled, at), heaps.minus(cup, rolled), at)]
