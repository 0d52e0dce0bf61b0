"""What an editor is told of rule files: as they are, with errors, half typed, and across files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from shelf import ROOT

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from editing import DUEL, STONES, TESTS, Editor, place, typed
from lsprotocol import types
from pygls.exceptions import JsonRpcException

PTOLEMY = ROOT / "games" / "ptolemy.astro"


def test_problems_have_codes_places_and_fixes(editor: Editor, duel: Path) -> None:
    wrong = DUEL.replace("number <= left", "numbr <= left")
    document = editor.open(duel, wrong)
    (problem,) = editor.problems(document)
    assert problem.code == "unknown-name"
    assert problem.range.start == place(wrong, "numbr")
    assert problem.range.end == place(wrong, "numbr", 5)
    asked = types.CodeActionParams(document, problem.range, types.CodeActionContext([problem]))
    (action, *_) = editor.run(editor.client.text_document_code_action_async(asked)) or ()
    assert isinstance(action, types.CodeAction)
    assert action.edit is not None and action.edit.changes is not None
    assert [edit.new_text for edit in action.edit.changes[document.uri]] == ["number"]
    editor.open(duel, DUEL)
    assert editor.problems(document) == []


def test_a_change_in_a_library_is_seen_where_it_is_used(editor: Editor, duel: Path) -> None:
    document = editor.open(duel)
    assert editor.problems(document) == []
    library = editor.open(duel.with_name("stones.astro"), STONES.replace("double", "treble"))
    assert "double" in editor.problems(document)[0].message
    editor.close(library)


def test_hover_tells_type_words_who_sees_it_and_rulings(editor: Editor, duel: Path) -> None:
    document = editor.open(duel)

    def said(words: str, behind: int = 0) -> str:
        asked = types.HoverParams(document, place(DUEL, words, behind))
        found = editor.run(editor.client.text_document_hover_async(asked))
        assert found is not None and isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    assert "**var** `left`: a number 0..10" in said("left -=")
    assert "Stones on the table 🎲." in said("left -=")
    assert "Seen by everyone." in said("left -=")
    assert "Twice as many." in said("double(5)")
    assert '`@R1` ruling R1 "At least one."' in said("R1\n") or "ruling" in said("@R1", 2)
    assert "**var** `left`" in said("{left}", 2)  # behind a sign of two units


def test_words_and_moves_are_said_in_words_and_codes_lead_to_their_explanation(editor: Editor, duel: Path) -> None:
    document = editor.open(duel)

    def said(words: str) -> str:
        asked = types.HoverParams(document, place(DUEL, words))
        found = editor.run(editor.client.text_document_hover_async(asked))
        assert found is not None and isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    assert "one player after the other" in said("turns clockwise")
    assert "Only if the number is at most" in said("take(number")
    editor.open(duel, DUEL.replace("number <= left", "numbr <= left"))
    (problem,) = editor.problems(document)
    assert problem.code_description is not None
    page = Path(problem.code_description.href.removeprefix("file://")).read_text(encoding="utf-8")
    assert page.startswith("# unknown-name")
    asked = types.CodeActionParams(document, problem.range, types.CodeActionContext([problem]))
    actions = editor.run(editor.client.text_document_code_action_async(asked)) or ()
    assert "Explain `unknown-name`" in {one.title for one in actions}
    shown = types.ExecuteCommandParams("astro.explain", ["unknown-name"])
    assert editor.run(editor.client.workspace_execute_command_async(shown)) == page


def test_names_lead_to_their_declarations_and_uses(editor: Editor, duel: Path) -> None:
    document = editor.open(duel)
    asked = types.DefinitionParams(document, place(DUEL, "double(5)"))
    (found,) = editor.run(editor.client.text_document_definition_async(asked)) or ()  # type: ignore[misc]
    assert found.uri.endswith("/stones.astro")
    assert found.range.start == place(STONES, "double")
    uses = types.ReferenceParams(types.ReferenceContext(True), document, place(DUEL, "left: 0"))
    places = editor.run(editor.client.text_document_references_async(uses)) or ()
    assert sorted((Path(one.uri).name, one.range.start.line) for one in places) == [
        *[("duel.astro", line) for line in (9, 14, 18, 18, 20)],
        ("duel_test.astro", 6),
    ]


def test_a_name_is_changed_everywhere_or_not_at_all(editor: Editor, duel: Path) -> None:
    document = editor.open(duel)
    asked = types.RenameParams(document, place(DUEL, "left: 0"), "stones_left")
    edit = editor.run(editor.client.text_document_rename_async(asked))
    assert edit is not None and edit.changes is not None
    assert {Path(uri).name: len(edits) for uri, edits in edit.changes.items()} == {
        "duel.astro": 5,
        "duel_test.astro": 1,
    }
    for name, why in [("number", "already means something else"), ("no name", "is no name")]:
        wrong = types.RenameParams(document, place(DUEL, "left: 0"), name)
        with pytest.raises(JsonRpcException, match=why):
            editor.run(editor.client.text_document_rename_async(wrong))


@pytest.mark.parametrize(
    ("typed", "offered", "missing"),
    [
        ("\nz", {"zone", "option", "def"}, {"expect"}),
        ("\nphase late\n  w", {"winner"}, {"zone", "when"}),
        ('\nuse "', {"cards", "stones.astro"}, {"left"}),
        ("\ndef more = left + ", {"left", "double", "me", "max"}, {"R1"}),
        ("\ndef more = left @", {"R1"}, {"left"}),
    ],
)
def test_completion_knows_where_it_stands(
    editor: Editor, duel: Path, typed: str, offered: set[str], missing: set[str]
) -> None:
    text = DUEL + typed
    document = editor.open(duel, text)
    at = types.Position(text.count("\n"), len(text) - text.rfind("\n") - 1)
    asked = types.CompletionParams(document, at)
    found = editor.run(editor.client.text_document_completion_async(asked))
    assert isinstance(found, types.CompletionList)
    labels = {item.label for item in found.items}
    assert offered <= labels
    assert not missing & labels


def test_the_shape_of_a_file(editor: Editor, duel: Path) -> None:
    document = editor.open(duel)
    symbols = editor.run(editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))) or ()
    assert [symbol.name for symbol in symbols] == ["Duel", "R1", "left", "play", "take"]
    folds = editor.run(editor.client.text_document_folding_range_async(types.FoldingRangeParams(document))) or ()
    assert (13, 22) in {(fold.start_line, fold.end_line) for fold in folds} or len(folds) > 4
    asked = types.SelectionRangeParams(document, [place(DUEL, "left -=", 1)])
    (around,) = editor.run(editor.client.text_document_selection_range_async(asked)) or ()
    texts, found = 0, around
    while found.parent is not None:
        assert (found.parent.range.start.line, found.parent.range.end.line) != (None, None)
        texts, found = texts + 1, found.parent
    assert texts >= 4
    tokens = editor.run(editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document)))
    assert tokens is not None and len(tokens.data) % 5 == 0 and len(tokens.data) > 50


def test_a_file_is_laid_out_and_one_with_errors_left_alone(editor: Editor, duel: Path) -> None:
    options = types.FormattingOptions(2, True)
    crooked = DUEL.replace("left = double(5)", "left =   double( 5 )")
    document = editor.open(duel, crooked.replace("\n", "\r\n"))
    asked = types.DocumentFormattingParams(document, options)
    edits = editor.run(editor.client.text_document_formatting_async(asked)) or ()
    assert typed(crooked.replace("\n", "\r\n"), edits) == DUEL.replace("\n", "\r\n")
    editor.open(duel, DUEL + "\n???")
    assert not editor.run(editor.client.text_document_formatting_async(asked))


def test_after_every_prefix_of_a_game_everything_is_answered(editor: Editor, thorough: bool) -> None:
    import re

    text = PTOLEMY.read_text(encoding="utf-8")
    cuts = [found.end() for found in re.finditer(r"\w+|[^\w\s]", text)]
    for cut in cuts if thorough else cuts[:: len(cuts) // 25]:
        document = editor.open(PTOLEMY, text[:cut])
        at = types.Position(text.count("\n", 0, cut), cut - text.rfind("\n", 0, cut) - 1)
        editor.run(editor.client.text_document_hover_async(types.HoverParams(document, at)))
        found = editor.run(editor.client.text_document_completion_async(types.CompletionParams(document, at)))
        assert found is not None
        editor.run(editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(document)))
    assert all(isinstance(found, types.Diagnostic) for found in editor.problems(document))


def test_a_part_that_a_variant_replaces_is_renamed_with_its_base(editor: Editor, duel: Path) -> None:
    changed = "replace take\n  move take(number in 1..2)\n    then\n      left = 0\n"
    quick = f'astro 1\n\nvariant Quick of "duel.astro"\n\n{changed}'
    duel.with_name("quick.astro").write_text(quick, encoding="utf-8")
    document = editor.open(duel)
    asked = types.RenameParams(document, place(DUEL, "take(number"), "grab")
    edit = editor.run(editor.client.text_document_rename_async(asked))
    assert edit is not None and edit.changes is not None
    found = typed(quick, edit.changes[duel.with_name("quick.astro").as_uri()])
    assert found == quick.replace("take", "grab")


def test_what_comes_with_astro_is_not_renamed_from_elsewhere(editor: Editor, tmp_path: Path) -> None:
    text = 'astro 1\ngame Pack for 2 players\n  "Any."\nuse "cards"\nzone deck: Card, seen by nobody\n'
    document = editor.open(tmp_path / "pack.astro", text)
    asked = types.RenameParams(document, place(text, "Card,"), "Sheet")
    with pytest.raises(JsonRpcException, match=r"declared in cards\.astro, which comes with Astro"):
        editor.run(editor.client.text_document_rename_async(asked))


def test_what_a_variant_replaces_is_renamed_in_its_tests_too(editor: Editor, duel: Path) -> None:
    text = DUEL + "\ndef rest = left\n"
    replaced = 'astro 1\n\nvariant Quick of "duel.astro"\n\nreplace rest\n  def rest = left - 1\n'
    tests = 'astro 1\n\ntests of "quick.astro"\n\ntest "one less"\n  expect rest is 9\n'
    duel.with_name("quick.astro").write_text(replaced, encoding="utf-8")
    duel.with_name("quick_test.astro").write_text(tests, encoding="utf-8")
    duel.with_name("duel_test.astro").write_text(TESTS + '  P2 "take 1"\n  expect rest is 6\n', encoding="utf-8")
    document = editor.open(duel, text)
    asked = types.RenameParams(document, place(text, "rest ="), "others_left")
    edit = editor.run(editor.client.text_document_rename_async(asked))
    assert edit is not None and edit.changes is not None
    assert sorted(Path(uri).name for uri in edit.changes) == [
        "duel.astro",
        "duel_test.astro",
        "quick.astro",
        "quick_test.astro",
    ]


def test_a_member_is_renamed_where_tests_name_it_and_not_where_the_rules_say_the_same_word(
    editor: Editor, tmp_path: Path
) -> None:
    text = """astro 1
game Lamps for 2 players
  "Switch."
kind Lamp: a1, b2
var lit for each Lamp: bool
phase play
  turns clockwise from P1
    move light(lamp in Lamp) as "x{lamp}"
      when not lit[lamp] else "each a1 burns, {lamp} does too"
      then
        lit[lamp] = yes
    otherwise
      draw
test "a lamp"
  P1 "xa1"
  expect lit[a1]
  refuse P2 "xa1" because "each a1 burns, a1 does too"
"""
    document = editor.open(tmp_path / "lamps.astro", text)
    asked = types.RenameParams(document, place(text, "a1, b2"), "c3")
    edit = editor.run(editor.client.text_document_rename_async(asked))
    assert edit is not None and edit.changes is not None
    assert typed(text, edit.changes[document.uri]) == text.replace("a1", "c3").replace("each c3", "each a1")


def test_a_part_of_names_that_are_put_together_is_not_renamed(editor: Editor, tmp_path: Path) -> None:
    text = """astro 1
game Lights for 2 players
  "Switch."
kind Colour: R, G
card Lamp
  one: Colour | two: set of Colour
  R           | R G
zone box: Lamp, seen by everyone
phase play
  begin
    put all Lamp into box
  turns clockwise from P1
    move go(lamp in box)
test "a lamp"
  P1 "go R RG"
"""
    document = editor.open(tmp_path / "lights.astro", text)
    asked = types.RenameParams(document, place(text, "R, G"), "red")
    with pytest.raises(JsonRpcException, match=r"`RG` in lights\.astro, line 15, is put together of `R`"):
        editor.run(editor.client.text_document_rename_async(asked))


def test_a_server_that_is_told_to_end_does_so_without_a_word() -> None:
    begin = {"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}}
    said = b""
    for one in (begin, {"method": "exit"}):
        data = json.dumps({"jsonrpc": "2.0", **one}).encode()
        said += b"Content-Length: %d\r\n\r\n%s" % (len(data), data)
    words = [sys.executable, "-m", "astro_referee.cli", "lsp"]
    done = subprocess.run(words, cwd=ROOT, input=said, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
