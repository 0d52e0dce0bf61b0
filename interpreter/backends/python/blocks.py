"""Code of the machine as lines of Python."""

from __future__ import annotations

from itertools import zip_longest

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.python import scans
from astro_referee.interpreter.backends.python.duties import CANDIDATE, Test
from astro_referee.interpreter.backends.python.expressions import COMPARE, OR, PRODUCT, SHIFT, SUM, UNARY, Expressions
from astro_referee.interpreter.machine.expressions import Choices, Const, Expression, Load, Local, Lookup, Op, Range
from astro_referee.interpreter.machine.folding import both
from astro_referee.interpreter.machine.runtime import MOST_LEGAL, PART
from astro_referee.interpreter.machine.traversal import Code, all_terms, changed, walk_code
from astro_referee.interpreter.values.types import BagOf, Bool, Int, ListOf, Member, SetOf, Type, low, plain, size

FEW_TOKENS = 8
"""Tokens that are written out one by one rather than gone through."""
UPDATES = {
    "+": "+=",
    "-": "-=",
    "*": "*=",
    "bag plus": "+=",
    "bag less": "-=",
    "union": "|=",
    "meet": "&=",
    "minus": "&= ~",
}
"""Operations that change a place by its own value."""


@define
class Blocks:
    """Writes lines at the end of a module."""

    terms: Expressions
    sets: dict[str, str]
    """Tables of sets, and the names of the same tables with the members of each set one by one."""
    tests: dict[str, Test] = field(factory=dict)
    """Functions that test candidates, as tests."""
    quick: bool = True
    """Whether loops may be written as what Python has instead."""
    lines: list[str] = field(factory=list)
    widths: dict[str, int] = field(factory=dict)
    """How many members all sets of such a table have, if all have as many."""
    parts: dict[str, list[str]] = field(factory=dict)
    """Locals that go through such a table, and names for their members."""
    placed: set[tuple[str, int]] = field(factory=set)
    """Such tables that are wanted with members moved to where the record has something of them."""
    spread: set[str] = field(factory=set)
    """Locals that go through such a table, so that they hold members and not a set."""
    looped: int = 0
    owed: int = 0
    """Steps that are still to be counted."""
    again: int | None = None
    """The state that goes on by starting the loop around all of the code again."""
    made: str = ""
    """What is told beside the state that follows: how many moves were made."""
    outermost: int = 1
    """How far code is indented that is in no loop."""
    brief: int | None = None
    """How many arguments candidates have that are listed without player and move; none: the list has whole moves."""
    silent: bool = False
    """Whether nobody listens to what is said."""

    def put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def block(self, code: Code, depth: int) -> None:
        before = len(self.lines)
        for line, following in zip_longest(code, code[1:]):
            if isinstance(line, m.Spend) and isinstance(following, m.Spend) and same_spending(line, following):
                self.owed += line.steps  # counted together with what follows at once
            else:
                self.line(line, depth)
        if len(self.lines) == before and depth > 1:
            self.put(depth, "pass")

    def line(self, line: m.Code, depth: int) -> None:
        show = self.terms.show
        match line:
            case m.Set(name, Op("free", tokens)):
                self.free_places(self.terms.local(name), tokens, depth)
            case m.Set(name, value):
                place = self.terms.local(name)
                self.put(depth, self.update(place, Local(name, type=value.type), value) or f"{place} = {show(value)}")
            case m.Append(name, value):
                self.put(depth, f"{self.terms.local(name)}.append({show(value)})")
            case m.Store(name, at, value):
                place = self.terms.place(name, at)
                text = show(value)
                if isinstance(value.type, Bool) and not isinstance(value, Const):
                    text = f"1 if {self.terms.test(value)} else 0"
                self.put(depth, self.update(place, Load(name, at, type=value.type), value) or f"{place} = {text}")
            case m.Branch(condition, then, otherwise):
                self.branch(condition, then, otherwise, depth)
            case m.Loop():
                self.loop(line, depth)
            case m.Break():
                self.put(depth, "break")
            case m.Return(value):
                self.put(depth, f"return {show(value)}")
            case m.Fault(number):
                self.put(depth, f"raise RuleFault({number})")
            case m.Goto(label):
                self.put(depth, "continue" if label == self.again else f"return {label}{self.made}")
            case m.Emit() if self.silent:
                pass
            case m.Emit(text, values, to):
                shown = "".join(show(v) + ", " for v in values)
                self.put(depth, "if log is not None:")
                self.put(depth + 1, f"log.append(({text}, ({shown}), {show(to) if to is not None else None}))")
            case m.Offer():
                self.put(depth, f"out.append({self.candidate(line)})")
            case m.Spend(steps, fault, times):
                more = f" + {steps} * {self.terms.tight(times, PRODUCT)}" if times is not None else ""
                self.put(depth, f"SPENT[0] += {self.owed + (steps if times is None else 0)}{more}")
                self.owed = 0
                self.put(depth, "if SPENT[0] > DEAREST:")
                self.put(depth + 1, f"SPENT[0] = 0; raise RuleFault({fault})")
            case m.LimitOffers(fault):
                self.put(depth, f"if len(out) > {MOST_LEGAL}:")
                self.put(depth + 1, f"raise RuleFault({fault})")
            case m.Duty():
                self.duty(line, depth)
            case m.Assume():
                pass
            case m.Mark(point, further):
                more = f" + {show(further)}" if further is not None else ""
                self.put(depth, f"SEEN[{point}{more}] += 1")

    def listing(self, code: Code, depth: int = 1) -> None:
        """Code that lists candidates."""
        self.put(depth, "out = []")
        start, self.outermost = len(self.lines), depth
        self.block(code, depth)
        self.outermost = 1
        if code and self.lines[start].startswith("    " * depth + "out += "):
            self.lines[start - 1 : start + 1] = [self.lines[start].replace("+=", "=", 1)]

    def candidate(self, offer: m.Offer) -> str:
        shown = [self.terms.show(arg) for arg in offer.args]
        if self.brief is None:
            return f"({', '.join(['me', str(offer.move), *shown])})"
        return f"({', '.join(shown)})" if len(shown) > 1 else shown[0] if shown else str(offer.move)

    def of_candidate(self, term: Expression) -> Expression:
        """What a test asks of a candidate, where those are listed in brief."""
        match term:
            case Op("entry", (first, Const(index))) if first == CANDIDATE and self.brief is not None:
                after = Const(index - 2, type=Int(index - 2, index - 2))
                return CANDIDATE if self.brief == 1 else Op("entry", (CANDIDATE, after), type=term.type)
            case _:
                return term

    def duty(self, line: m.Duty, depth: int) -> None:
        """Candidates of this move stand at the end of the list, and those of the first move all over it."""
        candidates = "out"
        if line.move and self.brief is None:
            self.put(depth, f"first = next((i for i, move in enumerate(out) if move[1] == {line.move}), len(out))")
            candidates = "out[first:]"
        test = None if line.maximise else self.tests.get(line.function)
        if test is None:
            first, function = "first" if line.move else "0", self.terms.functions[line.function]
            if line.mark < 0:
                self.put(depth, f"prefer(s, out, {first}, {function}, {line.maximise})")
            else:
                self.put(depth, f"prefer_seen(s, out, {first}, {function}, {line.maximise}, SEEN, {line.mark})")
            return
        if test.always is not None:
            self.put(depth, f"if not ({self.terms.test(test.always)}):")
            depth += 1
        name, each = self.terms.show(CANDIDATE), changed(test.each, self.of_candidate)
        self.put(depth, f"kept = [{name} for {name} in {candidates} if {self.terms.test(each)}]")
        self.put(depth, "if kept:")
        self.put(depth + 1, f"{candidates} = kept")

    def update(self, place: str, old: Expression, value: Expression) -> str | None:
        """A place changed by its own value."""
        match value:
            case Op(name, (first, second)) if name in UPDATES and same(first, old):
                sign = UPDATES[name]
                text = self.terms.tight(second, UNARY) if sign.endswith("~") else " " + self.terms.show(second)
                return f"{place} {sign}{text}"
            case _:
                return None

    def free_places(self, name: str, tokens: tuple[Expression, ...], depth: int) -> None:
        """A list with an entry for each place; a token beside the board is -1 and so counts for one more at the end."""
        places = 0
        for token in tokens:
            kind = plain(token.type) if not isinstance(token, Load) else plain(self.terms.fields[token.field].type)
            places = max(places, kind.size if isinstance(kind, Member) else 0)
        self.put(depth, f"{name} = [1] * {places + 1}")
        together = self.terms.neighbours(list(tokens))
        if together is None or len(tokens) <= FEW_TOKENS:
            self.put(depth, " = ".join(f"{name}[{self.terms.show(token)}]" for token in tokens) + " = 0")
        else:
            self.put(depth, f"for token_ in {together}:")
            self.put(depth + 1, f"{name}[token_] = 0")

    def branch(self, condition: Expression, then: Code, otherwise: Code, depth: int) -> None:
        if not then and not otherwise:
            return
        word = "if"
        while True:
            if then:
                self.put(depth, f"{word} {self.terms.test(condition)}:")
            else:
                self.put(depth, f"{word} not ({self.terms.test(condition)}):")
                then, otherwise = otherwise, ()
            self.block(then, depth + 1)
            if len(otherwise) == 1 and isinstance(otherwise[0], m.Branch):
                inner = otherwise[0]
                condition, then, otherwise, word = inner.condition, inner.then, inner.otherwise, "elif"
                if not then and not otherwise:
                    return
                continue
            if otherwise:
                self.put(depth, "else:")
                self.block(otherwise, depth + 1)
            return

    # --- Loops -------------------------------------------------------------------------------------------------------

    def loop(self, line: m.Loop, depth: int) -> None:
        if self.search(line, depth):
            return
        values = self.values(line)
        name = self.terms.local(line.name)
        inside = depth + 1
        scan = scans.scanned(line, self.terms) if self.quick else None
        if scan is not None:
            self.looped += 1
            at_hand = scans.entry_by_entry(line, scan, f".entry{self.looped}")
            if at_hand is not None:
                line, name = at_hand, f"{name}, {self.terms.local(f'.entry{self.looped}')}"
                values = f"enumerate({scan.entries}{f', {scan.first}' if scan.first else ''})"
        if line.name in self.parts:
            name = ", ".join(map(self.terms.local, self.parts[line.name]))
        listed = (
            self.listed(line.body) if depth == self.outermost and values is not None and not line.otherwise else None
        )
        if listed is not None:
            offer, test = listed
            condition = f" if {self.terms.test(test)}" if test is not None else ""
            made = self.candidate(offer)
            each = f"{made} for {name} in {values}{condition}" if made != name or condition else f"*{values}"
            self.put(depth, f"out += [{each}]")
            return
        if values is not None:
            self.put(depth, f"for {name} in {values}:")
        else:
            assert not isinstance(line.domain, Range | Choices)
            self.looped += 1
            rest, kind = f"rest{self.looped}", plain(line.domain.type)
            assert isinstance(kind, SetOf)
            self.put(depth, f"{rest} = {self.terms.show(line.domain)}")
            self.put(depth, f"while {rest}:")
            self.put(inside, f"{name} = ({rest} & -{rest}).bit_length() - 1 + {low(kind.of)}")
            self.put(inside, f"{rest} &= {rest} - 1")
        self.block(line.body, inside)
        self.spread.discard(line.name)
        self.parts.pop(line.name, None)
        if line.otherwise:
            self.put(depth, "else:")
            self.block(line.otherwise, inside)

    def search(self, line: m.Loop, depth: int) -> bool:
        """Writes a loop that only looks for something, or counts, as one question, if it can."""
        found = scans.search(line) if self.quick else None
        scan = scans.scanned(line, self.terms) if self.quick else None
        if isinstance(line.domain, Local) and line.domain.name in self.parts:
            assert found is not None
            test, then = found
            members = [Local(part, type=line.type) for part in self.parts[line.domain.name]]
            tests = [changed(test, lambda t, part=part: part if is_local(t, line.name) else t) for part in members]  # type: ignore[misc]
            self.either(" or ".join(self.tested(one) for one in tests), then, line.otherwise, depth)
            return True
        if scan is None:
            return False
        counted = scans.tally(line, scan)
        if counted is not None:
            self.put(depth, f"{self.terms.local(counted[0])} += {scan.entries}.count({self.terms.show(counted[1])})")
            return True
        value = scans.asked_value(found[0], scan) if found is not None else None
        if found is None or value is None:
            return False
        self.either(f"{self.terms.tight(value, COMPARE)} in {scan.entries}", found[1], line.otherwise, depth)
        return True

    def tested(self, test: Expression) -> str:
        text, own = self.terms.condition(test)
        return text if own > OR else f"({text})"

    def either(self, test: str, then: Code, otherwise: Code, depth: int) -> None:
        """What follows if a test holds that is written already, and if not."""
        if then or not otherwise:
            self.put(depth, f"if {test}:")
            self.block(then, depth + 1)
            if otherwise:
                self.put(depth, "else:")
                self.block(otherwise, depth + 1)
        else:
            self.put(depth, f"if not ({test}):")
            self.block(otherwise, depth + 1)

    def listed(self, body: Code) -> tuple[m.Offer, Expression | None] | None:
        """Code that only puts one candidate on the list, if at all; and its test."""
        tests: list[Expression] = []
        while True:
            match body:
                case (m.Offer() as offer,):
                    return offer, both(*tests)
                case (m.Branch(condition, then, ()),):
                    tests.append(condition)
                    body = then
                case _:
                    return None

    def values(self, line: m.Loop) -> str | None:
        """What a loop goes through, as Python has it; None for sets that are taken apart bit by bit."""
        show = self.terms.show
        match line.domain:
            case Range(a, b):
                high = str(b.value + 1) if isinstance(b, Const) else f"{self.terms.tight(b, SUM - 1)} + 1"
                return f"range({show(a)}, {high})"
            case Choices(a, b, of, fault):
                kind = plain(of.type)
                extra = f", {kind.bits}, {size(kind.of)}" if isinstance(kind, BagOf) else ""
                word = "bag_choices" if isinstance(kind, BagOf) else "choices"
                return f"{word}({show(of)}, {show(a)}, {show(b)}, {fault}{extra})"
            case Const(value) as group if isinstance(plain(group.type), SetOf):
                return constant_set(value, group.type)
            case Local(name) if name in self.spread:
                return show(line.domain)
            case group:
                kind = plain(group.type)
                if isinstance(kind, BagOf):
                    places = f"faces({show(group)}, {kind.bits}, {size(kind.of)})"
                    return f"[face + {low(kind.of)} for face in {places}]" if low(kind.of) else places
                if isinstance(group, Lookup) and group.table in self.sets:
                    return self.known_sets(line, group, kind)
                return self.members(group, kind) if isinstance(kind, SetOf) else show(group)

    def known_sets(self, line: m.Loop, group: Lookup, kind: Type) -> str:
        """A table of sets: each set in it has its members written out."""
        members = self.sets[group.table] + "".join(f"[{self.terms.show(i)}]" for i in group.at)
        if isinstance(kind, SetOf):
            return members
        if only_gone_through(line.name, line.body):
            width = self.widths.get(group.table, 0)
            search = scans.row_search(line) if self.quick and 1 < width <= scans.WIDEST else None
            if search is not None:
                self.parts[line.name] = [f".{line.name}_part{number}" for number in range(width)]
                first = scans.first_asked(search, self.terms)
                self.terms.placed.update(dict.fromkeys(self.parts[line.name], first))
                if first:
                    self.placed.add((group.table, first))
                    members = members.replace(self.sets[group.table], f"{self.sets[group.table]}_{first}", 1)
            else:
                self.spread.add(line.name)
            return members
        return self.terms.show(group)

    def members(self, group: Expression, kind: SetOf) -> str | None:
        """The members of a set that is only known in play."""
        base = low(kind.of)
        if base < 0:
            return None
        text = f"{self.terms.tight(group, SHIFT - 1)} << {base}" if base else self.terms.show(group)
        return f"MEMBERS[{text}]" if base + size(kind.of) <= PART else f"members({text})"


def is_local(term: Expression, name: str) -> bool:
    return isinstance(term, Local) and term.name == name


def same_spending(line: m.Spend, following: m.Spend) -> bool:
    """Whether steps can be counted together with those of the next line."""
    return line.fault == following.fault and line.times is None


def same(term: Expression, place: Expression) -> bool:
    """Whether a term reads just this place; types may differ."""
    match term, place:
        case Local(a), Local(b):
            return a == b
        case Load(a, at), Load(b, there):
            return a == b and at == there
        case _:
            return False


def only_gone_through(name: str, body: Code) -> bool:
    """Whether a set held by a local is only ever something to go through."""
    uses = sum(isinstance(t, Local) and t.name == name for t in all_terms(body))
    loops = [line for line in walk_code(body) if isinstance(line, m.Loop)]
    return uses == sum(isinstance(line.domain, Local) and line.domain.name == name for line in loops)


def constant_set(value: int, type: Type) -> str:
    """The members of a known set, as something to go through."""
    kind = plain(type)
    base = low(kind.of) if isinstance(kind, SetOf) else 0
    members = members_of(value, base)
    if members and members[-1] - members[0] + 1 == len(members):
        return f"range({members[0]}, {members[-1] + 1})" if members[0] else f"range({members[-1] + 1})"
    return repr(members)


def members_of(value: int, base: int) -> tuple[int, ...]:
    return tuple(i + base for i in range(value.bit_length()) if value >> i & 1)


def sets_in(code: Code) -> dict[str, int]:
    """Tables of sets that code goes through, and the value that the lowest bit of their sets stands for."""
    found: dict[str, int] = {}
    for line in walk_code(code):
        if isinstance(line, m.Loop) and isinstance(line.domain, Lookup):
            kind = plain(line.domain.type)
            group = kind.of if isinstance(kind, ListOf) else kind
            if isinstance(group, SetOf):
                found[line.domain.table] = low(group.of)
    return found


def with_members(entry: object, base: int) -> object:
    """A table of sets with the members of each set written out; the lowest bit stands for `base`."""
    if isinstance(entry, tuple):
        return tuple(with_members(e, base) for e in entry)
    assert isinstance(entry, int)
    return members_of(entry, base)
