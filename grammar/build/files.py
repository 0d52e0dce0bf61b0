"""From Lark's tree of a whole file to the syntax tree of `tree`: nodes with exact places, and problems on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from lark import Token, Tree

from astro_referee.grammar import tree
from astro_referee.grammar.build.steps import Notes
from astro_referee.grammar.build.tests import TestBuilder
from astro_referee.grammar.mistakes import structure as mistakes
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Span
from astro_referee.grammar.syntax.lark_trees import Branch, Part, between, branch_of, branches, part_after, place, word
from astro_referee.grammar.syntax.words import TODAY

PLAYED = ("phase", "end", "test", "playthrough")
"""What only a game has."""
TESTING = ("test", "playthrough", "def", "procedure")
"""What a file of tests has."""


def build(text: str, branch: Branch, problems: list[Problem]) -> tree.File:
    """The nodes of a file. Lines that could not be read were reported and are left out."""
    return FileBuilder(text, problems).file(branch)


class FileBuilder(TestBuilder):
    """Builds what stands at the left margin."""

    def __init__(self, text: str, problems: list[Problem]) -> None:
        super().__init__(text, problems)
        self.items: Mapping[str, Callable[[Branch], tree.Declaration]] = {
            "option": self.option,
            "ruling": self.ruling,
            "kind": self.kind,
            "seats": self.seats,
            "product_kind": self.product_kind,
            "table": self.table,
            "card": self.card,
            "card_of_one_face": self.card_of_one_face,
            "card_rows": self.card_rows,
            "token": self.token,
            "die": self.die,
            "zone": self.zone,
            "var": self.var,
            "history": self.history,
            "plan": self.plan,
            "def": self.def_,
            "procedure": self.procedure,
            "phase": self.phase,
            "move": self.move,
            "end": lambda b: tree.End(self.block(b), **self.noted(b)),
        }

    def file(self, branch: Branch) -> tree.File:
        """The header and all items."""
        game, library, of_tests = (branch_of(branch, sort) for sort in ("game", "library", "tests"))
        header = self.header(game) if game else self.library(library) if library else None
        uses: dict[str, tree.Use] = {}
        items: list[tree.Declaration] = []
        tests: list[tree.Test] = []
        for part in branches(branch, "use", "test", "playthrough", *self.items):
            if part.data == "use" and of_tests is None:
                self.use(part, uses, before=items)
            elif of_tests is not None and part.data not in TESTING:
                self.problems.append(mistakes.NotInTests(str(part.children[0])).at(place(part.children[0])))
            elif library is not None and part.data in PLAYED:
                self.problems.append(mistakes.NotInLibrary(part.data).at(place(part.children[0])))
            elif part.data in ("test", "playthrough"):
                tests.append(self.test(part))
                self.once_titled(tests)
            else:
                items.append(self.items[part.data](part))
        return tree.File(header, tuple(uses.values()), tuple(items), tuple(tests), span=place(branch))

    def once_titled(self, tests: list[tree.Test]) -> None:
        """Two tests of one title could not be told apart in a report."""
        *others, last = tests
        for other in others:
            if other.title == last.title:
                self.problems.append(mistakes.TestsCalledAlike(last.title.text, other.title.span).at(last.title.span))
                return

    def header(self, branch: Branch) -> tree.Header:
        """`game Duel for 2 players` with its credits."""
        _, name, _, count, noun = branch.children[:5]
        if str(noun) not in ("players", "player"):
            self.problems.append(mistakes.HEADER_NOUN.at(place(noun)))
        low, high = (
            (count.children[0], count.children[2])
            if isinstance(count, Tree) and count.data == "span"
            else (count, count)
        )
        credits, notes = self.credits(branch)
        return tree.Header(self.name(name), self.phrase(low), self.phrase(high), credits, **notes)

    def library(self, branch: Branch) -> tree.Library:
        """`library Dominoes` with its credits."""
        credits, notes = self.credits(branch)
        return tree.Library(self.name(branch.children[1]), credits, **notes)

    def credits(self, branch: Branch) -> tuple[tuple[tuple[str, str], ...], Notes]:
        """The credits below a header, and its sentence."""
        credits, docs = [], []
        for credit in branches(branch_of(branch, "about"), "credit"):
            *who, text = credit.children
            if who:
                credits.append((self.name(who[0]).word, self.plain(text)))
            else:
                docs.append(self.plain(text))
        notes = self.noted(branch)
        notes["docs"] = " ".join(docs)
        return tuple(credits), notes

    def use(self, branch: Branch, uses: dict[str, tree.Use], before: list[tree.Declaration]) -> None:
        """`use "dominoes.astro"`, once, before everything else."""
        word, text = branch.children[:2]
        node = tree.Use(self.plain(text), span=place(text))
        if before:
            self.problems.append(mistakes.USE_MISPLACED.at(place(word)))
        elif node.path in uses:
            self.problems.append(mistakes.UsedTwice(node.path, uses[node.path].span).at(node.span))
        else:
            uses[node.path] = node

    def option(self, branch: Branch) -> tree.Option:
        """`option equal_is_enough: bool = yes`."""
        value, body = self.maybe(part_after(branch, "EQUAL")), branch_of(branch, "limits")
        limits = tuple(self.when(part) for part in branches(body, "when")) if body is not None else ()
        name, type = self.name(branch.children[1]), self.the_type(branch)
        return tree.Option(name, type, value, self.question(branch), limits, **self.noted(branch))

    def question(self, branch: Branch) -> tree.Asked | None:
        """`, asked`, `, asked today.month`."""
        part = branch_of(branch, "asked")
        if part is None:
            return None
        names = [self.name(child) for child in part.children if str(child) not in (",", ".")]
        words, span = [name.word for name in names], names[0].span.to(names[-1].span)
        if words not in (["asked"], *(["asked", "today", what] for what in TODAY)):
            self.problems.append(mistakes.BadAsked(TODAY).at(span))
            return None
        return tree.Asked(words[-1] if len(words) > 1 else "", span=span)

    def ruling(self, branch: Branch) -> tree.Ruling:
        """`ruling A1 "…" from "…" if long_deal`."""
        source = part_after(branch, "FROM")
        text, condition = self.plain(branch.children[2]), self.maybe(part_after(branch, "IF"))
        return tree.Ruling(
            self.name(branch.children[1]), text, self.plain(source) if source else "", condition, **self.noted(branch)
        )

    def the_type(self, branch: Branch) -> tree.TypeExpr:
        """The type behind the colon."""
        found = self.maybe_type(branch)
        assert found is not None
        return found

    # --- Components ------------------------------------------------------------------------------------------------

    def kind(self, branch: Branch) -> tree.Kind:
        """`kind Suit: clubs, hearts`, `ring Wheel` with a table."""
        what, name = branch.children[:2]
        return tree.Kind(
            str(what), self.name(name), self.members(branch), self.maybe_rows(branch), **self.noted(branch)
        )

    def seats(self, branch: Branch) -> tree.Kind:
        """`player: White, Black`."""
        what = branch.children[0]
        return tree.Kind("player", self.name(what), self.members(branch), self.maybe_rows(branch), **self.noted(branch))

    def product_kind(self, branch: Branch) -> tree.Product:
        """`grid Square: each file in File, row in 1..8`."""
        what, name = branch.children[:2]
        return tree.Product(str(what), self.name(name), self.product(branch), self.named(branch), **self.noted(branch))

    def table(self, branch: Branch) -> tree.Table:
        """`table Tile by house, colour`."""
        rows = self.maybe_rows(branch)
        assert rows is not None
        return tree.Table(self.name(branch.children[1]), self.names(branch), rows, **self.noted(branch))

    def card(self, branch: Branch) -> tree.Card:
        """`card Coin: 11 of each metal in Metal`."""
        copies = branch_of(branch, "copies")
        count, each = self.copies(copies.children[0]) if copies else (1, None)
        name = self.name(branch.children[1])
        return tree.Card(name, count, self.product(branch), None, self.named(branch), each, **self.noted(branch))

    def card_of_one_face(self, branch: Branch) -> tree.Card:
        """`card Coin: 30`."""
        number = part_after(branch, "COLON")
        assert number is not None
        count, each = self.copies(number)
        name, shown, looks = self.name(branch.children[1]), self.shown(branch), self.looks(branch)
        return tree.Card(name, count, (), None, None, each, shown, looks, **self.noted(branch))

    def looks(self, branch: Branch) -> tuple[tree.Look, ...]:
        """`sign "●"` and `colour "red"` below a line."""
        found = []
        for look in branches(branch_of(branch, "looks"), "look"):
            word, text = look.children[:2]
            quoted = tree.Quoted(self.plain(text), span=place(text))
            found.append(tree.Look(self.name(word), quoted, span=place(word).to(place(text))))
        return tuple(found)

    def copies(self, part: Part) -> tuple[int, tree.Expr | None]:
        """How many there are of each face: a plain number, or 1 and an expression."""
        each = self.phrase(part)
        return (each.value, None) if isinstance(each, tree.Number) else (1, each)

    def card_rows(self, branch: Branch) -> tree.Card:
        """`card Gem` with a table."""
        name = self.name(branch.children[1])
        return tree.Card(name, 1, (), self.maybe_rows(branch), self.named(branch), **self.noted(branch))

    def die(self, branch: Branch) -> tree.Die:
        """`die pip: 1..6`, `die cup for each player: 5 of 1..6, seen by owner`."""
        name, shown, copies = self.name(branch.children[1]), self.shown(branch), branch_of(branch, "copies")
        count = self.phrase(copies.children[0]) if copies else None
        faces = self.faces(branch_of(branch, "faces"))
        seen, unshown = self.audience(branch), self.unshown(branch)
        return tree.Die(name, faces, shown, self.per(branch), count, seen, unshown, **self.noted(branch))

    def faces(self, branch: Branch | None) -> tuple[tree.Member, ...]:
        """`skull, sword, sword`; each face but the first stands behind a list of those before."""
        if branch is None:
            return ()
        return (*self.faces(branch_of(branch, "faces")), self.member(branch.children[-1]))

    def token(self, branch: Branch) -> tree.Token:
        """`token Pawn on Square: each owner in player`."""
        name, on = self.name(branch.children[1]), part_after(branch, "ON")
        assert on is not None
        looks = self.shown(branch), self.looks(branch)
        return tree.Token(name, self.name(on), self.product(branch), self.named(branch), *looks, **self.noted(branch))

    def product(self, branch: Branch) -> tuple[tree.Param, ...]:
        """`each suit in Suit, rank in Rank`."""
        return self.params(branch_of(branch, "product"))

    def named(self, branch: Branch) -> tree.Text | None:
        """`named "{rank} of {suit}"`."""
        part = branch_of(branch, "named")
        return self.maybe_said(part, "NAMED") if part else None

    def members(self, branch: Branch) -> tuple[tree.Member, ...]:
        """`2..10, jack, queen`; none if a table lists them."""
        return tuple(self.member(part) for part in between(branch_of(branch, "members"), "COMMA"))

    def member(self, part: Part) -> tree.Member:
        """A name, a number, or a span of either; a name may have other words."""
        if isinstance(part, Tree) and part.data == "called":
            return tree.Called(self.name(part.children[0]), self.shown(part), span=place(part))
        if isinstance(part, Tree) and part.data == "member_span":
            return tree.MemberSpan(self.end_point(part.children[0]), self.end_point(part.children[2]), span=place(part))
        return self.end_point(part)

    def end_point(self, part: Part) -> tree.Name | tree.Number:
        """A name or a number, perhaps a negative one."""
        if isinstance(part, Tree) and part.data == "number":
            return self.number(part)
        if isinstance(part, Tree) and part.data == "negative":
            sign, number = part.children
            assert isinstance(number, Tree)
            value = self.number(number).value
            return tree.Number(-value if sign == "-" else value, span=place(part))
        return self.name(part)

    # --- Tables ------------------------------------------------------------------------------------------------------

    def maybe_rows(self, branch: Branch) -> tree.Rows | None:
        """The table below a line, if there is one."""
        rows, columns = branch_of(branch, "rows"), None
        if rows is not None:
            columns = branch_of(rows, "columns")
        if rows is None or columns is None:
            return None
        heads = tuple(self.column(column) for column in branches(columns, "column"))
        lines = [row for row in branches(rows, "row") if self.fills(row, len(heads))]
        cells = tuple(tuple(self.cell(cell) for cell in branches(row, "cell")) for row in lines)
        return tree.Rows(heads, cells, span=place(columns).to(place(rows)))

    def fills(self, row: Branch, columns: int) -> bool:
        """Whether a row has a cell for each column."""
        cells = len(branches(row, "cell"))
        if cells != columns:
            self.problems.append(mistakes.CellCount(cells, columns).at(place(row)))
        return cells == columns

    def column(self, branch: Branch) -> tree.Column:
        """`height: 1..7`, `edge for each Side: Ground`."""
        name, kind = self.name(branch.children[0]), self.maybe_type(branch)
        return tree.Column(name, kind, self.per(branch), span=place(branch))

    def cell(self, branch: Branch) -> tree.Cell:
        """`1, 2, joker` or `red blue`."""
        return tree.Cell(tuple(self.choice(c) for c in branches(branch, "choice", "blank")), span=place(branch))

    def choice(self, branch: Branch) -> tuple[tree.CellValue, ...]:
        """What stands between two commas of a cell."""
        if branch.data == "blank":
            return (tree.Blank(span=place(branch)),)
        return tuple(self.value(part) for part in branch.children)

    def value(self, part: Part) -> tree.CellValue:
        """One word, number, span or text in a cell."""
        if isinstance(part, Tree) and part.data == "text":
            return tree.Quoted(self.plain(part.children[0]), span=place(part))
        if isinstance(part, Tree) and part.data in ("yes", "no", "none"):
            return self.literal(part)
        return self.member(part)

    # --- Memory and words --------------------------------------------------------------------------------------------

    def zone(self, branch: Branch) -> tree.Zone:
        """`zone hand for each player: Card, seen by owner`."""
        pile, rows, of, row = (
            branch_of(branch, "pile_of"),
            branch_of(branch, "row_of"),
            part_after(branch, "COLON"),
            None,
        )
        if pile is not None:
            of = pile.children[-1]
        elif rows is not None:
            of, most = rows.children[-1], rows.children[1]
            row = tree.Row(self.phrase(most) if most is not of else None, span=place(rows))
        assert of is not None
        name, shown = self.name(branch.children[1]), self.shown(branch)
        return tree.Zone(
            name,
            self.per(branch),
            pile is not None,
            self.name(of),
            self.audience(branch),
            shown,
            row,
            self.audience(branch, "top_audience", "TOP_SEEN_BY"),
            self.sorting(branch),
            self.unshown(branch),
            **self.noted(branch),
        )

    def sorting(self, branch: Branch) -> tuple[tree.SortedBy, ...]:
        """`, sorted by suit then highest rank`."""
        found = []
        for key in branches(branch_of(branch, "sorting"), "sort_key"):
            extreme = branch_of(key, "extreme")
            highest = extreme is not None and extreme.children[0] == "highest"
            found.append(tree.SortedBy(highest, self.name(key.children[-1]), span=place(key)))
        return tuple(found)

    def var(self, branch: Branch) -> tree.Var:
        """`var wins for each player: 0..2 = 0`."""
        name, kind, value = (
            self.name(branch.children[1]),
            self.the_type(branch),
            self.maybe(part_after(branch, "EQUAL")),
        )
        words = self.shown(branch), self.unshown(branch)
        return tree.Var(name, self.per(branch), kind, value, self.audience(branch), *words, **self.noted(branch))

    def unshown(self, branch: Branch) -> bool:
        """`, not shown`."""
        part = branch_of(branch, "unshown")
        if part is None or not part.children:
            return False
        name = self.name(part.children[-1])
        if name.word != "shown":
            self.problems.append(mistakes.NOT_SHOWN.at(place(part.children[1]).to(name.span)))
        return True

    def history(self, branch: Branch) -> tree.History:
        """`history positions for each player of man, lapses[Red]`."""
        first = next(i for i, part in enumerate(branch.children) if isinstance(part, Token) and part.type == "OF") + 1
        ends = (i for i, part in enumerate(branch.children) if isinstance(part, Tree) and part.data == "tags")
        of = tuple(self.place(part) for part in branch.children[first : next(ends) : 2])
        return tree.History(self.name(branch.children[1]), self.per(branch), of, **self.noted(branch))

    def plan(self, branch: Branch) -> tree.Plan:
        """`plan Point`, and below it `"a1 b1 ."`: a row of places."""
        whose, on = part_after(branch, "OF"), part_after(branch, "ON")
        texts = [token for part in branches(branch, "note") for token in self.doc_lines(part)]
        rows = tuple(tuple(self.spots(token)) for token in texts)
        notes = self.noted(branch)
        notes["docs"] = ""
        return tree.Plan(
            self.names(branch), self.name(whose) if whose else None, self.name(on) if on else None, rows, **notes
        )

    def spots(self, token: Token) -> Iterator[tree.Spot]:
        """The words of a row, each with its place."""
        first = place(token).start + 1
        for found in re.finditer(r"\S+", self.plain(token)):
            word, _, label = found[0].partition(":")
            span = Span(first + found.start(), first + found.end())
            yield tree.Spot(word, label.replace("_", " ").strip(), span=span)

    def shown(self, branch: Branch) -> str:
        """`as "cards in hand"`."""
        part = branch_of(branch, "as_")
        text = part_after(part, "AS") if part else None
        return self.plain(text).strip() if text is not None else ""

    def per(self, branch: Branch) -> tuple[tree.Expr, ...]:
        """`for each player, 1..3`."""
        return tuple(self.phrase(part) for part in between(branch_of(branch, "per"), "FOR_EACH", "COMMA"))

    def audience(self, branch: Branch, rule: str = "audience", mark: str = "SEEN_BY") -> tree.Expr | None:
        """`seen by owner`."""
        part = branch_of(branch, rule)
        return self.maybe(part_after(part, mark)) if part else None

    def def_(self, branch: Branch) -> tree.Def:
        """`def f(x: T): U = …`, or with a case on each line."""
        value = part_after(branch, "EQUAL")
        cases = branch_of(branch, "cases")
        lets = tuple(self.let(b) for b in branches(cases, "let"))
        if value is not None:
            written: tuple[tree.Case, ...] = (tree.Case(self.phrase(value), None, False, span=place(value)),)
        else:
            written = tuple(self.case(b) for b in branches(cases, "case"))
        rules = tuple(self.when(b) for b in branches(cases, "when"))
        if rules and written:
            second = max(rules[0].span, written[0].span, key=lambda at: at.start)
            self.problems.append(mistakes.CASES_AND_RULES.at(second))
            rules = ()
        name, fields, type = self.name(branch.children[1]), self.fields(branch), self.maybe_type(branch)
        return tree.Def(name, fields, type, lets, written, rules, self.shown(branch), **self.noted(branch))

    def case(self, branch: Branch) -> tree.Case:
        """`E if C`, `E otherwise`, `E`."""
        notes = self.noted(branch)
        return tree.Case(
            self.phrase(branch.children[0]),
            self.maybe(part_after(branch, "IF")),
            word(branch, "OTHERWISE") is not None,
            notes["tags"],
            span=notes["span"],
        )

    def procedure(self, branch: Branch) -> tree.Procedure:
        """`procedure lay(c: Card)` with its steps."""
        return tree.Procedure(
            self.name(branch.children[1]), self.fields(branch), self.block(branch), **self.noted(branch)
        )
