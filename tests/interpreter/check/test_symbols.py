"""Symbols: every name with its declaration, its uses, its type, its docs and who sees it.

Rename is the hardest question to ask of them: if one place is missing, or one is too much, the new file says something
else, or nothing at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import shelf
from shelf import ROOT

from astro_referee.grammar.build.holes import pieces
from astro_referee.grammar.edits import TextEdit, applied
from astro_referee.grammar.source import Place, Source, Span, is_variant
from astro_referee.grammar.syntax.outline import Entry, everything, outline
from astro_referee.grammar.syntax.parser import lex
from astro_referee.grammar.syntax.words import words
from astro_referee.interpreter import examination, pipeline
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.program.symbols import CannotRename, Index, Symbol, SymbolKind

FILES = sorted([*(ROOT / "games").rglob("*.astro"), *(ROOT / "examples").rglob("*.astro")])
PARTS = {"begin", "finish", "end", "player"}
CONTEXTUAL = {
    "GAME": {"players", "player"},
    "VARIANT": {"players", "player"},
    "OPTION": {"asked", "today", "day", "month"},
    "WITH": {"players", "player"},
    "EXPECT": {"cards", "card"},
    "UP_TO": {"moves", "move"},
    **{key: {"shown"} for key in ("DIE", "ZONE", "VAR")},
    "DROP": PARTS,
    "REPLACE": PARTS,
    "INSERT": PARTS,
}
"""Keywords that are names elsewhere, by what the lines begin with in which they are none."""
HEADERS = {"GAME", "LIBRARY", "VARIANT", "TESTS"}
WITH_HOLES = words("MOVE WHEN MUST SAY WINNER DRAW RANK KIND RING CARD TOKEN GRID HEXGRID")
"""What lines begin with whose texts have holes."""
EVENTS = 60
"""Moves and chance events after which a renamed game is compared no further."""

SHELF = """\
astro 1
library Shelf

kind Colour
  name | worth
  red  | 2
  blue | 3

def double(colour: Colour) = 2 * colour.worth
  "Twice what a colour is worth."
def spare(colour: Colour) = double(colour) + 1
"""
DUEL = """\
astro 1
game Duel for 2 players
use "shelf.astro"

ruling A1 "Nobody takes more than enough."
option goal: 3..9 = 5
  "Points that win."
var points for each player: 0..20
var aside for each player: Colour or joker, seen by owner
  "What a player has laid aside."

phase play
  turns clockwise from P1
    move take(colour in Colour)
      "Take {colour}."
      let more = double(colour)
      when every p in others: points[p] < goal else "{p} has {goal}" @A1
      then
        points[me] += more
        aside[me] = colour
        if points[me] >= goal
          winner me because "it is enough"
    otherwise
      draw because "nobody can take"
"""
LONG = """\
astro 1
variant LongDuel of "duel.astro"

option goal = 9
replace take.then
  then
    let much = more + 1
    points[me] += much
    if points[me] >= goal
      winner me because "it is enough"
drop aside
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("shelf", SHELF), ("duel", DUEL), ("long", LONG)):
        (tmp_path / f"{name}.astro").write_text(text)
    return tmp_path


def source_of(path: Path) -> Source:
    return library.load_source(path, path.name)


def index_of(path: Path) -> Index:
    return examination.index(source_of(path))


@cache
def known_index(path: Path) -> Index:
    """The index of a file that stays as it is."""
    return index_of(path)


def checked(source: Source) -> list[str]:
    """What is said of rules, in one set-up: names mean the same in all of them."""
    problems = examination.examine(source).problems if source.is_library else pipeline.check_source(source)[1]
    return [problem.code for problem in problems]


def shown(places: tuple[Place, ...]) -> str:
    return " ".join(f"{place.file.removesuffix('.astro')} {place.start[0]}:{place.start[1]}" for place in places)


def table(index: Index, *wanted: str) -> list[str]:
    """Rows of an index: name, sort and owner, declaration, uses, type, who sees it."""
    return [
        " | ".join(
            [
                symbol.name,
                f"{symbol.sort} of {symbol.owner}" if symbol.owner else symbol.sort,
                shown(symbol.declared),
                shown(symbol.uses),
                symbol.meaning,
                symbol.seen_by,
            ]
        )
        for symbol in index.symbols
        if symbol.name in wanted or (not wanted and symbol.sort is not SymbolKind.BUILTIN)
    ]


def called(index: Index, name: str) -> Symbol:
    return next(symbol for symbol in index.symbols if symbol.name == name)


# --- A game, its library and its variant ----------------------------------------------------------------------------


def test_every_name_of_a_game_and_of_its_library_is_a_symbol(folder: Path) -> None:
    assert table(index_of(folder / "duel.astro")) == [
        "Duel | game | duel 2:6 |  |  | ",
        "Colour | kind | shelf 4:6 | duel 9:28 duel 14:25 shelf 9:20 shelf 11:19 |  | ",
        "worth | column of Colour | shelf 5:10 | shelf 9:41 | a number 2..3 | ",
        "red | member of Colour | shelf 6:3 |  | a Colour | ",
        "blue | member of Colour | shelf 7:3 |  | a Colour | ",
        "double | def | shelf 9:5 | duel 16:18 shelf 11:29 | a number 4..6 | ",
        "colour | local of double | shelf 9:12 | shelf 9:34 | a Colour | ",
        "spare | def | shelf 11:5 |  | a number 5..7 | ",
        "colour | local of spare | shelf 11:11 | shelf 11:36 | a Colour | ",
        "A1 | ruling | duel 5:8 | duel 17:71 |  | ",
        "goal | option | duel 6:8 | duel 17:43 duel 17:63 duel 21:26 | a number 3..9 | ",
        "points | var | duel 8:5 | duel 17:31 duel 19:9 duel 21:12 | a number 0..20 | everyone",
        "aside | var | duel 9:5 | duel 20:9 | a Colour or joker | owner",
        "joker | word | duel 9:38 |  |  | ",
        "play | phase | duel 12:7 |  |  | ",
        "take | move of play | duel 14:10 |  |  | ",
        "colour | local of take | duel 14:15 | duel 15:14 duel 16:25 duel 20:21 | a Colour | ",
        "more | local of take | duel 16:11 | duel 19:23 | a number 4..6 | ",
        "p | local of take | duel 17:18 | duel 17:38 duel 17:55 | a player | ",
        "P1 | member of player |  | duel 13:24 | a player | ",
    ]


def test_words_of_the_language_are_symbols_with_docs(folder: Path) -> None:
    index = index_of(folder / "duel.astro")
    assert table(index, "me", "others", "owner") == [
        "owner | builtin |  | duel 9:53 |  | ",
        "others | builtin |  | duel 17:23 |  | ",
        "me | builtin |  | duel 19:16 duel 20:15 duel 21:19 duel 22:18 |  | ",
    ]
    assert called(index, "others").docs == "the players still in the game, except me"


@pytest.mark.parametrize(
    ("name", "docs"),
    [
        ("double", "Twice what a colour is worth."),
        ("goal", "Points that win."),
        ("aside", "What a player has laid aside."),
        ("take", "Take {colour}."),
        ("points", ""),
    ],
)
def test_symbols_have_the_docs_of_the_rules(folder: Path, name: str, docs: str) -> None:
    assert called(index_of(folder / "duel.astro"), name).docs == docs


def test_a_variant_has_places_in_its_base_and_in_its_own_lines(folder: Path) -> None:
    names = "LongDuel", "goal", "points", "take", "more", "much", "aside"
    assert table(index_of(folder / "long.astro"), *names) == [
        "LongDuel | game | long 2:9 |  |  | ",
        "goal | option | duel 6:8 | duel 17:43 duel 17:63 long 4:8 long 9:22 | a number 3..9 | ",
        "points | var | duel 8:5 | duel 17:31 long 8:5 long 9:8 | a number 0..20 | everyone",
        "take | move of play | duel 14:10 | long 5:9 |  | ",
        "more | local of take | duel 16:11 | long 7:16 | a number 4..6 | ",
        "much | local of take | long 7:9 | long 8:19 | a number 5..7 | ",
        "aside | var | duel 9:5 | long 11:6 |  | ",
    ]


def test_what_a_cursor_is_on(folder: Path) -> None:
    index = index_of(folder / "duel.astro")
    found = [index.at("duel.astro", 17, column) for column in (31, 34, 37, 38, 39)]
    assert [symbol.name if symbol is not None else None for symbol in found] == ["points", "points", "points", "p", "p"]
    assert index.at("duel.astro", 1, 1) is None


def test_the_type_of_what_a_cursor_is_on(folder: Path) -> None:
    index = index_of(folder / "duel.astro")
    assert index.type_at("duel.astro", 17, 32) == "a number 0..20"
    assert index.type_at("duel.astro", 17, 13) == "a yes or no"
    assert index.type_at("duel.astro", 20, 22) == "a Colour"


def test_local_names_are_known_where_they_are_bound_and_nowhere_else(folder: Path) -> None:
    index = index_of(folder / "duel.astro")

    def locals_at(line: int, column: int) -> list[str]:
        seen = index.visible("duel.astro", line, column)
        return [symbol.name for symbol in seen if symbol.sort is SymbolKind.LOCAL]

    assert locals_at(13, 5) == []
    assert locals_at(16, 8) == ["colour", "more"]
    assert locals_at(17, 38) == ["colour", "more", "p"]
    assert locals_at(20, 21) == ["colour", "more"]
    assert locals_at(24, 7) == []
    assert {"points", "double", "goal"} <= {symbol.name for symbol in index.visible("duel.astro", 24, 7)}


def test_local_names_are_known_in_the_lines_that_a_variant_puts_among_those_of_its_base(folder: Path) -> None:
    seen = index_of(folder / "long.astro").visible("long.astro", 8, 19)
    assert [symbol.name for symbol in seen if symbol.sort is SymbolKind.LOCAL] == ["colour", "more", "much"]


def test_an_edit_in_a_library_moves_nothing_in_the_game(folder: Path) -> None:
    def own() -> list[tuple[str, list[Place]]]:
        symbols = index_of(folder / "duel.astro").symbols
        return [(one.name, [place for place in one.places if place.file == "duel.astro"]) for one in symbols]

    before = own()
    (folder / "shelf.astro").write_text(SHELF.replace("kind", "# More lines,\n\n# which say nothing.\nkind"))
    assert own() == before


def test_files_are_known_by_their_paths(folder: Path) -> None:
    source = source_of(folder / "long.astro")
    assert {file: source.path(file) for file in ("long.astro", "duel.astro", "shelf.astro")} == {
        file: str(folder.resolve() / file) for file in ("long.astro", "duel.astro", "shelf.astro")
    }


# --- Files with errors ------------------------------------------------------------------------------------------------


def test_a_file_with_errors_has_symbols_as_far_as_it_goes(folder: Path) -> None:
    broken = DUEL.replace("  turns clockwise from P1", "  turns clockwise from from").replace("let more =", "let more")
    broken = broken.replace("aside[me] = colour", "aside[me] = colour + nothing")
    (folder / "duel.astro").write_text(broken)
    assert examination.examine(source_of(folder / "duel.astro")).ok is False
    index = index_of(folder / "duel.astro")
    assert table(index, "goal", "points", "colour") == [
        "colour | local of double | shelf 9:12 | shelf 9:34 | a Colour | ",
        "colour | local of spare | shelf 11:11 | shelf 11:36 | a Colour | ",
        "goal | option | duel 6:8 | duel 17:43 duel 17:63 duel 21:26 | a number 3..9 | ",
        "points | var | duel 8:5 | duel 17:31 duel 19:9 duel 21:12 | a number 0..20 | everyone",
        "colour | local of take | duel 14:15 | duel 15:14 duel 20:21 | a Colour | ",
    ]


def test_what_follows_an_error_is_told_by_the_names_around_it(folder: Path) -> None:
    (folder / "duel.astro").write_text(DUEL.replace("double(colour)", "missing[points, goal](colour)"))
    assert table(index_of(folder / "duel.astro"), "points")[0].split(" | ")[3].split(" duel ")[0] == "duel 16:26"


def test_nothing_is_known_of_what_is_no_rule_file(folder: Path) -> None:
    (folder / "duel.astro").write_text("this is no rule file")
    assert index_of(folder / "duel.astro").symbols == ()


def misplaced(source: Source) -> list[tuple[str, Place]]:
    """Symbols that do not stand where an index says."""
    elsewhere = {place for mention in source.mentions for place in (mention.place, mention.declared)}
    return [
        (symbol.name, place)
        for symbol in examination.index(source).symbols
        for place in {*symbol.places} - elsewhere
        if (at := source.offset(place.file, *place.start)) is None or not source.text.startswith(symbol.name, at)
    ]


def test_broken_files_have_an_index() -> None:
    """Two seconds: there are four hundred of them."""
    broken = sorted((ROOT / "tests" / "broken").rglob("*.astro"))
    assert {file.stem: found for file in broken if (found := misplaced(source_of(file)))} == {}


# --- Every rule file --------------------------------------------------------------------------------------------------


def identifiers(text: str) -> Iterator[tuple[int, str]]:
    """Every name in a rule file with its offset, those in holes of texts, too; without what is a keyword there."""
    for entry in everything(outline(text)):
        if entry.above is not None and entry.above.head in HEADERS:
            continue  # credits
        for before, token in zip([None, *entry.tokens], entry.tokens, strict=False):
            start = token.start_pos or 0
            if entry.head == "EXPECT" and token in ("card", "cards") and before is not None and before.isdecimal():
                continue  # how many somebody sees
            if token.type in ("NAME", "TAG") and str(token) not in CONTEXTUAL.get(entry.head, ()):
                yield start + (token.type == "TAG"), str(token).removeprefix("@")
            elif token.type == "STRING" and has_holes(entry):
                for hole in pieces(text, Span(start + 1, start + len(token) - 1), []):
                    if isinstance(hole, Span):
                        inside = lex(text, hole.start, hole.end)
                        yield from ((inner.start_pos or 0, str(inner)) for inner in inside if inner.type == "NAME")


def has_holes(entry: Entry) -> bool:
    about_move = entry.head == "STRING" and entry.above is not None and entry.above.head == "MOVE"
    return entry.head in WITH_HOLES or about_move


def is_small_turn(file: Path) -> bool:
    """Whether it is the turn of a rule file that is not large and does not test such a file."""
    tested = file.with_name(f"{file.stem.removesuffix(library.TESTS)}.astro")
    return tested.stat().st_size <= shelf.LARGE and shelf.is_turn(file, "names")


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, id=file.stem, marks=[] if is_small_turn(file) else [pytest.mark.thorough]) for file in FILES],
)
def test_every_identifier_is_the_declaration_or_a_use_of_a_symbol(file: Path) -> None:
    index, text = known_index(file), file.read_text()
    lost = []
    for start, word in identifiers(text):
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        symbol = index.at(file.name, line, column)
        if symbol is None or symbol.name != word:
            lost.append((line, column, word))
    assert lost == []


def lost_places(source: Source) -> list[int]:
    own = Span(source.files[-1].start, len(source.text))
    return [
        at
        for at in range(own.start, own.end, 7)
        if source.patch(at).said is None
        and source.text[at] not in " \n"
        and source.offset(source.file(at), *source.place(at)) != at
    ]


def test_places_lead_back_to_where_they_were_found() -> None:
    """Two seconds: every seventh place of every file."""
    assert {file.stem: found for file in FILES if (found := lost_places(source_of(file)))} == {}


# --- Other names ------------------------------------------------------------------------------------------------------


def renamed(file: Path, to: Path) -> Source:
    """A file and its libraries with another name for everything that can have one."""
    index = known_index(file)
    edits: dict[str, list[TextEdit]] = {}
    for number, symbol in enumerate(index.symbols):
        if not symbol.fixed and symbol.places:
            for edit in index.rename(symbol, f"{symbol.name}_{number}"):
                edits.setdefault(edit.place.file, []).append(edit)
    if is_variant(file.read_text()):  # whose base is seen from the folder of the file
        assert set(edits) <= {file.name}
        return library.source_of(applied(file.read_text(), edits.get(file.name, [])).encode(), file.name, file)
    for part in file.parent.rglob("*.astro"):
        name = str(part.relative_to(file.parent))
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        (to / name).write_text(applied(part.read_text(), edits.get(name, [])))
    for _, path in source_of(file).paths:
        if not Path(path).is_relative_to(file.parent):  # a library that comes with Astro; one beside the file wins
            beside = Path(path).name
            (to / beside).write_text(applied(Path(path).read_text(), edits.get(beside, [])))
    return source_of(to / file.name)


def playout(source: Source) -> list[object]:
    """How a game goes if everything is left to chance: positions as numbers, and how many moves there are."""
    rules = library.load(source)
    game = library.prepare(rules, None, {})
    match = Match(game, 5, game.players)
    rng, seen = random.Random(5), list[object]()
    try:
        while not match.over and len(seen) < EVENTS:
            if match.chance is not None:
                match.settle()
            else:
                moves = match.legal()
                seen.append(len(moves))
                match.play(rng.choice(moves))
            seen.append(list(match.state))
    except FaultyRules as fault:
        seen.append(fault.problem.code)
    return seen


@pytest.mark.parametrize("file", shelf.each(shelf.SOURCES, shelf.is_large, turns="other names"))
def test_rules_with_other_names_check_and_play_the_same(file: Path, tmp_path: Path) -> None:
    source, other = source_of(file), renamed(file, tmp_path)
    assert other.text != source.text or is_variant(file.read_text())
    assert checked(other) == checked(source)
    if not source.is_library:
        assert playout(other) == playout(source)


def test_what_others_rely_on_cannot_be_renamed(folder: Path) -> None:
    index, variant = index_of(folder / "duel.astro"), index_of(folder / "long.astro")
    for symbol, reason in [
        (called(index, "me"), "it belongs to the language itself"),
        (called(index, "P1"), "it belongs to the language itself"),
        (called(variant, "points"), "the base of the variant speaks of it"),
        (called(variant, "goal"), "a line that was made from two speaks of it"),
    ]:
        with pytest.raises(CannotRename, match=f"`{symbol.name}` cannot be renamed: {reason}"):
            variant.rename(symbol, "other")
    assert [edit.place.start for edit in variant.rename(called(variant, "much"), "a_lot")] == [(7, 9), (8, 19)]


@pytest.mark.parametrize(
    ("name", "why"), [("points", "already means"), ("if", "is no name"), ("two words", "is no name")]
)
def test_not_every_name_can_be_a_new_one(folder: Path, name: str, why: str) -> None:
    index = index_of(folder / "duel.astro")
    with pytest.raises(CannotRename, match=f"`{name}` {why}"):
        index.rename(called(index, "goal"), name)


LETTERS = """\
astro 1
game Letters for 2 players
kind File: a..c
grid Cell: each file in File, row in 1..3
kind Side: left, right
card Ticket: each side in Side, number in 1..2 named "{side}{number}"
var mark: Cell = b2
var kept: Ticket = left1

phase play
  turns clockwise from P1
    move go(cell in Cell)
      when cell.file is a or cell is Cell[c, 2] else "{cell} is not in file a"
      then
        mark = cell
        winner me because "{mark} {kept}"
    otherwise
      draw because "nobody can go"
"""


def test_members_that_are_put_together_have_no_place_of_their_own(folder: Path) -> None:
    (folder / "letters.astro").write_text(LETTERS)
    index = index_of(folder / "letters.astro")
    assert table(index, "a", "c", "b2", "left1", "file") == [
        "a | member of File | letters 3:12 | letters 13:25 | a File | ",
        "c | member of File | letters 3:15 | letters 13:43 | a File | ",
        "file | column of Cell | letters 4:17 | letters 13:17 | a File | ",
        "b2 | member of Cell |  | letters 7:18 | a Cell | ",
        "left1 | member of Ticket |  | letters 8:20 | a Ticket | ",
    ]
    assert [called(index, name).fixed for name in ("a", "b2", "left", "right")] == [
        "it is a letter of a span",
        "it is put together from other names",
        "names of other members are put together from it",
        "",
    ]
    with pytest.raises(CannotRename):
        index.rename(called(index, "left"), "west")


JUMPS = """\
astro 1
game Jumps for 2 players
var n: 0..9

procedure stop
  if n > 3
    leave round

phase morning
  phase round
    turns clockwise from P1
      move more
        then
          n += 1
          do stop
phase evening
  phase round
    turns clockwise from P1
      move more
        then
          n += 1
          do stop
          if possible(more)
            leave turn

end
  draw because "it is over"
"""


def test_a_jump_may_lead_to_several_phases_which_then_have_one_name(folder: Path) -> None:
    (folder / "jumps.astro").write_text(JUMPS)
    assert [row.split(" | ")[:4] for row in table(index_of(folder / "jumps.astro"), "round", "more", "turn")] == [
        ["round", "phase of morning", "jumps 10:9 jumps 17:9", "jumps 7:11"],
        ["more", "move of round", "jumps 12:12", ""],
        ["more", "move of round", "jumps 19:12", "jumps 23:23"],
        ["turn", "builtin", "", "jumps 24:19"],
    ]
