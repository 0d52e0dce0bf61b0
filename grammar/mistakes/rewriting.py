"""What can be wrong with a line that is said as rulebooks say it, in words: with what to write instead."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Fix, Mistake, Replacement, Words
from astro_referee.grammar.source import Span


@frozen
class UnbracketedChoice(Mistake):
    code = "syntax"
    made: str

    def words(self) -> Words:
        return Words("a choice between two values stands in brackets, with `if` and `else`", Replacement(self.made))


@frozen
class DealtRound(Mistake):
    code = "syntax"
    step: str
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words(
            "cards cannot be dealt to each of several at once",
            f"write `for p in players`, and below it, further in, `{self.step}`",
            fixes=self.fixes,
        )


@frozen
class UnnamedTurns(Mistake):
    code = "missing-word"
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words("who has the turn needs a name before `in`", "write `turns once p in …`", fixes=self.fixes)


@frozen
class DocTag(Mistake):
    code = "syntax"
    word: str
    about: Span
    fixes: tuple[Fix, ...]

    def words(self) -> Words:
        return Words(
            "a text that explains something has no footnotes",
            f"write it at the end of the line of this `{self.word}`",
            related=((self.about, "the text is about this line"),),
            fixes=self.fixes,
        )
