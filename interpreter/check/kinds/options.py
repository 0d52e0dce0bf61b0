"""What the players agree on before they begin: which values can be asked for, and which do not go together."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.kinds import constants
from astro_referee.interpreter.check.mistakes import declarations as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.terms import Term
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import ErrorType, Int, Member, Type

MONTHS, DAYS = 12, 31


def can_be_asked(c: Checker, node: tree.Asked, type: Type) -> bool:
    """Whether what is suggested is always one of the values."""
    match node.today, type:
        case ("", _) | (_, ErrorType()) | ("month", Member(_, 12)):
            return True
        case (("month" | "day"), Int(low, high)) if low <= 1 and high >= (MONTHS if node.today == "month" else DAYS):
            return True
        case _:
            c.report(mistakes.NotAlwaysToday(node.today, MONTHS, DAYS), node.span)
            return False


def limit(c: Checker) -> None:
    """Refuses values that the `when` lines below options exclude; none of these asks for anything but constants."""
    for item in c.file.items:
        if isinstance(item, tree.Option) and item.name.word in c.declared.options:
            for line in item.limits:
                before = len(c.found.problems)
                holds = constant(c, line.condition, expressions.condition(c, line.condition))
                said = reason(c, line)
                if holds == 0 and len(c.found.problems) == before:
                    usual = not any(c.declared.options[word].default != value for word, value in c.chosen.items())
                    c.report(mistakes.OptionsRefused(said, usual), line.span)


def constant(c: Checker, node: tree.Expr, term: Term) -> int | str | None:
    value = constants.constant(c, term)
    if value is None:
        constants.not_fixed(c, term, node)
    return value


def reason(c: Checker, line: tree.When) -> str:
    """Why values are refused, in the words of the rules."""
    if line.reason is None:
        return "these options do not go together"
    printer = Printer({kind: info.members for kind, info in c.declared.kinds.items()}, tuple(c.declared.words))
    parts: list[str] = []
    for part in line.reason.parts:
        if isinstance(part, str):
            parts.append(part)
        else:
            term = expressions.expression(c, part)
            value = constant(c, part, term)
            parts.append(str(value) if value is None or isinstance(value, str) else printer.show(term.type, value))
    return "".join(parts)
