"""Why a value is refused that the domain of a parameter does not hold, as a player reads it.

The domain as it stands in the rules goes in, a sentence comes out: `b4 is no neighbour of a1`. Words of the rules are
used as the author chose them, with the first sentence of what the author says about them.
"""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import program
from astro_referee.interpreter.program.terms import Choices, Load, Local, Range, Term
from astro_referee.interpreter.values.types import Bool, Int, Member, plain

Words = tuple[str | Term, ...]

BESIDE = {"neighbours": "a neighbour of ", "around": "around "}
"""What a place is to another one, by the field it is found in."""
AWAY = {"step": "one step from ", "steps": "one step from ", "ray": "in line with ", "rays": "in line with "}
"""The same, by the way one goes."""


def outside(c: Checker, node: tree.Param, group: Range | Choices | Term) -> program.Text:
    """The whole sentence."""
    name = Local(node.name.word, type=c.at.scopes[-1][node.name.word].term.type)
    match node.domain, group:
        case _, Range(low, high):
            said: Words = (" is not between ", low, " and ", high)
        case tree.Subsets(of=of), Choices(low, high):
            many: Words = (low,) if low == high else (low, " to ", high)
            source = whole(c, of) or (plain_words(c.source.slice(of.span)),)
            said = (" is no choice of ", *many, " from ", *source)
        case _:
            said = (" is not ", *(member_of(c, node.domain) or ("one you may choose",)))
    return program.Text((name, *said), span=node.span)


def member_of(c: Checker, node: tree.Expr) -> Words:
    """What everything in a domain is: `in your hand`, `one of the ways of a1`; nothing where there is no good word."""
    match node:
        case tree.Name("players"):
            return ("a player in the game",)
        case tree.Name("others"):
            return ("another player in the game",)
        case tree.Binary("+", left, right):
            first, second = member_of(c, left), member_of(c, right)
            return (*first, " or ", *second) if first and second else ()
        case tree.FieldOf(of, name):
            there = single(c, of)
            return (BESIDE.get(name.word, f"among the {plain_words(name.word)} of "), *there) if there else ()
        case tree.Call(tree.FieldOf(of, name), (way,)) if name.word in AWAY:
            there = single(c, of)
            how = f" ({way.word})" if isinstance(way, tree.Name) else ""
            return (AWAY[name.word], *there, how) if there else ()
        case tree.SetOf(items):
            values = [single(c, item) for item in items]
            words = [word for value in values for word in (" or ", *value)][1:]
            return tuple(words) if all(values) else ()
        case tree.Name(word) | tree.Call(tree.Name(word)) if word in c.declared.def_nodes:
            args = node.args if isinstance(node, tree.Call) else ()
            return ("one of ", *owned(c, plain_words(word), args), about(c.declared.def_nodes[word].docs))
    there = whole(c, node)
    field = field_of(c, node)
    if not there or field is None:
        return ()
    return ("in " if c.declared.fields[field].sort == "zone" else "among ", *there, about(variable_docs(c, field)))


def whole(c: Checker, node: tree.Expr) -> Words:
    """A zone or a variable as a whole: `your hand`, `the hand of P2`, `the row`."""
    field = field_of(c, node)
    if field is None:
        if isinstance(node, tree.Name) and node.word in c.declared.def_nodes:
            return (f"the {plain_words(node.word)}",)
        return ()
    return owned(
        c, c.declared.fields[field].shown or plain_words(field), node.args if isinstance(node, tree.Index) else ()
    )


def field_of(c: Checker, node: tree.Expr) -> str | None:
    """The zone or variable that an expression is."""
    with c.silently():
        term = expressions.expression(c, node)
    return term.field if isinstance(term, Load) and c.declared.fields[term.field].sort in ("zone", "var") else None


def owned(c: Checker, name: str, args: tuple[tree.Expr, ...]) -> Words:
    """`your men`, `the men of P2`, `the ways of a1`."""
    if args and args[0] == tree.Name("me"):
        return (f"your {name}",)
    whose = single(c, args[0]) or whole(c, args[0]) if args else ()
    return (f"the {name} of ", *whose) if whose else (f"the {name}",)


def single(c: Checker, node: tree.Expr) -> Words:
    """The value of an expression, if it is a single one."""
    with c.silently():
        term = expressions.expression(c, node)
    return (term,) if isinstance(plain(term.type), Bool | Int | Member) else ()


def variable_docs(c: Checker, field: str) -> str:
    return c.declared.fields[field].docs if c.declared.fields[field].sort == "var" else ""


def about(docs: str) -> str:
    """What an author says about a word, in brackets: the first sentence."""
    sentence = docs.split(". ")[0].rstrip(".")
    return f" ({sentence[:1].lower()}{sentence[1:]})" if sentence else ""


def plain_words(name: str) -> str:
    return name.replace("_", " ")
