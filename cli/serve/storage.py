"""Tables on the disk: for each a small file with its links and people, and beside it the record of its game.

Who can read these files can sit down in any seat, so they are closed to other users.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.options import source_of
from astro_referee.cli.protocol.requests import flag, number, settings, text
from astro_referee.cli.protocol.requests import path as path_text
from astro_referee.cli.serve import links
from astro_referee.cli.serve.tables import PUBLIC, WATCHED, Chair, ServedTable, with_clock
from astro_referee.interpreter import api
from astro_referee.interpreter.play.clock import Clock, read_clock
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.seating import wrong_names
from astro_referee.interpreter.study.bots import bot
from astro_referee.interpreter.values.marks import Style
from astro_referee.interpreter.values.text import clean

if TYPE_CHECKING:
    from astro_referee.cli.serve.frames import Facts
    from astro_referee.cli.table.recording import Recorder

ENDING = ".table.json"
FORMAT = 1


@define
class Hall:
    """All tables of a server, in one folder."""

    folder: Path
    tables: dict[str, ServedTable] = field(factory=dict)

    def seat_of(self, key: str) -> tuple[ServedTable, object] | None:
        """The table and the viewer that a secret stands for."""
        found = [(table, viewer) for table in self.tables.values() if (viewer := table.viewer(key)) is not None]
        return found[0] if found else None

    def open(
        self, spec: str, players: int | None, options: dict[str, str], typed: bool = False, clock: Clock | None = None
    ) -> ServedTable:
        """A new table; its game has not begun, and nothing is on the disk before it is told to `keep` itself."""
        match = set_up(spec, players, options)
        match.typed = typed
        self.folder.mkdir(parents=True, exist_ok=True)
        path = Path(spec)
        table = ServedTable(self.free_name(path.stem), str(path.resolve()) if path.exists() else spec, match)
        table.match = with_clock(match, clock)
        self.furnish(table)
        return table

    def furnish(self, table: ServedTable) -> None:
        """Gives a table what it needs, and a place in the hall."""
        _, most = table.game.rules.seats
        table.chairs += [Chair() for _ in range(max(most, table.game.seats) - len(table.chairs))]
        table.keep = partial(keep, self.folder)
        table.open_record = partial(open_record, self.folder)
        table.restart = restart
        self.tables[table.name] = table

    def free_name(self, stem: str) -> str:
        stem = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in stem) or "table"
        taken = {path.name for path in self.folder.iterdir()}
        for count in range(1, 100_000):
            name = stem if count == 1 else f"{stem}-{count}"
            if not any(one.startswith(f"{name}.") for one in taken) and name not in self.tables:
                return name
        raise Misuse(f"{self.folder} has no room for another table")

    def take_up(self) -> list[str]:
        """All tables of the folder again; gives what there is to say about those that cannot be."""
        notes = []
        for path in sorted(self.folder.glob(f"*{ENDING}")):
            try:
                self.furnish(taken_up(self.folder, path))
            except Exception as error:  # whatever one file has, the other tables are taken up
                said = error.message if isinstance(error, Failure) else str(error)
                notes.append(clean(f"{path.name} cannot be taken up: {said or type(error).__name__}"))
        return notes

    def close(self) -> None:
        for table in self.tables.values():
            if table.recorder is not None:
                with suppress(OSError):
                    table.recorder.close()
                table.recorder = None


def set_up(spec: str, players: int | None, options: dict[str, str]) -> Match:
    from astro_referee.interpreter.program.seats import usual_seats

    rules = api.load(source_of(spec))
    return api.start(rules, players or usual_seats(rules.seats), options, style=Style.SIGNS)


def restart(table: ServedTable, players: int | None, options: dict[str, str]) -> Match:
    """The same table with other options or another number of players."""
    match = set_up(table.spec, players, options)
    match.typed = table.match.typed
    return with_clock(match, table.match.clock)


# --- Files ---------------------------------------------------------------------------------------------------------


def keep(folder: Path, table: ServedTable) -> None:
    """Writes down everything that the record does not hold; the file is there as a whole or as it was."""
    facts: Facts = {
        "astro table": FORMAT,
        "game": table.spec,
        "players": table.game.seats,
        "options": dict(table.game.settings()),
        "typed": table.match.typed,
        "clock": str(table.match.clock) if table.match.clock is not None else "",
        "seats": [{"key": chair.key, "name": chair.name, "bot": chair.bot} for chair in table.chairs],
        "host": table.host_key,
        "watch": table.watch_key,
        "watching": table.watching,
        "delay": table.delay,
        "record": table.recorder.path.name if table.recorder is not None else "",
        "talk": table.talk,
    }
    path = folder / f"{table.name}{ENDING}"
    draft = path.with_name(f".{path.name}.draft")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(facts, file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def open_record(folder: Path, table: ServedTable, match: Match) -> Recorder | None:
    """A new record beside the table's file; one game after the other has one of its own."""
    from astro_referee.cli.table import recording

    if table.recorder is not None:
        table.recorder.close()
    names = (f"{table.name}.txt" if count == 1 else f"{table.name}.{count}.txt" for count in range(1, 100_000))
    path = next(folder / name for name in names if not (folder / name).exists())
    recorder = recording.begin(path, match)
    path.chmod(0o600)
    return recorder


def secret(value: object) -> bool:
    return isinstance(value, str) and links.SHORTEST <= len(value) <= links.LONGEST


def clock(value: object) -> bool:
    return isinstance(value, str) and (not value or read_clock(value) is not None)


def chairs(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict) and secret(one.get("key")) and text(one.get("name")) and text(one.get("bot"))
        for one in value
    )


def talk(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict) and text(one.get("who")) and text(one.get("text")) for one in value
    )


FIELDS: dict[str, Callable[[object], bool]] = {
    "game": path_text,
    "players": number,
    "options": settings,
    "typed": flag,
    "clock": clock,
    "seats": chairs,
    "host": secret,
    "watch": secret,
    "watching": (PUBLIC, WATCHED).__contains__,
    "delay": number,
    "record": text,
    "talk": talk,
}
"""What stands in the file of a table; somebody may have edited it."""


def read(path: Path) -> dict[str, Any]:
    """The file of a table, each field of its sort; raises ValueError."""
    facts = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(facts, dict) or facts.get("astro table") != FORMAT:
        raise ValueError("it is no table of this version")
    for name, fits in FIELDS.items():
        if name not in facts or not fits(facts[name]):
            raise ValueError(f"`{name}` is missing, or not what it should be")
    keys = [facts["host"], facts["watch"], *(one["key"] for one in facts["seats"])]
    if len({*keys}) < len(keys):
        raise ValueError("two of its links are the same")
    for one in facts["seats"]:
        if one["bot"]:
            bot(one["bot"])
    return facts


def taken_up(folder: Path, path: Path) -> ServedTable:
    """A table from its files; raises what is wrong with them."""
    facts = read(path)
    name = path.name.removesuffix(ENDING)
    match = set_up(facts["game"], facts["players"], facts["options"])
    match.typed = facts["typed"]
    table = ServedTable(name, facts["game"], with_clock(match, read_clock(facts["clock"]) if facts["clock"] else None))
    table.chairs = [Chair(one["key"], one["name"], one["bot"]) for one in facts["seats"]]
    table.host_key, table.watch_key = facts["host"], facts["watch"]
    table.watching, table.delay, table.talk = facts["watching"], facts["delay"], facts["talk"]
    names = [chair.name or own for chair, own in zip(table.chairs, table.game.players, strict=False)]
    if wrong := wrong_names(table.game.players, names):
        raise ValueError(wrong)
    if facts["record"]:
        go_on(folder / Path(facts["record"]).name, table)
    return table


def go_on(path: Path, table: ServedTable) -> None:
    """The game of a table from its record, which is written on."""
    from astro_referee.cli.table import recording

    handle = recording.opened(path.resolve())
    try:
        text = path.read_text(encoding="utf-8")
        found, ended, _ = recording.match_of(path, text, table.spec, False, Style.SIGNS)
        if not text.endswith("\n"):
            os.ftruncate(handle, path.read_bytes().rfind(b"\n") + 1)
        table.recorder = recording.Recorder(path, handle, found.events, ended)
    except BaseException:
        os.close(handle)
        raise
    # What a dead server had not come to write down: chance that was due.
    table.begun = True
    table.keep_match(found)
