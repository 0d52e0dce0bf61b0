"""`astro match`: a game and two players in, who is better out."""

from __future__ import annotations

import click

from astro_referee.cli.commands.study.tournament import MOST_ROUNDS, held, of_a_contest, with_bots
from astro_referee.cli.failures import Misuse
from astro_referee.cli.options import amount, of_a_game, prepared
from astro_referee.cli.terminal import put, put_json


@click.command("match")
@of_a_game
@click.argument("two", metavar="[BOT BOT]", nargs=-1)
@with_bots
@amount(
    "-n",
    "--rounds",
    least=1,
    most=MOST_ROUNDS,
    default=20,
    said="How many deals; each is played once for each way round the table.",
)
@of_a_contest
def command(
    game: str,
    players: int | None,
    options: dict[str, str],
    two: tuple[str, ...],
    bots: dict[str, str],
    rounds: int,
    seconds: float,
    records: str | None,
    seed: int,
    engine: str | None,
    as_json: bool,
) -> None:
    """Let two bots or programs play each other: a tournament of two, called A and B unless --bot names them.

    \b
    Examples:
      astro match GAME mcts:100 greedy
      astro match GAME "python3 bot.py" random -n 50
      astro match GAME --bot Ann=mcts:100 --bot Bob=mcts:200
    """
    both = dict(zip("AB", two, strict=False)) if two else bots
    if len(two or bots) != 2 or (two and bots):
        raise Misuse("a match has two players: `mcts:100 random`, or with names, --bot Ann=mcts:100 --bot Bob=random")
    from astro_referee.cli.reports.tournament_text import contest_data, contest_lines, verdict

    ready = prepared(game, players, options)
    contest = held(ready, both, rounds, False, seconds, records, seed, engine)
    if as_json:
        put_json(contest_data(contest))
        return
    for row in [*contest_lines(contest), verdict(contest)]:
        put(row)
