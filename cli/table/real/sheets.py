"""What a player has typed for one deal, in the order of typing; what others have typed may speak against some of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import Factory, define

from astro_referee.cli.table.real import entries
from astro_referee.interpreter.play.notation import fold

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match


@define
class DealSheet:
    """One deal, by the number of its first event.

    What is in doubt is not in the match, since it cannot be there; but who typed it must not notice.
    """

    first: int
    order: list[int] = Factory(list)
    doubts: list[int] = Factory(list)

    def copy(self) -> DealSheet:
        return DealSheet(self.first, self.order[:], self.doubts[:])

    def forget(self, value: object) -> None:
        """Leaves the last entry of a value out."""
        for place in reversed(range(len(self.order))):
            if self.order[place] == value:
                del self.order[place]
                return

    def number_of(self, value: int) -> int | None:
        """The number that the event of an entry has, or would have if nothing were in doubt."""
        return max((self.first + place for place, each in enumerate(self.order) if each == value), default=None)

    def doubted(self, match: Match, name: str) -> int | None:
        """The last entry, or that of a name, if it is one in doubt."""
        if match.chance is None:
            return None
        shown = {value: fold(match.game.printer.show(match.chance.outcome, value)) for value in self.order}
        meant = [value for value in self.order if not name or entries.abbreviates(fold(name), shown[value])]
        return meant[-1] if meant and meant[-1] in self.doubts else None

    def drop_doubts(self) -> None:
        """All that is in doubt is typed anew."""
        for value in self.doubts:
            self.forget(value)
        self.doubts.clear()

    def names(self, match: Match, mask: int) -> list[str]:
        """What was typed, as it was typed, whether in doubt or not."""
        made = [e for e in match.events[self.first :] if e.player is None and e.readers == mask]
        names = {e.value: e.text for e in made if isinstance(e.value, int)}
        held = [e.value for e in made if isinstance(e.value, int)] + self.doubts
        for value in self.doubts:
            assert match.chance is not None
            names.setdefault(value, match.game.printer.show(match.chance.outcome, value))
        typed = [value for value in self.order if value in held]
        for value in typed:
            if value in held:
                held.remove(value)
        return [names[value] for value in [*held, *typed]]
