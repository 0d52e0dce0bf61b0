"""The referee for programs: a request a line in, exactly one answer a line out, and nothing changes on a refusal.

Whoever starts the referee sees all. A program in a seat, by `--as` or by `as` in a request that is passed on for it,
sees and does only what is its own.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from astro_referee.cli.failures import Failure, Misuse, failure
from astro_referee.cli.options import folder_of, read_file, seat_of, source_of
from astro_referee.cli.protocol import match_data, requests
from astro_referee.cli.protocol.match_data import Facts
from astro_referee.cli.protocol.requests import Refused, Request
from astro_referee.cli.table import verdicts
from astro_referee.interpreter.play.events import Event, reads_the_same
from astro_referee.interpreter.play.history import History
from astro_referee.interpreter.play.match import FaultyRules, Match

OTHERS = 1 << 41
"""The other seats draw from streams far after those of chance, which are numbered by event."""
MOST_IN_A_ROW = 10_000
"""Events that happen by themselves between two answers; a game may go on for ever without asking a certain seat."""


class Protocol:
    """One conversation about one match at a time."""

    def __init__(self, match: Match, seat: int | None = None, alone: bool = True) -> None:
        """`alone`: a program that has a `seat` plays with nobody else, so that all others play themselves."""
        self.match, self.seat, self.alone = match, seat, alone
        self.ended = False
        self.handlers: dict[str, Callable[[Request, int | None], Facts]] = {
            "start": self.start,
            "resume": self.resume,
            "state": self.state,
            "view": self.view,
            "legal": self.legal,
            "why": self.why,
            "play": self.play,
            "chance": self.chance,
            "undo": self.undo,
            "replay": self.replay,
            "save": self.save,
            "quit": self.quit,
        }
        with suppress(FaultyRules):  # the first request hears of it
            self.go_on()

    def run(self) -> None:
        """Answers line by line until `quit` or the end of the input."""
        while not self.ended:
            line = sys.stdin.buffer.readline(requests.LONGEST_LINE + 1)
            if not line:
                return
            rest = line
            while len(rest) > requests.LONGEST_LINE and not rest.endswith(b"\n"):
                rest = sys.stdin.buffer.readline(requests.LONGEST_LINE + 1)
            print(json.dumps(self.answer(line)), flush=True)

    def answer(self, line: bytes) -> Facts:
        """The answer to a line; whatever goes wrong is an answer, too."""
        do = None
        try:
            request = requests.read(line)
            do = request.do
            asker = self.asker(request)
            if do != "quit":
                self.go_on()
            found = {"ok": True, "do": do} | self.handlers[do](request, asker)
        except Exception as error:
            refused = error if isinstance(error, Refused) else trouble(error)
            found = {"ok": False, "do": do, "code": refused.code, "message": refused.message, **refused.more}
        return found | match_data.status(self.match)

    # --- Who asks ----------------------------------------------------------------------------------------------------

    def asker(self, request: Request) -> int | None:
        """The seat a request is limited to; None for whoever started the referee."""
        named = request.text("as")
        seat = self.seat_called(named) if named is not None else self.seat
        if self.seat is not None and seat != self.seat:
            raise Refused("not-yours", f"you have the seat {self.match.game.players[self.seat]}")
        through = self.seat is not None and request.do == "quit"
        if seat is not None and request.do not in requests.SEATED and not through:
            raise Refused("not-yours", f"a seat may ask for {', '.join(requests.SEATED)}, but not for {request.do}")
        return seat

    def about(self, request: Request, asker: int | None) -> int | None:
        """The seat a request is about; a program in a seat asks about its own."""
        named = request.text("seat")
        seat = self.seat_called(named) if named is not None else asker
        if asker is not None and seat != asker:
            raise Refused("not-yours", f"you have the seat {self.match.game.players[asker]}")
        return seat

    def seat_called(self, name: str) -> int:
        try:
            return seat_of(self.match, name)
        except Misuse as error:
            raise Refused("bad-field", error.message) from None

    def go_on(self) -> None:
        """Where a program has one seat, chance and the other seats go on by themselves until it is asked."""
        from astro_referee.interpreter.play.chance import Generator

        match = self.match
        for _ in range(MOST_IN_A_ROW if self.seat is not None and self.alone else 0):
            if match.over or self.seat in match.actors:
                return
            if match.chance is not None:
                match.settle()
            else:
                moves = match.legal(match.actors[0])
                match.play(moves[Generator(match.seed, OTHERS + match.number).below(len(moves))])

    # --- Beginning and ending ----------------------------------------------------------------------------------------

    def start(self, request: Request, _: int | None) -> Facts:
        from astro_referee.interpreter import api

        game = request.text("game")
        rules = self.match.game.rules if game is None else api.load(source_of(game))
        names, options = request.fields.get("names"), request.fields.get("options", {})
        assert isinstance(options, dict)
        chosen = {name: spelled(value) for name, value in options.items()}
        people = names if isinstance(names, list) else None
        self.match = api.start(rules, request.number("players"), chosen, request.number("seed"), people)
        return self.begun()

    def resume(self, request: Request, _: int | None) -> Facts:
        from astro_referee.interpreter import api

        record, file = request.text("record"), request.text("file")
        if (record is None) == (file is None):
            raise Refused("bad-field", "`resume` needs either `record`, a text, or `file`, its name")
        text = record if record is not None else read_file(file or "")
        folder = folder_of(file) if file is not None else ""
        found = api.resume(text, request.text("game"), None, request.flag("changed_rules"), folder)
        self.match = found.match
        return self.begun() | {"notes": list(found.notes)}

    def begun(self) -> Facts:
        match = self.match
        game = match.game
        values = {sheet.name: game.chosen.get(sheet.name, sheet.default) for sheet in game.rules.options}
        types = {sheet.name: sheet.type for sheet in game.rules.options}
        return {
            "game": game.rules.title,
            "rules": game.rules.digest,
            "players": dict(zip(game.players, match.names, strict=True)),
            "options": {name: game.printer.show(types[name], value) for name, value in values.items()},
            "seed": match.seed,
            "opening": match_data.opening(match, None),
        }

    def save(self, request: Request, _: int | None) -> Facts:
        from astro_referee.cli.table import recording
        from astro_referee.interpreter import api

        text, file = api.save(self.match), request.text("file")
        if file is None:
            return {"record": text}
        recording.create(Path(file), text)
        return {"file": file}

    def quit(self, _: Request, __: int | None) -> Facts:
        self.ended = True
        return {}

    # --- Looking -----------------------------------------------------------------------------------------------------

    def state(self, _: Request, __: int | None) -> Facts:
        return match_data.position(self.match, None) | {"seed": self.match.seed}

    def view(self, request: Request, asker: int | None) -> Facts:
        seat = self.about(request, asker)
        if seat is None:
            raise Refused("bad-field", "`view` needs a `seat`; `state` shows everything")
        return match_data.position(self.match, seat)

    def legal(self, request: Request, asker: int | None) -> Facts:
        seat = self.about(request, asker)
        found: Facts = {"moves": match_data.moves(self.match, seat), "question": self.match.question or None}
        return found if asker is not None else found | {"outcomes": match_data.outcomes(self.match)}

    def why(self, request: Request, asker: int | None) -> Facts:
        seat, move = self.mover(request, asker), request.text("move")
        if move is None:
            raise Refused("bad-field", "`why` needs a `move`")
        verdict = self.match.judge(seat, move)
        about = {"about": self.match.about(verdict.move)} if verdict.move is not None else {}
        return verdicts.data(self.match, seat, verdict) | about

    def replay(self, request: Request, asker: int | None) -> Facts:
        seat, after = self.about(request, asker), request.number("after") or 0
        events = [match_data.event(self.match, event, seat) for event in self.match.events[after:]]
        return {"opening": match_data.opening(self.match, seat) if after == 0 else [], "told": events}

    # --- Playing -----------------------------------------------------------------------------------------------------

    def mover(self, request: Request, asker: int | None) -> int:
        """Who would move: the seat that is named or asks, else the one that is asked."""
        seat = self.about(request, asker)
        if seat is not None:
            return seat
        if len(self.match.actors) > 1:
            names = ", ".join(self.match.game.players[actor] for actor in self.match.actors)
            raise Refused("bad-field", f"several are asked ({names}): say which `seat`")
        return self.match.actors[0] if self.match.actors else 0

    def play(self, request: Request, asker: int | None) -> Facts:
        typed, name = request.text("move"), request.text("id")
        if (typed is None) == (name is None):
            raise Refused("bad-field", "`play` needs either `move`, as it is written, or `id`, from `legal`")
        seat, before = self.mover(request, asker), self.match.events
        if name is not None:
            move = self.match.with_id(seat, name)
            if move is None:
                verdict = self.match.judge(seat, "") if seat not in self.match.actors else None
                message = verdict.message if verdict is not None else f"no legal move has the id `{name}`"
                raise Refused("illegal", message, reasons=verdicts.reasons(verdict), choices=[])
            self.match.play(move)
        else:
            verdict = self.match.submit(seat, typed or "")
            if not verdict.ok:
                choices = list(verdict.choices)
                raise Refused("illegal", verdict.message, reasons=verdicts.reasons(verdict), choices=choices)
        with suppress(FaultyRules):  # the move was made; the next request hears of it
            self.go_on()
        return self.since(before, asker)

    def chance(self, request: Request, _: int | None) -> Facts:
        match, before, outcome = self.match.copy(), self.match.events, request.text("outcome")
        if match.chance is None:
            raise Refused("impossible", "the game is over" if match.over else "chance has nothing to decide here")
        if outcome is None:
            while match.chance is not None and match.number < self.match.number + MOST_IN_A_ROW:
                match.settle()
            self.match = match
            return self.since(before, None)
        folded = outcome.strip().casefold()
        found = [value for value, _, name in match.outcomes() if name.casefold() == folded]
        if not found:
            choices = [name for _, _, name in match.outcomes()]
            raise Refused("impossible", f"`{outcome}` cannot come up here", choices=choices)
        match.settle(found[0])
        self.match = match
        return self.since(before, None)

    def undo(self, request: Request, _: int | None) -> Facts:
        try:
            self.match.undo(request.number("to"))
        except ValueError as error:
            raise Refused("bad-field", str(error)) from None
        return {}

    def since(self, before: History[Event], asker: int | None) -> Facts:
        """What has happened since, and the secret choices that were opened by it."""
        first = before.shared(self.match.events, reads_the_same)
        return {"told": [match_data.event(self.match, event, asker) for event in self.match.events[first:]]}


def spelled(value: object) -> str:
    """The value of an option as it is written on the command line."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def trouble(error: Exception) -> Refused:
    """What the interpreter or the system refused, with a code."""
    from astro_referee.grammar import report
    from astro_referee.interpreter.play.game import BadOption
    from astro_referee.interpreter.play.library import BadRules, NoGame, NotAFile, NotFound
    from astro_referee.interpreter.records.changed_rules import ChangedRules
    from astro_referee.interpreter.records.records import BadRecord

    match error:
        case NotFound() | NoGame():
            return Refused("no-game", str(error))
        case BadOption():
            return Refused("bad-set-up", str(error))
        case BadRules():
            found = [report.data(error.source, problem) for problem in error.problems]
            return Refused("bad-rules", str(error), problems=found)
        case FaultyRules():
            return Refused("faulty-rules", str(error), problems=[report.data(error.source, error.problem)])
        case BadRecord():
            return Refused("bad-record", error.message, line=error.line, reasons=verdicts.reasons(error.verdict))
        case ChangedRules():
            return Refused(
                "changed-rules", str(error), changes=match_data.changes(error.changes), legal=error.bad is None
            )
        case OSError() | NotAFile() | Failure():
            return Refused("bad-file", str(failure(error)))
        case _:
            return Refused("internal", f"a mistake in Astro: {type(error).__name__}")
