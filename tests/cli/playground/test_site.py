"""The site of the playground, as far as it can be looked at without Node.js and a browser."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from shelf import ROOT

from astro_referee.cli.playground import archive, pyodide, site, tutorial
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library

Run = Callable[..., Result]
PAGE = ROOT / "cli" / "playground" / "page"
SHORT = 3
"""Letters of a name that may be an ordinary word."""
OWN = sorted(path for path in PAGE.glob("*.js") if path.name != "codemirror.js")


def lessons() -> list[tutorial.Lesson]:
    return tutorial.steps((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8"))


def test_each_lesson_has_the_rules_its_page_speaks_of() -> None:
    found = lessons()
    names = [lesson.name for lesson in found]
    assert names == ["", "tidepool", "slip", "tidepool", "tidepool", "leak", "tidepool", "tidepool"]
    for lesson in found[1:]:
        problems = examination.examine(Source(lesson.name, lesson.rules)).problems
        codes = [problem.code for problem in problems if problem.severity == "error"]
        assert codes == {"slip": ["unknown-name"], "leak": ["hidden-in-text"]}.get(lesson.name, [])


def test_lessons_are_plain_html() -> None:
    """Every tag is one that is meant, and all other text is escaped."""
    tags = {tag for lesson in lessons() for tag in re.findall(r"<(\w+)", lesson.html)}
    assert tags <= {"p", "ul", "li", "pre", "code", "strong", "em"}
    assert tutorial.html("a <b> `<i>` [link](http://x/<u>) **<s>**") == (
        "<p>a &lt;b&gt; <code>&lt;i&gt;</code> link <strong>&lt;s&gt;</strong></p>"
    )


def test_the_page_knows_no_game_and_asks_nobody_else() -> None:
    names = {name for game in library.bundled() for name in (game, game.replace("-", "_")) if len(name) > SHORT}
    for path in OWN:
        text = path.read_text(encoding="utf-8")
        assert not {name for name in names if re.search(rf"[\"'`]{name}[\"'`]", text)}, path.name
        assert not re.search(r"https?://|\beval\(|new Function", text), path.name
    shown = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.search(r"script-src 'self' 'wasm-unsafe-eval';", shown)
    assert not re.search(r"<script(?! type=\"module\" src=)|\son\w+=|https?://", shown)


def test_only_the_tutorial_is_read_as_html() -> None:
    used = {
        path.name: len(re.findall(r"innerHTML|insertAdjacentHTML|document\.write", path.read_text())) for path in OWN
    }
    assert {name: count for name, count in used.items() if count} == {"learn.js": 1}


def test_the_archive_has_what_a_page_imports(tmp_path: Path) -> None:
    """Each file once and without its date, so that a site changes only if they do; and nothing else."""
    archive.write_astro(tmp_path / "astro.zip")
    with zipfile.ZipFile(tmp_path / "astro.zip") as made:
        names = made.namelist()
        assert {one.date_time for one in made.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert len(names) == len(set(names))
    rooms = {name.split("/")[1] for name in names if name.startswith("astro_referee/")}
    assert rooms == {"__init__.py", "grammar", "interpreter", "games", "cli"}
    assert "astro_referee/cli/playground/examples/nim.astro" in names
    assert not [name for name in names if "/page/" in name or "__pycache__" in name or name.endswith("_test.astro")]


def test_nothing_but_a_site_is_overwritten(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    assert site.may_write(folder)
    (folder / "letter.txt").write_text("dear …", encoding="utf-8")
    assert "choose another name" in run("playground", "-o", str(folder), code=2).stderr
    (folder / site.MARKER).write_text("{}", encoding="utf-8")
    assert site.may_write(folder)


def test_what_is_missing_is_said(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        "there is no folder" in run("playground", "-o", str(tmp_path / "site"), "--pyodide", "nowhere", code=2).stderr
    )
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(pyodide.Failure, match=r"there is no npm.*--pyodide FOLDER"):
        pyodide.from_npm(tmp_path)
    with pytest.raises(pyodide.Failure, match=r"no folder with Pyodide: it has no pyodide\.mjs"):
        pyodide.complete(tmp_path)
    assert pyodide.prepared(tmp_path, tmp_path / "astro.zip", tmp_path / "made.zip") == "there is no node"
