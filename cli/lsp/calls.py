"""Calls: the parameters of what is being called, who calls a def or procedure, and what it calls."""

from __future__ import annotations

import re

from lsprotocol import types
from pygls.workspace import Workspace

from astro_referee.cli.lsp.describing import KINDS, declared_line
from astro_referee.cli.lsp.navigation import around, location
from astro_referee.cli.lsp.positions import lines_of, range_of, uri_of, whole_line
from astro_referee.cli.lsp.structure import stretches
from astro_referee.cli.store import Analysis, Store
from astro_referee.grammar.source import Place
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS
from astro_referee.interpreter.program.symbols import Index, Symbol, SymbolKind

CALLED = (SymbolKind.DEF, SymbolKind.PROCEDURE)
CALLING = (*CALLED, SymbolKind.MOVE, SymbolKind.PHASE)
TEXT = re.compile(r'"[^"]*"')
NAME = re.compile(r"([A-Za-z_]\w*)\s*$")


# --- Signatures ------------------------------------------------------------------------------------------------------


def open_call(text: str) -> tuple[str, int] | None:
    """What is being called where a line has come to, and how many arguments are complete."""
    text = TEXT.sub(lambda found: " " * len(found[0]), text)
    depth = commas = 0
    for at in range(len(text) - 1, -1, -1):
        sign = text[at]
        if sign in ")]}":
            depth += 1
        elif sign in "([{":
            if depth == 0:
                named = NAME.search(text[:at]) if sign == "(" else None
                return (named[1], commas) if named is not None else None
            depth -= 1
        elif sign == "," and depth == 0:
            commas += 1
    return None


def parameters(line: str) -> list[str]:
    """The parameters of a declaration, as they are written."""
    begun = line.find("(")
    if begun < 0:
        return []
    depth, found = 0, [""]
    for sign in line[begun:]:
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0:
            break
        if sign == "," and depth == 1:
            found.append("")
        elif depth > 1 or sign != "(":
            found[-1] += sign
    return [param.strip() for param in found if param.strip()]


def signature(analysis: Analysis, index: Index, text: str) -> types.SignatureHelp | None:
    """The parameters of a def, procedure, move or function of the language that a line has begun to call."""
    found = open_call(text)
    if found is None:
        return None
    name, number = found
    if name in BUILTIN_FUNCTIONS:
        return types.SignatureHelp([types.SignatureInformation(f"{name}(…)", BUILTIN_FUNCTIONS[name])], 0)
    symbol = next((one for one in index.symbols if one.name == name and one.sort in CALLING), None)
    if symbol is None:
        return None
    line = declared_line(analysis.source, symbol)
    params = parameters(line)
    if not params:
        return None
    given = f": {symbol.meaning}" if symbol.meaning else ""
    return types.SignatureHelp(
        [
            types.SignatureInformation(
                f"{name}({', '.join(params)}){given}",
                symbol.docs or None,
                [types.ParameterInformation(param) for param in params],
            )
        ],
        0,
        min(number, len(params) - 1),
    )


# --- The call hierarchy ----------------------------------------------------------------------------------------------


def entry(workspace: Workspace, analysis: Analysis, symbol: Symbol) -> types.CallHierarchyItem:
    """A def or procedure as the hierarchy lists it; its name and file are enough to find it again."""
    place = symbol.declared[0]
    where = location(workspace, analysis, place)
    return types.CallHierarchyItem(
        name=symbol.name,
        kind=KINDS[symbol.sort],
        uri=where.uri,
        range=whole_line(workspace, where.uri, place.start[0]),
        selection_range=where.range,
        detail=str(symbol.sort),
    )


def block_of(workspace: Workspace, analysis: Analysis, symbol: Symbol) -> Place:
    """The lines of a declaration."""
    place = symbol.declared[0]
    lines = lines_of(workspace, uri_of(analysis.path_of(place.file)))
    last = dict(stretches(lines)).get(place.start[0], place.start[0])
    return Place(place.file, (place.start[0], 1), (last + 1, 1))


def incoming(
    workspace: Workspace, store: Store, analysis: Analysis, symbol: Symbol
) -> list[types.CallHierarchyIncomingCall]:
    """What calls it, in all files around."""
    found: dict[tuple[str, int], types.CallHierarchyIncomingCall] = {}
    for one, twin in around(store, analysis, symbol):
        callers = [
            (block_of(workspace, one, other), other) for other in one.index.symbols if is_own(other) and other != twin
        ]
        for use in twin.uses:
            inside = [(block, caller) for block, caller in callers if block.covers(use)]
            if not inside:
                continue
            caller = max(inside, key=lambda pair: pair[0].start)[1]
            made = entry(workspace, one, caller)
            there = range_of(workspace, use, made.uri)
            call = found.setdefault(
                (made.uri, made.range.start.line), types.CallHierarchyIncomingCall(from_=made, from_ranges=[])
            )
            if there not in call.from_ranges:
                call.from_ranges = [*call.from_ranges, there]
    return list(found.values())


def outgoing(workspace: Workspace, analysis: Analysis, symbol: Symbol) -> list[types.CallHierarchyOutgoingCall]:
    """What it calls."""
    block = block_of(workspace, analysis, symbol)
    uri = uri_of(analysis.path_of(block.file))
    found: list[types.CallHierarchyOutgoingCall] = []
    for other in analysis.index.symbols:
        uses = [use for use in other.uses if block.covers(use)]
        if other.sort in CALLED and other.declared and uses and other != symbol:
            ranges = [range_of(workspace, use, uri) for use in uses]
            found.append(types.CallHierarchyOutgoingCall(entry(workspace, analysis, other), ranges))
    return found


def is_own(symbol: Symbol) -> bool:
    return symbol.sort in CALLING and bool(symbol.declared)


def named(analysis: Analysis, item: types.CallHierarchyItem) -> Symbol | None:
    """The symbol that an item of the hierarchy stands for."""
    return next((one for one in analysis.index.symbols if one.name == item.name and is_own(one)), None)
