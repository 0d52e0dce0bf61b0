"""From a token the parser did not expect to a problem in plain English: common slips first, then a general answer.

Each slip is a function that looks at the scene and answers with a problem or with nothing; the first answer counts.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve
from lark import Token

from astro_referee.grammar.errors.context import ErrorContext
from astro_referee.grammar.errors.phrasebook import astro_says, look_up
from astro_referee.grammar.errors.rewriting import dealt_round, doc_tag, text_in_hole, unbracketed_choice, unnamed_turns
from astro_referee.grammar.mistakes import syntax as mistakes
from astro_referee.grammar.mistakes.structure import BELOW_HEADER
from astro_referee.grammar.problems import Advice, Fix, Problem, Replacement, fixes_of, suggestions
from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.grammar.syntax.lark_trees import LAYOUT, place
from astro_referee.grammar.syntax.words import (
    CHANGES,
    CLOSERS,
    HEADS,
    HOMES,
    LOOSE,
    MARGIN,
    OPENINGS,
    PAIRS,
    RESERVED,
    SOFT,
    TESTED,
    listed,
    terminal_name,
    words,
)

NAMES = frozenset({"NAME", *SOFT.values()})
VALUES = NAMES | words(
    """
    LPAR LBRACE NUMBER YES NO NONE EMPTY NOT SIGN SOME ONLY FIRST LAST COUNT ALL EVERY SUM HIGHEST LOWEST SET_OF
    UNION_OF BEST ITEM ORDERED REACH AFTER_THIS AFTER_DO CLOCKWISE ANTICLOCKWISE
    """
)
OPERATORS = words("AND OR IS IS_NOT IN NOT_IN COMPARE SIGN STAR SLASH MOD DOT LSQB LPAR")
COMPARISONS = frozenset({"COMPARE", "IS", "IS_NOT", "IN", "NOT_IN"})
NUMBERS = frozenset({"COUNT", "SUM", "HIGHEST", "LOWEST", "ITEM"})
PHRASES = NUMBERS | {
    "SOME",
    "EVERY",
    "ALL",
    "ONLY",
    "FIRST",
    "LAST",
    "SET_OF",
    "UNION_OF",
    "BEST",
    "ORDERED",
    "REACH",
    "AFTER_THIS",
    "AFTER_DO",
}
TRANSFERS = NAMES | {"INTO", "DOT", "LSQB", "OF"}

# Marks and small words that are easily forgotten, or taken for one another.
SMALL = ("COLON", "COMMA", "EQUAL", "IN", "OF", "FROM", "INTO", "ON", "TO", "WITH", "BY", "FOR", "IF_ABLE")

# Slips that may come of a word that Astro does not know; all others know better.
DOUBTFUL = frozenset({"misplaced", "missing-word", "open-phrase", "reserved-name", "syntax", "unknown-statement"})

# First words behind which nothing need stand.
ALONE = ("begin", "draw", "else", "end", "finish", "otherwise", "then")

# First words of lines in a test, players left out.
TEST_LINES = ("with", "seed", "games", "given", "chance", "refuse", "expect", "offers", "always")


def explain(scene: ErrorContext) -> Problem:
    """What is wrong at this token."""
    anew = next((problem for rewriting in REWRITINGS if (problem := rewriting(scene))), None)
    if anew is not None:
        return anew
    found = next((problem for slip in SLIPS if (problem := slip(scene))), None) or unexpected(scene)
    return translated(scene, found) if found.code in DOUBTFUL else found


def translated(scene: ErrorContext, problem: Problem) -> Problem:
    """The same in Astro's own words, if it is said as people say it elsewhere."""
    if not scene.line:
        return problem
    start = place(scene.line[0]).start
    found = look_up(scene.text[start : place(scene.line[-1]).end], place(scene.token).start - start, scene.accepted)
    if found is None:
        return problem
    words = Span(start + found.start, start + found.end)
    advice = astro_says(found.says)
    if problem.code == "misplaced" or (problem.code == "unknown-statement" and found.is_word):
        return evolve(problem, label=str(advice), notes=(), fixes=fixes_of(advice, words))
    return mistakes.NotAstro(scene.quote(words), advice).at(words)


# --- Blocks -----------------------------------------------------------------------------------------------------------


def indented(scene: ErrorContext) -> Problem | None:
    """A line that is further in than the one above, which opens no block."""
    before = scene.before
    if scene.token.type == "_INDENT":
        first, above = scene.tokens[scene.at + 1], scene.line
    elif before is not None and before.type == "_INDENT" and scene.accepted <= NAMES | {"STRING"}:
        if scene.token.type in MARGIN:
            return None
        first, above = scene.token, scene.above
    else:
        return None
    if first.type == "VBAR":
        return _bar_before(first)
    return mistakes.FurtherIn(_stretch(above) if above else NOWHERE, "STRING" in scene.accepted).at(place(first))


def missing_block(scene: ErrorContext) -> Problem | None:
    """A line that needs indented lines below it and has none."""
    if scene.accepted == {"_INDENT"}:
        above = scene.line if scene.token.type in LAYOUT | {"$END"} else scene.above
        table = above[0].type in ("KIND", "RING", "PLAYER", "TABLE", "CARD")
        return mistakes.NothingBelow(above[0], table).at(_stretch(above))
    if scene.token.type == "_DEDENT":
        return mistakes.MissingBelow(_expected(scene)).at(_stretch(scene.line))
    return None


# --- First words ------------------------------------------------------------------------------------------------------


def misplaced(scene: ErrorContext) -> Problem | None:
    """A line that begins like a line of Astro, but in the wrong place."""
    token = scene.token
    if not scene.begins_line or token.type not in {*HEADS.values(), *OPENINGS.values(), "AS_SOON_AS", "STRING"}:
        return None
    example = ""
    if token.type == "STRING":
        return mistakes.TEXT_ALONE.at(place(token))
    if token.type in ("GAME", "LIBRARY", "VARIANT", "TESTS", "ASTRO"):
        where = mistakes.ONCE
    elif token.type in CHANGES:
        where, example = mistakes.IN_VARIANT
    elif token.type == "USE":
        where = BELOW_HEADER
    elif token.type in MARGIN:
        where = mistakes.AT_MARGIN
    elif token.type == "IF" and "NUMBER" in scene.accepted:
        where, example = mistakes.BEHIND_VALUE
    elif token.type in HOMES:
        where = HOMES[token.type]
    else:
        where = _home(scene)
    return mistakes.Misplaced(token, where, example).at(place(token))


def _home(scene: ErrorContext) -> str:
    """Where a step belongs."""
    if _in_test(scene):
        return mistakes.BELOW_GIVEN
    return mistakes.BELOW_THEN if "THEN" in scene.accepted else mistakes.IN_FLOW


def test_line(scene: ErrorContext) -> Problem | None:
    """A line of a test that begins with no player, so that it was taken for one who says something without quotes."""
    if scene.nth != 1 or scene.accepted != {"STRING"} or not _in_test(scene) or scene.line[0].type != "NAME":
        return None
    first = scene.line[0]
    if scene.token.type in ("EQUAL", "PLUS_IS", "MINUS_IS", "LSQB"):
        return mistakes.StoredElsewhere(_home(scene)).at(place(first))
    hint = suggestions(first, TEST_LINES)
    return mistakes.UnknownStatement(first, hint).at(place(first)) if hint is not None else None


def _in_test(scene: ErrorContext) -> bool:
    """Whether the last line at the left margin begins a test."""
    before = (token.type for token in reversed(scene.tokens[: scene.at]))
    return next((kind for kind in before if kind in MARGIN or kind in ("PHASE", "MOVE")), "") in TESTED


def unknown_statement(scene: ErrorContext) -> Problem | None:
    """A line that begins with a word no line begins with, often misspelt."""
    if not scene.line or scene.line[0].type != "NAME" or not _at_first_words(scene):
        return None
    first, second = scene.line[0], scene.line[1] if len(scene.line) > 1 else None
    if second is not None and second.type in ("EQUAL", "PLUS_IS", "MINUS_IS", "LSQB") and scene.nth == 0:
        return mistakes.StoredElsewhere(_home(scene)).at(place(first))
    known = [word for word, terminal in {**HEADS, **OPENINGS}.items() if terminal != "ASTRO"]
    if scene.nth == 1 and (second is None or second.type in ("LPAR", "TAG")):
        advice: Advice | None = suggestions(first, ALONE) or Replacement(f"do {first}", "to run a procedure, write ")
    else:
        advice = suggestions(first, known)
    return mistakes.UnknownStatement(first, advice).at(place(first))


def _at_first_words(scene: ErrorContext) -> bool:
    """Whether the parser stopped at the first word, or behind one it had to take for a value that is stored."""
    if scene.nth == 0:
        return scene.begins_line and "NUMBER" not in scene.accepted
    return scene.nth == 1 and scene.accepted <= {"EQUAL", "PLUS_IS", "MINUS_IS", "LSQB"}


def move_for_put(scene: ErrorContext) -> Problem | None:
    """`move card from hand to spent`."""
    if not scene.line or scene.line[0].type != "MOVE" or scene.token.type not in TRANSFERS or scene.nth == 0:
        return None
    if not {"to", "from", "into", "on", "onto"}.intersection(scene.line):
        return None
    return mistakes.MOVE_FOR_PUT.at(place(scene.line[0]))


# --- Words ------------------------------------------------------------------------------------------------------------


def unquoted_text(scene: ErrorContext) -> Problem | None:
    """Plain words where a text in quotes belongs."""
    if scene.accepted != {"STRING"} or scene.token.type in LAYOUT | {"TAG", "$END"}:
        return None
    words = scene.line[scene.nth :]
    while len(words) > 1 and words[-1].type == "TAG":
        words.pop()
    if scene.line[0].type == "USE":
        file = scene.quote(_stretch(words)).removesuffix(".astro")
        quoted = (Fix(_stretch(words), f'"{file}.astro"'),)
        return mistakes.UnquotedFile(file, quoted).at(_stretch(words))
    quoted = (Fix(_stretch(words), f'"{scene.quote(_stretch(words))}"'),)
    return mistakes.UnquotedText(quoted).at(_stretch(words))


def reserved_name(scene: ErrorContext) -> Problem | None:
    """A word with a meaning of its own where a name belongs."""
    token = scene.token
    if token.type not in {*RESERVED.values(), *LOOSE.values()} or "NAME" not in scene.accepted:
        return None
    if not scene.accepted <= NAMES and not scene.fits("NAME", skip=1):
        return None
    return mistakes.ReservedName(token, place(token)).at(place(token))


def bad_name(scene: ErrorContext) -> Problem | None:
    """`2nd`: digits and letters without a blank between them."""
    before, token = scene.before, scene.token
    if before is None or before.type != "NUMBER" or before.end_pos != token.start_pos or token.type != "NAME":
        return None
    return mistakes.DIGIT_FIRST.at(place(before).to(place(token)))


# --- Comparing --------------------------------------------------------------------------------------------------------


def equals_for_is(scene: ErrorContext) -> Problem | None:
    """`when x = 3`."""
    if scene.token.type != "EQUAL" or not scene.accepted & {"IS", "AND", "OR"}:
        return None
    return mistakes.EQUALS_FOR_IS.at(place(scene.token))


def compared_again(scene: ErrorContext) -> Problem | None:
    """A comparison behind a comparison, or behind a phrase that runs to the end of the line."""
    token = scene.token
    if token.type not in COMPARISONS or token.type in scene.accepted or scene.nth < 1:
        return None
    said = scene.line[: scene.nth]
    start = _open_phrase(said)
    if start is not None and start.type == "REACH" and "FROM" in scene.accepted:
        return None  # `reach q in S`: the wrong word, no comparison
    if start is not None:
        phrase = place(start).to(place(said[-1]))
        return mistakes.ComparedPhrase(scene.quote(phrase), scene.quote(place(token)), phrase, start).at(place(token))
    if "AND" not in scene.accepted:
        return None
    return mistakes.COMPARED_AGAIN.at(place(token))


def phrase_inside(scene: ErrorContext) -> Problem | None:
    """`for c in all d in row`: a phrase would run on over what follows."""
    if scene.token.type not in PHRASES or "LPAR" not in scene.accepted:
        return None
    return mistakes.PhraseInside(scene.token).at(place(scene.token))


def _open_phrase(said: list[Token]) -> Token | None:
    """The word that begins the phrase in whose bracket a line stands: the first that gives a number, else the last."""
    depth = 0
    found: list[Token] = []
    for token in reversed(said):
        depth += (token.type in CLOSERS) - (token.type in PAIRS)
        if depth < 0:
            break
        if depth == 0 and token.type in PHRASES:
            found.append(token)
    numbers = [token for token in found if token.type in NUMBERS]
    return numbers[-1] if numbers else found[0] if found else None


# --- Marks ------------------------------------------------------------------------------------------------------------


def bars(scene: ErrorContext) -> Problem | None:
    """`||` for `or`, an empty cell, or a row that begins or ends in `|`."""
    token, behind_bar = scene.token, scene.before is not None and scene.before.type == "VBAR"
    span = Span(place(token).start, place(token).end + 1)
    if scene.quote(span) == "||" and "IS" in scene.accepted:
        return mistakes.BARS.at(span)
    begins, ends = token.type == "VBAR" and scene.begins_line, token.type == "_NL" and behind_bar
    between = token.type == "VBAR" and behind_bar
    if between or ((begins or ends) and _count_bars(scene.line) == _bars_of_columns(scene)):
        return mistakes.EMPTY_CELL.at(_here(scene))
    if begins:
        return _bar_before(token)
    if ends:
        return mistakes.BAR_BEHIND.at(_here(scene))
    return None


def _count_bars(line: list[Token]) -> int:
    return sum(token.type == "VBAR" for token in line)


def _bars_of_columns(scene: ErrorContext) -> int:
    """How many `|` stand in the line that names the columns: the first of the lines above that have some."""
    count = 0
    line: list[Token] = []
    for token in reversed(scene.tokens[: scene.start]):
        if token.type not in LAYOUT:
            line.append(token)
        elif line and not _count_bars(line):
            break
        else:
            count, line = _count_bars(line) or count, []
    return count


def _bar_before(bar: Token) -> Problem:
    return mistakes.BAR_BEFORE.at(place(bar))


def needless(scene: ErrorContext) -> Problem | None:
    """`if x is 3:`, `if x is 3 then`: Astro needs neither, and what happens begins a line of its own."""
    token = scene.token
    if token.type not in ("COLON", "THEN") or "_NL" not in scene.accepted or scene.begins_line:
        return None
    after = scene.tokens[scene.at + 1]
    if after.type == "_NL" or "\n" in scene.text[token.end_pos : after.start_pos]:
        return mistakes.Needless(token).at(place(token))
    if scene.line[0].type not in OPENINGS.values():
        return None
    return mistakes.NeedlessHere(scene.line[0]).at(place(token))


def for_each(scene: ErrorContext) -> Problem | None:
    """`for each p in players` as a step."""
    if scene.token.type != "FOR_EACH" or not scene.begins_line:
        return None
    return mistakes.FOR_EACH.at(place(scene.token))


def header(scene: ErrorContext) -> Problem | None:
    """A header that is not like a header."""
    if not scene.line or scene.nth == 0:
        return None
    if scene.line[0].type == "LIBRARY":
        return mistakes.LIBRARY_HEADER.at(_here(scene))
    if scene.line[0].type != "GAME":
        return None
    return mistakes.GAME_HEADER.at(_here(scene))


def early_tag(scene: ErrorContext) -> Problem | None:
    """A footnote in the middle of a line."""
    if scene.token.type != "TAG" and not (scene.before is not None and scene.before.type == "TAG"):
        return None
    if scene.token.type in LAYOUT:
        return None
    tag = scene.token if scene.token.type == "TAG" else scene.before
    return mistakes.EARLY_TAG.at(place(tag)) if tag else None


def small_word(scene: ErrorContext) -> Problem | None:
    """A mark or a small word that was left out, or taken for another."""
    if scene.token.type in LAYOUT | {"$END"}:
        return None
    shown = f"`{scene.quote(place(scene.token))}`"
    accepted = scene.accepted - {*SOFT.values()} if "NAME" in scene.accepted else scene.accepted  # not as names
    if "IS" in accepted:
        accepted -= {"IN"}  # not as a comparison
    at = place(scene.token)
    missing = [terminal_name(small) for small in SMALL if small in accepted and scene.fits(small)]
    if missing:
        added = tuple(Fix(Span(at.start, at.start), f"{word.strip('`')} ") for word in missing)
        return mistakes.MissingWord(listed(missing), shown, added).at(at)
    instead = [terminal_name(small) for small in SMALL if small in accepted and scene.fits(small, skip=1)]
    if instead:
        others = tuple(Fix(at, word.strip("`")) for word in instead)
        return mistakes.OtherWord(shown, listed(instead), others).at(at)
    return None


# --- The general answer -----------------------------------------------------------------------------------------------


def unexpected(scene: ErrorContext) -> Problem:
    """What was found, and what could have stood there."""
    expected = _expected(scene)
    if scene.token.type in LAYOUT | {"$END"}:
        return mistakes.BreaksOff(expected).at(_here(scene))
    return mistakes.Unexpected(scene.quote(place(scene.token)), expected).at(place(scene.token))


def _expected(scene: ErrorContext) -> str:
    """The things the parser would have taken, in words, five at most."""
    accepted = set(scene.accepted)
    named: list[str] = []
    if {"NUMBER", "LPAR", "SOME"} <= accepted:
        named.append("a value")
        accepted -= VALUES
    if "NAME" in accepted:
        accepted -= {*SOFT.values()}
    if accepted & {"AND", "DOT"}:
        accepted -= OPERATORS  # what goes on a phrase that is complete helps nobody
    steps = accepted & {*HEADS.values(), *OPENINGS.values()}
    if len(steps) > 5:
        named.append("a step")
        accepted -= steps | NAMES
    marks = [t for t in SMALL if t in accepted]
    others = sorted(accepted - {*marks, "TAG", "_DEDENT", "_INDENT", "$END"}, key=lambda t: (t == "_NL", t))
    return listed([*named, *map(terminal_name, [*marks, *others])][:5])


def _here(scene: ErrorContext) -> Span:
    """The token, or if it is the end of something the last word before it."""
    return place(scene.line[-1] if scene.token.type in LAYOUT | {"$END"} and scene.line else scene.token)


def _stretch(words: list[Token]) -> Span:
    return place(words[0]).to(place(words[-1]))


REWRITINGS = (doc_tag, text_in_hole, dealt_round, unbracketed_choice, unnamed_turns)

SLIPS: tuple[Callable[[ErrorContext], Problem | None], ...] = (
    indented,
    missing_block,
    misplaced,
    for_each,
    test_line,
    unquoted_text,
    bad_name,
    reserved_name,
    move_for_put,
    header,
    unknown_statement,
    bars,
    equals_for_is,
    compared_again,
    phrase_inside,
    needless,
    early_tag,
    small_word,
)
