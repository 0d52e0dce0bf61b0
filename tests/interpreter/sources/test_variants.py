"""Variants: each way to change a base, how they stack and mix, and that nothing in such a file can do harm."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from shelf import ROOT, VARIANTS, each

import astro_referee as astro
from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.grammar.variants.expansion import expanded
from astro_referee.interpreter import examination
from astro_referee.interpreter.machine import printer
from astro_referee.interpreter.play import library

NIM = (ROOT / "tests" / "broken" / "one" / "shelf" / "nim.astro").read_text(encoding="utf-8")

Files = Callable[..., Path]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """Writes files beside the game of Nim; gives the path of the last one."""

    def write(**texts: str) -> Path:
        folder = tmp_path / "games"
        folder.mkdir(exist_ok=True)
        (folder / "nim.astro").write_text(NIM, encoding="utf-8")
        for name, text in texts.items():
            path = folder / f"{name}.astro"
            path.write_text(f"astro 1\n{text}", encoding="utf-8")
        return path

    return write


def whole(path: Path) -> str:
    return expanded(library.load_source(path))


def told(path: Path) -> list[str]:
    source = library.load_source(path, path.name)
    problems = examination.examine(source).problems
    return [f"{p.code} {source.file(p.span.start)}:{source.place(p.span.start)[0]}" for p in problems]


def machine(source: Source) -> str:
    """The machine of a game in words, without its places in the text."""
    return printer.text_of(astro.start(astro.load(source)).game.machine)


# --- Changes ---------------------------------------------------------------------------------------------------------


def test_each_line_below_a_header_keeps_its_place(files: Files) -> None:
    said = ('  designer "Ann"', '  artist "Ann"', '  "Ann"')
    path = files(two="\n".join(['variant Two of "nim.astro"', *said, "", "option matches = 5", ""]))
    source = library.load_source(path)
    assert [source.place(source.text.index(f"\n{line}") + 1) for line in said] == [(3, 1), (4, 1), (5, 1)]


def test_an_option_has_another_default(files: Files) -> None:
    variant = files(few='variant Few of "nim.astro"\noption matches = 5\n')
    assert "option matches: 5..30 = 5\n" in whole(variant)
    match = astro.start(str(variant))
    assert match.game.rules.title == "Few"
    assert match.view(0).key() == astro.start(str(variant), options={"matches": "5"}).view(0).key()
    assert match.view(0).key() != astro.start(str(variant), options={"matches": "21"}).view(0).key()


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (
            "insert before take\n  move pass\n",
            "  turns clockwise from P1\n    move take",
            "  turns clockwise from P1\n    move pass\n    move take",
        ),
        (
            "insert after take\n  move pass\n",
            '          winner me because "the last match is taken"\n    otherwise',
            '          winner me because "the last match is taken"\n    move pass\n    otherwise',
        ),
        (
            'insert last in take\n    when n is not 2 else "not two"\n',
            'are left"\n      then',
            'are left"\n      when n is not 2 else "not two"\n      then',
        ),
        (
            "insert first in take.then\n  left -= 0\n",
            "then\n        left -= n",
            "then\n        left -= 0\n        left -= n",
        ),
        ("insert last in begin\n  left -= 1\n", "left = matches\n", "left = matches\n    left -= 1\n"),
        ('drop take "only {left} are left"\n', '      when n <= left else "only {left} are left"\n', ""),
        (
            'replace take "only {left} are left"\n  when n < left else "leave one"\n',
            'when n <= left else "only {left} are left"',
            'when n < left else "leave one"',
        ),
        ("replace left\n  var left: 0..99\n", "var left: 0..30", "var left: 0..99"),
    ],
)
def test_each_way_to_change_a_base(files: Files, change: str, before: str, after: str) -> None:
    variant = files(other=f'variant Other of "nim.astro"\n  "Another one."\n{change}')
    assert before in NIM
    there = (
        NIM.replace(before, after)
        .replace("game Nim", "game Other")
        .replace("Who takes the last match wins.", "Another one.")
    )
    assert whole(variant) == there


def test_changes_that_meet_in_one_place_keep_to_their_own_blocks(files: Files) -> None:
    """Whatever order they are written in: the end of a block comes before what follows it."""
    changes = ["insert after play.take\n  move pass\n", "insert last in take.then\n  left -= 0\n"]
    (found,) = {
        whole(files(other='variant Other of "nim.astro"\n' + "".join(order))) for order in (changes, changes[::-1])
    }
    assert 'taken"\n        left -= 0\n    move pass\n    otherwise' in found


def test_mixed_in_lines_stand_behind_the_last_block(files: Files) -> None:
    files(added='variant Added of "short.astro"\nvar more: 0..1\n')
    files(short="game Short for 2 players\nphase play\n  begin\n    draw")
    mixed = files(mixed='variant Mixed of "short.astro" with "added.astro"\ninsert last in begin\n  say "over"\n')
    assert whole(mixed).endswith('    draw\n    say "over"\n\nvar more: 0..1\n')


def test_lines_further_out_than_the_first_do_not_move_the_rest(files: Files) -> None:
    body = "    left -= (1\n - 1)\n# a remark\n    left -= 0\n"
    variant = files(other=f'variant Other of "nim.astro"\ninsert last in take.then\n{body}drop nothing_there\n')
    assert told(variant) == ["unknown-part other.astro:8"]
    variant = files(other=f'variant Other of "nim.astro"\ninsert first in take.then\n{body}')
    assert told(variant) == []
    assert "      then\n        left -= (1\n     - 1)\n    # a remark\n        left -= 0\n        left -= n" in whole(
        variant
    )


def test_what_is_new_is_simply_written(files: Files) -> None:
    variant = files(
        more="""variant More of "nim.astro" for 2..3 players
  author "Somebody"

use "shelf.astro"

var passed: set of player

insert before take
  move pass
    when me not in passed else "you have passed"
    then
      add me to passed
      do nothing
""",
        shelf="library Shelf\nvar idle: 0..9\nprocedure nothing\n  idle = 1\n",
    ).with_name("more.astro")
    assert told(variant) == []
    match = astro.start(str(variant), 3)
    assert match.game.rules.credits == (("author", "Somebody"),)
    assert match.game.rules.docs == "Who takes the last match wins."
    assert match.submit(0, "pass").ok
    match.submit(1, "1")
    match.submit(2, "1")
    reason = match.judge(0, "pass").reasons[0]
    assert (reason.text, Path(reason.file).name, reason.line) == ("you have passed", "more.astro", 11)


def test_rows_of_tables_and_parts_of_libraries_change_too(tmp_path: Path) -> None:
    coins = "kind Coin\n  name | worth\n  cent | 1\n  dime | 10\n"
    play = 'phase play\n  ask P1\n    move take(c in Coin) as "{c.worth}"\n  draw\n'
    change = "replace Coin.dime\n  dime | 20\ninsert after Coin.dime\n  mark | 50\n"
    (tmp_path / "shelf.astro").write_text("astro 1\nlibrary Shelf\n" + coins)
    (tmp_path / "game.astro").write_text('astro 1\ngame Coins for 2 players\nuse "shelf.astro"\n' + play)
    path = tmp_path / "variant.astro"
    path.write_text('astro 1\nvariant Rich of "game.astro"\n' + change)
    match = astro.start(str(path))
    assert [match.written(move) for move in match.legal()] == ["1", "20", "50"]
    assert [part.name for part in match.game.rules.source.files] == [str(tmp_path / "shelf.astro"), str(path)]


def test_a_library_that_the_base_uses_may_be_used_again(files: Files) -> None:
    play = 'phase play\n  ask P1\n    move take(n in 1..most) as "{n}"\n  draw\n'
    files(shelf="library Shelf\ndef most = 3\n", game=f'game Some for 2 players\nuse "shelf.astro"\n{play}')
    fewer = files(fewer='variant Fewer of "game.astro"\nuse "shelf.astro"\nreplace most\n  def most = 2\n')
    again = files(again='variant Again of "fewer.astro"\nuse "shelf.astro"\n')
    for variant in (fewer, again):
        match = astro.start(str(variant))
        assert [match.written(move) for move in match.legal()] == ["1", "2"]
        assert machine(Source("whole.astro", whole(variant))) == machine(match.game.rules.source)


# --- Standing on each other ------------------------------------------------------------------------------------------

QUICK = 'variant Quick of "nim.astro"\noption matches = 9\n'
GREEDY = 'variant Greedy of "nim.astro"\noption most = 5\ninsert last in take\n  when n is not 2 else "not two"\n'


def test_variants_of_variants_and_several_together(files: Files) -> None:
    files(quick=QUICK, greedy=GREEDY)
    stacked = files(stacked=GREEDY.replace("nim", "quick"))
    mixed = files(mixed='variant Greedy of "nim.astro" with "quick.astro", "greedy.astro"\n')
    assert whole(stacked) == whole(mixed)
    assert "= 9" in whole(mixed)
    reason = astro.start(str(mixed)).judge(0, "2").reasons[0]
    assert (Path(reason.file).name, reason.line) == ("greedy.astro", 5)


def test_a_variant_stands_on_a_version_of_its_base(files: Files) -> None:
    files(quick=QUICK)
    source = library.load_source(files(quick=QUICK))
    assert source.base is not None
    pinned = files(pinned=QUICK.replace("\n", f'\n  base "{source.base[1][:8]}"\n', 1))
    assert told(pinned) == []
    pinned.with_name("nim.astro").write_text(NIM.replace("21", "22"), encoding="utf-8")
    assert told(pinned) == ["changed-base pinned.astro:2"]


def test_what_is_wrong_in_the_base_is_told_there(files: Files) -> None:
    variant = files(quick=QUICK + "drop left\n")
    assert {line.split()[1].partition(":")[0] for line in told(variant)} == {"nim.astro"}


def test_no_file_far_away_is_read(files: Files, tmp_path: Path) -> None:
    (tmp_path.parent / "far.astro").write_text(NIM, encoding="utf-8")
    for base in ("../../far.astro", str(tmp_path.parent / "far.astro"), "nim.txt", "..\\nim.astro", "", "\x00.astro"):
        variant = files(quick=f'variant Quick of "{base}"\noption matches = 9\n')
        assert [line.split()[0] for line in told(variant)] in (["no-base"], ["bad-character"])


def test_circles_are_found(files: Files) -> None:
    files(one='variant One of "two.astro"\n')
    assert told(files(two='variant Two of "one.astro"\n')) == ["circle two.astro:2"]
    assert told(files(own='variant Own of "own.astro"\n')) == ["circle own.astro:2"]
    assert told(files(own='variant Own of "nim.astro" with "own.astro"\n')) == ["bad-mix-in own.astro:2"]
    files(a='variant A of "nim.astro" with "b.astro"\n')
    assert told(files(b='variant B of "nim.astro" with "a.astro"\n')) == ["bad-mix-in b.astro:2"]
    ring = [f'variant R{number} of "ring{(number + 1) % 9}.astro"\n' for number in range(9)]
    paths = [files(**{f"ring{number}": text}) for number, text in enumerate(ring)]
    assert [told(path)[0].split()[0] for path in paths] == ["circle"] * 9
    assert told(files(above='variant Above of "ring4.astro"\n')) == ["circle above.astro:2"]


def test_a_tower_of_variants_has_a_top(files: Files) -> None:
    """Each line says what is wrong with the tower, not with the file below, which alone is in order."""
    found, below = [], "nim"
    for number in range(40):
        found.append(told(files(**{f"v{number}": f'variant V of "{below}.astro"\noption matches = 9\n'})))
        below = f"v{number}"
    assert found[:20] == [[]] * 20
    assert found[20:] == [[f"too-large v{number}.astro:2"] for number in range(20, 40)]


SECRET = "the password is swordfish"


@pytest.mark.parametrize("line", ['of "{}"', 'of "nim.astro" with "{}"', 'of "nim.astro"\nuse "{}"'])
@pytest.mark.parametrize(
    "named",
    [
        "/etc/passwd", "/dev/zero", "../../far.astro", "linked.astro", "deep/../../../far.astro", "device.astro",
        "pipe.astro", "folder.astro", "~/far.astro", "file:far.astro", "http://far.astro", "notes.txt", "loop.astro",
        "link/far.astro", "%2e%2e/far.astro", "x" * 5000 + ".astro", "....//far.astro", "..", ".", "nim.astro/x.astro",
    ],
)  # fmt: skip
def test_no_path_leads_out_or_hangs(files: Files, tmp_path: Path, line: str, named: str) -> None:
    folder = files(quick=QUICK).parent
    (tmp_path.parent / "far.astro").write_text(f"astro 1\n{SECRET}\n")
    (folder / "linked.astro").symlink_to(tmp_path.parent / "far.astro")
    (folder / "link").symlink_to(tmp_path.parent)
    (folder / "device.astro").symlink_to("/dev/zero")
    (folder / "loop.astro").symlink_to(folder / "loop.astro")
    (folder / "deep").mkdir()
    (folder / "folder.astro").mkdir()
    (folder / "notes.txt").write_text(SECRET)
    os.mkfifo(folder / "pipe.astro")
    variant = files(mine=f"variant Mine {line.format(named)}\n")
    source = library.load_source(variant)
    found = examination.examine(source).problems
    assert {problem.code for problem in found} & {"no-base", "bad-mix-in", "no-library", "too-long"}, found
    assert "swordfish" not in report.frames(source, found) + source.text


def test_too_much_is_refused_at_once(files: Files, tmp_path: Path) -> None:
    remarks = ("# " + "-" * 9_000 + "\n") * 30
    files(large=f'variant Large of "nim.astro"\n{remarks}', deep="game Deep for 2 players\n" + nested(985))
    (tmp_path / "games" / "damaged.astro").write_bytes(b"astro 1\ngame \xff\x00 for\n" * 9)
    for header, changes, code in [
        ("nim", "insert last in take.then\n  left -= 0\n" * 1_001, "too-large"),
        ('nim.astro" with "large.astro", "./large', "", "too-large"),
        ('nim.astro" with "quick.astro", "quick', "", "bad-mix-in"),
        ("deep", "drop x\n", "unknown-part"),
        ("damaged", "drop x\n", "unknown-part"),
        ("a" * 300, "", "no-base"),
    ]:
        files(quick=QUICK)
        variant = files(much=f'variant Much of "{header}.astro"\n{changes}')
        assert [line.split()[0] for line in told(variant)] == [code], header[:20]


def nested(depth: int) -> str:
    return "".join(" " * level + "x\n" for level in range(depth))


# --- All there are ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", each(VARIANTS, lambda _: False, turns="complete"))
def test_the_complete_text_is_the_same_game(path: Path) -> None:
    source = library.load_source(path)
    assert machine(Source(str(path), expanded(source))) == machine(source)


MUTATED = 50


def test_no_text_of_a_variant_does_harm(files: Files) -> None:
    pick = random.Random(1)
    texts = [path.read_text(encoding="utf-8") for path in VARIANTS] + ["astro 1\n" + QUICK, "astro 1\n" + GREEDY]
    scraps = [
        "replace",
        "drop",
        "insert first in",
        "take",
        '"',
        "\n",
        "\n  ",
        "..",
        ".",
        "then",
        " of ",
        "with",
        "\t",
        "@",
        "{",
    ]
    variant = files(changed="")
    for _ in range(MUTATED):
        text = pick.choice(texts)
        for _ in range(pick.randint(1, 3)):
            start = pick.randrange(len(text) + 1)
            text = text[:start] + pick.choice(scraps) + text[start + pick.choice((0, 1, 5, 40)) :]
        variant.write_text(text, encoding="utf-8")
        source = library.load_source(variant)
        for problem in examination.examine(source).problems:
            assert source.place(problem.span.start)[0] >= 1
