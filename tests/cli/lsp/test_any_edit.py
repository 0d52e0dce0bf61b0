"""Whatever is typed, the server answers: fuzzed edits, line ends, tabs, signs of two units; and it stays small."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from shelf import ROOT

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from editing import DUEL, Editor, place
from lsprotocol import types

SIGNS = ["\n", "\r\n", "\t", "  ", *'"{}()[]@#.,=', "🎲", "\u2028", "\x00", "ß"]
WORDS = re.findall(
    r"\w+", "def move when else test given replace variant use library tests if P1 me each some phase kind"
)
PIECES = [*SIGNS, *(f"{word} " for word in WORDS), "-=", "0..", "astro 2", "99999999999999999999"]


def fuzzed(text: str, chance: random.Random) -> types.TextDocumentContentChangePartial:
    """An edit somewhere: something goes, something else comes."""
    lines = re.split(r"\r\n|\n|\r", text)
    line = chance.randrange(len(lines))
    start = chance.randrange(len(lines[line]) + 1)
    long = chance.choice([0, 0, 1, 3, 40])
    last = min(line + (chance.random() < 0.1), len(lines) - 1)
    end = min(start + long, len(lines[line])) if last == line else chance.randrange(len(lines[last]) + 1)
    new = "".join(chance.choice(PIECES) for _ in range(chance.choice([0, 1, 1, 2])))
    there = types.Range(types.Position(line, start), types.Position(last, end))
    return types.TextDocumentContentChangePartial(there, new)


def test_fuzzed_edits_never_kill_it(editor: Editor, duel: Path, thorough: bool) -> None:
    chance = random.Random(20)
    document = editor.open(duel)
    client, version = editor.client, 1
    for number in range(10_000 if thorough else 100):
        if number % 50 == 0:  # what is beyond repair is typed anew
            document = editor.open(duel, DUEL)
        text = DUEL  # where an edit lands need not fit: editors and servers may be of different minds
        version = editor.versions[document.uri] = editor.versions[document.uri] + 1
        named = types.VersionedTextDocumentIdentifier(version, document.uri)
        client.text_document_did_change(types.DidChangeTextDocumentParams(named, [fuzzed(text, chance)]))
        if number % 5 == 0:
            at = types.Position(chance.randrange(30), chance.randrange(60))
            everywhere(editor, document, at)


def everywhere(editor: Editor, document: types.TextDocumentIdentifier, at: types.Position) -> None:
    """Everything that can be asked at a position; what it answers may be nothing, and never an error."""
    client, run = editor.client, editor.run
    run(client.text_document_hover_async(types.HoverParams(document, at)))
    run(client.text_document_completion_async(types.CompletionParams(document, at)))
    run(client.text_document_signature_help_async(types.SignatureHelpParams(document, at)))
    run(client.text_document_document_symbol_async(types.DocumentSymbolParams(document)))
    run(client.text_document_code_lens_async(types.CodeLensParams(document)))
    run(client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document)))
    run(client.text_document_folding_range_async(types.FoldingRangeParams(document)))
    run(client.text_document_selection_range_async(types.SelectionRangeParams(document, [at])))
    run(
        client.text_document_formatting_async(
            types.DocumentFormattingParams(document, types.FormattingOptions(2, True))
        )
    )
    whole = types.Range(at, types.Position(at.line + 3, at.character))
    asked = types.CodeActionParams(document, whole, types.CodeActionContext([]))
    run(client.text_document_code_action_async(asked))
    run(client.text_document_inlay_hint_async(types.InlayHintParams(document, whole)))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_positions_are_right_with_any_line_end_and_wide_signs(editor: Editor, duel: Path, end: str) -> None:
    text = DUEL.replace("\n", end)
    document = editor.open(duel, text)
    at = place(DUEL, "{left}", 1)  # behind a sign of two units
    found = editor.run(editor.client.text_document_hover_async(types.HoverParams(document, at)))
    assert found is not None and found.range == types.Range(at, types.Position(at.line, at.character + 4))
    asked = types.RenameParams(document, at, "stones_left")
    edit = editor.run(editor.client.text_document_rename_async(asked))
    assert edit is not None and edit.changes is not None
    starts = [(one.range.start.line, one.range.start.character) for one in edit.changes[document.uri]]
    wanted = [found.start() for found in re.finditer(r"\bleft\b", DUEL)]
    assert sorted(starts) == [position_of(offset) for offset in wanted]


def position_of(offset: int) -> tuple[int, int]:
    """Line and column of an offset in the text of the game, as UTF-16 counts."""
    before = DUEL[:offset]
    line = before[before.rfind("\n") + 1 :]
    return before.count("\n"), len(line.encode("utf-16-le")) // 2


def test_a_tab_is_one_column(editor: Editor, duel: Path) -> None:
    text = DUEL.replace("left = double(5)", "left =\tdubble(5)")
    document = editor.open(duel, text)
    editor.marked.pop(document.uri, None)
    problem = next(one for one in editor.problems(document) if one.code == "unknown-name")
    assert problem.range.start == place(text, "dubble")


def test_memory_stays_flat_over_many_edits(thorough: bool) -> None:
    """A keystroke leaves nothing: as many objects are alive after hundreds of edits as after a few."""
    import gc

    from astro_referee.cli.store import Store
    from astro_referee.interpreter.play import library

    store, path = Store(), next((ROOT / "games").rglob("tic_tac_toe.astro"))
    text = path.read_text(encoding="utf-8")

    def typing(times: int) -> int:
        for number in range(times):
            store.edit(path, text + "#" * (number % 7))
            analysis = store.analysis(path)
            if number % 10 == 0:
                store.examined(path, analysis.source)
        gc.collect()
        return len(gc.get_objects())

    try:
        typing(10)
        before = typing(10)
        after = typing(1000 if thorough else 20)
    finally:
        store.close(path)
        assert path.resolve() not in library.OPENED
    assert after < before * 1.02
