"""`astro amend`: a record and a correction in; a new record, and what became of each later event, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.main import FAILS
from astro_referee.cli.options import Number, amended, changeable, with_json
from astro_referee.cli.protocol import match_data
from astro_referee.cli.table import recording, verdicts
from astro_referee.cli.terminal import painter, put, put_json, talk
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.values.text import Paint, clean, plural

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.records.amendments import Amended, BadAmendment, Consequence

FEW = 3
"""Events one after the other that stand and are still told one by one."""


@click.command("amend")
@click.argument("record", metavar="RECORD")
@click.option("--at", metavar="K", type=Number(1), required=True, help="The number of the event to correct.")
@click.option("--insert", is_flag=True, help="Put a forgotten event in before it, with --move or --chance.")
@click.option("--by", metavar="PLAYER", help="With --insert --move: who moved, where several are asked.")
@click.option("--move", metavar="MOVE", help="What the player really did there.")
@click.option("--chance", metavar="OUTCOME", help="What really came up there.")
@click.option("--strike", is_flag=True, help="Take the event out: it did not happen.")
@click.option("-o", "--output", metavar="FILE", help="The new record; RECORD.amended if not given.")
@click.option("--all", "everything", is_flag=True, help="Tell every event that stands, and each reason at length.")
@click.option("--game", metavar="GAME", help="The rules, if they are not where the record says.")
@changeable
@with_json
@click.pass_context
def command(
    context: click.Context,
    record: str,
    at: int,
    insert: bool,
    by: str | None,
    move: str | None,
    chance: str | None,
    strike: bool,
    output: str | None,
    everything: bool,
    game: str | None,
    changed_rules: bool,
    as_json: bool,
) -> None:
    """Correct one event of a record or put a forgotten one in, play the rest again, and tell what became of it.

    What is still legal stands. A move that is not legal any more is left out, with every reason. What chance brought is
    kept where it can still come up; the seed decides what the record does not tell. The new record goes to a new file.
    The exit code is 1 if something was left out or is new, or if the correction itself is not legal.

    \b
    Examples:
      astro amend game.txt --at 12 --move "pass"
      astro amend game.txt --at 7 --chance 4 -o corrected.txt
      astro amend game.txt --at 12 --strike --all
      astro amend game.txt --at 12 --insert --move "pass"
    """
    if [move is not None, chance is not None, strike].count(True) != 1:
        raise Misuse("say what really happened: one of --move, --chance and --strike")
    if insert and strike:
        raise Misuse("a forgotten event is a move or chance: --insert goes with --move or --chance")
    if by is not None and not (insert and move is not None):
        raise Misuse("--by says who made a forgotten move: it goes with --insert --move")
    target = Path(output) if output is not None else beside(record)
    from astro_referee.interpreter import api
    from astro_referee.interpreter.records.amendments import BadAmendment, Correction

    try:
        found = amended(record, Correction(at, move, chance, insert, by), game, changed_rules)
    except BadAmendment as error:
        refuse(error, at, as_json)
        context.exit(FAILS)
    for note in found.notes:
        talk(f"note: {note}", "note")
    recording.create(target, api.save(found.match))
    if as_json:
        put_json(data(found, at, target))
    else:
        report(found, target, everything)
    context.exit(0 if found.is_unchanged else FAILS)


def beside(record: str) -> Path:
    """`game.txt` becomes `game.amended.txt`."""
    if record == "-":
        raise Misuse("a record from standard input needs a name for the new one: -o FILE")
    path = Path(record)
    if not path.name:
        raise Misuse(f"{record} is a folder")
    return path.with_name(f"{path.stem}.amended{path.suffix}")


def refuse(error: BadAmendment, at: int, as_json: bool) -> None:
    """A correction that cannot be made; nothing is written."""
    verdict, match = error.verdict, error.match
    if as_json:
        put_json({"legal": False, "at": at, "message": str(error), "reasons": verdicts.reasons(verdict)})
    elif match is not None and verdict is not None:
        for row in verdicts.refusal(match, verdict, painter()):
            put(row)
    else:
        put(clean(str(error)))


# --- Telling ---------------------------------------------------------------------------------------------------------


def report(found: Amended, target: Path, everything: bool) -> None:
    paint = painter()
    for stands, run in groupby(together(found.consequences), key=lambda group: group[0].fate.value == "stands"):
        groups = list(run)
        if stands and not everything and len(groups) > FEW:
            put(stretch([one for group in groups for one in group], paint))
            continue
        for group in groups:
            for row in rows(found.match, group, paint, everything):
                put(row)
    fates = [consequence.fate.value for consequence in found.consequences]
    counts = [f"{plural(fates.count(fate), 'event')} {fate}" for fate in ("stands", "left out", "new")]
    put(", ".join(counts).replace("events stands", "events stand"))
    for row in narration.ending(found.match) if found.match.over else [narration.status(found.match)]:
        put(row)
    put(f"the new record is {clean(str(target))}")


def stretch(run: list[Consequence], paint: Paint) -> str:
    """Events one after the other that stand, in a line."""
    first, last = run[0], run[-1]
    moved = f", now {first.now} to {last.now}" if (first.now, last.now) != (first.was, last.was) else ""
    return f"{first.was} to {last.was}.  " + paint(f"{plural(len(run), 'event')} stand{moved}", "good")


def together(consequences: Sequence[Consequence]) -> Iterator[list[Consequence]]:
    """Draws of one deal that fared alike, in one line."""
    previous: list[Consequence] = []
    for one in consequences:
        if previous and not one.who and alike(previous[-1], one):
            previous.append(one)
            continue
        if previous:
            yield previous
        previous = [one]
    if previous:
        yield previous


def alike(one: Consequence, other: Consequence) -> bool:
    why = one.why.message if one.why is not None else "", other.why.message if other.why is not None else ""
    same = (one.who, one.label, one.fate, one.became) == (other.who, other.label, other.fate, "")
    return same and why[0] == why[1] and shift(one) == shift(other)


def shift(one: Consequence) -> int | None:
    """How far an event has moved."""
    return None if one.now is None or one.was is None else one.now - one.was


def rows(match: Match, group: list[Consequence], paint: Paint, everything: bool) -> list[str]:
    """One event, or several that belong together: what it was, what became of it, and why."""
    one = group[0]
    who = one.who or f"chance, {one.label}"
    fate, text = one.fate.value, ", ".join(each.text for each in group)
    if fate == "inserted":
        return [f"{one.now}. {clean(who)}: {clean(text)}  {paint(fate, 'head')}"]
    if one.was is None:
        return [f"{one.now}. {who}: {text}  {paint('new: the seed decided', 'bad')}"]
    said = f"{one.was}. {clean(who)}: {clean(text)}  "
    if one.became:
        return [said + paint(f"{fate}: {one.became}", "head")]
    if one.why is None:
        moved = f", now event {one.now}" if one.now not in (None, one.was) else ""
        return [said + paint(fate + moved, "good" if one.now is not None else "head")]
    found = [said + paint(f"{fate}: {clean(one.why.message)}", "bad")]
    for reason in one.why.reasons:
        reason_lines = verdicts.reason_rows(match, reason, paint)
        found += ["   " + row for row in (reason_lines if everything else reason_lines[:1])]
    return found


def data(found: Amended, at: int, target: Path) -> dict[str, object]:
    """The same for `--json`."""
    listed: list[dict[str, object]] = []
    for one in found.consequences:
        entry: dict[str, object] = {"was": one.was, "now": one.now, "fate": one.fate.value}
        what = one.became or one.text
        entry |= {"player": one.who, "move": what} if one.who else {"chance": one.label, "outcome": what}
        if one.became:
            entry["instead_of"] = one.text
        if one.why is not None:
            entry |= {"message": one.why.message, "reasons": verdicts.reasons(one.why)}
        listed.append(entry)
    return {
        "legal": True,
        "at": at,
        "stands": found.is_unchanged,
        "consequences": listed,
        "record": str(target),
        "notes": list(found.notes),
        **match_data.status(found.match),
    }
