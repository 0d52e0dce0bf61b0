"""Declarations in, what lies in the box and on the table out: kinds, boards, cards, tokens, dice, places, notes."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from astro_referee.grammar import tree
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.rulebook.book import Block, Grid, Illustration, Label, Paragraph, Section
from astro_referee.interpreter.show.rulebook.lexicon import Lexicon, article, in_words, listed, many
from astro_referee.interpreter.show.rulebook.marked_text import quoted
from astro_referee.interpreter.show.rulebook.phrases import Speaker
from astro_referee.interpreter.show.rulebook.pictures import MOST_CARDS, card_picture, start_picture

MOST_ROWS = 120
"""Rows of a table that are printed; nobody looks up more in a book."""
WORDS = {"ring": "ring", "grid": "board of squares", "hexgrid": "board of hexagons", "graph": "map", "team": "team"}
Part = tree.Kind | tree.Product | tree.Table | tree.Card | tree.Token | tree.Die | tree.Zone | tree.Var | tree.History


@frozen
class Components:
    """Tells the declarations of a game; pictures are of one set-up."""

    lex: Lexicon
    game: Game

    def section(self) -> Section:
        sorts: Sequence[tuple[str, str, type[Part] | tuple[type[Part], ...]]] = (
            ("things", "Kinds of things and boards", (tree.Kind, tree.Product, tree.Table)),
            ("cards", "Cards, tokens and dice", (tree.Card, tree.Token, tree.Die)),
            ("zones", "Places for cards", tree.Zone),
            ("notes", "What is kept in mind", (tree.Var, tree.History)),
        )
        inner = []
        for key, heading, kinds in sorts:
            made = [self.part(item) for item in self.lex.file.items if isinstance(item, kinds)]
            if made:
                inner.append(Section(f"components-{key}", self.lex.label(f"book.{key}", heading), (), tuple(made)))
        blocks: list[Block] = []
        drawn = start_picture(self.game)
        header = self.lex.file.header
        if drawn and header is not None:
            said = f"The table when the game has begun, with {self.game.seats} players; all hands are open."
            said = said.replace("with 1 players", "with one player")
            blocks.append(Illustration(drawn, self.lex.sentence(header, "book.start", said, ())))
        return Section("components", self.lex.label("book.components", "Components"), tuple(blocks), tuple(inner))

    def part(self, item: Part) -> Section:
        word = item.name.word
        part = self.lex.place(word).replace("-", ".", 1)
        blocks: list[Block] = []
        # What only says its heading again is left out.
        said_again = item.docs.casefold().rstrip(".").removeprefix("the ") == self.lex.word(word).casefold()
        docs = "" if said_again else item.docs
        if docs:
            blocks.append(Paragraph(self.lex.sentence(item, f"{part}.about", f"“{quoted(docs)}”"), "quote"))
        said = self.said(item)
        blocks.append(Paragraph(self.lex.sentence(item, f"{part}.is", said, () if docs else None)))
        rows = getattr(item, "rows", None)
        if isinstance(rows, tree.Rows):
            blocks.append(self.table(part, rows))
        if isinstance(item, tree.Card):
            drawn = card_picture(self.game, word)
            if drawn:
                count, noun = len(self.game.machine.members[word]), quoted(many(self.lex.word(word)))
                shown = f"The first {MOST_CARDS} of {count} {noun}." if count > MOST_CARDS else f"All {noun}."
                shown = "Each of them looks like this." if count == 1 else shown
                caption = self.lex.sentence(item, f"{part}.picture", shown, ())
                blocks.append(Illustration(drawn, caption))
        return Section(self.lex.place(word), Label(f"{part}.heading", self.lex.word(word)), tuple(blocks))

    def said(self, item: Part) -> str:
        speaker, word = Speaker(self.lex, "its owner"), quoted(self.lex.word(item.name.word))
        match item:
            case tree.Kind("player"):
                return f"The players: {self.members('player')}."
            case tree.Kind(sort):
                what = WORDS.get(sort, "")
                count = self.count(item)
                be = "is" if count.startswith("one ") else "are"
                lead = f"This is {article(what)} of {count}" if what else f"There {be} {count}"
                return f"{lead}: {self.members(item.name.word)}."
            case tree.Product(sort, product=product):
                what = WORDS.get(sort, "kind of things")
                return f"This is {article(what)}, {self.count(item)}: one for {self.each(speaker, product)}."
            case tree.Table(by=by):
                return f"This table says something for each {listed(self.lex.term(name.word) for name in by)}."
            case tree.Card():
                return self.cards(speaker, item)
            case tree.Token(on=on, product=product):
                kind = self.lex.term(on.word)
                if not product:
                    return f"One token {word}, for the board {kind}."
                return f"Tokens for the board {kind}: one for {self.each(speaker, product)}."
            case tree.Die():
                return self.die(speaker, item)
            case tree.Zone():
                return self.zone(speaker, item)
            case tree.Var():
                each = f", for each {self.per(item.per)}" if item.per else ""
                return f"{self.type_of(speaker, item.type)}{each}. {self.audience(speaker, item.audience)}"
            case tree.History(of=of):
                return f"Remembers how these have stood before: {listed(map(speaker.value, of))}."

    def cards(self, speaker: Speaker, item: tree.Card) -> str:
        noun = quoted(many(self.lex.word(item.name.word)))
        made = f": one for {self.each(speaker, item.product)}" if item.product else ""
        copies = speaker.value(item.each) if item.each is not None else str(item.copies)
        different = len(self.game.machine.members.get(item.name.word, ()))
        times = "" if copies == "1" else f", {copies} of each"
        if copies.isdigit() and different > 0:
            total = int(copies) * different
            alike = (
                "all different" if copies == "1" else "all alike" if different == 1 else f"{different} different faces"
            )
            if total > 1:
                return f"There are {total} {noun}, {alike}{'' if different == 1 else times}{made}."
        faces = "one face" if different == 1 else f"{different} different faces"
        if copies.startswith("("):
            total = sum(self.game.machine.copies_of(item.name.word, face) for face in range(different))
            return f"There are {total} {noun}, {faces}{made}. Of each there are {copies[1:-1]}."
        return f"The {noun} have {faces}{times}{made}."

    def die(self, speaker: Speaker, item: tree.Die) -> str:
        faces = listed(map(self.face, item.members))
        count = speaker.value(item.count) if item.count is not None else ""
        what = f"{count} dice" if count and count != "1" else "A die"
        each = f", for each {self.per(item.per)}" if item.per else ""
        return f"{what} with {faces}{each}. {self.audience(speaker, item.audience)}"

    def face(self, member: tree.Member) -> str:
        match member:
            case tree.MemberSpan(low, high):
                return f"{self.face(low)} to {self.face(high)}"
            case tree.Number(value):
                return str(value)
            case tree.Called(shown=shown):
                return quoted(shown)
            case tree.Name(word):
                return self.lex.member(word)

    def zone(self, speaker: Speaker, item: tree.Zone) -> str:
        cards = self.lex.term(item.of.word, many(self.lex.word(item.of.word)))
        if item.pile:
            what = f"A pile of {cards}, in order"
        elif item.row is not None:
            most = f" of at most {speaker.value(item.row.most)}" if item.row.most is not None else ""
            what = f"A row{most} for {cards}, each in its place"
        else:
            what = f"A place for {cards}"
        each = f", one for each {self.per(item.per)}" if item.per else ""
        said = f"{what}{each}. {self.audience(speaker, item.audience)}"
        if item.top is not None:
            said += f" Its top card is seen by {speaker.value(item.top)}."
        return said

    def audience(self, speaker: Speaker, audience: tree.Expr | None) -> str:
        if audience is None:
            return "Everyone sees it."
        return f"Only {who} sees it." if (who := speaker.value(audience)) == "its owner" else f"Seen by {who}."

    def per(self, per: Sequence[tree.Expr]) -> str:
        speaker = Speaker(self.lex)
        said = [
            in_words(index.word)
            if isinstance(index, tree.Name) and index.word == "player"
            else self.lex.term(index.word)
            if isinstance(index, tree.Name)
            else f"number from {speaker.value(index)}"
            for index in per
        ]
        return " and each ".join(said)

    def each(self, speaker: Speaker, product: Sequence[tree.Param]) -> str:
        said = []
        for param in product:
            speaker.name(param.name, f"the {in_words(param.name.word)}")
            where = f" where {speaker.clause(param.where)}" if param.where is not None else ""
            domain = param.domain
            match domain:
                case tree.Name("player"):
                    of = "player"
                case tree.Name(word):
                    of = self.lex.term(word)
                case _:
                    of = f"number from {speaker.value(domain)}"
            name = in_words(param.name.word)
            of = of if name == in_words(getattr(domain, "word", "")) else f"{of} ({quoted(name)})"
            said.append(f"each {of}{where}")
        return " and ".join(said)

    def type_of(self, speaker: Speaker, type: tree.TypeExpr) -> str:
        match type:
            case tree.NamedType(name):
                if name.word == "bool":
                    return "Yes or no"
                return article(self.lex.term(name.word) if name.word in self.lex.items else in_words(name.word))
            case tree.SpanType(low, high):
                return f"A number from {speaker.value(low)} to {speaker.value(high)}"
            case tree.SetType(of):
                return f"Any number of {self.several(speaker, of)}, none twice"
            case tree.HeapType(of):
                return f"Any number of each of these: {self.several(speaker, of)}"
            case tree.RowType(most, of):
                return f"A row of up to {speaker.value(most)} of these: {self.several(speaker, of)}"
            case tree.EitherType(of, words):
                others = listed((quoted("nothing" if w.word == "none" else in_words(w.word)) for w in words), "or")
                return f"{self.type_of(speaker, of)}, or {others}"

    def several(self, speaker: Speaker, type: tree.TypeExpr) -> str:
        match type:
            case tree.NamedType(name) if name.word in self.lex.items:
                return self.lex.term(name.word, many(self.lex.word(name.word)))
            case tree.NamedType(name):
                return many(in_words(name.word))
            case tree.SpanType(low, high):
                return f"numbers from {speaker.value(low)} to {speaker.value(high)}"
            case _:
                return self.type_of(speaker, type)

    # --- Members and tables ------------------------------------------------------------------------------------------

    def count(self, item: tree.Kind | tree.Product) -> str:
        number = len(self.game.machine.members.get(item.name.word, ()))
        noun = self.lex.word(item.name.word)
        return f"{number} {quoted(many(noun))}" if number != 1 else f"one {quoted(noun)}"

    def members(self, kind: str) -> str:
        names = self.game.machine.members.get(kind, ())
        shown = [self.lex.member(name) for name in names[:MOST_ROWS]]
        more = len(names) - len(shown)
        return listed(shown) + (f" and {more} more" if more else "")

    def table(self, part: str, rows: tree.Rows) -> Grid:
        heads = tuple(Label(f"{part}.column.{c.name.word}", in_words(c.name.word)) for c in rows.columns)
        cells = tuple(tuple(self.cell(cell) for cell in row) for row in rows.rows[:MOST_ROWS])
        return Grid(heads, cells)

    def cell(self, cell: tree.Cell) -> str:
        return ", ".join(" ".join(map(self.cell_value, choice)) for choice in cell.choices)

    def cell_value(self, value: tree.CellValue) -> str:
        match value:
            case tree.Name(word):
                return self.lex.shown.get(word, word.replace("_", " "))
            case tree.Number(number):
                return str(number)
            case tree.MemberSpan(low, high):
                return f"{self.cell_value(low)} to {self.cell_value(high)}"
            case tree.Called(shown=shown):
                return shown
            case tree.Quoted(text):
                return text
            case tree.Blank():
                return "-"
            case tree.Literal(word):
                return word
