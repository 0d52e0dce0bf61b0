"""Figures in, the page `docs/speed.md` out: every row of a run, whether it pleases or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.speed.chess_library import DEPTH, PYTHON_CHESS
from benchmarks.speed.costs import ENGINE, MATCH
from benchmarks.speed.figures import ROOT, Figures, Row
from benchmarks.speed.goals import GOALS, Goal
from benchmarks.speed.openspiel import DEAL, GAME, OPENSPIEL, OPENSPIEL_CPP, SHARED
from benchmarks.speed.own import BIT_MASKS, EXPERT, PYTHON, C
from benchmarks.speed.search import BOT, THEIR_BOT

PAGE = ROOT / "docs" / "speed.md"
NOTHING = "\N{EN DASH}"

INTRODUCTION = """# Speed

How fast games are played at random, beside what an expert would use instead. `python -m benchmarks speed --write` plays
all of it and writes this page; `benchmarks/README.md` says how, and `benchmarks/speed/figures.json` has the figures.

- *C* and *Python* are Astro's engines: a rule file compiled by the C compiler of the machine, and the generated Python
  that runs anywhere.
- *Python by hand* and *C++ by hand* are in `benchmarks/by_hand`: the same rules by somebody who knows the language and
  writes one game only. Tests play the Python move for move beside the engine. The C++ keeps boards and hands as bit
  masks and is compiled with `-O3 -march=native`, our C with `-O1 -march=native`, since people wait for it; the C++
  knows neither texts nor views nor faults, and is the limit.
- *OpenSpiel from Python* is its Python interface, as its examples use it. *OpenSpiel in C++* is the one loop in C++
  that its package has: the random games with which its search evaluates a position. What chance brings before the first
  decision is not in them; the figures allow for that by counting events.
- *A ratio* says how many times as fast the first is as the second, more than 1 is faster: the median over all rounds
  of a run in which both take turns, and in brackets its quartiles. Only time of the processor counts, in one thread.
  The speeds beside it are those of this machine, this time. Seeds are fixed.
- Games are played with the fewest players their rules allow, and with their usual options.
"""


def written(figures: Figures) -> str:
    parts = [
        INTRODUCTION,
        "The machine: " + "; ".join(f"{name} {value}" for name, value in figures.machine.items()) + ".\n",
        *run_lines(figures.manner),
        "## Goals\n",
        table(("goal", "wanted", "found", "met", "if not, why"), map(goal_row, goals_of(figures))),
        "## All games\n",
        "Random games a second, C and Python; the time of the processor to write the C of a game and to compile it.\n",
        table(
            ("game", "players", "moves", "C, games/s", "Python, games/s", "C / Python", "writing, s", "compiling, s"),
            [game_cells(name, row) for name, row in sorted(figures.games.items())],
        ),
        "## By hand in C++\n",
        "Of hearts, a game is a deal.\n",
        table(
            ("game", f"{BIT_MASKS}, games/s", "C, games/s", "C / C++ by hand"),
            [
                (name, per_unit(row, BIT_MASKS), per_unit(row, C), pair(row, C, BIT_MASKS))
                for name, row in with_side(figures, BIT_MASKS)
            ],
        ),
        "## By hand in Python\n",
        "Of hearts, a game is a deal.\n",
        table(
            ("game", "by hand, games/s", "Python / by hand", "C / by hand"),
            [
                (name, per_unit(row, EXPERT), pair(row, PYTHON, EXPERT), pair(row, C, EXPERT))
                for name, row in with_side(figures, EXPERT)
            ],
        ),
        "## OpenSpiel\n",
        "Games that both have, and what is compared: moves of players, or games and deals where moves differ. A dash\n"
        "stands where its search does not take the game.\n",
        table(
            ("game", "OpenSpiel", "per", "C / in C++", "C / from Python", "Python / from Python"),
            [openspiel_cells(name, row) for name, row in with_side(figures, OPENSPIEL)],
        ),
        "## Chess\n",
        f"Random games by the same rules as python-chess, and sequences of {DEPTH} moves counted (perft).\n",
        table(("", "C / python-chess", "Python / python-chess"), list(chess_rows(figures))),
        "## Search\n",
        "Rounds a second from the first position, each with one random game: the bot `mcts` on the engine it finds,\n"
        "and OpenSpiel's bot in C++.\n",
        table(
            ("game", "our bot", "OpenSpiel's bot", "ratio"),
            [
                (name, *(number(row["speeds"].get(side)) for side in (BOT, THEIR_BOT)), pair(row, BOT, THEIR_BOT))
                for name, row in sorted(figures.search.items())
            ],
        ),
        "## A match\n",
        "Moves a second on the plain engine of Python, and through a match, which checks each and keeps it in words.\n",
        table(
            ("game", "engine", "match", "a move of a match, in moves of the engine"),
            [
                (name, *(number(row["speeds"][side]) for side in (ENGINE, MATCH)), pair(row, ENGINE, MATCH))
                for name, row in sorted(figures.matches.items())
            ],
        ),
    ]
    return "\n".join(parts)


def run_lines(manner: Row) -> Iterator[str]:
    if manner:
        seconds, rounds, busy = number(manner["seconds"]), manner["rounds"], number(manner["busy"])
        yield (
            f"One run: about {seconds} seconds of playing in {rounds} rounds, and compiling. {busy} processes wanted\n"
            "a processor meanwhile, this one among them. The more there are, the further apart are the quartiles,\n"
            "and the less is to be made of a single speed.\n"
        )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines if len(lines) > 2 else ["Not measured."]) + "\n"


def with_side(figures: Figures, side: str) -> list[tuple[str, Row]]:
    return [(name, row) for name, row in sorted(figures.games.items()) if side in row["speeds"]]


def goals_of(figures: Figures) -> Iterator[tuple[Goal, float | None, str]]:
    for goal in GOALS:
        found = goal.find(figures)
        yield goal, *(found or (None, ""))


def goal_row(found: tuple[Goal, float | None, str]) -> Sequence[str]:
    goal, figure, name = found
    wanted = f"{'at most' if goal.at_most else 'at least'} {number(goal.wanted)}{goal.unit}"
    if figure is None:
        return goal.what, wanted, "not measured", NOTHING, NOTHING
    shown = f"{number(figure)}{goal.unit}" + (f" ({name})" if name else "")
    met = goal.met(figure)
    return goal.what, wanted, shown, "yes" if met else "no", NOTHING if met else goal.why


def game_cells(name: str, row: Row) -> Sequence[str]:
    moves = row.get("moves")
    speeds = [row["speeds"].get(side) for side in (C, PYTHON)]
    games = [number(speed / moves) if speed is not None and moves else NOTHING for speed in speeds]
    costs = [number(row[cost]) if cost in row else NOTHING for cost in ("writing", "compiling")]
    return name, str(row["players"]), number(moves), *games, pair(row, C, PYTHON), *costs


def per_unit(row: Row, side: str) -> str:
    """Games a second of a side, or deals."""
    speed, moves = row["speeds"].get(side), 55.0 if row.get("per") == DEAL else row.get("moves")
    return number(speed / moves) if speed is not None and moves else NOTHING


def openspiel_cells(name: str, row: Row) -> Sequence[str]:
    called = SHARED[name].called
    shown = called if len(called) < 60 else called.partition("(")[0]
    ratios = [pair(row, C, OPENSPIEL_CPP), pair(row, C, OPENSPIEL), pair(row, PYTHON, OPENSPIEL)]
    return name, f"`{shown}`", row.get("per", GAME), *ratios


def chess_rows(figures: Figures) -> Iterator[Sequence[str]]:
    row = figures.games.get("chess")
    if row is not None and PYTHON_CHESS in row["speeds"]:
        yield "random games", pair(row, C, PYTHON_CHESS), pair(row, PYTHON, PYTHON_CHESS)
    if figures.perft:
        yield "perft", pair(figures.perft, C, PYTHON_CHESS), NOTHING


def pair(row: Row, one: str, other: str) -> str:
    found = row["ratios"].get(f"{one} / {other}")
    if found is None:
        return NOTHING
    low, middle, high = found
    return f"{number(middle)} ({number(low)} to {number(high)})"


def number(value: float | None) -> str:
    """A figure with as many digits as it is worth."""
    if value is None:
        return NOTHING
    return (
        f"{float(f'{value:.3g}'):,.0f}" if abs(value) >= 100 else f"{value:.2g}" if abs(value) < 10 else f"{value:.0f}"
    )


def write(figures: Figures, path: Path = PAGE) -> None:
    path.write_text(written(figures), encoding="utf-8")
