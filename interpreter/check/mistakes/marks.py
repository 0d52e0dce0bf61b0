"""What can be wrong with how things are drawn, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Plain, Words, suggestions
from astro_referee.grammar.source import Span
from astro_referee.interpreter.values.marks import COLOUR, COLOURS, LONGEST, SHORT, SIGN

LOOKS = (SIGN, SHORT, COLOUR)


@frozen
class NotASign(Mistake):
    code = "bad-mark"
    text: str
    why: str

    def words(self) -> Words:
        return Words(
            f"{f'`{self.text}`' if self.text.isprintable() else 'this'} cannot be a sign: {self.why}",
            "a sign is one character that is one column wide, such as ♠ or ●",
        )


@frozen
class NotShort(Mistake):
    code = "bad-mark"
    text: str
    why: str

    def words(self) -> Words:
        return Words(
            f"`{self.text}` cannot be a short form: {self.why}",
            f"a short form has at most {LONGEST} letters, digits or signs that every keyboard has",
        )


@frozen
class UnknownColour(Mistake):
    code = "bad-mark"
    text: str

    def words(self) -> Words:
        return Words(
            f"there is no colour `{self.text}`",
            suggestions(self.text, COLOURS),
            (f"colours are: {', '.join(COLOURS)}",),
        )


@frozen
class NoSuchLook(Mistake):
    code = "bad-mark"
    word: str

    def words(self) -> Words:
        return Words(
            f"`{self.word}` says nothing of how this is drawn",
            suggestions(self.word, LOOKS),
            ("there are `sign`, `short` and `colour`, each with a text in quotes",),
        )


@frozen
class NotWords(Mistake):
    code = "bad-mark"
    member: str

    def words(self) -> Words:
        return Words(f"what players read for `{self.member}` is plain text", "leave out commas and `{ }`")


LOOKS_OF_MANY = Plain(
    "bad-mark",
    "this has several members, which cannot all look like that",
    "each is drawn by its parts: give those a `sign`, a `short` form or a `colour` in their tables",
)


@frozen
class SameMark(Mistake):
    """Two members with the same sign, short form or words, or one with the name of another."""

    code = "same-mark"
    text: str
    member: str
    other: str
    first: Span

    def words(self) -> Words:
        return Words(
            f"`{self.text}` stands for `{self.member}` and for `{self.other}`",
            "each needs one of its own",
            related=((self.first, f"that of `{self.other}`"),),
        )
