"""A base and the changes of its variants go in, the rules with all changes made come out, line by line.

Every line knows the file and line it comes from, so that whatever is found in the new rules is reported where somebody
wrote it.
"""

from __future__ import annotations

from itertools import takewhile

from attrs import Factory, define, field, frozen

from astro_referee.grammar.errors.phrasebook import STEPS
from astro_referee.grammar.mistakes import variants as mistakes
from astro_referee.grammar.problems import Problem, closest
from astro_referee.grammar.source import Mention, Part, Patch, Place, Refusal, Source, Span, file_name
from astro_referee.grammar.syntax.outline import NAMED, OWN_NAME, Entry, everything, outline
from astro_referee.grammar.syntax.words import TESTED
from astro_referee.grammar.variants.emptied_blocks import leftover
from astro_referee.grammar.variants.parse import Change, Variant
from astro_referee.grammar.variants.replacements import fits

INDENT = 2
SORTS = {"RING": "kind", "GRAPH": "kind", "GRID": "kind", "HEXGRID": "kind", "LET": "local"}
"""What is declared by words that are not called as it is."""
MOST_CHANGES = 1_000
"""Changes of one base; the largest rulebook here has a third as many parts."""


@frozen
class Row:
    """A line and where it comes from: the file, the line there, and how far it was moved to the right."""

    text: str
    name: str
    line: int
    shift: int = 0
    said: str | None = None
    """The line as it is written there, if it says it in other words."""


@frozen
class Edit:
    """Some lines of a file of the base, counted from zero, give way to others."""

    first: int
    end: int
    rows: tuple[Row, ...]
    change: Change
    by: str
    target: tuple[int, int]
    """The first and the last line of the part that the change is about."""

    def clashes(self, other: Edit) -> bool:
        """Whether one takes away what the other one is about."""
        return self.takes(other) or other.takes(self)

    def takes(self, other: Edit) -> bool:
        if self.first == self.end:
            return False
        inside = self.first <= other.target[0] and other.target[1] < self.end
        return inside and (other.target != self.target or other.change.word not in ("before", "after"))

    @property
    def order(self) -> tuple[int, int, int]:
        """Of lines that come to the same place, those further in are first: they end a block, the others follow it."""
        return self.first, self.end, -next((indent(row.text) for row in self.rows if row.text.strip()), 0)


@define(eq=False)
class EditedFile:
    """One file of the base while it is changed."""

    part: Part
    text: str
    rows: list[Row]
    entries: list[Entry]
    all: list[Entry]
    """Those and everything in them."""
    edits: list[Edit] = Factory(list)

    @classmethod
    def of(cls, source: Source, part: Part) -> EditedFile:
        inside = source.stretch(part)
        text, at, rows = source.text[inside.start : inside.end], inside.start, []
        for line in text.split("\n"):
            patch = source.patch(at)
            rows.append(Row(line, source.file(at), source.place(at)[0], patch.shift, patch.said))
            at += len(line) + 1
        entries = outline(text)
        # What is changed need not pass the tests of its base.
        tests = [without(entry, part) for entry in entries if entry.head in TESTED]
        entries = [entry for entry in entries if entry.head not in TESTED]
        return cls(part, text, rows, entries, everything(entries), tests)

    def changed(self) -> list[Row]:
        rows: list[Row] = []
        at = 0
        for edit in sorted(self.edits, key=lambda edit: edit.order):
            rows += [*self.rows[at : edit.first], *edit.rows]
            at = edit.end
        return rows + self.rows[at:]

    def words(self, entry: Entry, start: int, end: int) -> str:
        """Some words of a line as they were written."""
        if start >= end:
            return ""
        first, last = entry.tokens[start], entry.tokens[end - 1]
        return " ".join(self.text[first.start_pos or 0 : last.end_pos].split())


@define
class Splicer:
    """Makes the changes of one variant after the other, all to the same base."""

    sheets: list[EditedFile]
    problems: list[Problem] = field(factory=list)
    count: int = 0
    """Changes so far."""
    size: int = 0
    """Characters of the variants that are mixed in."""
    dropped: list[tuple[str, str]] = field(factory=list)
    """Names of parts that are not there any more, and why."""
    replaced: list[str] = field(factory=list)
    """Names of parts that are there in other words."""
    mentions: list[Mention] = field(factory=list)
    """What the changes are about, by name."""

    @classmethod
    def of(cls, base: Source) -> Splicer:
        return cls([EditedFile.of(base, part) for part in base.files])

    def add_libraries(self, variant: Source) -> None:
        """What the variant itself uses, unless the base uses it, too."""
        known = {sheet.part.name for sheet in self.sheets}
        self.sheets[:0] = [EditedFile.of(variant, part) for part in variant.files[:-1] if part.name not in known]

    @property
    def own(self) -> EditedFile:
        return self.sheets[-1]

    # --- Changes -----------------------------------------------------------------------------------------------------

    def change(self, variant: Variant, name: str, text: str) -> None:
        """Takes up the changes of a variant."""
        for change in variant.changes:
            self.count += 1
            if self.count > MOST_CHANGES:
                self.problems.append(mistakes.TooManyChanges(MOST_CHANGES).at(change.span))
                return
            body = lines(text, change.body, name) if change.body is not None else ()
            found = self.find(change)
            if found is not None:
                sheet, entry = found
                self.mentions += mentions(sheet, entry, change, name, text)
                self.edit(sheet, entry, change, body, name, text)
        if not self.problems:
            self.look_around(name)
        header = self.header()
        uses = tuple(row for use in variant.uses for row in lines(text, use, name))
        if header is not None and uses:
            at = header.last + 1
            self.own.edits.append(
                Edit(at, at, (Row("", name, 1), *uses), Change("use", (), None, Span(0, 0)), name, (at, at))
            )
        end = len(self.own.rows)
        for span in variant.added:
            rows = (Row("", name, 1), *lines(text, span, name))
            self.own.edits.append(Edit(end, end, rows, Change("added", (), None, span), name, (end, end)))

    def edit(
        self, sheet: EditedFile, entry: Entry, change: Change, body: tuple[Row, ...], name: str, text: str
    ) -> None:
        first, behind, width = entry.first, entry.last + 1, entry.width
        by = f"{name}:{line_number(text, change.span.start)}"
        match change.word:
            case "drop":
                rows: tuple[Row, ...] = ()
                self.dropped.append((entry.name, f"{by} drops it"))
            case "replace":
                rows = moved(body, width)
                instead = outline("\n".join(row.text for row in body))
                if not fits(entry, instead):
                    self.problems.append(unfit(sheet, entry, change, text))
                    return
                if entry.name not in {part.name for part in everything(instead)}:
                    self.dropped.append((entry.name, f"{by} replaces it"))
                else:
                    self.replaced.append(entry.name)
            case "option":
                behind, rows = entry.end + 1, (setting(sheet, entry, change, name, text),)
            case "before":
                behind, rows = first, moved(body, width)
            case "after":
                first, rows = behind, moved(body, width)
            case "first":
                docs = list(takewhile(lambda inner: inner.head == "STRING", entry.inner))
                first = behind = (docs[-1] if docs else entry).end + 1
                rows = moved(body, entry.inner[0].width if entry.inner else width + INDENT)
            case _:
                then = next((inner for inner in entry.inner if inner.head == "THEN"), None)
                first = behind = then.first if then is not None else behind
                rows = moved(body, entry.inner[0].width if entry.inner else width + INDENT)
        made = Edit(first, behind, rows, change, name, (entry.first, entry.last))
        for other in sheet.edits:
            if made.clashes(other):
                at, by = line_number(text, other.change.span.start), "" if other.by == name else other.by
                about = called(change), file_name(sheet.part.name), called(other.change)
                self.problems.append(mistakes.Clash(*about, at, by).at(change.span))
                return
        sheet.edits.append(made)

    def look_around(self, name: str) -> None:
        """Reports parts that cannot be dropped because what is around them would lack something."""
        for sheet in self.sheets:
            drops = {edit.first: edit for edit in sheet.edits if edit.change.word == "drop"}
            filled = [edit.first for edit in sheet.edits if edit.rows]
            for entry in sheet.all if drops else ():
                drop = drops.get(entry.first)
                found = leftover(entry, {*drops}) if drop is not None and drop.by == name else None
                if drop is None or found is None:
                    continue
                above, row = found.above, sheet.rows[found.above.first]
                if above.first in drops or any(above.first < at <= above.last + 1 for at in filled):
                    continue
                line = sheet.words(above, 0, len(above.tokens))
                made = found.mistake(called(drop.change), line, f"{row.name}:{row.line}", ".".join(above.path))
                self.problems.append(made.at(drop.change.span))

    # --- Finding -----------------------------------------------------------------------------------------------------

    def find(self, change: Change) -> tuple[EditedFile, Entry] | None:
        """The part of the base a change is about; if there is not exactly one, that is a problem."""
        if change.word == "option":
            return self.option(change)
        *before, last = change.path
        found: list[tuple[EditedFile, Entry]] = []
        for sheet in reversed(self.sheets):
            named = [entry for entry in sheet.all if entry.name == last and leads(tuple(before), entry.path[:-1])]
            if change.reason is not None:  # only moves give reasons
                named = [entry for entry in named if entry.head == "MOVE"] or named
            whole = [entry for entry in named if entry.path == change.path]
            ends = [entry for entry in named if entry.path[-len(change.path) :] == change.path]
            found = [(sheet, entry) for entry in whole or ends or named]
            if found:
                break
        if not found:
            self.unknown(change)
            return None
        if len(found) > 1:
            ways = tuple((".".join(entry.path), sheet.rows[entry.first].line) for sheet, entry in found)
            self.problems.append(mistakes.SeveralParts(called(change), ways).at(change.span))
            return None
        return self.guard(change, *found[0]) if change.reason is not None else found[0]

    def option(self, change: Change) -> tuple[EditedFile, Entry] | None:
        options = {e.name: (sheet, e) for sheet in self.sheets for e in sheet.entries if e.head == "OPTION"}
        if change.path[0] in options:
            return options[change.path[0]]
        self.problems.append(mistakes.NoOption(change.path[0], tuple(options)).at(change.span))
        return None

    def guard(self, change: Change, sheet: EditedFile, move: Entry) -> tuple[EditedFile, Entry] | None:
        """The rule of a move that gives this reason."""
        rules = [entry for entry in move.inner if entry.reason]
        found = [entry for entry in rules if entry.reason == change.reason]
        if len(found) == 1:
            return sheet, found[0]
        reasons = tuple(entry.reason for entry in rules)
        self.problems.append(mistakes.NoSuchReason(move.name, bool(found), reasons).at(change.span))
        return None

    def unknown(self, change: Change) -> None:
        everything = [entry for sheet in self.sheets for entry in sheet.all if entry.name]
        last = change.path[-1]
        same = [".".join(entry.path) for entry in everything if entry.name == last]
        near = same or [
            ".".join(entry.path)
            for name in closest(last, {e.name for e in everything})
            for entry in everything
            if entry.name == name
        ]
        some = tuple(dict.fromkeys(near[:3]))
        self.problems.append(mistakes.NothingCalled(called(change), some, last in STEPS).at(change.span))

    # --- Putting together --------------------------------------------------------------------------------------------

    def header(self) -> Entry | None:
        return next((entry for entry in self.own.entries if entry.head == "GAME"), None)

    def entitle(self, variant: Variant, name: str, text: str) -> None:
        """The header is the variant's; players and credits are those of the base if the variant does not say others."""
        header = self.header()
        if header is None:
            return
        kinds = [token.type for token in header.tokens]
        end = kinds.index("TAG") if "TAG" in kinds else len(kinds)
        start = kinds.index("FOR") if "FOR" in kinds else end
        players = variant.players or self.own.words(header, start + 1, end)
        tags = f"{self.own.words(header, end, len(kinds))} {variant.tags}".strip()
        start = variant.places[""].start
        line = f"game {variant.name} for {players} {tags}".rstrip()
        rows = [Row(line, name, line_number(text, start), 0, line_at(text, start))]
        for said in sorted(variant.said, key=lambda said: bool(said.who)):
            row = " " * INDENT + f'{said.who} "{said.text}"'.lstrip()
            rows.append(Row(row, name, line_number(text, said.span.start)))
        known = {said.who for said in variant.said}
        for entry in header.inner:
            is_doc = entry.tokens[0].type == "STRING"
            if (is_doc and not variant.docs) or (not is_doc and str(entry.tokens[0]) not in known):
                rows += self.own.rows[entry.first : entry.last + 1]
        change = Change("header", (), None, variant.places[""])
        self.own.edits.append(
            Edit(header.first, header.last + 1, tuple(rows), change, name, (header.first, header.last))
        )
        here = place_of(text, variant.places[""], name)
        self.mentions.append(Mention(variant.name, "game", here, here))

    def source(self, name: str, refused: dict[str, Refusal]) -> Source:
        """The new rules under the name of the variant."""
        texts: list[str] = []
        parts: list[Part] = []
        patches: list[Patch] = []
        at = 0
        for sheet in self.sheets:
            rows = sheet.changed()
            own = sheet is self.own
            missing = {**(sheet.part.refused or {}), **refused} if own else sheet.part.refused
            parts.append(Part(name if own else sheet.part.name, at, missing))
            for before, row in zip([None, *rows], rows, strict=False):
                goes_on = before is not None and row == Row(row.text, before.name, before.line + 1, before.shift)
                if not goes_on or (before is not None and before.said is not None):
                    patches.append(Patch(at, row.name, row.line, row.shift, row.said))
                texts.append(row.text)
                at += len(row.text) + 1
        return Source(name, "\n".join(texts), tuple(parts), tuple(patches), mentions=tuple(self.mentions))


def without(test: Entry, part: Part) -> Edit:
    """Leaves out a test of the base."""
    lines = (test.first, test.last)
    return Edit(test.first, test.last + 1, (), Change("drop", (), None, Span(0, 0)), part.name, lines)


def unfit(sheet: EditedFile, entry: Entry, change: Change, text: str) -> Problem:
    """Reports lines that cannot stand in the place of a part, where they begin."""
    assert change.body is not None
    line = sheet.words(entry, 0, len(entry.tokens))
    first = text[change.body.start :].split("\n", 1)[0].rstrip()
    span = Span(change.body.start, change.body.start + len(first))
    return mistakes.BeginsOtherwise(called(change), entry.head.lower(), line).at(span)


def mentions(sheet: EditedFile, entry: Entry, change: Change, name: str, text: str) -> list[Mention]:
    """The names in the path of a change, each with the declaration that it means."""
    around: list[Entry] = []
    above: Entry | None = entry
    while above is not None:
        around.append(above)
        above = above.above
    found: list[Mention] = []
    for word, span in zip(change.path, change.names, strict=True):
        meant = next((one for one in around if one.name == word and one.head not in OWN_NAME), None)
        if meant is not None:
            token = meant.tokens[1 if meant.head in NAMED else 0]
            row = sheet.rows[meant.first]
            start = token.start_pos or 0
            column = start - (sheet.text.rfind("\n", 0, start) + 1) + 1 - row.shift
            declared = Place(file_name(row.name), (row.line, column), (row.line, column + len(word)))
            sort = SORTS.get(meant.head, meant.head.lower()) if meant.head in NAMED else "member"
            found.append(Mention(word, sort, place_of(text, span, name), declared))
    return found


def place_of(text: str, span: Span, name: str) -> Place:
    """The place of a word in the text of a variant."""
    line, column = line_number(text, span.start), span.start - (text.rfind("\n", 0, span.start) + 1) + 1
    return Place(file_name(name), (line, column), (line, column + span.end - span.start))


def leads(before: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether the names come in this order on the way; some may be left out."""
    rest = iter(path)
    return all(name in rest for name in before)


def called(change: Change) -> str:
    return ".".join(change.path) + (f' "{change.reason}"' if change.reason is not None else "")


def line_number(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def lines(text: str, span: Span, name: str) -> tuple[Row, ...]:
    """The whole lines of a span, as far in as they are."""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    stretch = text[start : end if end >= 0 else len(text)]
    number = line_number(text, start)
    return tuple(Row(line, name, number + at) for at, line in enumerate(stretch.split("\n")))


def setting(sheet: EditedFile, entry: Entry, change: Change, name: str, text: str) -> Row:
    """The line of an option with another default."""
    assert change.body is not None
    kinds = [token.type for token in entry.tokens]
    end = kinds.index("TAG") if "TAG" in kinds else len(kinds)
    question = [at for at, word in enumerate(map(str, entry.tokens)) if word == "asked" and kinds[at - 1] == "COMMA"]
    end = question[0] - 1 if question else end
    stop = kinds.index("EQUAL") if "EQUAL" in kinds else end
    value = " ".join(text[change.body.start : change.body.end].split())
    before = f"{sheet.words(entry, 0, stop)} = "
    rest = sheet.words(entry, end, len(kinds))
    line = f"{before}{value}{'' if question else ' '}{rest}".rstrip()
    column = change.body.start - text.rfind("\n", 0, change.body.start) - 1
    return Row(line, name, line_number(text, change.body.start), len(before) - column, line_at(text, change.body.start))


def line_at(text: str, offset: int) -> str:
    """The whole line around a place."""
    return text[text.rfind("\n", 0, offset) + 1 :].split("\n", 1)[0].rstrip("\r")


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def moved(rows: tuple[Row, ...], width: int) -> tuple[Row, ...]:
    """Lines as far in as they must be in their new place: the first one there, the others as they stand to it.

    A remark, or a line that goes on, may stand further out than the first.
    """
    shift = width - indent(rows[0].text) if rows else 0
    return tuple(
        Row("", row.name, row.line, shift) if not row.text.strip() else shifted(row, max(shift, -indent(row.text)))
        for row in rows
    )


def shifted(row: Row, by: int) -> Row:
    return Row(" " * by + row.text if by > 0 else row.text[-by:], row.name, row.line, by)
