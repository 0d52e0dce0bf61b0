"""Pictures that commands write: what may be asked for, and where they go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.options import Command
from astro_referee.cli.terminal import put, talk

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match


def with_colours(command: Command) -> Command:
    """--colours, for commands that draw."""
    return click.option(
        "--colours",
        type=click.Choice(["light", "dark", "print"]),
        help="Draw the picture for light or dark screens or for paper; without it, it follows whoever looks at it.",
    )(command)


def allowed(output: str | None, as_json: bool, colours: str | None) -> None:
    """Refuses what cannot be meant, before anything is read."""
    if output is None:
        if colours is not None:
            raise Misuse("--colours is for pictures: say where to draw one with -o FILE.svg")
        return
    if as_json:
        raise Misuse("a picture is no JSON; leave out -o or --json")
    if output != "-" and Path(output).suffix.lower() != ".svg":
        raise Misuse(f"{output} should end in .svg, the only kind of picture; other programs can turn it into others")


def warn_of_secrets(match: Match, seat: int | None) -> None:
    """Says so where all that is hidden will be shown."""
    from astro_referee.cli.table.keyboard import has_secrets

    if seat is None and not match.over and has_secrets(match.game):
        talk("note: this is the referee's view, with all that is hidden; `--as PLAYER` shows what one may see", "note")


def write_picture(drawn: str, output: str, colours: str | None) -> None:
    """A picture in the colours that were asked for, to a file or to standard output."""
    from astro_referee.cli.files import write_output
    from astro_referee.interpreter.show.picture.palette import Shade, in_shade

    drawn = in_shade(drawn, Shade(colours)) if colours is not None else drawn

    if output == "-":
        put(drawn.rstrip("\n"))
        return
    write_output(output, drawn)
    talk(f"wrote {output}")
