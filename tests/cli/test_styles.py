"""Signs where standard output can carry them, letters where it cannot or the user wants none."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from astro_referee.cli.terminal import style_of
from astro_referee.interpreter.values.marks import Style


class Screen(StringIO):
    """A standard output with an encoding."""

    def __init__(self, encoding: str, terminal: bool) -> None:
        super().__init__()
        self.name_of_encoding, self.terminal = encoding, terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.name_of_encoding

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("encoding", "terminal", "term", "plain", "style"),
    [
        ("utf-8", True, "xterm", False, Style.SIGNS),
        ("utf-8", False, "dumb", False, Style.SIGNS),
        ("utf-8", True, "dumb", False, Style.LETTERS),
        ("utf-8", True, "xterm", True, Style.LETTERS),
        ("latin-1", True, "xterm", False, Style.LETTERS),
        ("ascii", False, "xterm", False, Style.LETTERS),
    ],
)
def test_the_style_goes_by_what_the_output_can_carry(
    monkeypatch: pytest.MonkeyPatch, encoding: str, terminal: bool, term: str, plain: bool, style: Style
) -> None:
    monkeypatch.setattr(sys, "stdout", Screen(encoding, terminal))
    monkeypatch.setenv("TERM", term)
    assert style_of(plain) is style
