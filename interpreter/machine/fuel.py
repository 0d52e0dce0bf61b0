"""What a game burns while it goes on without a stop, so that every circle of states ends: a machine and the most steps
of its states in; out, the same machine with the fuel of each state.

A stop burns where nobody can move or nothing can come up. A circle of automatic states alone burns where it begins.
Each pays for the longest way from there to the next state that burns, so all others burn nothing: a pass that joins
them to what leads there leaves the fuel of a game what it was.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, evolve, field

from astro_referee.interpreter import machine as m

STEPS_FOR_FUEL = 1000
"""Steps that one unit of fuel pays for: enough that simple states all cost one."""


def with_fuel(machine: m.Machine, steps: Mapping[int, int]) -> m.Machine:
    paths = Paths({state.label: m.targets(state.body) for state in machine.automatic})
    longest: dict[int, int] = {}

    def burnt(label: int, following: list[int]) -> int:
        """Fuel for the longest way from here to the next state that burns; those that follow are known by now."""
        further = (longest[t] for t in following if t in longest and t not in paths.heads)
        return 1 + steps.get(label, 0) // STEPS_FOR_FUEL + max(further, default=0)

    for label in paths.last_first:
        longest[label] = burnt(label, paths.ways[label])
    return evolve(
        machine,
        automatic=tuple(evolve(s, fuel=longest[s.label] if s.label in paths.heads else 0) for s in machine.automatic),
        decisions=tuple(evolve(d, fuel=burnt(d.label, [d.stuck])) for d in machine.decisions),
        chances=tuple(evolve(c, fuel=burnt(c.label, [c.empty])) for c in machine.chances),
    )


def unburnt_circle(machine: m.Machine) -> list[int]:
    """Automatic states, if there are some, that make a circle without burning anything."""
    ways = {state.label: m.targets(state.body) for state in machine.automatic if not state.fuel}
    ways |= {decision.label: [decision.stuck] for decision in machine.decisions if not decision.fuel}
    ways |= {chance.label: [chance.empty] for chance in machine.chances if not chance.fuel}
    return sorted(Paths(ways).heads)


@define
class Paths:
    """States in depth-first order. `last_first` has each state behind those it leads to, but for `heads`: the states
    that a way leads back to.
    """

    ways: Mapping[int, list[int]]
    last_first: list[int] = field(factory=list)
    heads: set[int] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        found: set[int] = set()
        for first in sorted(self.ways):
            if first in found:
                continue
            found.add(first)
            path, around = [(first, iter(self.ways[first]))], {first}
            while path:
                label, rest = path[-1]
                following = next(rest, None)
                if following is None:
                    path.pop()
                    around.remove(label)
                    self.last_first.append(label)
                elif following in around:
                    self.heads.add(following)
                elif following in self.ways and following not in found:
                    found.add(following)
                    around.add(following)
                    path.append((following, iter(self.ways[following])))
