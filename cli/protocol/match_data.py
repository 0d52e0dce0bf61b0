"""A match as plain data for `--json` and for programs: where it stands, what can be seen, played, told.

`seat` is who asks; None is the referee, who may know everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.interpreter.show.narration import may_read, result_data

if TYPE_CHECKING:
    from astro_referee.interpreter.play.events import Event
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.records.changed_rules import Changes

Facts = dict[str, object]


def status(match: Match) -> Facts:
    """What everybody may know: how far the game is, who is asked, how it ended."""
    return {
        "events": match.number,
        "asked": [match.game.players[seat] for seat in match.actors],
        "chance": match.chance is not None,
        "over": match.over,
        "result": result_data(match),
    }


def position(match: Match, seat: int | None) -> Facts:
    """The position with everything left out that the seat may not see."""
    seats = match.game.players
    fields = [
        {
            "name": field.name,
            "sort": field.sort,
            "about": field.docs,
            "entries": [
                {"index": list(e.index), "text": e.text, "hidden": e.value is None, "count": e.count}
                for e in field.entries
            ],
        }
        for field in match.view(seat).fields
    ]
    return {
        "game": match.game.rules.title,
        "as": seats[seat] if seat is not None else None,
        "players": dict(zip(seats, match.names, strict=True)),
        "phase": match.decision.name if match.decision is not None else None,
        "question": match.question or None,
        "fields": fields,
    }


def moves(match: Match, player: int | None) -> list[Facts]:
    """The legal moves: as they are written, what they do, and the ids a program can play them by."""
    return [
        {"id": match.id_of(move), "player": match.game.players[move[0]], "move": written, "about": about}
        for move, written, about in match.listed(player)
    ]


def outcomes(match: Match) -> list[Facts]:
    """What chance may bring. It can tell what lies in a hidden pile, so it is for the referee alone."""
    return [{"outcome": name, "probability": str(chance)} for _, chance, name in match.outcomes()]


def event(match: Match, event: Event, seat: int | None) -> Facts:
    """Something that happened, with what the seat may know of it."""
    watchers = 0 if seat is None else 1 << seat
    known = may_read(event.readers, watchers)
    answer: Facts = {"event": event.number + 1}
    what = event.text if known else event.public
    if event.player is None:
        answer |= {"chance": event.label, "outcome": what}
    else:
        answer |= {"player": match.game.players[event.player], "move": what}
    answer |= {} if known else {"hidden": True}
    return answer | {"said": [said.text for said in event.said if may_read(said.to, watchers)]}


def opening(match: Match, seat: int | None) -> list[str]:
    """What the rules say before the first event."""
    watchers = 0 if seat is None else 1 << seat
    return [said.text for said in match.opening if may_read(said.to, watchers)]


def changes(found: Changes | None) -> Facts | None:
    """What has changed in the rules since a record was begun, None if nothing has."""
    if found is None:
        return None
    return {"changed": list(found.changed), "added": list(found.added), "removed": list(found.removed)}
