"""The site put together: pages, Python, Astro, games and tutorial in one folder that any web server can hand out."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from attrs import asdict

from astro_referee import __version__
from astro_referee.cli.commands.author.new import KINDS, starter
from astro_referee.cli.playground import archive, pyodide, tutorial
from astro_referee.cli.playground.catalogue import catalogue, texts_of
from astro_referee.cli.playground.writing import words

PAGE = Path(__file__).resolve().parent / "page"
CHOOSING = Path(__file__).resolve().parents[1] / "serve" / "page" / "choose.js"
"""How a move is put together by taps, here as at a served table."""
WORKER = "service-worker.js"
"""It keeps all other files for visits without a network, by the list that is written into it."""
LIST = "/* files */"
MARKER = "astro-playground.json"
"""It says that a folder is a site of ours, which may be written anew."""

Say = Callable[[str], None]


def build(output: Path, given: Path | None, say: Say) -> None:
    """Writes the site into a folder, which is made, or was one before."""
    with tempfile.TemporaryDirectory(prefix="astro-site-") as name:
        draft = Path(name)
        site = draft / "site"
        shutil.copytree(PAGE, site)
        shutil.copy(CHOOSING, site)
        write_json(site / "catalogue.json", write_games(site / "games"))
        write_json(site / "tutorial.json", [asdict(step) for step in written_steps()])
        write_json(site / "words.json", words())
        say("games and tutorial are in the site")
        source = pyodide.complete(given) if given is not None else pyodide.from_npm(draft)
        (site / "pyodide").mkdir()
        for file in pyodide.NEEDED:
            shutil.copy(source / file, site / "pyodide" / file)
        say("Python for the page is in the site")
        trouble = write_archives(draft, source, site)
        say(f"modules are not prepared, so the page starts slowly: {trouble}" if trouble else "modules are prepared")
        write_json(site / MARKER, {"astro": __version__})
        write_list(site)
        replace(site, output)


def write_games(folder: Path) -> list[dict[str, object]]:
    folder.mkdir()
    entries = catalogue()
    for one in entries:
        write_json(folder / f"{one.name}.json", texts_of(one.file))
    for kind in KINDS:
        write_json(folder / f"starter-{kind}.json", {"name": "my_game", "rules": starter(kind, "MyGame")})
    return [one.listed for one in entries]


def written_steps() -> list[tutorial.Lesson]:
    page = tutorial.tutorial()
    return tutorial.steps(page.read_text(encoding="utf-8")) if page.is_file() else []


def write_archives(draft: Path, source: Path, site: Path) -> str:
    """Astro with what was compiled for it in one archive, and the rest; why nothing was compiled, if so."""
    plain, made = site / "astro.zip", draft / "prepared.zip"
    archive.write_astro(plain)
    archive.write_tests(site / "tests.zip")
    (site / "licences.txt").write_text(archive.licences(), encoding="utf-8", newline="\n")
    trouble = pyodide.prepared(source, plain, made)
    if not trouble:
        with zipfile.ZipFile(made) as compiled, zipfile.ZipFile(plain, "a") as target:
            for name in compiled.namelist():
                target.writestr(zipfile.ZipInfo(name), compiled.read(name), zipfile.ZIP_DEFLATED, 9)
    return trouble


def write_list(site: Path) -> None:
    """Tells the service worker of all files, each with a hash of what it holds."""
    files = {
        path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted(site.rglob("*"))
        if path.is_file() and path.name != WORKER
    }
    worker = site / WORKER
    text = worker.read_text(encoding="utf-8")
    assert LIST in text
    listed = json.dumps(files, indent=1)
    worker.write_text(text.replace(f"{{{LIST}}}", listed), encoding="utf-8", newline="\n")


def write_json(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8", newline="\n")


def replace(site: Path, output: Path) -> None:
    """Puts a whole site in the place of the last one."""
    if output.exists():
        shutil.rmtree(output)
    output.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(site, output)


def may_write(output: Path) -> bool:
    """Whether a folder is not there, is empty, or holds a site of ours: nothing else is overwritten."""
    if output.is_dir():
        return (output / MARKER).is_file() or not any(output.iterdir())
    return not output.exists()
