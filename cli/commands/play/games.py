"""`astro games`: what can be played without a file of one's own."""

from __future__ import annotations

import click

from astro_referee.cli.options import with_json
from astro_referee.cli.terminal import put, put_json, talk
from astro_referee.interpreter.values.text import in_columns


@click.command("games")
@with_json
def command(as_json: bool) -> None:
    """List the games that come with Astro: name, number of players, what it is about; and the libraries for others.

    \b
    Example:
      astro games --json
    """
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.values.printing import Printer

    rows, listed = [], []
    for name in library.bundled():
        try:
            rules = library.load(name)
        except library.NoGame:
            continue
        except library.BadRules:
            talk(f"{name} has errors: see `astro check {name}`", "warning")
            continue
        low, high = rules.seats
        rows.append([name, f"{low} players" if low == high else f"{low} to {high} players", rules.docs])
        printer = Printer(rules.kinds, ())
        listed.append(
            {
                "name": name,
                "title": rules.title,
                "players": {"least": low, "most": high},
                "about": rules.docs,
                "credits": [{"for": role, "name": who} for role, who in rules.credits],
                "options": [
                    {"name": o.name, "default": printer.show(o.type, o.default), "about": o.docs} for o in rules.options
                ],
            }
        )
    if as_json:
        put_json(listed)
        return
    for row in in_columns(rows):
        put(row)
    names = [f'use "{name}"' for name in library.libraries()]
    if names:
        put(f"\nFor games of your own: {', '.join(names)}")
