"""The canonical layout: it is found again from any other, and never changes what a file says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shelf import ROOT, is_turn

from astro_referee.grammar import tree
from astro_referee.grammar.formatting.formatter import formatted, unreadable
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import is_variant
from astro_referee.grammar.syntax.outline import Entry, outline
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.machine.printer import text_of
from astro_referee.interpreter.play import library

BLOCK = re.compile(r"^```astro[^`\n]*\n(astro 1\n.*?)^```$", re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r'"[^"\n]*"|(#[^\n]*)')

BREAKS_BEHIND = ("COMMA", "COLON", "EQUAL", "LPAR", "LBRACE")
BREAKS_BEFORE = ("AND", "OR", "ELSE", "WHERE", "BECAUSE", "UNTIL", "RPAR")

LONGEST = 6000
"""Letters of a file that other layouts are made up for; longer ones are left to thorough runs."""


def rule_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.astro"))


OURS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in rule_files("games", "examples")}
OTHERS = {
    **{f"tests/broken/{path.stem}.astro": path.read_text(encoding="utf-8") for path in rule_files("tests/broken")},
    **{
        f"docs/{path.stem}_{number}.astro": text
        for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
        for number, text in enumerate(BLOCK.findall(path.read_text(encoding="utf-8")))
    },
}
SHORT = sorted(name for name in OURS if len(OURS[name]) < LONGEST)


def meaning(name: str, text: str) -> tree.File | None:
    """The tree of a file with all it uses and changes; places do not count in it."""
    return read(library.source_of(text.encode(), name, ROOT / name))[0]


def comments(text: str) -> list[str]:
    return [found[1].rstrip() for found in COMMENT.finditer(text) if found[1]]


@pytest.mark.parametrize("name", OURS)
def test_the_files_of_this_project_are_laid_out(name: str) -> None:
    assert formatted(OURS[name]) == OURS[name]


def test_every_file_keeps_its_meaning_and_comments_and_is_done_at_once() -> None:
    """Those that nobody has laid out before: broken ones, and pieces of the documents."""
    done: Counter[str] = Counter()
    for name, text in OTHERS.items():
        if unreadable(name, text):
            continue
        result = formatted(text)
        done[name.split("/")[0]] += 1
        done["variants"] += is_variant(text)
        if result != text:
            assert formatted(result) == result, name
            assert comments(result) == comments(text), name
            assert meaning(name, result) == meaning(name, text), name
    assert done["docs"] > 50
    assert done["tests"] > 100
    assert done["variants"] > 10


@pytest.mark.parametrize("name", ["examples/pig.astro", "examples/variants/strict_ptolemy.astro"])
def test_the_machine_stays_the_same(name: str) -> None:
    def machine(text: str) -> str:
        made, _ = pipeline.build(library.source_of(text.encode(), name, ROOT / name))
        assert made is not None
        return text_of(made.machine)

    assert machine(formatted(spread(OURS[name], Random(1)))) == machine(OURS[name])


# --- Any layout ------------------------------------------------------------------------------------------------------


def spread(text: str, luck: Random, decorated: bool = False) -> str:
    """The same file with other blanks and other steps into blocks; decorated, also with comments, blank lines and
    lines that go on.
    """
    lines: list[str] = []

    def decoration(width: int) -> None:
        for _ in range(luck.choice((0, 0, 0, 1, 2)) if decorated else 0):
            lines.append(luck.choice(("", "   ", " " * luck.randrange(width + 3) + f"# {luck.random()}  ")))

    def write(entries: list[Entry], width: int) -> None:
        for entry in entries:
            decoration(width)
            breaks = set(places_to_break(entry)) if decorated else broken_before(entry, text)
            line = " " * width
            for index, token in enumerate(entry.tokens):
                if index in breaks and (not decorated or luck.random() < 0.2):
                    lines.append(line + end())
                    decoration(width)
                    line = " " * (width + luck.randint(1, 9)) if decorated else " " * (width + 1)
                elif index:
                    apart = text[entry.tokens[index - 1].end_pos : token.start_pos] != ""
                    line += " " * luck.randint(apart, 3)
                line += re.sub(" ", lambda _: " " * luck.randint(1, 2), token) if token.type != "STRING" else token
            lines.append(line + end())
            write(entry.inner, width + luck.randint(1, 5))

    def end() -> str:
        return luck.choice(("", "", "  ", f"#{luck.random()}", f"   # {luck.random()} ")) if decorated else ""

    write(outline(text), 0)
    return "\n".join(lines)


def broken_before(entry: Entry, text: str) -> set[int]:
    """The tokens that begin a new line already."""
    return {
        index
        for index, (before, token) in enumerate(pairwise(entry.tokens), 1)
        if "\n" in text[before.end_pos : token.start_pos]
    }


def places_to_break(entry: Entry) -> Iterator[int]:
    """Where a line may go on in the next one."""
    for index, (before, token) in enumerate(pairwise(entry.tokens), 1):
        if before.type in BREAKS_BEHIND or token.type in BREAKS_BEFORE:
            yield index


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in SHORT and is_turn(ROOT / name, "blanks") else [pytest.mark.thorough])
        for name in OURS
        if not re.search(r"^ *[^ #\n][^\"\n]* #", OURS[name], re.M)
    ],
)
def test_a_file_is_found_again_from_any_blanks(name: str) -> None:
    """Blanks and steps into blocks are no choice of the author's; comments behind lines, breaks and blank lines are."""
    text = "".join(line for line in OURS[name].splitlines(keepends=True) if line.strip() and line.strip()[0] != "#")
    assert formatted(spread(text, Random(name))) == formatted(text)


@settings(max_examples=settings.default.max_examples // 2)
@given(name=st.sampled_from(SHORT), seed=st.integers(0, 2**32))
def test_any_layout_is_brought_into_order(name: str, seed: int) -> None:
    text = spread(OURS[name], Random(seed), decorated=True)
    assert not unreadable(name, text)
    result = formatted(text)
    assert formatted(result) == result
    assert comments(result) == comments(text)
    assert meaning(name, result) == meaning(name, OURS[name])
    assert "\n\n\n" not in result
    assert all(line == line.rstrip() for line in result.split("\n"))


# --- What it looks like ----------------------------------------------------------------------------------------------

LOOKS = {
    "a long line is broken before its reason, behind = and in a list": (
        f"""\
phase play
  ask P1
    move go
      when {"a_condition and " * 6}so_on else "a reason that makes it longer" @A1  # why
      when so_on else "no"
def x(p: player) = {"a_condition and " * 6}so_on_to_the_end
let_alone = {"a_condition and " * 6}so_on_to_the_end
kind K: {", ".join(f"member_{n}" for n in range(16))}
""",
        f"""\
phase play
  ask P1
    move go
      when {"a_condition and " * 6}so_on  # why
        else "a reason that makes it longer" @A1
      when so_on else "no"
def x(p: player) =
  {"a_condition and " * 6}so_on_to_the_end
let_alone =
  {"a_condition and " * 6}so_on_to_the_end
kind K: {", ".join(f"member_{n}" for n in range(11))},
        {", ".join(f"member_{n}" for n in range(11, 16))}
""",
    ),
    "an author's breaks stay": (
        """\
ring R: one,
   two @A1
def greedy(p: player) =
      eaten > 2
           or some f in Fruit where f in eaten
              and f is none
      "More than enough."
phase play
   turns clockwise from P1
    until greedy(me)
      do feed(one,
       two, {
     three
      })
""",
        """\
ring R: one,
        two @A1
def greedy(p: player) =
  eaten > 2
    or some f in Fruit where f in eaten
      and f is none
  "More than enough."
phase play
  turns clockwise from P1
      until greedy(me)
    do feed(one,
            two, {
              three
            })
""",
    ),
    "tables have columns, but long texts do not": (
        f"""\
table Short by a
  a|b:-3..n-1|c
  one| -2 3..-1 |-
  sixteen, x | 1|"text"
table Long by a
  a | b | c
  1|"{"long " * 24}"|x
  12|"short"|y
""",
        f"""\
table Short by a
  a          | b: -3..n - 1 | c
  one        | -2 3..-1     | -
  sixteen, x | 1            | "text"
table Long by a
  a  | b | c
  1  | "{"long " * 24}" | x
  12 | "short" | y
""",
    ),
    "cases and reasons have columns, unless a line would be too long": (
        f"""\
def x(from: Place)
  -from(1) - 1 if a and b @A1
  from otherwise
def y
  1 if "{"x" * 80}"
  something_of_forty_letters_or_a_little_more otherwise
""",
        f"""\
def x(from: Place)
  -from(1) - 1   if a and b @A1
  from           otherwise
def y
  1   if "{"x" * 80}"
  something_of_forty_letters_or_a_little_more   otherwise
""",
    ),
    "comments stand with the next line or at the end of their block": (
        """\
# top


phase play

    # first
    begin
       x = -1# just behind
       long_name = 2 # in the same column

       # still in begin
   # of play
    draw     # where the author had it
# end
""",
        """\
# top

phase play
  # first
  begin
    x = -1         # just behind
    long_name = 2  # in the same column

    # still in begin
  # of play
  draw     # where the author had it
# end
""",
    ),
}


@pytest.mark.parametrize(("loose", "neat"), LOOKS.values(), ids=LOOKS)
def test_the_layout_looks_as_it_should(loose: str, neat: str) -> None:
    assert formatted(loose) == neat
    assert formatted(neat) == neat
