"""What people write who know rulebooks or other languages, and how Astro says it.

One table for lines and phrases that cannot be read, one for names and one for types that nobody has declared. Whatever
is in them is looked up only where something is wrong already: none of these words is forbidden.
"""

from __future__ import annotations

import re
from functools import cache

from attrs import frozen

from astro_referee.grammar.problems import Advice, Replacement
from astro_referee.grammar.syntax.words import CHANGES, HEADS, MARGIN, TESTED

LONGEST = 300
"""Characters of a line that are looked at."""

NAMED = sorted(word for word, head in HEADS.items() if head in MARGIN - TESTED | {"PHASE", "MOVE", "LET"})
STEPS = sorted(word for word, head in HEADS.items() if head not in MARGIN | CHANGES and word not in NAMED)

# Parts of the patterns below. A blank is any stretch of blanks; NAME, PLACE and PART can be quoted in the answer.
SHORT = {
    "NAME": r"([A-Za-z_]\w*)",
    "PLACE": r"([A-Za-z_]\w*(?:\[[^\]]*\])*)",
    "PART": r"([\w.]+)",
    "VALUE": r"([A-Za-z_][\w.]*(?:\[[^\]]*\][\w.]*)*)",
    "WHERE": r"(into|on|under)",
    "CHANGE": r"(drop|replace|insert (?:before|after|first in|last in))",
    "SORT": f"(?:{'|'.join(NAMED)})",
    "STEP": f"(?:{'|'.join(STEPS)})",
    " ": r"\s+",
}

RULE = '`when … else "why not"` for a rule of a move'
RANK = "`rank p in players by highest …`"
ROUND = "`for p in players`"
DEALT = "`deal … from … into …`"
EVERY = "`every p in players: …[p] is …`"
STORED = "`var …: 0..99 = …`: a variable says what it can be"
ZONED = "`zone …: CARD, seen by WHO`, or `zone …: pile of CARD, seen by WHO`"
OVER = "`winner …`, `draw` or `rank …` to end the game, `leave …` to leave a phase or a turn"
DRAWN = "`… = random from …`, into a variable; what comes of it stands below"
SEVERAL = "`… = random from …`, one at a time; several are added to a set one by one, or dealt as cards"
UNNAMED = r"`\1 …` of a part with a name; a step has none, but what is around it has, such as `begin` or `then`"
INSERTED = "`insert first in …`, `insert last in …`, `insert before …` or `insert after …`"

TAKEN = r"^(?:put|deal|draw|take) (?:the )?top"
EXCEPT = r"(?:except(?: for)?|but|excluding|without|other than|apart from)"

# A terminal that could stand there (or nothing), what is tried, what Astro says. The first that fits counts.
LINES: tuple[tuple[str, str, str], ...] = (
    # Changes of a variant
    ("DROP", r"^(?:remove|delete|cut|omit|without|no) PART", r"`drop \1`"),
    ("DROP", r"^(?:change|modify|override|alter|redefine|update|edit) PART", r"`replace \1`"),
    ("DROP", r"^(?:add|append|extend|prepend)\b", "`insert last in …`; what is new at the left margin needs no word"),
    ("DROP", r"^(?:set )?NAME =", r"`option \1 = …`"),
    ("", r"^replace PART (?:with|by)\b", r"`replace \1`, and below it, further in, what stands in its place"),
    ("", r"^CHANGE SORT PART", r"`\1 \2`: a part goes by its name"),
    ("", r"^CHANGE STEP \S+", UNNAMED),
    ("", r"^insert \S+", INSERTED),
    # Declarations
    ("IF", r"^var NAME", r"`let \1 = …` for a name of this moment"),
    ("", r"^var NAME(?: =.*)?$", STORED),
    ("", r"^var [^:]*: (?:list|array) of", "`set of …`; cards lie in a `zone`"),
    ("", r"^zone NAME(?: for each [\w, .]+)?(?:,.*| of .*)?$", ZONED),
    ("", r"^zone [^:]*: (?:set|list|stack|deck|hand) of", ZONED),
    ("", r"^option NAME: (?:yes|no)$", r"`option \1: bool = …`, and in a variant `option \1 = …`"),
    ("", r"^option NAME:? -?\w+$", r"`option \1: TYPE = …`, and in a variant `option \1 = …`"),
    ("ZONE", r"^let NAME", r"`def \1 = …` for a word of the whole file"),
    ("", r"^(?:const|constant) NAME", r"`def \1 = …`"),
    ("", r"seen by all$", "`seen by everyone`"),
    ("", r", (?:hidden|secret|face_?down|private|closed)\b", "`seen by nobody` or `seen by owner`"),
    ("", r", (?:visible|public|shown|open|known|face_?up|face)\b", "`seen by everyone`, `owner` or `nobody`"),
    # Rules of a move
    ("WHEN", r"^(?:if|only|where)\b", RULE),
    ("WHEN", r"^(?:require|requires|ensure|assert|provided|allowed|legal|check)\b", RULE),
    ("WHEN", r"^(?:unless|cannot|forbid|not)\b", '`when not (…) else "why not"`'),
    ("AS", r"\bwhere\b", RULE + "; `where` stands inside the brackets"),
    ("ELSE", r'(?:,\s*)?"[^"]*"', '`else` before a reason: `when … else "why not"`'),
    # Steps
    ("IF", r"^(?:when|whenever)\b", "`if …` for a step, and `as soon as …` for a whole phase"),
    ("", rf"{TAKEN} (?:one|1) (?:cards? )?(?:of|from) PLACE WHERE PLACE$", r"`deal 1 from \1 \2 \3`"),
    ("", rf"{TAKEN} (\d+) (?:cards? )?(?:of|from) PLACE WHERE PLACE$", r"`deal \1 from \2 \3 \4`"),
    ("", rf"{TAKEN} (?:cards? )?(?:of|from) PLACE WHERE PLACE$", r"`deal 1 from \1 \2 \3`"),
    ("", r"^deal (up to \w+|\w+) cards? from PLACE WHERE PLACE$", r"`deal \1 from \2 \3 \4`"),
    ("", r"^deal from PLACE WHERE PLACE$", r"`deal 1 from \1 \2 \3`"),
    ("", r"\b(?:on|to|onto)(?: the)? top of(?: the)? PLACE", r"`on \1`"),
    ("", r"\b(?:on|to|at|under)(?: the)? bottom of(?: the)? PLACE", r"`under \1`"),
    ("", r"^draw \S+", DEALT + "; `draw` ends the game without a winner"),
    ("", r"^deal \S+ (?:cards? )?(?:to|into)\b", DEALT),
    ("", r"^(?:reveal|uncover|flip|expose|turn)\b", "`show … to everyone`, or `put … into …` a zone that all see"),
    ("", r"^show [^\"]+$", "`show … to everyone`"),
    ("", r"^PLACE = (?:random(?: from)? \d+ (?:of )?\w+|\d+ random (?:from )?\w+|\d+ (?:of )?\w+ at random)", SEVERAL),
    ("", r"^PLACE = (?:a |one )?random (?:of |from )?(?:the )?NAME$", r"`\1 = random from \2`"),
    ("", r"^(?:choose|pick|draw) (?:a |the )?(?:random )?PLACE (?:at random|randomly)\b", r"`\1 = random from …`"),
    ("", r"^(?:add|remove|let|ask|put|if|winner)\b.* random from\b", DRAWN),
    ("", r"^set PLACE (?:to|=) (\S+)$", r"`\1 = \2`"),
    ("", r"^set\b", "`… = …`"),
    ("", r"^PLACE (?:is|becomes|gets|equals)\b", r"`\1 = …` to store, and `if \1 is …` to ask"),
    ("", r"^PLACE\s*\+\s*\+$", r"`\1 += 1`"),
    ("", r"^PLACE\s*-\s*-$", r"`\1 -= 1`"),
    ("", r"^(?:increase|increment|raise) PLACE", r"`\1 += …`"),
    ("", r"^(?:decrease|decrement|reduce|lower) PLACE", r"`\1 -= …`"),
    ("", r"^(?:gain|earn|score|lose|pay) \d+", "`… += …` or `… -= …`"),
    ("", r"^next (?:player|turn)$", "nothing here: turns go on by themselves; `leave turn` ends one at once"),
    ("", r"^(?:end|skip|pass) turn\b", "`leave turn`"),
    ("", r"^(?:end|stop|finish)(?: (?:the )?(?:game|round|phase))?$", OVER),
    ("", r"^(?:return|break|exit|quit|continue|skip)$", "`leave …`, with the name of a phase or procedure, or `turn`"),
    ("", r"^for (?:every|all)\b", ROUND),
    ("", r"^each\b", ROUND),
    ("", r"^repeat (?:\d|until|while)", "`phase … until …`, or `for … in 1..3`"),
    ("", r"^(?:elif|elseif|elsif)\b", "`else if`"),
    ("", r"^(?:while|loop)\b", "`phase … until …`"),
    ("", r"^foreach\b", ROUND),
    ("", r"^print\b", "`say`"),
    ("", r"^(?:function|func)\b", "`def` for a value, `procedure` for steps"),
    ("", r"^enum\b", "`kind`"),
    ("", r"^(?:import|include)\b", "`use`"),
    ("", r"^call\b", "`do`"),
    ("", r"^(?:give|take|discard|play)\b", "`put … from … into …`"),
    ("", r"^place\b", "`put … on …`"),
    ("", r"^(?:choose|pick)\b", "`ask …`, and a `move` for each thing to choose"),
    ("", r"^NAME (?:chooses|picks|plays|draws|takes|discards|may|must)\b", r"`ask \1`, and a `move` for each choice"),
    ("", r"^pass\b", "`move pass`"),
    # Endings
    ("", r"^winner (?:(?:the )?(?:highest|lowest|most|least|fewest)|best (?:by|with))\b", RANK),
    ("", r"^winner \S+ (?:with|by|has)\b", RANK),
    ("", r"^winner NAME in .* by\b", RANK),
    ("", r"^(?:highest|lowest|most|fewest) \S+(?: wins)?", RANK),
    ("", r"^(?:win|wins|victory)\b", "`winner …`"),
    ("", r"^NAME wins\b", r"`winner \1`"),
    ("", r"^(?:lose|loses|loser)\b", "`winner …` for those who win, `retire …` for who is out"),
    ("", r"^(?:eliminate|kick)\b", "`retire …`"),
    # Conditions and values
    ("", r"\b(?:all )?(?:the )?other players\b", "`others`"),
    ("", rf"\b(?:all )?(?:the )?players {EXCEPT} me\b", "`others`"),
    ("", rf"\bPLACE {EXCEPT} PLACE", r"`\1 - {\2}`"),
    ("", r"\b(?:all|every|each) (?:the )?players\b", "`players`"),
    ("", r"\bVALUE is (?:either |(?=\w+,))((?:\w+, )*\w+),? or (\w+)", r"`\1 in {\2, \3}`"),
    ("", r"\bVALUE is (?:neither |not (?=\w+,))((?:\w+, )*\w+),? n?or (\w+)", r"`\1 not in {\2, \3}`"),
    ("", r"\b(?:all|every|both) NAME (?:are|have|has|is)\b", EVERY),
    ("", r"\b(?:someone|somebody|anyone|anybody|a player|any player) \w+", "`some p in players where …`"),
    ("", r"\bare\b", "`is`, of one thing at a time; of all: " + EVERY),
    ("", r"\bis (?:greater|more|bigger|larger|higher) than\b", "`>`"),
    ("", r"\bis (?:less|fewer|smaller|lower) than\b", "`<`"),
    ("", r"\bis at least\b", "`>=`"),
    ("", r"\bis at most\b", "`<=`"),
    ("", r"\b(?:is )?equals?(?: to)?\b", "`is`"),
    ("", r"\b(?:has|have|contains|includes|holds)\b", "`… in …`, or `some c in … where …`"),
    ("", r"\b(?:size|number|length) of PLACE", r"`\1.size`"),
    ("", r"\.count\b", "`.size`"),
    ("", r"\.empty\b", "`is empty`"),
    ("", r"\bany NAME in\b", r"`some \1 in …`"),
    ("", r"\bnext player\b", "`me.next`"),
    ("", r"\bprevious player\b", "`me.previous`"),
    ("", r"\bthe NAME", r"`\1`"),
)

# Names that nothing has, unless an author gives them to something.
NAMES: dict[str, str] = {
    "true": "`yes`",
    "false": "`no`",
    "null": "`none`",
    "nil": "`none`",
    "nothing": "`none`, or of a set `empty`",
    "self": "`me`",
    "you": "`me`",
    "opponent": "`me.next`, or `others` for all of them",
    "opponents": "`others`",
    "everybody": "`everyone`",
    "anyone": "`some p in players where …`",
    "someone": "`some p in players where …`",
    "random": "`… = random from …`",
    "pile": "`pile of …`, with the cards it holds",
    **{word: f"`{number}`" for number, word in enumerate(["zero", "one", "two", "three", "four"])},
}

TYPES: dict[str, str] = {
    **dict.fromkeys(("number", "int", "integer", "num", "float"), "`0..99` or another span of numbers"),
    **dict.fromkeys(("boolean", "flag", "yes_no", "Bool"), "`bool`"),
    **dict.fromkeys(
        ("text", "string", "str"),
        "the name of a `kind`; a text cannot be kept, and a `def` that gives one needs no type",
    ),
    **dict.fromkeys(("set", "list", "array"), "`set of …`; cards lie in a `zone`"),
}

# Who sees something: behind `seen by` nobody is asked, and nobody is none of the players.
SEEN_BY: dict[str, str] = {"me": "`seen by owner`", "none": "`seen by nobody`", "all": "`seen by everyone`"}


def astro_says(words: str) -> Advice:
    """How something is said in Astro; as data, if that can stand in its place word for word."""
    whole = words[1:-1]
    exact = words == f"`{whole}`" and not set("`…") & {*whole}
    return Replacement(whole, "Astro says ") if exact else f"Astro says {words}"


@frozen
class ForeignPhrase:
    """Something that is said otherwise: its stretch of the line, and how Astro says it."""

    start: int
    end: int
    says: str
    is_word: bool
    """Whether it begins the line with a word of its own, not with a name of the author's."""


def look_up(line: str, at: int, accepted: frozenset[str]) -> ForeignPhrase | None:
    """What is tried around a place of a line that could not be read."""
    if at > LONGEST:
        return None
    for where, pattern, says in compiled():
        if where and where not in accepted:
            continue
        for match in pattern.finditer(line[:LONGEST]):
            if match.start() <= at <= match.end() + 1:
                named = match.lastindex is not None and match.start(1) == 0
                return ForeignPhrase(match.start(), match.end(), match.expand(says), match.start() == 0 and not named)
    return None


@cache
def compiled() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """The table with its patterns written out."""
    made: list[tuple[str, re.Pattern[str], str]] = []
    for where, tried, says in LINES:
        pattern = tried
        for short, long in SHORT.items():
            pattern = pattern.replace(short, long)
        made.append((where, re.compile(pattern, re.DOTALL), says))
    return tuple(made)
