"""Two games compared: rule by rule as they are written, and move by move until seeded games part."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from attrs import frozen

from astro_referee.grammar.source import Source
from astro_referee.grammar.syntax.outline import Entry, outline
from astro_referee.grammar.syntax.words import TESTED
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.typed_moves.verdict import Verdict

OTHER = TESTED | {"ASTRO", "GAME", "LIBRARY", "USE"}
"""What is no rule: the title, the names of files, tests."""
INSIDE = frozenset({"LET", "NAME", "NUMBER", "STRING", "SIGN"})
"""Lines with a name that belong to what they stand in: they are no parts by themselves."""

# --- As they are written ---------------------------------------------------------------------------------------------


@frozen
class Line:
    """A line of rules, however it is laid out, and where it stands."""

    text: str
    place: str


@frozen
class Difference:
    """A named part that one of two games says otherwise, or alone; the lines it loses and gains."""

    part: str
    sort: str
    """`changed`, `added` or `removed`."""
    lost: tuple[Line, ...]
    gained: tuple[Line, ...]


def differences(one: Source, other: Source) -> list[Difference]:
    """What the second game says otherwise than the first, in the order of its text; the title does not count."""
    before, after = dict(parts(one)), dict(parts(other))
    found: list[Difference] = []
    for name, lines in after.items():
        if name not in before:
            found.append(Difference(name, "added", (), tuple(lines)))
            continue
        lost, gained = changed_lines(before[name], lines)
        if lost or gained:
            found.append(Difference(name, "changed", lost, gained))
    found += [Difference(name, "removed", tuple(lines), ()) for name, lines in before.items() if name not in after]
    return found


def changed_lines(before: list[Line], after: list[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    matcher = SequenceMatcher(None, [line.text for line in before], [line.text for line in after], autojunk=False)
    lost: list[Line] = []
    gained: list[Line] = []
    for word, first, behind, start, end in matcher.get_opcodes():
        if word != "equal":
            lost += before[first:behind]
            gained += after[start:end]
    return tuple(lost), tuple(gained)


def parts(source: Source) -> Iterator[tuple[str, list[Line]]]:
    """The named parts of all files with their lines; what stands in a part of its own is not told twice."""
    for file in source.files:
        inside = source.stretch(file)
        text = source.text[inside.start : inside.end]
        for top in outline(text):
            if top.head not in OTHER:
                yield from split(top, source, inside.start)


def split(entry: Entry, source: Source, start: int) -> Iterator[tuple[str, list[Line]]]:
    lines: list[Line] = []
    below: list[Entry] = []
    gather(entry, lines, below, source, start)
    yield called(entry), lines
    for part in below:
        yield from split(part, source, start)


def gather(entry: Entry, lines: list[Line], below: list[Entry], source: Source, start: int) -> None:
    """The lines of a part down to those that are parts themselves."""
    first, last = entry.tokens[0], entry.tokens[-1]
    at = start + (first.start_pos or 0)
    text = " ".join(source.text[at : start + (last.end_pos or 0)].split())
    lines.append(Line(text, f"{source.file(at)}:{source.place(at)[0]}"))
    for inner in entry.inner:
        if inner.name and inner.head not in INSIDE:
            below.append(inner)
        else:
            gather(inner, lines, below, source, start)


def called(entry: Entry) -> str:
    """`option size`, `move play.pass`, `play.begin`."""
    path = ".".join(entry.path)
    head = entry.head.lower()
    return path if entry.path[-1:] == (head,) else f"{head} {path}"


# --- As they are played ----------------------------------------------------------------------------------------------


@frozen
class Divergence:
    """Where two games with the same seed and the same moves first differ, and by which rule."""

    seed: int
    events: int
    text: str
    refusing: Match | None = None
    verdict: Verdict | None = None
    """Of a move that only one of them allows: the match that does not, and what it says."""


def first_divergence(one: Game, other: Game, seeds: range, longest: int = 2_000) -> Divergence | None:
    """The first difference in some random games, or None if they are the same throughout."""
    for seed in seeds:
        found = _part(Match(one, seed, one.players), Match(other, seed, other.players), seed, longest)
        if found is not None:
            return found
    return None


def _part(one: Match, other: Match, seed: int, longest: int) -> Divergence | None:
    while not one.over and one.number < longest:
        difference = _difference(one, other)
        if difference is not None:
            return Divergence(seed, one.number, *difference)
        if one.chance is not None:
            one.settle()
            there = {name: value for value, _, name in other.outcomes()}
            other.settle(there[one.events[-1].text])
            continue
        moves = {one.written(move): move for move in one.legal()}
        theirs = {other.written(move): move for move in other.legal()}
        chosen = sorted(moves)[Generator(seed, one.number).below(len(moves))]
        one.play(moves[chosen])
        other.play(theirs[chosen])
    difference = _difference(one, other)
    return Divergence(seed, one.number, *difference) if difference is not None else None


def _difference(one: Match, other: Match) -> tuple[str, Match | None, Verdict | None] | None:
    """What is different where two games stand; the second one is told against the first."""
    if one.over or other.over:
        return None if _ending(one) == _ending(other) else (f"{_ending(one)}; there {_ending(other)}", None, None)
    if (one.chance is None) != (other.chance is None) or one.actors != other.actors:
        return f"{_asked(one)}; there {_asked(other)}", None, None
    if one.chance is not None:
        here, there = ([(name, chance) for _, chance, name in match.outcomes()] for match in (one, other))
        return None if here == there else ("what chance may bring is not the same", None, None)
    mine, theirs = ({match.written(move): move for move in match.legal()} for match in (one, other))
    for text, move in mine.items():
        if text not in theirs:
            return f"`{text}` is legal; there it is not", other, other.judge(move[0], text)
    for text, move in theirs.items():
        if text not in mine:
            return f"`{text}` is not legal; there it is", one, one.judge(move[0], text)
    return None


def _ending(match: Match) -> str:
    result = match.result
    if result is None:
        return "the game goes on"
    winners = " and ".join(match.names[seat] for seat in result.winners) or "nobody"
    because = f" ({result.text})" if result.text else ""
    return ("the game is drawn" if result.draw else f"the game is over, won by {winners}") + because


def _asked(match: Match) -> str:
    if match.chance is not None:
        return "chance decides"
    return f"{' and '.join(match.names[seat] for seat in match.actors)} to move"
