"""Whole files: how they begin, how they end, and how large they may be."""

from __future__ import annotations

import time

import pytest

from astro_referee.grammar import tree
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.grammar.syntax import limits

TOP = "astro 1\ngame X for 2 players\n"


def codes(text: str) -> list[str]:
    return [problem.code for problem in read(Source("x", text))[1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["empty-file"]),
        ("\n  \n# nothing but this\n", ["empty-file"]),
        ("nonsense", ["no-edition"]),
        ("astro\ngame X for 2 players\n", ["no-edition"]),
        ("astro one\ngame X for 2 players\n", ["no-edition"]),
        ("game X for 2 players\nvar x: 0..2\n", ["no-edition"]),
        ("astro 2\nsomething new\n", ["unknown-edition"]),
        ("astro 1", ["no-header"]),
        ("astro 1\nvar x: 0..2\n", ["no-header"]),
        ("astro 1\ngmae X for 2 players\nvar x: 0..2\n", ["no-header"]),
        ("astro 1\ngame X\n", ["no-header"]),
        ("astro 1\ngame X for 2 people\n", ["no-header"]),
        ("astro 1\nvar x: 0..2\ngame X for 2 players\n", ["misplaced"]),
        ("  astro 1\ngame X for 2 players\n", ["indentation"]),
        ("astro 1\n  game X for 2 players\n", ["unexpected-indent"]),
        ("astro 1\ngame X for 2 players\n  designed by him\n", ["unquoted-text"]),
        ("# first a comment\n\nastro 1\n\n# and another\ngame X for 1 player", []),
        ("\ufeffastro 1\r\ngame X for 2 players\r\n", []),
    ],
)
def test_beginning(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def test_header() -> None:
    text = 'astro 1\ngame X for 2..n + 1 players @A1\n  "One"\n  "text."\n  design "me"\n  from "Ulm"\n'
    file, problems = read(Source("x", text))
    assert problems == ()
    assert file is not None
    header = file.header
    assert header is not None
    assert header.name == tree.Name("X")
    assert header.low == tree.Number(2)
    assert header.high == tree.Binary("+", tree.Name("n"), tree.Number(1))
    assert header.docs == "One text."
    assert header.credits == (("design", "me"), ("from", "Ulm"))
    assert header.tags == (tree.Tag("A1"),)


def test_a_head_word_is_a_name_where_it_is_used_as_one() -> None:
    lines = (
        "def card(put: 1..3)\n  put + 1 if put is 2\n  put otherwise\ntable deal by card\n  card | end\n  move | draw\n"
    )
    assert codes(TOP + lines) == []


def test_lines_go_on() -> None:
    lines = [
        "ring Sign: Aries,\n  Taurus,\n  Gemini\n",
        "def f(\n  a: player,\n  b: player\n) =\n  a is b\n    or b is a\n",
        'end\n  winner only p in players\n    where p is x\n    because "x"\n',
        "phase a\n  until b is c\n  shuffle d\n",
    ]
    assert codes(TOP + "".join(lines)) == []


def nested(opener: str, times: int, closer: str) -> str:
    return f"def x = {opener * times}1{closer * times}\n"


def blocks(depth: int, phrase: str) -> str:
    heads = "".join("  " * n + f"phase p{n} until {phrase}\n" for n in range(depth))
    return f"{heads}{'  ' * depth}a = {phrase}\n"


# --- Size -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#" + "x" * limits.FILE, ["too-large"]),
        ("#" + "x" * limits.LINE, ["too-long"]),
        ("(" * 100_000, ["too-long"]),
        (nested("(", 4000, ")"), ["too-deep"]),
        (nested("[({", 1000, ""), ["too-deep", "open-bracket"]),
        (nested("(", limits.BRACKETS, ")"), []),
        ("def x = a" + " + a" * 2000, ["too-long"]),
        ("def x = (a" + "\n  + a" * 10_000 + ")", ["too-long"]),
        (nested("not ", 2000, ""), ["too-long"]),
        (nested("- ", 2000, ""), ["too-long"]),
        ("def x = a" + ".a" * 2000, ["too-long"]),
        ("def x = a" + "()" * 2000, ["too-long"]),
        ("def x = a" + " + a" * (limits.OPERATORS - 2), []),
        ('end\n  say "{' + "(" * 4000 + '1}"', ["too-deep"]),
        ("def x = " + "9" * 9000, ["number-too-large"]),
        ("kind K: " + ",\n  ".join(f"a{n}" for n in range(5000)), []),
        ("def x = {" + ", ".join(f"a{n}" for n in range(1500)) + "}", []),
        ("kind K\n  name | b\n" + "  x | a b c d\n" * 2000, []),
        ("".join("  " * n + f"phase p{n}\n" for n in range(90)), ["too-deep"]),
        ("end\n  if a\n    b = 1\n" + "  else if a\n    b = 1\n" * 2000, []),
        ("end\n  if a =\n    b = 1\n" + "  else if a\n    b = 1\n" * 2000, ["equals-for-is"]),
        ("\0" * 5000, ["bad-character"]),
        (blocks(limits.BLOCKS, "(not " * 40 + "a" + ")" * 40), []),
    ],
    ids=lambda value: None if isinstance(value, str) else "-".join(value) or "fine",
)
def test_size(text: str, expected: list[str]) -> None:
    started = time.perf_counter()
    assert codes(TOP + text) == expected
    assert time.perf_counter() - started < 10
