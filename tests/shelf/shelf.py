"""All rule files of the project, in the way tests ask for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

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


def is_variant(source: Source) -> bool:
    return source.base is not None


def each(paths: Iterable[Path] = GAMES, thorough: Callable[[Source], bool] = is_variant) -> list[ParameterSet]:
    """Files as parameters, by their names. Variants differ little from their bases: they are left to thorough runs."""
    return [
        pytest.param(path, id=path.stem, marks=[pytest.mark.thorough] if thorough(SOURCES[path]) else [])
        for path in paths
    ]
