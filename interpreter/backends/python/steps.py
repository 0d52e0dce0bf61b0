"""How a playout goes on from a decision: one of the legal moves is drawn and made, and only that one becomes a move.

Where all candidates are of one move, the list holds their arguments alone; where none has arguments, the numbers of the
moves; and where they are the subsets of a set, there is no list: they are counted, and the one that is drawn is found
by its number. What the list is without is what players read of a move: who makes it, and which it is.
"""

from __future__ import annotations

from attrs import define, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.python.blocks import Blocks
from astro_referee.interpreter.machine.expressions import Choices, FunctionRef, Local
from astro_referee.interpreter.machine.traversal import Code, walk_code
from astro_referee.interpreter.values.types import SetOf, plain

LARGEST_MOVE = 60
"""Lines of a move that is carried out where it is drawn; a longer one is called."""


@frozen
class Brief:
    """Candidates without what they have in common: all are of one move, or they are moves without arguments."""

    move: int | None
    count: int
    """How many arguments each has."""


@define
class Steps:
    """Writes the step from a decision."""

    functions: dict[FunctionRef, m.Function]
    names: dict[FunctionRef, str]
    blocks: Blocks
    counts: bool
    """Whether some loops count their steps."""

    def write(self, decision: m.Decision, actor: int, quick: bool) -> None:
        """The function that makes a move, or some if they lead back here: the state that follows, and how many."""
        body = self.functions[decision.options].body
        self.blocks.lines.append(f"\ndef step_{decision.label}(s, below, most):")
        self.blocks.made = ", 1"
        self.write_one(decision, actor, quick, body)
        self.blocks.made = ""

    def write_one(self, decision: m.Decision, actor: int, quick: bool, body: Code) -> None:
        subsets = subsets_in(body) if quick else None
        brief = self.brief(body) if quick and decision.manner == "one" else None
        if subsets is not None:
            self.draw_subset(decision, actor, *subsets)
        elif brief is not None:
            self.draw_brief(decision, actor, body, brief)
        else:
            self.put(f"out = stop_{decision.label}(s)", "if not out:", f"    return {decision.label}, 0")
            self.put("move = out[below(len(out))]", *self.spent())
            if len(decision.moves) == 1:
                self.put(f"return {self.names[decision.moves[0].apply]}(s, move, None), 1")
            else:
                self.put(f"return APPLY[{decision.label}][move[1]](s, move, None), 1")

    def put(self, *lines: str, depth: int = 1) -> None:
        for line in lines:
            self.blocks.put(depth, line)

    def spent(self) -> list[str]:
        return ["SPENT[0] = 0"] if self.counts else []

    # --- Lists -------------------------------------------------------------------------------------------------------

    def brief(self, body: Code) -> Brief | None:
        """How candidates can be listed in brief, if they can."""
        lines = walk_code(body)
        offers = [line for line in lines if isinstance(line, m.Offer)]
        duties = [line for line in lines if isinstance(line, m.Duty)]
        moves, counts = {offer.move for offer in offers}, {len(offer.args) for offer in offers}
        if any(isinstance(line, m.Return) for line in lines):
            return None
        if counts == {0} and not duties:
            return Brief(None, 0)
        plain_duties = all(not duty.maximise and duty.function in self.blocks.tests for duty in duties)
        return Brief(moves.pop(), counts.pop()) if len(moves) == 1 and counts != {0} and plain_duties else None

    def draw_brief(self, decision: m.Decision, actor: int, body: Code, brief: Brief) -> None:
        if brief.move is not None:
            self.draw_arguments(decision, actor, body, brief.move, brief.count)
            return
        self.put(f"me = s[{actor}]")
        if all(isinstance(line, m.Offer | m.Assume) for line in body):
            self.draw_number(decision, [line.move for line in body if isinstance(line, m.Offer)])
            return
        self.list_briefly(body, 0, 1)
        self.put("if not out:", f"    return {decision.label}, 0", "_which = out[below(len(out))]")
        for number in sorted({line.move for line in walk_code(body) if isinstance(line, m.Offer)}):
            self.put(f"if _which == {number}:")
            self.make(decision, number, 2)

    def list_briefly(self, body: Code, count: int, depth: int) -> None:
        self.blocks.brief = count
        self.blocks.listing(body, depth)
        self.blocks.brief = None

    def draw_arguments(self, decision: m.Decision, actor: int, body: Code, move: int, count: int) -> None:
        """Candidates of one move; where making it leads back here, the next one follows at once."""
        label, apply = decision.label, self.functions[decision.moves[move].apply]
        short = len(walk_code(apply.body)) <= LARGEST_MOVE
        again = short and leads_back(apply.body, label) and not self.counts  # where nobody can move, it is listed twice
        depth, made = (2, "_made") if again else (1, "0")
        if again:
            self.put("_made = 0", "while _made < most:")
            self.blocks.again, self.blocks.made = label, ", _made"
        self.put(f"me = s[{actor}]", depth=depth)
        self.list_briefly(body, count, depth)
        self.put("if not out:", f"    return {label}, {made}", depth=depth)
        args = [self.blocks.terms.local(name) for name, _ in apply.params[1:]]
        self.put(f"{', '.join(args)} = out[below(len(out))]", *(["_made += 1"] if again else []), depth=depth)
        self.make(decision, move, depth)
        if again:
            self.put(f"return {label}, _made")
            self.blocks.again = None

    def draw_number(self, decision: m.Decision, moves: list[int]) -> None:
        """Moves without arguments that are always there."""
        self.put(f"_which = below({len(moves)})")
        for place, number in enumerate(moves):
            self.put(f"if _which == {place}:")
            self.make(decision, number, 2)

    def make(self, decision: m.Decision, number: int, depth: int) -> None:
        """Carries out a move of `me`, whose arguments are known by their names."""
        apply = self.functions[decision.moves[number].apply]
        local = self.blocks.terms.local
        self.put(*self.spent(), depth=depth)
        if len(walk_code(apply.body)) > LARGEST_MOVE:
            args = "".join(f", {local(name)}" for name, _ in apply.params[1:])
            self.put(f"return {self.names[apply.name]}(s, (me, {number}{args}), None), 1", depth=depth)
            return
        if apply.params[0][0] != "me":
            self.put(f"{local(apply.params[0][0])} = me", depth=depth)
        self.blocks.silent = True
        self.blocks.block(apply.body, depth)
        self.blocks.silent = False

    # --- Subsets -----------------------------------------------------------------------------------------------------

    def draw_subset(self, decision: m.Decision, actor: int, domain: Choices, move: int) -> None:
        within = ", ".join(map(self.blocks.terms.show, (domain.of, domain.low, domain.high)))
        many, nothing = f"choice_count({within}, {domain.fault})", f"    return {decision.label}, 0"
        if decision.manner == "one":
            self.put(f"me = s[{actor}]", f"_many = {many}", "if not _many:", nothing, "_number = below(_many)")
        else:
            self.put(f"_drawn = drawn_among([(me, {many}) for me in members(s[{actor}])], below)")
            self.put("if _drawn is None:", nothing, "me, _number = _drawn")
        apply = self.functions[decision.moves[move].apply]
        self.put(f"{self.blocks.terms.local(apply.params[1][0])} = nth_choice({within}, _number)")
        self.make(decision, move, 1)


def subsets_in(body: Code) -> tuple[Choices, int] | None:
    """The subsets of a set, if each of them is a candidate and there are no others; and the number of the move."""
    match body:
        case (m.Loop(name, _, Choices(of=of) as domain, (m.Offer(move, (Local(offered),)),), ()),) if name == offered:
            return (domain, move) if isinstance(plain(of.type), SetOf) else None
        case _:
            return None


def leads_back(body: Code, label: int) -> bool:
    """Whether a state follows itself, and no loop is left on the way."""
    lines = walk_code(body)
    inner = [line for loop in lines if isinstance(loop, m.Loop) for line in walk_code(loop.body)]
    return m.Goto(label) in lines and m.Goto(label) not in inner
