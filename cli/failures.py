"""What can go wrong, as what the user is told: an exception of the interpreter in, a message with an exit code out."""

from __future__ import annotations

import click

from astro_referee.cli.main import FAILS, MISUSED
from astro_referee.interpreter.values.text import clean

MOST_PROBLEMS = 5
"""Problems shown when a game cannot even begin; `astro check` shows them all."""


class Failure(click.ClickException):
    """Ends a command with a line on standard error: it does not hold."""

    exit_code = FAILS


class Misuse(Failure):
    """The same for something that should not have been asked for in this way."""

    exit_code = MISUSED

    def __init__(self, message: str) -> None:
        super().__init__(clean(message))  # names in it may come out of a file


def failure(error: Exception) -> Exception:
    """The failure an exception stands for; the exception itself if it is a mistake of ours."""
    from astro_referee.cli.terminal import painter
    from astro_referee.grammar import report
    from astro_referee.grammar.problems import Severity
    from astro_referee.interpreter.play.game import BadOption
    from astro_referee.interpreter.play.library import BadRules, NoGame, NotAFile, NotFound
    from astro_referee.interpreter.play.match import FaultyRules
    from astro_referee.interpreter.play.native import BadChoice, NoNativeEngine
    from astro_referee.interpreter.records.amendments import BadAmendment
    from astro_referee.interpreter.records.changed_rules import ChangedRules
    from astro_referee.interpreter.records.records import BadRecord

    match error:
        case NotFound() | NotAFile() | NoGame() | BadOption() | BadChoice():
            return Misuse(str(error))
        case BadRules():
            worst = tuple(p for p in error.problems if p.severity is Severity.ERROR)
            shown = report.frames(error.source, worst[:MOST_PROBLEMS], painter(err=True))
            name, more = clean(error.source.name), len(worst) - MOST_PROBLEMS
            hint = f"\n\nand {more} more: see `astro check {name}`" if more > 0 else ""
            return Failure(f"{name} cannot be played: {report.summary(error.problems)}\n\n{shown}{hint}")
        case FaultyRules():
            shown = report.frame(error.source, error.problem, painter(err=True))
            script = "".join(f"\n    {clean(row)}" for row in error.script.splitlines())
            replayed = f"\n\nthis test replays it:{script}" if script else ""
            return Failure(f"{clean(error.source.name)}: the rules cannot go on from here\n\n{shown}{replayed}")
        case ChangedRules():
            return Failure(f"{clean(str(error))}; --changed-rules goes on under them")
        case NoNativeEngine():
            return Failure(f"there is no native engine: {clean(str(error))}")
        case BadRecord() | BadAmendment():
            return Failure(clean(str(error)))
        case IsADirectoryError():
            return Misuse(f"{error.filename} is a folder")
        case PermissionError():
            return Misuse(f"{error.filename} may not be read or written")
        case OSError() if error.filename is not None:
            return Misuse(f"{error.filename}: {(error.strerror or 'cannot be used').lower()}")
        case OSError():
            return Failure((error.strerror or "the system refused something").lower())
        case _:
            return error
