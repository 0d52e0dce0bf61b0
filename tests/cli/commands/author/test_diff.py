"""`astro diff` and `astro expand`: what a variant changes is named, all of it and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from shelf import ROOT, VARIANTS

from astro_referee.grammar.variants.parse import read_variant
from astro_referee.interpreter.play import library
from astro_referee.interpreter.records.differences import Difference, differences

Run = Callable[..., Result]
STRICT = "examples/variants/strict_ptolemy.astro"


def words_of(difference: Difference) -> list[str]:
    """The part that differs, behind those it belongs to."""
    return difference.part.replace(".", " ").split()


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_exactly_what_a_variant_changes_is_named(path: Path) -> None:
    variant, _ = read_variant(path.read_text(encoding="utf-8"))
    assert variant is not None
    bundled = library.bundled().get(library.called(variant.base))
    base = bundled if bundled is not None else (path.parent / variant.base).resolve()
    mixed = [(path.parent / name).resolve() for name in variant.mixed_in]
    found = differences(library.load_source(base), library.load_source(path))
    files = [read_variant(other.read_text(encoding="utf-8"))[0] for other in [*mixed, path]]
    changes = [change for each in files if each is not None for change in each.changes]
    wanted = {change.path[-1] for change in changes if change.word not in ("before", "after")}  # those only say where
    heads = [re.split(r"\W+", each.gained[0].text) for each in found if each.sort == "added"]
    wanted |= {head[1] for head in heads if head != ["then"]}  # an effect belongs to its move, which is named
    named = {next((word for word in reversed(part) if word in wanted), part[-1]) for part in map(words_of, found)}
    assert named == wanted
    ours = {str(other) for other in [path, *mixed]}
    assert {line.place.rpartition(":")[0] for each in found for line in each.gained} <= ours
    assert not {line.place.rpartition(":")[0] for each in found for line in each.lost} & ours


def test_where_games_part(run: Run) -> None:
    said = run("diff", "ptolemy", STRICT, "-n", "2", code=1).stdout
    assert "option equal_is_enough changed\n  - option equal_is_enough: bool = yes @A1  (ptolemy.astro:44)\n" in said
    assert "var passed added" in said
    assert "with seed 0 the games part after 25 events: `Venus 4` is legal; there it is not" in said
    assert "rule: to.height > height or equal_is_enough and to.height is height" in said
    told = json.loads(run("diff", STRICT, "ptolemy", "-n", "1", "--json", code=1).stdout)
    assert told["parting"]["told"] == "`Venus 4` is not legal; there it is"
    assert told["parting"]["reasons"][0]["line"] == 132
    assert {part["part"]: part["sort"] for part in told["parts"]}["var passed"] == "removed"


def test_layout_and_comments_are_no_difference(run: Run, tmp_path: Path) -> None:
    text = (ROOT / "examples" / "nim.astro").read_text(encoding="utf-8")
    other = tmp_path / "other.astro"
    other.write_text(text.replace("\nvar", "\n# stones\n\nvar").replace(" = ", "  =  "), encoding="utf-8")
    assert (
        run("diff", "examples/nim.astro", other, code=0).stdout
        == "the rules say the same\n20 seeded games went the same way\n"
    )


def test_endings_differ_with_their_reason(run: Run) -> None:
    said = run("diff", "tic-tac-toe", "examples/variants/misere_tic_tac_toe.astro", code=1).stdout
    assert "won by O (three in a row); there the game is over, won by X (three in a row lose)" in said


def test_the_complete_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "whole.astro"
    run("expand", STRICT, "-o", path, code=0)
    assert run("expand", STRICT, code=0).stdout == path.read_text(encoding="utf-8")
    assert "option equal_is_enough: bool = no @A1" in path.read_text(encoding="utf-8")
    assert "exists already" in run("expand", STRICT, "-o", path, code=2).stderr
    lost = tmp_path / "lost.astro"
    lost.write_text('astro 1\nvariant Lost of "ptolemy"\ndrop pas\n')
    result = run("expand", lost, code=1)
    assert "did you mean `match.round.relay.pass`?" in result.stdout
    assert "cannot be put together" in result.stderr
