"""`astro referee`: moves or a record in, a verdict for each event out, up to the first that is not legal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.main import FAILS, HOLDS, silence
from astro_referee.cli.options import is_record, of_a_game, read_text, resume, seat_of, seeded, source_of
from astro_referee.cli.protocol import match_data
from astro_referee.cli.table import verdicts
from astro_referee.cli.terminal import painter, put, put_json, talk
from astro_referee.interpreter.play.seating import called
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.values.text import clean, plural

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.play.typed_moves.verdict import Verdict


@click.command("referee")
@of_a_game
@seeded("What chance brings where nobody says it; another one each time if not given.", None)
@click.option("--moves", metavar="FILE", help="The moves, one a line; `-`, or none given, is standard input.")
@click.option(
    "--as", "seat", metavar="SEAT", help="With --json: the program has this seat, the others play themselves."
)
@click.option("--game", "rules", metavar="GAME", help="The rules of a record, if they are not where it says.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; without --moves, talk to a program line by line.")
@click.pass_context
def command(
    context: click.Context,
    game: str,
    players: int | None,
    options: dict[str, str],
    seed: int | None,
    moves: str | None,
    seat: str | None,
    rules: str | None,
    as_json: bool,
) -> None:
    """Judge moves line by line and stop at the first illegal one with every reason, or judge a whole record.

    A line is `PLAYER: move`, or just the move of the one player who is asked. `chance: OUTCOME, OUTCOME` says what came
    up; otherwise the seed decides. Blank lines and lines that begin with # do not count. If GAME is a record, all of it
    is judged: is it legal from start to end?

    With --json and without --moves a program is at the other end: one JSON object a line in, one out. docs/protocol.md
    tells what can be asked.

    \b
    Examples:
      astro referee GAME --moves moves.txt
      astro referee saved.txt
      echo '{"do": "legal"}' | astro referee GAME --json
    """
    talks = as_json and moves is None and not is_record(game)
    if seat is not None and not talks:
        raise Misuse("--as is for a program that talks to the referee: with --json, without --moves")
    with read_by_somebody() if as_json else nullcontext():
        code = refereed(game, players, options, seed, moves, seat, rules, as_json)
    context.exit(code)


def refereed(
    game: str,
    players: int | None,
    options: dict[str, str],
    seed: int | None,
    moves: str | None,
    seat: str | None,
    rules: str | None,
    as_json: bool,
) -> int:
    """Judges what there is to judge; gives the exit code."""
    from astro_referee.interpreter import api

    if is_record(game) and game != "-":
        return judge_record(game, rules, as_json)
    match = api.start(api.load(source_of(game)), players, options, seed)
    if as_json and moves is None:
        from astro_referee.cli.protocol.server import Protocol

        Protocol(match, seat_of(match, seat) if seat is not None else None).run()
        return HOLDS
    text = None if moves in (None, "-") else read_text(moves)
    return RefereeSession(match, as_json).run(text)


@contextmanager
def read_by_somebody() -> Iterator[None]:
    """Whoever has programs at both ends is told when the one that reads is gone; a person has left on purpose."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        silence()
        raise Failure("nobody reads the answers any more") from None


class RefereeSession:
    """One match being refereed. What is printed or collected: an entry for each event, in order."""

    def __init__(self, match: Match, as_json: bool) -> None:
        self.match, self.as_json = match, as_json
        self.entries: list[dict[str, object]] = []
        self.seen = 0
        self.begun = False
        self.by_hand = False
        self.paint = painter()

    def run(self, text: str | None) -> int:
        if text is None and sys.stdin.isatty():
            talk("one move a line; the end of the input (Ctrl-D) ends it")
            self.let_chance()
        rows = iter(text.split("\n")) if text is not None else iter(sys.stdin)
        legal = True
        for row in rows:
            line = row.strip()
            if line and not line.startswith("#") and not self.judge(line):
                legal = False
                break
            if text is None and sys.stdin.isatty():
                self.let_chance()
        if legal and not self.by_hand:
            self.let_chance()
        self.close(legal)
        return 0 if legal else FAILS

    # --- Lines -------------------------------------------------------------------------------------------------------

    def judge(self, line: str) -> bool:
        """Takes one line; says whether it was legal."""
        who, colon, rest = line.partition(":")
        if colon and who.split(",")[0].strip().casefold() == "chance":
            self.by_hand = True
            return self.settle(line, rest.strip())
        self.let_chance()
        match = self.match
        seat, typed = self.sender(line)
        if seat is None and len(match.actors) > 1:
            if colon and who.strip():
                return self.refuse(line, f"nobody here is called `{who.strip()}`")
            names = ", ".join(called(match, actor) for actor in match.actors)
            return self.refuse(line, f"several players are asked ({names}): write `PLAYER: move`")
        if seat is None and not match.actors:
            return self.refuse(line, "the game is over" if match.over else "nobody is asked now")
        actor = seat if seat is not None else match.actors[0]
        verdict = match.submit(actor, typed)
        if verdict.ok:
            self.catch_up()
            return True
        unknown = colon and seat is None and not verdict.reasons and not verdict.choices
        if unknown:
            return self.refuse(line, f"nobody here is called `{who.strip()}`, and no move begins so")
        self.refused(actor, verdict)
        return False

    def sender(self, line: str) -> tuple[int | None, str]:
        """The player a line names, and the rest of it."""
        who, colon, rest = line.partition(":")
        folded = who.strip().casefold()
        if colon:
            for seat, name in enumerate(self.match.game.players):
                if name.casefold() == folded:
                    return seat, rest
        return None, line

    def settle(self, line: str, text: str) -> bool:
        """What came up by hand, one outcome after the other; a name may itself contain a comma."""
        rest = text
        if not rest:
            return self.refuse(line, "this does not say what came up")
        while rest:
            if self.match.chance is None:
                self.catch_up()
                return self.refuse(line, f"chance has nothing to decide here: {rest}")
            outcomes = self.match.outcomes()
            folded = rest.casefold()
            fitting = [
                (value, name)
                for value, _, name in outcomes
                if folded == name.casefold() or folded.startswith((name + ",").casefold())
            ]
            if not fitting:
                self.catch_up()
                known = verdicts.listed(tuple(name for _, _, name in outcomes))
                return self.refuse(line, f"`{rest}` cannot come up here; possible: {known}")
            value, name = max(fitting, key=lambda pair: len(pair[1]))
            self.match.settle(value)
            rest = rest[len(name) + 1 :].strip()
        self.catch_up()
        return True

    def let_chance(self) -> None:
        """The seed decides what no line has settled."""
        self.match.settle_all()
        self.catch_up()

    # --- Telling -----------------------------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Tells the events since the last time."""
        match, new = self.match, self.match.events[self.seen :]
        self.seen = len(match.events)
        for event in new:
            legal = {"legal": True} if event.player is not None else {}
            self.entries.append(match_data.event(match, event, None) | legal)
        if not self.as_json:
            for row in narration.opening(match, 0) if not self.begun else []:
                put(row)
            self.begun = True
            for line in narration.lines(match, new, 0):
                put(line.whole if line.player is None else f"{line.whole}  {self.paint('legal', 'good')}")

    def refuse(self, line: str, message: str) -> bool:
        """A line that cannot even be judged as a move."""
        self.entries.append({"event": self.match.number + 1, "line": line, "legal": False, "message": message})
        if not self.as_json:
            put(f"{self.match.number + 1}. {clean(line)}")
            put("   " + self.paint(clean(message), "bad"))
        return False

    def refused(self, seat: int, verdict: Verdict) -> None:
        match = self.match
        self.entries.append({"event": match.number + 1, **verdicts.data(match, seat, verdict)})
        if not self.as_json:
            rows = verdicts.refusal(match, verdict, self.paint)
            put(f"{match.number + 1}. {called(match, seat)}: {rows[0]}")
            for row in rows[1:]:
                put(" " + row)

    def close(self, legal: bool) -> None:
        match = self.match
        if self.as_json:
            put_json({"legal": legal, "verdicts": self.entries, **match_data.status(match)})
        elif legal:
            for row in narration.ending(match) if match.over else [narration.status(match)]:
                put(row)


# --- Records ---------------------------------------------------------------------------------------------------------


def judge_record(path: str, rules: str | None, as_json: bool) -> int:
    """Whether a record is legal from start to end, and whether it ended as it says.

    Under changed rules it is said what has changed; to judge is not yet to go on.
    """
    from astro_referee.interpreter.records.changed_rules import ChangedRules
    from astro_referee.interpreter.records.records import BadRecord

    notes: tuple[str, ...] = ()
    changes, match, bad = None, None, None
    try:
        found = resume(path, rules)
        match, notes = found.match, found.notes
    except ChangedRules as changed:
        changes, match, bad = changed.changes, changed.match, changed.bad
        notes = (str(changed),)
    except BadRecord as error:
        bad = error
    for note in notes:
        talk(f"note: {clean(note)}", "note")
    if as_json:
        report: dict[str, object] = {"legal": bad is None, "notes": list(notes), "changes": match_data.changes(changes)}
        if bad is not None:
            report |= {"line": bad.line, "message": bad.message, "reasons": verdicts.reasons(bad.verdict)}
        put_json(report | (match_data.status(match) if match is not None else {}))
    elif bad is not None:
        put(f"{path}:{bad.line}: {clean(bad.message)}")
    elif match is not None:
        put(f"{path}: {painter()('legal', 'good')} from start to end, {plural(match.number, 'event')}")
        for row in narration.ending(match) if match.over else [narration.status(match)]:
            put(row)
    return 0 if bad is None else FAILS
