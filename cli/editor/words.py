"""The words of the language as an editor explains them: how a line with each is written, and what it says."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import frozen

FILE = Path(__file__).with_name("words.txt")
"""A line for each word: the word, its form, what it says, with bars between them."""


@frozen
class Word:
    """A word, or several that mean something together."""

    word: str
    form: str
    about: str

    @property
    def markdown(self) -> str:
        return f"```astro\n{self.form}\n```\n\n{self.about}"


@cache
def words() -> dict[str, Word]:
    """All that are explained."""
    rows = (line.split(" | ", 2) for line in FILE.read_text(encoding="utf-8").splitlines())
    return {word: Word(word, form, about) for word, form, about in rows}


def word_at(line: str, column: int) -> Word | None:
    """The word at a column of a line, counted from one; the longest of those that mean something together."""
    found = [
        one
        for word, one in words().items()
        for start in range(max(0, column - 1 - len(word)), column)
        if line.startswith(word, start)
        and start < column <= start + len(word)
        and not line[start - 1 : start].strip("([{- ")
        and not (line[start + len(word) : start + len(word) + 1].isalnum() or line[start + len(word) :].startswith("_"))
    ]
    return max(found, key=lambda one: len(one.word), default=None)
