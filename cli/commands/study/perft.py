"""`astro perft`: a game and a depth in, the number of move sequences of each length out."""

from __future__ import annotations

import sys

import click
from click.core import ParameterSource

from astro_referee.cli.failures import Failure
from astro_referee.cli.options import (
    Number,
    Stopwatch,
    begin_engine,
    of_a_game,
    prepared,
    seeded,
    with_engine,
    with_json,
)
from astro_referee.cli.terminal import painter, put, put_json
from astro_referee.interpreter.values.text import in_columns, plural


@click.command("perft")
@of_a_game
@click.option("--depth", metavar="D", type=Number(0, 10_000), required=True, help="The longest sequences.")
@click.option("--turns", is_flag=True, help="A ply is all that a player decides before another one is asked.")
@click.option("--chance", is_flag=True, help="Count each chance event as a ply of its own.")
@click.option("--fast", is_flag=True, help="List the last moves but do not make them: what they lead to stays unknown.")
@seeded("Let chance come out as this seed has it, instead of every way it can.", None)
@with_engine
@with_json
@click.pass_context
def command(
    context: click.Context,
    game: str,
    players: int | None,
    options: dict[str, str],
    depth: int,
    turns: bool,
    chance: bool,
    fast: bool,
    seed: int | None,
    engine: str | None,
    as_json: bool,
) -> None:
    """Count the move sequences of each length up to a depth, and the games that end there.

    Each decision is a ply. What chance may bring in between makes different sequences, not longer ones. The numbers are
    exact; they are known for many games, which makes them a good test of rules. With --turns, --chance or
    --seed it is Python that counts.

    \b
    Examples:
      astro perft GAME --depth 4
      astro perft GAME --depth 5 --fast
      astro perft GAME --depth 6 --turns
    """
    from astro_referee.interpreter.play.native import NATIVE
    from astro_referee.interpreter.play.perft import Count, Counter, TooManyPositions

    if turns and fast:
        raise click.UsageError("--fast does not go with --turns: a listed move may not be the last one of its turn")
    watch_cpu = Stopwatch()
    ready = prepared(game, players, options)
    counter = Counter(ready, chance, seed, turns, fast)
    if counter.plain:
        begin_engine(ready, engine)
    elif engine == NATIVE and context.get_parameter_source("engine") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--engine native counts plain sequences, without --turns, --chance or --seed")
    found: list[Count] = []
    try:
        with click.progressbar(
            counter.plies(depth), length=depth + 1, label="counting", file=sys.stderr, hidden=not sys.stderr.isatty()
        ) as bar:
            found += bar
    except TooManyPositions as error:
        raise Failure(too_many(error, turns)) from None
    finished = sum(count.finished or 0 for count in found)
    if as_json:
        plies = [{"ply": c.ply, "sequences": c.sequences, "finished": c.finished} for c in found]
        put_json(
            {
                "plies": plies,
                "finished": finished,
                "complete": not found[-1].going_on,
                "engine": counter.engine_used,
                "games": finished,
                "moves": sum(count.sequences for count in found[1:]),
                "cpu_seconds": watch_cpu.seconds(),
            }
        )
        return
    rows = [["ply", "sequences", "games over"]]
    for count in found:
        over = "-" if count.finished is None else f"{count.finished:,}"
        rows.append([str(count.ply), f"{count.sequences:,}", over])
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for row in in_columns([[cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]):
        put(row)
    left = "; no game goes on" if not found[-1].going_on else ""
    put(painter()(f"{plural(finished, 'finished game')} in all{left}", "head"))
    put(f"engine: {counter.engine_used}", "faint")


def too_many(error: Exception, turns: bool) -> str:
    from astro_referee.interpreter.play.perft import TooManyPositions

    assert isinstance(error, TooManyPositions)
    if error.endless and turns:
        return "a turn can go on for ever; count each decision, without --turns"
    if error.endless:
        return "chance can go on for ever between two decisions; count it with --chance, or fix it with --seed"
    if error.ply == 0:
        return "there are too many ways to set up this game; fix what chance brings with --seed"
    return f"there are too many positions at ply {error.ply}; choose a smaller --depth, or fix chance with --seed"
