"""Records: a match as plain text, one event a line, and the same match from the text again.

Replaying needs no generator: chance events are in the record with what came up. A last line without an end is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import frozen

from astro_referee.interpreter.play.clock import NOTED, Clock, noted, read_clock
from astro_referee.interpreter.play.endings.agreements import possible
from astro_referee.interpreter.play.events import Event
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.seating import wrong_names
from astro_referee.interpreter.play.typed_moves.verdict import Verdict

FIRST = "astro record 1"
HEADER_WORDS = ("game", "rules", "parts", "players", "bots", "option", "seed", "chance", "clock")
TYPED = "typed in from a real table"
NOBODY = "nobody"


class BadRecord(ValueError):
    """A record that cannot be read or does not follow the rules; says in which line."""

    def __init__(self, line: int, message: str, verdict: Verdict | None = None) -> None:
        super().__init__(f"line {line}: {message}")
        self.line, self.message, self.verdict = line, message, verdict


@frozen
class Header:
    """What a record says before its first event."""

    game: str
    rules: str
    names: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    seed: int
    at: int
    """The line that names the players."""
    parts: tuple[tuple[str, str], ...] = ()
    """The named parts of the rules with their hashes; older records have none."""
    typed: bool = False
    """Chance was typed in from a real table."""
    title: str = ""
    """What the game is called, if the record says it."""
    bots: tuple[tuple[str, str], ...] = ()
    """The seats that play themselves, and the bot of each; older records name none."""
    clock: Clock | None = None
    """How long each player may think, if that was limited."""


@frozen
class Line:
    """One line of a record: number of the line, of the event, who (empty for chance), what, and what chance decides."""

    at: int
    number: int
    who: str
    text: str
    label: str = ""
    left: int | None = None
    """Tenths of a second that the player had left."""


@frozen
class Record:
    header: Header
    lines: tuple[Line, ...]
    ending: Line | None
    truncated: bool


# --- Writing -------------------------------------------------------------------------------------------------------


def header_text(match: Match) -> str:
    game = match.game
    rows = [FIRST, f"game: {one_line(game.rules.name)} ({game.rules.title})", f"rules: {game.rules.digest}"]
    rows.append("parts: " + ", ".join(f"{name} {mark}" for name, mark in game.rules.parts.items()))
    rows.append(
        "players: " + ", ".join(f"{seat} = {name}" for seat, name in zip(game.players, match.names, strict=True))
    )
    if match.bots:
        rows.append("bots: " + ", ".join(f"{game.players[seat]} = {bot}" for seat, bot in sorted(match.bots.items())))
    rows += [f"option: {name} = {value}" for name, value in game.settings()]
    rows.append(f"seed: {match.seed}")
    if match.typed:
        rows.append(f"chance: {TYPED}")
    if match.clock is not None:
        rows.append(f"clock: {match.clock}")
    return "\n".join(rows) + "\n\n"


def one_line(name: str) -> str:
    """The name of a file as a record can hold it; whatever could not be written becomes a question mark."""
    return "".join(c if c.isprintable() else "?" for c in name)


def event_lines(match: Match, events: Sequence[Event]) -> list[str]:
    """The lines of some events; draws that belong together are one line."""
    rows: list[str] = []
    index = 0
    while index < len(events):
        event = events[index]
        if event.player is not None:
            left = f" {noted(event.left)}" if event.left is not None else ""
            rows.append(f"{event.number + 1}. {match.game.players[event.player]}: {event.text}{left}")
            index += 1
            continue
        together = [event]
        while index + len(together) < len(events):
            following = events[index + len(together)]
            if following.player is not None or following.group != event.group or following.label != event.label:
                break
            together.append(following)
        rows.append(f"{event.number + 1}. chance, {event.label}: {', '.join(e.text for e in together)}")
        index += len(together)
    return rows


def result_line(match: Match) -> str:
    result = match.result
    assert result is not None
    winners = ", ".join(match.game.players[p] for p in result.winners) or NOBODY
    said = "drawn" if result.draw else f"won by {winners}"
    return f"end: {said}" + (f" ({result.text})" if result.text else "")


def text_of(match: Match) -> str:
    """The whole record of a match."""
    rows = event_lines(match, match.events)
    if match.over:
        rows.append(result_line(match))
    return header_text(match) + "".join(row + "\n" for row in rows)


# --- Reading -------------------------------------------------------------------------------------------------------


def is_rules(text: str) -> bool:
    """Whether a text is a rule file, given where a record is wanted."""
    return text.lstrip().split("\n", 1)[0].split() == ["astro", "1"]


def read(text: str) -> Record:
    """A record as data; raises BadRecord where it is none."""
    torn = bool(text) and not text.endswith("\n")
    rows = text.split("\n")[:-1]
    if not rows or rows[0].strip() != FIRST:
        hint = "this is a rule file: `play` or `referee` it with `--record FILE` first; " if is_rules(text) else ""
        raise BadRecord(1, f"{hint}a record begins with `{FIRST}`")
    header: dict[str, str] = {}
    places: dict[str, int] = {}
    options: list[tuple[str, str]] = []
    at = 1
    while at < len(rows) and rows[at].strip():
        word, colon, rest = rows[at].partition(": ")
        if not colon:
            raise BadRecord(at + 1, "a header line is a word, a colon and what it says")
        if word not in HEADER_WORDS or word in header:
            raise BadRecord(at + 1, f"`{word}` does not belong here; a blank line parts the header from the events")
        if word == "option":
            name, _, value = rest.partition(" = ")
            if name.strip() in dict(options):
                raise BadRecord(at + 1, f"option {name.strip()} is set twice")
            options.append((name.strip(), value.strip()))
        else:
            header[word], places[word] = rest.strip(), at + 1
        at += 1
    for word in ("game", "rules", "players", "seed"):
        if word not in header:
            raise BadRecord(at + 1, f"the header does not say `{word}`")
    if at == len(rows):
        raise BadRecord(at + 1, "the header has no end; a blank line parts it from the events")
    if not re.fullmatch(r"-?[0-9]{1,30}", header["seed"]):
        raise BadRecord(places["seed"], "the seed is no number")
    if header.get("chance", TYPED) != TYPED:
        raise BadRecord(places["chance"], f"chance can only be `{TYPED}`; without this line the seed decides")
    names = tuple(
        (seat.strip(), name.strip()) for seat, _, name in (p.partition(" = ") for p in header["players"].split(", "))
    )
    wrong = wrong_names(*zip(*names, strict=True))
    if wrong:
        raise BadRecord(places["players"], wrong)
    bots = bots_of(header["bots"], dict(names), places["bots"]) if "bots" in header else ()
    parts = tuple(
        (name, mark) for name, _, mark in (p.rpartition(" ") for p in header.get("parts", "").split(", ")) if name
    )
    clock = read_clock(header["clock"]) if "clock" in header else None
    if "clock" in header and clock is None:
        raise BadRecord(places["clock"], "a clock is written like this: `10m+5s`")
    found = [read_line(number, row, clock is not None) for number, row in enumerate(rows[at:], at + 1)]
    recorded = [line for line in found if line is not None]
    ending = recorded.pop() if recorded and not recorded[-1].number else None
    early = next((line for line in recorded if not line.number), None)
    if early is not None:
        raise BadRecord(early.at, "nothing can happen after the end")
    titled = re.fullmatch(r"(.*) \(([^()]*)\)", header["game"])  # a path may have brackets, too
    name, title = titled.groups() if titled is not None else (header["game"], "")
    at, seed = places["players"], int(header["seed"])
    head = Header(name, header["rules"], names, tuple(options), seed, at, parts, "chance" in header, title, bots, clock)
    return Record(head, tuple(recorded), ending, torn)


def bots_of(text: str, seats: Mapping[str, str], at: int) -> tuple[tuple[str, str], ...]:
    """Who plays itself: `P2 = mcts:1s, P3 = greedy:20`. Whether there is such a bot is asked when it has to play."""
    bots = tuple((seat.strip(), bot.strip()) for seat, _, bot in (one.partition(" = ") for one in text.split(", ")))
    if any(seat not in seats or not bot or not bot.isprintable() for seat, bot in bots) or len(dict(bots)) < len(bots):
        raise BadRecord(at, "`bots` names seats of this game, each once, with the bot that sits there")
    return bots


def read_line(at: int, row: str, timed: bool = False) -> Line | None:
    """One line; the end has number 0. Where a clock runs, moves end with the time that was left."""
    if not row.strip():
        return None
    if row.startswith("end:"):
        return Line(at, 0, "", row.strip())
    number, dot, rest = row.partition(". ")
    who, colon, text = rest.partition(": ")
    if not dot or not colon or not number.strip().isdecimal() or len(number) > 12 or int(number) == 0:
        raise BadRecord(at, "an event is a number, a dot, who, a colon and what happened")
    if who.startswith("chance, "):
        return Line(at, int(number), "", text.strip(), who.removeprefix("chance, "))
    left = NOTED.search(text.rstrip()) if timed else None
    if left is not None:
        return Line(at, int(number), who, text[: left.start()].strip(), left=int(left[1]) * 10 + int(left[2]))
    return Line(at, int(number), who, text.strip())


def replay(record: Record, game: Game, upto: int | None = None) -> Match:
    """The match a record tells of, every event checked; raises BadRecord at the first that is not legal."""
    match = begun(record, game)
    for line in record.lines:
        if upto is not None and match.number >= upto:
            break
        if line.number != match.number + 1:
            raise BadRecord(line.at, f"this should be event {match.number + 1}, not {line.number}")
        if line.who:
            replay_move(match, line)
        else:
            replay_chance(match, line, upto)
    if record.ending is not None and (upto is None or match.number < upto):
        if not match.over:
            end_as_agreed(match, record.ending)
        ended = result_line(match)
        older = ended.replace(f"won by {NOBODY}", "won by ", 1).strip()  # who has won was left out if nobody had
        if record.ending.text not in (ended, older):
            raise BadRecord(record.ending.at, f"it did not end so, but: {ended.removeprefix('end: ')}")
    return match


def end_as_agreed(match: Match, ending: Line) -> None:
    """Ends a game that the rules have not ended, as its players have."""
    for agreement in possible(match.game):
        ended = match.copy()
        ended.end(agreement)
        if result_line(ended) == ending.text:
            match.end(agreement)
            return
    raise BadRecord(ending.at, "the record says how it ended, but the game is not over")


def begun(record: Record, game: Game) -> Match:
    """The match of a record before its first event."""
    given = dict(record.header.names)
    if tuple(given) != game.players:
        raise BadRecord(record.header.at, f"the seats of this game are {', '.join(game.players)}")
    bots = {game.players.index(seat): bot for seat, bot in record.header.bots}
    head = record.header
    return Match(game, head.seed, tuple(given.values()), typed=head.typed, bots=bots, clock=head.clock)


def replay_move(match: Match, line: Line) -> None:
    seats = match.game.players
    if line.who not in seats:
        raise BadRecord(line.at, f"nobody here is called {line.who}; the seats are {', '.join(seats)}")
    if line.left is not None:
        match.left[seats.index(line.who)] = line.left
    verdict = match.submit(seats.index(line.who), line.text)
    if not verdict.ok:
        why = "; ".join(reason.text for reason in verdict.reasons)
        said = verdict.message if verdict.quotes else f"{verdict.message}: {line.text}"
        raise BadRecord(line.at, said + (f" ({why})" if why else ""), verdict)


def replay_chance(match: Match, line: Line, upto: int | None) -> None:
    """One line may hold several draws; names may contain commas, so each is looked for among what may come up."""
    rest = line.text
    while rest:
        if upto is not None and match.number >= upto:
            return
        if match.chance is None:
            raise BadRecord(line.at, f"chance has nothing to decide here: {rest}")
        found = [(value, name) for value, _, name in match.outcomes() if rest == name or rest.startswith(name + ", ")]
        if not found:
            raise BadRecord(line.at, f"this cannot come up here: {rest}")
        value, name = max(found, key=lambda pair: len(pair[1]))
        match.settle(value)
        rest = rest[len(name) + 2 :]
