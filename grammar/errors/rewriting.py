"""Lines as rulebooks and other languages say them that can be written anew from their own words: a choice between two
values, a deal to each player, the order of turns, a footnote behind a doc line, a text in the hole of a text.

Each is a function of the scene, like the slips in `unexpected`: a problem with its fix, or nothing.
"""

from __future__ import annotations

from lark import Token

from astro_referee.grammar.errors.context import ErrorContext
from astro_referee.grammar.mistakes import rewriting as mistakes
from astro_referee.grammar.mistakes import text as text_mistakes
from astro_referee.grammar.problems import Fix, Problem
from astro_referee.grammar.source import Span
from astro_referee.grammar.syntax.lark_trees import LAYOUT, place
from astro_referee.grammar.syntax.words import CLOSERS, PAIRS, words

# Behind one of these a value begins, before one of these it ends.
BEGINS = words("EQUAL PLUS_IS MINUS_IS COMMA COLON") | frozenset(PAIRS)
ENDS = words("COMMA TAG BECAUSE") | CLOSERS
ANOTHER = words("ELSE OTHERWISE")


def said(scene: ErrorContext, tokens: list[Token]) -> str:
    """Some words of the line, as they stand there."""
    return scene.quote(place(tokens[0]).to(place(tokens[-1])))


def stretch(line: list[Token], start: int, stops: frozenset[str], step: int = 1) -> int:
    """Where a value ends, counted from a word of its line: before a word of these that stands in no further bracket."""
    depth, at = 0, start
    while 0 <= at < len(line):
        kind = line[at].type
        opens, closes = (kind in PAIRS, kind in CLOSERS) if step > 0 else (kind in CLOSERS, kind in PAIRS)
        if kind in stops and depth == 0:
            break
        depth += opens - closes
        at += step
    return at


def unbracketed_choice(scene: ErrorContext) -> Problem | None:
    """`x = 3 if pot is 2 otherwise 4`, `x = if pot is 2 then 3 else 4`: a choice between values stands in brackets."""
    line, nth = scene.line, scene.nth
    if scene.token.type == "IF" and nth and line[nth - 1].type in BEGINS:
        then = stretch(line, nth + 1, words("THEN COLON"))
        other = stretch(line, then + 1, ANOTHER)
        start, parts = nth, (line[then + 1 : other], line[nth + 1 : then])
    elif scene.token.type in ANOTHER | {"IF"} and nth:
        start = stretch(line, nth - 1, BEGINS, -1) + 1
        if_ = stretch(line, start, frozenset({"IF"}))
        other = stretch(line, if_ + 1, ANOTHER)
        parts = line[start:if_], line[if_ + 1 : other]
    else:
        return None
    end = stretch(line, other + 1, ENDS)
    if start <= 0 or not all((*parts, line[other + 1 : end])):
        return None
    first, last = line[start], line[end - 1]
    if line[start - 1].type == "LPAR" and end < len(line) and line[end].type == "RPAR":
        first, last = line[start - 1], line[end]
    value, condition = (said(scene, part) for part in parts)
    made = f"({value} if {condition} else {bracketed(scene, line[other + 1 : end])})"
    return mistakes.UnbracketedChoice(made).at(place(first).to(place(last)))


def bracketed(scene: ErrorContext, tokens: list[Token]) -> str:
    """A value as it stands there; one that is a choice again, `1 if b else 3`, in brackets of its own."""
    if_ = stretch(tokens, 0, frozenset({"IF"}))
    other = stretch(tokens, if_ + 1, ANOTHER)
    if not (0 < if_ < other - 1 < other < len(tokens) - 1):
        return said(scene, tokens)
    value, condition = said(scene, tokens[:if_]), said(scene, tokens[if_ + 1 : other])
    return f"({value} if {condition} else {bracketed(scene, tokens[other + 1 :])})"


def text_in_hole(scene: ErrorContext) -> Problem | None:
    """`"{n} {("card" if n is 1 else "cards")}"`: the second quote ends the text, and its hole is open."""
    token, before = scene.token, scene.before
    if before is None or before.type != "STRING" or place(before).end != place(token).start:
        return None
    if before.rfind("{") <= before.rfind("}"):
        return None
    return text_mistakes.TEXT_IN_HOLE.at(Span(place(before).end - 1, place(token).end))


def dealt_round(scene: ErrorContext) -> Problem | None:
    """`deal 6 from deck to each player`, `deal 6 to each player`: a loop."""
    line = scene.line
    if not line or line[0].type != "DEAL" or "EACH" not in (kinds := [token.type for token in line]):
        return None
    each = kinds.index("EACH")
    if each < 3 or line[each - 1] not in ("to", "into") or each + 1 >= len(line):
        return None
    whom = line[each + 1]
    hand = next(iter(zones(scene, "player")), "…") if whom in ("player", "players") else str(whom)
    counted = [token for token in line[1 : each - 1] if token not in ("cards", "card")]
    if "FROM" not in kinds[:each]:
        pile = next(iter(zones(scene, None)), "…")
        dealt = f"{said(scene, counted)} from {pile}"
    else:
        dealt = " ".join(scene.quote(place(token)) for token in counted)
        dealt = dealt if len(counted) < each - 2 else said(scene, counted)
    step = f"deal {dealt} into {hand}[p]"
    span = place(line[0]).to(place(line[-1]))
    margin = " " * (span.start - scene.text.rfind("\n", 0, span.start) - 1)
    behind = f" {said(scene, line[each + 2 :])}" if line[each + 2 :] else ""
    whole = "…" not in step and all(token.type == "TAG" for token in line[each + 2 :])
    fix = (Fix(span, f"for p in players\n{margin}  {step}{behind}"),) if whole else ()
    return mistakes.DealtRound(step, fix).at(span)


def zones(scene: ErrorContext, owner: str | None) -> list[str]:
    """The zones declared for each of something, or the piles that are one for all."""
    found: list[str] = []
    for at, token in enumerate(scene.tokens[: scene.at]):
        if token.type != "ZONE":
            continue
        name, *behind = scene.tokens[at + 1 : at + 5]
        kinds = [other.type for other in behind]
        if kinds[:2] == ["COLON", "PILE_OF"] if owner is None else kinds[0] == "FOR_EACH" and behind[1] == owner:
            found.append(str(name))
    return found


def unnamed_turns(scene: ErrorContext) -> Problem | None:
    """`turns once in players by highest bid[p]`: who has the turn needs a name."""
    line = scene.line
    if scene.token.type != "IN" or line[0].type != "TURNS" or scene.before is None:
        return None
    if scene.before.type not in ("TURNS", "ONCE"):
        return None
    at = place(scene.token)
    named = Fix(Span(at.start, at.start), "p ")
    return mistakes.UnnamedTurns((named,)).at(at)


def doc_tag(scene: ErrorContext) -> Problem | None:
    """A footnote behind a doc line: it belongs to the line that the text is about."""
    line = scene.line
    if scene.token.type != "TAG" or [token.type for token in line[:2]] != ["STRING", "TAG"] or scene.nth != 1:
        return None
    at = scene.start - 1
    while at > 0 and (scene.tokens[at].type in LAYOUT or scene.tokens[at].type == "STRING"):
        at -= 1
    about = scene.tokens[at]
    tags = scene.text[place(line[1]).start : place(line[-1]).end]
    between = scene.text[place(about).end : place(line[0]).end]
    moved = Fix(Span(place(about).end, place(line[-1]).end), f" {tags}{between}")
    head = next((token for token in reversed(scene.tokens[: at + 1]) if begins(scene, token)), about)
    return mistakes.DocTag(str(head), place(head), (moved,)).at(place(line[1]).to(place(line[-1])))


def begins(scene: ErrorContext, token: Token) -> bool:
    """Whether a word is the first of a line of the file."""
    start = place(token).start
    return token.type not in LAYOUT and not scene.text[scene.text.rfind("\n", 0, start) + 1 : start].strip()
