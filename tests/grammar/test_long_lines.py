"""Lines that are too long: every construct in which a line may go on is broken there, and says what it said."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Token
from shelf import ROOT, is_turn

from astro_referee.grammar.formatting.formatter import formatted, unreadable, words
from astro_referee.grammar.syntax.layout import GOES_ON_AFTER, GOES_ON_WITH
from astro_referee.grammar.syntax.outline import Entry, everything, outline

FILES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for folder in ("games", "examples")
    for path in sorted((ROOT / folder).rglob("*.astro"))
}
SHORT = 6_000
"""Letters of a file that is also tried with its names made long; longer ones are left to thorough runs."""
WIDEST = 120
STEPS = 24
"""Columns that a line may stand further in than the one it goes on from, and still be as far out as it can."""


def unbroken(text: str, luck: Random, longest: int) -> str:
    """The same lines, each in one row and without comments; some of their names have grown by up to so many letters."""
    lines: list[str] = []

    def depth(entry: Entry) -> int:
        return 0 if entry.above is None else 1 + depth(entry.above)

    for entry in everything(outline(text)):
        grown = luck.randrange(longest + 1)
        tokens = [long(token, grown) if luck.random() < 0.5 else str(token) for token in entry.tokens]
        lines.append("  " * depth(entry) + " ".join(tokens))
    return "\n".join(lines) + "\n"


def long(token: Token, grown: int) -> str:
    """A name that is more than the word of a phrase, with more letters."""
    return str(token) + "_" + "x" * grown if token.type == "NAME" and len(token) > 1 else str(token)


def must_fit(text: str) -> None:
    """No line is too long that could be broken, or stand further out."""
    lines = text.split("\n")
    for entry in everything(outline(text)):
        if any(token.type == "VBAR" for token in entry.tokens):
            continue
        for number in range(entry.first, entry.end + 1):
            row = [token for token in entry.tokens if (token.line or 0) == number + 1]
            end = len(lines[number]) if not row else (row[-1].end_column or 0) - 1
            if end <= WIDEST:
                continue
            line = lines[number]
            assert not any(token.type in GOES_ON_WITH for token in row[1:]), line
            assert not any(token.type in GOES_ON_AFTER for token in row[:-1]), line
            assert entry.width + STEPS + len(line.strip()) > WIDEST, line


def must_hold(name: str, text: str) -> None:
    result = formatted(text)
    assert words(result) == words(text), name
    assert formatted(result) == result, name
    must_fit(result)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if len(text) < SHORT and is_turn(ROOT / name, "long") else [pytest.mark.thorough])
        for name, text in FILES.items()
    ],
)
def test_every_line_of_every_file_is_broken_where_it_is_too_long(name: str) -> None:
    luck = Random(name)
    for longest in (0, 40) if len(FILES[name]) < SHORT else (0,):
        must_hold(name, unbroken(FILES[name], luck, longest))


def test_no_line_of_a_file_is_longer_than_it_must_be() -> None:
    for text in FILES.values():
        must_fit(text)


# --- Every construct -------------------------------------------------------------------------------------------------

CONDITION = "{a}[p] > 3 and p not in {b} or some q in {c} where {a}[q] is {d}(p, q)"
CONSTRUCTS = {
    "list of a kind": "kind {a}: {b}, {c}, {d}, {e}, {f}",
    "product": 'grid {a}: each {b} in {c}, {d} in {e} where {b} is not {d} named "{{{b}}}{{{d}}}"',
    "option": "option {a}: {b} or {c} or none = {d}",
    "variable": "var {a} for each {b}, {c}: set of {d} or none = {e}, seen by {f}",
    "zone": "zone {a} for each {b}, {c}: pile of {d}, seen by {e}",
    "history": "history {a} of {b}, {c}, {d}, {e}",
    "plan": 'plan {a}, {b}, {c}\n  "{d} {e} {f}"',
    "def": f"def {{a}}({{b}}: {{c}}, {{d}}: {{e}}): {{f}} or none = {CONDITION}",
    "case": f"def {{a}}({{b}}: {{c}})\n  {{d}}({{b}}) + {{e}} if {CONDITION}\n  {{f}} otherwise",
    "case that counts all": f"def {{a}}\n  sum of {{b}}(x) for x in {{c}} where {CONDITION}",
    "phase": f"phase {{a}} until {CONDITION}\n  draw",
    "turns": f"phase {{a}}\n  turns p in clockwise after {{b}} where {CONDITION} until every q in {{c}}: {CONDITION}\n"
    "    move {d}",
    "as soon as": f"phase {{a}}\n  as soon as {CONDITION}\n    draw\n  draw",
    "ask": "phase {a}\n  ask together {b} in {c} where {d}[{b}] or {e}\n    move {f}",
    "offer": "phase {a}\n  ask {b}\n    offer {c}, {d}, {e}, {f}",
    "move": 'phase {a}\n  ask {b}\n    move {c}({d} in {e} where {f}, g in {e} where {d}(g)) as "{{{d}}} {{g}}"',
    "rules": "phase {a}\n  ask {b}\n    move {c}\n"
    f'      when {CONDITION} else "no {{b}}"\n'
    f'      must {CONDITION.replace("some", "(some")}) if able else "no {{c}}"\n'
    '      must maximise {d}({e}) + {f} else "no more" @A1',
    "if": f"phase {{a}}\n  if {CONDITION}\n    draw\n  else if {CONDITION}\n    draw",
    "for": "phase {a}\n  for {b} in {c} where {d}, e in {e} where {f}\n    draw",
    "let": f"phase {{a}}\n  let {{b}} = {CONDITION}\n  draw",
    "store": "phase {a}\n  {b}[{c}] = {d} + {e}[{f}]\n  {b} += max({c}, {d}, {e})\n  {b} = random from {c}[{d}, {e}]",
    "steps": "phase {a}\n  put {{{b}, {c}, {d}}} from {e}[{f}] into {b}[{c}]\n  do {b}({c}, {d}, max({e}, {f}))\n"
    "  roll {b}, {c}, {d}, {e}\n  remove {{{b}, {c}}} from {d}[{e}, {f}]",
    "nested calls": "phase {a}\n  {b} = {c}({d}({e}({f}({b}({c}({d}({e}, {f}), {a}), {b}), {c}), {d}), {e}), {f})",
    "ends": f'phase {{a}}\n  if {{b}}\n    winner only p in {{c}} where {CONDITION} because "all of {{d}}"\n'
    '  rank p in {a} where {b} by highest {c}(p) then lowest {d}(p) because "so many"\n  draw because "{e} {f}"',
    "tests": 'test "{a}" after "{b}"\n  with {c} = {d} or {e}\n  chance "{a}", "{b}", "{c}"\n'
    '  {a} "{b}", {c} "{d}", {e} "{f}"\n  refuse {a} "{b}" because "{c}"\n'
    f'  expect {CONDITION}\n  expect winner {{a}} because "{{b}}"\n  offers {{a}} only "{{b}}", "{{c}}"',
    "sets and questions": "phase {a}\n  if {b} in {{{c}, {d}, {e}}} and (after do {f}({a}, {b}): {c} or {d})\n"
    "    draw\n"
    "  {a} = only best x in {b} where {c} and {d} by highest {e}(x)\n"
    "  {a} = item {b} of reach x from {c} by {d} where {e}",
}


@pytest.mark.parametrize("construct", CONSTRUCTS)
@settings(max_examples=settings.default.max_examples // 5)
@given(lengths=st.lists(st.integers(1, 70), min_size=6, max_size=6))
def test_every_construct_is_broken_where_it_is_too_long(construct: str, lengths: list[int]) -> None:
    names = {letter: letter * length for letter, length in zip("abcdef", lengths, strict=True)}
    text = "astro 1\ngame Long for 2 players\n" + CONSTRUCTS[construct].format(**names) + "\n"
    assert not unreadable("long.astro", text)
    must_hold(construct, text)


# --- What it looks like ----------------------------------------------------------------------------------------------

CASE = "score[p] > 3 and score[q] > 4 and (some r in players where score[r] > 5) and p is not q"
TURNS = "turns p in clockwise after P1 where score[p] < 9 and p not in gone"
LOOKS = {
    "turns": (
        f"phase play\n  {TURNS} until every q in players: score[q] is 9 or q in gone or score[q] > 8\n    move go\n",
        f"phase play\n  {TURNS}\n      until every q in players: score[q] is 9 or q in gone or score[q] > 8\n"
        "    move go\n",
    ),
    "a case of a def": (
        f"def worth(p: player)\n  score[p] + 1 if {CASE} and score[q] < 9\n  0 otherwise\n",
        f"def worth(p: player)\n  score[p] + 1   if {CASE}\n    and score[q] < 9\n  0              otherwise\n",
    ),
    "a rule longer than two lines": (
        f'when {CASE} and {CASE} else "no"\n',
        f'when {CASE} and score[p] > 3\n  and {CASE[17:]}\n  else "no"\n',
    ),
    "a line that its author has broken elsewhere": (
        f'when {CASE} and score[q] < 9 and score[q] > 8\n    else "no"\n',
        f'when {CASE} and score[q] < 9\n  and score[q] > 8\n  else "no"\n',
    ),
    "what would stand too far right": (
        f"{'x' * 70} = {'f' * 40}({'y' * 50}, {'z' * 90})\n",
        f"{'x' * 70} =\n  {'f' * 40}(\n    {'y' * 50},\n    {'z' * 90})\n",
    ),
}


@pytest.mark.parametrize(("loose", "neat"), LOOKS.values(), ids=LOOKS)
def test_a_long_line_looks_as_it_should(loose: str, neat: str) -> None:
    assert formatted(loose) == neat
    assert formatted(neat) == neat
