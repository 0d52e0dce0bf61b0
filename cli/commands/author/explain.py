"""`astro explain`: the code of a problem in, what it means and an example, wrong and mended, out."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import click
from attrs import frozen

from astro_referee.cli.failures import Misuse
from astro_referee.cli.options import with_json
from astro_referee.cli.terminal import painter, put, put_json
from astro_referee.interpreter.values.text import in_columns

WIDTH = 100
"""Columns of a paragraph."""
FILE = Path(__file__).resolve().parents[2] / "explanations.txt"
"""All problems: below `== CODE: SORT` what it means, a paragraph, and a file with its wrong and its mended lines."""
HEADER = ["astro 1", "game Small for 2 players"]
PHASE = ["phase play", "  ask P1", "    move go"]
END = ["end", "  draw"]
"""What an example leaves out, as every file has it."""


@frozen
class Explanation:
    """A problem: its code, how bad it is, what it means in one line and in some, and an example."""

    code: str
    sort: str
    means: str
    about: str
    example: tuple[str, ...]
    """Lines after a gutter of two: `- ` is wrong, `+ ` is mended, the others are both."""

    @property
    def wrong(self) -> str:
        """The whole file with the mistake."""
        return self.file("+")

    @property
    def mended(self) -> str:
        return self.file("-")

    def file(self, without: str) -> str:
        lines = [line[2:] for line in self.example if not line.startswith(without)]
        if not any(line[2:].startswith("astro ") for line in self.example):
            lines = [*HEADER, *lines]
            lines += PHASE if not any(line.startswith("phase ") for line in lines) else []
            lines += END if "end" not in lines else []
        return "".join(f"{line}\n" for line in lines)


def explanations() -> dict[str, Explanation]:
    """All of them, by their codes."""
    found: dict[str, Explanation] = {}
    for entry in FILE.read_text(encoding="utf-8").removeprefix("== ").split("\n== "):
        head, means, about, *example = entry.rstrip("\n").split("\n")
        code, _, sort = head.partition(": ")
        found[code] = Explanation(code, sort, means, about, tuple(example))
    return found


@click.command("explain")
@click.argument("code", metavar="[CODE]", required=False)
@with_json
def command(code: str | None, as_json: bool) -> None:
    """Explain what a problem code means, with an example of the mistake and of the mended file.

    CODE is what stands in brackets in a report: error[may-be-none]. Without one, all are listed.

    \b
    Examples:
      astro explain may-be-none
      astro explain --json
    """
    known = explanations()
    if code is None:
        if as_json:
            put_json([data(each) for each in known.values()])
            return
        for row in in_columns([[each.code, each.sort, each.means] for each in known.values()]):
            put(row)
        return
    wanted = code.strip().casefold().removesuffix("]").rpartition("[")[2].replace("_", "-")
    if wanted not in known:
        from astro_referee.grammar.problems import did_you_mean

        near = did_you_mean(wanted, list(known)) or alike(wanted, known)
        raise Misuse(f"no problem has the code {code}; " + (near or "`astro explain` lists them all"))
    if as_json:
        put_json(data(known[wanted]))
        return
    show(known[wanted])


def alike(wanted: str, known: dict[str, Explanation]) -> str:
    """Codes that share a word with what was asked for."""
    words = set(wanted.split("-")) - {"a", "in", "is", "no", "not", "of", "the"}
    found = [f"`{code}`" for code in known if words & set(code.split("-"))]
    return f"do you mean {' or '.join(found[:3])}?" if found else ""


def show(problem: Explanation) -> None:
    paint = painter()
    style = problem.sort if problem.sort in ("warning", "note") else "error"
    put(f"{paint(f'{style}[{problem.code}]', style)}: {problem.means}")
    put()
    for row in wrap(problem.about, WIDTH, break_on_hyphens=False):
        put(row)
    if problem.example:
        put()
    for line in problem.example:
        put(paint(f"  {line}".rstrip(), {"-": "error", "+": "good"}.get(line[0], "")))


def data(problem: Explanation) -> dict[str, str | None]:
    has = bool(problem.example)
    return {
        "code": problem.code,
        "sort": problem.sort,
        "means": problem.means,
        "about": problem.about,
        "wrong": problem.wrong if has else None,
        "mended": problem.mended if has else None,
    }
