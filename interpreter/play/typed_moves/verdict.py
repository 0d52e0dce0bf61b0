"""Typed moves: what a player typed goes in; a verdict comes out, with the move meant or every reason against it."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from attrs import frozen

from astro_referee.grammar.problems import closest
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.play import explanations, notation, views
from astro_referee.interpreter.play.explanations import Reason
from astro_referee.interpreter.play.typed_moves import (
    beginnings,
    other_decisions,
    reading,
    unknown_names,
)
from astro_referee.interpreter.play.typed_moves.other_notations import moves_barred, moves_written
from astro_referee.interpreter.play.typed_moves.placeholders import asked_next
from astro_referee.interpreter.values.brief import brief
from astro_referee.interpreter.values.printing import Printer

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match


MOST_CHOICES = 100
"""Moves that a text could be, of which some are listed."""
MOST_COMPARED = 12
"""Moves whose reasons are compared to see what they share."""


class VerdictKind(Enum):
    """What a verdict says of what was typed, whatever its words are."""

    LEGAL = auto()
    ILLEGAL = auto()
    """One move was meant, and the rules are against it."""
    UNASKED = auto()
    """Nothing that could be typed here would be a move: another is asked, or nobody is."""
    UNKNOWN = auto()
    """No move is written so."""
    UNCLEAR = auto()
    """It could be several moves."""
    NONE_LEGAL = auto()
    """It could be several moves, which are all against the rules."""
    UNFINISHED = auto()
    """It is how some moves begin."""


QUOTING = (VerdictKind.UNKNOWN, VerdictKind.UNCLEAR, VerdictKind.NONE_LEGAL, VerdictKind.UNFINISHED)
"""Verdicts whose message says itself which text it is about."""


@frozen
class Verdict:
    """The answer to a move: done, or why not. `choices` are notations that would finish or settle what was typed."""

    kind: VerdictKind
    text: str
    message: str = ""
    reasons: tuple[Reason, ...] = ()
    choices: tuple[str, ...] = ()
    move: Move | None = None
    unfinished: bool = False
    """Whether something could follow that makes a legal move of it."""
    begun: bool = False
    """Whether something could follow that makes a move of it, legal or not."""
    joint: str = ""
    """What a notation has between what was typed and the answer to what is missing."""
    elsewhere: bool = False
    """Whether what is no move here names one that is written otherwise, or comes at another time."""

    @property
    def ok(self) -> bool:
        return self.kind is VerdictKind.LEGAL

    @property
    def quotes(self) -> bool:
        """Whether the message says itself which text it is about."""
        return self.kind in QUOTING

    def __repr__(self) -> str:
        return brief(self, self.text, "legal" if self.ok else self.message)


def judge(match: Match, player: int, typed: str) -> Verdict:
    """Whether a typed move would be legal now, without playing it."""
    text = " ".join(typed.split())
    decision = match.decision
    if decision is None:
        return Verdict(
            VerdictKind.UNASKED,
            text,
            "the game is over" if match.over else "nobody is asked now: chance must settle first",
        )
    if not 0 <= player < match.game.seats:
        return Verdict(VerdictKind.UNASKED, text, f"there is no seat {player}")
    if player not in match.actors and views.own_choice(match.game, match.state, player) is not None:
        return Verdict(
            VerdictKind.UNASKED, text, f"{match.names[player]} has already chosen", (Reason(turn_of(match)),)
        )
    if player not in match.actors:
        return Verdict(VerdictKind.UNASKED, text, f"it is not {match.names[player]}'s turn", (Reason(turn_of(match)),))
    move, others = as_written(match, player, text), moves_written(match, player, text)
    if move is not None and (not {*others} - {move} or text == match.written(move)):
        return Verdict(VerdictKind.LEGAL, match.marked(move), move=move)
    found = reading.read(match.game, match.state, decision, player, text, match.names)
    if others:
        meant = [each for each in found.readings if each.exact]
        meant += [reading.Reading(other[1], tuple(other[2:]), True) for other in others]
        found = reading.Readings(tuple(dict.fromkeys(meant)), True, False)
    if found.countless and not any(r.exact for r in found.readings):
        return Verdict(
            VerdictKind.UNCLEAR, text, f"`{text}` could be very many moves: write out more of it", begun=True
        )
    if not found.readings:
        return barred(match, text, player, decision) or unknown(match, text, player)
    first = found.readings[0]
    if len(found.readings) == 1 and first.whole and (found.complete or first.exact):
        return judged(match, (player, first.move, *first.args), decision)
    if any(r.whole for r in found.readings):
        return unclear(match, text, found.readings, decision, player)
    return unfinished(match, text, found.readings, decision, player)


def as_written(match: Match, player: int, text: str) -> Move | None:
    """The legal move that is written so, letter for letter or at least in words."""
    shown = match.in_words(player)
    for alike in (lambda words: " ".join(words.split()), notation.fold):
        same = [move for move, words in shown.items() if alike(words) == alike(text)]
        if same:
            return same[0] if len(same) == 1 else None
    return None


def judged(match: Match, move: Move, decision: m.Decision) -> Verdict:
    """The verdict on the one move that was meant, in its full notation."""
    if move in match.legal(move[0]):
        return Verdict(VerdictKind.LEGAL, match.marked(move), move=move)
    reasons = reasons_against(match, move, decision)
    for reason in reasons:
        match.game.mark(reason.mark)
    return Verdict(VerdictKind.ILLEGAL, match.marked(move), "not legal", reasons)


def barred(match: Match, text: str, player: int, decision: m.Decision) -> Verdict | None:
    """The verdict on a text that another notation gives to moves which are not legal: on those that come furthest."""
    against = {move: reasons_against(match, move, decision) for move in moves_barred(match, player, text)}
    passed = {
        move: (-len(reasons), reasons[0].line - explanations.place_of(match.game, decision.moves[move[1]])[0])
        for move, reasons in against.items()
        if reasons
    }
    furthest = [move for move, far in passed.items() if far == max(passed.values())]
    if len(furthest) == 1:
        return judged(match, furthest[0], decision)
    found = tuple(reading.Reading(move[1], tuple(move[2:]), True) for move in furthest)
    return unclear(match, text, found, decision, player) if found else None


def reasons_against(match: Match, move: Move, decision: m.Decision) -> tuple[Reason, ...]:
    return explanations.reasons(match.game, match.state, decision, move, match.names)


def unclear(match: Match, text: str, found: tuple[reading.Reading, ...], decision: m.Decision, player: int) -> Verdict:
    """A text that could be several moves: none of them is played, nor refused for another one's reasons."""
    moves: list[Move] = [(player, r.move, *r.args) for r in found if r.whole]
    options = set(match.legal(player))
    legal = tuple(
        dict.fromkeys([match.marked(move) for move in moves if move in options] + continued(match, found, player))
    )
    if legal:
        asked = beginnings.question(decision, found)
        message = f"`{text}` could be several moves" + (f": {asked.words}?" if asked else "")
        return Verdict(VerdictKind.UNCLEAR, text, message, choices=legal, unfinished=asked is None or asked.last)
    shown = dict.fromkeys(match.marked(move) for move in moves[:MOST_CHOICES])
    if len(shown) == 1 and len(moves) == len(found):
        # They differ in nothing that is written, so it does not matter which of them is judged.
        fewest = min(moves[:MOST_CHOICES], key=lambda move: len(reasons_against(match, move, decision)))
        return judged(match, fewest, decision)
    reasons = beginnings.shared_reasons(match, decision, moves) if len(moves) == len(found) <= MOST_COMPARED else ()
    message = f"`{text}` could be several moves, none of them legal"
    return Verdict(VerdictKind.NONE_LEGAL, text, message, reasons, tuple(shown))


def continued(match: Match, found: tuple[reading.Reading, ...], player: int) -> list[str]:
    """The legal moves that begin as some readings do."""
    begun: dict[tuple[int, tuple[int, ...]], set[tuple[int, ...]]] = {}
    for each in found:
        if not each.whole:
            places, values = tuple(at for at, _ in each.given), tuple(value for _, value in each.given)
            begun.setdefault((each.move, places), set()).add(values)
    return [
        match.marked(move)
        for (number, places), values in begun.items()
        for move in match.legal(player)
        if move[1] == number and tuple(move[2 + at] for at in places) in values
    ]


def turn_of(match: Match) -> str:
    return Printer.listed([match.names[p] for p in match.actors]) + (
        " is asked" if len(match.actors) == 1 else " are asked"
    )


def unfinished(
    match: Match, text: str, found: tuple[reading.Reading, ...], decision: m.Decision, player: int
) -> Verdict:
    """What can follow a move that was begun; also where nothing legal can, who wants to know why may finish it."""
    choices = dict.fromkeys(continued(match, found, player))
    if not choices:
        reasons_given = beginnings.reasons(match, decision, player, found)
        message = f"nothing that begins with `{text}` is legal"
        return Verdict(VerdictKind.UNFINISHED, text, message, reasons_given, begun=True)
    asked = beginnings.question(decision, found)
    first = found[0]
    slot = decision.moves[first.move]
    wanted = asked_next(slot, first.missing) if first.missing is not None else "how does it go on"
    message = f"`{text}` is not finished: {asked.words if asked else wanted}?"
    joint = asked.joint if asked else ""
    return Verdict(
        VerdictKind.UNFINISHED, text, message, choices=tuple(choices), unfinished=True, begun=True, joint=joint
    )


def unknown(match: Match, text: str, player: int) -> Verdict:
    legal = [match.marked(move) for move in match.legal(player)]
    near = closest(text, legal)
    assert match.decision is not None
    open_now = {move[1]: match.marked(move) for move in reversed(match.legal(player))}
    named = other_decisions.other_time_hints(
        match.game, match.decision, text, open_now
    ) or other_decisions.otherwise_written(match, match.decision, text, open_now)
    missing = named or unknown_names.unknown_name_hints(match.game, match.decision, text, match.names)
    reasons = other_decisions.passing(match.game, match.decision, text, open_now) or [*map(Reason, missing)]
    message = f"`{text}` is no move here"
    return Verdict(VerdictKind.UNKNOWN, text, message, tuple(reasons), tuple(near), elsewhere=bool(named))
