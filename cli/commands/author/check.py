"""`astro check`: rule files in, every problem out; with `--play`, also what shows only in play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Failure, Misuse, failure
from astro_referee.cli.main import FAILS
from astro_referee.cli.options import Number, option_pairs, rule_file, seeded, source_of, with_engine, with_json
from astro_referee.cli.terminal import painter, put, put_json, talk
from astro_referee.cli.watch import is_watching, watchable
from astro_referee.interpreter.values.text import clean, plural

if TYPE_CHECKING:
    from astro_referee.interpreter.play import library


def is_folder(path: str) -> bool:
    from astro_referee.interpreter.play import library

    return Path(path).is_dir() and library.called(path) not in library.bundled()


def each_file(paths: tuple[str, ...]) -> list[str]:
    """The files that are meant, each once: of a folder all rule files in it."""
    from astro_referee.interpreter.play import library

    inside = {path: [str(file) for file in library.rule_files(Path(path))] for path in paths if is_folder(path)}
    empty = next((path for path, found in inside.items() if not found), None)
    if empty is not None:
        raise Misuse(f"{empty} is a folder without rule files")
    return list(dict.fromkeys(file for path in paths for file in inside.get(path, [path])))


def examination_of(file: str, watched: bool) -> library.Examined:
    """What is found in a file; while it is watched, what was found the last time if nothing has changed."""
    from astro_referee.interpreter.play import library

    if not watched:
        return library.examine(source_of(file))
    from astro_referee.cli.store import shared_store

    if is_folder(file):
        raise Misuse(f"{file} is a folder, not a rule file")
    store, path = shared_store(), library.find(file)
    return store.examined(path, rule_file(file, store.loaded(path, library.name_of(file)).source))


@click.command("check")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--play", is_flag=True, help="Also play each game, and report what shows only in play.")
@click.option("--players", metavar="N", type=Number(1), help="With --play: how many; if not given, fewest and most.")
@option_pairs("With --play: set an option of the rules, and do not try others; may be repeated.")
@click.option(
    "-n",
    "--games",
    "games",
    metavar="N",
    type=Number(1, 10**6),
    default=50,
    show_default=True,
    help="With --play: how many games, if there are too many positions.",
)
@click.option(
    "--more",
    metavar="N",
    type=Number(0, 10**9),
    default=0,
    help="With --play: so many random games more, looked at only for rules that fail and for what is met.",
)
@with_engine
@click.option(
    "--positions",
    metavar="N",
    type=Number(0, 10**7),
    default=20_000,
    show_default=True,
    help="With --play: how many positions are not too many to go through all of them.",
)
@click.option(
    "--set-ups",
    metavar="N",
    type=Number(0, 10**4),
    default=20,
    show_default=True,
    help="With --play: how many other choices of options; 0: only as they are set.",
)
@seeded("With --play: the same seed gives the same games. 0 if not given.")
@with_json
@watchable("files", each_file)
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    play: bool,
    players: int | None,
    options: dict[str, str],
    games: int,
    more: int,
    engine: str | None,
    positions: int,
    set_ups: int,
    seed: int,
    as_json: bool,
) -> None:
    """Report every problem of rule files: errors, warnings and notes, each with its place.

    A FILE may also be the name of a bundled game or library, or a folder: then all rule files in it are meant, without
    tests. A file without errors gets a line that says `ok` and how many phases, moves and states it has; a library,
    that it is one.

    With --play, each game without errors is played: through all its positions if there are not too many, else game by
    game, some at random, some in search of what has not been met. Somebody who cannot move, rules that run for ever,
    cards that get lost, secrets that get out, endings that are never come to: whatever fails is shown with a test that
    replays it. Options that are not set are also tried at their ends, for a shorter time.

    \b
    Examples:
      astro check my_game.astro
      astro check my_game.astro --watch
      astro check --play my_game.astro
      astro check --play my_game.astro --players 3 --option short=yes -n 1000
      astro check --play my_game.astro --more 100000
    """
    from astro_referee.grammar import report
    from astro_referee.interpreter.play import library

    set_up = {"--players": players is not None, "--option": bool(options)}
    if not play and any(set_up.values()):
        raise click.UsageError(f"{next(name for name, given in set_up.items() if given)} goes with --play")
    paint = painter()
    code = 0
    listed: list[dict[str, object]] = []
    for file in each_file(files):
        try:
            examined = examination_of(file, is_watching())
        except (library.NotFound, OSError, Failure) as error:
            missing = failure(error)
            talk(f"astro: {missing}")
            listed.append({"file": file, "ok": False, "counts": {}, "problems": [], "error": str(missing)})
            code = max(code, missing.exit_code if isinstance(missing, Failure) else FAILS)
            continue
        code = code if examined.ok else max(code, FAILS)
        listed.append(
            {
                "file": file,
                "ok": examined.ok,
                "library": examined.source.is_library,
                "base": examined.source.base,
                "counts": examined.counts,
                "problems": [report.data(examined.source, p) for p in examined.problems],
            }
        )
        if not as_json:
            if examined.problems:
                put(report.frames(examined.source, examined.problems, paint) + "\n")
                if sys.stdout.isatty():
                    put(f"more: astro explain {examined.problems[0].code}", "faint")
            found = report.summary(examined.problems)
            if examined.ok:
                counts = ", ".join(plural(n, word[:-1]) for word, n in examined.counts.items())
                what = f"a library with {counts}" if examined.source.is_library else counts
                if examined.source.base is not None:
                    what = 'a variant of {} (base "{}"), '.format(*examined.source.base) + what
                put(f"{clean(file)}: {paint('ok', 'good')}, {what}" + (f"; {found}" if found else ""))
            else:
                put(f"{clean(file)}: {paint(found, 'error')}")
        if play and examined.ok and not examined.source.is_library and examined.source.tested is None:
            from astro_referee.cli.reports import playability

            request = playability.PlayRequest(players, options, games, positions, set_ups, seed, more, engine)
            played = playability.play_games(examined.source, request)
            code = code if played.ok else max(code, FAILS)
            listed[-1] |= {"ok": played.ok, "play": playability.data(played)}
            if not as_json:
                playability.show(file, played, paint)
    if as_json:
        put_json({"ok": code == 0, "files": listed})
    elif any(map(is_folder, files)) and len(listed) > 1:
        libraries = sum(bool(one.get("library")) for one in listed)
        sorts = [(len(listed) - libraries, "game", "games"), (libraries, "library", "libraries")]
        said = " and ".join(plural(number, one, many) for number, one, many in sorts if number)
        faulty = sum(not one["ok"] for one in listed)
        put(paint(f"{said}: {f'{faulty} with errors' if faulty else 'all ok'}", "bad" if faulty else "good"))
    context.exit(code)
