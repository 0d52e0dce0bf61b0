"""The same rules in other words: each refactoring leaves a file without errors, and is not offered where it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from editing import DUEL, Editor, place, typed
from lsprotocol import types


def actions(
    editor: Editor, path: Path, text: str, words: str, length: int = 0
) -> tuple[types.TextDocumentIdentifier, dict[str, types.CodeAction]]:
    """What is offered at some words, of which so many signs are selected."""
    document = editor.open(path, text)
    chosen = types.Range(place(text, words), place(text, words, length))
    asked = types.CodeActionParams(document, chosen, types.CodeActionContext([]))
    found = editor.run(editor.client.text_document_code_action_async(asked)) or ()
    return document, {one.title: one for one in found if isinstance(one, types.CodeAction)}


def changed(editor: Editor, path: Path, text: str, title: str, words: str, length: int = 0) -> str:
    """A text after a refactoring, which leaves no errors."""
    document, found = actions(editor, path, text, words, length)
    assert title in found, list(found)
    edit = found[title].edit
    assert edit is not None and edit.changes is not None
    after = typed(text, edit.changes[document.uri])
    editor.marked.pop(document.uri, None)
    editor.open(path, after)
    problems = editor.problems(document)
    assert not [one for one in problems if one.severity is types.DiagnosticSeverity.Error], problems
    return after


def test_an_expression_becomes_a_def(editor: Editor, duel: Path) -> None:
    after = changed(editor, duel, DUEL, "Extract a def", "number <= left", len("number <= left"))
    assert "def extracted(number: 1..3) = number <= left\n\nphase play" in after
    assert "      when extracted(number) else" in after
    _, found = actions(editor, duel, DUEL, "number <= left", len("number <="))
    assert "Extract a def" not in found


def test_a_def_is_put_where_it_is_called(editor: Editor, duel: Path) -> None:
    text = DUEL.replace("phase play", "def few(most: 0..3) = left < most + 1\n\nphase play").replace(
        "number <= left", "number <= left or few(1 + 1)"
    )
    after = changed(editor, duel, text, "Put the value of `few` where it is called", "few(1")
    assert "def few" not in after
    assert "number <= left or (left < (1 + 1) + 1) else" in after
    _, found = actions(editor, duel, DUEL, "double(5)")
    assert not [title for title in found if title.startswith("Put the value")], "it is declared in a library"


def test_a_rule_gets_a_reason(editor: Editor, duel: Path) -> None:
    text = DUEL.replace(' else "🎲 there are only {left}"', "")
    after = changed(editor, duel, text, "Add a reason", "when number")
    assert 'when number <= left else "why not"' in after


def test_missing_cases_are_filled_in(editor: Editor, tmp_path: Path) -> None:
    text = """astro 1

game Lamps for 2 players
  "Switch."

kind Colour: red, yellow, green

var lamp: Colour

def worth(colour: Colour): 0..9
  3 if colour is red

phase play
  turns clockwise from P1
    move go
      when worth(lamp) > 0
      then
        winner me
"""
    after = changed(editor, tmp_path / "lamps.astro", text, "Fill in missing cases", "3 if colour")
    assert "  3 if colour is red\n  3 if colour is yellow\n  3 otherwise\n" in after


def test_a_part_is_said_otherwise_in_a_variant(editor: Editor, duel: Path) -> None:
    _, found = actions(editor, duel, DUEL, "left -=")
    edit = found["Say `take.then` otherwise in a variant"].edit
    assert edit is not None and edit.document_changes is not None
    create, fill = edit.document_changes
    assert isinstance(create, types.CreateFile) and create.uri.endswith("/duel_variant.astro")
    assert isinstance(fill, types.TextDocumentEdit)
    text = fill.edits[0].new_text  # type: ignore[union-attr]
    assert text.endswith("replace take.then\n  then\n    left -= number @R1\n")
    variant = editor.open(duel.with_name("duel_variant.astro"), text)
    assert editor.problems(variant) == []


def test_a_part_to_be_replaced_begins_as_the_base_has_it(editor: Editor, duel: Path) -> None:
    title, begun = "Write here what the base says", 'astro 1\n\nvariant Long of "duel.astro"\n\nreplace take.then\n'
    path = duel.with_name("long.astro")
    after = changed(editor, path, begun, title, "replace")
    assert after == begun + "  then\n    left -= number @R1\n"
    _, found = actions(editor, path, after, "replace")
    assert title not in found
    _, found = actions(editor, path, begun.replace("take.then", "nothing"), "replace")
    assert title not in found
