"""`astro expand`: a variant in, its complete text out."""

from __future__ import annotations

from pathlib import Path

import click

from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.options import source_of
from astro_referee.cli.table.recording import create
from astro_referee.cli.terminal import painter, put, talk


@click.command("expand")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", metavar="FILE", help="A new file for the text; otherwise it is printed.")
def command(file: str, output: str | None) -> None:
    """Print the complete text of a variant: its base with all changes made, and everything both of them use.

    The text is a game by itself and plays the same. A game that is no variant is printed with its libraries.

    \b
    Example:
      astro expand my_variant.astro -o whole_game.astro
    """
    from astro_referee.grammar import report
    from astro_referee.grammar.variants.expansion import expanded

    source = source_of(file)
    if source.tested is not None:
        raise Misuse(f"{file} holds tests of {source.tested.name}; expand that")
    if source.troubles:
        put(report.frames(source, source.troubles, painter()))
        raise Failure(f"{file} cannot be put together")
    text = expanded(source)
    if output is None:
        put(text.rstrip("\n"))
        return
    create(Path(output), text)
    talk(f"wrote {output}")
