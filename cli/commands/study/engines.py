"""`astro engines`: what can play games here."""

from __future__ import annotations

import sys

import click

from astro_referee.cli.options import with_json
from astro_referee.cli.terminal import put, put_json
from astro_referee.interpreter.values.text import clean, in_columns, plural


@click.command("engines")
@with_json
def command(as_json: bool) -> None:
    """Say which engines there are: Python plays everything; a compiled library plays the same games much faster.

    A library is compiled once for each set-up of a game, by the C compiler of this system (or the one that CC names),
    and kept in the cache. `simulate`, `perft` and bots use it as soon as it is there; --engine and ASTRO_ENGINE choose.

    \b
    Examples:
      astro engines
      astro simulate GAME --engine native
    """
    from astro_referee.grammar import cache
    from astro_referee.interpreter.backends.c import compiler
    from astro_referee.interpreter.play import native

    found = compiler.find()
    number, size = native.libraries()
    trouble = "" if found is not None else compiler.missing()
    if as_json:
        put_json(
            {
                "default": native.wanted(),
                "python": {"version": sys.version.split()[0]},
                "native": {
                    "available": found is not None,
                    "compiler": found.shown if found is not None else None,
                    "trouble": trouble or None,
                    "install": None if found is not None else native.INSTALL,
                },
                "cache": {
                    "folder": str(cache.folder()) if cache.folder() is not None else None,
                    "libraries": number,
                    "bytes": size,
                },
            }
        )
        return
    place = (
        f" in {clean(str(cache.folder()))}"
        if cache.folder() is not None
        else "; nothing is kept (ASTRO_CACHE is empty)"
    )
    rows = [
        ["python", f"always there (Python {sys.version.split()[0]})"],
        ["native", f"compiled by {clean(found.shown)}" if found is not None else f"none: {clean(trouble)}"],
        ["kept", f"{plural(number, 'library', 'libraries')}, {size / 1e6:.1f} MB{place}"],
        ["default", f"{native.wanted()} ({native.VARIABLE} or --engine choose another)"],
    ]
    for row in in_columns(rows):
        put(row)
    if found is None:
        put(f"to have it: {native.INSTALL}")
