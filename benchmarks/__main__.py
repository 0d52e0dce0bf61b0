"""Measurements, to be read: `python -m benchmarks [name …]`, and `python -m benchmarks speed --write` for the page.

A benchmark never decides a test.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.editing import first_diagnostics, keystroke
from benchmarks.serving import serving
from benchmarks.speed import figures, page
from benchmarks.waiting import Figures, checking, long_match, start_up

SPEED = "speed"
WAITING: dict[str, Callable[[float], Figures]] = {
    "start_up": start_up,
    "checking": checking,
    "long_match": long_match,
    "first_diagnostics": first_diagnostics,
    "keystroke": keystroke,
    "serving": serving,
}
SECONDS, SPEED_SECONDS = 20.0, 300.0


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


def speed(given: argparse.Namespace) -> None:
    """Measures how fast games are played; prints the page, or writes it together with the figures."""
    known = {path.stem for path in figures.rule_files()} if given.only else set()
    for name in given.only:
        if name not in known:
            raise SystemExit(f"there is no game called {name}")
    kept: Path = given.figures
    if given.again:
        found = figures.Figures.read(kept)
    else:
        found = figures.run(given.only, given.seconds or SPEED_SECONDS, given.rounds, told)
        if given.only and kept.exists():
            old = figures.Figures.read(kept)
            if old.machine != found.machine:
                raise SystemExit("the figures that are kept are of another machine; measure all games anew")
            found = figures.merged(old, found)
    if given.write:
        kept.write_text(found.kept(), encoding="utf-8")
        page.write(found, given.page)
    else:
        print(found.kept() if given.json else page.written(found), end="")


def told(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def waiting(names: list[str], seconds: float, as_json: bool) -> None:
    made: dict[str, Figures] = {}
    for name in names:
        made[name] = WAITING[name](seconds)
        if not as_json:
            print(f"{name}: {(WAITING[name].__doc__ or '').splitlines()[0]}")
            for line in lines_of(made[name]):
                print(f"  {line}")
    if as_json:
        print(json.dumps(made, indent=2))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    names = ", ".join([*WAITING, SPEED])
    parser.add_argument("names", nargs="*", metavar="name", help=f"which ones: {names} (default: all but {SPEED})")
    parser.add_argument("--seconds", type=float, help=f"how long one takes ({SECONDS:g}; {SPEED}: {SPEED_SECONDS:g})")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    own = parser.add_argument_group(SPEED)
    own.add_argument("--write", action="store_true", help="write the page and keep the figures")
    own.add_argument("--only", action="append", default=[], metavar="GAME", help="measure this game alone")
    own.add_argument("--rounds", type=int, default=9, help="how often everybody has a turn (9)")
    own.add_argument("--again", action="store_true", help="measure nothing: the page from the figures that are kept")
    own.add_argument("--figures", type=Path, default=figures.KEPT, help="where figures are kept")
    own.add_argument("--page", type=Path, default=page.PAGE, help="which page is written")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in {*WAITING, SPEED}]
    if unknown:
        parser.error(f"there is no benchmark called {unknown[0]}; there are {names}")
    chosen = given.names or list(WAITING)
    waiting([name for name in chosen if name != SPEED], given.seconds or SECONDS, given.json)
    if SPEED in chosen:
        speed(given)


if __name__ == "__main__":
    main()
