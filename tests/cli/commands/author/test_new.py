"""`astro new`: whatever it writes can be checked, tested, laid out and played, and nothing is ever written over."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def works(run: Run, file: Path | str) -> str:
    """Everything an author does first; gives what `check` says."""
    run("fmt", "--check", file, code=0)
    assert ", all hold\n" in run("test", file, code=0).stdout
    assert "wins" in (told := run("play", file, "--watch", "--seed", "3", code=0).stdout) or "drawn" in told
    return run("check", file, code=0).stdout


@pytest.mark.parametrize("kind", ["board", "cards"])
def test_a_starter_is_a_whole_game(run: Run, here: Path, kind: str) -> None:
    told = run("new", "thin ice", "--kind", kind, code=0).stdout
    assert told.startswith("wrote thin_ice.astro: ThinIce\n")
    assert "game ThinIce for 2" in (here / "thin_ice.astro").read_text(encoding="utf-8")
    said = works(run, "thin_ice.astro")
    assert "warning" not in said
    assert "tests" in said


@pytest.mark.parametrize("base", ["ptolemy", "ephemeris-snap"])
def test_a_variant_begins_as_its_base(run: Run, here: Path, base: str) -> None:
    run("new", "mine", "--from", base, code=0)
    assert f'a variant of {base} (base "' in run("check", "mine.astro", code=0).stdout
    assert run("test", "mine.astro", code=0).stdout.endswith("1 test, all hold\n")
    changes = json.loads(run("diff", base, "mine.astro", "-n", "2", "--json").stdout)
    assert {part["part"].split()[0] for part in changes["parts"]} <= {"game"}
    assert changes["parting"] is None


def test_a_variant_of_a_file_finds_it_from_its_own_folder(run: Run, here: Path) -> None:
    run("new", "thin ice", "--dir", "games", code=0)
    told = run("new", "far/ThickIce", "--from", "games/thin_ice.astro", code=0).stdout
    assert told.startswith("wrote far/thick_ice.astro: ThickIce, a variant of games/thin_ice.astro\n")
    assert 'of "../games/thin_ice.astro"' in (here / "far" / "thick_ice.astro").read_text(encoding="utf-8")
    works(run, "far/thick_ice.astro")
    run("new", "thicker", "--from", "far/thick_ice.astro", code=0)
    works(run, "thicker.astro")
    said = run("new", "a/b/c/lost", "--from", "games/thin_ice.astro", code=2).stderr
    assert "`../../../games/thin_ice.astro` is too far away; a base is in the folder of this file" in said
    assert not (here / "a").exists()


def test_what_the_comments_show_can_be_done(run: Run, here: Path) -> None:
    run("new", "thin ice", code=0)
    run("new", "mine", "--from", "thin_ice.astro", code=0)
    text = (here / "mine.astro").read_text(encoding="utf-8")
    for shown, meant in {
        "# option jumps = no": "option jumps = yes",
        '# replace step "{to} is too far away"': 'replace step "{to} is too far away"',
        '#   when … else "…"': '  when to in near(me) or to is c3 else "{to} is too far"',
        "# insert first in step.then": "insert first in step.then",
        '#   say "…"': '  say "Crack!"',
    }.items():
        assert text.count(f"\n{shown}\n") == 1
        text = text.replace(f"\n{shown}\n", f"\n{meant}\n")
    (here / "mine.astro").write_text(text + 'test "from afar"\n  P1 "c3"\n', encoding="utf-8")
    works(run, "mine.astro")


@pytest.mark.parametrize("base", ["ptolemy", "ecliptic", "ophiuchus", "ephemeris-two"])
def test_a_move_that_is_shown_to_be_dropped_can_be(run: Run, here: Path, base: str) -> None:
    run("new", "mine", "--from", base, code=0)
    text, _, _ = (here / "mine.astro").read_text(encoding="utf-8").partition("\ntest ")
    (here / "mine.astro").write_text(text.replace("\n# drop ", "\ndrop "), encoding="utf-8")
    run("check", "mine.astro", code=0)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "a game needs a name with at least one letter"),
        ("- _", "a game needs a name with at least one letter"),
        ("2048", "a name cannot begin with a digit: 2048"),
        ("Zürich", "ü cannot be in a name: it has letters from a to z, digits, blanks, - and _"),
        ("..", ". cannot be in a name"),
        ("a\nb", "a sign that cannot be seen cannot be in a name"),
        ("Ptolemy", "a game that comes with Astro is called ptolemy; choose another name"),
        ("duel test", "duel_test.astro would be a file of tests"),
        ("taken", "taken.astro is there already"),
        ("file/inside", "file"),
    ],
)
def test_bad_names_are_refused_with_a_reason(run: Run, here: Path, name: str, said: str) -> None:
    (here / "taken.astro").write_text("mine", encoding="utf-8")
    (here / "file").write_text("mine", encoding="utf-8")
    assert said in run("new", "--", name, code=2).stderr
    assert sorted(path.name for path in here.iterdir()) == ["file", "taken.astro"]
    assert (here / "taken.astro").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("name", "file", "title"),
    [
        ("FourInARow", "four_in_a_row.astro", "FourInARow"),
        ("night-race.astro", "night_race.astro", "NightRace"),
        ("  gin RUMMY 2 ", "gin_rummy_2.astro", "GinRUMMY2"),
        ("x", "x.astro", "X"),
        ("deep/er/well", "deep/er/well.astro", "Well"),
    ],
)
def test_file_and_game_are_called_by_the_name(run: Run, here: Path, name: str, file: str, title: str) -> None:
    told = json.loads(run("new", name, "--json", code=0).stdout)
    assert told == {"file": file, "game": title, "from": None}
    assert f"\ngame {title} for " in (here / file).read_text(encoding="utf-8")


def test_a_base_with_errors_or_none_is_refused(run: Run, here: Path) -> None:
    (here / "broken.astro").write_text("astro 1\ngame Broken for 2 players\nphase play\n  x\n", encoding="utf-8")
    assert "broken.astro cannot be played" in run("new", "mine", "--from", "broken.astro", code=1).stderr
    assert "there is no game called lost" in run("new", "mine", "--from", "lost", code=2).stderr
    run("new", "mine", "--from", "ptolemy", "--kind", "cards", code=2)
    assert not (here / "mine.astro").exists()


def test_a_variant_lists_the_parts_of_libraries_and_expands_below_the_names_of_files(run: Run, here: Path) -> None:
    run("new", "quick pairs", "--from", "ephemeris-pairs", code=0)
    text = (here / "quick_pairs.astro").read_text(encoding="utf-8")
    assert "# Parts of the libraries it uses, in the same way: Picture, Card, pack, fill_pack, turns_taken," in text
    rows = run("expand", "quick_pairs.astro", code=0).stdout.splitlines()
    below = {row.split()[2]: rows[at + 2].split(" ")[0] for at, row in enumerate(rows) if row.startswith("# --- ")}
    assert list(below) == [
        "ephemeris/pictures.astro",
        "ephemeris/turn_limit.astro",
        "ephemeris_pairs.astro",
        "quick_pairs.astro",
    ]
    assert (below["ephemeris_pairs.astro"], below["quick_pairs.astro"]) == ("ruling", "test")
