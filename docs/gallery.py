"""Draws every bundled game in play, and writes gallery.md: `python docs/gallery.py`, or `python docs/gallery.py chess`.

Moves are made at random, from a seed, as many as the table below says; so the same rules give the same pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show.picture import picture
from astro_referee.interpreter.values.text import spaced

FOLDER = Path(__file__).parent
PICTURES = FOLDER / "gallery"
PAGE = FOLDER / "gallery.md"
GAMES = FOLDER.parent / "games"
COMMAND = ".venv/bin/python docs/gallery.py"
SEED, USUAL = 7, 24
"""What moves are picked by, and how many of them."""
MOVES = {
    "backgammon": 40,
    "blackjack": 6,
    "bridge": 30,
    "breakthrough": 30,
    "chess": 20,
    "cribbage": 12,
    "dots-and-boxes": 14,
    "go": 44,
    "holdem": 5,
    "kriegspiel": 16,
    "leduc-poker": 3,
    "liars-dice": 3,
    "othello": 30,
    "phantom-tic-tac-toe": 4,
    "ptolemy": 14,
    "quayside": 40,
    "skat": 20,
    "tic-tac-toe": 4,
    "ultimate-tic-tac-toe": 34,
    "vediic": 30,
}
"""Where a game is worth seeing earlier or later than others."""
GROUPS = {"": "Astro's own", "boards": "Boards", "cards": "Cards", "dice": "Dice"}
HEAD = """\
# Gallery

Every bundled game in play, as `astro show` draws it from the rules alone: nothing here was drawn by hand. Moves are
made at random. Where hands are hidden, this is what the first player sees.
"""


def names() -> Iterator[tuple[str, str]]:
    """All games with the folder they are in."""
    for path in sorted(GAMES.glob("*.astro")) + sorted(GAMES.glob("classics/*/*.astro")):
        if not path.stem.endswith("_test"):
            yield path.stem.replace("_", "-"), path.parent.name if path.parent != GAMES else ""


def drawn(name: str) -> str:
    """A game in play, as its first player sees it where something is hidden."""
    game = library.prepare(library.load(name))
    match, pick = Match(game, SEED, game.players), Generator(SEED).below
    match.settle_all()
    for _ in range(MOVES.get(name, USUAL)):
        if match.over:
            break
        options = match.legal()
        match.play(options[pick(len(options))])
        match.settle_all()
    return picture(match, 0 if any(slot.hidden for slot in game.machine.fields) else None)


def page() -> str:
    """The whole page."""
    rows = [HEAD]
    for group, title in GROUPS.items():
        rows.append(f"\n## {title}\n")
        for name, there in names():
            if there == group:
                said = spaced(library.load(name).title)
                rows.append(f"### {said}\n\n![{said} in play](gallery/{name}.svg)\n")
    return "\n".join(rows)


def main(wanted: list[str]) -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, _ in names():
        if not wanted or name in wanted:
            (PICTURES / f"{name}.svg").write_text(drawn(name), encoding="ascii")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
