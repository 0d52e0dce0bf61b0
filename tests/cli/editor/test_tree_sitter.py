"""The parser for editors with tree-sitter: it is made of its grammar, knows the words, and reads every rule file."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from shelf import ROOT

EDITORS = ROOT / "docs" / "editors"
FOLDER = EDITORS / "tree-sitter"
ZED = EDITORS / "zed" / "languages" / "astro-rules"
TEXT = """astro 1
kind Body: Sun, Moon  # two
zone hand for each player: Card, seen by owner
def size(n: 0..9) = max(n, 3)
phase play until rank is not none
  rank = 3
  say "{me} has {{it}} {size(2)}" @R1
  then
    put card from hand to heap
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = spec_from_file_location("treesitter", EDITORS / "treesitter.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_queries_have_the_words_of_the_language(script: ModuleType) -> None:
    """If not: `PYTHONPATH=.src python docs/editors/treesitter.py`."""
    for path, text in script.queries().items():
        assert path.read_text(encoding="utf-8") == text


def test_the_parser_was_made_of_the_grammar(script: ModuleType) -> None:
    """If not: `PYTHONPATH=.src python docs/editors/treesitter.py tree-sitter`, with that command."""
    assert (FOLDER / script.PARSER).read_text(encoding="utf-8").startswith(script.version())


def test_the_command_makes_the_same_parser(script: ModuleType) -> None:
    command = shutil.which("tree-sitter")
    if command is None:
        pytest.skip("the command tree-sitter is not installed")
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    if "0.26" not in said:
        pytest.skip("the parser was made by tree-sitter 0.26, and others write it otherwise")
    for path, text in script.parser(command).items():
        assert path.read_text(encoding="utf-8") == text


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What Neovim says of all rule files and of the text above."""
    folder = tmp_path_factory.mktemp("tree_sitter")
    for program in ("nvim", "cc"):
        if shutil.which(program) is None:
            assert "ASTRO_EDITORS" not in os.environ, f"{program} is not installed: .ci/install does it"
            pytest.skip(f"{program} is not installed")
    library = folder / "astro_rules.so"
    sources = [str(FOLDER / "src" / name) for name in ("parser.c", "scanner.c")]
    strict = ["-O1", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-unused-but-set-variable", "-Werror"]
    subprocess.run(
        ["cc", "-shared", "-fPIC", *strict, "-I", str(FOLDER / "src"), "-o", str(library), *sources], check=True
    )
    files = [str(path) for name in ("games", "examples", "cli") for path in sorted((ROOT / name).rglob("*.astro"))]
    assert len(files) > 100
    asked, found = folder / "asked.json", folder / "found.json"
    queries = {name: str(FOLDER / "queries" / f"{name}.scm") for name in ("highlights", "folds")}
    queries |= {name: str(ZED / f"{name}.scm") for name in ("outline", "brackets")}
    question = {"parser": str(library), "files": files, "text": TEXT, "answer": str(found), **queries}
    asked.write_text(json.dumps(question), encoding="utf-8")
    done = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-n", "-c", f"luafile {Path(__file__).with_name('tree_sitter.lua')}"],
        env=os.environ | {"ASTRO_ASKED": str(asked), "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=100,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert found.exists(), done.stdout + done.stderr
    made: dict[str, Any] = json.loads(found.read_text(encoding="utf-8"))
    return made


def test_every_rule_file_is_read_without_an_error(answer: dict[str, Any]) -> None:
    assert answer["wrong"] == []
    assert answer["broken"]


def test_words_have_the_colours_of_their_place(answer: dict[str, Any]) -> None:
    coloured = {(row, text): name for row, _, text, name in answer["found"]}
    expected = {
        (0, "astro"): "keyword",
        (1, "kind"): "keyword",
        (1, "Body"): "type",
        (1, "# two"): "comment",
        (2, "hand"): "function",
        (2, "each"): "keyword.control",
        (2, "seen"): "keyword.control",
        (2, "owner"): "variable.builtin",
        (3, "size"): "function",
        (3, "max"): "function.builtin",
        (3, "9"): "constant.numeric",
        (4, "phase"): "keyword",
        (4, "is"): "keyword.control",
        (4, "none"): "constant.builtin",
        (6, "me"): "variable.builtin",
        (6, "{{"): "string.escape",
        (6, "@R1"): "attribute",
        (7, "then"): "keyword.control",
        (8, "put"): "keyword",
        (8, "from"): "keyword.control",
    }
    assert {place: coloured.get(place) for place in expected} == expected
    assert (5, "rank") not in coloured
    assert (8, "card") not in coloured
    assert answer["folds"] == [4, 7]


def test_zed_finds_names_and_brackets(answer: dict[str, Any]) -> None:
    assert answer["names"] == ["Body", "hand", "size", "play"]
    assert answer["brackets"] == 2 * len(["(n: 0..9)", "(n, 3)", "{me}", "{size(2)}", "(2)"])


def test_the_extension_of_zed_names_what_is_there(script: ModuleType) -> None:
    """Zed itself cannot be had here: what it would find out when the folder is installed is looked up."""
    extension = tomllib.loads((EDITORS / "zed" / "extension.toml").read_text(encoding="utf-8"))
    language = tomllib.loads((ZED / "config.toml").read_text(encoding="utf-8"))
    grammar = extension["grammars"][language["grammar"]]
    assert (ROOT / grammar["path"] / script.PARSER).is_file()
    exported = f"tree_sitter_{language['grammar']}("
    assert exported in (FOLDER / script.PARSER).read_text(encoding="utf-8")
    assert all(language["name"] in server["languages"] for server in extension["language_servers"].values())
    crate = tomllib.loads((EDITORS / "zed" / "Cargo.toml").read_text(encoding="utf-8"))
    assert (crate["package"]["name"], crate["lib"]["crate-type"]) == (extension["id"], ["cdylib"])
    begins = re.compile(language["increase_indent_pattern"])
    assert [
        word for word in ("then", "  phase play", "  if a is b", "  put a into b", "zone a: Card") if begins.match(word)
    ] == [
        "then",
        "  phase play",
        "  if a is b",
    ]
