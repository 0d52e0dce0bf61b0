"""Rules that several moves share: a move's lines go in, and where one cites a def of `when` lines, those come out.

They come out as if they stood in the move: names of the def become what it is given, so that reasons, witnesses and
what earlier lines have settled are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, TypeVar

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import definitions, expressions
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.values.types import ErrorType

MovePart = tree.Let | tree.When | tree.Must
Part = TypeVar("Part")


def written_out(c: Checker, parts: tuple[MovePart, ...]) -> Iterator[MovePart]:
    """The lines of a move, each looked at when those before it are known."""
    fresh = count(1)
    for part in parts:
        yield from lines(c, part, fresh)


def lines(c: Checker, part: MovePart, fresh: Iterator[int]) -> Iterator[MovePart]:
    """A line, or those of the def that it cites without a reason of its own."""
    cited = shared(c, part)
    if cited is None or not isinstance(part, tree.When):
        yield part
        return
    node, args = cited
    c.at.in_guard = True
    asked = expressions.condition(c, part.condition)
    c.at.in_guard = False
    if isinstance(asked.type, ErrorType) or definitions.definition(c, node.name.word, part.span) is None:
        return
    # The def itself has noted what its names mean; here they stand for those of the move.
    kept, c.references = c.references, None
    number = next(fresh)
    words = {field.name.word: f".{field.name.word}{number}" for field in node.params}
    for field, arg in zip(node.params, args, strict=True):
        if isinstance(arg, tree.Name):
            words[field.name.word] = arg.word
        else:
            yield tree.Let(tree.Name(words[field.name.word], span=arg.span), arg, span=arg.span)
    for let in node.lets:
        value = renamed(c, let.value, words)
        words[let.name.word] = f".{let.name.word}{number}"
        yield evolve(let, name=evolve(let.name, word=words[let.name.word]), value=value)
    for rule in node.rules:
        told = renamed(c, rule, words)
        yield from lines(c, evolve(told, tags=(*rule.tags, *part.tags)), fresh)
    c.references = kept


def shared(c: Checker, part: MovePart) -> tuple[tree.Def, tuple[tree.Expr, ...]] | None:
    """The def of `when` lines that a line is about, and what it is given."""
    match part:
        case tree.When(tree.Name(word), None):
            args: tuple[tree.Expr, ...] = ()
        case tree.When(tree.Call(tree.Name(word), args), None):
            pass
        case _:
            return None
    node = c.declared.def_nodes.get(word) if c.lookup(word) is None else None
    return (node, args) if node is not None and node.rules else None


def renamed(c: Checker, part: Part, words: dict[str, str]) -> Part:
    """A piece of a def with other names. Those that its phrases bind may be in use where the move stands."""
    known = set(c.known_names())
    taken = {name: next(free for n in count(2) if (free := f"{name}{n}") not in known) for name in bound(part) & known}
    made: Part = with_words(part, {**words, **taken})
    return made


def bound(part: object) -> set[str]:
    """The names that phrases bind in a piece of the tree."""
    if isinstance(part, tuple):
        return set().union(*map(bound, part))
    if not isinstance(part, tree.Node):
        return set()
    own = {part.name.word} if isinstance(part, tree.Phrase | tree.Matching) else set()
    return own.union(*(bound(getattr(part, a.name)) for a in part.__attrs_attrs__))


def with_words(part: Any, words: dict[str, str]) -> Any:
    """The same with other names; fields keep theirs."""
    match part:
        case tree.Name(word):
            return evolve(part, word=words.get(word, word))
        case tree.FieldOf(of):
            return evolve(part, of=with_words(of, words))
        case tuple():
            return tuple(with_words(one, words) for one in part)
        case tree.Node():
            inside = {a.name: getattr(part, a.name) for a in part.__attrs_attrs__ if a.name != "span"}
            return evolve(part, **{name: with_words(value, words) for name, value in inside.items()})
        case _:
            return part
