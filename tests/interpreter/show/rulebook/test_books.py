"""Books of rule files: nothing of the rules is left out, every sentence has its line, and no text is taken for code."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
import shelf
from attrs import evolve
from generated.program import source

from astro_referee.grammar import tree
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check.names.dependencies import inside
from astro_referee.interpreter.check.names.library_items import taken
from astro_referee.interpreter.play import library
from astro_referee.interpreter.show.rulebook import html, markdown, sheets, typeset
from astro_referee.interpreter.show.rulebook.book import (
    Book,
    places_of,
    ruling_places,
    sections_of,
    sentences_of,
)
from astro_referee.interpreter.show.rulebook.marked_text import pieces, plain_text, quoted
from astro_referee.interpreter.show.rulebook.writing import write_book
from astro_referee.interpreter.testing.runner import beside, has_tests

SEEDS = (5, 19, 43)
"""Programs that are looked at in each run."""
SMALL = """\
astro 1
game Small for 2..3 players
  "Who has most pebbles wins."
ruling A1 "May one take nothing? No." from "l.3"
ruling A2 "A taker takes two at most."
option many: bool = no
  "There are twice as many pebbles."
kind Colour: red, blue
var heap as "pebbles left": 0..20 = 7
var held for each player: 0..20
var last: player
phase play until heap is 0
  begin
    for p in players where p is not P1
      held[p] = 0
  turns clockwise from P1
    move take(n in 1..2)
      "Take {n} of the pebbles."
      when n <= heap else "there are only {heap}" @A2
      then
        heap -= n
        held[me] += n @A1
        last = me
        if heap is 0
          leave play
end
  rank p in players by highest held[p] because "most pebbles"
"""


def written(source: Source, tests: Source | None = None, examples: int = 0) -> Book:
    game = library.prepare(library.load(source))
    return write_book(game, tests, (), examples).book


@cache
def book_of(path: Path) -> Book:
    """The book of a rule file with one example."""
    test = beside(path)
    tests = library.load_source(test, test.name) if test.is_file() and has_tests(test) else None
    return written(shelf.SOURCES[path], tests, 1)


def is_left(source: Source) -> bool:
    """Whether a file waits for a thorough run: a variant, or one whose book takes seconds."""
    return shelf.is_variant(source) or len(source.text) > 2 * shelf.LARGE


def said(book: Book) -> list[str]:
    return [plain_text(sentence.text) for sentence in sentences_of(book)]


# --- Every file ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", shelf.each(thorough=is_left, turns="rulebook"))
def test_a_book_has_all_of_the_rules_and_every_sentence_its_line(path: Path) -> None:
    """Takes about a second for each file: its book is written and printed in all ways."""
    book, source = book_of(path), shelf.SOURCES[path]
    file, _ = read(source)
    assert file is not None
    items = taken(file, source)
    sentences = list(sentences_of(book))
    assert not [s.key for s in sentences if s.line < 1 or not s.file or not s.text.strip()]
    assert [key for key, times in Counter(s.key for s in sentences).items() if times > 1] == []
    places = [section.place for section in sections_of(book.sections)]
    assert len(places) == len(set(places))
    links = {piece.place for s in sentences for piece in pieces(s.text) if piece.sort == "link"}
    assert links <= set(places)

    nodes = [node for item in items for node in inside(item)]
    for node in nodes:
        if isinstance(node, tree.Move):
            assert f"move-{node.name.word}" in places
        elif isinstance(node, tree.Phase):
            assert f"phase-{node.name.word}" in places
    options = {f"option-{item.name.word}" for item in items if isinstance(item, tree.Option)}
    assert options <= set(places)
    assert set(ruling_places(book)) == {item.name.word for item in items if isinstance(item, tree.Ruling)}

    lines = {(Path(s.file).name, s.line) for s in sentences}
    steps = tree.Winner | tree.Draw | tree.Rank | tree.When | tree.Must | tree.Store | tree.Put | tree.Deal | tree.Do
    missing = [node for node in nodes if isinstance(node, steps) and where(source, node) not in lines]
    assert missing == []

    page, document, plain = html.page(book), typeset.document(book), markdown.markdown(book)
    assert well_formed(page)
    assert document.count("#saying(") >= len(sentences)
    assert plain.startswith("# ")


def test_every_construct_is_said(tmp_path: Path, thorough: bool) -> None:
    """Generated programs have all of the language between them; their books have sound links and keys."""
    for seed in range(60) if thorough else SEEDS:
        book = written(source(seed, tmp_path))
        sentences = list(sentences_of(book))
        assert len({sentence.key for sentence in sentences}) == len(sentences)
        links = {piece.place for s in sentences for piece in pieces(s.text) if piece.sort == "link"}
        assert links <= places_of(book)
        assert well_formed(html.page(book))


def test_conditions_inside_conditions_are_said_once() -> None:
    deep = "heap is 1"
    for _ in range(40):
        deep = f"({deep}) is (heap is 2)"
    book = written(Source("small.astro", SMALL.replace("when n <= heap else", f"when {deep} else")))
    assert max(map(len, said(book))) < 10_000


def where(source: Source, node: tree.Node) -> tuple[str, int]:
    return Path(source.file(node.span.start)).name, source.place(node.span.start)[0]


class Tags(HTMLParser):
    """Looks whether the elements of a page are closed in order, and what they are."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.handlers: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def well_formed(page: str) -> bool:
    tags = Tags()
    tags.feed(page)
    return not tags.open and "script" not in tags.seen and not tags.handlers


# --- Sentences -------------------------------------------------------------------------------------------------------


def test_rules_become_sentences() -> None:
    book = written(Source("small.astro", SMALL))
    found = said(book)
    for sentence in (
        "For 2 to 3 players.",
        "“pebbles left”: 7 at the beginning.",
        "For each player who is not P1:",
        "That player's held is now 0.",
        "You choose a number from 1 to 2.",
        "Only if the number is at most “pebbles left”. Otherwise: “there are only \u2039pebbles left\u203a”",
        "Take the number off “pebbles left”.",
        "The last is now you.",
        "The phase play is over at once.",
        "A1: No. (Rulebook: l.3.) Also for the move “take”.",
    ):
        assert sentence in found, found
    questions = [section.heading.text for section in sections_of(book.sections) if section.rulings]
    assert questions == ["May one take nothing?", "What has been ruled about the move “take”?"]
    ranked = "The game ends: the players are ranked by held (highest first)."
    assert any(sentence.startswith(ranked) for sentence in found)
    heads = [section.heading.text for section in book.sections]
    assert heads[:4] == ["Players", "Components", "Set-up", "Course of play"]
    assert heads[-1] == "Index"


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("heap > 3 and last is P1", "“pebbles left” is more than 3 and the last is P1"),
        ("not (heap > 3 and last is P1)", "“pebbles left” is at most 3, or the last is not P1"),
        ("some p in players where held[p] > heap", "there is a player whose held is more than “pebbles left”"),
        ("no p in players where p is last", "there is no player who is the last"),
        ("every p in players: held[p] < 9", "for every player: that player's held is less than 9"),
        ("not (every p in players: held[p] < 9)", "there is a player for which that player's held is at least 9"),
        ("many", "the option “many” is on"),
        ("heap in 2..4", "“pebbles left” lies between 2 and 4 (both included)"),
        (
            "(sum of held[p] for p in players) is 7 - heap",
            "the sum of the held of all players is 7 minus “pebbles left”",
        ),
        ("held[me.next] >= held[me]", "the held of the player after you is at least your held"),
        (
            "(count p in players where some q in players where held[q] > held[p]) < 2",
            "the number of players where there is a player q where q's held is more than that player's held "
            "is less than 2",
        ),
    ],
)
def test_conditions(condition: str, words: str) -> None:
    text = SMALL.replace("when n <= heap else", f"when {condition} else")
    found = [sentence for sentence in said(written(Source("small.astro", text))) if sentence.startswith("Only if")]
    assert [sentence.partition(" Otherwise")[0].rstrip(".") for sentence in found] == [f"Only if {words}"]


def test_what_is_called_alike_is_told_apart() -> None:
    text = SMALL.replace("kind Colour", "option pieces: 1..9 = 3\nkind Colour").replace(
        "when n <= heap", "when pieces > 2"
    )
    text = text.replace("var last: player", 'var last: player\nvar best as "richest": player\ndef richest = P1')
    found = said(written(Source("small.astro", text.replace("  begin\n", "  begin\n    best = richest\n"))))
    assert "“richest” is now what the word “richest” gives." in found
    assert any(sentence.startswith("Only if what the option “pieces” says is more than 2.") for sentence in found)


def test_long_narrow_tables_stand_in_parts() -> None:
    """Each with the heads, and no row is lost."""
    rows = "".join(f"  word{number} | {number}\n" for number in range(35))
    head = "kind Colour\n  name | rank\n"
    text = SMALL.replace("kind Colour: red, blue\n", head + rows)
    made = typeset.document(written(Source("small.astro", text)))
    assert made.count('table.header(strong("name"), strong("rank"))') == 4
    assert all(f'"word{number}", "{number}",' in made for number in range(35))


def test_examples_come_from_tests_with_pictures_and_reasons() -> None:
    tests = """\
test "a heap that is too small" @A2
  given
    heap = 1
  refuse P1 "take 2" because "only 1"
  P1 "take 1"
  expect winner P1 because "most pebbles"

test "a test that does not hold"
  P1 "take 1"
  expect heap is 3
"""
    book = written(Source("small.astro", SMALL + tests), None, 3)
    found = said(book)
    assert "P1 may not play “take 2”: there are only 1." in found
    assert "P1 plays “take 1”. “Take 1 of the pebbles.”" in found
    assert "The game is over, won by P1 (most pebbles)." in found
    examples = [section for section in sections_of(book.sections) if section.place.startswith("example-")]
    assert [section.heading.text for section in examples] == ["a heap that is too small"]
    assert html.page(book).count("<img") == 3


def test_words_of_tests_are_drawn_and_not_named(tmp_path: Path) -> None:
    """A position made with a procedure of the tests is a picture, now and in the middle; so is what a test asks."""
    (tmp_path / "small.astro").write_text(SMALL, encoding="utf-8")
    path = tmp_path / "small_test.astro"
    text = """\
astro 1
tests of "small.astro"
procedure pile(n: 0..20)
  heap = n
def left = heap
test "few are left"
  given
    do pile(2)
  P1 "take 1"
  expect left is 1
  expect heap is 1
  given
    heap = 5
  P2 "take 1"
  given
    do pile(1)
  P1 "take 1"
  expect winner P1 because "most pebbles"
"""
    path.write_text(text, encoding="utf-8")
    tests = library.load_source(path, path.name)
    book = write_book(library.prepare(library.load(tmp_path / "small.astro")), tests, (), 1).book
    example = next(section for section in sections_of(book.sections) if section.place == "example-1")
    found = said(evolve(book, about=(), sections=(example,)))
    assert not [sentence for sentence in found if "pile" in sentence or "left is" in sentence]
    assert [sentence for sentence in found if not sentence.startswith("P")] == [
        "Before the first move; all hands are open.",
        "Now “pebbles left” is 1.",
        "The position is changed for this example:",
        "“pebbles left” is now 5.",
        "The position is now changed to this one; all hands are open.",
        "The game is over, won by P1 (most pebbles).",
        "Afterwards; all hands are open.",
    ]


def test_a_move_by_itself_is_told_where_it_is_made() -> None:
    text = SMALL.replace("phase play", "move rest\n  then\n    last = me\nphase play", 1)
    text = text.replace("    move take", "    offer rest\n    move take")
    found = said(written(Source("small.astro", text)))
    assert found.count("This move is made in the phase “play”.") == 2


def test_moves_and_offers_beside_each_other_are_one_choice() -> None:
    text = SMALL.replace("phase play", "move rest\n  then\n    last = me\nphase play", 1)
    text = text.replace("    move take", "    offer rest\n    move take")
    book = written(Source("small.astro", text))
    play = next(section for section in sections_of(book.sections) if section.place == "phase-play")
    found = said(evolve(book, about=(), sections=(play,)))
    assert found[-3:] == ["Make one of these moves:", "Rest.", "Take."]


def test_directions_scores_and_nothing_are_said_plainly() -> None:
    text = """\
astro 1
game Small for 2 players
grid Cell: each column in 1..3, row in 1..3
card Shape: (3 if number is 1 else (2 if number is 2 else 1)) of each number in 1..3
zone box: pile of Shape, seen by nobody
var last: Cell or none = none
var mark for each player: Cell or none = none
var named_already as "named already": Cell or none = none
def beyond(c: Cell, d: Direction) = c.step(d.opposite)
def ahead(c: Cell, d: Direction) = c.step(d)
phase play
  turns clockwise from P1
    move go(c in Cell)
      when beyond(c, north) is not none and ahead(c, east) is not none
      then
        last = none
        mark[me] = none
        named_already = none
        winner everyone with 7
"""
    found = said(written(Source("small.astro", text)))
    for sentence in (
        "“beyond” of a cell and a direction: the next place from the cell in the direction opposite to the direction.",
        "“ahead” of a cell and a direction: the next place from the cell in the direction.",
        "From now on there is no last.",
        "From now on you have no mark.",
        "From now on “named already” has no value.",
        "The game ends: all win together, with a score of 7.",
        "There are 6 shapes, 3 different faces: one for each number from 1 to 3 (number). "
        "Of each there are 3 if the number is 1, otherwise 2 if the number is 2, otherwise 1.",
        "The game ends: all win together, with a score of 7 (see the move “go”).",
    ):
        assert sentence in found, found


def test_how_far_steps_lead_and_who_may_let_it_pass_are_said_plainly() -> None:
    text = """\
astro 1
game Round for 2 players
ring Sign: ram, bull, twins
var far: 0..2
var here: Sign
phase play
  turns clockwise from P1
    here = here + far
    here = here + 1
    ask any p in players
      move call
        then
          draw
end
  draw
"""
    found = said(written(Source("small.astro", text)))
    for sentence in (
        "The here is now the sign that is as many steps on from the here as the far.",
        "The here is now the sign that is 1 step on from the here.",
        "One of these may choose, whoever does so first; each may also let it pass: the players, called “you” here:",
    ):
        assert sentence in found, found


# --- Texts from outside ----------------------------------------------------------------------------------------------

HOSTILE = "<script>alert(1)</script> #panic() \\ ]] *a* `b` [x](#moves) $y$ @z & ' // /* #{1}"


def test_no_text_of_a_rule_file_is_taken_for_code() -> None:
    text = SMALL.replace("Who has most pebbles wins.", HOSTILE).replace("A taker takes two at most.", HOSTILE)
    text = text.replace("there are only {heap}", HOSTILE.replace("{1}", "{heap}"))
    book = written(Source("<b>#evil.astro", text))
    tags = Tags()
    page = html.page(book)
    tags.feed(page)
    assert well_formed(page)
    assert tags.text.count("<script>alert(1)</script>") == 3
    assert "script" not in tags.seen
    assert "#panic() \\ ]] *a* `b` [x](#moves)" in tags.text
    typst = pytest.importorskip("typst")
    assert typst is not None
    assert typeset.pdf(typeset.document(book)).startswith(b"%PDF")


@pytest.mark.parametrize("text", [HOSTILE, "", "\\", "[a](#b)", "**", "a\nb"])
def test_quoted_text_has_no_marks(text: str) -> None:
    assert [piece.sort for piece in pieces(quoted(text))] in ([], ["text"])
    assert plain_text(quoted(text)) == " ".join(text.split())


def test_links_lead_only_to_places_of_the_book() -> None:
    book = written(Source("small.astro", SMALL))
    changed = evolve(book, about=(evolve(book.about[0], text="[a](#nowhere) and [b](#move-take)"),))
    page = html.page(changed)
    assert 'href="#nowhere"' not in page
    assert '<a href="#move-take">b</a>' in page
    assert "nowhere" not in re.findall(r'label\("([^"]*)"\)', typeset.document(changed))
    assert "move-take" in places_of(book)


# --- Sheets ----------------------------------------------------------------------------------------------------------


def test_sheets_have_every_card_and_board() -> None:
    game = library.prepare(library.load(shelf.SOURCES[shelf.RULEBOOKS["ptolemy"]]))
    made = sheets.sheets_of(game)
    # Faces that are wider than high fill cards that lie.
    cards = [one for sheet in made if (sheet.wide, sheet.high) == sheets.LYING_CARD for one in sheet.pictures]
    assert len(cards) == 25
    assert len([sheet for sheet in made if not sheet.wide]) == 1
    assert sheets.page("A & <b>", made).count("<img") == 25 + 6 + 1
    assert "A &amp; &lt;b&gt;" in sheets.page("A & <b>", made)
