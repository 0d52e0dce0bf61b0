"""Writes what editors with tree-sitter need: `python docs/editors/treesitter.py` the queries, from the words of the
language; with the path of a `tree-sitter` command behind it, the parser too, from tree-sitter/grammar.js.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from astro_referee.cli.editor import vocabulary

HERE = Path(__file__).parent
FOLDER = HERE / "tree-sitter"
ZED = HERE / "zed" / "languages" / "astro-rules"
PARSER = Path("src", "parser.c")
HEADER = Path("src", "tree_sitter", "parser.h")
ABI = "14"
"""The interface between parsers and editors that all of them have had for years."""

HEAD = "; Written by treesitter.py from the words of the language.\n"
AFTER_HEAD = ("", " (word)", " (number)", " (text)", " (parentheses)", " (set)", " (block)")
"""What follows the first word of a line that is no name; one query for each, as older editors take no choice there."""


def words(capture: str, listed: Iterable[str]) -> str:
    """A condition: a captured word is one of these."""
    quoted = " ".join(f'"{word}"' for word in sorted(listed))
    return f"(#any-of? @{capture} {quoted})"


def together(phrase: str) -> str:
    """Words that mean something only beside each other."""
    parts = phrase.split("[ ]+")
    nodes = " . ".join(f"(word) @keyword.control @_{number}" for number in range(len(parts)))
    told = " ".join(f'(#eq? @_{number} "{part}")' for number, part in enumerate(parts))
    return f"({nodes} {told})"


def highlights() -> str:
    """What colours there are, by names that Helix, Neovim and Zed know."""
    naming = words("_head", vocabulary.naming())
    heads = words("keyword", vocabulary.heads())
    listed = [
        "(comment) @comment",
        "(text) @string",
        "(brace) @string.escape",
        '(hole ["{" "}"] @punctuation.special)',
        "(number) @constant.numeric",
        "(tag) @attribute",
        "(sign) @operator",
        '["(" ")" "[" "]"] @punctuation.bracket',
        *(f"((line . (word) @keyword .{after}) {heads})" for after in AFTER_HEAD),
        f'(line . (word) @_head . (word) @function {naming} (#match? @function "^[a-z_]"))',
        '((word) @type (#match? @type "^[A-Z]"))',
        f"((word) @operator {words('operator', vocabulary.OPERATORS)})",
        f"((word) @constant.builtin {words('constant.builtin', vocabulary.CONSTANTS)})",
        f"((word) @keyword.control {words('keyword.control', [*vocabulary.reserved(), *vocabulary.soft()])})",
        *map(together, vocabulary.together()),
        f"((word) @variable.builtin {words('variable.builtin', {*vocabulary.names()} - {*vocabulary.heads()})})",
        f"((word) @function.builtin . (parentheses) {words('function.builtin', vocabulary.functions())})",
    ]
    return HEAD + "".join(f"\n{query}\n" for query in listed)


def outline() -> str:
    """What an outline lists: lines that give something a name, tests by their titles."""
    named = words("context", vocabulary.naming())
    return (
        f"{HEAD}\n(line . (word) @context . (word) @name {named}) @item\n"
        f"\n(line . (word) @context . (text) @name {words('context', ('test', 'playthrough'))}) @item\n"
    )


def queries() -> dict[Path, str]:
    """Each file of queries with its text."""
    coloured = highlights()
    return {
        FOLDER / "queries" / "highlights.scm": coloured,
        FOLDER / "queries" / "folds.scm": f"{HEAD}\n(line (block)) @fold\n",
        ZED / "highlights.scm": coloured,
        ZED / "outline.scm": outline(),
        ZED / "brackets.scm": f'{HEAD}\n("(" @open ")" @close)\n\n("[" @open "]" @close)\n\n("{{" @open "}}" @close)\n',
    }


def version() -> str:
    """What the first line of the parser says of the grammar it was made from."""
    return f"// Made of grammar.js {hashlib.sha256((FOLDER / 'grammar.js').read_bytes()).hexdigest()[:16]}\n"


def parser(command: str) -> dict[Path, str]:
    """The parser and its header, as `tree-sitter generate` writes them."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
        subprocess.run([command, "generate", "--abi", ABI], cwd=folder, check=True)
        made = {path: (folder / path).read_text(encoding="utf-8") for path in (PARSER, HEADER)}
    return {FOLDER / PARSER: version() + made[PARSER], FOLDER / HEADER: made[HEADER]}


if __name__ == "__main__":
    for path, text in (queries() | (parser(sys.argv[1]) if len(sys.argv) > 1 else {})).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
