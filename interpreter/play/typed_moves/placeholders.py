"""What stands in the holes of a text before they are filled, as players read it: a template in, `take NUMBER` out."""

from __future__ import annotations

import re

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.values.types import BagOf, Bool, Int, Member, SetOf, Type, plain

PREPOSITIONS = frozenset(["at", "by", "from", "in", "into", "of", "on", "over", "through", "to", "with"])
"""Names of parameters that say how something is chosen, and not what it is."""


def pattern(template: m.TextTemplate) -> str:
    """A text with a word in capitals for each hole: `Play CARD`. Two holes side by side are set apart."""
    said = ""
    for part in template.parts:
        if isinstance(part, str):
            said += part
        else:
            said += f"{' ' if said[-1:].isupper() else ''}{noun(part).upper().replace(' ', '-')}"
            said += " …" if isinstance(plain(part), SetOf | BagOf) else ""
    return said


def noun(type: Type) -> str:
    """What a value is, in a word or two of the rules: `card`, `number`."""
    match plain(type):
        case Member(kind, _):
            return words(kind)
        case SetOf(of) | BagOf(of):
            return noun(of)
        case Int():
            return "number"
        case _:
            return "word"


def asked_for(slot: m.MoveSlot, param: m.ParamSlot) -> str:
    """What is missing in a move, as a question: `which card`, `to which square`.

    The name of a parameter is the author's own, and asked for only where the players read that word anyway.
    """
    own, sort = words(param.name), noun(param.type)
    if isinstance(plain(param.type), Bool):
        return "yes or no"
    if own in PREPOSITIONS:
        return f"{own} which {sort}"
    if isinstance(plain(param.type), SetOf | BagOf):
        return f"which {sort} or {sort}s"
    return f"which {own}" if own in spoken(slot) else f"which {sort}"


def asked_next(slot: m.MoveSlot, param: int) -> str:
    """The same for a parameter that the notation may not show: then it asks for what stands there instead."""
    others = [type for part, type in zip(slot.notation_parts, slot.notation.parts, strict=True) if part == -1]
    if param in slot.notation_parts or not others:
        return asked_for(slot, slot.params[param])
    (first, *more) = [type for type in others if not isinstance(type, str)]
    return "how does it go on" if more else f"which {noun(first)}"


def spoken(slot: m.MoveSlot) -> set[str]:
    """The words that players read in the notation of a move and in the sentence about it."""
    templates = (slot.notation, slot.about) if slot.about is not None else (slot.notation,)
    texts = [part for template in templates for part in template.parts if isinstance(part, str)]
    return {word for text in texts for word in re.findall(r"\w+", text.casefold())}


def words(name: str) -> str:
    """A name of the rules as players read it: `top row` for `TopRow` and `top_row`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).casefold()


def either(texts: list[str]) -> str:
    """`a`, `b` or `c`, in quotes."""
    quoted = [f"`{text}`" for text in texts]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
