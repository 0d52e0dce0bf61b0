"""Tests in the editor: run at their lines, marked where they fail, covered, snapshotted, made of records."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from editing import DUEL, TESTS, Editor, place, plain
from lsprotocol import types
from pygls.exceptions import JsonRpcException

PLAYTHROUGH = """
playthrough "from seven"
  up to 2 moves
  P1 "take 3"
"""


def command(editor: Editor, name: str, *args: object) -> Any:
    asked = types.ExecuteCommandParams(name, list(args))
    return plain(editor.run(editor.client.workspace_execute_command_async(asked)))


def test_each_test_has_lenses_and_actions(editor: Editor, duel: Path) -> None:
    text = TESTS + PLAYTHROUGH
    document = editor.open(duel.with_name("duel_test.astro"), text)
    lenses = editor.run(editor.client.text_document_code_lens_async(types.CodeLensParams(document))) or ()
    titles = [(lens.range.start.line, lens.command.title) for lens in lenses if lens.command is not None]
    assert titles == [
        (4, "Run test"),
        (4, "Debug test"),
        (4, "Preview"),
        (8, "Run test"),
        (8, "Debug test"),
        (8, "Preview"),
        (8, "Update snapshot"),
        (0, "Run all tests"),
        (0, "Show coverage"),
    ]
    at = types.Range(place(text, "expect"), place(text, "expect"))
    asked = types.CodeActionParams(document, at, types.CodeActionContext([]))
    found = editor.run(editor.client.text_document_code_action_async(asked)) or ()
    assert {"Run test", "Debug test"} <= {one.title for one in found}


def test_a_test_is_run_at_its_line_and_marked_where_it_fails(editor: Editor, duel: Path) -> None:
    path = duel.with_name("duel_test.astro")
    document = editor.open(path, TESTS)
    assert editor.problems(document) == []
    (result,) = command(editor, "astro.runTest", document.uri, 6)
    assert (result["title"], result["line"], result["ok"]) == ("three are taken", 4, True)
    assert editor.problems(document) == []
    editor.open(path, TESTS.replace("is 7", "is 8"))
    editor.problems(document)
    (result,) = command(editor, "astro.runTests", document.uri)
    assert result["failure"]["line"] == 6
    assert "seen: left = 7" in result["failure"]["more"]
    marked = next(one for one in editor.problems(document) if one.source == "astro test")
    assert marked.range.start.line == 6
    assert editor.noted["astro/testResults"]["results"][0]["ok"] is False
    with pytest.raises(JsonRpcException, match="no test at this line"):
        command(editor, "astro.runTest", document.uri, 1)


def test_what_is_not_saved_is_what_is_tested(editor: Editor, duel: Path) -> None:
    tests = editor.open(duel.with_name("duel_test.astro"), TESTS)
    editor.open(duel, DUEL.replace("double(5)", "double(4)"))
    (result,) = command(editor, "astro.runTests", tests.uri)
    assert not result["ok"]
    editor.open(duel, DUEL.replace("double(5)", "dubble(4)"))
    with pytest.raises(JsonRpcException, match="have errors"):
        command(editor, "astro.runTests", tests.uri)


def test_snapshots_are_updated_and_their_difference_shown(editor: Editor, duel: Path) -> None:
    path = duel.with_name("duel_test.astro")
    document = editor.open(path, TESTS + PLAYTHROUGH)
    first = command(editor, "astro.updateSnapshot", document.uri, 8)
    assert [change.split()[0] for change in first["changes"]] == ["wrote", "wrote"]
    editor.open(duel, DUEL.replace('as "take {number}"', 'as "grab {number}"'))
    editor.open(path, (TESTS + PLAYTHROUGH).replace("take 3", "grab 3"))
    second = command(editor, "astro.updateSnapshot", document.uri, 8)
    assert any("- " in row and "take" in row for row in second["difference"])
    assert any("+ " in row and "grab" in row for row in second["difference"])
    (result,) = command(editor, "astro.runTest", document.uri, 8)
    assert result["ok"]


def test_what_a_change_makes_of_a_playthrough_is_marked_where_it_was_made(editor: Editor, duel: Path) -> None:
    tests = editor.open(duel.with_name("duel_test.astro"), TESTS + PLAYTHROUGH)
    duel.with_name("duel_test.astro").write_text(TESTS + PLAYTHROUGH, encoding="utf-8")
    command(editor, "astro.updateSnapshot", tests.uri, 8)
    document = editor.open(duel)
    editor.open(duel, DUEL.replace("double(5)", "double(4)"))
    while not (marked := [one for one in editor.problems(tests) if one.code == "snapshot-changed"]):
        pass
    assert {one.range.start.line for one in marked} == {place(TESTS + PLAYTHROUGH, "playthrough").line}
    changed = DUEL.replace('as "take {number}"', 'as "take {number} stones"')
    changed_tests = (TESTS + PLAYTHROUGH).replace("take 3", "take 3 stones")
    editor.open(duel.with_name("duel_test.astro"), changed_tests)
    editor.open(duel, changed)
    while not (marked := [one for one in editor.problems(document) if one.code == "snapshot-changed"]):
        pass
    assert {one.range.start.line for one in marked} == {place(changed, "move take").line}
    assert "does not go as it went before" in marked[0].message
    assert '"take {1..3} stones"' in marked[0].message
    edit = editor.run(
        editor.client.text_document_rename_async(types.RenameParams(document, place(changed, "left: 0"), "rest"))
    )
    assert edit is not None and not [uri for uri in edit.changes or () if "__snapshots__" in uri], "it did not hold"
    command(editor, "astro.updateSnapshot", tests.uri, 8)
    renamed = types.RenameParams(document, place(changed, "left: 0"), "rest")
    edit = editor.run(editor.client.text_document_rename_async(renamed))
    assert edit is not None and edit.changes is not None
    (kept,) = [edits for uri, edits in edit.changes.items() if "__snapshots__" in uri]
    assert "rest" in kept[0].new_text and "left" not in re.sub("there are only|leftover", "", kept[0].new_text)


def test_coverage_marks_what_no_test_reaches(editor: Editor, duel: Path) -> None:
    document = editor.open(duel)
    editor.problems(document)
    lines = command(editor, "astro.coverage", document.uri)
    own = {line["line"]: line["state"] for line in lines if line["uri"] == document.uri}
    assert own[place(DUEL, "move take").line] == "ok"
    assert own[place(DUEL, "otherwise").line] == "missing"
    marked = [one for one in editor.problems(document) if one.source == "astro cover"]
    assert place(DUEL, "otherwise").line in [one.range.start.line for one in marked]


def test_coverage_of_a_bundled_game_by_a_file_of_tests(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "three_test.astro"
    text = 'astro 1\n\ntests of "tic-tac-toe"\n\ntest "a mark"\n  X "a1"\n  expect mark[a1] is X\n'
    path.write_text(text, encoding="utf-8")
    document = editor.open(path)
    assert not editor.problems(document)
    lines = command(editor, "astro.coverage", document.uri)
    assert {line["uri"].rsplit("/", 1)[-1] for line in lines} == {"tic_tac_toe.astro"}
    assert {"ok", "missing"} <= {line["state"] for line in lines}


def test_the_debugger_is_told_what_to_start(editor: Editor, duel: Path) -> None:
    document = editor.open(duel.with_name("duel_test.astro"), TESTS)
    found = command(editor, "astro.debugTest", document.uri, 5)
    assert (found["type"], found["program"], found["line"]) == ("astro", str(duel.with_name("duel_test.astro")), 6)


def test_a_record_becomes_a_test(editor: Editor, duel: Path) -> None:
    from astro_referee.interpreter import api
    from astro_referee.interpreter.records import records

    match = api.start(str(duel))
    assert match.submit(0, "take 2").ok
    duel.with_name("game.txt").write_text(records.text_of(match), encoding="utf-8")
    document = editor.open(duel.with_name("duel_test.astro"), TESTS)
    end = types.Position(7, 0)
    asked = types.CodeActionParams(document, types.Range(end, end), types.CodeActionContext([]))
    found = editor.run(editor.client.text_document_code_action_async(asked)) or ()
    assert "Make a test of game.txt" in {one.title for one in found}
    text = command(editor, "astro.testOfRecord", document.uri, "game.txt")
    assert text.startswith('\ntest "as played in game.txt"\n  P1 "take 2"\n')
    editor.open(duel.with_name("duel_test.astro"), TESTS + text)
    assert all(result["ok"] for result in command(editor, "astro.runTests", document.uri))
    with pytest.raises(JsonRpcException, match="no record"):
        command(editor, "astro.testOfRecord", document.uri, "../../etc/passwd")


def test_the_preview_follows_text_and_cursor_and_types_clicks(editor: Editor, duel: Path) -> None:
    import json
    from urllib.request import Request, urlopen

    path = duel.with_name("duel_test.astro")
    document = editor.open(path, TESTS)
    url = command(editor, "astro.preview", document.uri, 5)["url"]

    def until(holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """What is shown as soon as something holds of it: on the way there are older positions."""
        found: dict[str, Any] = {"number": -1}
        while "choices" not in found or not holds(found):
            with urlopen(f"{url}state?since={found['number']}", timeout=60) as answer:
                found = json.loads(answer.read())
        return found

    def cursor(words: str) -> None:
        asked = types.DocumentHighlightParams(document, place(TESTS, words))
        editor.run(editor.client.text_document_document_highlight_async(asked))

    until(lambda shown: [one["text"] for one in shown["choices"]] == ["take 1", "take 2", "take 3"])
    editor.open(duel, DUEL.replace("number in 1..3", "number in 1..2").replace("double(5)", "double(3)"))
    editor.open(path, TESTS.replace("take 3", "take 2"))
    until(lambda shown: [one["text"] for one in shown["choices"]] == ["take 1", "take 2"])
    cursor("expect")
    assert "this does not hold" in until(lambda shown: shown["old"])["trouble"]
    cursor('P1 "')
    now = until(lambda shown: not shown["old"])
    body = json.dumps({"number": now["number"], "choice": 0}).encode()
    editor.edits.clear()
    with urlopen(Request(f"{url}add", body, {"Content-Type": "application/json"}), timeout=60) as answer:
        assert json.loads(answer.read()) == {"done": True}
    (edit,) = editor.next_edits()
    assert edit.changes is not None
    (typed,) = edit.changes[document.uri]
    assert (typed.range.start.line, typed.new_text) == (6, '  P2 "take 1"\n')
