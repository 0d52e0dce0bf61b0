"""What leads to what: defs and procedures, each after those it needs."""

from __future__ import annotations

from collections.abc import Iterator

from astro_referee.grammar import tree
from astro_referee.interpreter.check.scope import Checker


def by_need(c: Checker) -> list[str]:
    """Defs and procedures in order of need."""
    nodes: dict[str, tree.Def | tree.Procedure] = {**c.def_nodes, **c.procedure_nodes}
    needs = {word: [n for n in dict.fromkeys(words(node)) if n in nodes] for word, node in nodes.items()}
    return list(after_needs(needs))


def after_needs(needs: dict[str, list[str]]) -> Iterator[str]:
    """Every word after those it needs, as far as they do not go round in a circle."""
    done: set[str] = set()
    for first in needs:
        path = [(first, iter(needs[first]))] if first not in done else []
        done.add(first)
        while path:
            word, rest = path[-1]
            following = next((n for n in rest if n not in done), None)
            if following is None:
                path.pop()
                yield word
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
            todo.extend(getattr(here, a.name) for a in here.__attrs_attrs__)
