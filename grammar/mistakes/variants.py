"""What can be wrong with the changes of a variant, in words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Mistake, Words, did_you_mean
from astro_referee.grammar.syntax.words import listed


@frozen
class TooManyChanges(Mistake):
    code = "too-large"
    most: int

    def words(self) -> Words:
        return Words(f"there are more than {self.most:,} changes", "a game of its own is easier to read")


@frozen
class Clash(Mistake):
    code = "clash"
    change: str
    file: str
    other: str
    line: int
    by: str
    """The other change: what it is about, its line, and its file if that is another one."""

    def words(self) -> Words:
        place = self.by or f"line {self.line}"
        return Words(
            f"`{self.change}` and another change are about the same lines of {self.file}",
            f"{place} changes `{self.other}`, too",
        )


@frozen
class SeveralParts(Mistake):
    code = "unclear-part"
    change: str
    ways: tuple[tuple[str, int], ...]
    """Paths, and their lines."""

    def words(self) -> Words:
        ways = listed([f"`{path}` (line {line})" for path, line in self.ways])
        return Words(f"`{self.change}` could be several parts: {ways}", "write more of its path")


@frozen
class NoOption(Mistake):
    code = "unknown-part"
    name: str
    options: tuple[str, ...]

    def words(self) -> Words:
        known = f"its options: {', '.join(self.options)}" if self.options else "it has no options at all"
        advice = did_you_mean(self.name, self.options)
        return Words(f"the base has no option `{self.name}`", advice, notes=(known,))


@frozen
class NoSuchReason(Mistake):
    code = "unknown-part"
    move: str
    found: bool
    reasons: tuple[str, ...]

    def words(self) -> Words:
        rules = "several rules that give" if self.found else "no rule that gives"
        reasons = tuple(f'it has: "{reason}"' for reason in self.reasons)
        return Words(f"`{self.move}` has {rules} this reason", "write the reason as the base does", notes=reasons)


@frozen
class NothingCalled(Mistake):
    code = "unknown-part"
    change: str
    near: tuple[str, ...]
    step: bool
    """Whether it is the word of a step."""

    def words(self) -> Words:
        advice = "did you mean " + " or ".join(f"`{path}`" for path in self.near) + "?" if self.near else ""
        if not self.near and self.step:
            advice = "a step has no name, but what is around it has, such as `begin` or `then`"
        return Words(f"nothing in the base is called `{self.change}`", advice)


@frozen
class BeginsOtherwise(Mistake):
    code = "misplaced"
    change: str
    head: str
    line: str

    def words(self) -> Words:
        return Words(
            f"what stands in the place of `{self.change}` must begin with `{self.head}`", f"in the base: `{self.line}`"
        )


@frozen
class NothingLeft(Mistake):
    """What is around a dropped part has nothing else."""

    code = "missing-block"
    lacks = "nothing"
    change: str
    line: str
    where: str
    around: str

    def words(self) -> Words:
        message = f"`drop {self.change}` leaves {self.lacks} below `{self.line}` ({self.where})"
        return Words(message, f"drop or replace what is around it, such as `{self.around}`" if self.around else "")


class NothingToChoose(NothingLeft):
    """Only an `otherwise` is left of a decision."""

    code = "no-move"
    lacks = "nothing to choose"


@frozen
class ChangedBase(Mistake):
    code = "changed-base"
    base: str
    version: str
    now: str

    def words(self) -> Words:
        note = f'if the variant still does what it should, write `base "{self.now}"` below'
        message = f"{self.base} has changed since this variant was written"
        return Words(message, f"it was version {self.version}, and is {self.now}", notes=(note,))
