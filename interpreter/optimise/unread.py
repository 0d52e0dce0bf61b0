"""Names that nobody reads: code without them."""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.expressions import Expression
from astro_referee.interpreter.machine.traversal import Code, walk_code
from astro_referee.interpreter.optimise.known_values import without
from astro_referee.interpreter.optimise.unrolling import reads

MAY_FAIL = frozenset(["remembered", "trail"])


def without_unread(code: Code) -> Code:
    """Code without names that are given a value in vain, where nobody notices that it is worked out."""
    while True:
        read, lines = reads(code), walk_code(code)
        grown = {line.name for line in lines if isinstance(line, m.Append)}
        unread: dict[str, int] = {}
        for line in lines:
            if isinstance(line, m.Set) and not read[line.name] and line.name not in grown:
                unread[line.name] = unread.get(line.name, 1) & is_unnoticed(line.value)
        names = {name: 0 for name, unnoticed in unread.items() if unnoticed}
        if not names:
            return code
        code = without(code, names)


def is_unnoticed(value: Expression) -> bool:
    effects = expression_effects(value)
    return not effects.calls and not effects.operations & MAY_FAIL
