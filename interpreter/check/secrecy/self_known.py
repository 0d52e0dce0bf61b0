"""Sets of players of which each player knows whether they are in it, though not who else is: roles dealt in secret.

Such a set is put together with `+` from what all see and from variables that those see who are in them. Who does not
see such a variable is not in it. So whoever may see a thing or make a move because of it learns nothing by that.
"""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.interpreter.check.secrecy.readers import reader_name
from astro_referee.interpreter.program.program import FieldInfo
from astro_referee.interpreter.program.terms import Const, Load, Op, Term

Fields = Mapping[str, FieldInfo]


def self_known(fields: Fields, players: Term) -> bool:
    """Whether each player can tell from what they see whether they are one of these."""
    return all(knows_itself(fields, part) for part in united(players))


def united(players: Term) -> tuple[Term, ...]:
    """The sets that a set is put together from."""
    match players:
        case Op("union", (left, right)):
            return (*united(left), *united(right))
        case _:
            return (players,)


def knows_itself(fields: Fields, part: Term) -> bool:
    match part:
        case Const():
            return True
        case Op("bit", (player,)):
            return role_knows_itself(fields, player)
        case Load(name, ()):
            info = fields[name]
            return info.audience is None or (info.sort == "var" and part in united(info.audience))
        case _:
            return False


def role_knows_itself(fields: Fields, player: Term) -> bool:
    """Whether each player can tell whether it is them that a variable names."""
    match player:
        case Load(name, ()):
            info = fields[name]
            if info.audience is None:
                return True
            own = (part.args for part in united(info.audience) if isinstance(part, Op) and part.op == "bit")
            return info.sort == "var" and (player,) in own
        case _:
            return False


def asks_about_reader(fields: Fields, term: Op, me: frozenset[str] | None) -> bool:
    """`me in spies`, `me is seer`: a question about the reader, to which each player knows their own answer."""
    match term:
        case Op("has", (players, who)):
            return reader_name(who) in (me or ()) and self_known(fields, players)
        case Op("is" | "is not", (one, other)):
            sides = ((one, other), (other, one))
            return any(reader_name(who) in (me or ()) and role_knows_itself(fields, role) for who, role in sides)
        case _:
            return False
