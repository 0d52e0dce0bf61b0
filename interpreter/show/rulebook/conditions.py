"""Conditions in, clauses out: `hand[me] is empty` is "your hand is empty", and denied "your hand is not empty"."""

from __future__ import annotations

import re

from astro_referee.grammar import tree
from astro_referee.interpreter.show.rulebook.lexicon import article, listed
from astro_referee.interpreter.show.rulebook.phrases import Speaker
from astro_referee.interpreter.values.types import Member

DENIED = {"is": "is not", "is not": "is", "in": "not in", "not in": "in", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
COMPARED = {"<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}
ORDERED = {"<": "comes before", "<=": "comes no later than", ">": "comes after", ">=": "comes no earlier than"}


def clause(s: Speaker, node: tree.Expr, holds: bool = True) -> str:
    """A condition in words, or what is so if it does not hold."""
    match node:
        case tree.Not(of):
            return clause(s, of, not holds)
        case tree.Binary("and" | "or" as op):
            return joined(s, node, op, holds)
        case tree.Binary(op, left, right) if op in DENIED:
            return compared(s, left, op if holds else DENIED[op], right)
        case tree.Phrase("some" | "no" | "every"):
            return quantified(s, node, holds)
        case tree.Matching():
            return denied(matched(s, node), holds)
        case tree.Literal("yes" | "no" as word):
            return "always" if (word == "yes") is holds else "never"
        case tree.IfElse(then, condition, otherwise):
            ways = clause(s, then), clause(s, condition), clause(s, otherwise)
            return denied(f"{ways[0]} (if {ways[1]}), or {ways[2]} (otherwise)", holds)
        case tree.After(procedure, args, of):
            given = f" for {listed(map(s.value, args))}" if args else ""
            done = f"“{s.lex.term(procedure.word)}” were carried out{given}" if procedure else "this move were made"
            said = clause(s, of, holds)
            return (
                f"once {done}, ({said})"
                if isinstance(of, tree.Binary) and of.op in "and or"
                else f"once {done}, {said}"
            )
        case tree.Call(tree.Name("possible"), (move, who)):
            return f"{s.value(who)} {'can' if holds else 'cannot'} make {s.move_of(move)}"
        case tree.Call(tree.Name("possible"), (move,)):
            return f"{s.move_of(move)} {'can' if holds else 'cannot'} be made"
        case _:
            return named(s, node, holds)


def denied(said: str, holds: bool) -> str:
    return said if holds else f"it is not so that {said}"


def joined(s: Speaker, node: tree.Binary, op: str, holds: bool) -> str:
    """All parts of an `and`, or of an `or`; denied, the one becomes the other."""
    word = op if holds else {"and": "or", "or": "and"}[op]
    said = [bracketed(s, part, word, holds) for part in parts(node, op)]
    if word == "or":
        return ", or ".join(said)
    return listed(said) if all(" and " not in part and " or " not in part for part in said) else ", and ".join(said)


def parts(node: tree.Expr, op: str) -> list[tree.Expr]:
    if isinstance(node, tree.Binary) and node.op == op:
        return [*parts(node.left, op), *parts(node.right, op)]
    return [node]


def bracketed(s: Speaker, node: tree.Expr, word: str, holds: bool) -> str:
    """A part of a longer condition, in brackets where the words would run together."""
    said, bare = clause(s, node, holds), node
    while isinstance(bare, tree.Not):
        bare = bare.of
    mixed = isinstance(bare, tree.Binary) and bare.op in ("and", "or")
    return f"({said})" if mixed or (isinstance(bare, tree.Phrase) and (" and " in said or " or " in said)) else said


def compared(s: Speaker, left: tree.Expr, op: str, right: tree.Expr) -> str:
    """A comparison. Each side is said once: conditions inside conditions would take for ever otherwise."""
    match op, left, right:
        case "is" | "is not", _, tree.Literal("yes" | "no" as word):
            return clause(s, left, (word == "yes") is (op == "is"))
        case "is" | "is not", tree.FieldOf(of, tree.Name("at")), tree.Literal("none"):
            return f"{s.value(of)} is {'off' if op == 'is' else 'on'} the board"
        case "is" | "is not", tree.FieldOf(of, tree.Name("at")), _ if not is_place(right):
            return f"{s.value(of)} {'stands' if op == 'is' else 'does not stand'} on {s.value(right)}"
        case "is" | "is not", tree.Name("players"), tree.Literal("empty"):
            return f"{'nobody' if op == 'is' else 'somebody'} is left in the game"
        case "is" | "is not", _, _ if s.lex.is_condition(left):
            how = "both or neither of these is so" if op == "is" else "only one of these is so"
            return f"{how}: {clause(s, left)}; {clause(s, right)}"
        case _:
            return related(s, left, s.value(left), op, right)


def related(s: Speaker, left: tree.Expr, one: str, op: str, right: tree.Expr) -> str:
    """A comparison of two values, the first of which is said already."""
    several = one in ("you", "the players", "the other players") or isinstance(left, tree.SetOf)
    be = "are" if several else s.lex.be(left)
    match op, right:
        case "is" | "is not", tree.Literal("none"):
            return absent(one, op == "is")
        case "is" | "is not", tree.Literal("empty"):
            return f"{one} {be}{' not' if op == 'is not' else ''} empty"
        case "is" | "is not", _:
            return f"{one} {be}{' not' if op == 'is not' else ''} {s.value(right)}"
        case "in" | "not in", tree.SpanOf(low, high):
            lies = "lies" if op == "in" else "does not lie"
            return f"{one} {lies} between {s.value(low)} and {s.value(high)} (both included)"
        case "in" | "not in", _:
            inside = "in" if s.is_zone(right) else "among"
            return f"{one} {be}{' not' if op == 'not in' else ''} {inside} {s.value(right)}"
        case _:
            words = ORDERED if isinstance(s.lex.type(left), Member) else COMPARED
            said = words[op].replace("is", be, 1) if words is COMPARED else words[op]
            return f"{one} {said} {s.value(right)}"


def absent(said: str, gone: bool) -> str:
    """That something is none, or is not."""
    if said.startswith("the "):
        noun = said.removeprefix("the ")
        return f"there is no {noun}" if gone else f"there is {article(noun)}"
    if own := re.fullmatch(r"(your|.+'s) ([^']+)", said):
        who = "you have" if own[1] == "your" else own[1].removesuffix("'s") + " has"
        return f"{who} {'no ' + own[2] if gone else article(own[2])}"
    return f"{said} has {'no' if gone else 'a'} value"


def is_place(node: tree.Expr) -> bool:
    return isinstance(node, tree.FieldOf) and node.name.word == "at"


def quantified(s: Speaker, node: tree.Phrase, holds: bool) -> str:
    with s.bound(node.name, node.domain) as called:
        where = s.relative(called, node.where)
        if node.word == "every":
            assert node.of is not None
            if holds:
                return f"for every {s.among(called, node.domain, where)}: {clause(s, node.of)}"
            return f"there is {s.a(called, node.domain, where)} for which {clause(s, node.of, False)}"
        if (node.word == "some") is holds:
            return f"there is {s.a(called, node.domain, where)}"
        return f"there is no {s.among(called, node.domain, where)}"


def matched(s: Speaker, node: tree.Matching) -> str:
    with s.bound(node.name, node.domain) as called:
        one = s.among(called, node.domain)
        own = node.own
        with s.bound(own.name, own.domain) as other:
            where = f" where {clause(s, own.where)}" if own.where is not None else ""
            return f"every {one} can have {article(s.among(other, own.domain))} of its own{where}"


def named(s: Speaker, node: tree.Expr, holds: bool) -> str:
    """A value that is yes or no by itself: a variable, an option, a def, a column."""
    is_ = "is" if holds else "is not"
    match node:
        case tree.Name(word) if word in s.names:
            return f"{s.names[word]} {is_} true"
        case tree.Name(word) if isinstance(s.lex.items.get(word), tree.Option):
            return f"the option “{s.lex.term(word)}” is {'on' if holds else 'off'}"
        case tree.Name(word) if isinstance(s.lex.items.get(word), tree.Var):
            return f"“{s.lex.term(word)}” {is_} true"
        case tree.Name(word) if word in s.lex.items:
            return f"“{s.lex.term(word)}” {is_} true"
        case tree.Call(tree.Name(word), args) | tree.Index(tree.Name(word), args) if word in s.lex.items and args:
            return f"“{s.lex.term(word)}” {is_} true of {listed(map(s.value, args))}"
        case tree.FieldOf(of, name):
            return f"“{s.lex.member(name.word)}” {is_} true of {s.value(of)}"
        case _:
            return f"{s.value(node)} {is_} so"
