"""Astro: a small language for the rules of tabletop games, and a referee that runs them.

From Python: `start(GAME, seed=7)` gives a match; `match.settle_all()` lets chance decide, `match.legal()` lists the
legal moves of whoever is asked, `match.submit(player, "what was typed")` plays one or says why not, and
`match.play(bot("mcts").choose(match))` lets a bot move.
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from astro_referee.interpreter.api import (
        Picture,
        Resumed,
        amend,
        cover,
        load,
        picture,
        prepare,
        resume,
        run_tests,
        save,
        solve,
        start,
        study,
    )
    from astro_referee.interpreter.play.events import Result
    from astro_referee.interpreter.play.game import BadOption, Game, Rules
    from astro_referee.interpreter.play.library import BadRules, NoGame, NotFound
    from astro_referee.interpreter.play.match import FaultyRules, Match
    from astro_referee.interpreter.play.native import NoNativeEngine
    from astro_referee.interpreter.play.playouts import Playouts
    from astro_referee.interpreter.play.typed_moves.verdict import Verdict
    from astro_referee.interpreter.records.amendments import Amended, BadAmendment
    from astro_referee.interpreter.records.changed_rules import ChangedRules
    from astro_referee.interpreter.records.records import BadRecord
    from astro_referee.interpreter.study.bots import Bot, NoBot, bot
    from astro_referee.interpreter.study.coverage import Coverage
    from astro_referee.interpreter.study.playability import Playability, try_out
    from astro_referee.interpreter.study.playability.findings import Finding
    from astro_referee.interpreter.study.quality.summary import Study
    from astro_referee.interpreter.study.solving.solver import Solved
    from astro_referee.interpreter.testing.runner import FailedTest, Tried

HOME = {
    "Amended": "records.amendments",
    "BadAmendment": "records.amendments",
    "amend": "api",
    "ChangedRules": "records.changed_rules",
    "Coverage": "study.coverage",
    "cover": "api",
    "load": "api",
    "Picture": "api",
    "picture": "api",
    "prepare": "api",
    "start": "api",
    "resume": "api",
    "run_tests": "api",
    "save": "api",
    "solve": "api",
    "study": "api",
    "Resumed": "api",
    "Bot": "study.bots",
    "NoBot": "study.bots",
    "bot": "study.bots",
    "BadOption": "play.game",
    "Game": "play.game",
    "Rules": "play.game",
    "BadRules": "play.library",
    "NoGame": "play.library",
    "NotFound": "play.library",
    "NoNativeEngine": "play.native",
    "Playouts": "play.playouts",
    "FaultyRules": "play.match",
    "Match": "play.match",
    "Result": "play.events",
    "Verdict": "play.typed_moves.verdict",
    "Finding": "study.playability.findings",
    "Playability": "study.playability",
    "try_out": "study.playability",
    "Study": "study.quality.summary",
    "Solved": "study.solving.solver",
    "BadRecord": "records.records",
    "FailedTest": "testing.runner",
    "Tried": "testing.runner",
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
    "NoNativeEngine",
    "NotFound",
    "Picture",
    "Playability",
    "Playouts",
    "Result",
    "Resumed",
    "Rules",
    "Solved",
    "Study",
    "Tried",
    "Verdict",
    "__version__",
    "amend",
    "bot",
    "cover",
    "load",
    "picture",
    "prepare",
    "resume",
    "run_tests",
    "save",
    "solve",
    "start",
    "study",
    "try_out",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> object:
    if name not in HOME:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from importlib import import_module

    return getattr(import_module(f"astro_referee.interpreter.{HOME[name]}"), name)
