"""Verdicts in words: why a move is refused, with the line of the rules, what it saw and the rulings it cites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.cli.terminal import Paint, clean

if TYPE_CHECKING:
    from astro_referee.interpreter.explain import Reason
    from astro_referee.interpreter.match import Match, Verdict

MOST_CHOICES = 24
"""Ways to go on that are listed; more would push the reasons off the screen."""


def refusal(match: Match, verdict: Verdict, paint: Paint) -> list[str]:
    """What a player is told about a move that was not made: what is wrong, every reason, what could be meant."""
    rows = [f"{clean(verdict.text)}  {paint(clean(verdict.message), 'bad')}"]
    if not verdict.text or f"`{verdict.text}`" in verdict.message:
        rows = [paint(clean(verdict.message), "bad")]
    for reason in verdict.reasons:
        rows += ["  " + row for row in reason_rows(match, reason, paint)]
    if verdict.choices:
        rows.append(("  it could be: " if verdict.reasons else "  possible: ") + listed(verdict.choices))
    return rows


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


def listed(choices: tuple[str, ...]) -> str:
    shown = ", ".join(choices[:MOST_CHOICES])
    return shown + (f" and {len(choices) - MOST_CHOICES} more" if len(choices) > MOST_CHOICES else "")


def data(match: Match, seat: int | None, verdict: Verdict) -> dict[str, object]:
    """A verdict for `--json`."""
    told: dict[str, object] = {
        "player": match.game.players[seat] if seat is not None else None,
        "move": verdict.text,
        "legal": verdict.ok,
    }
    if not verdict.ok:
        told["message"] = verdict.message
        told["reasons"] = reasons(verdict)
        told["choices"] = list(verdict.choices)
    return told


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
