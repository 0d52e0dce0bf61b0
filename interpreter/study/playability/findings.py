"""What playing has found, as problems with their places and the scripts that replay them."""

from __future__ import annotations

from attrs import evolve, frozen

from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Span
from astro_referee.interpreter.play import views
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.study.playability import scripts
from astro_referee.interpreter.study.playability.noninterference import Leak
from astro_referee.interpreter.study.playability.tracing import TraceMark
from astro_referee.interpreter.study.playability.transitions import Event
from astro_referee.interpreter.testing.shrinking import Script, Step, lines_of, played, written
from astro_referee.interpreter.values.brief import brief

GIVEN_AWAY = {
    "asked": "whether {player} is asked depends on what {player} does not see",
    "view": "what {player} is shown depends on what {player} does not see",
    "moves": "what {player} may choose depends on what {player} does not see",
    "sentence": "what {player} reads about a move depends on what {player} does not see",
    "refusal": "why a move of {player} is refused depends on what {player} does not see",
    "field": "`{field}` tells {player} something that {player} does not see",
    "flow": "who is asked next tells {player} something that {player} does not see",
    "end": "whether the game is over tells {player} something that {player} does not see",
    "said": "what is said tells {player} something that {player} does not see",
}
"""Ways in which something is given away."""
FINE = "fine, if the rules mean it so"


@frozen
class Finding:
    """Something that playing has shown, and a test that replays it (none, if there is nothing to replay)."""

    problem: Problem
    script: str = ""
    fault: bool = False
    """Whether the rules cannot go on."""

    def __repr__(self) -> str:
        return brief(self, self.problem.code, self.problem.message)

    @property
    def severe(self) -> bool:
        return self.problem.severity is Severity.ERROR

    @property
    def key(self) -> tuple[str, int, str]:
        return self.problem.code, self.problem.span.start, self.problem.message


@frozen
class FindingWriter:
    """Puts what was found in one game into words."""

    game: Game
    seed: int

    def match(self, script: Script) -> Match:
        """Where a script leads, or where the rules cannot go on."""
        return played(Match(self.game, self.seed, self.game.players), script)

    def text(self, title: str, script: Script, last_lines: list[str] | tuple[str, ...] = ()) -> str:
        return scripts.text_of(self.game, self.seed, title, script, last_lines)

    # --- What must not be --------------------------------------------------------------------------------------------

    def fault(self, script: Script, problem: Problem) -> Finding:
        """The rules cannot go on: nobody can move, they run for ever, or a promise of theirs is broken."""
        return Finding(problem, self.text(f"the rules go on: {problem.code}", script), fault=True)

    def lost(self, script: Script, said: str) -> Finding:
        """Cards that are in no zone any more, or in two."""
        before = self.match(script[:-1])
        event = script[-1].value if script else None
        span = self.next_place(before)
        if before.decision is not None and isinstance(event, tuple):
            span = before.decision.moves[event[1]].span
        kind = said.partition(" ")[0]
        zones = [s for s in self.game.machine.fields if s.sort == "zone" and views.card_kind(s) == kind]
        held = sum(entry.count or 0 for slot in zones for entry in views.entries(self.game, before.state, slot, None))
        last_lines = [f"expect {scripts.total_of(self.game, kind)} is {held}"] if zones else [f"# {said}"]
        return Finding(Problem("lost-card", said, span), self.text("no card is lost", script, last_lines))

    def trap(self, script: Script) -> Finding:
        """A position from which no way leads to an end."""
        message = "from here no way leads to an end of the game"
        last_lines = ["# whatever happens from here on, the game goes on"]
        return Finding(
            Problem("no-way-out", message, self.next_place(self.match(script))), self.text(message, script, last_lines)
        )

    def broken_text(self, script: Script, problem: Problem, what: str, move: str, choice: str, legal: bool) -> Finding:
        """A text of a move that cannot be told. Where the move is legal, the rules are wrong; else it is only noted."""
        which = f"`{move}`" + (f" with {choice}" if choice else "")
        if legal:
            notes = (f"it is needed for the {what} of {which}, which is legal",)
            with_notes = evolve(problem, notes=(*problem.notes, *notes))
            title, last_lines = f"the {what} can be told: {problem.code}", [f"# {which} cannot be told here"]
            return Finding(with_notes, self.text(title, script, last_lines), fault=what == "notation")
        message = f"the {what} of {which} cannot be told: {problem.message}"
        heard = "that it is no move here" if what == "notation" else "that this must hold"
        notes = (f"it is not legal here; whoever tries it only hears {heard}",)
        note = Problem("untold", message, problem.span, FINE, notes, severity=Severity.NOTE)
        return Finding(note, self.text("something cannot be told", script, [f"# {which}: {problem.message}"]))

    # --- What is given away ------------------------------------------------------------------------------------------

    def leak(self, script: Script, found: Leak, event: Event | None = None, noted: bool = False) -> Finding:
        """Something a player does not see, and yet can tell; `noted` if the checker has said that the rules do so."""
        player = self.game.players[found.player]
        message = GIVEN_AWAY[found.way].format(player=player, field=found.here.partition(" is ")[0])
        match = self.match(script)
        other = scripts.given(self.game, match.state, found.other)
        change = f"`{other[1].strip()}`" + (" and so on" if len(other) > 2 else "") if other else "other secret choices"
        notes = (
            f"with {change} all would look the same to {player}",
            f"here: {found.here}",
            f"there: {found.there}",
        )
        problem = Problem("leak", message, found.span, notes=notes)
        if noted:
            problem = Problem(
                "tells", message, found.span, f"{FINE}; then say why: `# may tell: …`", notes, severity=Severity.NOTE
            )
        return Finding(problem, self.text(message, script, self.leak_lines(match, found, event, other)))

    def leak_lines(self, match: Match, found: Leak, event: Event | None, other: list[str]) -> list[str]:
        """Lines that hold here and fail in the other position, as far as a test can say it."""
        game, player = self.game, self.game.players[found.player]
        if found.way == "moves" and other and match.legal(found.player):
            texts = ", ".join(f'"{match.written(move)}"' for move in match.legal(found.player))
            line = f"offers {player} only {texts}"
            return [line, *other, line]
        if found.way == "refusal" and other:
            verdict = match.judge(found.player, found.typed)
            if verdict.reasons and not verdict.ok:
                line = f'refuse {player} "{found.typed}" because "{verdict.reasons[0].text}"'
                return [line, *other, line]
        then = lines_of(game, (Step(event, written(match, event)),)) if event is not None else []
        if found.field is not None and isinstance(event, tuple):
            name, position = found.field
            slot = next(slot for slot in game.machine.fields if slot.name == name)
            match.play(event)
            if slot.sort == "var":
                value = scripts.literal(game, slot.type, game.value(match.state, name, position))
                return [*other, *then, f"expect {scripts.entry(game, slot, position)} is {value}"]
        rows = [f"here: {found.here}", "it would be otherwise with", *other]
        return [*then, *(f"# {row}" for row in rows)]

    # --- What one should know ----------------------------------------------------------------------------------------

    def unbounded(self, script: Script, circle: Script) -> Finding:
        """A position that can come again and again."""
        message = "the game can go round for ever: this position comes again"
        span = self.next_place(self.match(script))
        around = ["# from here", *lines_of(self.game, circle), "# the position is the same again"]
        problem = Problem(
            "unbounded", message, span, f"{FINE}; then say why: `# may repeat: …`", severity=Severity.NOTE
        )
        return Finding(problem, self.text(message, script, around))

    def unfinished(self, games: int, cut: int, events: int) -> Finding:
        """Games that were cut, though nothing shows that they could not end."""
        message = f"{cut} of {games} games had not come to an end after {events:,} events"
        return Finding(Problem("unfinished", message, self.next_place(self.match(())), severity=Severity.NOTE))

    def next_place(self, match: Match) -> Span:
        """The line that asks, rolls or deals where a match stands."""
        stop = match.decision or match.chance
        return stop.span if stop is not None else Span(0, 0)


def unmet(mark: TraceMark, how: str, sure: bool) -> Finding:
    """A phase, an ending or a move that no game has come to; `sure` if none can."""
    what = {"phase": f"the phase `{mark.name}`", "ending": f"this ending (`{mark.name}`)", "move": f"`{mark.name}`"}
    done = {"phase": "come to", "ending": "come to", "move": "legal"}[mark.sort]
    message = f"{what[mark.sort]} is {'never' if sure else 'not'} {done}{how}"
    return Finding(Problem("unreached", message, mark.span, severity=Severity.ERROR if sure else Severity.NOTE))
