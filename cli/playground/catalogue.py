"""What one can begin from: every game that comes with Astro and every example, with rules, tests and snapshots."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

from astro_referee.cli.commands.play import games
from astro_referee.cli.playground.desk import examples
from astro_referee.grammar.source import is_library
from astro_referee.interpreter.play import library
from astro_referee.interpreter.testing.runner import beside
from astro_referee.interpreter.testing.snapshots import snapshot_path

TESTS_OF = re.compile(r'^tests of "[^"\n]*"', re.MULTILINE)
EXAMPLES, VARIANTS = "examples", "variants"


@frozen
class Entry:
    """A game with what the list says of it, and its file."""

    name: str
    group: str
    title: str
    players: str
    about: str
    bundled: bool
    """Whether a variant can be made of it by its name."""
    file: Path

    @property
    def listed(self) -> dict[str, object]:
        return {
            "name": self.name,
            "group": self.group,
            "title": self.title,
            "players": self.players,
            "about": self.about,
            "bundled": self.bundled,
        }


def texts_of(file: Path) -> dict[str, str]:
    """A document as the page opens it: rules, tests and snapshots."""
    tests = text_of(beside(file))
    # In the page the tests are those of the copy that is edited, not of the game as it comes.
    tests = TESTS_OF.sub(f'tests of "{file.name}"', tests, count=1)
    kept = text_of(snapshot_path(beside(file) if tests else file))
    return {"name": file.stem, "rules": text_of(file), "tests": tests, "snapshots": kept}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def catalogue() -> list[Entry]:
    """All of them: the bundled games group by group, then the examples."""
    return [one for found in files() if (one := entry(*found)) is not None]


def files() -> list[tuple[Path, str, str]]:
    """The rule files with their groups, and with their names if they are bundled."""
    found = [(path, games.group_of(path) or "games", name) for name, path in library.bundled().items()]
    shown = examples()
    if shown is not None:
        found += [(path, EXAMPLES, "") for path in library.rule_files(shown, "*.astro")]
        found += [(path, VARIANTS, "") for path in library.rule_files(shown / VARIANTS, "*.astro")]
    return found


def entry(path: Path, group: str, bundled: str) -> Entry | None:
    if is_library(library.text_of(path)):
        return None
    rules = library.load(library.load_source(path, path.name))
    name = bundled or library.called(path.stem)
    about = games.first_sentence(rules.docs)
    return Entry(name, group, rules.title, games.players(rules), about, bool(bundled), path)
