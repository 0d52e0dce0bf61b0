"""What a game takes from the libraries it uses: whatever it mentions, and whatever that mentions in turn.

The rest is left out before anything is read, so that a library may offer a whole shelf of zones and options, and a game
that takes a single die has no more than that in its state. What only tests mention is not taken, either: they must not
change what they test. Whatever has members always comes along: their names are
put together by the rules, so a game may mention one that stands nowhere in the library.
"""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check.names import dependencies
from astro_referee.interpreter.check.names.declared import Meaning
from astro_referee.interpreter.check.names.scope import Checker

Leavable = (
    tree.Option | tree.Die | tree.Zone | tree.Var | tree.History | tree.Def | tree.Procedure | tree.Move | tree.Token
)


def leave_out(c: Checker) -> None:
    """Forgets what libraries declare and nobody mentions; who wants an index wants that, too."""
    if c.references is not None:
        return
    spare = unused_items(c.file, c.source)
    for item in spare.values():
        word, span = item.name.word, item.name.span
        if word in c.declared.symbols and c.declared.symbols[word].span == span:
            c.declared.symbols[word] = Meaning("broken", word, span)  # still there to be meant by a misspelt name
        if c.declared.kind_nodes.get(word) is item:
            del c.declared.kind_nodes[word]
    c.file = evolve(c.file, items=tuple(item for item in c.file.items if id(item) not in spare))


def taken(file: tree.File, source: Source) -> tuple[tree.Declaration, ...]:
    """The items of a file and of its libraries that a game has."""
    spare = unused_items(file, source)
    return tuple(item for item in file.items if id(item) not in spare)


def unused_items(file: tree.File, source: Source) -> dict[int, Leavable]:
    """What libraries declare and nobody mentions."""
    spare = {id(item): item for item in file.items if isinstance(item, Leavable) and may_go(source, item)}
    todo: list[tree.Declaration] = [
        item for item in file.items if id(item) not in spare and not source.is_test(item.span.start)
    ]
    by_name: dict[str, list[Leavable]] = {}
    for item in spare.values():
        by_name.setdefault(item.name.word, []).append(item)
    while todo and by_name:
        for word in dependencies.words(todo.pop()):
            for item in by_name.pop(word, ()):
                del spare[id(item)]
                todo.append(item)
    return spare


def may_go(source: Source, item: Leavable) -> bool:
    """Whether an item comes from a library, and can be meant only where its name stands."""
    named_otherwise = isinstance(item, tree.Token) and item.product
    return not source.is_own(item.name.span.start) and not named_otherwise
