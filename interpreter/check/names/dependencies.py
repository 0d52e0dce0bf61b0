"""What needs what: defs, procedures and moves, each after those it speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import fields

from astro_referee.grammar import tree

PLAIN = ("Span", "bool", "int", "str")
"""Types of fields without nodes inside, as the tree writes them."""
KNOWN: dict[type[tree.Node], tuple[str, ...]] = {}
"""Fields with nodes inside, by the sort of node: every part of every tree is asked for them."""
Needy = tree.Def | tree.Procedure | tree.Move


def by_need(nodes: dict[str, list[Needy]]) -> list[Needy]:
    """Defs, procedures and moves of the left margin, given by their names, in order of need."""
    everything = {id(node): node for same in nodes.values() for node in same}
    needs = {
        key: [id(other) for word in dict.fromkeys(words(node)) for other in nodes.get(word, ()) if other is not node]
        for key, node in everything.items()
    }
    return [everything[key] for key in after_needs(needs)]


def after_needs(needs: dict[int, list[int]]) -> Iterator[int]:
    """Everything after what it needs, as far as that does not go round in a circle."""
    done: set[int] = set()
    for first in needs:
        path = [(first, iter(needs[first]))] if first not in done else []
        done.add(first)
        while path:
            key, rest = path[-1]
            following = next((n for n in rest if n not in done), None)
            if following is None:
                path.pop()
                yield key
            else:
                done.add(following)
                path.append((following, iter(needs[following])))


def words(node: tree.Node) -> Iterator[str]:
    """All names in a piece of the tree."""
    for here in inside(node):
        if isinstance(here, tree.Name):
            yield here.word


def inside(node: tree.Node) -> Iterator[tree.Node]:
    """A piece of the tree and all its parts."""
    todo: list[object] = [node]
    while todo:
        here = todo.pop()
        if isinstance(here, tuple):
            todo.extend(here)
        elif isinstance(here, tree.Node):
            yield here
            todo += [getattr(here, name) for name in fields_with_parts(here)]


def fields_with_parts(node: tree.Node) -> tuple[str, ...]:
    """The fields of a node that can hold further nodes."""
    kind = type(node)
    if kind not in KNOWN:
        KNOWN[kind] = tuple(field.name for field in fields(kind) if field.type not in PLAIN)
    return KNOWN[kind]
