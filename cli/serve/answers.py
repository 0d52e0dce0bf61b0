"""Messages that a table answers: moves, questions about moves and rules, agreements, talk, and what hosts decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.cli.protocol import offers
from astro_referee.cli.protocol.requests import Refused
from astro_referee.cli.serve import links
from astro_referee.cli.serve.frames import Facts, Viewer, position
from astro_referee.cli.serve.messages import FOR_HOSTS, FOR_SEATS, Message
from astro_referee.cli.serve.tables import PEOPLE, PUBLIC, WATCHED, ServedTable, with_clock
from astro_referee.cli.table import verdicts
from astro_referee.interpreter.play.clock import read_clock
from astro_referee.interpreter.play.endings.agreements import Agreement, Manner, possible
from astro_referee.interpreter.play.game import BadOption
from astro_referee.interpreter.play.seating import wrong_names
from astro_referee.interpreter.show import rules
from astro_referee.interpreter.values.text import clean
from astro_referee.interpreter.values.types import Bool, Int, Member, element, plain, size

if TYPE_CHECKING:
    from astro_referee.interpreter.machine import MoveSlot
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.play.typed_moves.verdict import Verdict
    from astro_referee.interpreter.values.types import Type

LATE = "that came too late: somebody was quicker"
LONGEST_NAME = 30
LONGEST_DELAY = 3600


def answer(table: ServedTable, viewer: Viewer, message: Message) -> Facts | None:
    """The answer to a message of somebody who may send it; raises Refused."""
    do = message.do
    if (do in FOR_SEATS and viewer.seat is None) or (do in FOR_HOSTS and viewer.role != "host"):
        raise Refused("not-yours", "this link is not for that")
    match do:
        case "chat":
            chat(table, viewer, message)
        case "rules":
            word = message.text("word").strip()
            # The last line of the overview is for those who type commands.
            found = rules.looked_up(table.match, word) if word else rules.overview(table.match)[:-1]
            return {"do": "rules", "rows": found}
        case "past":
            return past(table, viewer, message)
        case _ if viewer.seat is not None:
            return of_seat(table, viewer.seat, message)
        case "code":
            return {"do": "code", "text": message.text("text"), "picture": links.as_picture(message.text("text"))}
        case _ if viewer.role == "host":
            of_host(table, message)
        case _:
            raise Refused("not-yours", "this link is not for that")
    return None


def of_seat(table: ServedTable, seat: int, message: Message) -> Facts | None:
    """What somebody who plays may say."""
    if message.do == "name":
        rename(table, seat, message.text("name"))
        return None
    if message.do == "sit":
        sit(table, seat, message)
        return None
    if not table.begun:
        raise Refused("not-begun", "the game has not begun")
    match message.do:
        case "play":
            chosen = table.match.with_id(seat, message.text("id")) if seat in table.match.actors else None
            if message.number("question") != table.question or chosen is None:
                raise Refused("late", LATE)
            table.play(seat, chosen)
        case "type":
            return typed(table, seat, message)
        case "why":
            return why(table.match, seat, message)
        case "outcome":
            outcome(table, message)
        case "resign":
            end(table, Agreement(Manner.RESIGNED, seat))
        case "offer":
            propose(table, seat, message.text("what"))
        case "answer":
            agree(table, seat, message.flag("yes"))
    return None


# --- Moves ---------------------------------------------------------------------------------------------------------


def typed(table: ServedTable, seat: int, message: Message) -> Facts | None:
    """A typed move is made if it is one; else the answer says why not, or how it could go on."""
    verdict = table.match.judge(seat, message.text("text"))
    if not verdict.ok or verdict.move is None:
        return verdict_facts(table.match, verdict)
    if message.number("question") != table.question:
        raise Refused("late", LATE)
    table.play(seat, verdict.move)
    return None


def why(match: Match, seat: int, message: Message) -> Facts:
    """Why something cannot be done; what was tapped is put as a move, or as much of one as it names."""
    text = message.text("text")
    decision, sort = match.decision, message.number("sort")
    args = message.fields.get("args")
    if decision is not None and sort is not None and sort < len(decision.moves) and isinstance(args, list):
        text = written(match, seat, decision.moves[sort], sort, args) or text
    return verdict_facts(match, match.judge(seat, text))


def written(match: Match, seat: int, slot: MoveSlot, sort: int, args: list[object]) -> str:
    """A move of which all parts are named, as it is typed, or what is known of it; nothing if a name is none."""
    if len(args) != len(slot.params):
        return ""
    spots, values, labels = offers.spots_of(match, slot, seat), dict[int, int](), list[str]()
    for at, said in zip(offers.order(slot), args, strict=True):
        if said == "":
            continue
        type = slot.params[at].type
        value = value_called(match, type, said, spots[at])
        if value is None:
            return ""
        values[at] = value
        labels.append(match.game.printer.show(type, value))
    if len(values) < len(args):
        return " ".join(labels)
    from astro_referee.interpreter.play.match import FaultyRules

    try:
        return match.marked((seat, sort, *(values[at] for at in range(len(values)))))
    except FaultyRules:
        return ""


def value_called(match: Match, type: Type, said: object, spots: offers.Spots) -> int | None:
    """The value that goes by a name, or the set of those that do."""
    inner = element(type)
    if isinstance(said, list):
        if inner is None:
            return None
        found = [value_called(match, inner, one, spots) for one in said]
        low = inner.low if isinstance(inner, Int) else 0
        return None if None in found else sum({1 << one - low for one in found if one is not None})
    base = plain(type)
    if not isinstance(base, Bool | Int | Member):
        return None
    low = base.low if isinstance(base, Int) else 0
    return next(
        (value for value in range(low, low + size(base)) if offers.named(match, base, value, spots)[0] == said), None
    )


def verdict_facts(match: Match, verdict: Verdict) -> Facts:
    """A verdict for the page: what is wrong, and every reason with its rule, what it saw and its rulings."""
    ruled = match.game.rules.rulings
    return {
        "do": "verdict",
        "ok": verdict.ok,
        "text": clean(verdict.text),
        "message": clean(verdict.message),
        "choices": list(verdict.choices[: verdicts.MOST_CHOICES]),
        "reasons": [
            {
                "text": reason.text,
                "rule": reason.rule if reason.line else "",
                "place": f"{clean(reason.file)}:{reason.line}" if reason.line else "",
                "seen": [list(pair) for pair in reason.seen],
                "rulings": [[name, *ruled.get(name, ("", ""))] for name in reason.rulings],
            }
            for reason in verdict.reasons
        ],
    }


def outcome(table: ServedTable, message: Message) -> None:
    """What has come up on a real table, typed by whoever rolled."""
    match = table.match
    if not match.typed or match.chance is None or message.number("question") != table.question:
        raise Refused("late", "nothing is rolled or dealt now")
    wanted = message.text("text").strip().casefold()
    found = [value for value, _, name in match.outcomes() if name.casefold() == wanted]
    if not found:
        raise Refused("bad-field", f"`{clean(message.text('text'))}` cannot come up here")
    new = match.copy()
    new.settle(found[0])
    table.keep_match(new)


def past(table: ServedTable, viewer: Viewer, message: Message) -> Facts:
    """How the viewer saw the game after some event."""
    if not table.begun:
        raise Refused("not-begun", "the game has not begun")
    match = table.seen_by(viewer)
    number = min(message.number("number") or 0, len(match.events))
    then = match.rewound(number)
    found = position(then, viewer, table.painter_of(then), False)
    return {"do": "past", "number": number, "scene": found["scene"], "asked": found["asked"], "log": found["log"]}


# --- Agreements ----------------------------------------------------------------------------------------------------


def end(table: ServedTable, agreement: Agreement) -> None:
    if table.match.over or agreement not in possible(table.game):
        raise Refused("not-now", "the game cannot be ended so")
    new = table.match.copy()
    new.end(agreement)
    table.keep_match(new)


def propose(table: ServedTable, seat: int, what: str) -> None:
    """A draw or a step back, which counts when all the others agree; a bot agrees to go back, and never to a draw."""
    from astro_referee.cli.serve.tables import Proposal

    if what == "undo" and table.undo_way(seat):
        to = table.last_move(seat)
        assert to is not None
        if table.undo_way(seat) == "free":
            table.take_back(to)
            return
    elif what == "draw" and not table.match.over and Agreement(Manner.DRAWN) in possible(table.game):
        if table.bots():
            raise Refused("not-now", "a bot plays on")
        to = table.match.number
    else:
        raise Refused("not-now", "there is nothing to agree to")
    table.proposal = Proposal(what, seat, to, {seat})
    table.changed.add(PEOPLE)


def agree(table: ServedTable, seat: int, yes: bool) -> None:
    made = table.proposal
    if made is None:
        raise Refused("late", "nothing is proposed any more")
    if not yes:
        table.proposal = None
        table.changed.add(PEOPLE)
        return
    made.agreed.add(seat)
    table.changed.add(PEOPLE)
    if {*table.others(made.by)} <= made.agreed:
        if made.what == "draw":
            end(table, Agreement(Manner.DRAWN))
        else:
            table.take_back(made.to)


# --- People --------------------------------------------------------------------------------------------------------


def chat(table: ServedTable, viewer: Viewer, message: Message) -> None:
    """What those who play and whoever runs the table say to each other; who watches may read it."""
    text = " ".join(clean(message.text("text")).split())
    if viewer.role == "watch":
        raise Refused("not-yours", "who watches may not speak")
    if text:
        who = "host" if viewer.seat is None else table.chairs[viewer.seat].name or table.game.players[viewer.seat]
        table.speak(who, text)


def rename(table: ServedTable, seat: int, name: str) -> None:
    """Somebody says what they are called."""
    name = " ".join(clean(name).split())
    if table.begun:
        raise Refused("not-now", "names stay while a game is on")
    if len(name) > LONGEST_NAME:
        raise Refused("bad-field", f"a name has at most {LONGEST_NAME} letters")
    seats = table.game.players
    names = [chair.name or own for chair, own in zip(table.chairs, seats, strict=False)]
    names[seat] = name or seats[seat]
    wrong = wrong_names(seats, names) if name else ""
    if wrong:
        raise Refused("bad-field", wrong)
    table.chairs[seat].name = name
    table.changed.add(PEOPLE)
    table.save()


def sit(table: ServedTable, seat: int, message: Message) -> None:
    """Somebody takes a seat that is free; their link stands for it from now on."""
    to = message.number("seat")
    if to is None or to >= table.game.seats:
        raise Refused("bad-field", "there is no such seat")
    chair = table.chairs[to]
    if to != seat and (chair.bot or chair.name or table.present.get(to)):
        raise Refused("not-now", "somebody sits there")
    exchange(table, seat, to)


def exchange(table: ServedTable, one: int, other: int) -> None:
    """Two who sit at the table change places, each with the link they have."""
    if table.begun:
        raise Refused("not-now", "seats stay while a game is on")
    table.exchange(one, other)
    table.save()


def of_host(table: ServedTable, message: Message) -> None:
    """What whoever runs the table decides."""
    match message.do:
        case "start":
            if table.begun:
                raise Refused("not-now", "the game has begun already")
            table.begin()
        case "again":
            if not table.match.over:
                raise Refused("not-now", "the game is not over")
            table.begin()
        case "set":
            settle(table, message)
        case "seat":
            seat_people(table, message)


def seat_people(table: ServedTable, message: Message) -> None:
    """A seat goes to a bot, to a person, or to another person: then its old link is worth nothing."""
    from astro_referee.interpreter.study.bots import NoBot, bot

    seat = message.number("seat")
    if seat is None or seat >= table.game.seats:
        raise Refused("bad-field", "there is no such seat")
    chair = table.chairs[seat]
    if "bot" in message.fields:
        spec = message.text("bot").strip()
        try:
            chair.bot = str(bot(spec)) if spec else ""
        except NoBot as error:
            raise Refused("bad-field", str(error)) from None
        table.match.bots = table.bots()
        if table.begun and (recorder := table.recorder) is not None:
            table.to_write(lambda: recorder.renew(table.match))
    if "name" in message.fields:
        rename(table, seat, message.text("name"))
    other = message.number("with")
    if other is not None:
        if other >= table.game.seats:
            raise Refused("bad-field", "there is no such seat")
        exchange(table, seat, other)
    if message.flag("renew"):
        chair.key = links.fresh()
    table.changed.add(PEOPLE)
    table.save()


def settle(table: ServedTable, message: Message) -> None:
    """Players, options, clock, and what those who watch may see: all before the game begins."""
    if table.begun:
        raise Refused("not-now", "the game has begun already")
    if "watching" in message.fields:
        if message.text("watching") not in (PUBLIC, WATCHED):
            raise Refused("bad-field", f"who watches sees what is {PUBLIC}, or what any player sees: {WATCHED}")
        table.watching = message.text("watching")
    if "delay" in message.fields:
        table.delay = min(message.number("delay") or 0, LONGEST_DELAY)
    if "clock" in message.fields:
        clock = read_clock(message.text("clock")) if message.text("clock") else None
        if message.text("clock") and clock is None:
            raise Refused("bad-field", "a clock is written like this: 10m+5s")
        table.match = with_clock(table.match, clock)
    if "players" in message.fields or "options" in message.fields:
        options = dict(table.game.settings())
        given = message.fields.get("options", {})
        assert isinstance(given, dict)
        options |= {name: str(value) for name, value in given.items()}
        assert table.restart is not None
        try:
            table.match = table.restart(table, message.number("players") or table.game.seats, options)
        except BadOption as error:
            raise Refused("bad-field", clean(str(error))) from None
    table.fresh()
    table.save()
