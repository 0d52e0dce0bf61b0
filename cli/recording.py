"""A record written as the game goes: lines are added and flushed, and no file that was there is ever written over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from astro_referee.cli.failures import Misuse
from astro_referee.cli.options import read_text
from astro_referee.cli.writing import write_whole

if TYPE_CHECKING:
    from astro_referee.interpreter.match import Match


class Recorder:
    """The file of a match in play; knows how many events are in it already."""

    def __init__(self, path: Path, written: int, ended: bool = False) -> None:
        self.path, self.written, self.ended = path, written, ended

    def update(self, match: Match) -> None:
        """Adds what has happened since the last time. Chance has settled, so no line is still growing."""
        from astro_referee.interpreter.records import event_lines, result_line

        if match.number < self.written:
            replace(self.path, match)
            self.written, self.ended = match.number, match.over
            return
        rows = event_lines(match, match.events[self.written :])
        if match.over and not self.ended:
            rows.append(result_line(match))
            self.ended = True
        if not rows:
            return
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            for row in rows:
                file.write(row + "\n")
                file.flush()
        self.written = match.number


def begin(path: Path, match: Match) -> Recorder:
    """A new file; one that is already there is refused."""
    from astro_referee.interpreter.records import header_text

    create(path, header_text(match))
    return Recorder(path, 0)


def create(path: Path, text: str) -> None:
    """Writes a new file; never over an old one."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Misuse(f"{path} exists already; choose another name") from None


def replace(path: Path, match: Match) -> None:
    """The file anew, in one step."""
    from astro_referee.interpreter.records import text_of

    write_whole(path, text_of(match))


def take_up(path: Path, planned: Match, given: set[str]) -> tuple[Match, Recorder]:
    """The match of a file that is there already, if it is a record of this game that has not ended.

    `given` are the settings the user asked for by hand; the record must agree with them, and decides the others.
    """
    from astro_referee.interpreter import api
    from astro_referee.interpreter.records import BadRecord, read

    other = "choose another file with --record"
    try:
        text = read_text(str(path))
        record = read(text)
        if record.header.rules != planned.game.rules.digest:
            raise Misuse(f"{path} is a record of other rules; {other}")
        match = api.resume(text, planned.game.rules.name).match
    except BadRecord as error:
        raise Misuse(f"{path} is there already and cannot be taken up ({error}); {other}") from None
    if match.over:
        raise Misuse(f"{path} holds a game that is over; {other}")
    differs = {
        "names": match.names != planned.names,
        "players": match.game.seats != planned.game.seats,
        "options": match.game.chosen != planned.game.chosen,
        "seed": match.seed != planned.seed,
    }
    for what in sorted(given):
        if differs[what]:
            raise Misuse(f"{path} is a record with other {what}; {other}")
    if record.torn:
        replace(path, match)
    return match, Recorder(path, match.number)
