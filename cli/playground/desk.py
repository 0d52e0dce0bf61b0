"""What lies on the desk: the texts of the page as files in a folder of their own, so that rules, tests and snapshots
find each other as they would on a disk.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from attrs import define, frozen

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.testing.snapshots import snapshot_path

LONGEST_NAME = 60
UNFIT = re.compile(r"[^a-z0-9_]+")
HOME = Path(__file__).resolve().parent
ELSEWHERE = ("__pycache__", "__snapshots__", "classics", "libraries")
"""Folders of games that are found by the names of what is in them."""


@frozen
class Document:
    """A rule file as the page has it: its name without the ending, its text, and what tests it."""

    name: str
    rules: str
    tests: str = ""
    snapshots: str = ""


def document(data: object) -> Document:
    """A document out of a message; whatever is no text is an empty one."""
    given = data if isinstance(data, dict) else {}
    texts = [given.get(key, "") for key in ("name", "rules", "tests", "snapshots")]
    name, *rest = (text if isinstance(text, str) else "" for text in texts)
    # A page may cut a character in two; half of one is no text.
    return Document(stem(name), *(text.encode("utf-8", "replace").decode("utf-8") for text in rest))


def stem(name: str) -> str:
    """A name that every system takes for a file of rules, and not for one of tests."""
    made = UNFIT.sub("_", name.casefold().removesuffix(".astro"))[:LONGEST_NAME].strip("_")
    while made.endswith(library.TESTS):
        made = made.removesuffix(library.TESTS).rstrip("_")
    return made or "my_game"


def examples() -> Path | None:
    """The small games that are not installed as games: beside this module in a wheel, at the top of a working tree."""
    places = (HOME / "examples", HOME.parents[1] / "examples")
    return next((place for place in places if place.is_dir()), None)


def used() -> list[Path]:
    """What stands beside the games and examples that some of them use: folders of libraries, and other variants."""
    games = library.PACKAGE / "games"
    folders = [path for path in sorted(games.iterdir()) if path.is_dir() and path.name not in ELSEWHERE]
    shown = examples()
    return folders + (library.rule_files(shown / "variants", "*.astro") if shown is not None else [])


@define
class Desk:
    """A folder with one document, and copies of what its rules may use: a library must be in the folder of its game,
    and no link counts that leads out of it.
    """

    folder: Path
    now: Document | None = None

    def __attrs_post_init__(self) -> None:
        """The folder must be there, and empty."""
        for path in used():
            self.lay_beside(path)

    def lay_beside(self, path: Path) -> None:
        place = self.folder / path.name
        if path.is_dir():
            shutil.copytree(path, place, dirs_exist_ok=True)
        else:
            shutil.copyfile(path, place)

    @property
    def rules(self) -> Path:
        assert self.now is not None
        return self.folder / f"{self.now.name}.astro"

    @property
    def tests(self) -> Path:
        return self.rules.with_stem(f"{self.rules.stem}{library.TESTS}")

    def put(self, document: Document) -> None:
        """Lays a document down in the place of the last one."""
        if document == self.now:
            return
        if self.now is not None:
            self.clear()
        self.now = document
        for path, text in self.texts().items():
            if text:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")

    def texts(self) -> dict[Path, str]:
        """Each file of the document, empty ones too."""
        assert self.now is not None
        kept = snapshot_path(self.tests if self.now.tests else self.rules)
        return {self.rules: self.now.rules or "\n", self.tests: self.now.tests, kept: self.now.snapshots}

    def clear(self) -> None:
        """Takes the document away; what it hid is there again."""
        for path in (self.rules, self.tests, *map(snapshot_path, (self.rules, self.tests))):
            path.unlink(missing_ok=True)
        for path in used():
            if not (self.folder / path.name).exists():
                self.lay_beside(path)

    def source(self, tests: bool = False) -> Source:
        """The rules of the document, or its file of tests, under names without a folder."""
        path = self.tests if tests else self.rules
        return library.load_source(path, path.name)
