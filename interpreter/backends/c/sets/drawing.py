"""One candidate at random, in C: all are counted as members of sets, and the one drawn is carried out at once.

A list is not made, and nothing is worked out twice: the sets that were counted are those from which one is picked.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.blocks import Blocks
from astro_referee.interpreter.backends.c.representation import NUMBER, Bits
from astro_referee.interpreter.backends.c.sets.candidates import offer_in, only_offers
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.expressions import Choices, Const, Expression, Local, Op, Range
from astro_referee.interpreter.machine.traversal import Code, walk_code
from astro_referee.interpreter.values.types import SetOf, low, plain, size

MOST_ROWS = 4
"""Candidates of one place that are laid side by side in a word."""
WORD = 64


@frozen
class Group:
    """Candidates that are counted at once: `count` says how many, `pick` sets the local that tells them apart."""

    count: str
    offer: m.Offer
    pick: str = ""
    call: str = ""
    """What carries the candidate out, if it is more than the offer says."""
    member: str = ""
    """The name of a member of the set `among`, which is a word with so many values, the lowest of which is `first`."""
    among: str = ""
    values: int = 0
    first: int = 0
    bits: tuple[tuple[str, str], ...] = ()
    """The member as a number, and as a set of it alone, if it is known as both."""


@frozen
class Rows:
    """Several candidates for each place, by the place first: sets of places laid side by side, word by word."""

    counts: tuple[str, ...]
    words: tuple[str, ...]
    each: int
    """Places of a word."""
    place: str
    offers: tuple[m.Offer, ...]


@define
class Drawing(Blocks):
    """Writes how one candidate is drawn and carried out where one player is asked."""

    applied: tuple[str, ...] = ()
    """The functions that carry out the moves, by the numbers of these."""
    as_bits: tuple[tuple[int, ...], ...] = ()
    """By the number of a move, which of its arguments are given as sets of one member as well."""
    declared: list[str] = field(factory=list)
    bits: dict[str, str] = field(factory=dict)
    """Numbers that the candidate at hand knows as such sets, too."""

    def drawn(self) -> list[str]:
        self.tail(self.body, 1, [])
        body, self.lines = self.lines, []
        self.body, kept = (), self.body
        head = self.written()
        self.body = kept
        return [*head, *(f"    {line};" for line in self.declared), *body]

    def tail(self, code: Code, depth: int, groups: list[Group | Rows]) -> None:
        """Code with nothing behind it; at its end one of all candidates is drawn."""
        for number, line in enumerate(code):
            if isinstance(line, m.Branch) and number + 1 == len(code):
                self.put(depth, f"if ({self.terms.test(line.condition)}) {{")
                self.tail(line.then, depth + 1, list(groups))
                self.put(depth, "}")
                self.tail(line.otherwise, depth, groups)
                return
            self.within(line, depth, groups)
        self.settle(depth, groups)

    def within(self, line: m.Code, depth: int, groups: list[Group | Rows]) -> None:
        match line:
            case m.Branch(condition, then, otherwise):
                self.put(depth, f"if ({self.terms.test(condition)}) {{")
                for inner in then:
                    self.within(inner, depth + 1, groups)
                self.put(depth, "} else {")
                for inner in otherwise:
                    self.within(inner, depth + 1, groups)
                self.put(depth, "}")
            case m.Offer():
                count = self.kept("int64_t", "all")
                self.put(depth, f"{count} = 1;")
                groups.append(Group(count, line))
            case m.Loop() if not offers(line):
                self.line(line, depth)
            case m.Loop() if only_offers(line):
                groups.append(self.members_of(line, depth))
            case m.Loop():
                groups.append(self.rows_of(line, depth))
            case _:
                self.line(line, depth)

    def kept(self, ctype: str, name: str) -> str:
        """A variable that is zero unless the code comes to where it is set."""
        made = f"{name}{len(self.declared)}"
        zero = "{{0}}" if ctype.startswith("wide") else "0"
        self.declared.append(f"{ctype} {made} = {zero}")
        return made

    def members_of(self, line: m.Loop, depth: int) -> Group:
        terms, domain = self.terms, line.domain
        name, _ = terms.locals[line.name]
        offer = offer_in(line.body)
        if isinstance(domain, Choices):
            own = terms.own(domain.of)
            assert isinstance(own, Bits)
            ways, nth = self.names.piece("subset_count", own), self.names.piece("nth_subset", own)
            before, (a, b, group) = terms.in_order((domain.low, domain.high, domain.of), (NUMBER, NUMBER, own))
            if before:
                self.put(depth, f"{before[:-2]};")
            among, least, count = self.kept(own.ctype, "among"), self.kept("int64_t", "least"), ""
            count = self.kept("int64_t", "all")
            self.put(depth, f"{among} = {group}; {least} = {a};")
            self.put(depth, f"{count} = {ways}(c, {among}, {least}, {b}, {domain.fault});")
            return Group(count, offer, f"{name} = {nth}({among}, {least}, n);")
        assert not isinstance(domain, Range)
        own, kind = terms.own(domain), plain(domain.type)
        assert isinstance(own, Bits) and isinstance(kind, SetOf)
        among, count = self.kept(own.ctype, "among"), self.kept("int64_t", "all")
        self.put(depth, f"{among} = {terms.fit(domain, own)};")
        self.put(depth, f"{count} = {own.letter}_count({among});")
        plus = f" + {low(kind.of)}" if low(kind.of) else ""
        pick = f"{name} = {self.names.piece('nth', own)}({among}, n){plus};"
        bits: tuple[tuple[str, str], ...] = ()
        if own.words == 1 and not plus and any(self.as_bits):
            one = self.kept("uint64_t", "one")
            pick, bits = f"{one} = deposit(UINT64_C(1) << n, {among}); {name} = b64_least({one});", ((name, one),)
        if own.words > 1:
            return Group(count, offer, pick)
        return Group(count, offer, pick, "", line.name, among, size(kind.of), low(kind.of), bits)

    def rows_of(self, line: m.Loop, depth: int) -> Rows:
        rows = rows_in(line)
        assert rows is not None and not isinstance(line.domain, Range | Choices)
        terms, kind = self.terms, plain(line.domain.type)
        assert isinstance(kind, SetOf)
        each = WORD // len(rows)
        first = sum(1 << len(rows) * place for place in range(each))
        words, counts = [], []
        for number in range(-(-size(kind.of) // each)):
            word, count = self.kept("uint64_t", "word"), self.kept("int64_t", "all")
            parts = []
            for row, (group, _) in enumerate(rows):
                text = terms.fit(group, Bits(1))
                moved = f"{text} >> {number * each}" if number else text
                parts.append(f"deposit({moved}, UINT64_C({first << row:#x}))")
            self.put(depth, f"{word} = {' | '.join(parts)};")
            self.put(depth, f"{count} = b64_count({word});")
            words.append(word)
            counts.append(count)
        return Rows(tuple(counts), tuple(words), each, line.name, tuple(offer for _, offer in rows))

    # --- The draw ----------------------------------------------------------------------------------------------------

    def settle(self, depth: int, groups: list[Group | Rows]) -> None:
        groups = self.side_by_side(groups, depth)
        counts = [count for group in groups for count in (group.counts if isinstance(group, Rows) else (group.count,))]
        self.put(depth, "{")
        self.put(depth + 1, f"int64_t n = {' + '.join(counts) or '0'};")
        self.put(depth + 1, "*count = n;")
        self.put(depth + 1, "if (!n) return -1;")
        if groups:
            self.put(depth + 1, "n = below(g, (uint64_t)n);")
            self.put(depth + 1, "c->spent = 0;")
        for number, group in enumerate(groups):
            last = number + 1 == len(groups)
            if isinstance(group, Rows):
                self.bits = {}
                self.settle_rows(group, depth + 1, last)
                continue
            self.bits = dict(group.bits)
            self.choice(group.count, depth + 1, last, [group.pick, group.call or self.carried_out(group.offer)])
        self.put(depth, "}")

    def side_by_side(self, groups: list[Group | Rows], depth: int) -> list[Group | Rows]:
        """Sets one after the other that offer one move, and fit into one word, as one set."""
        made: list[Group | Rows] = []
        run: list[Group] = []
        for group in [*groups, None]:
            if run and not (isinstance(group, Group) and self.fits(run, group)):
                made.append(self.united(run, depth) if len(run) > 1 else run[0])
                run = []
            if isinstance(group, Group) and group.among:
                run.append(group)
            elif group is not None:
                made.append(group)
        return made

    def fits(self, run: list[Group], group: Group) -> bool:
        """Whether what a group offers differs from what those before it offer in its member and in numbers alone."""
        first = run[0]
        if not group.among or group.offer.move != first.offer.move:
            return False
        if sum(one.values for one in run) + group.values > WORD:
            return False
        pairs = zip(group.offer.args, first.offer.args, self.moves[first.offer.move], strict=True)
        return all(
            (is_local(one, group.member) and is_local(other, first.member) and own == NUMBER)
            or (isinstance(one, Const) and isinstance(other, Const) and own == NUMBER)
            for one, other, own in pairs
        )

    def united(self, run: list[Group], depth: int) -> Group:
        word, count, which = (self.kept(ctype, name) for ctype, name in UNITED)
        parts, at = [], 0
        text, offset = "0", str(run[0].first)
        for number, one in enumerate(run):
            parts.append(f"{one.among} << {at}" if at else one.among)
            if number:
                text, offset = f"{word} >= {at} ? {number} : {text}", f"{word} >= {at} ? {one.first - at} : {offset}"
            at += one.values
        self.put(depth, f"{word} = {' | '.join(parts)};")
        self.put(depth, f"{count} = b64_count({word});")
        args = []
        for place in range(len(run[0].offer.args)):
            column = [group.offer.args[place] for group in run]
            numbers = [arg.value for arg in column if isinstance(arg, Const)]
            if not numbers:
                args.append(f"(int64_t){word} + ({offset})")
            elif len(set(numbers)) == 1:
                args.append(str(numbers[0]))
            else:
                name = f"argument{len(self.declared)}"
                self.declared.append(f"static const int64_t {name}[] = {{{', '.join(map(str, numbers))}}}")
                args.append(f"{name}[{which}]")
        pick = f"{word} = {self.names.piece('nth', Bits(1))}({word}, n); {which} = {text};"
        return Group(count, run[0].offer, pick, self.call(run[0].offer.move, args))

    def choice(self, count: str, depth: int, last: bool, lines: list[str]) -> None:
        """What is done if the candidate is one of these; there is no other behind the last ones."""
        if not last:
            self.put(depth, f"if (n < {count}) {{")
        for line in filter(None, lines):
            self.put(depth if last else depth + 1, line)
        if not last:
            self.put(depth, "}")
            self.put(depth, f"n -= {count};")

    def settle_rows(self, group: Rows, depth: int, last: bool) -> None:
        rows, (name, _) = len(group.offers), self.terms.locals[group.place]
        every = " + ".join(group.counts)
        self.put(depth, "{" if last else f"if (n < {every}) {{")
        self.put(depth + 1, f"uint64_t word = {group.words[0]};")
        self.put(depth + 1, "int64_t first = 0, before = 0, passed = 0;")
        for number, (word, count) in enumerate(zip(group.words[1:], group.counts, strict=False), 1):
            self.put(depth + 1, f"passed += {count};")
            self.put(depth + 1, f"if (n >= passed) word = {word}, first = {number * group.each}, before = passed;")
        self.put(depth + 1, f"int64_t row = {self.names.piece('nth', Bits(1))}(word, n - before);")
        self.put(depth + 1, f"{name} = row / {rows} + first;")
        self.put(depth + 1, f"row %= {rows};")
        offers = group.offers
        if (joined := self.joined_offer(offers, depth + 1)) is not None:
            self.put(depth + 1, joined)
        else:
            self.put(depth + 1, "switch (row) {")
            for row, offer in enumerate(offers):
                self.put(depth + 1, f"{f'case {row}' if row + 1 < rows else 'default'}: {self.carried_out(offer)}")
            self.put(depth + 1, "}")
        self.put(depth, "}" if last else f"}}\n{'    ' * depth}n -= {every};")

    def joined_offer(self, offers: tuple[m.Offer, ...], depth: int) -> str | None:
        """Candidates of one move that differ in numbers alone: these are looked up."""
        move, args = offers[0].move, [list(column) for column in zip(*(offer.args for offer in offers), strict=True)]
        if any(offer.move != move for offer in offers):
            return None
        shown = []
        for place, (column, own) in enumerate(zip(args, self.moves[move], strict=True)):
            if all(one == column[0] for one in column):
                shown.append(self.terms.fit(column[0], own))
                continue
            numbers = [one.value for one in column if isinstance(one, Const)]
            if len(numbers) < len(column) or own != NUMBER:
                return None
            values = ", ".join(map(str, numbers))
            self.put(depth, f"static const int64_t argument{place}[] = {{{values}}};")
            shown.append(f"argument{place}[row]")
        return self.call(move, shown)

    def carried_out(self, offer: m.Offer) -> str:
        owns = self.moves[offer.move]
        return self.call(offer.move, [self.terms.fit(arg, own) for arg, own in zip(offer.args, owns, strict=True)])

    def call(self, move: int, args: list[str]) -> str:
        wanted = self.as_bits[move] if self.as_bits else ()
        bits = [self.bits.get(args[place], f"((uint64_t)1 << (({args[place]}) & 63))") for place in wanted]
        return f"return {self.applied[move]}({', '.join(['c', 's', self.terms.locals['me'][0], *args, *bits])});"


UNITED = (("uint64_t", "word"), ("int64_t", "all"), ("int64_t", "which"))

# --- Small questions -------------------------------------------------------------------------------------------------


def is_local(term: Expression, name: str) -> bool:
    return isinstance(term, Local) and term.name == name


def offers(loop: m.Loop) -> bool:
    return any(isinstance(line, m.Offer) for line in walk_code((loop,)))


def is_drawn(decision: m.Decision, body: Code) -> bool:
    """Whether candidates are drawn without being listed."""
    return decision.manner == "one" and can_draw(body)


def can_draw(body: Code) -> bool:
    """Whether all candidates are known as members of sets, or one by one, and can still be told when they are drawn."""
    lines = walk_code(body)
    if any(isinstance(line, m.Duty | m.LimitOffers | m.Spend) for line in lines):
        return False
    aside = {id(line) for loop in lines if isinstance(loop, m.Loop) and not offers(loop) for line in walk_code((loop,))}
    around = [line for line in lines if id(line) not in aside]
    if any(isinstance(line, m.Break | m.Append) for line in around):
        return False
    loops = [line for line in around if isinstance(line, m.Loop)]
    if not all(only_offers(loop) or rows_in(loop) is not None for loop in loops):
        return False
    set_at = Counter(line.name for line in lines if isinstance(line, m.Set))
    set_at.update(2 * [loop.name for loop in loops])
    return tellable(body, "", set_at)


def tellable(code: Code, own: str, set_at: Counter[str]) -> bool:
    """Whether what is offered depends on the loop around it, and else on nothing that is changed on the way."""
    for line in code:
        match line:
            case m.Branch(_, then, otherwise):
                if not (tellable(then, own, set_at) and tellable(otherwise, own, set_at)):
                    return False
            case m.Loop(name):
                if not tellable(line.body, name, set_at):
                    return False
            case m.Offer(_, args):
                read = set[str]().union(*(expression_effects(arg).locals for arg in args))
                if any(set_at[one] > 1 for one in read - {own}) or any(expression_effects(arg).calls for arg in args):
                    return False
            case _:
                pass
    return True


def rows_in(loop: m.Loop) -> list[tuple[Local, m.Offer]] | None:
    """Of a loop that offers several candidates for each place: the sets of places, and what is offered there."""
    domain = loop.domain
    if isinstance(domain, Range | Choices) or loop.otherwise or not 1 < len(loop.body) <= MOST_ROWS:
        return None
    kind = domain.type
    if not isinstance(kind, SetOf) or size(kind.of) > WORD or low(kind.of):
        return None
    found: list[tuple[Local, m.Offer]] = []
    for line in loop.body:
        match line:
            case m.Branch(Op("has", (Local() as group, Local(asked))), (*assumed, m.Offer() as offer), ()):
                if asked != loop.name or not all(isinstance(one, m.Assume) for one in assumed):
                    return None
                found.append((group, offer))
            case _:
                return None
    if not {group.name for group, _ in found} <= united(domain):  # else a row may have places that are not gone through
        return None
    return found


def united(domain: Expression) -> set[str]:
    """The locals whose sets are put together to a domain."""
    match domain:
        case Local(name):
            return {name}
        case Op("union", (first, second)):
            return united(first) | united(second)
        case _:
            return set()
