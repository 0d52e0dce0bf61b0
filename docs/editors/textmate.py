"""Writes the TextMate grammar in vscode/syntaxes from the words of the language: `python docs/editors/textmate.py`."""

from __future__ import annotations

import json
from pathlib import Path

from astro_referee.cli.editor import vocabulary

GRAMMAR = Path(__file__).parent / "vscode" / "syntaxes" / "astro.tmLanguage.json"


def rule(scope: str, pattern: str) -> dict[str, object]:
    return {"name": f"{scope}.astro", "match": pattern}


def any_of(words: list[str] | frozenset[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(words))})\b"


def grammar() -> dict[str, object]:
    """The grammar, with the words of the language as they are now."""
    naming, heads = "|".join(vocabulary.naming()), "|".join(vocabulary.heads())
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Astro rules",
        "scopeName": "source.astro-rules",
        "fileTypes": ["astro"],
        "patterns": [{"include": "#lines"}, {"include": "#phrase"}],
        "repository": {
            "lines": {
                "patterns": [
                    {
                        "match": rf"^\s*({naming})[ \t]+([A-Za-z_]\w*)",
                        "captures": {
                            "1": {"name": "keyword.declaration.astro"},
                            "2": {"name": "entity.name.function.astro"},
                        },
                    },
                    {
                        "match": rf"^\s*({heads})\b{vocabulary.NO_HEAD}",
                        "captures": {"1": {"name": "keyword.declaration.astro"}},
                    },
                ]
            },
            "phrase": {
                "patterns": [
                    rule("comment.line.number-sign", "#.*$"),
                    {
                        "name": "string.quoted.double.astro",
                        "begin": '"',
                        "end": '"|$',
                        "patterns": [
                            rule("constant.character.escape", r"\{\{|\}\}"),
                            {
                                "name": "meta.embedded.astro",
                                "begin": r"\{",
                                "end": r"\}|(?=\")|$",
                                "patterns": [{"include": "#set"}, {"include": "#phrase"}],
                            },
                        ],
                    },
                    rule("keyword.control", rf"\b(?:{'|'.join(vocabulary.together())})\b"),
                    rule("variable.other.member", r"(?<=\w\.|\]\.|\)\.)[A-Za-z_]\w*"),
                    rule("keyword.operator.word", any_of(vocabulary.OPERATORS)),
                    rule("constant.language", any_of(vocabulary.CONSTANTS)),
                    rule("keyword.control", any_of(vocabulary.reserved())),
                    rule("keyword.control", any_of(vocabulary.soft()) + vocabulary.BEFORE_VALUE),
                    rule("variable.language", any_of(vocabulary.names())),
                    rule("support.function", rf"\b(?:{'|'.join(vocabulary.functions())})(?=\()"),
                    rule("entity.other.attribute-name", r"@\w+"),
                    rule("entity.name.type", r"\b[A-Z]\w*"),
                    rule("constant.numeric", r"\b\d+\b"),
                    rule("keyword.operator", r"\.\.|[-+]=|<=|>=|[-+*/<>=]"),
                ]
            },
            "set": {"begin": r"\{", "end": r"\}|(?=\")|$", "patterns": [{"include": "#phrase"}]},
        },
    }


if __name__ == "__main__":
    GRAMMAR.write_text(json.dumps(grammar(), indent=2) + "\n", encoding="utf-8")
