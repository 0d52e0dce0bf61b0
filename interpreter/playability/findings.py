"""What playing has found, as problems with their places and the scripts that replay them."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Span
from astro_referee.interpreter import faults
from astro_referee.interpreter.game import Game
from astro_referee.interpreter.match import FaultyRules, Match
from astro_referee.interpreter.playability import scripts
from astro_referee.interpreter.playability.marks import Mark
from astro_referee.interpreter.playability.secrets import Leak
from astro_referee.interpreter.playability.steps import Event
from astro_referee.interpreter.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.shrinking import Script

HERE = {
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


@frozen
class Finding:
    """Something that playing has shown, and a test that replays it (none, if there is nothing to replay)."""

    problem: Problem
    script: str = ""

    @property
    def severe(self) -> bool:
        return self.problem.severity is Severity.ERROR

    @property
    def key(self) -> tuple[str, int, str]:
        return self.problem.code, self.problem.span.start, self.problem.message


def fault(game: Game, script: Script, error: RuleFault | EndlessLoop) -> Finding:
    """The rules cannot go on: nobody can move, they run for ever without asking, or one of their promises is broken."""
    problem = faults.problem_of(game, error)
    return Finding(problem, scripts.text_of(game, f"the rules go on: {problem.code}", script))


def lost(game: Game, script: Script, said: str) -> Finding:
    """Cards that are in no zone any more."""
    kind = next((kind for kind in game.machine.copies if f"{kind} " in said), "")
    total = scripts.total_of(game, kind) if kind else ""
    held = sum_before(game, script, kind)
    behind = [f"expect {total} is {held}"] if total and "lost" in said else [f"# {said}"]
    return Finding(
        Problem("lost", said, last_place(game, script)), scripts.text_of(game, "no card is lost", script, behind)
    )


def sum_before(game: Game, script: Script, kind: str) -> int:
    """How many cards of a sort lay in zones before the last event."""
    from astro_referee.interpreter import views

    match = replayed(game, script[:-1])
    slots = [slot for slot in game.machine.fields if slot.sort == "zone" and views.card_kind(slot) == kind]
    return sum(entry.count or 0 for slot in slots for entry in views.entries(game, match.state, slot, None))


def leak(game: Game, script: Script, found: Leak, event: Event | None = None, noted: bool = False) -> Finding:
    """Something that a player does not see, and yet can tell; `noted` if the checker has said that the rules do so."""
    player = game.players[found.player]
    field = found.here.partition(" is ")[0] if found.way == "field" else ""
    message = HERE[found.way].format(player=player, field=field)
    other = [f"- {line.strip()}" for line in scripts.given(game, replayed(game, script).state, found.other)[1:]]
    notes = (
        f"{player} cannot tell this position from another one, which comes about by",
        *other,
        f"here: {found.here}",
        f"there: {found.there}",
    )
    label = "fine, if the rules mean it so" if noted else ""
    problem = Problem(
        "tells" if noted else "leak",
        message,
        found.span,
        label,
        notes,
        severity=Severity.NOTE if noted else Severity.ERROR,
    )
    return Finding(problem, scripts.text_of(game, f"{message}", script, leak_lines(game, script, found, event)))


def leak_lines(game: Game, script: Script, found: Leak, event: Event | None) -> list[str]:
    """Lines that hold here and fail in the other position, as far as a test can say it."""
    match = replayed(game, script)
    player = game.players[found.player]
    other = scripts.given(game, match.state, found.other)
    if found.way == "moves" and match.legal(found.player):
        texts = ", ".join(f'"{match.written(move)}"' for move in match.legal(found.player))
        line = f"offers {player} only {texts}"
        return [line, *other, line]
    if found.way == "refusal":
        verdict = match.judge(found.player, found.typed)
        if verdict.reasons and not verdict.ok:
            line = f'refuse {player} "{found.typed}" because "{verdict.reasons[0].text}"'
            return [line, *other, line]
    if found.way == "field" and isinstance(event, tuple) and found.field is not None:
        moved = f'{game.players[event[0]]} "{match.written(event)}"'
        name, position = found.field
        slot = next(slot for slot in game.machine.fields if slot.name == name)
        match.play(event)
        value = scripts.literal(game, slot.type, game.value(match.state, name, position))
        if slot.sort == "var":
            return [*other, moved, f"expect {scripts.entry(game, slot, position)} is {value}"]
    shown = scripts.events(game, (*script, event), len(script)) if event is not None else []
    return [
        *(f"# then: {line}" for line in shown),
        f"# here: {found.here}",
        "# it would be:",
        *(f"# {x}" for x in other),
    ]


def trap(game: Game, script: Script) -> Finding:
    """A position from which no way leads to an end."""
    message = "from here no way leads to an end of the game"
    problem = Problem("no-way-out", message, next_place(game, script))
    return Finding(
        problem, scripts.text_of(game, message, script, ["# whatever happens from here on, it goes on for ever"])
    )


def unbounded(game: Game, script: Script, circle: Script) -> Finding:
    """A position that can come again and again."""
    message = "the game can go round for ever: this position comes again"
    problem = Problem(
        "unbounded", message, next_place(game, script), "fine, if the rules mean it so", severity=Severity.NOTE
    )
    around = ["# from here", *scripts.events(game, (*script, *circle), len(script)), "# the position is the same again"]
    return Finding(problem, scripts.text_of(game, message, script, around))


def unmet(mark: Mark, how: str, sure: bool) -> Finding:
    """A phase, an ending or a move that no game has come to; `sure` if none can."""
    what = {"phase": f"the phase `{mark.name}`", "ending": f"this ending (`{mark.name}`)", "move": f"`{mark.name}`"}
    done = {"phase": "come to", "ending": "come to", "move": "legal"}[mark.sort]
    never = "never" if sure else "not"
    message = f"{what[mark.sort]} is {never} {done}{how}"
    return Finding(Problem("unreached", message, mark.span, severity=Severity.ERROR if sure else Severity.NOTE))


def unfinished(games: int, cut: int, events: int, span: Span) -> Finding:
    """Games that were cut, though nothing shows that they could not end."""
    message = f"{cut} of {games} games had not come to an end after {events:,} events"
    return Finding(Problem("unfinished", message, span, severity=Severity.NOTE))


# --- Places ----------------------------------------------------------------------------------------------------------


def replayed(game: Game, script: Script) -> Match:
    """The match after a script, or just before the rules fail."""
    match = Match(game, 0, game.players)
    try:
        for event in script:
            if isinstance(event, int):
                match.settle(event)
            else:
                match.play(event)
    except FaultyRules:
        pass
    return match


def next_place(game: Game, script: Script) -> Span:
    """The line that asks, rolls or deals where a script ends."""
    match = replayed(game, script)
    stop = match.decision or match.chance
    return stop.span if stop is not None else Span(0, 0)


def last_place(game: Game, script: Script) -> Span:
    """The line of the last move or chance event of a script."""
    match = replayed(game, script[:-1])
    event = script[-1] if script else None
    if match.decision is not None and isinstance(event, tuple):
        return match.decision.moves[event[1]].span
    return match.chance.span if match.chance is not None else next_place(game, ())
