"""Colours and completion: lexer, editors and shells know the words of the language, and no others."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from click.testing import CliRunner
from shelf import ROOT

from astro_referee.cli.editor import vocabulary, words
from astro_referee.cli.main import COMMANDS, astro
from astro_referee.grammar.syntax.words import HEADS, LOOSE, RESERVED, SOFT
from astro_referee.interpreter.play import library

VSCODE = ROOT / "docs" / "editors" / "vscode"


def test_every_word_of_the_language_has_a_sort() -> None:
    known = [*vocabulary.heads(), *vocabulary.soft(), *vocabulary.reserved(), *vocabulary.CONSTANTS]
    assert sorted([*known, *vocabulary.OPERATORS]) == sorted([*HEADS, *RESERVED, *LOOSE, *SOFT])
    assert set(vocabulary.naming()) < set(HEADS)
    assert len(vocabulary.together()) > 10


def test_every_word_of_the_language_is_explained() -> None:
    """In `cli/editor/words.txt`; editors show it at the word, and beside it where it is offered."""
    known = words.words()
    together = {pattern.replace("[ ]+", " ") for pattern in vocabulary.together()}
    assert sorted(known) == sorted({*HEADS, *RESERVED, *LOOSE, *SOFT, *together})
    assert [one.word for one in known.values() if not one.form or not one.about or one.about.endswith(".")] == []
    line = "  turns clockwise from P1 where score[p] is not 3"
    found = [words.word_at(line, line.index(part) + 1) for part in ("turns", "clock", "from", "is not", "not 3", "P1")]
    assert [one and one.word for one in found] == ["turns", "clockwise", "from", "is not", "is not", None]


# --- Pygments --------------------------------------------------------------------------------------------------------


def test_the_lexer_leaves_every_file_as_it_is_and_knows_every_sign() -> None:
    pytest.importorskip("pygments")
    from pygments.token import Error, Text

    from astro_referee.cli.editor.lexer import AstroLexer

    lexer = AstroLexer(stripnl=False, ensurenl=False)
    for folder in ("games", "examples", "cli"):
        for path in sorted((ROOT / folder).rglob("*.astro")):
            text = path.read_text(encoding="utf-8")
            tokens = list(lexer.get_tokens(text))
            assert "".join(value for _, value in tokens) == text
            assert [value for token, value in tokens if token in (Error, Text)] == [], path
            assert AstroLexer.analyse_text(text) == 1
    assert list(lexer.get_tokens('"{ {a')) != []


def test_words_are_coloured_by_what_they_are_in_their_place() -> None:
    pytest.importorskip("pygments")
    from astro_referee.cli.editor.lexer import AstroLexer

    text = 'move deal(card in hand[me]) as "{card} to {to}" @R1\n  rank = 3\n  put card from hand on to  # so\n'
    found = [(value, str(token)[6:]) for token, value in AstroLexer().get_tokens(text) if value.strip()]
    expected = {
        "move": "Keyword.Declaration",
        "deal": "Name.Function",
        "card": "Name",
        "in": "Operator.Word",
        "me": "Name.Builtin.Pseudo",
        "as": "Keyword",
        " to ": "Literal.String",
        "@R1": "Name.Decorator",
        "rank": "Name",
        "3": "Literal.Number.Integer",
        "put": "Keyword.Declaration",
        "from": "Keyword",
        "on": "Keyword",
        "# so": "Comment.Single",
    }
    assert {value: token for value, token in found if value in expected} == expected
    assert {token for value, token in found if value == "to"} == {"Name"}


def test_pygments_finds_the_lexer_where_the_package_is_installed(tmp_path: Path) -> None:
    pytest.importorskip("pygments")
    points = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    folder = tmp_path / "astro_lexer-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: astro-lexer\nVersion: 1\n", encoding="utf-8")
    lines = [f"{name} = {value}" for name, value in points["pygments.lexers"].items()]
    (folder / "entry_points.txt").write_text("\n".join(["[pygments.lexers]", *lines, ""]), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / '.src'}{os.pathsep}{tmp_path}"}
    done = subprocess.run(
        [sys.executable, "-m", "pygments", "-l", "astro", "-f", "html", "examples/pig.astro"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert '<span class="kd">game</span>' in done.stdout


# --- TextMate --------------------------------------------------------------------------------------------------------


def made() -> dict[str, object]:
    """The grammar as the script would write it now."""
    spec = spec_from_file_location("textmate", ROOT / "docs" / "editors" / "textmate.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: dict[str, object] = module.grammar()
    return found


def test_the_editors_grammar_is_that_of_the_language() -> None:
    """If not: `PYTHONPATH=.src python docs/editors/textmate.py`."""
    kept = json.loads((VSCODE / "syntaxes" / "astro.tmLanguage.json").read_text(encoding="utf-8"))
    assert kept == made()


def test_the_editors_patterns_can_be_read_and_meet_what_they_should() -> None:
    def patterns(value: object) -> list[str]:
        if isinstance(value, dict):
            own = [value[key] for key in ("match", "begin", "end") if isinstance(value.get(key), str)]
            return own + [text for part in value.values() for text in patterns(part)]
        return [text for part in value for text in patterns(part)] if isinstance(value, list) else []

    everything = patterns(made())
    assert len(everything) > 15
    naming, head = (re.compile(pattern) for pattern in everything[:2])
    for pattern in everything:
        re.compile(re.sub(r"\(\?<=\\w\\.\|.*?\)\\.\)", "", pattern) if "(?<=" in pattern else pattern)
    assert naming.match("  move take(n in 1..3)")
    assert head.match("  when n < 3")
    assert not head.match("  rank = 3")


def test_the_extension_names_files_that_are_there() -> None:
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))["contributes"]
    files = [package["languages"][0]["configuration"], package["grammars"][0]["path"]]
    assert [file for file in files if not (VSCODE / file).is_file()] == []
    assert package["grammars"][0]["scopeName"] == made()["scopeName"]
    configuration = json.loads((VSCODE / "language-configuration.json").read_text(encoding="utf-8"))
    words = re.search(r"\(\?:([\w|]+)\)", configuration["onEnterRules"][0]["beforeText"])
    assert words is not None
    assert set(words[1].split("|")) <= {*HEADS, *RESERVED, *LOOSE}


# --- Shells ----------------------------------------------------------------------------------------------------------


def offered(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a shell is offered for the last word of a line; folders and files are for the shell itself to find."""
    words = line.split(" ")
    monkeypatch.setenv("_ASTRO_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    result = CliRunner().invoke(astro, [])
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout.split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("astro che", ["plain,check"]),
        ("astro play pto", ["plain,ptolemy"]),
        ("astro play pto --wat", ["plain,--watch"]),
        ("astro check games/", ["file,games/"]),
        ("astro play ptolemy --option ", ["plain,equal_is_enough=yes", "plain,equal_is_enough=no"]),
        ("astro play ptolemy --bot P2=ra", ["plain,P2=random"]),
        ("astro referee tic-tac-toe --as ", ["plain,X", "plain,O"]),
        ("astro referee examples/pig.astro --as P6", ["plain,P6"]),
        ("astro explain unknown-e", ["plain,unknown-edition"]),
        ("astro show ", ["file,"]),
        ("astro new mine --kind c", ["plain,cards"]),
        ("astro new mine --from ptol", ["plain,ptolemy"]),
        ("astro play lost.astro --option ", []),
        ("astro chekc x", []),
    ],
)
def test_the_tab_key_offers(line: str, expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered(line, monkeypatch) == expected


def test_all_commands_and_games_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered("astro ", monkeypatch) == [f"plain,{name}" for name in COMMANDS]
    assert offered("astro graph ", monkeypatch) == [f"plain,{name}" for name in library.bundled()]


def test_seats_of_a_record_go_by_both_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "game.txt"
    CliRunner().invoke(astro, ["play", "examples/pig.astro", "--watch", "--names", "Ann,Bob", "--record", str(record)])
    expected = ["plain,Ann", "plain,P1", "plain,Bob", "plain,P2"]
    assert offered(f"astro show {record} --as ", monkeypatch) == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_say_how_they_are_used(shell: str) -> None:
    said = CliRunner().invoke(astro, ["completion", shell]).stdout
    assert said.startswith("# ")
    assert "astro completion" in said.split("\n")[0]
    assert f"_ASTRO_COMPLETE={shell}_complete" in said


def test_the_script_for_bash_can_be_read_by_bash() -> None:
    said = CliRunner().invoke(astro, ["completion", "bash"]).stdout
    done = subprocess.run(["bash", "-n"], input=said, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_extension_asks_for_what_the_server_offers() -> None:
    """It is written in another language, so nothing else notices when a name changes."""
    pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
    from astro_referee.cli.lsp.server import server

    text = (VSCODE / "src" / "extension.ts").read_text(encoding="utf-8")
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    own = {one["command"] for one in package["contributes"]["commands"]}
    settings = set(package["contributes"]["configuration"]["properties"])
    named = set(re.findall(r'"(astro\.\w+)"', text)) - own - settings
    assert named <= set(server.protocol.fm.commands)
    read = re.findall(r'getConfiguration\("astro"\)\.get\S*\("(\w+)"', text)
    assert {f"astro.{name}" for name in read} == settings
    assert [one["type"] for one in package["contributes"]["debuggers"]] == ["astro"]
    assert (VSCODE / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
