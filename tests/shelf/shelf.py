"""All rule files of the project, in the way tests ask for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from zlib import crc32

import pytest
from _pytest.mark import ParameterSet

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {
    path: library.load_source(path)
    for path in sorted(path for folder in ("games", "examples") for path in library.rule_files(ROOT / folder))
}
LIBRARIES = [path for path, source in SOURCES.items() if source.is_library]
VARIANTS = [path for path, source in SOURCES.items() if source.base is not None]
ORIGINALS = [path for path in SOURCES if path not in LIBRARIES and path not in VARIANTS]
"""Games that stand for themselves."""
GAMES = [path for path in SOURCES if path not in LIBRARIES]
"""Whatever can be played: variants too."""
RULEBOOKS = {name: path for name, path in library.bundled().items() if path.parent == library.groups()[0]}
"""The games that come with Astro and follow a rulebook, by name; the others are classics."""
CLASSICS = [path for path in GAMES if path.is_relative_to(ROOT / "games" / "classics")]
SAMPLE = frozenset(
    ["backgammon", "chess", "crazy_eights", "cribbage", "go", "hearts", "hex", "liars_dice", "tic_tac_toe", "xiangqi"]
)
"""Classics that differ most from each other. The others are looked at in thorough runs where all files go one way: each
has tests of its own, and is compared with another engine, in every run."""
LARGE = 8_000
"""Characters of a large rule file: a fifth of them have more."""


def is_usual(path: Path) -> bool:
    """Whether a file is looked at in every run: no classic, or one of the sample."""
    return path not in CLASSICS or path.stem in SAMPLE


def is_turn(path: Path, test: str) -> bool:
    """Whether it is the turn of a file in a short run of a test that all files pass or fail alike: each test looks at
    another third of them, so that every file is looked at in many ways.
    """
    return crc32(f"{test} {path.stem}".encode()) % 3 == 0


def is_variant(source: Source) -> bool:
    return source.base is not None


def is_large(source: Source) -> bool:
    """Whether it takes longer to build a rule file, with what it uses and is a variant of, than to play it."""
    return len(source.text) > LARGE


def is_large_variant(source: Source) -> bool:
    """The small variants are enough to see that what differs from a base is minded."""
    return is_variant(source) and is_large(source)


def each(
    paths: Iterable[Path] = GAMES,
    thorough: Callable[[Source], bool] = is_variant,
    sample: bool = True,
    turns: str = "",
) -> list[ParameterSet]:
    """Files as parameters, by their names. Variants differ little from their bases: they are left to thorough runs, and
    so are classics outside the sample, unless all are wanted; and files whose turn it is not, if they take turns.
    """

    def marks(path: Path) -> list[pytest.MarkDecorator]:
        left = thorough(SOURCES[path]) or (sample and not is_usual(path)) or (turns and not is_turn(path, turns))
        return [pytest.mark.thorough] if left else []

    return [pytest.param(path, id=path.stem, marks=marks(path)) for path in paths]
