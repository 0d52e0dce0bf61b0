"""A study from its plan to its end: parts that were kept are read, the others are played and kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import define, field

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules
from astro_referee.interpreter.study.quality.games import GameRow, row_of
from astro_referee.interpreter.study.quality.plan import GamePart, Plan
from astro_referee.interpreter.study.quality.summary import Study
from astro_referee.interpreter.study.quality.work import Answer, Waiting, by_processes, here, on_cluster, setup_of

FORMAT = "astro study 1"
Progress = Callable[[Study], None]


class OtherStudy(ValueError):
    """A file holds games of something else."""


@define
class Journal:
    """Games that were played, kept line by line: a first line that says what of, and one for each part in order."""

    path: Path | None
    header: dict[str, object]
    seats: int
    done: list[tuple[GamePart, list[GameRow]]] = field(init=False, factory=list)

    def read(self) -> None:
        """Raises OtherStudy. A line that was torn is forgotten, with what comes after it."""
        if self.path is None or not self.path.exists():
            return
        lines = self.path.read_text(encoding="utf-8").split("\n")
        try:
            same = json.loads(lines[0]) == json.loads(json.dumps(self.header))
        except ValueError:
            same = False
        if not same:
            raise OtherStudy(f"{self.path} does not hold games of this study: same game, seed and numbers are needed")
        for line in lines[1:-1]:
            try:
                group, first, rows = json.loads(line)
                self.done.append((GamePart(group, first, len(rows)), [row_of(row, self.seats) for row in rows]))
            except (ValueError, TypeError):
                break

    def begin(self) -> None:
        """Writes what is known anew, so that a torn line is gone."""
        if self.path is not None:
            with self.path.open("w", encoding="utf-8") as file:
                file.write(json.dumps(self.header) + "\n")
                file.writelines(self.line(part, rows) for part, rows in self.done)

    def keep(self, part: GamePart, rows: list[GameRow]) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(self.line(part, rows))

    def line(self, part: GamePart, rows: list[GameRow]) -> str:
        return json.dumps([part.group, part.first, [row.data() for row in rows]], separators=(",", ":")) + "\n"


def conduct(
    game: Game,
    plan: Plan,
    jobs: int = 1,
    address: str | None = None,
    engine: str | None = None,
    keep: Path | None = None,
    progress: Progress | None = None,
) -> Study:
    """Plays what is left of a plan. Whoever interrupts it gets what was played.

    Raises FaultyRules if the rules cannot go on, OtherStudy, and OSError if there is no cluster.
    """
    study = Study(game, plan)
    groups = [[group.sort, group.games, group.bots, group.watched, group.judged] for group in plan.groups]
    chosen = sorted(game.chosen.items())
    header = {"format": FORMAT, "rules": game.rules.digest, "seats": game.seats, "options": chosen}
    journal = Journal(keep, header | {"seed": plan.seed, "groups": groups}, game.seats)
    journal.read()
    journal.begin()
    known = {(part.group, part.first): rows for part, rows in journal.done}
    parts = plan.parts()
    for part in parts:
        if (part.group, part.first) in known:
            study.add(part.group, known[part.group, part.first])
    left = [part for part in parts if (part.group, part.first) not in known]
    useful = (part for part in left if not study.of_no_use(part.group))
    told = tick(study, progress)
    made = answers(game, plan, useful, min(jobs, len(left)), address, engine, told) if left else iter(())
    try:
        for part, (rows, fault) in made:
            if study.of_no_use(part.group):
                continue  # it was under way when that was found out
            if fault is not None:
                raise FaultyRules(fault.problem, game.rules.source)
            journal.keep(part, rows)
            study.add(part.group, rows)
            if progress is not None:
                progress(study)
    except KeyboardInterrupt:
        study.stopped = True
    return study


def tick(study: Study, progress: Progress | None) -> Waiting | None:
    return None if progress is None else lambda: progress(study)


def answers(
    game: Game,
    plan: Plan,
    parts: Iterator[GamePart],
    jobs: int,
    address: str | None,
    engine: str | None,
    waiting: Waiting | None,
) -> Iterator[tuple[GamePart, Answer]]:
    """The parts in order with what came of them; each is asked for no sooner than it is begun."""
    if address is not None:
        return on_cluster(setup_of(game, plan, engine), parts, address, waiting)
    if jobs > 1:
        return by_processes(setup_of(game, plan, engine), parts, jobs, waiting)
    ready = setup_of(game, plan, engine).game()
    return here(ready, plan, parts)
