"""A game told: events and results in, lines out, each with no more than those who look at the screen may know.

`watchers` is the set of seats who look, as a mask; 0 is the referee, who may know everything, and `ALL_SHOULDERS`
somebody who may know what any player knows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from attrs import frozen

from astro_referee.interpreter.play.events import A_CARD, A_DIE
from astro_referee.interpreter.play.seating import called

if TYPE_CHECKING:
    from astro_referee.interpreter.machine import TextTemplate
    from astro_referee.interpreter.play.events import Event, Result
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.values.text import Paint

ALL_SHOULDERS = -1


@frozen
class Line:
    """One line of the tale: a move with what it does, what chance has brought, or what the rules say aloud."""

    text: str
    effect: str = ""
    player: int | None = None
    aloud: bool = False
    number: int | None = None
    """That of its event, with which the text begins; none of what is said aloud."""

    @property
    def whole(self) -> str:
        return self.text + self.effect


def narrate(match: Match, events: Sequence[Event], watchers: int, effects: Paint | None = None) -> list[str]:
    """The lines of some events as they are written."""
    return [line.whole for line in lines(match, events, watchers, effects)]


def lines(
    match: Match, events: Sequence[Event], watchers: int, effects: Paint | None = None, briefly: bool = False
) -> list[Line]:
    """The lines of some events; draws that belong together are one line. With `effects`, also what moves do; `briefly`,
    what is dealt round and round is told once for each place."""
    found: list[Line] = []
    index = 0
    while index < len(events):
        event = events[index]
        rounds = dealt_around(events, index) if briefly else {}
        if rounds:
            found += [Line(event_line(match, dealt, watchers), number=dealt[0].number + 1) for dealt in rounds.values()]
            index += sum(map(len, rounds.values()))
            continue
        together = [event] if event.player is not None else draws(events, index, watchers)
        effect = ""
        if effects is not None and event.about is not None and may_read(event.readers, watchers):
            effect = "  " + effects(event.about.text, "faint") if may_read(event.about.to, watchers) else ""
        text = event_line(match, together, watchers)
        found.append(Line(text, effect, event.player, number=event.number + 1))
        for one in together:
            said = [said.text for said in one.said if not said.last and may_read(said.to, watchers)]
            found += [Line(f"   {text}", aloud=True) for text in said]
        index += len(together)
    return found


def opening(match: Match, watchers: int) -> list[str]:
    """What the rules say before anything has happened."""
    return [said.text for said in match.opening if not said.last and may_read(said.to, watchers)]


def draws(events: Sequence[Event], first: int, watchers: int) -> list[Event]:
    """A chance event and those after it that are told in the same line.

    These are the draws of one deal, and cards dealt one after the other to places that nobody sees.
    """
    found = [events[first]]
    for event in events[first + 1 :]:
        one_deal = event.player is None and (event.group, event.label) == (found[0].group, found[0].label)
        if not one_deal and not (is_face_down(found[-1], watchers) and is_face_down(event, watchers)):
            break
        found.append(event)
    return found


def dealt_around(events: Sequence[Event], first: int) -> dict[str, list[Event]]:
    """The cards that are dealt from an event on, by where they go; nothing if none of the places comes again later."""
    run = list(takewhile(lambda event: event.player is None and is_dealt(event), events[first:]))
    places: dict[str, list[Event]] = {}
    for event in run:
        places.setdefault(event.label, []).append(event)
    changes = sum(one.label != other.label for one, other in pairwise(run))
    return places if changes >= len(places) else {}


def is_dealt(event: Event) -> bool:
    """Whether a card comes to a place, and nothing is said of it."""
    return event.dealt and not event.said


def is_face_down(event: Event, watchers: int) -> bool:
    """Whether a card was dealt that no player knows, nor who looks on, and nothing is said of it."""
    unseen = event.player is None and event.readers == 0 and not event.said
    return unseen and event.public == A_CARD and not may_read(event.readers, watchers)


def event_line(match: Match, together: list[Event], watchers: int) -> str:
    event = together[0]
    if event.player is not None:
        known = may_read(event.readers, watchers)
        return f"{event.number + 1}. {called(match, event.player)}: {event.spoken if known else event.public}"
    if len({one.label for one in together}) > 1:
        return f"{event.number + 1}. chance, deal: {len(together)} cards, face down"
    seats = {name: called(match, seat) for seat, name in enumerate(match.game.players)}
    shown = [seats.get(one.text, one.spoken or one.text) for one in together if may_read(one.readers, watchers)]
    hidden = len(together) - len(shown)
    if hidden:
        shown.append(event.public if hidden == 1 else f"{hidden} {'dice' if event.public == A_DIE else 'cards'}")
    return f"{event.number + 1}. chance, {with_names(match, event.label)}: {', '.join(shown)}"


def with_names(match: Match, label: str) -> str:
    """What chance decides, in the words that players read, with the name of who sits where: `deal to hand of Ann`."""
    titles = {slot.name: slot.title for slot in match.game.machine.fields}
    label = re.sub(r"\w+", lambda found: titles.get(found[0], found[0]), label)
    return re.sub(
        r"(?<= of )[^\s,]+(?=,|$)",
        lambda found: dict(zip(match.game.players, match.names, strict=True)).get(found[0], found[0]),
        label,
    )


def may_read(readers: int | None, watchers: int) -> bool:
    """Whether all who look at the screen may read something."""
    if watchers == ALL_SHOULDERS:
        return readers != 0
    return readers is None or not watchers & ~readers


def ending(match: Match) -> list[str]:
    """How a game that is over ended."""
    result = match.result
    assert result is not None
    why = f": {result.spoken or level(result)}" if result.spoken or level(result) else ""
    if result.draw:
        head = f"The game is drawn{why}."
    else:
        many = len(result.winners) > 1
        head = (together(match, result.winners) or "Nobody") + (" win" if many else " wins") + why + "."
    return [head, *standings(match, result)]


def level(result: Result) -> str:
    """What is to be said if a ranking puts all of several players on one place, and the rules give no reason."""
    if result.scores is None or result.common or len(result.places) == 1 or set(result.places) != {1}:
        return ""
    same = set(result.scores)
    return f"all are equal, each with {same.pop()}" if len(same) == 1 else "all are equal"


def standings(match: Match, result: Result) -> list[str]:
    """Places and scores, where they say more than who won."""
    if result.scores is None:
        return []
    if result.common:
        return [f"  score: {result.scores[0]}"]
    each: list[tuple[int, ...]] = [(seat,) for seat in range(match.game.seats)]
    if by_team(match, result):
        each = list(match.game.teams.values())
    rows = sorted((result.places[seats[0]], seats) for seats in each)
    return [f"  place {place}: {together(match, seats)} with {result.scores[seats[0]]}" for place, seats in rows]


def by_team(match: Match, result: Result) -> bool:
    """Whether there are teams, and partners have come to the same place with the same score."""
    ends = [(place, score) for place, score in zip(result.places, result.scores or result.places, strict=True)]
    teams = match.game.teams.values()
    return bool(teams) and all(len({ends[seat] for seat in seats}) == 1 for seats in teams)


def together(match: Match, seats: Sequence[int]) -> str:
    """Some players by name; those who are a team with its name behind them."""
    names = " and ".join(called(match, seat) for seat in seats)
    teams = match.game.teams
    team = next((number for number, members in enumerate(teams.values()) if members == tuple(seats)), None)
    return names if team is None else f"{names} ({match.game.team_words[team]})"


def result_data(match: Match) -> dict[str, object] | None:
    """The result for `--json`, None while the game goes on."""
    result = match.result
    if result is None:
        return None
    seats, teams = match.game.players, match.game.teams
    won = [name for name, members in teams.items() if {*members} <= {*result.winners}]
    return {
        "draw": result.draw,
        "winners": [seats[seat] for seat in result.winners],
        **({"teams": won} if teams else {}),
        "places": dict(zip(seats, result.places, strict=True)),
        "scores": dict(zip(seats, result.scores, strict=True)) if result.scores is not None else None,
        **({"utilities": dict(zip(seats, result.utilities, strict=True))} if result.utilities is not None else {}),
        "because": result.text,
    }


def status(match: Match) -> str:
    """Who is asked, or what comes next, in one line."""
    if match.over:
        return " ".join(row.strip() for row in ending(match)[:1])
    if match.chance is not None:
        return f"chance decides: {with_names(match, match.game.fill(*chance_label(match)))}"
    names = ", ".join(called(match, seat) for seat in match.actors)
    return f"to move: {names}" if match.decision is not None and match.decision.manner == "one" else f"asked: {names}"


def chance_label(match: Match) -> tuple[TextTemplate, list[int]]:
    chance = match.chance
    assert chance is not None
    return chance.label_template, match.game.function(chance.label_values)(match.state)
