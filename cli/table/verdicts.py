"""Verdicts in words: why a move is refused, with the line of the rules, what it saw and the rulings it cites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.interpreter.play.typed_moves.verdict import VerdictKind
from astro_referee.interpreter.values.text import Paint, clean

if TYPE_CHECKING:
    from astro_referee.interpreter.play.explanations import Reason
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.play.typed_moves.verdict import Verdict

FEW = 6
"""Ways to go on that are all written out."""
MOST_CHOICES = 24
"""Ways to go on that are listed; more would push the reasons off the screen."""


def refusal(match: Match, verdict: Verdict, paint: Paint) -> list[str]:
    """What a player is told about a move that was not made: what is wrong, every reason, what could be meant."""
    rows = [f"{clean(verdict.text)}  {paint(clean(verdict.message), 'bad')}"]
    if not verdict.text or verdict.quotes:
        rows = [paint(clean(verdict.message), "bad")]
    for reason in verdict.reasons:
        rows += ["  " + row for row in reason_rows(match, reason, paint)]
    if verdict.choices:
        rows.append(("  it could be: " if none_is_legal(verdict) else "  possible: ") + together(verdict.choices))
    return rows


def none_is_legal(verdict: Verdict) -> bool:
    """Whether what is listed as its choices are moves that were perhaps meant, and not moves that can be made."""
    return bool(verdict.reasons) or verdict.kind is VerdictKind.NONE_LEGAL


def reason_rows(match: Match, reason: Reason, paint: Paint) -> list[str]:
    rules = match.game.rules
    rows = [reason.text]
    if reason.line:
        place = f"{clean(reason.file)}:{reason.line}"
        rows.append("  " + paint(f"rule: {reason.rule}  ({place})" if reason.rule else f"rule: {place}", "faint"))
    if reason.seen:
        rows.append("  " + paint("seen: " + ", ".join(f"{name} = {value}" for name, value in reason.seen), "faint"))
    for name in reason.rulings:
        text, source = rules.rulings.get(name, ("", ""))
        rows.append("  " + paint(f"ruling {name}: {text}" + (f" ({source})" if source else ""), "faint"))
    return rows


def together(choices: tuple[str, ...]) -> str:
    """Ways to go on; what many of them begin with is said once."""
    words = [choice.split(" ")[:-1] for choice in choices]
    shared = next((n for n in range(len(words[0]), 0, -1) if all(each[:n] == words[0][:n] for each in words)), 0)
    if len(choices) <= FEW or not shared:
        return listed(choices)
    rest = tuple(" ".join(choice.split(" ")[shared:]) for choice in choices)
    return f"{' '.join(words[0][:shared])}, and then {listed(rest)}"


def listed(choices: tuple[str, ...]) -> str:
    shown = ", ".join(choices[:MOST_CHOICES])
    return shown + (f" and {len(choices) - MOST_CHOICES} more" if len(choices) > MOST_CHOICES else "")


def data(match: Match, seat: int | None, verdict: Verdict) -> dict[str, object]:
    """A verdict for `--json`."""
    answer: dict[str, object] = {
        "player": match.game.players[seat] if seat is not None else None,
        "move": verdict.text,
        "legal": verdict.ok,
    }
    if not verdict.ok:
        answer["message"] = verdict.message
        answer["reasons"] = reasons(verdict)
        answer["choices"] = list(verdict.choices)
    return answer


def reasons(verdict: Verdict | None) -> list[dict[str, object]]:
    """Every reason of a refusal for `--json`."""
    return [
        {
            "text": reason.text,
            "file": clean(reason.file) if reason.line else None,
            "line": reason.line or None,
            "rule": reason.rule,
            "seen": dict(reason.seen),
            "rulings": list(reason.rulings),
        }
        for reason in (verdict.reasons if verdict is not None else ())
    ]
