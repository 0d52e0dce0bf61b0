"""Edits for what is wrong with values, names, boards and phrases."""

from __future__ import annotations

import re

from astro_referee.grammar.mistakes import syntax
from astro_referee.grammar.problems import Fix, Mistake, Suggestions
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes import (
    access,
    boards,
    definitions,
    names,
    operators,
    phrases,
    scenarios,
    secrecy,
    values,
)
from astro_referee.interpreter.check.mistakes import steps as stepping
from astro_referee.interpreter.mending.declared import or_word, widened
from astro_referee.interpreter.mending.spot import Fixes, Spot
from astro_referee.interpreter.values.types import Int, ListOf


def expressions(mistake: Mistake, at: Spot) -> Fixes:
    if mistake == access.NOT_CALLABLE:
        return at.inside(r"\([^()]*\)\Z", "")
    if mistake == stepping.ONE_PAIR_OF_BRACKETS:
        return two_pairs(at)
    if mistake == syntax.COMPARED_AGAIN:
        return at.left(r"(?P<middle>(?<=[<>=] )[\w.\[\]]+|(?<=is )[\w.\[\]]+)\s+", r"\g<middle> and \g<middle> ")
    match mistake:
        case access.NoField():
            return Fix(Span(at.span.start - 1, at.span.end), "") if at.text[at.span.start - 1] == "." else None
        case access.OnlyOne():
            return at.inside(r"\[.*\]", "")
        case access.NotADef():
            pair = at.brackets(at.span.end)
            return Fix(Span(at.span.start, pair.end), f"{at.shown}[{at.of(pair)[1:-1]}]") if pair else None
        case access.TakesNoIndex(definition=definition) if definition:
            return at.inside(r"\[(.*)\]\Z", r"(\1)")
        case access.ArgumentCount(params=()):
            return at.inside(r"\s*\(.*\)\Z", "") or at.right(r"\(\)", "")
        case access.StreakTooLong(count=count, most=most):
            return at.instead(str(min(max(count, 1), most)))
        case access.NoColumn(of_boards=True, known=known, alike=None) if "neighbours" in known:
            return at.instead("neighbours")
        case boards.OneDirection(word=word):
            return at.left(rf"(?P<at>\b{word})\s*\(\s*", f"{word}s")
        case definitions.NoFieldOfHistory():
            return at.instead("times")
        case names.KnownInPhrase(word=word, head=head):
            return named_answer(word, at) if head == "if" else named_first(word, at)
        case names.UnknownRuling(advice=Suggestions(known)) | scenarios.UnknownRulingInTest(alike=Suggestions(known)):
            return tuple(at.instead(f"@{name}") for name in known)
        case operators.SetsCompared(part=part, whole=whole):
            return at.instead(f"(every x in {part}: x in {whole})")
        case operators.SureNotToBe():
            return at.left(r" and ", "") and Fix(Span(at.span.start - 5, at.span.end), "")
        case operators.NeverThisWord(shown=shown, word=word):
            return or_word(at, shown, word)
        case phrases.UnionOfSets(type=ListOf(), shown=shown):
            return at.instead(f"(set of x for x in {shown})")
        case phrases.StrayTest(name=name):
            return outside(name, at)
        case values.HistoryAlone():
            return at.added(".times")
        case values.NeverFits(what=what, word=word):
            return or_word(at, what, word)
        case values.NeverInRange(what=what, goal=Int(low, high), type=Int(least, most)):
            return widened(at, what, (low, high), (min(low, least), max(high, most)))
        case secrecy.HiddenInText(names=(name,), zone=zone) if zone and re.fullmatch(
            rf"{name}(?:\[[^\[\]]*\])?", at.shown
        ):
            return at.added(".size")
        case syntax.ComparedPhrase(phrase=phrase):
            written = at.text[phrase.start : at.span.start].rstrip()
            return Fix(Span(phrase.start, phrase.start + len(written)), f"({written})")
        case syntax.PhraseInside():
            end = at.closing(at.span.start)
            whole = at.text[at.span.start : end] if end is not None else ""
            return Fix(Span(at.span.start, at.span.start + len(whole)), f"({whole})") if whole else None
    return None


def two_pairs(at: Spot) -> Fix | None:
    """`seen[me][2]` becomes `seen[me, 2]`."""
    pair = at.brackets(at.span.end)
    if pair is None or not at.shown.endswith("]"):
        return None
    return Fix(Span(at.span.start, pair.end), f"{at.shown[:-1]}, {at.of(pair)[1:]}")


def named_answer(word: str, at: Spot) -> Fix | None:
    """The line above that looks for something gets a name for what it finds: `… as p`."""
    above = at.text[at.file.start : at.line.start].rstrip("\n").split("\n")
    begins = at.line.start
    for written in reversed(above):
        begins -= len(written) + 1
        if f"some {word} in " in written and written.lstrip().startswith(("if ", "else if ")):
            end = begins + len(written.split("  #")[0].rstrip())
            return Fix(Span(end, end), f" as {word}")
    return None


def named_first(word: str, at: Spot) -> Fix | None:
    """A line that gives a name to what a guard above has looked for."""
    above = at.text[at.file.start : at.line.start]
    found = [*re.finditer(rf"\bwhen some ({word} in .+?)(?= else \"|\s*[#@]|$)", above, re.MULTILINE)]
    if not found or at.of(at.line).strip().startswith(("when ", "must ")):
        return None
    return Fix(Span(at.line.start, at.line.start), f"{at.margin}let {word} = first {found[-1][1]}\n")


def outside(name: str, at: Spot) -> Fix | None:
    """A test that belongs outside a phrase: the phrase before it gets brackets."""
    before = at.text[at.line.start : at.span.start]
    joint = before.rstrip().rsplit(" ", 1)
    start = max((before.rfind(f"{word} {name} in ") for word in ("some", "every", "no", "count")), default=-1)
    if start < 0 or joint[-1] not in ("and", "or"):
        return None
    phrase = joint[0][start:].rstrip()
    first = at.line.start + start
    return Fix(Span(first, first + len(phrase)), f"({phrase})")
