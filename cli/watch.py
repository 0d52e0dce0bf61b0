"""`--watch`: a command runs again for the files that have changed, as soon as they are saved."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.main import HOLDS
from astro_referee.cli.terminal import put, talk
from astro_referee.interpreter.values.text import plural

BLINK = 0.2
"""Seconds between two looks at the files: shorter than anybody notices, longer than a look takes."""
WATCHING = f"{__name__}.watching"
"""Where the context of a command says that it is run again and again."""
CLEAR = "\033[H\033[2J\033[3J"
NAMED = re.compile(r'"([^"\n]+\.astro)"')
"""Files that a file names."""

Stamp = tuple[int, int, int]
Files = Callable[[tuple[str, ...]], list[str]]
"""From what the user has named to the files that it stands for now."""


def watchable(param: str, files: Files = list) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a command `--watch`; `param` is the argument that names its files."""

    def given(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def called(*, watch: bool, **values: Any) -> None:
            if not watch:
                command(**values)
            elif values.get("as_json"):
                raise Misuse("--watch is for people; leave out --json")
            else:
                click.get_current_context().meta[WATCHING] = True
                Watch(lambda: files(values[param]), lambda some: command(**values | {param: tuple(some)})).loop()

        said = "Run again for each file that is saved, or whose libraries, base or tests are; Ctrl-C ends it."
        return click.option("--watch", is_flag=True, help=said)(called)

    return given


def is_watching() -> bool:
    """Whether the command that runs is run again and again."""
    return WATCHING in click.get_current_context().meta


class Watch:
    """Files with what they are made of, and a command to run for those that change."""

    def __init__(self, files: Callable[[], list[str]], run: Callable[[list[str]], object]) -> None:
        self.files, self.run = files, run
        self.seen: dict[str, dict[Path, Stamp | None]] = {}
        """For each file those it was made of at the last run, and how they were."""

    def loop(self) -> None:
        """Runs, looks and runs again until somebody stops it."""
        try:
            while True:
                begun = monotonic()
                changed = self.changed()
                if changed:
                    self.again(changed)
                # A folder that takes long to look through is looked through less often.
                sleep(max(BLINK, 4 * (monotonic() - begun) if not changed else 0))
        except (KeyboardInterrupt, click.Abort):
            put()
            click.get_current_context().exit(HOLDS)

    def changed(self) -> list[str]:
        """The files that must be looked at again; all of them at first."""
        from astro_referee.interpreter.play.library import NotFound

        try:
            files = self.files()
        except (NotFound, OSError):  # some editors take a file away before they put the new one there
            if not self.seen:
                raise
            return []
        if not files and not self.seen:
            raise Misuse("there is nothing here to watch")
        for gone in self.seen.keys() - set(files):
            del self.seen[gone]
        return [file for file in files if self.seen.get(file) is None or self.seen[file] != stamps(self.seen[file])]

    def again(self, files: list[str]) -> None:
        # How the files are is noted before they are read: who saves during a run gets another one.
        for file in files:
            self.seen[file] = stamps(made_of(file))
        if sys.stdout.isatty():
            print(CLEAR, end="", flush=True)
        try:
            self.run(files)
        except click.exceptions.Exit:
            pass
        except click.ClickException as error:
            talk(f"astro: {error.format_message()}")
        talk(f"watching {plural(len(self.seen), 'file')}; Ctrl-C ends it", "faint")


def tested(paths: tuple[str, ...]) -> list[str]:
    """The files with tests that `astro test` runs for some paths."""
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.testing import runner

    places = [Path(path) if Path(path).is_dir() else library.find(path) for path in paths or (".",)]
    return list(dict.fromkeys(str(file) for place in places for file in runner.files_with_tests(place)))


def stamps(paths: Iterable[Path]) -> dict[Path, Stamp | None]:
    return {path: stamp(path) for path in paths}


def stamp(path: Path) -> Stamp | None:
    """What changes when a file is saved; nothing if it is not there."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def made_of(file: str) -> set[Path]:
    """A file and all that is read with it: libraries, bases, tests and snapshots; those it only asks for, too."""
    from astro_referee.cli.store import shared_store
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.testing.snapshots import snapshot_path

    path, store = Path(file), shared_store()
    found: set[Path] = set()
    try:
        path = library.find(file)
        store.forget(path)
        found |= store.loaded(path, library.name_of(file)).made_of
        found |= {path.parent / name for name in NAMED.findall(library.text_of(path))}
    except (library.NotFound, library.NotAFile, OSError, ValueError):
        pass
    return {*found, path, path.with_name(f"{path.stem}{library.TESTS}{path.suffix}"), snapshot_path(path)}
