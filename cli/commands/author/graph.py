"""`astro graph`: a game in, a picture of its state machine out."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import click

from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.options import of_a_game, prepared
from astro_referee.cli.terminal import put, talk

LONGEST_DRAWING = 60
"""Seconds Graphviz gets; pictures of rule files take less than one."""


@click.command("graph")
@of_a_game
@click.option("-o", "--output", metavar="FILE", help="Where to: .mmd (Mermaid), .dot (Graphviz) or .svg (a picture).")
def command(game: str, players: int | None, options: dict[str, str], output: str | None) -> None:
    """Draw the state machine of a game: decisions, chance events and the end, and what leads from one to another.

    Without -o the Mermaid text goes to standard output; paste it into a Markdown file. An .svg needs the program `dot`
    of Graphviz.

    \b
    Example:
      astro graph GAME -o game.mmd
    """
    from astro_referee.interpreter.machine import graph

    ending = Path(output).suffix if output is not None else ".mmd"
    if ending not in (".mmd", ".dot", ".svg"):
        raise Misuse(f"{output} should end in .mmd, .dot or .svg")
    drawn = graph.picture(prepared(game, players, options).machine)
    text = graph.mermaid(drawn) if ending == ".mmd" else graph.dot(drawn)
    if ending == ".svg":
        text = laid_out(text)
    if output is None:
        put(text.rstrip("\n"))
        return
    Path(output).write_text(text, encoding="utf-8", newline="\n")
    talk(f"wrote {output}")


def laid_out(text: str) -> str:
    """The picture of a graph, by Graphviz."""
    program = shutil.which("dot")
    if program is None:
        raise Failure("an .svg needs Graphviz, and there is no program `dot` here; write a .mmd or a .dot instead")
    try:
        done = subprocess.run(
            [program, "-Tsvg"], input=text, capture_output=True, encoding="utf-8", timeout=LONGEST_DRAWING, check=False
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"`dot` did not finish within {LONGEST_DRAWING} seconds") from None
    if done.returncode != 0:
        said = (done.stderr or "").strip().split("\n")[0]
        raise Failure(f"`dot` failed: {said or done.returncode}")
    return done.stdout
