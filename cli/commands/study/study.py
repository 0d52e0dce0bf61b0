"""`astro study`: a game in, whether it is fair, how long it is, whether there is skill in it and what matters out."""

from __future__ import annotations

import csv
import io
import os
import sys
from pathlib import Path
from re import sub
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.files import write_output
from astro_referee.cli.options import (
    Number,
    amount,
    end_with_others,
    prepared,
    seeded,
    set_up,
    with_engine,
    with_json,
)
from astro_referee.cli.terminal import put, put_json, talk
from astro_referee.interpreter.values.text import clean

if TYPE_CHECKING:
    from astro_referee.interpreter.study.quality.plan import Plan
    from astro_referee.interpreter.study.quality.summary import Study

GAMES, WATCHED, OF_BOTS, JUDGED = 10_000, 400, 40, 20
MOST = 10**5


@click.command("study")
@click.argument("names", metavar="GAME [VARIANT]...", nargs=-1, required=True)
@set_up("Set an option of the rules, in every game named; may be repeated.")
@amount("-n", "--games", least=1, most=10**6, default=GAMES, said="Random games.")
@amount("--watched", most=MOST, default=WATCHED, said="Random games of which every move is looked at.")
@amount(
    "--bot-games",
    most=MOST,
    default=OF_BOTS,
    said="Games of each strength against itself, and against the one before.",
)
@amount(
    "--judged",
    most=MOST,
    default=JUDGED,
    said="Games of each sort whose positions are judged by random games from there.",
)
@click.option(
    "--strength",
    "strengths",
    metavar="BOT",
    multiple=True,
    help="A bot that thinks for so many rounds, weakest first; mcts:16, mcts:32 and mcts:64 if none is named.",
)
@seeded("Where the games begin; the same seed gives the same report. 0 if not given.")
@click.option(
    "--jobs", metavar="N", type=Number(1, 256), help="Processes that share the work; as many as cores if not given."
)
@click.option("--on", "address", metavar="ADDRESS", help="A Dask scheduler whose workers play: tcp://host:8786.")
@click.option("--keep", metavar="FOLDER", help="Keep the games there, and go on with those that are kept.")
@click.option("-o", "--output", metavar="FILE.html", help="Write the report as a web page.")
@click.option("--csv", "table", metavar="FILE.csv", help="Write a row for each game.")
@with_engine
@with_json
def command(
    names: tuple[str, ...],
    options: dict[str, str],
    players: int | None,
    games: int,
    watched: int,
    bot_games: int,
    judged: int,
    strengths: tuple[str, ...],
    seed: int,
    jobs: int | None,
    address: str | None,
    keep: str | None,
    output: str | None,
    table: str | None,
    engine: str | None,
    as_json: bool,
) -> None:
    """Play a game many times, by random players and by bots, and say what kind of game it is.

    Shares, lengths, branching, tension, skill, and which moves and cards go with winning; each with how sure it is.
    With several games, each of them is put beside the first. Ctrl-C ends the playing, and what was played is reported.

    \b
    Examples:
      astro study GAME
      astro study GAME VARIANT.astro -o report.html --csv games.csv
      astro study GAME --keep games/ --jobs 8
    """
    from astro_referee.interpreter.study.bots import NoBot
    from astro_referee.interpreter.study.quality.plan import STRENGTHS, plan_for

    if address is not None:
        with_cluster(address)
    end_with_others()
    ready = [prepared(name, players, options) for name in names]
    studies: list[Study] = []
    for number, (name, game) in enumerate(zip(names, ready, strict=True)):
        try:
            plan = plan_for(game, seed, games, watched, bot_games, judged, strengths or STRENGTHS)
        except NoBot as error:
            raise Misuse(str(error)) from None
        file = kept_in(keep, name, number) if keep is not None else None
        studies.append(conducted(game, plan, name, jobs or os.cpu_count() or 1, address, engine, file))
        if studies[-1].stopped:
            talk("stopped: this is what was played so far")
            break
    write_files(studies, output, table)
    if as_json:
        put_json(as_data(studies))
        return
    from astro_referee.cli.reports.study_text import comparison_lines, study_lines

    for number, study in enumerate(studies):
        for row in [*([""] if number else []), *study_lines(study)]:
            put(row)
    for other in studies[1:]:
        for row in ["", *comparison_lines(studies[0], other)]:
            put(row)


def with_cluster(address: str) -> None:
    """Refuses what no scheduler can be at, and a system without Dask."""
    try:
        parts = urlsplit(address)
        sound = parts.scheme in ("tcp", "tls") and parts.hostname and parts.port
    except ValueError:
        sound = False
    if not sound:
        raise Misuse(f"--on takes the address of a Dask scheduler, such as tcp://127.0.0.1:8786, not {clean(address)}")
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise Misuse('--on needs Dask: pip install "astro-referee[cluster]"') from None


def kept_in(folder: str, name: str, number: int) -> Path:
    """The file in which the games of one rule file are kept."""
    where = Path(folder)
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse(f"{folder} cannot be used: {(error.strerror or 'the system refuses').lower()}") from None
    stem = sub(r"[^A-Za-z0-9_-]+", "-", Path(name).stem).strip("-")
    return where / f"{number + 1}-{stem}.jsonl"


def conducted(
    game: object, plan: Plan, name: str, jobs: int, address: str | None, engine: str | None, file: Path | None
) -> Study:
    from astro_referee.interpreter.play.game import Game
    from astro_referee.interpreter.study.quality.conduct import OtherStudy, conduct

    assert isinstance(game, Game)
    shown = sys.stderr.isatty()
    with click.progressbar(length=plan.games, label=f"playing {name}", file=sys.stderr, hidden=not shown) as bar:

        def progress(study: Study) -> None:
            bar.update(study.games - bar.pos)
            bar.render_progress()

        try:
            return conduct(game, plan, jobs, address, engine, file, progress if shown else None)
        except OtherStudy as error:
            raise Misuse(f"{error}; name another folder with --keep") from None
        except OSError as error:
            if address is None:
                raise
            raise Misuse(f"no Dask scheduler plays at {address}: {error}") from None


def write_files(studies: list[Study], output: str | None, table: str | None) -> None:
    if output is not None:
        from astro_referee.cli.reports.study_page import study_page

        write_output(output, study_page(studies))
    if table is not None:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        for number, study in enumerate(studies):
            for line, row in enumerate(study.csv()):
                if line or not number:
                    writer.writerow([study.title if line else "game", *row])
        write_output(table, text.getvalue())


def as_data(studies: list[Study]) -> dict[str, object]:
    from astro_referee.interpreter.study.quality.comparison import compare
    from astro_referee.interpreter.study.quality.data import change_data, study_data

    first = studies[0]
    beside = [
        {"game": other.title, "base": first.title, "changes": [change_data(one) for one in compare(first, other)]}
        for other in studies[1:]
    ]
    made: dict[str, object] = {"studies": [study_data(study) for study in studies]}
    return made | ({"compared": beside} if beside else {})
