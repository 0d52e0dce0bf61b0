"""What steps do, taken together with all moves and procedures inside: whether they stop, end, and what they change."""

from __future__ import annotations

from attrs import define, field, frozen

from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.program import MoveInfo, ProcedureInfo, Step
from astro_referee.interpreter.program.terms import Const

STOPS = (p.Ask, p.Deal, p.Roll, p.RandomFrom)


@frozen
class Effect:
    """What some steps do: ask or leave something to chance, go round (phases, turns), go elsewhere, and change."""

    stops: bool = False
    rounds: bool = False
    ends: bool = False
    left: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()


def together(effects: list[Effect]) -> Effect:
    return Effect(
        any(e.stops for e in effects),
        any(e.rounds for e in effects),
        any(e.ends for e in effects),
        frozenset().union(*(e.left for e in effects)),
        frozenset().union(*(e.writes for e in effects)),
    )


@define
class Effects:
    """Effects of steps; those of moves, procedures and phases are worked out once."""

    moves: dict[str, MoveInfo]
    procedures: dict[str, ProcedureInfo | None]
    known: dict[str | int, Effect] = field(factory=dict)
    endings: dict[str, bool] = field(factory=dict)
    kept: list[Step] = field(factory=list)
    """Steps known by their identity, which must stay theirs."""

    # --- What they do -----------------------------------------------------------------------------------------------

    def of(self, body: tuple[Step, ...]) -> Effect:
        return together([self.step(step) for step in body])

    def step(self, step: Step) -> Effect:
        match step:
            case p.If(_, then, otherwise):
                return self.of(then + otherwise)
            case p.For():
                self.kept.append(step)
                return self.once(id(step), step.body)
            case p.Turns():
                self.kept.append(step)
                return together([Effect(rounds=True), self.once(id(step), step.body)])
            case p.Phase():
                self.kept.append(step)
                watched = tuple(s for _, b in step.watches for s in b)
                inside = self.once(id(step), step.begin + watched + step.body + step.finish)
                return together([Effect(rounds=True), inside])
            case p.Ask(_, _, keys, otherwise):
                inner = [self.once(f"move {k}", self.moves[k].then) for k in keys if k in self.moves]
                return together([Effect(stops=True), self.of(otherwise or ()), *inner])
            case p.Do(name, _):
                info = self.procedures.get(name)
                return self.once(f"procedure {name}", info.body) if info is not None else Effect()
            case p.Jump(word, target):
                return Effect(ends=True, left=frozenset({target} if word == "leave" else ()))
            case p.Win() | p.Rank() | p.Require(Const(0)):
                return Effect(ends=True)
            case p.Deal():
                return Effect(stops=True, writes=frozenset({step.source[0], step.target[0]}))
            case p.RandomFrom(name) | p.Roll(name):
                return Effect(stops=True, writes=frozenset({name}))
            case p.Assign(name):
                return Effect(writes=frozenset({name}))
            case p.Lay(name) | p.LayAll(name) | p.Take(name) | p.Mix(name):
                return Effect(writes=frozenset({name}))
            case p.Retire():
                return Effect(writes=frozenset({"players"}))
            case _:
                return Effect()

    def once(self, key: str | int, body: tuple[Step, ...]) -> Effect:
        if key not in self.known:
            self.known[key] = Effect()
            self.known[key] = self.of(body)
        return self.known[key]

    # --- Whether they can be run through to their end -----------------------------------------------------------------

    def finishes(self, body: tuple[Step, ...]) -> bool:
        return all(self.step_finishes(step) for step in body)

    def step_finishes(self, step: Step) -> bool:
        match step:
            case p.Jump() | p.Win() | p.Rank() | p.Require(Const(0)):
                return False
            case p.Turns():
                return step.once or step.until is not None
            case p.Phase():
                inside = step.begin + step.body
                left = step.name in self.step(step).left
                return step.until is not None or left or self.finishes(inside)
            case p.If(_, then, otherwise):
                return self.finishes(then) or self.finishes(otherwise)
            case p.Do(name, _):
                info = self.procedures.get(name)
                return info is None or self.body_finishes(f"procedure {name}", info.body)
            case p.Ask(_, _, keys, otherwise):
                ways = [self.body_finishes(f"move {k}", self.moves[k].then) for k in keys if k in self.moves]
                return any(ways) or (otherwise is not None and self.finishes(otherwise))
            case _:
                return True

    def body_finishes(self, key: str, body: tuple[Step, ...]) -> bool:
        if key not in self.endings:
            self.endings[key] = self.finishes(body)
        return self.endings[key]
