"""What whoever writes and referees waits for: the start of a command, checking a long file, a move of a long match."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from astro_referee.grammar.source import Source
from astro_referee.interpreter import api, examination
from astro_referee.interpreter.play.match import Match
from benchmarks.long_file import long_file

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 51
"""Rounds in which both sides take their turn; an odd number has a middle."""

Figures = dict[str, object]


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
