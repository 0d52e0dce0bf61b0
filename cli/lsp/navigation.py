"""From a name in a file to where it is declared, to all its uses, to another name for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve
from lsprotocol import types
from pygls.workspace import Workspace

from astro_referee.cli.lsp import snapshots
from astro_referee.cli.lsp.positions import range_of, uri_of
from astro_referee.cli.store import Analysis, Store
from astro_referee.grammar.edits import TextEdit
from astro_referee.grammar.source import Place, blanked
from astro_referee.interpreter.check.names.index import IN_BASE
from astro_referee.interpreter.play import library
from astro_referee.interpreter.program.symbols import CannotRename, Symbol, SymbolKind
from astro_referee.interpreter.testing.at_line import tests_in


def at(analysis: Analysis, line: int, column: int) -> Symbol | None:
    return analysis.index.at(analysis.file, line, column)


def location(workspace: Workspace, analysis: Analysis, place: Place) -> types.Location:
    uri = uri_of(analysis.path_of(place.file))
    return types.Location(uri, range_of(workspace, place, uri))


def declarations(workspace: Workspace, analysis: Analysis, symbol: Symbol) -> list[types.Location]:
    return [location(workspace, analysis, place) for place in symbol.declared]


def around(store: Store, analysis: Analysis, symbol: Symbol) -> list[tuple[Analysis, Symbol]]:
    """The same symbol in every file that knows it: those that use its file, its tests, its variants and their tests."""
    found = [(analysis, symbol)]
    declared = {(analysis.path_of(place.file), place.start) for place in symbol.declared}
    homes = {path for path, _ in declared}
    left = [path for path in neighbours(homes | {analysis.path}, symbol.name) if path != analysis.path]
    left = [path for path in left if homes & store.made_of(path)]
    while left:
        twins = {path: list(twins_in(store.analysis(path), symbol, declared)) for path in left}
        if not any(twins.values()):
            break
        for path, listed in twins.items():
            for twin in listed:
                found.append((store.analysis(path), twin))
                # What a variant puts in the place of a part is what its own tests know.
                declared |= {(store.analysis(path).path_of(place.file), place.start) for place in twin.declared}
        left = [path for path in left if not twins[path]]
    return found


def twins_in(other: Analysis, symbol: Symbol, declared: set[tuple[Path, tuple[int, int]]]) -> Iterator[Symbol]:
    """The symbols of a file that are declared where another one is, or in its place."""
    mentioned = {(other.path_of(one.declared.file), one.declared.start) for one in other.source.mentions}
    for twin in other.index.symbols:
        if twin.name == symbol.name:
            own = {(other.path_of(place.file), place.start) for place in twin.declared}
            # What a variant puts in the place of a part has the name of that part.
            if declared & own or (declared & mentioned and twin.sort is symbol.sort and other.path in dict(own)):
                yield twin


def neighbours(paths: set[Path], name: str) -> list[Path]:
    """The rule files with a name in them, in the folders of some files and inside: whoever uses them lies there."""
    word = re.compile(rf"\b(?:{re.escape(name)}|{re.escape(shown(name))})\b")
    files = sorted({file.resolve() for folder in {path.parent for path in paths} for file in folder.rglob("*.astro")})
    return [file for file in files[:MOST_FILES] if word.search(read(file))]


def read(path: Path) -> str:
    try:
        return library.text_of(path)
    except (OSError, library.NotAFile):
        return ""


QUOTED = re.compile(r'"[^"\n]*"')
NOTATION = re.compile(r'\b(?:as|or) "([^"\n]*)"')
HOLE = re.compile(r"\{[^}]*\}")
NEXT_BEFORE = re.compile(r"\b[A-Za-z]+[ ]+\Z")
NEXT_BEHIND = re.compile(r"[ ]+[A-Za-z]+\b")
FEW_LETTERS = 4
"""Letters of its own below which a text of the rules, such as `"{man}"`, says nothing about what else is said."""
MOST_FILES = 300
"""Files that are looked through for uses of a name."""


def references(
    workspace: Workspace, store: Store, analysis: Analysis, symbol: Symbol, declared: bool
) -> list[types.Location]:
    """All places where a name stands, in all files around."""
    found: dict[tuple[str, int, int], types.Location] = {}
    for one, twin in around(store, analysis, symbol):
        for place in twin.places if declared else twin.uses:
            here = location(workspace, one, place)
            found.setdefault((here.uri, here.range.start.line, here.range.start.character), here)
    return list(found.values())


def renamed(workspace: Workspace, store: Store, analysis: Analysis, symbol: Symbol, name: str) -> types.WorkspaceEdit:
    """The edits that give a symbol another name in all files around. Raises CannotRename."""
    changes: dict[str, dict[tuple[int, int], types.TextEdit]] = {}
    refuse_installed(analysis, symbol)
    for one, twin in around(store, analysis, symbol):
        if any(problem.severity == "error" for problem in one.problems):
            raise CannotRename(f"{one.path.name} has errors, so not every use of `{symbol.name}` is known")
        if twin.fixed == IN_BASE and one is not analysis:  # the base is renamed as well
            twin = evolve(twin, fixed="")
        edits: tuple[TextEdit, ...] = one.index.rename(twin, name)
        for edit in (*edits, *in_texts(one, twin, name)):
            uri = uri_of(one.path_of(edit.place.file))
            change = types.TextEdit(range_of(workspace, edit.place, uri), edit.text)
            changes.setdefault(uri, {})[change.range.start.line, change.range.start.character] = change
    edited = {uri: list(edits.values()) for uri, edits in changes.items()}
    if symbol.sort is not SymbolKind.LOCAL:
        texts = dict(snapshots.with_edits(workspace, uri, edits) for uri, edits in edited.items())
        snapshots.renamed(edited, texts, {symbol.name, shown(symbol.name)})
    return types.WorkspaceEdit(changes=edited)


def refuse_installed(analysis: Analysis, symbol: Symbol) -> None:
    """What comes with Astro is of use to other games as well, which nobody sees here; who works on it may rename it."""
    games = library.PACKAGE / "games"
    if analysis.path.is_relative_to(games.resolve()):
        return
    for path in {analysis.path_of(place.file) for place in symbol.declared}:
        if path.is_relative_to(games.resolve()):
            raise CannotRename(f"`{symbol.name}` is declared in {path.name}, which comes with Astro")


# --- Names in the texts of tests -------------------------------------------------------------------------------------


def shown(name: str) -> str:
    """A name as players read it."""
    return name.replace("_", " ")


def in_texts(analysis: Analysis, symbol: Symbol, name: str) -> list[TextEdit]:
    """What tests type, offer and expect to read is written in names as well: of members anywhere in a text, of a move
    without a notation where it begins.
    """
    written = "".join(declared_lines(analysis, symbol))
    if symbol.sort not in (SymbolKind.MEMBER, SymbolKind.MOVE) or " as " in written:
        return []
    word, beside = re.escape(shown(symbol.name)), "|".join(map(re.escape, glued(analysis)))
    is_move = symbol.sort is SymbolKind.MOVE
    inside = re.compile(rf'(?<=")({word})\b' if is_move else rf"\b(?:{beside})({word})(?:{beside})\b")
    found: list[TextEdit] = []
    text, prose = read(analysis.path), written_texts(analysis)
    lines = text.split("\n")
    for test in tests_in(text):
        for number in range(test.first + 1, test.last + 1):
            for quoted in QUOTED.finditer(lines[number - 1]):
                refuse_part(analysis, symbol, quoted[0], number)
                for use in inside.finditer(lines[number - 1], quoted.start(), quoted.end()):
                    if is_prose(prose, lines[number - 1], quoted, use):
                        continue
                    place = Place(analysis.file, (number, use.start(1) + 1), (number, use.end(1) + 1))
                    found.append(TextEdit(place, shown(name)))
    return found


def written_texts(analysis: Analysis) -> Sequence[str]:
    """The texts of the rules without quotes and in small letters, those with the most letters of their own first."""
    rules = blanked((analysis.source.tested or analysis.source).text)
    return sorted(
        {quoted[1:-1].casefold() for quoted in QUOTED.findall(rules)}, key=lambda one: -len(HOLE.sub("", one))
    )


def is_prose(texts: Sequence[str], line: str, quoted: re.Match[str], use: re.Match[str]) -> bool:
    """Whether a name in a text of a test is a word that the rules write themselves, and that stays when the member has
    another name: by the text of the rules that says all of this, or else by one with the same words around the name.
    """
    said, at = quoted[0][1:-1].casefold(), use.start(1) - quoted.start() - 1
    found = set[bool]()
    for text in texts:
        parts = HOLE.split(text)
        if len("".join(parts)) >= FEW_LETTERS and (whole := re.fullmatch("(.+?)".join(map(re.escape, parts)), said)):
            found.add(not any(start <= at < end for start, end in whole.regs[1:]))
    if len(found) > 1:
        raise CannotRename(
            f"{quoted[0]} in a test may have `{use[1]}` from a hole of a text, or as a word of the rules"
        )
    if found:
        return found.pop()
    before, behind = NEXT_BEFORE.search(line[: use.start(1)]), NEXT_BEHIND.match(line[use.end(1) :])
    around_it = ((before[0] if before else "") + use[1] + (behind[0] if behind else "")).casefold()
    alike = re.compile(rf"\b{re.escape(around_it)}\b")
    return around_it != use[1].casefold() and any(alike.search(HOLE.sub("\0", text)) for text in texts)


def glued(analysis: Analysis) -> list[str]:
    """The letters that moves are written with right before or behind what was chosen, such as `x` in `as "x{man}"`; and
    nothing, the longest first.
    """
    rules = analysis.source.tested or analysis.source
    written = " ".join(NOTATION.findall(rules.text))
    return sorted({"", *re.findall(r"(\w+)\{", written), *re.findall(r"\}(\w+)", written)}, key=len, reverse=True)


def refuse_part(analysis: Analysis, symbol: Symbol, text: str, number: int) -> None:
    """Names can be put together of several members without a blank; then a test would not hold any more."""
    if symbol.sort is not SymbolKind.MEMBER:
        return
    members = {one.name for one in analysis.index.symbols if one.owner == symbol.owner and one.sort is symbol.sort}
    beside = "|".join(map(re.escape, glued(analysis)))
    letters = [one for one in glued(analysis) if one]
    piece = "|".join(map(re.escape, sorted({*map(shown, members), *letters}, key=len, reverse=True)))
    alone = re.compile(rf"(?:{beside}){re.escape(shown(symbol.name))}(?:{beside})")
    for word in re.findall(rf"\b(?:{piece}|\d)+\b", text):
        if not alone.fullmatch(word) and shown(symbol.name) in re.findall(rf"{piece}|\d", word):
            raise CannotRename(f"`{word}` in {analysis.path.name}, line {number}, is put together of `{symbol.name}`")


def declared_lines(analysis: Analysis, symbol: Symbol) -> Iterator[str]:
    """The lines that declare a symbol, from its name on."""
    for place in symbol.declared:
        offset = analysis.source.offset(place.file, *place.start)
        if offset is not None:
            rest = analysis.source.text[offset : analysis.source.line(offset).end]
            yield rest.partition(",")[0] if symbol.sort is SymbolKind.MEMBER else rest
