"""Whatever is in a file, reading it ends, without an exception, in a tree or in problems that point into the text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Part, Source, Span

FILE = """\
astro 1
game Ptolemy for 2..4 players
  "Release every observation."
  design "geonil"
ruling A1 "A card may land as high as the one before." from "l.45"
option equal_is_enough: bool = yes @A1
  "It need not land higher."
kind Planet: Mercury, Venus, Mars
ring Space
  half: Half | height: 1..7
  day        | 1..7
  night      | 7..1
card Observation @A1
  planet: Planet | motion: 1..7 or eclipse
  Saturn         | 1, 2, eclipse
token Wanderer on Space: each planet in Planet named "{planet}"
zone hand for each player: Observation, seen by owner
var wins for each player: 0..2 = 0
def road(planet: Planet)
  clockwise from day1                 if Wanderer[planet].at is none
  clockwise after Wanderer[planet].at otherwise
procedure lay(c: Observation)
  put c from hand[me] into spent
phase match until some p in players where wins[p] is 2
  begin
    starter = random from players
  turns clockwise from starter
    move play(card in hand[me]) as "{card}"
      "Play {card}: it goes to {landing(card, {1, 2})}."
      let to = landing(card)
      when card.planet not in debated
        else "{card.planet} was already debated"
      must not opening or penalty(card) is 0 if able
      then
        if card.motion is eclipse
          swap Wanderer[card.planet].at with Eclipse.at
        else if (count c in hand[me]) >= 3
          do lay(card)
        else
          leave match
  finish
    wins[starter] += 1
end
  rank p in players by highest wins[p] then lowest p
"""
WORDS = [*set(re.findall(r"\w+|[^\w\s]+|\n *", FILE)), *"\0\t\r\n§“é;#{}[]()|@", "\r\n", "\ufeff", '"', "&&", "9" * 20]
WORDS += ["library", "use", '"x.astro"', '\nuse "x.astro"\n', "\nlibrary X\n"]

edits = st.lists(st.tuples(st.integers(0, len(FILE)), st.integers(0, 12), st.sampled_from(WORDS)), max_size=12)


def check(text: str) -> None:
    check_source(Source("x", text))


def check_both(library: str, text: str) -> None:
    """A file with a library before it; each is at fault for its own mistakes."""
    start = len(library) + 1
    source = Source("x", f"{library}\n{text}", (Part("y", 0, {}), Part("x", start, {})))
    check_source(source)
    in_library = {problem for problem in read(source)[1] if problem.span.start < start}
    assert in_library or not read(Source("y", library, (Part("y", 0, {}),)))[1]


def check_source(source: Source) -> None:
    text = source.text
    file, problems = read(source)
    assert file is not None or problems
    for problem in problems:
        assert source.part(problem.span.start) == source.part(problem.span.end)
        assert inside(problem.span, text)
        assert all(inside(span, text) for span, _ in problem.related)
        said = " ".join([problem.message, problem.label, *problem.notes, *(words for _, words in problem.related)])
        assert not re.search(r"_NL\b|_INDENT|_DEDENT|\$END|\bNAME\b|NUMBER|STRING|ERROR", said)
    assert len(set(problems)) == len(problems)


def inside(span: Span, text: str) -> bool:
    return 0 <= span.start <= span.end <= len(text)


def test_the_file_itself_is_fine() -> None:
    assert read(Source("x", FILE))[1] == ()


@pytest.mark.parametrize("end", ["\r", '"', '"\r', "(", "x:", "kind K:", "\ufeff", "#"])
def test_nothing_goes_on_in_the_next_file(end: str) -> None:
    check_both(f"astro 1\nlibrary X\n{end}", FILE)
    library = f"astro 1\nlibrary X\n{end}"
    source = Source("x", f"{library}\n{FILE}", (Part("y", 0, {}), Part("x", len(library) + 1, {})))
    assert all(problem.span.end <= len(library) for problem in read(source)[1])


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    check(text)
    check("astro 1\ngame X for 2 players\n" + text)
    check("astro 1\nlibrary X\n" + text)
    check("astro 1\ngame X for 2 players\nuse" + text)
    check_both("astro 1\nlibrary X\n" + text, FILE)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    check(data.decode("utf-8", errors="replace"))
    check(data.decode("latin-1"))


@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_any_words(words: list[str]) -> None:
    check("astro 1\ngame X for 2 players\n" + " ".join(words))
    check("astro 1\nlibrary X\n" + " ".join(words))
    check_both("astro 1\nlibrary X\n" + " ".join(words), "astro 1\ngame X for 2 players\n" + " ".join(words))


@given(edits)
def test_any_edits_of_a_good_file(changes: list[tuple[int, int, str]]) -> None:
    text = FILE
    for place, dropped, put in changes:
        text = text[:place] + put + text[place + dropped :]
    check(text)
    check_both("astro 1\nlibrary X\n", text)


@given(st.integers(0, len(FILE)))
def test_any_beginning_of_a_good_file(length: int) -> None:
    check(FILE[:length])


@given(st.sampled_from([line.start() for line in re.finditer(r"^(?=\w)", FILE, flags=re.MULTILINE)][2:]))
def test_a_line_of_nonsense_costs_nothing_but_itself(place: int) -> None:
    file, problems = read(Source("x", FILE[:place] + "nonsense (here: §\n" + FILE[place:]))
    assert {problem.code for problem in problems} == {"open-bracket", "bad-character"}
    assert file == read(Source("x", FILE))[0]
