"""Which names fit where a line has come to, by what stands before them: a kind behind a colon, a zone behind `into`."""

from __future__ import annotations

from astro_referee.grammar.errors.following import Following
from astro_referee.grammar.syntax.loose_words import NAMING
from astro_referee.grammar.syntax.words import LOOSE, SOFT, words
from astro_referee.interpreter.program.symbols import SymbolKind

NAMED = frozenset({"NAME", *SOFT.values()})
USED = words("DO LEAVE REPEAT OFFER ROLL PLAN")
"""Heads behind which stands a name that is declared elsewhere."""
NEW = (
    (NAMING - USED)
    | words("TEAM LPAR COMMA")
    | frozenset(LOOSE.values()) - words("BEST")
    | words("ALL NO FOR BEST TOGETHER ANY")
)
"""Terminals behind which a name is given, where only a name can stand."""
LISTING = words("PLAN HISTORY PASS SWAP WINNER SAY")
"""Heads of lines in which a comma goes on with names that are there."""
TYPES = (SymbolKind.KIND, SymbolKind.CARD, SymbolKind.TOKEN)
STATE = (SymbolKind.ZONE, SymbolKind.VAR, SymbolKind.DIE)
ONLY: dict[str, tuple[SymbolKind, ...]] = {
    "DO": (SymbolKind.PROCEDURE,),
    "LEAVE": (SymbolKind.PHASE,),
    "REPEAT": (SymbolKind.PHASE,),
    "OFFER": (SymbolKind.MOVE,),
    "REMEMBER": (SymbolKind.HISTORY,),
    "ROLL": (SymbolKind.DIE,),
    "SHUFFLE": (SymbolKind.ZONE,),
    "FOR_EACH": (SymbolKind.KIND,),
    "PLAN": (SymbolKind.KIND, SymbolKind.VAR, SymbolKind.ZONE, SymbolKind.TOKEN),
}
FIRST: dict[str, tuple[SymbolKind, ...]] = {
    "INTO": (SymbolKind.ZONE,),
    "UNDER": (SymbolKind.ZONE,),
    "FROM": (SymbolKind.ZONE, SymbolKind.LOCAL),
    "PUT": (SymbolKind.LOCAL, SymbolKind.CARD, SymbolKind.TOKEN, SymbolKind.ZONE),
    "IN": (SymbolKind.LOCAL, SymbolKind.KIND, SymbolKind.CARD, SymbolKind.TOKEN, SymbolKind.ZONE, SymbolKind.VAR),
    "ON": (SymbolKind.LOCAL, SymbolKind.MEMBER),
}
"""What comes first behind a word; what a thing is done to comes before all else."""
PEOPLE_BEHIND = {("IN", "players"), ("LSQB", "me")}
"""What is often meant behind a word or a bracket, though anything can be."""
NEVER_VALUES = (
    SymbolKind.PHASE,
    SymbolKind.PROCEDURE,
    SymbolKind.RULING,
    SymbolKind.COLUMN,
    SymbolKind.GAME,
    SymbolKind.LIBRARY,
)
COMPONENTS = words("KIND RING DIE CARD TOKEN GRID HEXGRID GRAPH")
"""Heads of lines that say what a game is made of, which is the same in every game."""
OFTEN = words("KIND CARD ZONE VAR DEF PHASE TEST TURNS MOVE WHEN THEN PUT IF FOR LET EXPECT GIVEN REFUSE CHANCE")
"""What most lines begin with."""
SOON = words("SEEN_BY")
"""What most lines that can go on so go on with."""
NO_PEOPLE = words("YES NO NONE EMPTY NOT COUNT SUM HIGHEST LOWEST")
"""Words that no players are put together with."""
PEOPLE = words("CLOCKWISE ANTICLOCKWISE TURNS WINNER ASK RETIRE RETURN SEEN_BY TOP_SEEN_BY TO AFTER FROM")
"""Words behind which players stand."""


def is_new(found: Following) -> bool:
    """Whether a name is given here, which nobody else has."""
    if "NAME" not in found.accepted or not found.accepted <= NAMED | {"NUMBER", "RPAR", "RBRACE"}:
        return False
    if found.head in LISTING and found.before == "COMMA":
        return False
    is_member = found.head in ("KIND", "RING", "TEAM", "PLAYER", "DIE") and found.before in ("COLON", "COMMA")
    return is_member or found.before in NEW


def allows(found: Following, sort: SymbolKind) -> bool:
    """Whether a name of some sort may stand here."""
    if found.head in COMPONENTS:
        if found.before == "COLON":
            return sort is SymbolKind.KIND and found.head == "DIE"
        return sort is SymbolKind.KIND or (found.before != "ON" and sort in (SymbolKind.MEMBER, SymbolKind.OPTION))
    if begins_a_step(found):
        return sort in (*STATE, SymbolKind.LOCAL, SymbolKind.TOKEN, SymbolKind.MEMBER)
    if "PILE_OF" in found.accepted or found.before == "PILE_OF" or (found.before, found.head) == ("ROW_OF", "ZONE"):
        return sort is SymbolKind.CARD
    if wants_type(found):
        return sort in TYPES
    if found.before in ONLY:
        return sort in ONLY[found.before]
    if sort is SymbolKind.PROCEDURE:
        return found.before == "AFTER_DO"
    if sort is SymbolKind.MOVE:
        return found.before == "LPAR"
    return sort not in NEVER_VALUES


def begins_a_step(found: Following) -> bool:
    """Whether a line begins here that is no case of a def, which is a value."""
    return not found.line and "NUMBER" not in found.accepted


def wants_type(found: Following) -> bool:
    """Whether the name of a type is wanted, such as behind the colon of a variable or of a parameter."""
    return "HEAP_OF" in found.accepted or (found.before in ("SET_OF", "HEAP_OF") and "SOME" not in found.accepted)


def takes_words(found: Following) -> bool:
    """Whether a value may be put together here: `empty`, `clockwise from …`; not in place of a name of some sort."""
    return not (wants_type(found) or found.before in ONLY or found.head in COMPONENTS)


def takes(found: Following, terminal: str) -> bool:
    """Whether a word may stand here; players are neither true nor empty."""
    return takes_words(found) and not (wants_people(found) and terminal in NO_PEOPLE)


def is_likely(found: Following, terminal: str) -> bool:
    """Whether a value often begins with a word here: who goes round, or some of all players."""
    if found.before == "TURNS":
        return terminal in ("CLOCKWISE", "ANTICLOCKWISE")
    return wants_people(found) and terminal in ("ALL", "BEST")


def comes_first(found: Following, sort: SymbolKind) -> bool:
    """Whether names of a sort are the likeliest here."""
    return sort in FIRST.get(found.before, ())


def wants_people(found: Following) -> bool:
    """Whether a player or some are named here."""
    return found.before in PEOPLE and found.head not in ("PUT", "DEAL")
