"""What the preview shows: a file and a line go in, pictures, legal moves and what is wrong come out.

While the text has errors, the last position that could be shown stays, and is marked as old.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Condition
from time import monotonic

from attrs import define, field, frozen

from astro_referee.grammar.problems import Severity
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.show.picture import picture
from astro_referee.interpreter.testing.at_line import LinePosition, position_at, test_at, without_tests

MOST = 300
"""Moves or outcomes that are listed."""
Facts = dict[str, object]
AddLine = Callable[[Path, int, str], None]
"""Puts a line into a file, below a line that is counted from one."""


@frozen
class ShownPosition:
    """A position with what leads on from it."""

    path: Path
    line: int
    """Where the next line of the test goes: below this one."""
    begins: bool
    """Whether a test must be begun there first."""
    facts: Facts
    lines: tuple[str, ...]
    """What can be added to the test."""


@define
class Preview:
    """What is shown now, under a number that grows when something changes."""

    add_line: AddLine
    number: int = 0
    at: tuple[Path, int] | None = None
    shown: ShownPosition | None = None
    trouble: str = ""
    """Why what is shown is not the text as it is now."""
    news: Condition = field(factory=Condition)

    def look(self, path: Path, line: int) -> None:
        """Another line of a file is looked at."""
        self.at = path, line
        self.refresh()

    def refresh(self) -> None:
        """Something has changed in the text."""
        if self.at is None:
            return
        (path, line), found = self.at, self.shown
        try:
            new = shown_at(path, line)
            found, trouble = new, str(new.facts.pop("failure", ""))
        except library.BadRules as bad:
            worst = [one for one in bad.problems if one.severity is Severity.ERROR] or list(bad.problems)
            at = worst[0].span.start
            trouble = f"{bad.source.file(at)}:{bad.source.place(at)[0]}: {worst[0].message}"
        except FaultyRules as fault:
            trouble = f"the rules cannot go on: {fault.problem.message}"
        except (OSError, library.NotAFile, library.NoGame, library.NotFound) as error:
            trouble = str(error)
        with self.news:
            if (found, trouble) == (self.shown, self.trouble):
                return  # a click on what is shown is still one on what is shown
            self.shown, self.trouble = found, trouble
            self.number += 1
            self.news.notify_all()

    def facts(self, since: int, patience: float) -> Facts:
        """What is shown, once that is newer than `since`, or after some seconds."""
        end = monotonic() + patience
        with self.news:
            while self.number <= since and (left := end - monotonic()) > 0:
                self.news.wait(left)
            facts = dict(self.shown.facts) if self.shown is not None else {}
            return facts | {"number": self.number, "trouble": self.trouble, "old": bool(self.trouble)}

    def add(self, number: int, choice: int) -> bool:
        """Adds one of the lines that were shown under a number; whether they are still those."""
        with self.news:
            shown = self.shown
            if shown is None or number != self.number or self.trouble or not 0 <= choice < len(shown.lines):
                return False
        head = 'test "a new test"\n' if shown.begins else ""
        self.at = shown.path, shown.line + (3 if shown.begins else 1)
        self.add_line(shown.path, shown.line, ("\n" if shown.begins else "") + head + f"  {shown.lines[choice]}\n")
        return True


def shown_at(path: Path, line: int) -> ShownPosition:
    """The position behind a line of a test; elsewhere, the beginning of the game."""
    text = library.text_of(path)
    test = test_at(text, line)
    found = position_at(path, text, line) if test is not None else None
    if found is None:
        source = without_tests(library.load_source(path))
        game = library.built(source, None, {})
        match = Match(game, 0, game.players)
        end = len(text.rstrip("\n").split("\n"))
        return laid_out(path, LinePosition("", end, match, None), end, begins=True)
    assert test is not None
    return laid_out(path, found, min(line, test.last), begins=False)


def laid_out(path: Path, found: LinePosition, line: int, begins: bool) -> ShownPosition:
    match, players = found.match, found.match.game.players
    choices, lines = list[Facts](), list[str]()
    if match.chance is not None:
        for _, likely, said in match.outcomes()[:MOST]:
            choices.append({"who": "chance", "text": said, "about": f"{float(likely):.0%}"})
            lines.append(f'chance "{said}"')
    for seat in match.actors:
        for move, said in list(match.in_words(seat).items())[:MOST]:
            if '"' not in said:
                choices.append({"who": players[seat], "text": said, "about": match.about(move)})
                lines.append(f'{players[seat]} "{said}"')
    facts: Facts = {
        "title": match.game.rules.title,
        "test": found.title,
        "file": path.name,
        "line": line,
        "status": narration.ending(match) if match.over else [narration.status(match)],
        "choices": choices,
        "pictures": [
            {"who": "everything", "svg": picture(match, None)},
            *({"who": name, "svg": picture(match, seat)} for seat, name in enumerate(players)),
        ],
    }
    if found.failure is not None:
        at = found.failure
        facts["failure"] = f"{at.file}:{at.line}: {at.wanted}: {at.happened}"
    return ShownPosition(path, line, begins, facts, tuple(lines))
