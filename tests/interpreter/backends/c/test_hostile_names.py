"""Whatever an author calls things and says, none of it becomes C: names are plain letters, and texts are numbers."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import pytest
from side_by_side import compared

from astro_referee.grammar.source import Source
from astro_referee.interpreter.backends.c.identifiers import identifier
from astro_referee.interpreter.play import library, native

GAME = """astro 1
game {title} for 2 players
  "{text}"
kind {kind}: {first}, {second}
var {count} for each {kind}: 0..3

def {short}(it: {kind}): 0..3
  {count}[it]

phase {phase}
  turns clockwise from P1
    move {move}(one in {kind}) as "{{one}} {text}"
      "Take {{one}}. {text}"
      when {short}(one) < 3 else "{text}"
      then
        {count}[one] += 1
        say "{text} {{{count}[one]}}"
        if {count}[one] is 3 and {short}({first}) > 1
          winner me because "{text}"
    otherwise
      draw because "{text}"
"""
USUAL = {
    "title": "Plain",
    "text": "Some words.",
    "kind": "Shade",
    "first": "red",
    "second": "blue",
    "count": "shades",
    "short": "number_of",
    "phase": "play",
    "move": "take",
}
# fmt: off
OF_C = [
    "int", "static", "while", "goto", "asm", "volatile", "typedef", "struct", "main", "NULL", "system", "longjmp",
    "context", "record", "run", "leave", "c", "s", "u128", "move", "API", "SEATS", "FUEL", "astro_run", "__asm__",
    "__attribute__", "_Pragma", "do_take", "f_shades", "t_1", "go_on", "state_2", "EMPTY", "i386", "linux", "unix",
]
# fmt: on
OTHERS = ["größe", "手番", "a\u0301bc", "x" * 200]
SORTS = ("count", "short", "move", "phase")
TRIED = 16
"""Pairs of a word and a sort that are tried here."""
TEXTS = [
    "*/ int main(void) ( return 1; ) /*",
    "\\",
    "?\u203f??/",
    "// not a remark",
    "#include <stdio.h>",
    "%n%s%s",
    "\\x22); system(0); (\\x22",
    "é … \u2192 ♞",
    "'",
]


def of(**names: str) -> Source:
    return Source("hostile.astro", GAME.format(**(USUAL | names)))


def c_of(source: Source) -> str:
    game = library.prepare(library.load(source))
    return native.text_of(game.machine, game.rules.title)


def names_in(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", text))


@pytest.fixture(scope="module")
def usual() -> str:
    return c_of(of())


def test_names_are_made_of_plain_letters_behind_one_of_ours(usual: str) -> None:
    """A name of the rules stands behind a letter that says what it is, so that it can hide nothing."""
    pairs = Random(3).sample([(sort, word) for sort in SORTS for word in OF_C], TRIED)
    accepted = 0
    for sort, word in [*pairs, *(("count", word) for word in OTHERS)]:
        with suppress(library.BadRules):  # a word that Astro does not take for a name
            text = c_of(of(**{sort: word}))
            assert text.isascii()
            assert all(
                name.removeprefix("quiet_")
                .removeprefix("bit_")
                .startswith(("f_", "do_", "draw_do_", "t_", "v_", "set_"))
                for name in names_in(text) - names_in(usual)
            )
            accepted += 1
    assert accepted > TRIED * 3 / 4


@pytest.mark.parametrize("text", TEXTS)
def test_texts_do_not_come_into_c(text: str, usual: str) -> None:
    with suppress(library.BadRules):  # some characters may not stand in a text
        assert c_of(of(text=text)) == usual


def test_hostile_names_play_the_same_game() -> None:
    game = library.prepare(library.load(of(count="int", short="system", move="longjmp", phase="main", second="c")))
    assert compared(game, 0.2, 100) > 0


def test_equal_beginnings_stay_different_names() -> None:
    taken: set[str] = set()
    names = [identifier(name, taken, "f") for name in ("a b", "a-b", "a.b", "x" * 50, "x" * 60, "日本", "日木", "")]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"f_[A-Za-z0-9_]{0,44}", name) for name in names)


@pytest.mark.parametrize("many", [900_000, 9_000])
def test_a_long_list_is_left_to_python(many: int) -> None:
    """In C it would stand on the stack, or be put in order for minutes."""
    rules = f"""astro 1
game Big for 2 players
var best: 0..{many}
phase play
  ask P1
    move go
      then
        for n in (ordered n in 1..{many} by highest n)
          best = n
        winner P1
"""
    with pytest.raises(native.NoNativeEngine, match=f"a list of {many:,}"):
        c_of(Source("big.astro", rules))
