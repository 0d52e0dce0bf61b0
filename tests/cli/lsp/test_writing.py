"""What helps while one writes: moves that are legal in a test, parts of a base, parameters, callers, layout."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from editing import DUEL, STONES, TESTS, Editor, place, typed
from lsprotocol import types


def offered(editor: Editor, path: Path, text: str) -> dict[str, types.CompletionItem]:
    """What is offered at the end of a text."""
    document = editor.open(path, text)
    at = types.Position(text.count("\n"), len(text[text.rfind("\n") + 1 :].encode("utf-16-le")) // 2)
    found = editor.run(editor.client.text_document_completion_async(types.CompletionParams(document, at)))
    assert isinstance(found, types.CompletionList)
    return {item.label: item for item in found.items}


@pytest.mark.parametrize(
    ("lines", "offers", "missing"),
    [
        ('\n  P2 "', {"take 1", "take 2", "take 3"}, {"take 4"}),
        ('\n  P1 "', set(), {"take 1"}),
        ("\n  ", {'P2 "take 1"', "expect"}, {'P1 "take 1"'}),
        ('\n  given\n    left = 2\n  refuse P2 "', {"take 2"}, {"take 3"}),
        ('\n  P2 "take 9"\n  P1 "', set(), {"take 1"}),
        ('\n  P2 "take 1", ', {'P1 "take 3"'}, {'P2 "take 1"', 'P1 "take 9"'}),
        ('\n  P2 "take 1", P1 "take 1", P2 "', {"take 3"}, {"take 9"}),
        ('\n\ntest "more" after "three are taken"\n  P2 "', {"take 3"}, {"take 4"}),
    ],
)
def test_moves_are_offered_as_they_are_legal_at_the_line(
    editor: Editor, duel: Path, lines: str, offers: set[str], missing: set[str]
) -> None:
    labels = offered(editor, duel.with_name("duel_test.astro"), TESTS.rstrip() + lines).keys()
    assert offers <= labels
    assert not missing & labels


def test_outcomes_are_offered_behind_chance(editor: Editor, tmp_path: Path) -> None:
    dice = """astro 1
game Luck for 2 players
  "Roll."
die pip: 1..3
phase play
  turns clockwise from P1
    move go
      then
        roll pip
        if pip is 3
          winner me

test "a roll"
"""
    path = tmp_path / "luck.astro"
    assert {"1", "2", "3"} <= offered(editor, path, dice + '  P1 "go"\n  chance "').keys()
    early = dice.replace("  turns clock", "  begin\n    roll pip\n  turns clock")
    assert {"1", "2", "3"} <= offered(editor, path, early + '  chance "').keys()
    assert {'chance "2"', 'P1 "go"'} <= offered(editor, path, early + "  ").keys()


def test_a_variant_is_offered_the_parts_of_its_base(editor: Editor, duel: Path) -> None:
    path = duel.with_name("quick.astro")
    begun = 'astro 1\n\nvariant Quick of "duel.astro"\n\n'
    labels = offered(editor, path, begun + "replace ").keys()
    assert {"take", "begin", "left", "R1", "then"} <= labels
    assert 'take "🎲 there are only {left}"' in labels
    assert "begin" in offered(editor, path, begun + "drop play.")
    assert "left" not in offered(editor, path, begun + "drop play.")
    assert "first in" in offered(editor, path, begun + "insert ")
    assert {"ptolemy", "duel.astro"} <= offered(editor, path, 'astro 1\n\nvariant Quick of "').keys()


def test_members_come_first_where_their_kind_is_wanted(editor: Editor, tmp_path: Path) -> None:
    text = """astro 1
game Lamps for 2 players
  "Switch."
kind Colour: red, green
kind Shape: round, square
var lamp: Colour
var cover: Shape
def lit = lamp is """
    found = offered(editor, tmp_path / "lamps.astro", text)
    first = sorted(found, key=lambda label: found[label].sort_text or label)
    assert first[:2] == ["green", "red"]


def test_parameters_are_shown_while_a_call_is_written(editor: Editor, duel: Path) -> None:
    def shown(line: str) -> types.SignatureHelp | None:
        text = DUEL + line
        document = editor.open(duel, text)
        at = types.Position(text.count("\n"), len(line.rpartition("\n")[2]))
        return editor.run(editor.client.text_document_signature_help_async(types.SignatureHelpParams(document, at)))

    found = shown("\ndef more(a: 0..3, b: 0..3) = a + b\ndef most = more(max(1, 2), ")
    assert found is not None
    assert found.signatures[0].label == "more(a: 0..3, b: 0..3): a number 0..6"
    assert found.active_parameter == 1
    found = shown("\ndef most = double(")
    assert found is not None and found.signatures[0].documentation == "Twice as many."
    found = shown("\ndef most = max(left, ")
    assert found is not None and "larger" in str(found.signatures[0].documentation)
    assert shown("\ndef most = left + (") is None


def test_who_calls_and_what_is_called(editor: Editor, duel: Path) -> None:
    text = DUEL + "\ndef four = double(2)\ndef eight = double(four)\n"
    document = editor.open(duel, text)
    library = editor.open(duel.with_name("stones.astro"), STONES)

    def prepared(at: types.Position, where: types.TextDocumentIdentifier) -> types.CallHierarchyItem:
        asked = types.CallHierarchyPrepareParams(where, at)
        (found,) = editor.run(editor.client.text_document_prepare_call_hierarchy_async(asked)) or ()
        return found

    double = prepared(place(STONES, "double"), library)
    calls = types.CallHierarchyIncomingCallsParams(double)
    callers = editor.run(editor.client.call_hierarchy_incoming_calls_async(calls)) or ()
    assert sorted(call.from_.name for call in callers) == ["eight", "four", "play"]
    eight = prepared(place(text, "eight"), document)
    called = types.CallHierarchyOutgoingCallsParams(eight)
    found = editor.run(editor.client.call_hierarchy_outgoing_calls_async(called)) or ()
    assert sorted(call.to.name for call in found) == ["double", "four"]
    assert prepared(place(text, "take("), document).name == "take"


def test_some_lines_are_laid_out_and_others_left(editor: Editor, duel: Path) -> None:
    crooked = DUEL.replace("left = double(5)", "left =   double( 5 )").replace("left -= number", "left  -=  number")
    document = editor.open(duel, crooked)
    line = place(crooked, "left =   ").line
    lines = types.Range(types.Position(line, 0), types.Position(line + 1, 0))
    asked = types.DocumentRangeFormattingParams(document, lines, types.FormattingOptions(2, True))
    edits = editor.run(editor.client.text_document_range_formatting_async(asked)) or ()
    assert typed(crooked, edits) == DUEL.replace("left -= number", "left  -=  number")


def test_hints_have_a_switch(editor: Editor, duel: Path) -> None:
    document = editor.open(duel)
    whole = types.InlayHintParams(document, types.Range(types.Position(0, 0), types.Position(99, 0)))

    def hints() -> list[object]:
        found = editor.run(editor.client.text_document_inlay_hint_async(whole)) or ()
        return [hint.label for hint in found]

    assert ": a number 1..3" in hints()
    for switch, number in [(False, 0), (True, 1)]:
        settings = types.DidChangeConfigurationParams({"astro": {"inlayHints": switch}})
        editor.client.workspace_did_change_configuration(settings)
        assert len(hints()) == number


def test_symbols_of_files_that_nobody_opened(editor: Editor, duel: Path) -> None:
    editor.open(duel)
    folder = types.WorkspaceFolder(duel.parent.as_uri(), "rules")
    for added, removed in [([folder], []), ([], [folder])]:
        change = types.WorkspaceFoldersChangeEvent(added, removed)
        editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(change))
        found = editor.run(editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("double"))) or ()
        assert bool(added) == any(symbol.location.uri == duel.with_name("stones.astro").as_uri() for symbol in found)
    found = editor.run(editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("tak"))) or ()
    assert "take" in {symbol.name for symbol in found}


def test_names_are_offered_in_the_holes_of_texts(editor: Editor, duel: Path) -> None:
    offered(editor, duel, DUEL)  # what was known before the text was begun is known in it
    begun = DUEL.partition("{left}")[0]
    assert {"left", "number"} <= offered(editor, duel, begun + "{").keys()
    assert not offered(editor, duel, begun)


def test_constructs_can_be_read_as_they_are_filled_in() -> None:
    """Whoever takes what is suggested gets lines of the language."""
    import re

    from astro_referee.cli.lsp.completing.completion import SNIPPETS
    from astro_referee.grammar.reader import read
    from astro_referee.grammar.source import Source

    header = 'astro 1\n\ngame Any for 2 players\n  "Any."\n\n'
    above = {"turns": "phase play\n  ", "move": "phase play\n  turns clockwise from P1\n    "}
    above["when"] = above["move"] + "move go\n      "
    for word, snippet in SNIPPETS.items():
        if word not in ("astro", "game", "variant", "tests"):
            begun = above.get(word, "")
            filled = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", snippet)
            inside = " " * (len(begun) - begun.rfind("\n") - 1)
            text = header + begun + filled.replace("\n", f"\n{inside}") + "\n"
            assert read(Source("any.astro", text), tests=True)[1] == (), text


def test_an_editor_that_fills_nothing_in_gets_plain_words(editor: Editor, tmp_path: Path) -> None:
    first = offered(editor, tmp_path / "new.astro", "")["astro"]
    assert (first.insert_text, first.insert_text_format) == ("astro 1", None)
    found = offered(editor, tmp_path / "new.astro", "astro 1\n\ngame Any for 2 players\n\n")
    assert [one.label for one in found.values() if one.insert_text or one.insert_text_format] == []


def test_a_file_of_tests_holds_tests_alone_and_names_what_is_beside_it(editor: Editor, duel: Path) -> None:
    path = duel.with_name("duel_test.astro")
    files = offered(editor, path, 'astro 1\n\ntests of "')
    assert min(files, key=lambda name: files[name].sort_text or name) == "duel.astro"
    begun = offered(editor, path, 'astro 1\n\ntests of "duel.astro"\n\n').keys()
    assert {"test", "playthrough", "def", "procedure"} <= begun
    assert not begun & {"phase", "zone", "card"}
