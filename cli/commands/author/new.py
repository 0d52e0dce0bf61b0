"""`astro new`: a name in, a file to begin with out: a small game, or a variant of another one, with its first tests."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.options import source_of, with_json
from astro_referee.cli.terminal import put, put_json

if TYPE_CHECKING:
    from astro_referee.interpreter.play.game import Rules

STARTERS = Path(__file__).resolve().parents[2] / "starters"
KINDS = ("board", "cards")
NAMED = "game Starter "
"""How the header of a starter begins, which is a game by itself."""
ENDING = ".astro"
WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z]+[0-9]*|[0-9]+")
"""A word of a name: `NightRace` has two."""


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option("--from", "base", metavar="GAME", help="A variant of GAME, with the names of what can be changed in it.")
@click.option("--kind", type=click.Choice(KINDS), default=None, help="What the starter is about; otherwise a board.")
@click.option("--dir", "folder", metavar="FOLDER", help="Where the file goes; made if it is not there.")
@with_json
def command(name: str, base: str | None, kind: str | None, folder: str | None, as_json: bool) -> None:
    """Write a new rule file: a small game to read, play and change, with its first tests.

    NAME may be several words or a path; the file and the game in it are called by it. With --from, the file is a
    variant of a bundled game or of another file. A file that is there already is never touched.

    \b
    Examples:
      astro new "thin ice"
      astro new night-race --kind cards --dir my_games
      astro new my_variant --from GAME
    """
    from astro_referee.cli.table.recording import create

    if base is not None and kind is not None:
        raise Misuse("a variant has the kind of its base; leave out --kind or --from")
    path, title = place_of(name, folder)
    if path.exists():
        raise Misuse(f"{path} is there already; choose another name")
    text = starter(kind or KINDS[0], title) if base is None else variant(base, path, title)
    path.parent.mkdir(parents=True, exist_ok=True)
    create(path, text)
    if as_json:
        put_json({"file": str(path), "game": title, "from": base})
        return
    put(f"wrote {path}: {title}" + (f", a variant of {base}" if base is not None else ""))
    file = shlex.quote(str(path))
    put(f"  astro play {file}    take a seat, or watch with --watch")
    put(f"  astro test {file}    run its tests")
    put(f"  astro check {file}   after each change")


# --- Names -----------------------------------------------------------------------------------------------------------


def place_of(name: str, folder: str | None) -> tuple[Path, str]:
    """Where the file goes, and what the game is called: `night-race` is NightRace in night_race.astro."""
    given = Path(name.strip())
    said = given.name.removesuffix(ENDING)
    strange = next((sign for sign in said if not (sign.isascii() and sign.isalnum()) and sign not in " _-"), None)
    if strange is not None:
        sign = strange if strange.isprintable() else "a sign that cannot be seen"
        raise Misuse(f"{sign} cannot be in a name: it has letters from a to z, digits, blanks, - and _")
    words = WORD.findall(said)
    if not words:
        raise Misuse("a game needs a name with at least one letter")
    if words[0][0].isdigit():
        raise Misuse(f"a name cannot begin with a digit: {said}")
    stem = "_".join(word.lower() for word in words)
    from astro_referee.interpreter.play import library

    if stem.endswith(library.TESTS):
        raise Misuse(f"{stem}{ENDING} would be a file of tests; choose a name that does not end in test")
    if library.called(stem) in library.bundled():
        raise Misuse(f"a game that comes with Astro is called {library.called(stem)}; choose another name")
    path = Path(folder or "") / given.parent / f"{stem}{ENDING}"
    return path, "".join(word[0].upper() + word[1:] for word in words)


# --- Texts -----------------------------------------------------------------------------------------------------------


def starter(kind: str, title: str) -> str:
    """A small game under its new name."""
    return (STARTERS / f"{kind}{ENDING}").read_text(encoding="utf-8").replace(NAMED, f"game {title} ", 1)


def variant(base: str, path: Path, title: str) -> str:
    """A variant that changes nothing yet: what could be changed stands in it as comments, in the names of its base."""
    from astro_referee.interpreter import api
    from astro_referee.interpreter.play import library

    rules = api.load(source_of(base))
    wanted = base if library.called(base) in library.bundled() else seen_from(path, base)
    text = "\n".join(
        [
            "astro 1",
            "",
            f'variant {title} of "{wanted}"',
            f'  "Like {rules.title}, but …"',
            "",
            f"# Whatever is not said here is as in {rules.title}. Take the # away from a line and change it.",
            f"# `astro expand {path.name}` prints the rules with all changes, `astro diff` what they are.",
            *changes(rules),
            "",
            "# --- Tests -----------------------------------------------------------------",
            "",
            *first_test(rules),
        ]
    )
    made = library.source_of(f"{text}\n".encode(), str(path), path)
    if made.troubles:
        raise Misuse(f"{path} cannot be a variant of {base}: {made.troubles[0].message}; {made.troubles[0].label}")
    return f"{text}\n"


def seen_from(path: Path, base: str) -> str:
    """The path of a base as a file in another folder would write it."""
    there, own = Path(base).resolve(), path.parent.resolve()
    up = 0
    while not there.is_relative_to(own):
        own, up = own.parent, up + 1
    return "../" * up + there.relative_to(own).as_posix()


NO_OTHERS = ("OPTION", "RULING", "MOVE", "TEST")
"""Parts that are listed by themselves, or cannot be changed by name."""


def changes(rules: Rules) -> list[str]:
    """What can be changed in a base, as comments: each line shows a way to do it."""
    from astro_referee.grammar.syntax.outline import everything, outline
    from astro_referee.interpreter.values.printing import Printer

    parts = [part for part in everything(outline(rules.source.own)) if part.head != "TEST" and part.name]
    times = Counter(part.name for part in parts)
    names = {id(part): part.name if times[part.name] == 1 else ".".join(part.path) for part in parts}
    moves = [part for part in parts if part.head == "MOVE"]
    rows: list[str] = []
    if rules.options:
        show = Printer(rules.kinds, ()).show
        rows += ["", "# Options, as they are set now:"]
        rows += [f"# option {sheet.name} = {show(sheet.type, sheet.default)}" for sheet in rules.options]
    if moves:
        rows += ["", *comment("Moves:", [names[id(move)] for move in moves])]
        # Where there is nothing else to choose, a move cannot be taken away.
        spare = [move for other, move in pairwise(moves) if move.above is other.above]
        rows += ["# Take one away:", f"# drop {names[id(spare[-1])]}"] if spare else []
    ruled = next(((move, rule) for move in moves for rule in move.inner if rule.reason), None)
    if ruled is not None:
        rows += ["# Put another rule in the place of one, which is called by its reason:"]
        rows += [f'# replace {names[id(ruled[0])]} "{ruled[1].reason}"', '#   when … else "…"']
    then = next((part for part in parts if part.head == "THEN"), None)
    if then is not None:
        rows += ["# Let something more happen:", f"# insert first in {'.'.join(then.path[-2:])}", '#   say "…"']
    others = [part.name for part in parts if part.above is None and part.head not in NO_OTHERS]
    phases = [names[id(part)] for part in parts if part.head == "PHASE" and part.above is not None]
    rows += ["", *comment("Other parts, called by their names, too:", [*others, *phases])]
    source = rules.source
    used = [source.text[span.start : span.end] for span in map(source.stretch, source.files[:-1])]
    shared = [part.name for text in used for part in outline(text) if part.name and part.head not in NO_OTHERS]
    return [*rows, *(comment("Parts of the libraries it uses, in the same way:", shared) if shared else [])]


def comment(head: str, names: list[str]) -> list[str]:
    """Names after a few words, in as many lines of comment as it takes."""
    return wrap(f"{head} {', '.join(names)}.", 100, initial_indent="# ", subsequent_indent="#   ")


def first_test(rules: Rules) -> list[str]:
    """A test that holds as long as nothing has changed: somebody may make the first of their first moves."""
    from astro_referee.interpreter import api

    match = api.start(rules, seed=0)  # that of a test which does not say
    match.settle_all()
    if match.result is not None:
        won = ", ".join(match.game.players[seat] for seat in match.result.winners)
        who = f"{{{won}}}" if won else "nobody"
        return ['test "how it ends"', "  expect draw" if match.result.draw else f"  expect winner {who}"]
    seat = match.actors[0]
    player, move = match.game.players[seat], match.written(match.legal(seat)[0])
    return ['test "the first move"', f'  offers {player} "{move}"', f'  {player} "{move}"']
