"""A whole run: all games and all opponents in, figures out, as they are kept in `figures.json`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from attrs import asdict, define, field

from astro_referee.interpreter.play import library, native
from astro_referee.interpreter.play.game import Game
from benchmarks.speed import chess_library, costs, machine, openspiel, own, search
from benchmarks.speed.rounds import Ratio, Side, take_turns

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(__file__).parent / "figures.json"
HEARTS_DEAL = 55.0
"""Moves of a deal of hearts: 52 cards are played, and in three deals of four each of the four passes some."""
SIDES_A_GAME = 3.3
"""Sides that play a game, on the average: two of ours, and opponents where there are some."""
SHARE_OF_GAMES = 0.85
"""What games take of the time for everything."""

Row = dict[str, Any]


@define
class Figures:
    """Everything that the page tells."""

    machine: dict[str, str]
    games: dict[str, Row] = field(factory=dict)
    """By name: players, moves of a game, seconds to write and to compile its C, speeds of all sides, their ratios."""
    perft: Row = field(factory=dict)
    search: dict[str, Row] = field(factory=dict)
    matches: dict[str, Row] = field(factory=dict)
    first_native_playout: float | None = None
    manner: Row = field(factory=dict)
    """How the whole run was made: seconds it was given, rounds, and processes that wanted a processor meanwhile."""

    def kept(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def read(cls, path: Path = KEPT) -> Figures:
        return cls(**json.loads(path.read_text(encoding="utf-8")))

    def ratio(self, name: str, one: str, other: str) -> Sequence[float] | None:
        """Quartiles of how many times as fast one side was at a game as another."""
        found: Sequence[float] | None = self.games.get(name, {}).get("ratios", {}).get(f"{one} / {other}")
        return found


def rule_files() -> list[Path]:
    """All games that come with the project; libraries are none."""
    files = [file for folder in ("games", "examples") for file in library.rule_files(ROOT / folder)]
    return [file for file in files if not library.load_source(file).is_library]


PAIRS = (
    (own.C, own.PYTHON),
    (own.C, own.BIT_MASKS),
    (own.C, own.EXPERT),
    (own.C, openspiel.OPENSPIEL_CPP),
    (own.C, openspiel.OPENSPIEL),
    (own.C, chess_library.PYTHON_CHESS),
    (own.PYTHON, own.EXPERT),
    (own.PYTHON, openspiel.OPENSPIEL),
    (own.PYTHON, chess_library.PYTHON_CHESS),
)
"""What the page compares: how many times as fast the first is as the second."""


def measured(sides: Iterable[Side], pairs: Iterable[tuple[str, str]], seconds: float, rounds: int) -> Row:
    """Speeds of sides and the ratios that are asked for."""
    there = {side.name: side for side in sides}
    take_turns(list(there.values()), seconds, rounds)
    ratios = {
        f"{one} / {other}": rounded(Ratio.of(there[one].speeds, there[other].speeds))
        for one, other in pairs
        if one in there and other in there
    }
    return {"speeds": {name: significant(side.speed) for name, side in there.items()}, "ratios": ratios}


def rounded(ratio: Ratio) -> list[float]:
    return [significant(value) for value in (ratio.low, ratio.middle, ratio.high)]


def significant(value: float, digits: int = 3) -> float:
    return float(f"{value:.{digits}g}")


def game_row(path: Path, seconds: float, rounds: int) -> tuple[Row, Game]:
    """One game: our engines beside each other and beside whoever else has it."""
    rules = library.load(path)
    game = library.prepare(rules, rules.seats[0])
    row: Row = {"file": path.relative_to(ROOT).as_posix(), "players": game.seats}
    sides = [own.python(native.python_of(game.engine))]
    played = own.Played()
    try:
        engine, writing, compiling = costs.compiled(game, native.compiler())
    except native.NoNativeEngine as trouble:
        row["trouble"] = str(trouble)
    else:
        game.engine = engine
        row |= {"writing": round(writing, 2), "compiling": round(compiling, 2)}
        sides.insert(0, own.native(engine, played))
        sides[0].turn(seconds / 10)
    name = path.stem
    sides += [side for side in (own.by_hand(name), own.in_cpp(name)) if side is not None]
    if name in openspiel.SHARED:
        per = openspiel.SHARED[name].per
        row["per"] = per
        length = HEARTS_DEAL if per == openspiel.DEAL else played.length
        if played.games or per != openspiel.GAME:
            sides += openspiel.sides(name, per, length)
    if name == "chess":
        sides += chess_library.random_games()
    row |= measured(sides, PAIRS, seconds, rounds)
    if played.games:
        row["moves"] = significant(played.length, 4)
    return row, game


def run(names: Sequence[str], seconds: float, rounds: int, tell: Callable[[str], None]) -> Figures:
    """Measures these games (all, if none are named), in about so many seconds of the processor beside compiling."""
    figures = Figures(machine.description(), manner={"seconds": seconds, "rounds": rounds})
    busy: list[float] = []
    files = [path for path in rule_files() if not names or path.stem in names]
    each = SHARE_OF_GAMES * seconds / len(files) / SIDES_A_GAME
    rest = (1 - SHARE_OF_GAMES) * seconds / 16  # two sides each for perft, two searches and five matches
    for number, path in enumerate(files, 1):
        name = path.stem
        tell(f"{number} of {len(files)}: {name}")
        figures.games[name], game = game_row(path, each, rounds)
        if name in search.GAMES:
            figures.search[name] = measured(search.sides(name, game), [(search.BOT, search.THEIR_BOT)], rest, rounds)
        if name == "chess" and native.is_native(game.engine):
            sides = chess_library.perft(game.engine)  # type: ignore[arg-type]
            figures.perft = measured(sides, PAIRS, rest, rounds)
        if name in costs.MATCHES:
            game.engine = native.python_of(game.engine)
            pair = [(costs.ENGINE, costs.MATCH)]
            figures.matches[name] = measured(costs.match_sides(game), pair, rest, rounds)
        if name == "ptolemy" and "writing" in figures.games[name]:
            figures.first_native_playout = round(costs.first_native_playout(3), 2)
        busy.append(machine.busy())
    figures.manner["busy"] = significant(median(busy), 2)
    return figures


def merged(old: Figures, new: Figures) -> Figures:
    """Figures of all games, where some have been measured anew on the same machine."""
    return Figures(
        new.machine,
        {**old.games, **new.games},
        new.perft or old.perft,
        {**old.search, **new.search},
        {**old.matches, **new.matches},
        new.first_native_playout if new.first_native_playout is not None else old.first_native_playout,
        old.manner,
    )
