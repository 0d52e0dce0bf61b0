"""What there is to see where a test halts: names, fields, what each player sees, what is legal, why a move is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from attrs import define, field

from astro_referee.cli.dap.messages import Message
from astro_referee.cli.dap.stepping import Halt
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play import views
from astro_referee.interpreter.play.match import FaultyRules
from astro_referee.interpreter.play.views import View

MOST = 500
"""Entries of one list."""
Entries = Callable[[], list[Message]]


@define
class Variables:
    """The lists of one halt, each under a number; they are worked out when they are opened."""

    halt: Halt
    lists: dict[int, Entries] = field(factory=dict)

    def scopes(self) -> list[Message]:
        halt, players = self.halt, self.halt.game.players
        found = [self.scope("Names", self.names)] if halt.names else []
        if halt.verdict is not None:
            found.append(self.scope("The move", self.verdict))
        found.append(self.scope("Fields", lambda: self.fields(None)))
        for seat, name in enumerate(players):
            found.append(self.scope(f"{name} sees", partial(self.fields, seat)))
        found.append(self.scope("Legal moves", self.legal))
        return found

    def scope(self, name: str, entries: Entries) -> Message:
        return {"name": name, "variablesReference": self.opened(entries), "expensive": name == "Legal moves"}

    def opened(self, entries: Entries) -> int:
        number = len(self.lists) + 1
        self.lists[number] = entries
        return number

    def entries(self, number: int) -> list[Message]:
        if number not in self.lists:
            return []
        try:
            return self.lists[number]()[:MOST]
        except (FaultyRules, RuleFault, EndlessLoop) as error:
            return [entry("", f"cannot be told here: {error}")]

    # --- Lists -------------------------------------------------------------------------------------------------------

    def names(self) -> list[Message]:
        show = self.halt.game.printer.show
        return [entry(name, show(of, value)) for name, of, value in self.halt.names]

    def view(self, seat: int | None) -> View:
        return views.view(self.halt.game, self.halt.state, seat)

    def fields(self, seat: int | None) -> list[Message]:
        """Every field; one with an index can be opened. The referee's list says who sees it."""
        slots = self.halt.game.slots
        found: list[Message] = []
        for shown in self.view(seat).fields:
            inside = [entry(f"[{', '.join(one.index)}]", one.text) for one in shown.entries]
            if len(shown.entries) == 1 and not shown.entries[0].index:
                made = entry(shown.name, shown.entries[0].text)
            else:
                said = f"{len(inside)} entries"
                made = entry(shown.name, said) | {"variablesReference": self.opened(partial(list, inside))}
            slot = slots.get(shown.name)
            if seat is None and slot is not None:
                hidden = "hidden from some" if slot.audience is not None else "seen by everyone"
                made["type"] = self.halt.seen_by.get(shown.name) or hidden
            found.append(made)
        return found

    def legal(self) -> list[Message]:
        match = self.halt.match
        if match is None:
            return []
        return [
            entry(match.game.players[seat], said) for seat in match.actors for said in match.in_words(seat).values()
        ]

    def verdict(self) -> list[Message]:
        verdict = self.halt.verdict
        if verdict is None:
            return []
        found = [entry("says", f"{verdict.text} is legal" if verdict.ok else verdict.message)]
        for reason in verdict.reasons:
            seen = [entry(name, value) for name, value in reason.seen]
            said = reason.text + (f"  ({reason.file}:{reason.line})" if reason.line else "")
            found.append(
                entry("because", said) | {"variablesReference": self.opened(partial(list, seen)) if seen else 0}
            )
        return found

    def value(self, text: str) -> str | None:
        """What a name is worth: a local one, a field, or an entry of one such as `mark[a1]`."""
        text = "".join(text.split())
        for name, of, value in self.halt.names:
            if name == text:
                return self.halt.game.printer.show(of, value)
        for shown in self.view(None).fields:
            for one in shown.entries:
                if text == (f"{shown.name}[{','.join(one.index)}]" if one.index else shown.name):
                    return one.text
            if text == shown.name:
                return ", ".join(f"{' '.join(one.index)} = {one.text}" for one in shown.entries)
        return None


def entry(name: str, value: str) -> Message:
    return {"name": name, "value": value, "variablesReference": 0}
