"""`astro simulate`: a game and a number in, how random games of it end out."""

from __future__ import annotations

import sys
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Failure
from astro_referee.cli.options import (
    Engines,
    Number,
    Stopwatch,
    amount,
    begin_engine,
    end_with_others,
    of_a_game,
    prepared,
    read_pairs,
    seeded,
    with_engine,
    with_json,
)
from astro_referee.cli.table.bots import BOT_HELP, bot_seats
from astro_referee.cli.terminal import painter, put, put_json
from astro_referee.interpreter.values.text import clean, in_columns, plural

if TYPE_CHECKING:
    from astro_referee.interpreter.play.game import Game
    from astro_referee.interpreter.study.simulation import Bots, Tally

BAR = 30
"""Characters of the longest bar of a chart."""
MOST_BARS = 10
"""Bars of the chart of lengths."""
MOST_ENDINGS = 12


@click.command("simulate")
@of_a_game
@amount("-n", "--games", least=1, most=10**8, default=1000, said="How many games.")
@seeded("Where the games begin; the same seed gives the same games. 0 if not given.")
@click.option("--bot", "bots", metavar="SEAT=BOT", multiple=True, callback=read_pairs, help=BOT_HELP)
@click.option("--jobs", metavar="N", type=Number(1, 256), default=1, help="Processes or threads that share the work.")
@with_engine
@with_json
def command(
    game: str,
    players: int | None,
    options: dict[str, str],
    games: int,
    seed: int,
    bots: dict[str, str],
    jobs: int,
    engine: str | None,
    as_json: bool,
) -> None:
    """Play many random games and count: who wins, how long they are, how many moves there are to choose from.

    Every player picks among the legal moves, all equally likely, but for bots that think. Shares come with their 95 %
    interval. The result depends on the seed only, not on --jobs or --engine, as long as bots are given rounds and not
    seconds.
    A game of 100,000 moves counts as not finished; if most games are, the rest is given up.

    \b
    Examples:
      astro simulate GAME -n 10000 --jobs 4
      astro simulate GAME -n 20 --bot P1=mcts:100
    """
    from astro_referee.grammar import report
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.study.simulation import Tally, simulate

    if jobs > 1:  # the processes that share the work end with this one
        end_with_others()
    watch_cpu = Stopwatch()
    ready = prepared(game, players, options)
    begin_engine(ready, engine)
    engines = Engines(ready)
    seated = bot_seats(Match(ready, seed, ready.players), bots)
    tally = Tally(ready.seats)
    with click.progressbar(length=games, label="playing", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        begun = monotonic()

        def watch(done: int, moves: int) -> None:
            """Long games move nothing but their own number of moves."""
            game = tally.games + done + 1
            so_far = f"{moves:,} moves" if moves else f"{monotonic() - begun:.0f} s"
            bar.label = f"playing (game {game}: {so_far})" if moves else f"playing ({so_far})"
            bar.update(tally.games + done - bar.pos)
            bar.render_progress()

        for part in simulate(ready, games, seed, jobs, seated, watch if sys.stderr.isatty() else None):
            tally.add(part)
            engines.note()
            bar.label = "playing"
            bar.update(tally.games - bar.pos)
    if tally.faults:
        fault = tally.faults[0]
        shown = report.frame(ready.rules.source, fault.problem, painter(err=True))
        raise Failure(f"{clean(game)}: the rules cannot go on in game {fault.number} of seed {seed}\n\n{shown}")
    if as_json:
        put_json(data(ready, tally, seed, seated) | {"engine": str(engines), "cpu_seconds": watch_cpu.seconds()})
        return
    for row in rows(ready, tally, seated):
        put(row)
    put()
    put(f"engine: {engines}", "faint")


def data(game: Game, tally: Tally, seed: int, bots: Bots) -> dict[str, object]:
    from astro_referee.interpreter.study.simulation import wilson

    teams = {name: [game.players[seat] for seat in seats] for name, seats in game.teams.items()}
    return {
        "game": game.rules.title,
        "seed": seed,
        "bots": {game.players[seat]: str(bot) for seat, bot in bots.items()},
        "games": tally.games,
        "finished": tally.finished,
        "unfinished": tally.unfinished,
        "seats": [
            {
                "seat": seat,
                "wins": wins,
                "share": wins / tally.finished if tally.finished else None,
                "interval": list(wilson(wins, tally.finished)),
                **({"utility": total / tally.finished} if game.machine.utility and tally.finished else {}),
            }
            for seat, wins, total in zip(game.players, tally.wins, tally.utilities, strict=True)
        ],
        **({"teams": teams} if teams else {}),
        "draws": tally.draws,
        "nobody": tally.lost,
        "given_up": tally.given_up,
        "moves": {
            "total": tally.moves,
            "least": min(tally.lengths),
            "mean": tally.moves / tally.games,
            "most": max(tally.lengths),
        },
        "branching": {"mean": tally.options / tally.moves if tally.moves else 0, "most": tally.most_options},
        "chance_events": tally.chances / tally.games,
        "endings": dict(tally.endings.most_common()),
    }


def rows(game: Game, tally: Tally, bots: Bots) -> list[str]:
    title = f"{game.rules.title}, {plural(game.seats, 'player')}: {plural(tally.games, 'random game')}"
    if bots:
        title = title.replace("random ", "") + f" with {', '.join(f'{game.players[s]}={b}' for s, b in bots.items())}"
    made = [title, "", *shares(game, tally), ""]
    branching = tally.options / tally.moves if tally.moves else 0
    mean = tally.moves / tally.games
    if game.machine.utility and tally.finished:
        means = zip(game.players, tally.utilities, strict=True)
        made.append(
            "utility on average: " + ", ".join(f"{name} {total / tally.finished:,.2f}" for name, total in means)
        )
    made.append(f"moves in a game: {min(tally.lengths):,} to {max(tally.lengths):,}, {mean:,.1f} on average")
    made.append(f"moves to choose from: {branching:,.1f} on average, {tally.most_options:,} at most")
    if tally.unfinished:
        made.append(f"not finished: {plural(tally.unfinished, 'game')} too long to be played to the end")
    if tally.given_up:
        who = "these players" if bots else "random players"
        made.append(f"given up after {plural(tally.games, 'game')}: {who} may never end this game")
    if len(tally.lengths) > 1:
        made += ["", "length", *lengths(tally.lengths)]
    if tally.endings:
        made += ["", "endings"]
        common = tally.endings.most_common()
        shown = [
            [f"  {clean(text)}", f"{count:,}", percent(count, tally.finished)] for text, count in common[:MOST_ENDINGS]
        ]
        made += in_columns(shown)
        if len(common) > MOST_ENDINGS:
            made.append(f"  and {len(common) - MOST_ENDINGS} other endings")
    return made


def shares(game: Game, tally: Tally) -> list[str]:
    """A bar for each seat, and one each for draws and for games that nobody has won."""
    from astro_referee.interpreter.study.simulation import wilson

    named = winners(game, tally)
    if tally.draws:
        named.append(("draw", tally.draws))
    if tally.lost:
        named.append(("nobody", tally.lost))
    made = []
    for name, count in named:
        low, high = wilson(count, tally.finished)
        share = count / tally.finished if tally.finished else 0
        interval = f"{100 * low:.1f} to {100 * high:.1f} %"
        made.append([f"  {name}", f"{count:,}", percent(count, tally.finished), interval, bar(share)])
    return in_columns([["  won by", "games", "share", "95 % interval"], *made])


def winners(game: Game, tally: Tally) -> list[tuple[str, int]]:
    """How often each seat has won; each team, where partners have won together."""
    teams = game.teams
    if teams and all(tally.wins[seat] == tally.wins[seats[0]] for seats in teams.values() for seat in seats):
        return [(name, tally.wins[seats[0]]) for name, seats in teams.items()]
    return [*zip(game.players, tally.wins, strict=True)]


def lengths(counts: Counter[int]) -> list[str]:
    """How many games there are of each length, in at most ten steps."""
    low, high = min(counts), max(counts)
    step = max(1, -(-(high - low + 1) // MOST_BARS))
    bins: Counter[int] = Counter()
    for length, count in counts.items():
        bins[(length - low) // step] += count
    most = max(bins.values())
    made = []
    for number in range((high - low) // step + 1):
        first, last = low + number * step, low + (number + 1) * step - 1
        name = f"  {first}" if step == 1 else f"  {first} to {last}"
        made.append([name, f"{bins[number]:,}", bar(bins[number] / most)])
    return in_columns(made)


def bar(share: float) -> str:
    return "#" * round(BAR * share)


def percent(count: int, of: int) -> str:
    return f"{100 * count / of:.1f} %" if of else "-"
