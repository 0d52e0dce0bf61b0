"""Who reads a text or notices a step, as far as the rules say it plainly: terms and steps in, names of readers out."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.teams import Teams
from astro_referee.interpreter.program.terms import Choices, Const, Local, Lookup, Op, Range, Term

SEAT = "seat "
"""Begins the name of a reader who is known by seat, not by a local name."""
OTHER = "other "
"""Begins what is kept of a local name that is surely not the reader's."""
PARAMS = -1
"""What a guard needs that is asked only if the parameters of its move are in their domains."""


def reader_of(to: Term) -> frozenset[str] | None:
    """The one player a text goes to, if it is plain who that is."""
    match to:
        case Op("bit", (who,)):
            name = reader_name(who)
            return frozenset({name}) if name else None
        case Const(mask) if mask.bit_count() == 1:
            return frozenset({f"{SEAT}{mask.bit_length() - 1}"})
        case _:
            return None


def reader_name(term: Term) -> str:
    """What a player is called here: a local name, or a seat that is known by number."""
    match term:
        case Local(name):
            return name
        case Const(seat):
            return f"{SEAT}{seat}"
        case _:
            return ""


def sees(program: p.Program, audience: Term, at: tuple[Term, ...], me: frozenset[str] | None) -> bool:
    """Whether the reader is plainly among those who see an entry of a field."""
    match audience:
        case Op("bit", (Local("owner"),)):
            return me is not None and bool(at) and reader_name(at[0]) in me
        case Lookup(_, (Local("owner"),)):
            return plays_for(program, at, me)
        case Op("minus") if hides_from_owner(program, audience):
            return bool(at) and is_other(at[0], me or frozenset())
        case Const(mask):
            seats = [name for name in me or () if name.startswith(SEAT)]
            return bool(seats) and all(mask >> int(name.removeprefix(SEAT)) & 1 for name in seats)
        case _:
            return False


def is_other(who: Term, me: frozenset[str]) -> bool:
    """Whether a player is plainly somebody else than the reader."""
    name = reader_name(who)
    return f"{OTHER}{name}" in me or (name.startswith(SEAT) and any(n.startswith(SEAT) and n != name for n in me))


def naming(me: frozenset[str], name: str, domain: Range | Choices | Term) -> frozenset[str]:
    """The names of the reader where a name comes from a domain: from `others` it is surely somebody else's."""
    match domain:
        case Op("minus", (_, Op("bit", (who,)))) if reader_name(who) in me:
            return me - {name} | {f"{OTHER}{name}"}
        case _:
            return me - {name, f"{OTHER}{name}"}


def choosing(me: frozenset[str], move: p.MoveInfo) -> frozenset[str]:
    """The names of the reader behind all parameters of a move."""
    for param in move.params:
        me = naming(me, param.name, param.domain)
    return me


def asked_of_others(program: p.Program) -> p.Program:
    """Guards of moves that choose among `others`, where cards are seen by all but their owner: asked of those alone.

    The reasons of a move that names somebody else, such as the reader, would tell what the reader does not see.
    """
    me = frozenset({"me"})
    if not any(hides_from_owner(program, info.audience) for info in program.fields.values()):
        return program
    moves = {
        key: evolve(move, parts=tuple(evolve(part, needs=(PARAMS, *part.needs)) for part in move.parts))
        if choosing(me, move) != me
        else move
        for key, move in program.moves.items()
    }
    return evolve(program, moves=moves)


def hides_from_owner(program: p.Program, audience: Term | None) -> bool:
    """Whether this is `everyone - {owner}`."""
    match audience:
        case Op("minus", (Const(mask), Op("bit", (Local("owner"),)))):
            return mask == (1 << program.seats) - 1
        case _:
            return False


def within(me: frozenset[str] | None, names: Sequence[str], args: Sequence[Term]) -> frozenset[str]:
    """The names of the reader inside a def, in its own names for what it is asked about."""
    given = [(name, arg.name) for name, arg in zip(names, args, strict=True) if isinstance(arg, Local)]
    return frozenset(before + n for n, arg in given for before in ("", OTHER) if f"{before}{arg}" in (me or ()))


def plays_for(program: p.Program, at: tuple[Term, ...], me: frozenset[str] | None) -> bool:
    """Whether the reader plainly belongs to the team that something is kept for: it is spoken of as theirs."""
    match program.teams, at:
        case Teams(column=column), (Lookup(table, (who,)), *_):
            return table == f"player.{column}" and me is not None and reader_name(who) in me
        case _:
            return False


def unseen(info: p.FieldInfo) -> bool:
    """Whether nobody ever sees a variable; of a zone, all see how many cards there are."""
    return info.sort == "var" and isinstance(info.audience, Const) and info.audience.value == 0


def noticing(program: p.Program, body: tuple[p.Step, ...]) -> frozenset[str] | None:
    """The players who notice these steps, by what they are called before them; None if it may be anybody."""
    found: frozenset[str] = frozenset()
    for step in body:
        inner: frozenset[str] | None
        match step:
            case p.Let():
                inner = frozenset()
            case p.Assign(name, at, _):
                inner = seeing(program.fields[name], at)
            case p.Say(_, to) if to is not None:
                inner = reader_of(to)
            case p.If(_, then, otherwise):
                inner = noticing(program, (*then, *otherwise))
            case p.For():
                inner = noticing(program, step.body)
                inner = None if inner is not None and step.name in inner else inner
            case _:
                inner = None
        if inner is None or any(isinstance(one, p.Let) and one.name in inner for one in body):
            return None
        found |= inner
    return found


def seeing(info: p.FieldInfo, at: tuple[Term, ...]) -> frozenset[str] | None:
    """The players who see an entry of a variable; None if it may be anybody, as with how many cards a zone has."""
    if unseen(info):
        return frozenset()
    name = owner_name(info, at) if info.sort == "var" else ""
    return frozenset({name}) if name else None


def owner_name(info: p.FieldInfo, at: tuple[Term, ...]) -> str:
    """What the only player is called who sees an entry of a field, if that is its owner; else nothing."""
    match info.audience, at:
        case Op("bit", (Local("owner"),)), (first, *_):
            return reader_name(first)
        case _:
            return ""


def never(steps: tuple[p.Step, ...]) -> bool:
    """Whether it is promised that these steps are not come to: then nobody learns anything from them."""
    return any(isinstance(step, p.Require) and step.code == "never" for step in steps)
