"""Every code block of README.md and docs/ is run: rule files are played, values worked out, commands compared.

What a block is, its first line says:

* `astro`: a whole rule file; it has no errors and no warnings, and random games of it come to an end. Behind
  `<!-- file: NAME -->` it is also a file of that name, for the commands of the page and for other rule files to use.
* `astro-part [FRAME]`: a piece of one, or a whole one, in which something may be left unused. A frame is the rest of a
  file, with `...` where the piece goes: hidden in `<!-- frame FRAME … -->`, or the block behind `<!-- frame FRAME -->`.
  It stands on the same page; the pages of the reference share theirs.
* `astro-values FRAME`: lines `expression  # value`, worked out where the frame has its `...`.
* `astro-wrong CODE [FRAME]`: the checker finds this problem and nothing else.
* `astro-fault CODE [FRAME]`: the checker finds nothing, but playing it stops with this fault.
* `console`: commands behind `$`, with exactly what they print. `python`: a doctest. `c`: a function the tests compile.
* `sh` behind `<!-- command: … -->`: sets up; found word for word, but not run. `text` behind `<!-- file: … -->` or
  `<!-- picture -->`: a file for the commands, or nothing to run. Behind `<!-- study: GAME -->`, what a study says:
  `test_studies.py` makes it anew.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import attrs
import fork_server
import pytest
from lark import Token
from shelf import ROOT

from astro_referee.grammar.build.holes import pieces, read_hole
from astro_referee.grammar.errors import recovery
from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Source, Span, is_variant
from astro_referee.grammar.syntax.characters import clean
from astro_referee.grammar.syntax.header import open_file
from astro_referee.grammar.syntax.lark_trees import Branch, place
from astro_referee.grammar.syntax.layout import lay_out
from astro_referee.grammar.syntax.parser import lex, parser
from astro_referee.grammar.variants.parse import folded
from astro_referee.interpreter import api, examination
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.records import records
from astro_referee.interpreter.testing import runner

REFERENCE = [ROOT / "docs" / "reference.md", *sorted((ROOT / "docs" / "reference").glob("*.md"))]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PLACE = re.compile(r"^( *)(?:# )?\.\.\.\n", re.MULTILINE)
FENCE = re.compile(r"^```(?P<info>[^`\n]*)\n(?P<text>.*?)^```$|<!--(?P<comment>.*?)-->", re.DOTALL | re.MULTILINE)

# Random games of each example, in a short run and in a thorough one: enough to go through every branch of a few lines.
GAMES, MANY_GAMES = 5, 12
# The longest example ends after some hundred events; one that does not end is a bad example.
EVENTS = 3000

SETUP = {
    "play": "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/astro play ptolemy --watch --seed 7",
    "test": 'python3 -m venv .venv && .venv/bin/pip install -q -e ".[test,engines]" && .venv/bin/pytest -n auto',
}
PLAIN = ("file", "picture", "study")

# The environment of commands, and the pages whose commands are processes of their own, as a reader's are.
SURROUNDINGS = {"PYTHONPATH": str(ROOT / ".src"), "COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
STARTED = {"README.md", "playing.md", "editors.md", "ptolemy.md"}
ANEW = f'#!/bin/sh\nexec "{sys.executable}" -m astro_referee.cli.main "$@"\n'

# What stands for lines that could not be read, and what the lexer drops.
UNSEEN = {"error", "ERROR", "header", "__IGNORE_0", "__IGNORE_1"}


@attrs.frozen
class Block:
    """A code block: its page and line, the words of its first line, its text, the comment just before it."""

    page: str
    line: int
    words: tuple[str, ...]
    text: str
    comment: str

    @property
    def name(self) -> str:
        return f"{self.page}:{self.line}"


def called(page: Path) -> str:
    """A page by its path in the tree: folders have pages of the same name."""
    return page.relative_to(ROOT).as_posix()


def blocks_of(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    comment, end = "", 0
    for found in FENCE.finditer(text):
        if found["comment"] is not None:
            comment, end = found["comment"].strip(), found.end()
            continue
        line = text.count("\n", 0, found.start()) + 1
        near = not text[end : found.start()].strip()
        yield Block(called(page), line, tuple(found["info"].split()), found["text"], comment if near else "")
        comment = ""


def frames_of(page: Path) -> dict[str, str]:
    """The rest of pieces by name, hidden ones and those that are shown."""
    text = page.read_text(encoding="utf-8")
    hidden = dict(re.findall(r"<!-- frame (\w+)\n(.*?)-->", text, flags=re.DOTALL))
    shown = {b.comment.removeprefix("frame "): b.text for b in blocks_of(page) if b.comment.startswith("frame ")}
    return {name: frame for name, frame in {**shown, **hidden}.items() if name.isidentifier()}


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
SHARED = [(name, frame) for page in REFERENCE for name, frame in frames_of(page).items()]
FRAMES = {called(page): dict(SHARED) if page in REFERENCE else frames_of(page) for page in PAGES}
SHELVES: dict[str, Path] = {}


def cases(*words: str) -> list[object]:
    return [pytest.param(block, id=block.name) for block in BLOCKS if block.words and block.words[0] in words]


@pytest.fixture(autouse=True, scope="session")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A folder for each page, with the files that stand in it."""
    for page in PAGES:
        SHELVES[called(page)] = tmp_path_factory.mktemp(page.stem)
    for block in BLOCKS:
        if block.comment.startswith("file: "):
            (SHELVES[block.page] / block.comment.removeprefix("file: ")).write_text(block.text, encoding="utf-8")


# --- Rule files ------------------------------------------------------------------------------------------------------


def source_on(page: str, text: str) -> Source:
    """A rule file in the folder of its page."""
    name = f"{Path(page).name}.astro"
    return library.source_of(text.encode(), name, SHELVES[page] / name)


def whole(block: Block, frame: str | None, piece: str) -> Source:
    """A rule file: the block itself, or its frame with a piece where the frame has `...`."""
    if frame is None:
        return source_on(block.page, piece)
    around = FRAMES[block.page][frame]
    places = PLACE.findall(around)
    assert len(places) == 1, f"frame {frame} has {len(places)} places for a piece"
    inside = "".join(places[0] + line if line.strip() else line for line in piece.splitlines(keepends=True))
    return source_on(block.page, PLACE.sub(lambda _: inside, around))


def problems(source: Source, *ignored: str) -> list[str]:
    """The problems of a file, each by its code and line. What is only told as a note does not count."""
    found = [
        p for p in examination.examine(source).problems if p.severity is not Severity.NOTE and p.code not in ignored
    ]
    return [f"{p.code} in line {source.place(p.span.start)[0]}: {p.message}" for p in found]


def play(source: Source, games: int) -> list[Match]:
    """Random games of a rule file, with the fewest and the most players."""
    rules = api.load(source)
    return [
        play_one(api.start(rules, players=seats, seed=seed))
        for seats in sorted(set(rules.seats))
        for seed in range(games)
    ]


def play_one(match: Match) -> Match:
    luck = Generator(match.seed, 10**6)
    while not match.over:
        assert match.number < EVENTS, "this game goes on and on"
        if match.chance is not None:
            match.settle()
            continue
        legal = match.legal()
        move = legal[luck.below(len(legal))]
        assert match.about(move) is not None
        for seat in range(match.game.seats):
            match.view(seat)
        verdict = match.judge(move[0], match.written(move))
        assert verdict.ok, f"{verdict.text}: {verdict.message}"
        match.play(move)
    return match


def source_of(block: Block) -> Source:
    """The rule file of a block that is no wrong one."""
    frame = block.words[1] if len(block.words) > 1 else None
    if block.words[0] != "astro-values":
        return whole(block, frame, block.text)
    return whole(block, frame, "".join(f'say "{{ {expression} }}"\n' for expression, _ in values_of(block)))


def values_of(block: Block) -> list[tuple[str, str]]:
    """Expressions and their values."""
    lines = [line.rsplit("# ", 1) for line in block.text.splitlines() if line.strip()]
    return [(expression.strip(), value.strip()) for expression, value in lines]


@pytest.mark.parametrize("block", cases("astro", "astro-part"))
def test_a_rule_file_checks_and_can_be_played(block: Block, tmp_path: Path, thorough: bool) -> None:
    source, games = source_of(block), MANY_GAMES if thorough else GAMES
    assert problems(source, *(["unused"] if block.words[0] == "astro-part" else [])) == []
    suite = runner.suite(source, tmp_path / "rules.astro", update=True)
    assert [tried.failure for tried in map(suite.run, suite.tests) if not tried.ok] == []
    for match in play(source, games) if not source.is_library and source.tested is None else ():
        assert match.result is not None
        text = api.save(match)
        assert api.save(records.replay(records.read(text), match.game)) == text


@pytest.mark.parametrize("block", cases("astro-values"))
def test_expressions_have_the_values_beside_them(block: Block) -> None:
    source = source_of(block)
    assert problems(source, "unused") == []
    match = play_one(api.start(api.load(source)))
    told = [match.opening, *(event.said for event in match.events)]
    said = [line.text for lines in told for line in lines if not line.last]
    pairs = values_of(block)
    assert [(expression, value) for (expression, _), value in zip(pairs, said, strict=True)] == pairs


@pytest.mark.parametrize("block", cases("astro-wrong"))
def test_a_wrong_file_gives_exactly_its_problem(block: Block) -> None:
    frame = block.words[2] if len(block.words) > 2 else None
    source = whole(block, frame, block.text)
    found = problems(source, *([] if frame is None else ["unused"]))
    assert [problem.split()[0] for problem in found] == [block.words[1]], found


@pytest.mark.parametrize("block", cases("astro-fault"))
def test_a_faulty_file_stops_in_play(block: Block) -> None:
    frame = block.words[2] if len(block.words) > 2 else None
    source = whole(block, frame, block.text)
    assert problems(source, *([] if frame is None else ["unused"])) == []
    with pytest.raises(FaultyRules) as fault:
        play(source, MANY_GAMES)
    assert fault.value.problem.code == block.words[1]


# --- Commands --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def forked() -> Iterator[str]:
    """The command `astro`, forked from a process that has imported everything: most of a short command is its start."""
    with tempfile.TemporaryDirectory(prefix="astro-") as folder:  # the path of a socket must be short
        words = [sys.executable, fork_server.__file__, "serve", f"{folder}/socket"]
        with subprocess.Popen(words, env=os.environ | SURROUNDINGS, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == "ready\n"
            yield fork_server.astro_command(f"{folder}/socket")
            server.kill()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """A folder with the examples in it, and `astro` among the commands."""
    tools = tmp_path / ".tools"
    tools.mkdir()
    astro = tools / "astro"
    page = request.getfixturevalue("page") if "page" in request.fixturenames else None
    started = page is not None and page.name in STARTED
    astro.write_text(ANEW if started else request.getfixturevalue("forked"), encoding="utf-8")
    astro.chmod(0o755)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    for name, value in SURROUNDINGS.items():
        monkeypatch.setenv(name, value)
    return tmp_path


def run_again(page: Path, desk: Path) -> str:
    """The page with what its commands print now. They run in one folder: what one writes, a later one can read."""
    text = page.read_text(encoding="utf-8")
    by_line = {block.line: block for block in blocks_of(page)}

    def printed(found: re.Match[str]) -> str:
        block = by_line.get(text.count("\n", 0, found.start()) + 1)
        if block is None or found["comment"] is not None:
            return found[0]
        if block.comment.startswith("file: "):
            (desk / block.comment.removeprefix("file: ")).write_text(block.text, encoding="utf-8")
        if block.words != ("console",):
            return found[0]
        lines = [line for line in block.text.splitlines() if line.startswith("$ ")]
        return "```console\n" + "".join(f"{line}\n{output(line[2:], desk)}" for line in lines) + "```"

    return FENCE.sub(printed, text)


def output(command: str, desk: Path) -> str:
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=desk,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=called)
def test_commands_print_what_the_page_shows(page: Path, desk: Path, request: pytest.FixtureRequest) -> None:
    """With `--snapshot-update` the page is brought up to date instead."""
    again = run_again(page, desk)
    if request.config.option.update_snapshots:
        page.write_text(again, encoding="utf-8")
    assert again == page.read_text(encoding="utf-8")


@pytest.mark.parametrize("block", cases("python"))
def test_python_prints_what_the_page_shows(block: Block, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk)
    shutil.copytree(SHELVES[block.page], desk, dirs_exist_ok=True)
    test = doctest.DocTestParser().get_doctest(block.text, {}, block.name, block.page, block.line)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert "".join(report) == ""


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")
@pytest.mark.parametrize("block", cases("c"))
def test_the_generator_in_c_gives_the_same_numbers(block: Block, tmp_path: Path) -> None:
    calls = [(seed, stream, n) for seed in (0, 7, 2**64 - 1) for stream in (0, 3) for n in (1, 6, 52, 2**63 + 1)]
    prints = "".join(f'printf("%llu\\n", (unsigned long long)below({s}u, {k}u, {n}u));' for s, k, n in calls)
    (tmp_path / "chance.c").write_text(f"#include <stdio.h>\n{block.text}\nint main(void) {{ {prints} }}\n")
    subprocess.run(["cc", "-o", "chance", "chance.c"], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "chance"], capture_output=True, text=True, check=True)
    assert [int(line) for line in done.stdout.split()] == [Generator(s, k).below(n) for s, k, n in calls]


# --- Nothing is left out ---------------------------------------------------------------------------------------------


def test_every_rule_of_the_grammar_has_an_example_in_the_reference() -> None:
    """Rules of `astro.lark` by name, and its words; only what stands for unreadable lines needs no example."""
    seen: set[str] = set()
    pages = [called(page) for page in REFERENCE]
    for block in BLOCKS:
        if block.page in pages and block.words[0] in ("astro", "astro-part", "astro-values"):
            for branch in parsed(block.text if is_variant(block.text) else source_of(block).own):
                seen |= {str(part.data) for part in branch.iter_subtrees()}
                seen |= {part.type for part in branch.scan_values(lambda value: isinstance(value, Token))}
    grammar = parser()
    rules = [rule for rule in grammar.rules if rule.alias or not (rule.options.expand1 and len(rule.expansion) == 1)]
    names = {str(rule.alias or rule.origin.name) for rule in rules}
    named = {name for name in names if not name.startswith("_")} | {terminal.name for terminal in grammar.terminals}
    assert named - seen - UNSEEN == set()


def parsed(text: str) -> Iterator[Branch]:
    """Lark's trees of a rule file and of the holes in its texts."""
    slips: list[Problem] = []
    clear = clean(text, slips)
    layout, start = lay_out(clear, lex(clear)), "file"
    if is_variant(clear):
        layout, start = folded(layout), "variant"
    assert open_file(layout, slips)
    whole_file = recovery.parse(layout, slips, start)
    assert whole_file is not None
    assert slips == []
    yield whole_file
    for said in whole_file.scan_values(lambda value: isinstance(value, Token) and value.type == "STRING"):
        for piece in pieces(clear, Span(place(said).start + 1, place(said).end - 1), []):
            if isinstance(piece, Span) and (hole := read_hole(clear, piece, [])) is not None:
                yield hole


def test_frames_that_pages_share_have_names_of_their_own() -> None:
    assert [name for name, times in Counter(name for name, _ in SHARED).items() if times > 1] == []


def test_every_block_is_of_a_sort_that_is_run() -> None:
    run = ("astro", "astro-part", "astro-values", "astro-wrong", "astro-fault", "console", "python", "c")
    strange = [block.name for block in BLOCKS if not block.words or not (block.words[0] in run or is_plain(block))]
    assert strange == []


def is_plain(block: Block) -> bool:
    """Whether a block is a file, a picture or a command that sets up."""
    word = block.comment.split(":")[0]
    return (block.words[0] == "text" and word in PLAIN) or (block.words[0] == "sh" and word == "command")


def test_the_set_up_commands_stand_in_the_readme() -> None:
    found = {b.comment.removeprefix("command: "): b.text.strip() for b in BLOCKS if b.words[:1] == ("sh",)}
    assert found == SETUP


@pytest.mark.parametrize("page", PAGES, ids=called)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), target
        if anchor:
            assert anchor in anchors(there), target


def test_the_readme_shows_the_example_it_runs() -> None:
    shown = [block.text for block in BLOCKS if block.page == "README.md" and block.words == ("astro",)]
    assert shown == [(ROOT / "games" / "classics" / "boards" / "tic_tac_toe.astro").read_text(encoding="utf-8")]


def anchors(page: Path) -> set[str]:
    """The anchors a reader's browser knows: headings in small letters, blanks as hyphens, other marks left out."""
    found: set[str] = set()
    fenced = False
    for line in page.read_text(encoding="utf-8").splitlines():
        fenced ^= line.startswith("```")
        if line.startswith("#") and not fenced:
            words = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            found.add(words.replace(" ", "-"))
    return found
