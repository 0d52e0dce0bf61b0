"""Places of rule files and positions of an editor: lines from one and from zero, columns in characters and in whatever
unit the two have agreed on.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.workspace import Workspace

from astro_referee.grammar.source import Place


def path_of(uri: str) -> Path:
    """The file that an address names; what is no file has a name all the same."""
    return Path(uris.to_fs_path(uri) or uri.rpartition("/")[2] or "untitled.astro")


def uri_of(path: Path) -> str:
    return uris.from_fs_path(str(path)) or path.as_uri()


def lines_of(workspace: Workspace, uri: str) -> list[str]:
    """The lines of a file as the editor has it, or as it lies on the disk."""
    if uri in workspace.text_documents:
        return split(workspace.text_documents[uri].source)
    try:
        path = path_of(uri)
        return on_disk(path, path.stat().st_mtime_ns)
    except (OSError, ValueError):
        return []


@lru_cache(maxsize=256)
def split(text: str) -> list[str]:
    """Lines as the protocol counts them: no other signs end a line."""
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$", text) or [""]


@lru_cache(maxsize=256)
def on_disk(path: Path, _: int) -> list[str]:
    return split(path.read_bytes().decode("utf-8-sig", errors="replace"))


def position(workspace: Workspace, lines: list[str], line: int, column: int) -> types.Position:
    """A line and column of ours, both from one."""
    if not 1 <= line <= len(lines):
        return types.Position(min(max(line - 1, 0), len(lines)), 0)
    text = lines[line - 1].rstrip("\r\n")
    return types.Position(line - 1, workspace.position_codec.client_num_units(text[: column - 1]))


def range_of(workspace: Workspace, place: Place, uri: str) -> types.Range:
    lines = lines_of(workspace, uri)
    return types.Range(position(workspace, lines, *place.start), position(workspace, lines, *place.end))


def line_and_column(workspace: Workspace, uri: str, at: types.Position) -> tuple[int, int]:
    """A position of the editor as a line and column of ours."""
    lines = lines_of(workspace, uri)
    if at.line >= len(lines):
        return at.line + 1, 1
    found = workspace.position_codec.position_from_client_units(lines, at)
    return found.line + 1, found.character + 1


def whole_line(workspace: Workspace, uri: str, number: int) -> types.Range:
    """A line from its beginning to its end, counted from one."""
    lines = lines_of(workspace, uri)
    text = lines[number - 1].rstrip("\r\n") if 0 < number <= len(lines) else ""
    return types.Range(types.Position(number - 1, 0), position(workspace, lines, number, len(text) + 1))
