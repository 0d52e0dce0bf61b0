"""What can be typed at a cursor: words that begin a line, names that are known there, files, rulings, members.

What fits best comes first: members where a value of their kind is wanted, a def where it is.
"""

from __future__ import annotations

import re
from pathlib import Path

from lsprotocol import types

from astro_referee.cli.editor.vocabulary import together
from astro_referee.cli.editor.words import words
from astro_referee.cli.lsp.completing import wanted
from astro_referee.cli.lsp.completing.base_parts import base_lines, base_path, entries
from astro_referee.cli.lsp.completing.bound import bound
from astro_referee.cli.lsp.completing.values import CHAIN, kinds_of, likeliest_first, types_before_dot
from astro_referee.cli.lsp.completing.wanted import NEVER_VALUES
from astro_referee.cli.lsp.describing import COMPLETIONS, declared_line, described
from astro_referee.cli.store import Analysis
from astro_referee.grammar.errors.following import HERE, Following, following
from astro_referee.grammar.errors.unexpected import VALUES
from astro_referee.grammar.syntax.words import SOFT
from astro_referee.interpreter.check.kinds.boards import FIELDS as BOARD_FIELDS
from astro_referee.interpreter.check.kinds.boards import METHODS, OF_BOARDS
from astro_referee.interpreter.check.kinds.kinds import DIRECTIONS, WAYS
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, BUILTIN_NAMES
from astro_referee.interpreter.play import library
from astro_referee.interpreter.program.symbols import Index, Symbol, SymbolKind
from astro_referee.interpreter.values.types import BagOf, ListOf, RowOf, SetOf, Type

SNIPPETS = {
    "astro": "astro 1\n",
    "game": 'game ${1:Name} for ${2:2} players\n  "${3:What it is about.}"',
    "kind": "kind ${1:Name}: ${2:one}, ${3:two}",
    "option": 'option ${1:name}: bool = ${2:yes}\n  "${3:What it changes.}"',
    "ruling": 'ruling ${1:R1} "${2:What holds.}" from "${3:l.1}"',
    "grid": "grid ${1:Square}: each ${2:column} in ${3:1..8}, ${4:row} in ${5:1..8}",
    "card": "card ${1:Card}: each ${2:rank} in ${3:1..10}",
    "zone": "zone ${1:hand} for each player: ${2:Card}, seen by ${3:owner}",
    "var": "var ${1:name}: ${2:0..10}",
    "die": "die ${1:pip}: ${2:1..6}",
    "def": "def ${1:name}(${2:p: player}) = ${3:value}",
    "procedure": 'procedure ${1:name}\n  ${2:say "done"}',
    "phase": 'phase ${1:play}\n  turns clockwise from P1\n    move ${2:go}\n      then\n        ${3:say "gone"}',
    "turns": 'turns clockwise from ${1:P1}\n  move ${2:go}\n    then\n      ${3:say "gone"}',
    "move": 'move ${1:name}(${2:thing} in ${3:1..3})\n  when ${4:yes} else "${5:why not}"\n  then\n    ${6:say "done"}',
    "when": 'when ${1:condition} else "${2:why not}"',
    "test": 'test "${1:what holds}"\n  ${2:P1 "move"}\n  expect ${3:condition}',
    "variant": 'variant ${1:Name} of "${2:game}"',
    "tests": 'tests of "${1:game.astro}"',
    "end": 'end\n  winner ${1:P1} because "${2:why}"',
}
"""Constructs with holes to fill in."""
STRING = re.compile(r'"[^"]*$')
NAMED_FILE = re.compile(r'^\s*(use|variant\s+\w+\s+of|tests\s+of)\s*"[^"]*$')
PART = re.compile(r"^(?:replace|insert (?:before|after|first in|last in)) ([\w.]+)", re.MULTILINE)
SORT = re.compile(r"^(tests|library)\b(?!\s*[=.|,\[])", re.MULTILINE)
IN_TESTS = frozenset({"test", "playthrough", "def", "procedure"})
NOT_IN_LIBRARY = frozenset({"phase", "end", "test", "playthrough", "plan"})
TAG = re.compile(r"@\w*$")
WORD = re.compile(r"\w*\Z")
EDITION = re.compile(r"\s*astro[ \t]+\d+[ \t]*\n\s*")
SIGNS = {"COLON": ":", "EQUAL": "=", "PLUS_IS": "+=", "MINUS_IS": "-=", "COMMA": ",", "__ANON_0": ".."}
SEATS = ("2 players", "2..4 players", "1 player")
FEW = 12
"""Terminals up to which signs are worth a line of their own."""
FRESH = frozenset({"THEN", "OTHERWISE"})
PROPERTY = types.CompletionItemKind.Property
TYPE_NAMES = {"player": "one of the players", "bool": "`yes` or `no`"}
SET_FIELDS = {"size": "how many are in it"}
PILE_FIELDS = {"top": "the card that lies on top", "bottom": "the card at the bottom"}
MEMBER_FIELDS = {
    "at": "the place where a token stands",
    "next": "the one that follows in its order, round a ring",
    "previous": "the one before it in its order, round a ring",
    "opposite": "the other way of a direction",
    "index": "its number in the order of its kind",
}
FIELDS = {**SET_FIELDS, **PILE_FIELDS, **MEMBER_FIELDS, **BOARD_FIELDS}
"""What the language knows of values, behind a dot."""
BOARD_LINE = re.compile(r"^(?:hex)?grid\b", re.MULTILINE)
COMPASS = "Direction"
BOARD = re.compile(r"(?:hex)?grid\b|graph\b")


def completions(analysis: Analysis, index: Index, above: str, line: int, column: int) -> list[types.CompletionItem]:
    """What may follow the beginning of a file; editors choose by what is typed on."""
    text = above[above.rfind("\n") + 1 :]
    if found := NAMED_FILE.match(text):
        return files(analysis, found[1])
    quoted = STRING.search(text) if text.count('"') % 2 else None
    if quoted is not None and quoted[0].rfind("{") <= quoted[0].rfind("}"):
        return []  # a text is the author's; in its holes stand names
    if TAG.search(text):
        return [named(analysis, index, one) for one in index.symbols if one.sort is SymbolKind.RULING]
    visible = [one for one in index.visible(analysis.file, line, column) if one.name != HERE]
    if found := CHAIN.search(text):
        of = types_before_dot(analysis, tuple(visible), above, found[1])
        return after_dot(analysis, index, of, found[1].removesuffix("."))
    near = local_names(visible, above)
    if quoted is not None:
        return [*near, *(named(analysis, index, one) for one in visible if one.sort not in NEVER_VALUES)]
    begun = WORD.sub("", above)
    if not begun.strip():
        return [construct("astro")]
    if EDITION.fullmatch(begun):
        return [construct(word) for word in ("game", "library", "tests", "variant")]
    next_ = following(begun)
    if next_ is not None and next_.head == "GAME":
        return [item(said, types.CompletionItemKind.Value) for said in SEATS if next_.before == "FOR"]
    rest = rest_of_phrase(text)
    if next_ is None and rest:
        return rest
    if next_ is None:
        return [*near, *(named(analysis, index, one) for one in visible if one.sort not in NEVER_VALUES)]
    known = [] if wanted.is_new(next_) or "NAME" not in next_.accepted else names(analysis, index, next_, visible)
    known += [*near, *rest] if known and wanted.allows(next_, SymbolKind.LOCAL) else rest
    known += own_of_base(analysis, above) if known else []
    heads = changes(analysis, above) if not next_.line else []
    listed = [*known, *heads, *(one for one in written(next_) if next_.line or may_begin(begun, one.label))]
    likeliest_first(index, visible, listed, above)
    return listed


def local_names(visible: list[Symbol], above: str) -> list[types.CompletionItem]:
    """Names of lines above that cannot be read yet; those that can be are known already."""
    known = {one.name for one in visible if one.sort not in NEVER_VALUES}
    found = [item(name, types.CompletionItemKind.Variable, line) for name, line in bound(above).items()]
    for made in found:
        made.sort_text = f"1 {made.label}"
    return [made for made in found if made.label not in known]


def own_of_base(analysis: Analysis, above: str) -> list[types.CompletionItem]:
    """In a part that a variant replaces or inserts: the names that the base gives for the moment there."""
    begun = PART.findall(above[above.rfind("\n\n") + 1 :])
    lines = base_lines(analysis.path, above) if begun else []
    if not lines:
        return []
    changed = begun[-1].split(".")
    for entry in entries(analysis.path, above):
        if (entry.name and list(entry.path[-len(changed) :]) == changed) or entry.name == changed[0]:
            inside = " " * (len(lines[entry.last]) - len(lines[entry.last].lstrip()))
            found = bound("\n".join([*lines[: entry.last], f"{inside}."]))
            return [item(name, types.CompletionItemKind.Variable, line) for name, line in found.items()]
    return []


def rest_of_phrase(text: str) -> list[types.CompletionItem]:
    """What follows the first words of a phrase that means something only as a whole: `each` behind `for`."""
    begun = re.split(r"[^\w]+", WORD.sub("", text))[:-1]
    found: list[types.CompletionItem] = []
    for phrase in (pattern.split("[ ]+") for pattern in together()):
        if phrase == ["if", "able"] and not text.lstrip().startswith("must "):
            continue
        for length in range(len(phrase) - 1, 0, -1):
            if begun[-length:] == phrase[:length]:
                made = item(" ".join(phrase[length:]), types.CompletionItemKind.Keyword)
                made.sort_text = f"1 {made.label}"
                found.append(made)
                break
    return found


def names(analysis: Analysis, index: Index, next_: Following, visible: list[Symbol]) -> list[types.CompletionItem]:
    """The names that may stand somewhere, the likeliest first."""
    found: list[types.CompletionItem] = []
    people = wanted.wants_people(next_)
    for one in visible:
        if one.sort is not SymbolKind.BUILTIN and wanted.allows(next_, one.sort):
            made = named(analysis, index, one)
            is_player = one.owner == "player"
            likely = people if is_player else wanted.comes_first(next_, one.sort)
            made.sort_text = f"{1 if likely else 2 if one.sort is SymbolKind.LOCAL else 3} {one.name}"
            found.append(made)
    told = BUILTIN_FUNCTIONS
    if next_.head in wanted.COMPONENTS:
        told = {"player": TYPE_NAMES["player"]} if next_.before == "IN" else {}
    elif wanted.wants_type(next_):
        told = TYPE_NAMES | ({COMPASS: "a direction of a board"} if has_board(analysis) else {})
    elif next_.before == "FOR_EACH":
        told = {"player": TYPE_NAMES["player"]}
    elif next_.before in wanted.ONLY or "PILE_OF" in next_.accepted or wanted.begins_a_step(next_):
        told = {}
    else:
        told = {**BUILTIN_NAMES, **BUILTIN_FUNCTIONS}
        if next_.before not in ("SEEN_BY", "TOP_SEEN_BY"):
            told = {word: said for word, said in told.items() if word not in ("owner", "nobody")}
        if has_board(analysis) and next_.before not in wanted.PEOPLE:
            told |= dict.fromkeys(DIRECTIONS, "a direction of a board")
            told |= dict.fromkeys(WAYS, "several directions of a board")
        if people and not any(one.sort is SymbolKind.MEMBER and one.owner == "player" for one in visible):
            told["P1"] = "the first of the players, as long as they have no names of their own"
    for word, said in told.items():
        kind = types.CompletionItemKind.Function if word in BUILTIN_FUNCTIONS else types.CompletionItemKind.Constant
        made = item(word, kind, said)
        likely = (people and word not in BUILTIN_FUNCTIONS) or (next_.before, word) in wanted.PEOPLE_BEHIND
        made.sort_text = f"{1 if likely else 4} {word}"
        found.append(made)
    return found


def may_begin(above: str, word: str) -> bool:
    """Whether a line at the left margin may begin so in this sort of file; further in there is nothing to say."""
    sort = SORT.search(above)
    if sort is None or not above.endswith("\n"):
        return True
    return word in IN_TESTS if sort[1] == "tests" else word not in NOT_IN_LIBRARY


def written(next_: Following) -> list[types.CompletionItem]:
    """The words and signs of the language that may follow."""
    found: list[types.CompletionItem] = []
    is_value = bool(next_.accepted & {"NUMBER", "LPAR"}) and "NAME" in next_.accepted
    for terminal in next_.accepted:
        if terminal in SIGNS:
            is_first_value = terminal == "EQUAL" and next_.head in ("VAR", "OPTION")
            if not is_value and (len(next_.accepted) <= FEW or is_first_value):
                made = item(SIGNS[terminal], types.CompletionItemKind.Operator)
                made.sort_text = f"0 {SIGNS[terminal]}"
                found.append(made)
            continue
        word = terminal.lower().replace("_", " ")
        if terminal in SOFT.values() and "NAME" in next_.accepted and next_.before != "ALL":
            continue  # it would be a name there
        if word in words():
            made = construct(word) if not next_.line or terminal in FRESH else keyword(word)
            if terminal in VALUES - {"SET_OF"} and not wanted.takes(next_, terminal):
                continue
            is_late = is_value and terminal in VALUES and not wanted.is_likely(next_, terminal)
            is_first = terminal in (wanted.SOON if next_.line else wanted.OFTEN)
            made.sort_text = f"{5 if is_late else 0 if is_first else 1} {word}"
            found.append(made)
    return found


def changes(analysis: Analysis, above: str) -> list[types.CompletionItem]:
    """What a variant can begin a line with, besides what every file can."""
    if above[above.rfind("\n") + 1 :][:1].isspace() or base_path(analysis.path, above) is None:
        return []
    found = [keyword(word) for word in ("drop", "insert", "replace")]
    for made in found:
        made.sort_text = f"0 {made.label}"
    return found


def construct(word: str) -> types.CompletionItem:
    """A word with what belongs to it, to be filled in."""
    if word not in SNIPPETS:
        return keyword(word)
    made = keyword(word)
    made.kind = types.CompletionItemKind.Snippet
    made.insert_text = SNIPPETS[word]
    made.insert_text_format = types.InsertTextFormat.Snippet
    made.insert_text_mode = types.InsertTextMode.AdjustIndentation
    return made


def without_snippets(found: list[types.CompletionItem]) -> list[types.CompletionItem]:
    """The same for an editor that cannot fill in constructs: it gets their first words."""
    for made in found:
        if made.insert_text_format is types.InsertTextFormat.Snippet:
            made.kind, made.insert_text_format, made.insert_text_mode = types.CompletionItemKind.Keyword, None, None
            made.insert_text = "astro 1" if made.label == "astro" else None
    return found


def keyword(word: str) -> types.CompletionItem:
    made = item(word, types.CompletionItemKind.Keyword)
    if word in words():
        made.detail = words()[word].about
        made.documentation = types.MarkupContent(types.MarkupKind.Markdown, words()[word].markdown)
    return made


def after_dot(analysis: Analysis, index: Index, of: list[Type], word: str) -> list[types.CompletionItem]:
    """Members of a kind, and what can be asked of them; columns of a value, and what the language knows of it."""
    members = [one for one in index.symbols if one.sort is SymbolKind.MEMBER and one.owner == word]
    if members or any(one.sort is SymbolKind.KIND and one.name == word for one in index.symbols):
        of_board = [item(name, types.CompletionItemKind.Method, METHODS[name]) for name in OF_BOARDS]
        return [
            *(named(analysis, index, one) for one in members),
            item("size", PROPERTY, SET_FIELDS["size"]),
            *of_board,
        ]
    kinds = {kind for one in of for kind in kinds_of(one)}
    several = bool(of) and all(isinstance(one, SetOf | BagOf | ListOf | RowOf) for one in of)
    columns = [
        named(analysis, index, one)
        for one in index.symbols
        if one.sort is SymbolKind.COLUMN and (not kinds or one.owner in kinds)
    ]
    is_board = not of or any(BOARD.match(line) for kind in kinds for line in declarations(analysis, index, kind))
    fields = {**SET_FIELDS, **PILE_FIELDS} if several else {**MEMBER_FIELDS, **(BOARD_FIELDS if is_board else {})}
    found = [item(name, PROPERTY, said) for name, said in (FIELDS if not of else fields).items()]
    if is_board and not several:
        found += [
            item(name, types.CompletionItemKind.Method, said) for name, said in METHODS.items() if name not in OF_BOARDS
        ]
    for made in found:
        made.sort_text = f"~{made.label}"
    return [*([] if several else columns), *found]


def has_board(analysis: Analysis) -> bool:
    """Whether there are places with directions."""
    return BOARD_LINE.search(analysis.source.text) is not None


def declarations(analysis: Analysis, index: Index, kind: str) -> list[str]:
    """The lines that declare a kind."""
    own = [one for one in index.symbols if one.sort is SymbolKind.KIND and one.name == kind]
    return [declared_line(analysis.source, one) for one in own]


def files(analysis: Analysis, word: str) -> list[types.CompletionItem]:
    """Libraries behind `use`; games behind `of`: what is beside the file first, above all what it is named after."""
    folder, stem = analysis.path.parent, analysis.path.stem
    beside = [path for path in sorted(folder.glob("*.astro")) if path != analysis.path]
    fitting = [path for path in beside if declares(path, "library" if word == "use" else r"(?:game|variant)")]
    found = [item(path.name, types.CompletionItemKind.File, "beside this file") for path in fitting]
    for made, path in zip(found, fitting, strict=True):
        made.sort_text = f"{0 if path.stem == stem.removesuffix('_test') else 1} {path.name}"
    for name in library.libraries() if word == "use" else library.bundled():
        made = item(name, types.CompletionItemKind.File, "comes with Astro")
        made.sort_text = f"2 {name}"
        found.append(made)
    return found


def declares(path: Path, word: str) -> bool:
    try:
        return re.search(rf"^{word}\b", library.text_of(path), re.MULTILINE) is not None
    except OSError:
        return False


def named(analysis: Analysis, index: Index, symbol: Symbol) -> types.CompletionItem:
    about = described(index, analysis.source, symbol)
    return types.CompletionItem(
        label=symbol.name,
        kind=COMPLETIONS.get(symbol.sort, types.CompletionItemKind.Variable),
        detail=f"{symbol.sort}{': ' + symbol.meaning if symbol.meaning else ''}",
        documentation=types.MarkupContent(types.MarkupKind.Markdown, about),
    )


def item(label: str, kind: types.CompletionItemKind, about: str = "") -> types.CompletionItem:
    return types.CompletionItem(label=label, kind=kind, detail=about or None)
