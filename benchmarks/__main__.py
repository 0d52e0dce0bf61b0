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
from collections.abc import Callable
from pathlib import Path
from statistics import median

from astro_referee.grammar.source import Source
from astro_referee.interpreter import api, library, pipeline
from astro_referee.interpreter.chance import Generator
from benchmarks.by_hand import ptolemy, tic_tac_toe
from benchmarks.long_file import long_file

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 15
"""Rounds in which both sides take their turn; an odd number has a middle."""

Figures = dict[str, object]


def compare(one: Callable[[], float], other: Callable[[], float], seconds: float) -> tuple[float, float, float]:
    """Medians of what two sides give, turn by turn, and the spread of their ratio between its quartiles."""
    pairs: list[tuple[float, float]] = []
    end = time.perf_counter() + seconds
    while len(pairs) < 3 or (len(pairs) < ROUNDS and time.perf_counter() < end):
        pairs.append((one(), other()))
    ratios = sorted(a / b for a, b in pairs)
    spread = ratios[3 * len(ratios) // 4] - ratios[len(ratios) // 4]
    return median(a for a, _ in pairs), median(b for _, b in pairs), spread


def games_per_second(playout: Callable[[Callable[[int], int]], object], seconds: float) -> Callable[[], float]:
    def measure() -> float:
        generator = Generator(1)
        count, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            playout(generator.below)
            count += 1
        return count / (time.perf_counter() - start)

    return measure


def playouts(seconds: float) -> Figures:
    """Random games: generated code against the same game written by hand in plain Python. Higher is better."""
    made: Figures = {}
    for name, file, by_hand in (
        ("tic_tac_toe", str(ROOT / "examples" / "tic_tac_toe.astro"), tic_tac_toe.playout),
        ("ptolemy", "ptolemy", ptolemy.playout),
    ):
        code = library.prepare(library.load(file)).code
        start, playout = code["start"], code["playout"]
        slot = seconds / (2 * 2 * ROUNDS)
        ours = games_per_second(lambda below, start=start, playout=playout: playout(start(), below), slot)  # type: ignore[misc]
        theirs = games_per_second(by_hand, slot)
        a, b, spread = compare(ours, theirs, seconds / 2)
        made[name] = {"generated": round(a), "by hand": round(b), "ratio": round(a / b, 2), "spread": round(spread, 2)}
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
    a, b, spread = compare(lambda: seconds_of(check), lambda: seconds_of(bare), seconds)
    milliseconds = {"check": round(1000 * a), "imports": round(1000 * b)}
    return {**milliseconds, "ratio": round(a / b, 2), "spread": round(spread, 2)}


def checking(seconds: float) -> Figures:
    """Checking a long generated file at 1, 2, 4 and 8 times its length: time per line should stay the same."""
    sources = {times: Source(f"{times}x", long_file(times)) for times in (1, 2, 4, 8)}
    pipeline.examine(sources[1])
    taken: dict[int, list[float]] = {times: [] for times in sources}
    end = time.perf_counter() + seconds
    while not taken[8] or time.perf_counter() < end:
        for times, source in sources.items():
            start = time.perf_counter()
            report = pipeline.examine(source)
            taken[times].append(time.perf_counter() - start)
            if not report.ok:
                raise SystemExit(f"the generated file has errors: {report.problems[0].message}")
    lines = {times: source.text.count("\n") for times, source in sources.items()}
    micro = {times: 1e6 * median(values) / lines[times] for times, values in taken.items()}
    shown: Figures = {f"{times}x, {lines[times]} lines, us a line": round(value) for times, value in micro.items()}
    return {**shown, "8x to 1x": round(micro[8] / micro[1], 2)}


def long_match(seconds: float) -> Figures:
    """One move and the chance events behind it, at move 10 and at move 1,000 of one match: the ratio should be 1."""
    text = LONG_GAME
    match = api.start(api.load(Source("long.astro", text)), seed=1)
    places: dict[int, list[float]] = {10: [], 1000: []}
    for number in range(1200):
        match.settle_all()
        start = time.perf_counter()
        match.play(match.legal()[0])
        match.settle_all()
        passed = time.perf_counter() - start
        if number < 200:
            places[10].append(passed)
        elif number >= 1000:
            places[1000].append(passed)
    del seconds
    early, late = median(places[10]), median(places[1000])
    shown = {"us early": round(1e6 * early, 1), "us late": round(1e6 * late, 1)}
    return {**shown, "ratio": round(late / early, 2)}


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
            for key, value in figures[name].items():
                print(f"  {key}: {value}")
    if given.json:
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
