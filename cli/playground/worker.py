"""The one way in from the page: a message as JSON in, its answer as JSON out. Whatever goes wrong is an answer, too."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from attrs import define, field

from astro_referee.cli.failures import Failure, failure
from astro_referee.cli.playground import writing
from astro_referee.cli.playground.desk import Desk, document
from astro_referee.cli.playground.playing import NoMatch, SideTable
from astro_referee.interpreter.play.library import BadRules
from astro_referee.interpreter.play.match import FaultyRules

Facts = dict[str, object]
LARGEST = 2_000_000
"""Characters of a message: as much as a rule file may have."""


class UnknownMessage(Exception):
    """A message that the page would never send; the text says what is wrong with it."""


@define
class PageMessage:
    """What is asked, with its fields by type: one that is missing or of another type counts as not given."""

    fields: dict[str, object]

    def text(self, name: str) -> str | None:
        value = self.fields.get(name)
        return value if isinstance(value, str) else None

    def number(self, name: str) -> int | None:
        value = self.fields.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def flag(self, name: str) -> bool:
        return self.fields.get(name) is True

    def texts(self, name: str) -> list[str]:
        value = self.fields.get(name)
        return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []

    def pairs(self, name: str) -> dict[str, str]:
        value = self.fields.get(name)
        return {k: v for k, v in value.items() if isinstance(v, str)} if isinstance(value, dict) else {}


@define
class Worker:
    """One page's document and match."""

    desk: Desk = field(factory=lambda: Desk(Path(tempfile.mkdtemp(prefix="astro-desk-"))))
    room: SideTable = field(factory=SideTable)

    def answer(self, text: str) -> str:
        """The answer to a message."""
        try:
            found = {"ok": True, **self.handled(text)}
        except Exception as error:
            found = {"ok": False, **refusal(error)}
        return json.dumps(found)

    def handled(self, text: str) -> Facts:
        if len(text) > LARGEST:
            raise UnknownMessage("this is too long for a rule file")
        try:
            data = json.loads(text)
        except ValueError:
            raise UnknownMessage("a message must be JSON") from None
        if not isinstance(data, dict):
            raise UnknownMessage("a message must be an object")
        message = PageMessage(data)
        handler = HANDLERS.get(message.text("do") or "")
        if handler is None:
            raise UnknownMessage("a message must say what to `do`")
        if "document" in data:
            self.desk.put(document(data["document"]))
        elif self.desk.now is None:
            self.desk.put(document({}))
        return handler(self, message)


HANDLERS: dict[str, Callable[[Worker, PageMessage], Facts]] = {
    "words": lambda w, m: writing.words(),
    "check": lambda w, m: writing.check(w.desk, m.flag("tests"), m.flag("whole")),
    "explain": lambda w, m: writing.explain(m.text("code") or ""),
    "describe": lambda w, m: writing.describe(w.desk, m.flag("tests"), m.number("line") or 1, m.number("column") or 1),
    "format": lambda w, m: writing.lay_out(m.text("text") or ""),
    "variant": lambda w, m: writing.variant(m.text("base") or "", m.text("name") or "", m.text("title") or ""),
    "expand": lambda w, m: writing.expand(w.desk),
    "graph": lambda w, m: writing.graph(w.desk, m.number("players")),
    "test": lambda w, m: writing.test(w.desk, m.flag("update")),
    "coverage": lambda w, m: writing.coverage(w.desk, m.number("playouts") or 0),
    "set-up": lambda w, m: w.room.set_up(w.desk),
    "start": lambda w, m: w.room.start(w.desk, m.number("players"), m.pairs("options"), m.number("seed")),
    "resume": lambda w, m: w.room.resume(w.desk, m.text("record") or ""),
    "view": lambda w, m: w.room.view(w.room.seat(m.text("seat")), m.number("at")),
    "submit": lambda w, m: w.room.submit(m.text("seat"), m.text("move") or ""),
    "why": lambda w, m: w.room.why(m.text("seat"), m.text("move") or ""),
    "let-play": lambda w, m: w.room.let_play(m.text("bot") or "random", m.texts("seats"), m.number("turns") or 1),
    "undo": lambda w, m: w.room.undo(),
}
"""Everything the page may ask for."""


def refusal(error: Exception) -> Facts:
    """What the page shows instead of an answer: a sentence, and problems with their places if there are any."""
    match error:
        case UnknownMessage() | NoMatch():
            return {"message": str(error)}
        case BadRules():
            problems = [writing.shown(error.source, problem) for problem in error.problems]
            return {"message": "the rules have errors", "problems": problems}
        case FaultyRules():
            problems = [writing.shown(error.source, error.problem)]
            return {"message": f"the rules cannot go on: {error}", "problems": problems, "script": error.script}
    said = failure(error)
    if isinstance(said, Failure):
        return {"message": said.format_message()}
    return {"message": f"a mistake in Astro: {type(error).__name__}", "internal": True}
