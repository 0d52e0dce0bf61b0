"""`astro compile`: a game in, what it compiles to out."""

from __future__ import annotations

import click

from astro_referee.cli.options import of_a_game, source_of
from astro_referee.cli.terminal import put
from astro_referee.interpreter.play.game import read_options


@click.command("compile")
@of_a_game
@click.option(
    "--emit",
    type=click.Choice(["python", "machine", "c"]),
    default="python",
    show_default=True,
    help="The generated Python module, the machine it was written from, or the same as C.",
)
def command(game: str, players: int | None, options: dict[str, str], emit: str) -> None:
    """Print what a rule file compiles to, for one number of players and one choice of options.

    \b
    Examples:
      astro compile GAME --emit machine
      astro compile GAME --emit c
    """
    from astro_referee.interpreter import api, pipeline
    from astro_referee.interpreter.machine import printer
    from astro_referee.interpreter.play import library, native

    source = source_of(game)
    rules = api.load(source)
    chosen = read_options(rules, options)
    made, problems = pipeline.build(source, library.seated(rules, players), chosen)
    if made is None:
        raise library.BadRules(source, problems)
    if emit == "c":
        put(native.text_of(made.machine, rules.title).rstrip("\n"))
        return
    put((made.module if emit == "python" else printer.text_of(made.machine)).rstrip("\n"))
