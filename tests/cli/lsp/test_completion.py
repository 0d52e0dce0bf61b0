"""What is offered follows from the grammar: the words that may stand somewhere, and names of the right sort."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from astro_referee.cli.lsp.completing.completion import completions
from astro_referee.cli.store import Store

FISH = """astro 1

game Fish for 2..4 players
  "Collect."

kind Suit: red, blue
card Card: each suit in Suit, rank in 1..9
zone hand for each player: Card, seen by owner
zone deck: pile of Card, seen by nobody
grid Cell: each column in 1..3, row in 1..3
var score for each player: 0..20
procedure tidy
  score[P1] = 0

"""
MOVE = "phase play\n  turns clockwise from P1\n    move lay(card in hand[me])\n      "


@pytest.mark.parametrize(
    ("text", "first", "missing"),
    [
        ("", {"astro"}, {"game"}),
        ("astro 1\n", {"game", "library", "variant", "tests"}, {"zone"}),
        ("astro 1\n\ngame Fish for ", {"2..4 players"}, {"clockwise"}),
        (FISH, {"kind", "phase", "zone", "test"}, {"put", "then", "hand"}),
        (FISH + "zone ", set(), {"hand", "all"}),
        (FISH + "zone more ", {":", "for each"}, {"hand", "seen by"}),
        (FISH + "zone more for each player: ", {"Card", "pile of", "row of"}, {"Suit", "red", "hand"}),
        (FISH + "zone more: Card, ", {"seen by", "sorted by"}, {"Card"}),
        (FISH + "zone more: Card, seen by ", {"everyone", "nobody", "owner"}, {"tidy"}),
        (FISH + "var more: ", {"Suit", "bool", "player", "set of"}, {"red", "hand", "clockwise"}),
        (FISH + "var more for each ", {"player", "Suit"}, {"deck", "me"}),
        (FISH + "phase play\n  ", {"turns", "begin", "if", "put"}, {"zone", "then", "expect"}),
        (FISH + "phase play\n  turns ", {"clockwise", "anticlockwise", "P1", "once"}, {"owner"}),
        (FISH + "phase play\n  do ", {"tidy"}, {"hand", "all"}),
        (FISH + "phase play\n  turns clockwise from P1\n    move lay(card in ", {"hand", "Suit"}, {"tidy"}),
        (FISH + MOVE, {"when", "must", "then", "let"}, {"zone", "put", "hand"}),
        (FISH + MOVE + "when card.rank > 3 ", {"else", "and", "or"}, {"hand", "put"}),
        (FISH + MOVE + "then\n        put card ", {"from", "into", "on", "under"}, {"hand"}),
        (FISH + MOVE + "then\n        put card into ", {"deck", "hand"}, {"tidy", "lay"}),
        (FISH + MOVE + "then\n        winner ", {"me", "everyone", "P1"}, {"owner"}),
        (FISH + MOVE + "when Ce.x (\n        de", {"deck"}, set()),
        (FISH + MOVE + "when ca", {"card"}, set()),
        (FISH + MOVE + "then\n        for p in players\n          let n = 1\n          score[", {"p", "n"}, set()),
        (FISH + MOVE + "then\n        if some p in players where hand[", {"p"}, set()),
        (FISH + "def far(c: Cell)\n  ", {"c", "all"}, {"put"}),
        (FISH + "def near(c: Cell) = c.step(", {"north", "c"}, set()),
        (FISH + "def ways: set ", {"of"}, set()),
        (FISH + "def ways: set of ", {"Direction", "Suit"}, {"hand"}),
        (FISH + "zone more for ", {"each"}, {"hand"}),
        (FISH + "zone more: Card, seen ", {"by"}, set()),
        (FISH + "def most = all ", set(), {"hand"}),
        (FISH + "def most = count c in deck ", {"where"}, {"hand"}),
        (FISH + 'test "one"\n  ', {"expect", "given", "refuse", "chance"}, {"put", "zone"}),
        (FISH + "kind More: ", {"each"}, {"Suit", "max", "me"}),
        (FISH + "token Man on ", {"Cell", "Suit"}, {"hand", "max", "P1", "empty"}),
        (FISH + "token Man on Cell: each own in ", {"player", "Suit"}, {"max", "me", "empty", "none"}),
        (FISH + "die more: ", {"Suit"}, {"max", "hand", "empty"}),
        (FISH + "var more: Suit ", {"=", "or"}, {"hand"}),
        (FISH + "option more: bool ", {"="}, {"hand"}),
        (FISH + "phase play\n  do ", {"tidy"}, {"empty", "clockwise"}),
        (FISH + "phase play\n  begin\n    for card in ", {"hand", "Suit"}, {"card"}),
        (FISH + "token Man on Cell\nphase play\n  begin\n    if Man.at.", {"row", "ray"}, {"suit"}),
        (FISH + "token Man on Suit: each own in player\ndef at(m: Man) = m.at.", {"next"}, {"own", "rank", "ray"}),
        (FISH + MOVE + "when card.", {"suit", "rank"}, {"ray", "top"}),
        (FISH + "def far(c: Cell) = c.", {"row", "neighbours", "ray"}, {"top", "suit", "lines"}),
        (FISH + "def lines = Cell.", {"lines", "size"}, {"row", "ray"}),
    ],
)  # fmt: skip
def test_what_may_stand_at_a_place(tmp_path: Path, text: str, first: set[str], missing: set[str]) -> None:
    path, store = tmp_path / "fish.astro", Store()
    path.write_text(text, encoding="utf-8")
    analysis = store.analysis(path)
    line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    found = completions(analysis, store.names(path), text, line, column)
    labels = {one.label for one in found}
    assert first <= labels
    assert not missing & labels
    likely = {one.label for one in found if (one.sort_text or one.label)[:1] in " 01234" or one.label in first}
    assert first <= likely


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("var lead: player or none = ", ["P1", "none"]),
        ("option more: bool = ", ["no", "yes"]),
        ("var more: Suit = ", ["blue", "red"]),
        ("def led = lead is ", ["P1", "me", "none"]),
        ("def open = is_open is ", ["no", "yes"]),
        ("def same(s: Suit, t: Suit) = s is ", ["blue", "red"]),
    ],
)
def test_what_a_value_can_be_comes_first(tmp_path: Path, line: str, first: list[str]) -> None:
    path, store = tmp_path / "fish.astro", Store()
    text = FISH + "var lead: player or none\nvar is_open: bool\n" + line
    path.write_text(text, encoding="utf-8")
    found = completions(store.analysis(path), store.names(path), text, text.count("\n") + 1, len(line) + 1)
    listed = sorted(found, key=lambda one: one.sort_text or one.label)
    assert [one.label for one in listed[: len(first)]] == first


def test_lines_of_a_part_that_a_variant_replaces(tmp_path: Path) -> None:
    base, path, store = tmp_path / "fish.astro", tmp_path / "quick.astro", Store()
    base.write_text(FISH + MOVE + "then\n        put card into deck\n", encoding="utf-8")
    begun = 'astro 1\n\nvariant Quick of "fish.astro"\n\n'
    for more, first, missing in [
        ("", {"drop", "insert", "replace", "def"}, {"then"}),
        ("i", {"drop", "insert", "replace", "def"}, {"then"}),
        ("replace lay.then\n  then\n    ", {"put", "if"}, {"zone", "when"}),
        ("replace lay.then\n  then\n    put ", {"card"}, set()),
        ("replace lay.then\n  then\n    put card into deck\n\n", {"drop", "insert", "zone", "def"}, {"put", "if"}),
        ("insert first in lay.then\n  put ", {"card"}, set()),
        ("insert first in lay.then\n  if ", {"card"}, {"able"}),
        ("replace lay.then\n  then\n    put card ", {"into", "from"}, {"put"}),
    ]:
        store.edit(path, begun + more)
        text = begun + more
        found = completions(
            store.analysis(path), store.names(path), text, text.count("\n") + 1, len(text) - text.rfind("\n")
        )
        labels = {one.label for one in found}
        assert first <= labels, more
        assert not missing & labels, more
    store.close(path)


def test_a_base_that_is_not_there_has_no_names(tmp_path: Path) -> None:
    path, store = tmp_path / "quick.astro", Store()
    text = 'astro 1\n\nvariant Quick of "nowhere.astro"\n\ninsert first in lay.then\n  put '
    path.write_text(text, encoding="utf-8")
    labels = {one.label for one in completions(store.analysis(path), store.names(path), text, 6, 7)}
    assert "card" not in labels
