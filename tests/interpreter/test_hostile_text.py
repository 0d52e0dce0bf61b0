"""Any text gives a diagnostic or a game: nothing crashes, hangs or becomes code, and faults change nothing."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from astro_referee.grammar.problems import Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import library, pipeline
from astro_referee.interpreter.chance import Generator
from astro_referee.interpreter.game import run_module
from astro_referee.interpreter.match import FaultyRules, Match
from astro_referee.interpreter.runtime import EndlessLoop, RuleFault

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("games/*.astro"), *ROOT.glob("examples/*.astro")])
TINY = b"astro 1\ngame Tiny for 2 players\nphase play\n  draw\n"


def examined(data: bytes) -> pipeline.Report:
    """Checked from bytes, as from a file; every problem points into the text."""
    source = library.source_of(data, "hostile.astro")
    report = pipeline.examine(source)
    assert report.ok or report.problems
    for problem in report.problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(source.text) + 1, problem
        assert problem.message
    return report


RAW = {
    "nothing": b"",
    "one byte": b"\x00",
    "random": random.Random(1).randbytes(20_000),
    "nuls": TINY.replace(b"draw", b"dr\x00aw"),
    "not utf-8": TINY.replace(b"Tiny", b"T\xff\xfe"),
    "deep brackets": b"astro 1\ngame X for 2 players\ndef d = " + b"(" * 100_000,
    "deep and closed": b"astro 1\ngame X for 2 players\ndef d = " + b"(" * 50_000 + b"1" + b")" * 50_000 + b"\n",
    "long line": b"astro 1\ngame X for 2 players\n# " + b"x" * 5_000_000,
    "long sum": b"astro 1\ngame X for 2 players\ndef d = " + b"1 + " * 100_000 + b"1\n",
    "many lines": TINY + b"var x: 0..9\n" * 100_000,
    "mixed tabs": TINY.replace(b"  draw", b"\t draw"),
    "deep blocks": TINY + b"".join(b"  " * n + b"if yes\n" for n in range(500)),
    "huge numbers": TINY.replace(b"draw", b'draw because "{' + b"9" * 5000 + b'}"'),
}


@pytest.mark.parametrize("name", RAW)
def test_raw_bytes_get_a_diagnostic(name: str) -> None:
    assert any(p.severity is Severity.ERROR for p in examined(RAW[name]).problems)


@pytest.mark.parametrize(
    "mark", [b"\xef\xbb\xbf" + TINY, TINY.replace(b"\n", b"\r\n"), TINY.rstrip()], ids=["bom", "crlf", "no end"]
)
def test_other_ways_to_write_a_file_are_fine(mark: bytes) -> None:
    assert examined(mark).ok


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_pieces_of_a_file_get_a_diagnostic_or_are_a_game(path: Path) -> None:
    data = path.read_bytes()
    for end in range(0, len(data), max(1, len(data) // 60)):
        examined(data[:end])


def mutants(text: str, seed: int, count: int) -> list[str]:
    """The text with words and lines dropped, doubled or swapped."""
    dice = random.Random(seed)
    made: list[str] = []
    for _ in range(count):
        lines = text.split("\n")
        for _ in range(dice.randint(1, 3)):
            i, j = dice.randrange(len(lines)), dice.randrange(len(lines))
            words = lines[i].split(" ")
            k = dice.randrange(len(words))
            way = dice.randrange(6)
            if way == 0:
                del lines[i]
                lines = lines or [""]
            elif way == 1:
                lines.insert(i, lines[j])
            elif way == 2:
                lines[i], lines[j] = lines[j], lines[i]
            elif way == 3:
                words[k] = dice.choice([w for w in text.split() if w])
                lines[i] = " ".join(words)
            elif way == 4:
                del words[k]
                lines[i] = " ".join(words)
            else:
                lines[i] = lines[i].replace("0", "7", 1)
        made.append("\n".join(lines))
    return made


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_whatever_passes_the_check_can_be_played(path: Path) -> None:
    played = 0
    for text in mutants(path.read_text(), 7, 120):
        source = Source("mutant.astro", text)
        if not pipeline.examine(source).ok:
            continue
        built, problems = pipeline.build(source)
        assert built is not None, problems
        space = run_module(compile(built.module, "mutant", "exec"), built.names)
        for seed in range(2):
            below, state, steps = Generator(seed).below, space["start"](), 0
            try:
                options = space["run"](state)
                while state[0] and steps < 300:
                    steps += 1
                    if state[0] in {c.label for c in built.machine.chances}:
                        space["happen"](state, space["SAMPLE"][state[0]](state, below))
                    else:
                        space["act"](state, options[below(len(options))])
                    options = space["run"](state)
            except (RuleFault, EndlessLoop):
                pass
            played += 1
    assert played


EVIL = (
    """astro 1
game Evil for 2 players
  "; import os; os.system('x') #"
  design "\\"
  author "x"
ruling R "__import__('os')" from "\\n"""
    + "'''"
    + """"
option import: bool = no @R
  "exec('1')"
kind Kind
  name   | text
  eval   | "'); import os; ('"
  lambda | "{{__class__}}"
var global for each Kind: 0..9
def exec(class: Kind) = global[class] + 1
phase while
  turns clockwise from P1
    move yield(from in Kind) as "{from}'); raise SystemExit('"
      "\\; import os"
      when exec(from) < 4 and not import else "{from.text}"""
    + "'''"
    + ''' {exec(from)}"
      then
        global[from] += 1
        say "'''
    + "'''"
    + """ {from} \\"
    otherwise
      draw because "'); import os"
"""
)


def test_texts_and_names_never_become_code() -> None:
    source = Source("evil.astro", EVIL)
    built, problems = pipeline.build(source)
    assert built is not None, [p.message for p in problems]
    module = ast.parse(built.module)
    imports = [node for node in ast.walk(module) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [node.module for node in imports if isinstance(node, ast.ImportFrom)] == [
        "astro_referee.interpreter.runtime"
    ]
    assert len(imports) == 1
    strings = [
        node.value for node in ast.walk(module) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert not [s for s in strings if "import os" in s or "SystemExit" in s]
    match = Match(library.prepare(library.load(source)), 1, ("P1", "P2"))
    while not match.over:
        match.play(match.legal()[0])
    assert match.result is not None and match.result.draw


FAULTS = {
    "too-few-cards": ("    deal 2 from deck into hand\n    deal 1 from deck into hand", 13),
    "division-by-zero": ("    n = 4 / (n - 1)", 12),
    "out-of-range": ("    n += 9", 12),
    "not-only": ("    n = (only c in hand).number", 12),
    "endless": ("    phase round until n is 5\n      n = 1", 12),
    "nothing-there": ("    n = highest of c.number for c in hand", 12),
}


def play_on(match: Match) -> None:
    match.play(match.legal()[0])
    match.settle_all()


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_points_at_its_line_and_changes_nothing(code: str) -> None:
    body, line = FAULTS[code]
    text = f"""astro 1
game Faulty for 2 players
card Card: each number in 1..2
zone deck: pile of Card, seen by nobody
zone hand: Card, seen by everyone
var n: 0..9 = 1
phase play
  put all Card into deck
  turns clockwise from P1
    move go
    n = 1
{body}
    say "{{n}} {{hand}}"
"""
    source = Source("faulty.astro", text)
    match = Match(library.prepare(library.load(source)), 1, ("P1", "P2"))
    before = (match.state[:], list(match.options), match.number)
    with pytest.raises(FaultyRules) as fault:
        play_on(match)
    assert fault.value.problem.code == code
    assert source.place(fault.value.problem.span.start)[0] == line
    if code != "too-few-cards":
        assert (match.state, match.options, match.number) == before


DECIDABLE = {
    "endless": "  turns clockwise from P1\n    n = 1",
    "too-few-cards": "  deal 3 from deck into hand",
    "division-by-zero": "  n = 3 / 0",
    "out-of-range": "  n = 12",
}


@pytest.mark.parametrize("code", DECIDABLE)
def test_what_can_be_known_before_is_told_before(code: str) -> None:
    text = f"""astro 1
game Faulty for 2 players
card Card: each number in 1..2
zone deck: pile of Card, seen by nobody
zone hand: Card, seen by everyone
var n: 0..9 = 1
phase play
  put all Card into deck
{DECIDABLE[code]}
  draw because "{{n}} {{hand}}"
"""
    problems = [p for p in pipeline.examine(Source("faulty.astro", text)).problems if p.severity is Severity.ERROR]
    assert [p.code for p in problems] == [code]
