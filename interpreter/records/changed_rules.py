"""Rules that have changed since a record was begun: which named parts, and whether the game so far is still legal."""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter.play.game import Rules
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.records.records import BadRecord, Header


@frozen
class Changes:
    """Named parts that say something else now, that are new, and that are gone; of older records none is known."""

    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    known: bool = True

    def __str__(self) -> str:
        if not self.known:
            return "the record does not say which parts"
        said = [f"{', '.join(self.changed)} changed"] if self.changed else []
        said += [f"{', '.join(self.added)} added"] if self.added else []
        said += [f"{', '.join(self.removed)} removed"] if self.removed else []
        return "; ".join(said)


def between(header: Header, rules: Rules) -> Changes | None:
    """What has changed since the header was written; None if the game is the same, however its text is laid out."""
    if header.rules == rules.digest:
        return None
    if not header.parts:
        return Changes(known=False)
    then, now = dict(header.parts), rules.parts
    if then == now:
        return None
    return Changes(
        tuple(name for name in now if name in then and now[name] != then[name]),
        tuple(name for name in now if name not in then),
        tuple(name for name in then if name not in now),
    )


class ChangedRules(Exception):
    """A record of rules that have changed: nothing goes on until that is asked for.

    `match` is the game so far under the new rules; where it is not legal any more, `bad` says why.
    """

    def __init__(self, name: str, changes: Changes, match: Match | None, bad: BadRecord | None) -> None:
        super().__init__(summary(name, changes, bad))
        self.changes, self.match, self.bad = changes, match, bad


def summary(name: str, changes: Changes, bad: BadRecord | None) -> str:
    """All there is to say about it in one line."""
    legal = "the game so far is still legal" if bad is None else f"the game so far is not legal any more ({bad})"
    return f"{changed(name, changes)}; {legal}"


def changed(name: str, changes: Changes) -> str:
    return f"the rules in {name} have changed since this record was begun: {changes}"
