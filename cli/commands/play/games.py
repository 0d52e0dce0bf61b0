"""`astro games`: what can be played without a file of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Failure
from astro_referee.cli.options import with_json
from astro_referee.cli.table.wrapping import fitted, whole_names, width
from astro_referee.cli.terminal import put, put_json, talk
from astro_referee.interpreter.values.text import in_columns

if TYPE_CHECKING:
    from astro_referee.interpreter.play.game import Rules

LENGTH = "length"
"""The credit that says how long a game takes."""


@click.command("games")
@click.argument("words", metavar="[WORD]...", nargs=-1)
@with_json
def command(words: tuple[str, ...], as_json: bool) -> None:
    """List the games that come with Astro, group by group: name, players, how long it takes, what it is about.

    With WORDs, only games in whose name, group or description all of them stand.

    \b
    Examples:
      astro games
      astro games cards
      astro games cards 2
      astro games --json
    """
    from astro_referee.interpreter.play import library

    wanted = [word.casefold() for word in words]
    listed: dict[str, list[tuple[str, Rules]]] = {}
    for name, path in library.bundled().items():
        try:
            rules = library.load(name)
        except library.NoGame:
            continue
        except library.BadRules:
            talk(f"{name} has errors: see `astro check {name}`", "warning")
            continue
        group = group_of(path)
        if all(word in searched(name, group, rules) for word in wanted):
            listed.setdefault(group, []).append((name, rules))
    if as_json:
        put_json([entry(name, group, rules) for group, games in listed.items() for name, rules in games])
        return
    if not listed:
        raise Failure(
            f"no game that comes with Astro has {' and '.join(f'`{word}`' for word in words)}; `astro games` lists all"
        )
    rows = [
        [name, players(rules), length(rules), first_sentence(rules.docs)]
        for games in listed.values()
        for name, rules in games
    ]
    lines, columns = iter(in_columns(rows)), width()
    for number, (group, games) in enumerate(listed.items()):
        if group:
            put(("\n" if number else "") + group.capitalize())
        for _ in games:
            for row in fitted(next(lines), columns):
                put(row)
    names = [f'use "{name}"' for name in library.libraries()]
    if names and not words:
        for row in fitted(f"\nFor games of your own: {', '.join(names)}", columns, whole_names(names)):
            put(row)


def group_of(path: Path) -> str:
    """The group of a game: the folder of the classics it is in."""
    return path.parent.name if path.parent.parent.name == "classics" else ""


def searched(name: str, group: str, rules: Rules) -> str:
    """What words are looked for in; a number is one of players."""
    low, high = rules.seats
    return " ".join([name, group, rules.title, rules.docs, *map(str, range(low, high + 1))]).casefold()


def players(rules: Rules) -> str:
    low, high = rules.seats
    if low != high:
        return f"{low} to {high} players"
    return f"{low} player" if low == 1 else f"{low} players"


def first_sentence(docs: str) -> str:
    return f"{docs.partition('. ')[0].removesuffix('.')}."


def length(rules: Rules) -> str:
    return dict(rules.credits).get(LENGTH, "")


def entry(name: str, group: str, rules: Rules) -> dict[str, object]:
    from astro_referee.interpreter.values.printing import Printer

    low, high = rules.seats
    printer = Printer(rules.kinds, ())
    options = [{"name": o.name, "default": printer.show(o.type, o.default), "about": o.docs} for o in rules.options]
    return {
        "name": name,
        "group": group,
        "title": rules.title,
        "players": {"least": low, "most": high},
        "length": length(rules),
        "about": rules.docs,
        "credits": [{"for": role, "name": who} for role, who in rules.credits if role != LENGTH],
        "options": options,
    }
