"""Names as players read them: a game and a style in, the members of each kind as they are written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.interpreter.values.marks import Mark, Style
from astro_referee.interpreter.values.types import Member, plain

if TYPE_CHECKING:
    from astro_referee.interpreter.play.game import Rules


def members_in(rules: Rules, members: dict[str, tuple[str, ...]], style: Style) -> dict[str, tuple[str, ...]]:
    """What is put together from others is written by its marks, `Q♠`; all else by its words, or its name with blanks.

    Men that belong to a player go by their names in texts, and by their signs on boards alone.
    """
    if style is Style.NAMES:
        return members
    found = {kind: tuple(name.replace("_", " ") for name in names) for kind, names in members.items()}
    for kind, marks in rules.marks.items():
        if kind not in found:
            continue
        told = tuple(text_of(mark, style) for mark in marks) if is_put_together(rules, kind) else ()
        found[kind] = (
            told
            if all(told) and told
            else tuple(mark.words or name for mark, name in zip(marks, found[kind], strict=True))
        )
    return found


def text_of(mark: Mark, style: Style) -> str:
    return mark.sign if style is Style.SIGNS else mark.short


def is_put_together(rules: Rules, kind: str) -> bool:
    """Whether things have several parts, none of which is a player: `Q♠` says more than `♄`."""
    types = [rules.columns[kind][word][0] for word in rules.coordinates.get(kind, ())]
    bases = [plain(type) for type in types]
    return len(bases) > 1 and not any(isinstance(base, Member) and base.kind == "player" for base in bases)
