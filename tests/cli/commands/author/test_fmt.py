"""`astro fmt`: what is written, what is only told, and what is left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]

LOOSE = """\
astro 1
game   Duel for 2 players   # for two


var   shots for each player :0..9
# How it goes.
phase play

    turns clockwise from P1
       move  shoot( at in 1..3 )
             when shots[ me ]<9  else "no shots are left"
             when at is not 2 or shots[me]  is 0
              else "not there"
             when at>1 else "too low"
             then
               shots[me]+=1
       otherwise
         draw
"""
NEAT = """\
astro 1
game Duel for 2 players     # for two

var shots for each player: 0..9
# How it goes.
phase play
  turns clockwise from P1
    move shoot(at in 1..3)
      when shots[me] < 9   else "no shots are left"
      when at is not 2 or shots[me] is 0
        else "not there"
      when at > 1          else "too low"
      then
        shots[me] += 1
    otherwise
      draw
"""
BROKEN = "astro 1\ngame   Duel for 2 players\nphase play\n  draw because because\n"


def test_files_are_written_and_then_stay(run: Run, rules: Callable[[str], str]) -> None:
    path = rules(LOOSE)
    assert run("fmt", path, code=0).stderr == f"laid out {path}\n"
    assert Path(path).read_text(encoding="utf-8") == NEAT
    before = Path(path).stat().st_mtime_ns
    assert run("fmt", path, code=0).output == ""
    assert Path(path).stat().st_mtime_ns == before


def test_check_names_what_would_change_and_writes_nothing(run: Run, rules: Callable[[str], str]) -> None:
    path = rules(LOOSE)
    told = run("fmt", "--check", "games/ptolemy.astro", path, code=1)
    assert told.stdout == f"{path}\n"
    assert told.stderr == "1 of 2 files would change\n"
    assert Path(path).read_text(encoding="utf-8") == LOOSE
    assert run("fmt", "--check", "games/ptolemy.astro", code=0).output == ""


def test_diff_shows_what_would_change_and_writes_nothing(run: Run, rules: Callable[[str], str]) -> None:
    path = rules(LOOSE)
    shown = run("fmt", "--diff", path, code=0).stdout.splitlines()
    assert [line[1:] for line in shown[3:] if line[0] != "-"] == NEAT.splitlines()
    assert [line[1:] for line in shown[3:] if line[0] != "+"] == LOOSE.splitlines()
    assert run("fmt", "--diff", "--check", path, code=1).stdout.splitlines() == shown
    assert Path(path).read_text(encoding="utf-8") == LOOSE


def test_standard_input_goes_to_standard_output(run: Run) -> None:
    assert run("fmt", "-", typed=LOOSE, code=0).stdout == NEAT
    assert run("fmt", "-", typed=NEAT, code=0).stdout == NEAT
    assert run("fmt", "-", "--check", typed=LOOSE, code=1).stdout == "-\n"


def test_a_file_that_cannot_be_read_is_left_alone_and_the_others_are_not(run: Run, tmp_path: Path) -> None:
    broken, loose = tmp_path / "broken.astro", tmp_path / "loose.astro"
    broken.write_text(BROKEN, encoding="utf-8")
    loose.write_text(LOOSE, encoding="utf-8")
    told = run("fmt", broken, loose, code=1)
    assert f"{broken} cannot be read, and is left as it is" in told.stderr
    assert f"{broken}:4:16" in told.stderr
    assert broken.read_text(encoding="utf-8") == BROKEN
    assert loose.read_text(encoding="utf-8") == NEAT
    assert run("fmt", "-", typed=BROKEN, code=1).stdout == ""
    assert run("fmt", tmp_path / "missing.astro", code=2).stdout == ""


def test_what_a_file_uses_or_changes_need_not_be_there(run: Run, rules: Callable[[str], str]) -> None:
    run("fmt", rules('astro 1\ngame X for 2 players\nuse   "lost.astro"\nphase play\n  draw\n'), code=0)
    path = rules('astro 1\nvariant X of "lost"\nreplace  a.then\n    then\n     x+=1 # more\n')
    run("fmt", path, code=0)
    assert Path(path).read_text(encoding="utf-8").endswith("replace a.then\n  then\n    x += 1  # more\n")


def test_foreign_line_ends_become_ours(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "windows.astro"
    path.write_bytes(b"\xef\xbb\xbf" + NEAT.replace("\n", "\r\n").encode())
    run("fmt", "--check", path, code=1)
    run("fmt", path, code=0)
    assert path.read_bytes() == NEAT.encode()
