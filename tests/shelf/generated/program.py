"""A whole generated program: a seed goes in, the texts of a rule file and of what it uses or changes come out."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from attrs import define, field

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from generated.boards import BOARDS
from generated.components import CARDS, COMPONENTS
from generated.flow import FLOW, QUESTIONS
from generated.inventor import Inventor, Known
from generated.looks import LOOKS
from generated.memory import MEMORY, WORDS
from generated.tables import TABLES
from generated.templates import chosen
from generated.variants import CHANGES, EMPTY, MIX_INS, TABLE
from generated.vocabulary import declared

FEATURES = (*COMPONENTS, *LOOKS, *CARDS, *MEMORY, *WORDS, *FLOW, *QUESTIONS, *TABLES, *BOARDS)
LIBRARIES, VARIANTS = 11, 7
"""One program in so many uses a library, or is a variant."""
MAIN, USED, BASE = "made.astro", "used.astro", "base.astro"

HEADER = """astro 1
game Made for «2~2..3» players« @R1»
«  "Made up."
»«  author "Nobody"
  year "1"
»"""
PLAY = """
option haste: bool = no
var taken_turns: 0..20
phase play
  begin
    taken_turns = 0
  turns clockwise from P1 until taken_turns > 9 or haste and taken_turns > 5
    taken_turns += 1
MOVES
    move rest
      when total < 99 else "no rest"
      then
        total = min(total + 1, 99)
    otherwise
      total = 0
  finish
    say "{taken_turns}"
"""
END = """
end« @R1»
«  "The end."
»«  if total > 50
    winner «P1~players»« because "far"»
»  «draw« because "over"»~\
rank p in players« where p is P1 or total < 50» by highest score[p]« then lowest p.index»« because "{total}"»»
"""


@define
class Program:
    """Puts features together, each filled in with code made up at random."""

    random: Random
    inventor: Inventor = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.inventor = Inventor(self.random)

    def filled(self, template: str) -> str:
        """A template with something in all its holes."""
        text = chosen(template, self.random)
        self.inventor.tested_here = set()
        return re.sub(r"( *)<steps>|<(\w+)>", self.hole, text)

    def hole(self, found: re.Match[str]) -> str:
        known = Known(asked=False)
        if found[2] is None:
            self.inventor.lines = []
            self.inventor.block(known, len(found[1]) // 2, 1)
            return "\n".join(self.inventor.lines)
        return self.inventor.test(known, 1) if found[2] == "test" else self.inventor.value(found[2], known, 1)

    def moves(self, number: int) -> str:
        self.inventor.lines = []
        for one in range(number):
            self.inventor.move(one)
        return "\n".join(self.inventor.lines)

    def text(self, features: list[str]) -> str:
        """The items of a whole game, without its header."""
        parts = [self.filled(feature) for feature in features]
        parts += [PLAY.replace("MOVES", self.moves(self.random.choice((1, 1, 2)))), self.filled(END)]
        return "\n".join(part.strip("\n") for part in parts) + "\n"


def program(seed: int) -> dict[str, str]:
    """The files of a program by their names; the one to be played comes last."""
    random = Random(seed)
    features = [FEATURES[seed % len(FEATURES)], *random.sample(FEATURES, random.choice((0, 0, 1)))]
    made = Program(random)
    text = made.text(list(dict.fromkeys(features)))
    header = chosen(HEADER, random)
    if seed % LIBRARIES == 0:
        items = re.findall(r"^\S.*(?:\n+ +.*)*", declared(header + text) + "\n" + text, re.MULTILINE)
        shared = [item for item in items if not item.startswith(("phase", "end"))]
        own = [item for item in items if item not in shared]
        about = chosen('library Used« @R1»\n«  "Shared."\n»', random)
        return {USED: f"astro 1\n{about}" + lines(shared), MAIN: f'{header}use "{USED}"\n' + lines(own)}
    if seed % VARIANTS == 0:
        text += TABLE
        return {
            BASE: f"{header}{declared(header + text)}\n{text}",
            USED: EMPTY,
            **MIX_INS,
            MAIN: chosen(random.choice(CHANGES), random),
        }
    return {MAIN: f"{header}{declared(header + text)}\n{text}"}


def lines(items: list[str]) -> str:
    return "\n".join([*items, ""])


def source(seed: int, folder: Path) -> Source:
    """A program as it is read; several files need a folder to be found in."""
    files = program(seed)
    if len(files) == 1:
        return Source(MAIN, files[MAIN])
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return library.load_source(folder / MAIN)
