"""What lies on the desk: the texts of the page as files in a folder of their own, so that rules, tests and snapshots
find each other as they would on a disk.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import define, field, frozen

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.testing.snapshots import snapshot_path

LONGEST_NAME = 60
UNFIT = re.compile(r"[^a-z0-9_]+")
HOME = Path(__file__).resolve().parent


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


@define
class Desk:
    """A folder with one document, and links to what its rules may use."""

    folder: Path
    now: Document | None = None
    linked: set[Path] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        """The folder must be there, and empty."""
        games = library.PACKAGE / "games"
        for path in sorted(games.iterdir()):
            if path.is_dir() and path.name not in ("classics", "libraries") and not path.name.startswith("_"):
                self.link(path)
        variants = (examples() or games) / "variants"
        for path in library.rule_files(variants, "*.astro"):
            self.link(path)

    def link(self, path: Path) -> None:
        (self.folder / path.name).symlink_to(path)
        self.linked.add(path)

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
                path.unlink(missing_ok=True)  # a link is taken away, and never written through
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
        for path in self.linked:
            if not (self.folder / path.name).is_symlink():
                (self.folder / path.name).symlink_to(path)

    def source(self, tests: bool = False) -> Source:
        """The rules of the document, or its file of tests, under names without a folder."""
        path = self.tests if tests else self.rules
        return library.load_source(path, path.name)
