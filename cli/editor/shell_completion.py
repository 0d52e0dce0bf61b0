"""What the Tab key offers in a shell: the command line so far goes in, games, files, seats and options come out.

Nothing is compiled for it, and whatever goes wrong offers nothing: a shell must not be disturbed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

import click
from click.shell_completion import CompletionItem

SEATS = re.compile(r"^player:[ \t]*(.+?)[ \t]*(?:[@#].*)?$", re.MULTILINE)
HEADER = re.compile(r"^game\s+\w+\s+for\s+(?:\d+\s*\.\.\s*)?(\d+)\s+player", re.MULTILINE)
OPTION = re.compile(r"^option\s+(\w+)\s*:\s*(\w+)", re.MULTILINE)
NAMED = re.compile(r"^players: (.+)$", re.MULTILINE)

Offer = Callable[[click.Context], Iterable[str]]


def games(context: click.Context) -> Iterable[str]:
    """Bundled games, and the rule files of this folder."""
    from astro_referee.interpreter.play import library

    return [*library.bundled(), *sorted(path.name for path in Path().glob("*.astro"))]


def seats(context: click.Context) -> Iterable[str]:
    """Those of the game or record that was named before."""
    text = rules_of(context)
    record = NAMED.search(text)
    if record is not None:
        return [name.strip() for pair in record[1].split(",") for name in reversed(pair.split("="))]
    named, many = SEATS.search(text), HEADER.search(text)
    if named is not None:
        return re.split(r"\s*,\s*", named[1])
    return [f"P{number + 1}" for number in range(int(many[1]))] if many is not None else []


def bots(context: click.Context) -> Iterable[str]:
    from astro_referee.interpreter.study.bots import THINKERS

    return [f"{seat}={bot}" for seat in seats(context) for bot in THINKERS]


def options(context: click.Context) -> Iterable[str]:
    """Options of the game that was named before; yes and no are offered, too."""
    for name, type in OPTION.findall(rules_of(context)):
        yield from (f"{name}=yes", f"{name}=no") if type == "bool" else (f"{name}=",)


def codes(context: click.Context) -> Iterable[str]:
    from astro_referee.cli.commands.author.explain import explanations

    return explanations()


def rules_of(context: click.Context) -> str:
    """The text of the game or record that was named before, as it is written."""
    from astro_referee.interpreter.play import library

    # An option that still lacks its value keeps click from telling arguments from options.
    named = [context.params.get("record"), context.params.get("game"), *context.args]
    for game in [word for word in named if isinstance(word, str)] or os.environ.get("COMP_WORDS", "").split()[2:]:
        with suppress(library.NotFound):
            path = library.find(game)
            text = library.text_of(path)
            return text if text.startswith("astro record ") else library.load_source(path, game).text
    return ""


OFFERS: dict[str, Offer] = {
    "GAME": games,
    "OTHER": games,
    "FILE…": games,
    "[PATH…]": games,
    "PLAYER": seats,
    "SEAT": seats,
    "SEAT=BOT": bots,
    "NAME=VALUE": options,
    "[CODE]": codes,
}
"""By what a parameter is called in the help of its command."""
FILES = {"GAME": "file", "OTHER": "file", "FILE…": "file", "[PATH…]": "file", "FILE": "file", "RECORD": "file"}
FILES["FOLDER"] = "dir"
"""Where the shell itself goes on if nothing else is known."""


def completed(param: click.Parameter, context: click.Context, begun: str) -> list[CompletionItem]:
    """What a word that was begun may become."""
    called = param.metavar or ""
    found: list[CompletionItem] = []
    if called in OFFERS:
        with suppress(Exception):
            found = [CompletionItem(word) for word in OFFERS[called](context) if word.startswith(begun)]
    return found or ([CompletionItem(begun, type=FILES[called])] if called in FILES else [])


def complete(command: click.Command) -> click.Command:
    """A command whose parameters with a name in capitals are completed so."""
    for param in command.params:
        if param.metavar and not isinstance(param.type, click.Choice | click.IntRange):
            param.shell_complete = partial(completed, param)  # type: ignore[method-assign]
    return command
