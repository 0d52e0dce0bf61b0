"""`astro graph`: a game in, a picture of its state machine out."""

from __future__ import annotations

from pathlib import Path

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.options import of_a_game, prepared
from astro_referee.cli.terminal import put, talk


@click.command("graph")
@of_a_game
@click.option("-o", "--output", metavar="FILE", help="Where to: .mmd (Mermaid), .dot (Graphviz) or .svg (a picture).")
def command(game: str, players: int | None, options: dict[str, str], output: str | None) -> None:
    """Draw the state machine of a game: decisions, chance events and the end, and what leads from one to another.

    Without -o the Mermaid text goes to standard output; paste it into a Markdown file.

    \b
    Examples:
      astro graph GAME -o game.mmd
      astro graph GAME -o game.svg
    """
    from astro_referee.interpreter.machine import graph

    ending = Path(output).suffix if output is not None else ".mmd"
    if ending not in (".mmd", ".dot", ".svg"):
        raise Misuse(f"{output} should end in .mmd, .dot or .svg")
    drawn = graph.picture(prepared(game, players, options).machine)
    if ending == ".svg":
        from astro_referee.interpreter.show.picture.machine import machine_picture

        text = machine_picture(drawn)
    else:
        text = graph.mermaid(drawn) if ending == ".mmd" else graph.dot(drawn)
    if output is None:
        put(text.rstrip("\n"))
        return
    Path(output).write_text(text, encoding="utf-8", newline="\n")
    talk(f"wrote {output}")
