"""What of a set-up a kind depends on: names lead from its tests to options, to the players, or to neither."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.interpreter.check.names import dependencies
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, BUILTIN_NAMES, Checker
from astro_referee.interpreter.check.shared import Key

OWN_NAMES = tree.Param | tree.Column | tree.Field | tree.Let | tree.Phrase
"""What gives a name for the moment."""


def part_of_set_up(c: Checker, params: tuple[tree.Param, ...], named: tree.Text | None) -> Key:
    """As much of the set-up as members put together in this way can depend on: options and the number of players."""
    found: dict[str, int | None] = {}
    todo: list[tree.Node] = [*params, *([named] if named is not None else [])]
    seen: set[str] = {"bool", *BUILTIN_FUNCTIONS}
    own = {param.name.word for param in params}
    while todo:
        nodes = list(dependencies.inside(todo.pop()))
        own.update(node.name.word for node in nodes if isinstance(node, OWN_NAMES))
        fields = {id(node.name) for node in nodes if isinstance(node, tree.FieldOf)}
        for word in dict.fromkeys(n.word for n in nodes if isinstance(n, tree.Name) and id(n) not in fields):
            if word in seen:
                continue
            seen.add(word)
            symbol = c.declared.symbols.get(word)
            kind = symbol.name if symbol is not None and symbol.sort == "member" else word
            if word in c.declared.options:
                found[word] = c.chosen.get(word, c.declared.options[word].default)
            elif word in c.declared.option_nodes:
                found[word] = c.chosen.get(word)
                todo.append(c.declared.option_nodes[word])
            elif kind == "player" or word in BUILTIN_NAMES:
                found["players"] = c.seats
            elif kind in c.declared.kind_nodes:
                todo.append(c.declared.kind_nodes[kind])
            elif word in c.declared.def_nodes:
                todo.append(c.declared.def_nodes[word])
            elif word not in own and not any(word in info.members for info in c.declared.kinds.values()):
                return (c.seats, *sorted(c.chosen.items()))  # a name that is not known yet: it may depend on anything
    return tuple(sorted(found.items(), key=lambda pair: pair[0]))
