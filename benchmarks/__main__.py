"""Ratios measured within one run: `python -m benchmarks [name …] [--seconds S] [--json]`.

Both sides of a comparison take turns, and medians are compared, since a machine is never quiet. A benchmark never
decides a test; it is there to be read.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from statistics import median

from attrs import define, field

from astro_referee.grammar.source import Source
from astro_referee.interpreter import api, examination
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import Match
from benchmarks.long_file import long_file

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 51
"""Rounds in which both sides take their turn; an odd number has a middle."""

Figures = dict[str, object]
Playout = Callable[[Callable[[int], int]], int]
"""Plays a game with the moves that a source of numbers picks; gives how many there were."""


def compare(one: Callable[[], float], other: Callable[[], float], seconds: float) -> dict[str, float]:
    """What two sides give, turn by turn: their medians, the median of their ratio, and its quartiles.

    Who goes first changes from round to round: a processor that slows down as it heats up favours neither side.
    """
    pairs: list[tuple[float, float]] = []
    end = time.perf_counter() + seconds
    while len(pairs) < 3 or (len(pairs) < ROUNDS and time.perf_counter() < end):
        if len(pairs) % 2:
            second = other()
            pairs.append((one(), second))
        else:
            pairs.append((one(), other()))
    ratios = sorted(a / b for a, b in pairs)
    return {
        "one": median(a for a, _ in pairs),
        "other": median(b for _, b in pairs),
        "ratio": round(median(ratios), 2),
        "from": round(ratios[len(ratios) // 4], 2),
        "to": round(ratios[-1 - len(ratios) // 4], 2),
    }


@define
class Speed:
    """Plays for about so long, other games each time. Time of the process counts, not of others on the machine."""

    playout: Playout
    seconds: float
    seeds: Iterator[int] = field(factory=lambda: count(1))
    games: int = 0
    moves: int = 0

    def moves_per_second(self) -> float:
        """Moves are compared and not games, since the two sides may list moves in different orders and so play
        different games.
        """
        below = Generator(next(self.seeds)).below
        moves, start = 0, time.process_time()
        while (passed := time.process_time() - start) < self.seconds:
            moves += self.playout(below)
            self.games += 1
        self.moves += moves
        return moves / passed


def rule_files() -> list[Path]:
    """All games that come with the project; libraries are none."""
    files = [file for folder in ("games", "examples") for file in library.rule_files(ROOT / folder)]
    return [file for file in files if not library.load_source(file).is_library]


def written_by_hand(name: str) -> Playout | None:
    if not (ROOT / "benchmarks" / "by_hand" / f"{name}.py").exists():
        return None
    playout: Playout = import_module(f"benchmarks.by_hand.{name}").playout
    return playout


def playouts(seconds: float) -> Figures:
    """Random games of generated code, against the same game written by hand in plain Python. Higher is better."""
    made: Figures = {}
    files = rule_files()
    for file in files:
        rules = library.load(file)
        engine = library.prepare(rules, rules.seats[0]).engine
        share, by_hand = seconds / len(files), written_by_hand(file.stem)
        ours = Speed(lambda below, engine=engine: engine.playout(engine.start(), below), share)  # type: ignore[misc]
        against: Figures = {}
        if by_hand is None:
            speed = ours.moves_per_second()
        else:
            ours.seconds = share / (2 * ROUNDS)
            found = compare(ours.moves_per_second, Speed(by_hand, ours.seconds).moves_per_second, share)
            speed = found["one"]
            against = {"by hand": round(found["other"]), "ratio": found["ratio"]}
            against["quartiles"] = f"{found['from']} to {found['to']}"
        per_game = ours.moves / ours.games
        shown: Figures = {"playouts a second": round(speed / per_game, 1), "moves a second": round(speed)}
        made[file.stem] = {"players": rules.seats[0], **shown, **against}
    return made


def seconds_of(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def start_up(seconds: float) -> Figures:
    """`astro check` with warm caches against importing click, lark and attrs alone. Lower is better; 2 is the limit."""
    check = [sys.executable, "-m", "astro_referee.cli.main", "check", str(ROOT / "games" / "ptolemy.astro")]
    bare = [sys.executable, "-c", "import click, lark, attrs"]
    seconds_of(check)
    found = compare(lambda: seconds_of(check), lambda: seconds_of(bare), seconds)
    milliseconds = {"check, ms": round(1000 * found["one"]), "imports, ms": round(1000 * found["other"])}
    return {**milliseconds, "ratio": found["ratio"], "quartiles": [found["from"], found["to"]]}


def checking(seconds: float) -> Figures:
    """Checking a long generated file at 1, 2, 4 and 8 times its length: time per line should stay the same."""
    sources = {times: Source(f"{times}x", long_file(times)) for times in (1, 2, 4, 8)}
    examination.examine(sources[1])
    taken: dict[int, list[float]] = {times: [] for times in sources}
    end = time.perf_counter() + seconds
    while not taken[8] or time.perf_counter() < end:
        for times, source in sources.items():
            start = time.process_time()
            report = examination.examine(source)
            taken[times].append(time.process_time() - start)
            if not report.ok:
                raise SystemExit(f"the generated file has errors: {report.problems[0].message}")
    lines = {times: source.text.count("\n") for times, source in sources.items()}
    micro = {times: 1e6 * median(values) / lines[times] for times, values in taken.items()}
    shown: Figures = {f"{times}x, {lines[times]} lines, us a line": round(value) for times, value in micro.items()}
    return {**shown, "8x to 1x": round(micro[8] / micro[1], 2)}


def long_match(seconds: float) -> Figures:
    """One move and the chance events behind it, at move 10 and at move 1,000 of one match: the ratio should be 1."""
    match = api.start(api.load(Source("long.astro", LONG_GAME)), seed=1)
    match.settle_all()
    go_on(match, 10)
    early = match.copy()
    go_on(match, 990)
    found = compare(lambda: seconds_from(match), lambda: seconds_from(early), seconds)
    shown = {"late, us": round(1e6 * found["one"], 1), "early, us": round(1e6 * found["other"], 1)}
    return {**shown, "ratio": found["ratio"], "quartiles": [found["from"], found["to"]]}


def go_on(match: Match, moves: int) -> None:
    for number in range(moves):
        match.play(match.legal()[number % 2])
        match.settle_all()


def seconds_from(match: Match) -> float:
    """The time of a move from a position on, measured over some of them on a copy."""
    here = match.copy()
    start = time.process_time()
    go_on(here, 50)
    return (time.process_time() - start) / 50


LONG_GAME = """astro 1
game Endless for 2 players
die pip: 1..6
var seen for each player: set of 1..6
phase play
  turns clockwise from P1
    roll pip
    move keep
      then
        add pip to seen[me]
        if seen[me].size is 6
          seen[me] = empty
    move drop
"""

BENCHMARKS: dict[str, Callable[[float], Figures]] = {
    "playouts": playouts,
    "start_up": start_up,
    "checking": checking,
    "long_match": long_match,
}


def lines_of(figures: Figures) -> Iterator[str]:
    """Figures to be read: a table where there are several for each name, else a line each."""
    rows = [(name, row) for name, row in figures.items() if isinstance(row, dict)]
    heads = list(dict.fromkeys(head for _, row in rows for head in row))
    cells = [["", *heads], *([name, *(str(row.get(head, "")) for head in heads)] for name, row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *others in cells if rows else ():
        numbers = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *numbers]).rstrip()
    for name, value in figures.items():
        if not isinstance(value, dict):
            yield f"{name}: {value}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"which ones: {', '.join(BENCHMARKS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=20.0, help="about how long each one takes (default: 20)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark called {unknown[0]}; there are {', '.join(BENCHMARKS)}")
    figures: dict[str, Figures] = {}
    for name in given.names or BENCHMARKS:
        figures[name] = BENCHMARKS[name](given.seconds)
        if not given.json:
            print(f"{name}: {(BENCHMARKS[name].__doc__ or '').splitlines()[0]}")
            for line in lines_of(figures[name]):
                print(f"  {line}")
    if given.json:
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
