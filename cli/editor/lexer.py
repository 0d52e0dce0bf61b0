"""Colours for rule files: a Pygments lexer, known to `pygmentize -l astro` where both are installed."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, include, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from astro_referee.cli.editor import vocabulary


def any_of(some: list[str] | frozenset[str]) -> words:
    return words(tuple(sorted(some)), prefix=r"\b", suffix=r"\b")


class AstroLexer(RegexLexer):  # type: ignore[misc]
    """Rule files of the Astro language."""

    name = "Astro rules"
    aliases: ClassVar[list[str]] = ["astro", "astro-rules"]
    filenames: ClassVar[list[str]] = ["*.astro"]
    mimetypes: ClassVar[list[str]] = ["text/x-astro-rules"]
    url = ""

    tokens: ClassVar[dict[str, object]] = {
        "root": [
            (
                rf"^([ \t]*)({'|'.join(vocabulary.naming())})([ \t]+)([A-Za-z_]\w*)",
                bygroups(Whitespace, Keyword.Declaration, Whitespace, Name.Function),
            ),
            (
                rf"^([ \t]*)({'|'.join(vocabulary.heads())})\b{vocabulary.NO_HEAD}",
                bygroups(Whitespace, Keyword.Declaration),
            ),
            include("phrase"),
            (r"\n", Whitespace),
        ],
        "phrase": [
            (r"[ \t]+", Whitespace),
            (r"#.*$", Comment.Single),
            (r'"', String, "text"),
            (rf"\b(?:{'|'.join(vocabulary.together())})\b", Keyword),
            (r"(\.)([A-Za-z_]\w*)", bygroups(Punctuation, Name.Attribute)),
            (any_of(vocabulary.OPERATORS), Operator.Word),
            (any_of(vocabulary.CONSTANTS), Keyword.Constant),
            (any_of(vocabulary.reserved()), Keyword),
            (rf"\b({'|'.join(vocabulary.soft())})\b{vocabulary.BEFORE_VALUE}", Keyword),
            (any_of(vocabulary.names()), Name.Builtin.Pseudo),
            (rf"\b({'|'.join(vocabulary.functions())})(?=\()", Name.Builtin),
            (r"@\w+", Name.Decorator),
            (r"[A-Z]\w*", Name.Class),
            (r"[A-Za-z_]\w*", Name),
            (r"\d+", Number.Integer),
            (r"\.\.|[-+]=|<=|>=|[-+*/<>=]", Operator),
            (r"[(){}\[\],:.|]", Punctuation),
            (r".", Text),
        ],
        "text": [
            (r"\{\{|\}\}", String.Escape),
            (r"\{", String.Interpol, "hole"),
            (r'[^"{}\n]+', String),
            (r'"', String, "#pop"),
            (r"\}", String),
            (r"\n", Whitespace, "#pop"),
        ],
        "hole": [
            (r"\}", String.Interpol, "#pop"),
            (r"\{", Punctuation, "set"),
            (r'"', String, "#pop:2"),
            (r"\n", Whitespace, "#pop:2"),
            include("phrase"),
        ],
        "set": [(r"\}", Punctuation, "#pop"), (r'["\n]', String, "#pop:3"), include("phrase")],
    }

    @staticmethod
    def analyse_text(text: str) -> float:
        """How sure it is that a file is one of ours: web pages have the same ending."""
        return 1.0 if text.startswith("astro 1\n") else 0.0
