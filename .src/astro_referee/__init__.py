"""Astro: a small language for the rules of tabletop games, and a referee that runs them.

From Python: `start(GAME, seed=7)` gives a match; `match.settle_all()` lets chance decide, `match.legal()` lists the
legal moves of whoever is asked, `match.submit(player, "what was typed")` plays one or says why not, and
`match.play(bot("mcts").choose(match))` lets a bot move.
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from astro_referee.interpreter.amend import Amended, BadAmendment
    from astro_referee.interpreter.api import Resumed, amend, cover, load, resume, run_tests, save, start
    from astro_referee.interpreter.bots import Bot, NoBot, bot
    from astro_referee.interpreter.changes import ChangedRules
    from astro_referee.interpreter.coverage import Coverage
    from astro_referee.interpreter.events import Result
    from astro_referee.interpreter.game import BadOption, Game, Rules
    from astro_referee.interpreter.judging import Verdict
    from astro_referee.interpreter.library import BadRules, NoGame, NotFound
    from astro_referee.interpreter.match import FaultyRules, Match
    from astro_referee.interpreter.playability import Playability, try_out
    from astro_referee.interpreter.playability.findings import Finding
    from astro_referee.interpreter.records import BadRecord
    from astro_referee.interpreter.testing import FailedTest, Tried

HOME = {
    "Amended": "amend",
    "BadAmendment": "amend",
    "amend": "api",
    "ChangedRules": "changes",
    "Coverage": "coverage",
    "cover": "api",
    "load": "api",
    "start": "api",
    "resume": "api",
    "run_tests": "api",
    "save": "api",
    "Resumed": "api",
    "Bot": "bots",
    "NoBot": "bots",
    "bot": "bots",
    "BadOption": "game",
    "Game": "game",
    "Rules": "game",
    "BadRules": "library",
    "NoGame": "library",
    "NotFound": "library",
    "FaultyRules": "match",
    "Match": "match",
    "Result": "events",
    "Verdict": "judging",
    "Finding": "playability.findings",
    "Playability": "playability",
    "try_out": "playability",
    "BadRecord": "records",
    "FailedTest": "testing",
    "Tried": "testing",
}
"""Which module of the interpreter each public name comes from; nothing is imported before it is asked for."""

__all__ = [
    "Amended",
    "BadAmendment",
    "BadOption",
    "BadRecord",
    "BadRules",
    "Bot",
    "ChangedRules",
    "Coverage",
    "FailedTest",
    "FaultyRules",
    "Finding",
    "Game",
    "Match",
    "NoBot",
    "NoGame",
    "NotFound",
    "Playability",
    "Result",
    "Resumed",
    "Rules",
    "Tried",
    "Verdict",
    "__version__",
    "amend",
    "bot",
    "cover",
    "load",
    "resume",
    "run_tests",
    "save",
    "start",
    "try_out",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> object:
    if name not in HOME:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from importlib import import_module

    return getattr(import_module(f"astro_referee.interpreter.{HOME[name]}"), name)
