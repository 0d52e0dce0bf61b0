"""Probes on their bench: a machine of probes and a match go in, what they change, find or say there comes out.

The machine's record begins with the fields of the game: these are copied over, and nothing is added to the game.
"""

from __future__ import annotations

from attrs import evolve, frozen

from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.lower import Slots
from astro_referee.interpreter.machine.record import entry_count, is_history, number_count
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match


@frozen
class ProbeRunner:
    """A machine of probes that can be run on positions of a game."""

    machine_game: Game
    slots: Slots
    common_entries: int
    """Numbers of the record that the game and its probes have in common: those that the rules declare, as they declare
    all histories, which come behind the numbers.
    """

    @classmethod
    def of(cls, source: Source, game: Game, machine: m.Machine, slots: Slots) -> ProbeRunner:
        """Runs probes that were compiled for the rules in a source, which goes on after those of the game."""
        from astro_referee.interpreter.backends.python.engine import PythonEngine
        from astro_referee.interpreter.pipeline import written

        own = [slot for slot in machine.fields if slot.sort != "slot"]
        assert own == list(game.machine.fields[: len(own)]), "a probe must not change the record of its game"
        tool = Game(evolve(game.rules, source=source), machine, game.chosen, PythonEngine.of(written(machine)))
        return cls(tool, slots, sum(entry_count(slot) for slot in own if not is_history(slot)))

    def run(self, match: Match, probe: int, me: int | None = None) -> Match:
        """A second match where a probe was carried out; what it leaves to chance comes from the seed.

        `me` is who is asked, if nobody says otherwise. Raises FaultyRules if it cannot be done.
        """
        state: State = self.machine_game.engine.start()
        state[1 : 1 + self.common_entries] = match.state[1 : 1 + self.common_entries]
        state[number_count(self.machine_game.machine) :] = match.state[number_count(match.game.machine) :]
        asked = match.actors[0] if match.actors else 0
        state[self.machine_game.offsets[self.slots.wanted]] = probe
        state[self.machine_game.offsets[self.slots.me]] = asked if me is None else me
        probed = Match.at(self.machine_game, match.seed, match.names, state, match.number)
        probed.settle_all()
        return probed

    def answers(self, match: Match, probe: int, me: int | None = None) -> list[int]:
        """What the questions of a probe have found."""
        found = self.run(match, probe, me).state
        return [self.machine_game.value(found, name) for name in self.slots.answers[probe]]

    def changed(self, match: Match, probe: int) -> State:
        """The position as a probe leaves it, at the same decision; who stands there is asked anew."""
        found = self.run(match, probe).state
        own = match.state[1 + self.common_entries : number_count(match.game.machine)]
        pasts = found[number_count(self.machine_game.machine) :]
        return [match.state[0], *found[1 : 1 + self.common_entries], *own, *pasts]
