"""From Lark's trees to phrases, types and texts: one branch of a grammar rule goes in, one node of `tree` comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lark import Token

from astro_referee.grammar import tree
from astro_referee.grammar.build.holes import pieces, read_hole
from astro_referee.grammar.mistakes import structure as mistakes
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Span
from astro_referee.grammar.syntax import limits
from astro_referee.grammar.syntax.lark_trees import Branch, Part, between, branch_of, branches, part_after, place, word


class PhraseBuilder:
    """Builds phrases. `text` is the file's; what is wrong is noted in `problems`."""

    def __init__(self, text: str, problems: list[Problem]) -> None:
        self.text = text
        self.problems = problems
        self.rules: Mapping[str, Callable[[Branch], tree.Expr]] = {
            "soft": self.name,
            "number": self.number,
            "yes": self.literal,
            "no": self.literal,
            "none": self.literal,
            "empty": self.literal,
            "bracket": lambda branch: self.phrase(branch.children[1]),
            "set": lambda branch: tree.SetOf(self.args(branch), span=place(branch)),
            "field_of": self.field_of,
            "index": self.index,
            "call": lambda branch: tree.Call(self.phrase(branch.children[0]), self.args(branch), span=place(branch)),
            "not_": lambda branch: tree.Not(self.phrase(branch.children[1]), span=place(branch)),
            "signed_": self.signed,
            "or_": self.binary,
            "and_": self.binary,
            "comparison": self.binary,
            "arithmetic": self.binary,
            "span": self.span,
            "subsets": self.subsets,
            "around": self.around,
            "quantified": self.quantified,
            "no_such": self.quantified,
            "every": self.every,
            "matching": self.matching,
            "gathered": self.gathered,
            "best": self.best,
            "ordered": lambda branch: self.asked("ordered", branch, keys=self.keys(branch)),
            "either": self.if_else,
            "quoted": self.text_value,
            "item": self.item,
            "some_first": self.slice,
            "reach": self.reach,
            "after_this": self.after,
            "after_do": self.after,
        }

    # --- Phrases ---------------------------------------------------------------------------------------------------

    def phrase(self, part: Part) -> tree.Expr:
        """Any phrase."""
        return self.name(part) if isinstance(part, Token) else self.rules[part.data](part)

    def maybe(self, part: Part | None) -> tree.Expr | None:
        """A phrase that need not be there."""
        return None if part is None else self.phrase(part)

    def needed(self, branch: Branch, *terminals: str) -> tree.Expr:
        """The phrase behind a word that is there in any case."""
        part = part_after(branch, *terminals)
        assert part is not None
        return self.phrase(part)

    def args(self, branch: Branch) -> tuple[tree.Expr, ...]:
        """The phrases in brackets, if there are any."""
        return tuple(self.phrase(part) for part in between(branch_of(branch, "args"), "COMMA"))

    def name(self, part: Part) -> tree.Name:
        """A name; also one of the soft words."""
        token = part if isinstance(part, Token) else part.children[0]
        return tree.Name(str(token), span=place(part))

    def names(self, branch: Branch) -> tuple[tree.Name, ...]:
        """The names of the `names` list in a branch."""
        return tuple(self.name(part) for part in between(branch_of(branch, "names"), "COMMA"))

    def number(self, branch: Branch) -> tree.Number:
        """A number."""
        return tree.Number(self.count(branch.children[0]), span=place(branch))

    def count(self, part: Part) -> int:
        """The value of a token of digits."""
        digits = str(part).lstrip("0") or "0"
        if len(digits) > limits.DIGITS:
            self.problems.append(mistakes.TooManyDigits(limits.DIGITS).at(place(part)))
            return 0
        return int(digits)

    def literal(self, branch: Branch) -> tree.Literal:
        """`yes`, `no`, `none`, `empty`."""
        return tree.Literal(str(branch.children[0]), span=place(branch))

    def field_of(self, branch: Branch) -> tree.FieldOf:
        """`card.suit`."""
        of, _, name = branch.children
        return tree.FieldOf(self.phrase(of), self.name(name), span=place(branch))

    def index(self, branch: Branch) -> tree.Index:
        """`hand[me]`."""
        return tree.Index(self.phrase(branch.children[0]), self.args(branch), span=place(branch))

    def place(self, part: Part) -> tree.Name | tree.Index:
        """What a value is stored in: a name, perhaps with an index."""
        return self.index(part) if not isinstance(part, Token) and part.data == "index" else self.name(part)

    def signed(self, branch: Branch) -> tree.Expr:
        """`-x`; of `+x` only the `x` remains."""
        sign, of = branch.children
        inner = self.phrase(of)
        return tree.Signed(inner, span=place(branch)) if sign == "-" else inner

    def binary(self, branch: Branch) -> tree.Binary:
        """Two operands and what stands between them."""
        left, op, right = branch.children
        token = op if isinstance(op, Token) else op.children[0]
        return tree.Binary(
            " ".join(str(token).split()),
            self.phrase(left),
            self.phrase(right),
            op_span=place(token),
            span=place(branch),
        )

    def span(self, branch: Branch) -> tree.SpanOf:
        """`1..7`."""
        low, _, high = branch.children
        return tree.SpanOf(self.phrase(low), self.phrase(high), span=place(branch))

    def subsets(self, branch: Branch) -> tree.Subsets:
        """`2 of S`, `1..3 of S`."""
        low, high = self.phrase(branch.children[0]), self.phrase(branch.children[-3])
        return tree.Subsets(low, high, self.phrase(branch.children[-1]), span=place(branch))

    def around(self, branch: Branch) -> tree.Around:
        """`clockwise from x`."""
        way, begin, start = branch.children
        return tree.Around(way == "clockwise", begin == "after", self.phrase(start), span=place(branch))

    # --- Questions about many things -----------------------------------------------------------------------------

    def asked(
        self, word: str, branch: Branch, of: tree.Expr | None = None, keys: tuple[tree.Key, ...] = ()
    ) -> tree.Phrase:
        """A phrase over `name in domain where …`."""
        at = next(i for i, child in enumerate(branch.children) if isinstance(child, Token) and child.type == "IN")
        name, domain = self.name(branch.children[at - 1]), self.phrase(branch.children[at + 1])
        where = self.maybe(part_after(branch, "WHERE"))
        return tree.Phrase(word, name, domain, where, of, keys, span=place(branch))

    def quantified(self, branch: Branch) -> tree.Phrase:
        """`some p in players where …`, `count …`, `no …`."""
        first = branch.children[0]
        return self.asked(str(first if isinstance(first, Token) else first.children[0]), branch)

    def every(self, branch: Branch) -> tree.Phrase:
        """`every p in players: …`."""
        return self.asked("every", branch, of=self.needed(branch, "COLON"))

    def matching(self, branch: Branch) -> tree.Matching:
        """`every s in group has its own colour in stars(s)`."""
        _, name, _, domain, _, other, _, own, *_ = branch.children
        where = self.maybe(part_after(branch, "WHERE"))
        span = place(other).to(where.span if where is not None else place(own))
        options = tree.Phrase("all", self.name(other), self.phrase(own), where, span=span)
        return tree.Matching(self.name(name), self.phrase(domain), options, span=place(branch))

    def gathered(self, branch: Branch) -> tree.Phrase:
        """`sum of E for x in S`."""
        gathering, of = branch.children[:2]
        assert not isinstance(gathering, Token)
        return self.asked(str(gathering.children[0]).split()[0], branch, of=self.phrase(of))

    def best(self, branch: Branch) -> tree.Phrase:
        """`only best p in players by highest score[p]`."""
        which = word(branch, "ONLY", "FIRST")
        return self.asked(f"{which} best" if which else "best", branch, keys=self.keys(branch))

    def keys(self, branch: Branch) -> tuple[tree.Key, ...]:
        """`highest E then lowest F`."""
        return tuple(self.key(key) for key in branches(branch_of(branch, "keys"), "key"))

    def key(self, branch: Branch) -> tree.Key:
        """`highest E`."""
        extreme, of = branch.children
        assert not isinstance(extreme, Token)
        return tree.Key(extreme.children[0] == "highest", self.phrase(of), span=place(branch))

    def item(self, branch: Branch) -> tree.Item:
        """`item 3 of …`."""
        _, position, _, of = branch.children
        return tree.Item(self.phrase(position), self.phrase(of), span=place(branch))

    def if_else(self, branch: Branch) -> tree.IfElse:
        """`(2 if total is 15 else 0)`."""
        _, then, _, condition, _, otherwise, _ = branch.children
        return tree.IfElse(self.phrase(then), self.phrase(condition), self.phrase(otherwise), span=place(branch))

    def text_value(self, branch: Branch) -> tree.Quoted:
        """`"gold"` as a value; a hole in it would be worked out in one place and told in another."""
        text = self.plain(branch.children[0])
        if "{" in text or "}" in text:
            self.problems.append(mistakes.HOLE_IN_VALUE.at(place(branch)))
        return tree.Quoted(text, span=place(branch))

    def slice(self, branch: Branch) -> tree.Slice:
        """`first 3 of …`."""
        which, count, _, of = branch.children
        return tree.Slice(str(which), self.phrase(count), self.phrase(of), span=place(branch))

    def reach(self, branch: Branch) -> tree.Phrase:
        """`reach q from {p} by q.neighbours within 3 costing cost(q) stopping if q in guarded where …`."""
        start, by = self.needed(branch, "FROM"), self.needed(branch, "BY")
        within, costing, stopping, where = (
            self.maybe(part_after(branch, word)) for word in ("WITHIN", "COSTING", "STOPPING_IF", "WHERE")
        )
        name = self.name(branch.children[1])
        return tree.Phrase("reach", name, start, where, by, (), within, costing, stopping, span=place(branch))

    def after(self, branch: Branch) -> tree.After:
        """`after this: …`, `after do p(x): …`."""
        procedure = part_after(branch, "AFTER_DO")
        name = None if procedure is None else self.name(procedure)
        return tree.After(name, self.args(branch), self.phrase(branch.children[-1]), span=place(branch))

    # --- Parameters and types --------------------------------------------------------------------------------------

    def params(self, branch: Branch | None) -> tuple[tree.Param, ...]:
        """The `x in S where …` of a list of them."""
        return tuple(self.param(param) for param in branches(branch, "param"))

    def in_order(self, name: tree.Name, domain: tree.Expr, where: tree.Expr | None, branch: Branch) -> tree.Phrase:
        """`p in players where … by highest bid[p]`, as something to go through in that order."""
        keys = self.keys(branch)
        at = name.span.to(keys[-1].span)
        return tree.Phrase("ordered", name, domain, where, None, keys, span=at)

    def param(self, branch: Branch) -> tree.Param:
        """`x in S where …`."""
        name, domain = self.name(branch.children[0]), self.phrase(branch.children[2])
        return tree.Param(name, domain, self.maybe(part_after(branch, "WHERE")), span=place(branch))

    def fields(self, branch: Branch) -> tuple[tree.Field, ...]:
        """The `x: T` in the head of a def or procedure."""
        return tuple(
            tree.Field(self.name(field.children[0]), self.type(field.children[2]), span=place(field))
            for field in branches(branch_of(branch, "fields"), "field")
        )

    def type(self, part: Part) -> tree.TypeExpr:
        """A type with the words it may also be."""
        assert not isinstance(part, Token)
        plain, *words = between(part, "OR")
        of = self.plain_type(plain)
        return tree.EitherType(of, tuple(self.name(w) for w in words), span=place(part)) if words else of

    def maybe_type(self, branch: Branch) -> tree.TypeExpr | None:
        """The type in a branch, if there is one."""
        part = branch_of(branch, "type")
        return None if part is None else self.type(part)

    def plain_type(self, part: Part) -> tree.TypeExpr:
        """A name, a span, or a set, heap or row of either."""
        assert not isinstance(part, Token)
        match part.data:
            case "span":
                low, _, high = part.children
                return tree.SpanType(self.phrase(low), self.phrase(high), span=place(part))
            case "set_type":
                return tree.SetType(self.plain_type(part.children[1]), span=place(part))
            case "heap_type":
                return tree.HeapType(self.plain_type(part.children[1]), span=place(part))
            case "row_type":
                _, most, of = part.children
                return tree.RowType(self.phrase(most), self.plain_type(of), span=place(part))
            case _:
                return tree.NamedType(self.name(part.children[0]), span=place(part))

    # --- Texts -------------------------------------------------------------------------------------------------------

    def plain(self, part: Part) -> str:
        """What stands between the quotes."""
        return str(part)[1:-1]

    def said(self, part: Part) -> tree.Text:
        """A text with its holes filled by phrases."""
        span = place(part)
        return tree.Text(tuple(self.pieces(span)), span=span)

    def maybe_said(self, branch: Branch, *terminals: str) -> tree.Text | None:
        """The text behind `else`, `because`, `as` or `named`, if there is one."""
        part = part_after(branch, *terminals)
        return None if part is None else self.said(part)

    def pieces(self, quoted: Span) -> list[str | tree.Expr]:
        """Texts and phrases in turn."""
        built: list[str | tree.Expr] = []
        for piece in pieces(self.text, Span(quoted.start + 1, quoted.end - 1), self.problems):
            if isinstance(piece, str):
                built.append(piece)
            else:
                hole = read_hole(self.text, piece, self.problems)
                if hole is not None:
                    built.append(self.phrase(hole.children[0]))
        return built
