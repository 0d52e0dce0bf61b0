"""Where nodes stand in the file: from their first word to their last, never into the next line."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from astro_referee.grammar import tree
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source, Span

FILE = """\
astro 1
game X for 2 players
  "Two lines"                # with a comment
  design "me"

var wins: 0..2 = (1 + 2)     # and another

phase play until a is b @A1
  begin
    wins = 0

  if some p in players where p is x
    put {a, b} on c

  else
    leave play

# --- End ---

end
  winner (only p in players) because "{p.name} won: {wins[ p ]}"
"""


def nodes(value: object) -> Iterator[tree.Node]:
    """A node and all nodes in it."""
    if isinstance(value, tree.Node):
        yield value
        for attribute in attrs.fields(type(value)):
            yield from nodes(getattr(value, attribute.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from nodes(part)


def written(source: Source, *sorts: type[tree.Node]) -> list[str]:
    file, problems = read(source)
    assert problems == ()
    return [source.text[n.span.start : n.span.end] for n in nodes(file) if isinstance(n, sorts)]


def test_lines_and_blocks() -> None:
    source = Source("x", FILE)
    assert written(source, tree.Header) == [FILE[FILE.index("game") : FILE.index("\n\nvar")]]
    assert written(source, tree.Var) == ["var wins: 0..2 = (1 + 2)"]
    assert written(source, tree.Phase) == [FILE[FILE.index("phase") : FILE.index("\n\n# ---")]]
    assert written(source, tree.If) == [FILE[FILE.index("if some") : FILE.index("\n\n# ---")]]
    assert written(source, tree.Put) == ["put {a, b} on c"]
    assert written(source, tree.Leave) == ["leave play"]
    assert written(source, tree.Tag) == ["@A1"]


def test_phrases() -> None:
    source = Source("x", FILE)
    assert written(source, tree.Binary) == ["1 + 2", "a is b", "p is x"]
    assert written(source, tree.Phrase) == ["some p in players where p is x", "only p in players"]
    assert written(source, tree.SetOf) == ["{a, b}"]


def test_holes_of_texts() -> None:
    source = Source("x", FILE)
    assert written(source, tree.Text) == ['"{p.name} won: {wins[ p ]}"']
    assert written(source, tree.FieldOf, tree.Index) == ["p.name", "wins[ p ]"]


def test_names_and_numbers_are_what_they_say() -> None:
    for text in (FILE, FILE.replace("\n", "\r\n"), "\ufeff" + FILE, FILE.rstrip()):
        source = Source("x", text)
        file, problems = read(source)
        assert problems == ()
        found = [node for node in nodes(file) if isinstance(node, tree.Name | tree.Number)]
        assert len(found) == 27
        for node in found:
            shown = node.word if isinstance(node, tree.Name) else str(node.value)
            assert text[node.span.start : node.span.end] == shown


def test_the_sign_of_an_operation_has_its_own_place() -> None:
    source = Source("x", "astro 1\ngame X for 2 players\ndef x = a  is   not b\n")
    file, _ = read(source)
    (binary,) = (node for node in nodes(file) if isinstance(node, tree.Binary))
    assert source.text[binary.op_span.start : binary.op_span.end] == "is   not"
    assert binary.op == "is not"


def test_what_is_shown_of_a_place_has_neither_line_breaks_nor_comments() -> None:
    text = 'when (a   # "not this"\n    or b is "#1")\n   and c'
    assert Source("x", text).slice(Span(0, len(text))) == 'when (a or b is "#1") and c'
