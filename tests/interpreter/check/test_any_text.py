"""Whatever is in a file, checking it ends soon: in a diagnostic or in a playable game; and no text becomes code."""

from __future__ import annotations

import ast
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import shelf
from hypothesis import given
from hypothesis import strategies as st

from astro_referee.grammar import report
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination, pipeline
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import FaultyRules, Match

CUTS = 3
"""Places at which each file is cut off."""
MUTANTS, MUTATED = 12, 5_000
"""Changed copies of each file, and characters in all of them with all they use or change; about one in ten is still a
game and is played."""
WORD = re.compile(r'"[^"\n]*"|\w+|\n *|[^\w\s]+| +')


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRO_CACHE", "")


def check(data: bytes, path: Path | None = None) -> Source | None:
    """Checks any bytes, as if they were a file; gives back the rules if they are fit for play."""
    source = library.source_of(data, "any.astro", path)
    examined = examination.examine(source)
    for problem in examined.problems:
        points_into(source, problem)
    return source if examined.ok and not source.is_library else None


def points_into(source: Source, problem: Problem) -> None:
    """A problem says something about a place in the text, and can be shown."""
    assert 0 <= problem.span.start <= problem.span.end <= len(source.text)
    assert problem.message
    assert report.frame(source, problem)
    assert report.data(source, problem)


def play(source: Source, rng: random.Random) -> None:
    """Whatever passes the check can be set up for the fewest and the most players, and played."""
    rules = library.load(source)
    for seats in sorted(set(rules.seats)):
        game = library.prepare(rules, seats)
        for _ in range(3):
            try:
                play_once(Match(game, rng.randrange(2**32), game.players), rng)
            except FaultyRules as faulty:
                points_into(source, faulty.problem)


def play_once(match: Match, rng: random.Random) -> None:
    for _ in range(60):
        if match.over:
            assert match.result is not None
            return
        if match.chance is not None:
            match.settle()
            continue
        move = rng.choice(match.legal())
        assert match.judge(move[0], match.written(move)).text
        match.view(rng.randrange(match.game.seats))
        match.play(move)


# --- Any bytes ------------------------------------------------------------------------------------------------------


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    check(data)
    check(b"astro 1\ngame Any for 2 players\n" + data)


NESTED = b"astro 1\ngame Deep for 2 players\ndef f = "
WORDS = (shelf.ROOT / "examples" / "nim.astro").read_bytes()
STRANGE: dict[str, bytes] = {
    "nothing": b"",
    "invalid UTF-8": WORDS.replace(b"stones", b"st\xff\xfenes"),
    "UTF-16": WORDS.decode().encode("utf-16"),
    "NUL": WORDS.replace(b"take", b"ta\0ke"),
    "only NUL": b"\0" * 10_000,
    "tabs and blanks": WORDS.replace(b"    ", b"\t"),
    "tab in the middle": WORDS.replace(b"    move", b"  \t move"),
    "surrogates": WORDS.replace(b"take", b"t\xed\xa0\x80ke"),
    "invisible signs": WORDS.replace(b"take", "ta\u200bke\u202e".encode()),
    "100,000 brackets": NESTED + b"(" * 100_000,
    "100,000 pairs of brackets": NESTED + b"(" * 100_000 + b"1" + b")" * 100_000,
    "100,000 brackets on lines of their own": NESTED + b"(\n" * 100_000,
    "100,000 square brackets": NESTED + b"x[" * 100_000,
    "100,000 holes": NESTED + b'1\n  "' + b"{" * 100_000 + b'"',
    "100,000 nots": NESTED + b"not " * 100_000,
    "100,000 signs": NESTED + b"-" * 100_000 + b"1",
    "20,000 blocks": NESTED
    + b"1\nphase p\n"
    + b"".join(b" " * n + b"if yes\n" for n in range(2, 20_000, 2))[:2_000_000],
    "a line of 5 MB": NESTED + b"1 + " * 1_250_000 + b"1",
    "a word of 5 MB": NESTED + b"x" * 5_000_000,
    "a text of 5 MB": b'astro 1\ngame Long for 2 players\n  "' + b"long " * 1_000_000 + b'"\n',
    "5 MB of lines": b"astro 1\ngame Long for 2 players\n" + b"var x: 0..9\n" * 400_000,
    "2 MB of lines": b"astro 1\ngame Long for 2 players\n" + b"def f = 1\n" * 200_000,
    "a number of 100,000 digits": NESTED + b"9" * 100_000,
}


@pytest.mark.parametrize("data", STRANGE.values(), ids=list(STRANGE))
def test_strange_files_are_refused_soon(data: bytes) -> None:
    assert check(data) is None


@pytest.mark.parametrize("path", shelf.each())
@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_ends_of_lines_and_byte_order_marks_make_no_difference(path: Path, end: str) -> None:
    """Nothing is left of them in the text, with all it uses; so there is nothing that could make a difference later."""
    data = b"\xef\xbb\xbf" + path.read_text(encoding="utf-8").replace("\n", end).encode()
    assert library.source_of(data, str(path), path) == library.load_source(path)


# --- Files that are nearly right ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", shelf.each(thorough=shelf.is_large, turns="cut off"))
def test_files_that_break_off(path: Path) -> None:
    data = path.read_bytes()
    rng = random.Random(path.stem)
    for end in range(0, len(data), max(1, len(data) // CUTS)):
        source = check(data[:end], path)
        if source is not None:
            play(source, rng)


def drop(words: list[str], rng: random.Random) -> None:
    del words[rng.randrange(len(words))]


def double(words: list[str], rng: random.Random) -> None:
    at = rng.randrange(len(words))
    words.insert(at, words[at])


def exchange(words: list[str], rng: random.Random) -> None:
    a, b = rng.randrange(len(words)), rng.randrange(len(words))
    words[a], words[b] = words[b], words[a]


def replace(words: list[str], rng: random.Random) -> None:
    """One word by another of the same sort, which is most likely to be a rule still."""
    at = rng.choice([n for n, word in enumerate(words) if word.strip()])
    alike = [word for word in words if word.strip() and word.isalnum() == words[at].isalnum()]
    words[at] = rng.choice(alike)


def recount(words: list[str], rng: random.Random) -> None:
    numbers = [n for n, word in enumerate(words) if word.isdigit()]
    if numbers:
        words[rng.choice(numbers)] = str(rng.choice([0, 1, 2, 3, 7, 9, 16, 17, 64, 4097, 999_999_999]))


CHANGES: tuple[Callable[[list[str], random.Random], None], ...] = (drop, double, exchange, replace, replace, recount)


def mutant(text: str, rng: random.Random) -> str:
    """A text with a word or a line changed, once or twice."""
    for _ in range(rng.choice([1, 1, 2])):
        whole_lines = rng.random() < 0.3
        pieces = text.split("\n") if whole_lines else WORD.findall(text)
        rng.choice(CHANGES[:3] if whole_lines else CHANGES)(pieces, rng)
        text = ("\n" if whole_lines else "").join(pieces)
    return text


@pytest.mark.parametrize("path", shelf.each(shelf.SOURCES, shelf.is_large, turns="changed"))
def test_files_with_words_and_lines_changed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for number in range(min(MUTANTS, 1 + MUTATED // len(library.load_source(path).text))):
        rng = random.Random(f"{path.stem} {number}")
        source = check(mutant(text, rng).encode(), path)
        if source is not None:
            play(source, rng)


# --- Rules that lead too far ----------------------------------------------------------------------------------------

SMALL = "astro 1\ngame Far for 2 players\nvar n: 0..9\n"
PLAY = "phase play until n is 3\n  ask P1\n    move go\n      then\n        n = 3\nend\n  draw\n"


def chain(count: int, first: str, each: str, last: str) -> str:
    return SMALL + first + "".join(each.format(a=i, b=i + 1) for i in range(count)) + last.format(a=count) + PLAY


FAR: dict[str, str] = {
    "defs in a row": chain(1_500, "", "def f{a} = f{b} + 1\n", "def f{a} = n\n"),
    "defs that double": chain(60, "", "def f{a} = min(9, f{b} + f{b})\n", "def f{a} = n\n"),
    "defs in a circle": chain(999, "", "def f{a} = f{b}\n", "def f{a} = f0\n"),
    "procedures in a row": chain(1_500, "", "procedure q{a}\n  do q{b}\n", "procedure q{a}\n  n = 1\n"),
    "procedures that double": chain(60, "", "procedure q{a}\n  do q{b}\n  do q{b}\n", "procedure q{a}\n  n = 1\n"),
    "procedures in a circle": chain(999, "", "procedure q{a}\n  if n > 3\n    do q{b}\n", "procedure q{a}\n  do q0\n"),
    "moves in a row": chain(1_500, "", "move m{a}\n  then\n    offer m{b}\n", "move m{a}\n"),
    "moves that double": chain(
        60, "", "move m{a}\n  then\n    ask P1\n      offer m{b}\n    ask P2\n      offer m{b}\n", "move m{a}\n"
    ),
    "kinds made of kinds": chain(400, "", "card K{a}: each x in K{b}\n", "kind K{a}: yes_one, no_one\n"),
    "kinds in a circle": chain(
        400, "", "kind K{a}\n  name | y\n  a{a}   | a{b}\n", "kind K{a}\n  name | y\n  a{a} | a0\n"
    ),
    "neighbours of neighbours": SMALL + "kind K: a, b, c\nvar k: K\n" + PLAY.replace("n is 3", f"k{'.next' * 90} is b"),
    "a table that explodes": SMALL + f"kind K\n  a | b | c | d\n  {' | '.join(['1..4000'] * 4)}\n" + PLAY,
    "a set over all numbers": SMALL + PLAY.replace("n is 3", "(all i in 1..999999999 where i > n).size is n"),
    "sets far apart": SMALL + PLAY.replace("n is 3", "{1, 999999999} is {2}"),
    "counting for ever": SMALL + PLAY.replace("n is 3", "(count i in 1..999999999 where i > n) is n"),
    "subsets without end": SMALL
    + PLAY.replace("move go", "move go(s in 0..60 of {" + ", ".join(map(str, range(60))) + "})"),
    "a loop without end": SMALL + PLAY.replace("        n = 3", "        for i in 1..999999999\n          n = 3"),
    "copies without end": SMALL + "card C: 999999999 of each x in 1..9\nzone z: C, seen by everyone\n" + PLAY,
    "heaps of everything": SMALL + "card C: 4000 of each x in 1..4000\nzone z: C, seen by everyone\n" + PLAY,
    "a ring of thousands": SMALL
    + "ring R: 1..4000\nvar r: R\n"
    + PLAY.replace("n is 3", "some x in clockwise from r where x is r"),
    "names that look alike": SMALL
    + "".join(f"var name_number_{i}: 0..9\n" for i in range(1_500))
    + PLAY.replace("        n = 3", "".join(f"        nmae_numbre_{i} = 3\n" for i in range(1_500))),
    "as many options": SMALL + "".join(f"option o{i}: 1..9 = 2\n" for i in range(300)) + PLAY,
    "membership in membership": SMALL + PLAY.replace("n is 3", "(" * 40 + "n is 3" + ") in {yes, no}" * 40),
}


@pytest.mark.parametrize(
    "text",
    [
        # It goes on until it has cost too much, which takes a while.
        pytest.param(text, id=name, marks=[pytest.mark.thorough] if name == "a loop without end" else [])
        for name, text in FAR.items()
    ],
)
def test_rules_that_lead_far_are_checked_soon(text: str) -> None:
    source = check(text.encode())
    if source is not None:
        play(source, random.Random(1))


def repeated(count: int) -> dict[str, str]:
    """Files of many like parts."""
    phases = "".join(
        f"phase p{i} until n is {i % 9}\n  ask P1\n    move go\n      then\n        n = {i % 9}\n" for i in range(count)
    )
    moves = "".join(
        f'    move m{i}(k in 1..5)\n      when k > n else "no {{k}}"\n      then\n        n = {i % 9}\n'
        for i in range(count)
    )
    defs = "".join(f"def d{i}(a: 0..9) = a + n + {i % 7}\n" for i in range(count))
    calls = "".join(f"  n = min(9, d{i}(n))\n" for i in range(count))
    tests = " and ".join(f"(n is not {i % 9} or n < {i % 7})" for i in range(20))
    guards = "".join(f"  if {tests}\n    n = {i % 9}\n" for i in range(count // 10))
    return {
        "phases": SMALL + phases + "end\n  draw\n",
        "moves": SMALL + "phase play until n is 3\n  ask P1\n" + moves + "    move pass\nend\n  draw\n",
        "defs": SMALL + defs + PLAY.replace("  ask P1", calls + "  ask P1"),
        "conditions": SMALL + PLAY.replace("  ask P1", guards + "  ask P1"),
    }


@pytest.mark.parametrize("sort", list(repeated(1)))
def test_checking_takes_steps_in_proportion_to_length(sort: str) -> None:
    """Eight times the text may take some eight times as many steps; calls are counted, so the clock decides nothing."""
    from astro_referee.grammar.reader import read
    from astro_referee.interpreter.check import check as check_tree

    def steps(count: int) -> int:
        source = Source("long.astro", repeated(count)[sort])
        file, problems = read(source)
        assert file is not None
        assert not problems
        calls = 0

        def counted(frame: object, event: str, arg: object) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        sys.setprofile(counted)
        try:
            check_tree(file, source, 2)
        finally:
            sys.setprofile(None)
        return calls

    assert steps(400) < 10 * steps(50)


# --- No text becomes code -------------------------------------------------------------------------------------------

EVIL = [
    "import os",
    "\\",
    "'''",
    "'); import os; ('",
    "\\'\\'\\'; __import__('os').system('x') #",
    "# -*- coding: utf-7 -*-",
    "\\N{{BULLET}}\\x00\\u0022",
    "%s {{0}} {{}} $x",
    "raise SystemExit",
]


def evil_file(text: str) -> str:
    """A game with a text wherever a text can stand."""
    return f"""\
astro 1  # {text}
game Evil for 2 players  # {text}
  "{text}"
  design "{text}"
ruling A1 "{text}" from "{text}"
option nasty: bool = yes @A1
  "{text}"
kind Rank
  name | motto
  "one {text}" | "{text}"
  "{text}" | "two"
card Card: each rank in Rank named "{{rank}} {text}"
zone hand for each player: Card, seen by everyone
  "{text}"
var n: 0..9
  "{text}"
def high
  "{text}"
  n + 1  # {text}
procedure grow
  "{text}"
  n = high
phase play until n is 3
  "{text}"
  begin
    put all Card into hand[P1]
  ask P1
    move go(c in hand[me]) as "go {{c}} {text}"
      "{text} {{c.rank.motto}}"
      when n < 9  # {text}
        and nasty  # {text}
        else "{text} {{n}}"
      then
        say "{text}"
        do grow
    otherwise
      winner P1 because "{text}"
end
  "{text}"
  draw because "{text}"
"""


@pytest.mark.parametrize("text", EVIL)
def test_no_text_becomes_code(text: str) -> None:
    source = Source("evil.astro", evil_file(text))
    built, problems = pipeline.build(source)
    assert built is not None, report.frames(source, problems)
    tree = ast.parse(built.module)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [getattr(node, "module", "") for node in imports] == ["astro_referee.interpreter.machine.runtime"]
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert not [string for string in strings if text in string]
    words = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    words |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not words & {"os", "system", "__import__", "SystemExit", "eval", "exec"}
    play(source, random.Random(text))


@pytest.mark.parametrize(
    "text", ['"', "a\nimport os", "a\rimport os", "\u2028import os", "a\x00b", "a{import os}b", "{", "}"]
)
def test_what_cannot_stand_in_a_text_is_refused(text: str) -> None:
    assert check(evil_file(text).encode()) is None


@pytest.mark.parametrize(
    "name", ["import os", "x; y", "x'", "__import__('os')", "é", "x\\ny", "os.system", "lambda:0", "1x"]
)
def test_a_name_is_a_plain_word(name: str) -> None:
    text = f"astro 1\ngame Evil for 2 players\nvar {name}: 0..9\nphase {name}\n  ask P1\n    move {name}\nend\n  draw\n"
    assert check(text.encode()) is None


@pytest.mark.parametrize(
    "name", ["lambda", "import", "class", "None", "True", "print", "s", "log", "exec", "__import__", "_", "v_s", "out"]
)
def test_words_of_python_are_names_like_any_other(name: str) -> None:
    text = f"""\
astro 1
game {name} for 2 players
var {name}: 0..9
phase {name}_phase until {name} is 3
  ask P1
    move {name}_move({name}_x in 1..3)
      let {name}_y = {name}_x + 1
      when {name}_y > {name} else "no {{{name}}}"
      then
        {name} = {name}_x
        let {name}_z = {name}
        say "{{{name}_z}}"
    otherwise
      draw
end
  draw
"""
    source = check(text.encode())
    assert source is not None
    play(source, random.Random(name))
