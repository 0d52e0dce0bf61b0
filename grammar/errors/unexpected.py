"""From a token the parser did not expect to a problem in plain English: common slips first, then a general answer.

Each slip is a function that looks at the scene and answers with a problem or with nothing; the first answer counts.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve
from lark import Token

from astro_referee.grammar.errors.context import Scene
from astro_referee.grammar.errors.phrasebook import astro_says, look_up
from astro_referee.grammar.problems import TAKE_OUT, Advice, Fix, Instead, Problem, fixes_of, meant
from astro_referee.grammar.source import Span
from astro_referee.grammar.syntax.lark_trees import LAYOUT, place
from astro_referee.grammar.syntax.words import (
    CHANGES,
    CLOSERS,
    HEADS,
    HOMES,
    MARGIN,
    OPENINGS,
    PAIRS,
    RESERVED,
    SOFT,
    TESTED,
    listed,
    spoken,
    words,
)

NAMES = frozenset({"NAME", *SOFT.values()})
VALUES = NAMES | words(
    """
    LPAR LBRACE NUMBER YES NO NONE EMPTY NOT SIGN SOME ONLY FIRST LAST COUNT ALL EVERY SUM HIGHEST LOWEST SET_OF BEST
    ITEM REACH AFTER_THIS AFTER_DO CLOCKWISE ANTICLOCKWISE
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
    "BEST",
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

HEADER = "for example: `game Duel for 2 players`"
BELOW_HEADER = "at the left margin, right below the header"


def explain(scene: Scene) -> Problem:
    """What is wrong at this token."""
    found = next((problem for slip in SLIPS if (problem := slip(scene))), None) or unexpected(scene)
    return translated(scene, found) if found.code in DOUBTFUL else found


def translated(scene: Scene, problem: Problem) -> Problem:
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
    return Problem.advised("syntax", f"Astro does not say `{scene.quote(words)}`", words, advice)


# --- Blocks -----------------------------------------------------------------------------------------------------------


def indented(scene: Scene) -> Problem | None:
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
    what = "only a text in quotes" if "STRING" in scene.accepted else "nothing"
    related = ((_stretch(above), f"{what} can stand below this line"),) if above else ()
    message = "this line is further in than the line above"
    return Problem("unexpected-indent", message, place(first), "move it to the left", related=related)


def missing_block(scene: Scene) -> Problem | None:
    """A line that needs indented lines below it and has none."""
    if scene.accepted == {"_INDENT"}:
        above = scene.line if scene.token.type in LAYOUT | {"$END"} else scene.above
        what = "a table" if above[0].type in ("KIND", "RING", "PLAYER", "TABLE", "CARD") else "what belongs to it"
        label = f"{what} must follow on the next lines, further in"
        return Problem("missing-block", f"nothing stands below this `{above[0]}`", _stretch(above), label)
    if scene.token.type == "_DEDENT":
        label = f"expected below it: {_expected(scene)}"
        return Problem("missing-block", "something is missing below this line", _stretch(scene.line), label)
    return None


# --- First words ------------------------------------------------------------------------------------------------------


def misplaced(scene: Scene) -> Problem | None:
    """A line that begins like a line of Astro, but in the wrong place."""
    token = scene.token
    if not scene.begins_line or token.type not in {*HEADS.values(), *OPENINGS.values(), "AS_SOON_AS", "STRING"}:
        return None
    shown = f"`{token}`"
    notes: tuple[str, ...] = ()
    if token.type == "STRING":
        shown, where = "a text by itself", "on the first lines of a block"
    elif token.type in ("GAME", "LIBRARY", "VARIANT", "TESTS", "ASTRO"):
        where = "only once, at the top of the file"
    elif token.type in CHANGES:
        where, notes = "in a variant", ('for example below `variant Duel of "game.astro"`',)
    elif token.type == "USE":
        where = BELOW_HEADER
    elif token.type in MARGIN:
        where = "at the left margin"
    elif token.type == "IF" and "NUMBER" in scene.accepted:
        where, notes = "behind a value here", ("for example: `1 if card.suit is hearts`",)
    elif token.type in HOMES:
        where = HOMES[token.type]
    else:
        where = _home(scene)
    return Problem("misplaced", f"{shown} stands {where}", place(token), notes=notes)


def _home(scene: Scene) -> str:
    """Where a step belongs."""
    if _in_test(scene):
        return "below `given` in a test"
    return "below `then` in a move" if "THEN" in scene.accepted else "inside a phase, a procedure, a move or the end"


def test_line(scene: Scene) -> Problem | None:
    """A line of a test that begins with no player, so that it was taken for one who says something without quotes."""
    if scene.nth != 1 or scene.accepted != {"STRING"} or not _in_test(scene) or scene.line[0].type != "NAME":
        return None
    first = scene.line[0]
    if scene.token.type in ("EQUAL", "PLUS_IS", "MINUS_IS", "LSQB"):
        return Problem("misplaced", f"a value is stored {_home(scene)}", place(first))
    hint = meant(first, TEST_LINES)
    message = f"no line begins with `{first}`"
    return Problem.advised("unknown-statement", message, place(first), hint) if hint is not None else None


def _in_test(scene: Scene) -> bool:
    """Whether the last line at the left margin begins a test."""
    before = (token.type for token in reversed(scene.tokens[: scene.at]))
    return next((kind for kind in before if kind in MARGIN or kind in ("PHASE", "MOVE")), "") in TESTED


def unknown_statement(scene: Scene) -> Problem | None:
    """A line that begins with a word no line begins with, often misspelt."""
    if not scene.line or scene.line[0].type != "NAME" or not _at_first_words(scene):
        return None
    first, second = scene.line[0], scene.line[1] if len(scene.line) > 1 else None
    if second is not None and second.type in ("EQUAL", "PLUS_IS", "MINUS_IS", "LSQB") and scene.nth == 0:
        return Problem("misplaced", f"a value is stored {_home(scene)}", place(first))
    known = [word for word, terminal in {**HEADS, **OPENINGS}.items() if terminal != "ASTRO"]
    if scene.nth == 1 and (second is None or second.type in ("LPAR", "TAG")):
        advice: Advice | None = meant(first, ALONE) or Instead(f"do {first}", "to run a procedure, write ")
    else:
        advice = meant(first, known)
    return Problem.advised("unknown-statement", f"no line begins with `{first}`", place(first), advice)


def _at_first_words(scene: Scene) -> bool:
    """Whether the parser stopped at the first word, or behind one it had to take for a value that is stored."""
    if scene.nth == 0:
        return scene.begins_line and "NUMBER" not in scene.accepted
    return scene.nth == 1 and scene.accepted <= {"EQUAL", "PLUS_IS", "MINUS_IS", "LSQB"}


def move_for_put(scene: Scene) -> Problem | None:
    """`move card from hand to spent`."""
    if not scene.line or scene.line[0].type != "MOVE" or scene.token.type not in TRANSFERS or scene.nth == 0:
        return None
    if not {"to", "from", "into", "on", "onto"}.intersection(scene.line):
        return None
    message = "`move` is a player's choice; a thing changes place with `put`"
    return Problem("move-for-put", message, place(scene.line[0]), "write `put … into …` or `put … on …`")


# --- Words ------------------------------------------------------------------------------------------------------------


def unquoted_text(scene: Scene) -> Problem | None:
    """Plain words where a text in quotes belongs."""
    if scene.accepted != {"STRING"} or scene.token.type in LAYOUT | {"TAG", "$END"}:
        return None
    words = scene.line[scene.nth :]
    while len(words) > 1 and words[-1].type == "TAG":
        words.pop()
    if scene.line[0].type == "USE":
        file = scene.quote(_stretch(words)).removesuffix(".astro")
        message = "the name of a file stands in quotes"
        quoted = (Fix(_stretch(words), f'"{file}.astro"'),)
        return Problem("unquoted-text", message, _stretch(words), f'write `use "{file}.astro"`', fixes=quoted)
    label, quoted = 'put `"` before and behind it', (Fix(_stretch(words), f'"{scene.quote(_stretch(words))}"'),)
    return Problem("unquoted-text", "a text stands in quotes", _stretch(words), label, fixes=quoted)


def reserved_name(scene: Scene) -> Problem | None:
    """A word with a meaning of its own where a name belongs."""
    token = scene.token
    if token not in RESERVED or "NAME" not in scene.accepted:
        return None
    if not scene.accepted <= NAMES and not scene.fits("NAME", skip=1):
        return None
    message = f"`{token}` has a meaning of its own in Astro and cannot be a name"
    label, other = f"another name, such as `{token}_one`, will do", (Fix(place(token), f"{token}_one"),)
    return Problem("reserved-name", message, place(token), label, fixes=other)


def bad_name(scene: Scene) -> Problem | None:
    """`2nd`: digits and letters without a blank between them."""
    before, token = scene.before, scene.token
    if before is None or before.type != "NUMBER" or before.end_pos != token.start_pos or token.type != "NAME":
        return None
    return Problem("bad-name", "a name cannot begin with a digit", place(before).to(place(token)))


# --- Comparing --------------------------------------------------------------------------------------------------------


def equals_for_is(scene: Scene) -> Problem | None:
    """`when x = 3`."""
    if scene.token.type != "EQUAL" or not scene.accepted & {"IS", "AND", "OR"}:
        return None
    message = "`=` stores a value; to compare, write `is`"
    return Problem.advised("equals-for-is", message, place(scene.token), Instead("is"))


def compared_again(scene: Scene) -> Problem | None:
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
        message = (
            f"put the phrase in brackets before comparing it: `({scene.quote(phrase)}) {scene.quote(place(token))} …`"
        )
        label = f"`{start}` runs on to the end of its line or bracket"
        return Problem("open-phrase", message, place(token), related=((phrase, label),))
    if "AND" not in scene.accepted:
        return None
    note = "join two comparisons with `and`, for example: `1 < x and x < 5`"
    return Problem("chained", "what was compared already cannot be compared again", place(token), notes=(note,))


def phrase_inside(scene: Scene) -> Problem | None:
    """`for c in all d in row`: a phrase would run on over what follows."""
    if scene.token.type not in PHRASES or "LPAR" not in scene.accepted:
        return None
    message = "a phrase in this place stands in brackets"
    return Problem("open-phrase", message, place(scene.token), f"write `({scene.token} …)`")


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


def bars(scene: Scene) -> Problem | None:
    """`||` for `or`, an empty cell, or a row that begins or ends in `|`."""
    token, behind_bar = scene.token, scene.before is not None and scene.before.type == "VBAR"
    span = Span(place(token).start, place(token).end + 1)
    if scene.quote(span) == "||" and "IS" in scene.accepted:
        return Problem.advised("foreign-sign", "`||` has no meaning in Astro", span, Instead("or"))
    begins, ends = token.type == "VBAR" and scene.begins_line, token.type == "_NL" and behind_bar
    between = token.type == "VBAR" and behind_bar
    if between or ((begins or ends) and _count_bars(scene.line) == _bars_of_columns(scene)):
        return Problem("empty-cell", "this cell is empty", _here(scene), "write `-` for nothing")
    if begins:
        return _bar_before(token)
    if ends:
        message = "a row ends with its last cell, without a `|` behind it"
        return Problem.advised("empty-cell", message, _here(scene), TAKE_OUT)
    return None


def _count_bars(line: list[Token]) -> int:
    return sum(token.type == "VBAR" for token in line)


def _bars_of_columns(scene: Scene) -> int:
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
    message = "a row begins with its first cell, without a `|` before it"
    return Problem.advised("empty-cell", message, place(bar), TAKE_OUT)


def needless(scene: Scene) -> Problem | None:
    """`if x is 3:`, `if x is 3 then`: Astro needs neither, and what happens begins a line of its own."""
    token = scene.token
    if token.type not in ("COLON", "THEN") or "_NL" not in scene.accepted or scene.begins_line:
        return None
    after = scene.tokens[scene.at + 1]
    if after.type == "_NL" or "\n" in scene.text[token.end_pos : after.start_pos]:
        message = f"no `{token}` stands at the end of this line"
        return Problem.advised("needless", message, place(token), TAKE_OUT)
    if scene.line[0].type not in OPENINGS.values():
        return None
    message = f"what belongs to this `{scene.line[0]}` stands on the next lines, further in"
    return Problem("needless", message, place(token), "end the line before this")


def for_each(scene: Scene) -> Problem | None:
    """`for each p in players` as a step."""
    if scene.token.type != "FOR_EACH" or not scene.begins_line:
        return None
    message = "a step that is done for many begins with `for` alone"
    return Problem("syntax", message, place(scene.token), "for example: `for p in players`")


def header(scene: Scene) -> Problem | None:
    """A header that is not like a header."""
    if not scene.line or scene.nth == 0:
        return None
    if scene.line[0].type == "LIBRARY":
        note = "for example: `library Dominoes`"
        return Problem("no-header", "a library has a name, and no number of players", _here(scene), notes=(note,))
    if scene.line[0].type != "GAME":
        return None
    return Problem(
        "no-header", "the header must name the game and the number of players", _here(scene), notes=(HEADER,)
    )


def early_tag(scene: Scene) -> Problem | None:
    """A footnote in the middle of a line."""
    if scene.token.type != "TAG" and not (scene.before is not None and scene.before.type == "TAG"):
        return None
    if scene.token.type in LAYOUT:
        return None
    tag = scene.token if scene.token.type == "TAG" else scene.before
    return Problem("syntax", "a footnote stands at the end of its line", place(tag)) if tag else None


def small_word(scene: Scene) -> Problem | None:
    """A mark or a small word that was left out, or taken for another."""
    if scene.token.type in LAYOUT | {"$END"}:
        return None
    shown = f"`{scene.quote(place(scene.token))}`"
    accepted = scene.accepted - {*SOFT.values()} if "NAME" in scene.accepted else scene.accepted  # not as names
    if "IS" in accepted:
        accepted -= {"IN"}  # not as a comparison
    at = place(scene.token)
    missing = [spoken(small) for small in SMALL if small in accepted and scene.fits(small)]
    if missing:
        message = f"{listed(missing)} is missing before {shown}"
        added = tuple(Fix(Span(at.start, at.start), f"{word.strip('`')} ") for word in missing)
        return Problem("missing-word", message, at, f"write {listed(missing)} before this", fixes=added)
    instead = [spoken(small) for small in SMALL if small in accepted and scene.fits(small, skip=1)]
    if instead:
        message = f"I did not expect {shown} here"
        others = tuple(Fix(at, word.strip("`")) for word in instead)
        return Problem("syntax", message, at, f"write {listed(instead)} instead", fixes=others)
    return None


# --- The general answer -----------------------------------------------------------------------------------------------


def unexpected(scene: Scene) -> Problem:
    """What was found, and what could have stood there."""
    expected = _expected(scene)
    if scene.token.type in LAYOUT | {"$END"}:
        return Problem("syntax", "this breaks off too early", _here(scene), f"expected next: {expected}")
    message = f"I did not expect `{scene.quote(place(scene.token))}` here"
    return Problem("syntax", message, place(scene.token), f"expected: {expected}" if expected else "")


def _expected(scene: Scene) -> str:
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
    return listed([*named, *map(spoken, [*marks, *others])][:5])


def _here(scene: Scene) -> Span:
    """The token, or if it is the end of something the last word before it."""
    return place(scene.line[-1] if scene.token.type in LAYOUT | {"$END"} and scene.line else scene.token)


def _stretch(words: list[Token]) -> Span:
    return place(words[0]).to(place(words[-1]))


SLIPS: tuple[Callable[[Scene], Problem | None], ...] = (
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
