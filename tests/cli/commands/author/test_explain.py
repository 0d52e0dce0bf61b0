"""`astro explain`: every problem has its explanation; every example has its problem, and its mended file none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from shelf import ROOT
from terminal import play

from astro_referee.cli.commands.author.explain import Explanation, explanations
from astro_referee.grammar.problems import Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import api, examination
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import FaultyRules
from astro_referee.interpreter.study import playability

Run = Callable[..., Result]
KNOWN = explanations()
WITHOUT = {"leak", "lost-card", "more-problems", "out-of-place", "too-long", "unfinished"}
"""Too many problems, too long a line or too large a game is no example to read; the others are nets that no file is
known to reach."""

DUEL = """\
astro 1
game Duel for 2 players
option shots: 1..9 = 3
var fired for each player: 0..9
phase play
  turns clockwise from P1
    move shoot
      when fired[me] < shots else "no shots are left"
      then
        fired[me] += 1
    move rest
      then
        winner me.next
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that examples name."""
    folder = tmp_path_factory.mktemp("shelf")
    (folder / "duel.astro").write_text(DUEL, encoding="utf-8")
    (folder / "long_duel.astro").write_text('astro 1\nvariant LongDuel of "duel.astro"\noption shots = 9\n', "utf-8")
    cards = (ROOT / "games" / "libraries" / "cards.astro").read_text(encoding="utf-8")
    (folder / "cards.astro").write_text(cards, encoding="utf-8")
    return folder


def found(source: Source) -> tuple[list[str], set[str]]:
    """The codes of all problems, and of the errors among them."""
    problems = examination.examine(source).problems
    return [p.code for p in problems], {p.code for p in problems if p.severity is Severity.ERROR}


def fault(source: Source) -> str | None:
    """The code with which one of some random games stops."""
    rules = api.load(source)
    for seed in range(6):
        match, luck = api.start(rules, seed=seed), Generator(seed, 9)
        try:
            while not match.over and match.number < 50:
                match.settle_all()
                legal = match.legal()
                match.play(legal[luck.below(len(legal))])
        except FaultyRules as stopped:
            return stopped.problem.code
    return None


def in_play(source: Source) -> set[str]:
    """The codes of what playing shows."""
    return {finding.problem.code for finding in playability.try_out(api.load(source), games=5).findings}


@pytest.mark.parametrize("problem", [each for code, each in KNOWN.items() if code not in WITHOUT], ids=lambda e: e.code)
def test_the_example_has_its_problem_and_the_mended_file_has_not(problem: Explanation, shelf: Path) -> None:
    wrong, mended = (
        library.source_of(text.encode(), "example.astro", shelf / "example.astro")
        for text in (problem.wrong, problem.mended)
    )
    codes, errors = found(wrong)
    if problem.sort == "found in play":
        assert problem.code in in_play(wrong)
        assert problem.code not in in_play(mended)
    elif problem.sort == "fault":
        assert errors == set()
        assert (fault(wrong), fault(mended)) == (problem.code, None)
    else:
        assert codes.count(problem.code) == 1
        assert errors <= {problem.code}
    codes, errors = found(mended)
    assert errors == set()
    assert problem.code not in codes


def test_the_reference_says_the_same() -> None:
    page = (ROOT / "docs" / "reference" / "problems.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| (.*?) \| (.*) \| .* \|$", page, re.MULTILINE)
    plain = [(code, sort, means.replace(r"\|", "|")) for code, sort, means in rows]
    assert [(each.code, each.sort, each.means) for each in KNOWN.values()] == plain
    assert {code for code, each in KNOWN.items() if not each.example} == WITHOUT


def test_a_code_is_explained_with_its_example(run: Run) -> None:
    said = run("explain", "equals-for-is", code=0).stdout
    assert said.startswith("error[equals-for-is]: `=` stores; to compare, write `is`\n\n`=` stores, `is` compares.\n\n")
    assert "\n  -         if score = 3\n  +         if score is 3\n" in said
    assert run("explain", "error[equals-for-is]", code=0).stdout == said
    told = json.loads(run("explain", "equals-for-is", "--json", code=0).stdout)
    assert told["wrong"].replace("score = 3", "score is 3") == told["mended"]


def test_without_a_code_all_are_listed(run: Run) -> None:
    assert [line.split()[0] for line in run("explain", code=0).stdout.splitlines()] == list(KNOWN)
    assert [each["code"] for each in json.loads(run("explain", "--json", code=0).stdout)] == list(KNOWN)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("equal-for-is", "did you mean `equals-for-is`?"),
        ("stray", "do you mean `stray-bracket` or `stray-test`?"),
        ("quark", "`astro explain` lists them all"),
    ],
)
def test_unknown_codes_get_a_hint(run: Run, typed: str, said: str) -> None:
    assert run("explain", typed, code=2).stderr.startswith(f"astro: no problem has the code {typed}; {said}\n")


def test_check_names_the_code_at_a_terminal_only(run: Run) -> None:
    file = "tests/broken/one/syntax_equals_for_is.astro"
    told, _, code = play(["check", file], lambda prompt, screen: None)
    assert code == 1
    assert "more: astro explain equals-for-is" in told
    assert "explain" not in run("check", file, code=1).stdout
