"""A machine with a planted error is refused, with a message that names it: one machine for each class of error."""

from __future__ import annotations

import pytest
from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import (
    Call,
    Choices,
    Const,
    Expression,
    Load,
    Local,
    Lookup,
    Op,
    Range,
)
from astro_referee.interpreter.machine.verify import UnsoundMachine, verify
from astro_referee.interpreter.values.types import (
    BOOL,
    BagOf,
    Either,
    Int,
    ListOf,
    Member,
    PastOf,
    SetOf,
    TupleOf,
    Type,
)

SPOT, PLAYER = Member("Spot", 5), Member("player", 2)
NUMBER, WIDE = Int(0, 9), Int(0, 99)
MAYBE = Either(SPOT, ("none",))
GROUP, ROW = SetOf(SPOT), ListOf(SPOT, 3)
FACES = BagOf(SPOT, 2)
TEXT = m.TextTemplate(("level ", NUMBER))


def const(value: int, type: Type = NUMBER) -> Const:
    return Const(value, type=type)


def op(word: str, *args: Expression, type: Type = NUMBER) -> Op:
    return Op(word, args, type=type)


YES = const(1, BOOL)
LEVEL, PLACE, CHOSEN = Load("level", type=NUMBER), Load("place", type=MAYBE), Load("chosen", type=GROUP)
HERE = Load("place", type=SPOT)
"""The place, said to be there."""
THERE = op("is not", PLACE, const(-1, MAYBE), type=BOOL)
GIVEN = op("is not", Local("spot", type=MAYBE), const(-1, MAYBE), type=BOOL)
PAST, BAG = Load("past", type=PastOf(("level",))), Load("bag", type=FACES)
X = Local("x", type=NUMBER)
NEAR = Lookup("near", (const(0, SPOT),), type=ROW)
TO_PLAY = m.Goto(1)

MOVE = m.MoveSlot(
    "step", (), (), TEXT, (), "called", None, None, apply="stepped", candidates="steps"
)  # fmt: skip
DECISION = m.Decision(1, "play", "one", "turn", (MOVE,), "options", stuck=0)
CHANCE = m.Chance(2, "roll", SPOT, ((0, 1), (3, 2)), None, "rolled", TEXT, "noted", "readers", 0, None, "noted")
FUNCTIONS = (
    m.Function("noted", (), (m.Return(LEVEL),), result=NUMBER),
    m.Function("called", (("me", PLAYER),), (m.Return(LEVEL),), result=NUMBER),
    m.Function("readers", (), (m.Return(const(3, SetOf(PLAYER))),), result=SetOf(PLAYER)),
    m.Function(
        "worth",
        (("spot", SPOT),),
        (m.Return(Lookup("worth", (Local("spot", type=SPOT),), type=NUMBER)),),
        result=NUMBER,
    ),
    m.Function(
        "at", (("spot", SPOT),), (m.Return(Load("marks", (HERE,), type=NUMBER)),), requires=(THERE,), result=NUMBER
    ),
    m.Function("steps", (("me", PLAYER),), (m.Offer(0, ()),)),
    m.Function("options", (("me", PLAYER),), (m.Offer(0, ()),)),
    m.Function("stepped", (("me", PLAYER),), (m.Store("turn", (), Local("me", type=PLAYER)), m.Goto(3))),
    m.Function("rolled", (("spot", SPOT),), (m.Store("marks", (Local("spot", type=SPOT),), const(1)), m.Goto(3))),
)  # fmt: skip
MACHINE = m.Machine(
    title="Small",
    seats=2,
    members={"Spot": ("a", "b", "c", "d", "e"), "player": ("P1", "P2")},
    shapes={},
    words=("none",),
    tables={
        "worth": (NUMBER, (3, 0, 7, 1, 4)),
        "near": (ROW, ((1, 2), (0,), (0, 3, 4), (), (2,))),
        "ways": (GROUP, (2, 1, 8, 4, 0)),
        "next": (MAYBE, ((1, -1), (-1, 2), (3, 3), (4, -1), (-1, -1))),
        "with next": (SetOf(BOOL), (1, 2, 3, 1, 0)),
    },
    fields=(
        m.FieldSlot("turn", "slot", PLAYER, (), 0, None),
        m.FieldSlot("level", "var", NUMBER, (), 0, None),
        m.FieldSlot("marks", "var", NUMBER, (SPOT,), 0, None),
        m.FieldSlot("chosen", "var", GROUP, (), 0, None),
        m.FieldSlot("place", "var", MAYBE, (), -1, None),
        m.FieldSlot("past", "slot", PastOf(("level",)), (), 0, None),
        m.FieldSlot("bag", "var", FACES, (), 0, None),
    ),
    functions=FUNCTIONS,
    automatic=(
        m.Automatic(3, "before", (m.Branch(THERE, (m.Goto(4),)), m.Goto(2))),
        m.Automatic(
            4,
            "after",
            (
                m.Set("x", const(2)),
                m.Loop("s", SPOT, CHOSEN, (m.Store("marks", (Local("s", type=SPOT),), X),)),
                m.Emit(0, (LEVEL,), None),
                TO_PLAY,
            ),
        ),
    ),
    decisions=(DECISION,),
    chances=(CHANCE,),
    texts=(TEXT,),
    faults=(m.FaultInfo("broken", "it is broken"),),
    start=3,
    copies={"Spot": 3},
)


def runs(*code: m.Code) -> m.Machine:
    """The machine with this code in its second automatic state, which then goes on to the decision."""
    return evolve(MACHINE, automatic=(MACHINE.automatic[0], m.Automatic(4, "after", (*code, TO_PLAY))))


def offers(*args: Expression, taken: Type, requires: tuple[Expression, ...] = ()) -> m.Machine:
    """The machine with a move that takes something, and is offered with these arguments."""
    offered = (m.Offer(0, args),)
    params = (("me", PLAYER), ("spot", taken))
    changes = {
        "options": {"body": offered},
        "steps": {"body": offered},
        "stepped": {"params": params, "requires": requires},
        "called": {"params": params},
    }
    param = m.ParamSlot("spot", taken, "worth", "worth", TEXT, -1)
    made = tuple(evolve(one, **changes.get(one.name, {})) for one in FUNCTIONS)
    decision = evolve(DECISION, moves=(evolve(MOVE, params=(param,)),))
    return evolve(MACHINE, functions=made, decisions=(decision,), start=DECISION.label)


def requires(name: str, condition: Expression) -> m.Machine:
    """The machine with something that a function requires, and that is not known where the game begins."""
    made = tuple(evolve(one, requires=(condition,)) if one.name == name else one for one in FUNCTIONS)
    return evolve(MACHINE, functions=made, start=DECISION.label)


PLACES, SEEN = Local("l", type=ListOf(SPOT, 5)), Local("seen", type=GROUP)
SPOT_K, SPOT_J, SIDE = Local("k", type=SPOT), Local("j", type=SPOT), Local("side", type=BOOL)
BEGUN = m.Set("l", op("list", type=ListOf(SPOT, 5)))


def spreading(*then: m.Code, noted: bool = True, asked: bool = True) -> tuple[m.Code, ...]:
    """Code that goes on from each place that it comes to, and puts each of them on a list."""
    note = m.Set("seen", op("union", SEEN, op("bit", SPOT_K, type=GROUP), type=GROUP))
    arrive = (*([note] if noted else []), m.Append("l", SPOT_K), *then)
    new = op("not", op("has", SEEN, SPOT_K, type=BOOL), type=BOOL)
    inner = m.Branch(new, arrive) if asked else m.Branch(YES, arrive)
    ahead = m.Loop("k", SPOT, Lookup("ways", (Local("j", type=SPOT),), type=GROUP), (inner,))
    begin = m.Loop("j", SPOT, SEEN, (m.Append("l", Local("j", type=SPOT)),))
    return (m.Set("seen", CHOSEN), BEGUN, begin, m.Loop("j", SPOT, PLACES, (ahead,)))


def begun_by(entry: Expression, *between: m.Code, first: Expression) -> tuple[m.Code, ...]:
    """Code that begins a set and a list with what should be the same place, and then adds to both."""
    new = op("not", op("has", SEEN, SPOT_K, type=BOOL), type=BOOL)
    note = m.Set("seen", op("union", SEEN, op("bit", SPOT_K, type=GROUP), type=GROUP))
    arrive = loop(m.Branch(new, (note, m.Append("l", SPOT_K))), domain=Lookup("ways", (SPOT_J,), type=GROUP))
    there, x = op("is not", Local("x", type=MAYBE), const(-1, MAYBE), type=BOOL), Local("x", type=SPOT)
    return (
        m.Set("x", entry),
        m.Branch(there, (m.Set("seen", op("bit", x, type=GROUP)),), (m.Fault(0),)),
        *between,
        m.Set("y", first),
        m.Branch(
            op("is not", Local("y", type=MAYBE), const(-1, MAYBE), type=BOOL),
            (m.Set("l", op("list", Local("y", type=SPOT), type=ListOf(SPOT, 5))),),
            (m.Fault(0),),
        ),
        m.Loop("j", SPOT, PLACES, (arrive,)),
    )


def led_to(*body: m.Code, domain: Expression | None = None) -> m.Machine:
    """The machine with a loop through the sides on which the table `next` leads on from where `j` is."""
    on = Lookup("with next", (SPOT_J,), type=SetOf(BOOL)) if domain is None else domain
    leads = Load("marks", (Lookup("next", (SPOT_J, SIDE), type=SPOT),), type=NUMBER)
    inner = m.Loop("side", BOOL, on, (m.Set("y", leads), *body))
    return runs(m.Loop("j", SPOT, CHOSEN, (inner,)))


def gives(value: Expression) -> m.Machine:
    """The machine with a state that works out this value."""
    return runs(m.Set("y", value))


def function(name: str, *body: m.Code, params: tuple[tuple[str, Type], ...] | None = None) -> m.Machine:
    """The machine with other code, or other parameters, in one of its functions."""
    made = tuple(
        evolve(one, body=body or one.body, params=one.params if params is None else params) if one.name == name else one
        for one in FUNCTIONS
    )
    return evolve(MACHINE, functions=made)


def declares(name: str, result: Type | None) -> m.Machine:
    """The machine with another result declared for one of its functions."""
    return evolve(MACHINE, functions=tuple(evolve(f, result=result) if f.name == name else f for f in FUNCTIONS))


def decides(**changes: object) -> m.Machine:
    return evolve(MACHINE, decisions=(evolve(DECISION, **changes),))


def moves(**changes: object) -> m.Machine:
    return decides(moves=(evolve(MOVE, **changes),))


def chances(**changes: object) -> m.Machine:
    return evolve(MACHINE, chances=(evolve(CHANCE, **changes),))


def holds(name: str, **changes: object) -> m.Machine:
    """The machine with one of its fields changed."""
    return evolve(MACHINE, fields=tuple(evolve(f, **changes) if f.name == name else f for f in MACHINE.fields))


def loop(*body: m.Code, name: str = "k", type: Type = SPOT, domain: object = CHOSEN) -> m.Loop:
    return m.Loop(name, type, domain, body)  # type: ignore[arg-type]


MARKED = m.Store("marks", (HERE,), const(1))
SOMEWHERE = m.Store(
    "place", (), op("if", op("is", LEVEL, const(0), type=BOOL), const(-1, MAYBE), const(3, MAYBE), type=MAYBE)
)
"""From here on, the place may be none."""
IF_THERE = op("if", THERE, CHOSEN, const(0, GROUP), type=GROUP)
LONE = m.Function("lone", (), (m.Return(Call("lone", (), type=NUMBER)),), result=NUMBER)
ERRORS: dict[str, tuple[m.Machine, str]] = {
    # Names and numbers
    "two fields of one name": (
        evolve(MACHINE, fields=(*MACHINE.fields, MACHINE.fields[1])),
        "two fields are called level",
    ),
    "two functions of one name": (
        evolve(MACHINE, functions=(*FUNCTIONS, FUNCTIONS[3])),
        "two functions are called worth",
    ),
    "two parameters of one name": (
        function("worth", params=(("spot", SPOT), ("spot", SPOT))),
        "two parameter of worths are called spot",
    ),
    "a gap among the stops": (chances(label=5), "stops are numbered [1, 5]"),
    "an automatic state numbered as a stop": (
        evolve(MACHINE, automatic=(*MACHINE.automatic, m.Automatic(1, "again", (TO_PLAY,)))),
        "automatic states are numbered [3, 4, 1]",
    ),
    "two automatic states of one number": (
        evolve(MACHINE, automatic=(*MACHINE.automatic, MACHINE.automatic[1])),
        "automatic states are numbered [3, 4, 4]",
    ),
    # What is referred to
    "a start that is not there": (evolve(MACHINE, start=9), "the start goes to state 9, which is not there"),
    "a state that is not there": (runs(m.Branch(YES, (m.Goto(9),))), "state 4 goes to state 9, which is not there"),
    "nowhere to go if nobody can move": (decides(stuck=9), "state 1 goes to state 9, which is not there"),
    "nowhere to go if nothing comes up": (chances(empty=9), "state 2 goes to state 9, which is not there"),
    "a decision of nobody": (decides(actor="nobody"), "state 1 asks nobody, which is no field"),
    "no function for the options": (decides(options="none"), "state 1 names none, which is no function"),
    "no function for the effect": (moves(apply="gone"), "state 1 names gone, which is no function"),
    "no function for who sees a field": (holds("level", audience="gone"), "the audience of level names gone"),
    "no function for the standing": (evolve(MACHINE, standing="gone"), "the standing names gone, which is no function"),
    "a call of no function": (gives(Call("gone", (), type=NUMBER)), "state 4 names gone, which is no function"),
    "a duty by no function": (
        function("options", m.Offer(0, ()), m.Duty(0, "gone", False)),
        "options names gone, which is no function",
    ),
    "a field that is not there, read": (gives(Load("gone", type=NUMBER)), "state 4 reads gone, which is no field"),
    "a field that is not there, stored": (runs(m.Store("gone", (), LEVEL)), "state 4 stores gone, which is no field"),
    "a table that is not there": (
        gives(Lookup("gone", (const(0),), type=NUMBER)),
        "state 4 looks up gone, which is no table",
    ),
    "an operation that is not there": (gives(op("power", LEVEL, LEVEL)), "state 4 has power, which is no operation"),
    "a text that is not there": (runs(m.Emit(7, (), None)), "state 4 says text 7 with 0 values"),
    "a text with a value too many": (runs(m.Emit(0, (LEVEL, LEVEL), None)), "state 4 says text 0 with 2 values"),
    "a trace with a value too few": (runs(m.Emit(m.TRACE, (LEVEL,), None)), "state 4 says text -1 with 1 values"),
    "a fault that is not there": (runs(m.Branch(YES, (m.Fault(3),))), "state 4 has fault 3, which is not there"),
    "steps with a fault that is not there": (runs(m.Spend(5, 3)), "state 4 has fault 3, which is not there"),
    "a crowd with a fault that is not there": (
        function("options", m.LimitOffers(3), m.Offer(0, ())),
        "options has fault 3, which is not there",
    ),
    "subsets with a fault that is not there": (
        runs(loop(name="k", type=GROUP, domain=Choices(const(0), const(1), CHOSEN, 3))),
        "state 4 has fault 3, which is not there",
    ),
    "a point that is not there": (runs(m.Mark(0)), "state 4 marks point 0, which is not there"),
    "a move that is not there": (function("options", m.Offer(4, ())), "state 1 offers move 4, which is not there"),
    "a move offered with an argument too many": (
        function("options", m.Offer(0, (LEVEL,))),
        "state 1 offers move 0 with 1 arguments",
    ),
    "a duty for a move that is not there": (
        function("options", m.Offer(0, ()), m.Duty(4, "noted", False)),
        "state 1 offers move 4, which is not there",
    ),
    "chance without outcomes": (chances(fixed=()), "state 2 needs outcomes that are fixed, or a function"),
    "draws that nothing counts": (chances(left="gone"), "state 2 names gone, which is no field"),
    "cards that go nowhere": (chances(into="gone"), "state 2 names gone, which is no field"),
    # How code ends, and what it is for
    "a value that does not come": (
        function("noted", m.Branch(YES, (m.Return(LEVEL),))),
        "noted does not say how it ends",
    ),
    "an effect that leads nowhere": (
        function("stepped", m.Store("level", (), const(1))),
        "stepped does not say how it ends",
    ),
    "code behind the end": (
        function("noted", m.Return(LEVEL), m.Return(LEVEL)),
        "noted has code that is never come to",
    ),
    "code behind two ends": (
        function("noted", m.Branch(YES, (m.Return(LEVEL),), (m.Fault(0),)), m.Return(LEVEL)),
        "noted has code that is never come to",
    ),
    "a value that goes to a state": (function("noted", m.Goto(1)), "noted is for value and has Goto"),
    "an effect that gives a value": (function("stepped", m.Return(LEVEL)), "stepped is for effect and has Return"),
    "an effect that offers a move": (
        function("stepped", m.Offer(0, ()), m.Goto(1)),
        "stepped is for effect and has Offer",
    ),
    "a list that tells something": (function("steps", m.Emit(0, (LEVEL,), None)), "steps is for list and has Emit"),
    "a value that changes the record": (
        function("noted", m.Store("level", (), const(1)), m.Return(LEVEL)),
        "noted is for value and has Store",
    ),
    "one function for two roles": (moves(candidates="noted"), "noted is for list and for value"),
    "a value of no type": (declares("noted", None), "noted is for value and gives nothing"),
    "a list that is said to give a value": (declares("steps", NUMBER), "steps is for list and gives Int"),
    "a value that is larger than declared": (
        declares("noted", Int(0, 3)),
        "noted: what it gives is Int(low=0, high=3), and is given Int(low=0, high=9)",
    ),
    "a call that says less than is declared": (
        evolve(
            runs(m.Set("y", Call("noted", (), type=NUMBER))),
            functions=tuple(evolve(f, result=WIDE) if f.name == "noted" else f for f in FUNCTIONS),
        ),
        "noted() is Int(low=0, high=99), and says Int(low=0, high=9)",
    ),
    "a break outside of loops": (runs(m.Branch(YES, (m.Break(),))), "state 4 breaks out of no loop"),
    "a move offered to nobody": (function("steps", params=()), "steps offers a move to nobody"),
    "a state that nothing leads to": (
        evolve(MACHINE, automatic=(*MACHINE.automatic, m.Automatic(5, "dead", (TO_PLAY,)))),
        "nothing leads to state 5",
    ),
    "a function that calls itself": (evolve(MACHINE, functions=(*FUNCTIONS, LONE)), "lone calls itself"),
    # Locals
    "a local without a value": (gives(X), "state 4 reads x before it has a value"),
    "a local with a value on one way": (
        runs(m.Branch(THERE, (m.Set("x", const(1)),)), m.Set("y", X)),
        "state 4 reads x before it has a value",
    ),
    "a local of a loop behind it": (
        runs(loop(), m.Set("y", Local("k", type=SPOT))),
        "state 4 reads k before it has a value",
    ),
    "a list that was not begun": (runs(m.Append("l", const(1))), "state 4 reads l before it has a value"),
    "a local that is two things": (
        runs(m.Set("x", const(1)), m.Set("x", CHOSEN)),
        "x is Int(low=0, high=9) and SetOf(of=Member(kind='Spot', size=5))",
    ),
    "a number that grows too far": (
        runs(m.Set("x", const(0)), loop(m.Set("x", op("+", X, const(2))))),
        "x grows to 0..10, and is Int(low=0, high=9)",
    ),
    # Calls and operands
    "an argument too few": (gives(Call("worth", (), type=NUMBER)), "state 4 calls worth with 0 arguments"),
    "an argument outside its type": (gives(Call("worth", (LEVEL,), type=NUMBER)), "spot of worth is Member"),
    "an argument that may be none": (
        function("noted", m.Return(Call("worth", (PLACE,), type=NUMBER))),
        "spot of worth is Member",
    ),
    "a call where what it requires may not hold": (
        function("noted", m.Return(Call("at", (const(0, SPOT),), type=NUMBER))),
        "place may be none where at is called",
    ),
    "an operand too few": (gives(op("+", LEVEL)), "+ takes 2 operands, not 1"),
    "an operand too many": (gives(op("not", YES, YES, type=BOOL)), "not takes 1 operands, not 2"),
    "a lazy operation with an operand too few": (gives(op("if", YES, LEVEL)), "if takes 3 operands, not 2"),
    "a set among numbers": (gives(op("+", LEVEL, CHOSEN, type=WIDE)), "+ is given SetOf"),
    "a number as a set": (gives(op("union", LEVEL, CHOSEN, type=GROUP)), "union is given Int"),
    "a set as a bag": (gives(op("bag plus", CHOSEN, BAG, type=FACES)), "bag plus is given SetOf"),
    "a history as a number": (gives(op("+", PAST, LEVEL, type=WIDE)), "+ is given PastOf"),
    "a history that is written down": (
        runs(m.Store("past", (), const(0, PastOf(("level",))))),
        "a history is no constant",
    ),
    "a history that does not begin empty": (holds("past", initial=3), "past begins as 3"),
    "a number as a history": (gives(op("times", LEVEL, LEVEL)), "times is given Int"),
    "a number as a list": (gives(op("length", LEVEL)), "length is given Int"),
    "a flood without a table": (gives(op("flood", CHOSEN, CHOSEN, CHOSEN, type=GROUP)), "flood is given SetOf"),
    "sets of different things": (
        gives(op("union", CHOSEN, const(0, SetOf(Int(1, 5))), type=GROUP)),
        "union of SetOf(of=Member(kind='Spot', size=5)) and SetOf(of=Int(low=1, high=5))",
    ),
    # Bounds
    "a constant outside its type": (gives(const(12)), "12 is no Int(low=0, high=9)"),
    "a first value outside its type": (holds("level", initial=12), "level begins as 12"),
    "a table with an entry outside its type": (
        evolve(MACHINE, tables={**MACHINE.tables, "worth": (NUMBER, (3, 0, 70, 1, 4))}),
        "table worth has entries that are no Int(low=0, high=9)",
    ),
    "a sum that is larger than it says": (
        gives(op("+", LEVEL, LEVEL)),
        "(+ level level) is Int(low=0, high=18), and says",
    ),
    "a value too large for its field": (
        runs(m.Store("level", (), op("+", LEVEL, const(1), type=Int(0, 10)))),
        "level is Int(low=0, high=9), and is given Int(low=1, high=10)",
    ),
    "a history stored in a number": (
        runs(m.Store("level", (), PAST)),
        "level is Int(low=0, high=9), and is given PastOf",
    ),
    "a set stored in a number": (runs(m.Store("level", (), CHOSEN)), "level is Int(low=0, high=9), and is given SetOf"),
    "an index outside of a field": (
        gives(Load("marks", (LEVEL,), type=NUMBER)),
        "an index of marks is Member(kind='Spot', size=5), and is given Int(low=0, high=9)",
    ),
    "an index outside of a field, stored": (
        runs(m.Store("marks", (const(5, WIDE),), LEVEL)),
        "an index of marks is Member(kind='Spot', size=5), and is given Int(low=5, high=5)",
    ),
    "none as an index of a field": (
        function("noted", m.Return(Load("marks", (PLACE,), type=NUMBER))),
        "an index of marks is Member(kind='Spot', size=5), and is given Either",
    ),
    "none as an index of a table": (
        function("noted", m.Return(Lookup("worth", (PLACE,), type=NUMBER))),
        "an index of worth is Int(low=0, high=4), and is given Either",
    ),
    "none said to be there": (
        function("noted", m.Return(Load("marks", (HERE,), type=NUMBER))),
        "place is Either(of=Member(kind='Spot', size=5), words=('none',)), and says Member",
    ),
    "an index tested on another way": (
        function("noted", m.Branch(THERE, (), (m.Return(Load("marks", (HERE,), type=NUMBER)),)), m.Return(LEVEL)),
        "place is Either(of=Member(kind='Spot', size=5), words=('none',)), and says Member",
    ),
    "an index too many": (
        gives(Lookup("worth", (const(0, SPOT), const(0)), type=NUMBER)),
        "worth has not so many indices",
    ),
    "an index too few": (gives(Load("marks", type=NUMBER)), "marks has 1 indices, not 0"),
    "an entry behind the end of a list": (
        gives(op("entry", op("list", const(0, SPOT), type=ROW), const(3), type=SPOT)),
        "an entry of ListOf(of=Member(kind='Spot', size=5), size=3) is given Int(low=3, high=3)",
    ),
    "an entry behind the end of the shortest list of a table": (
        runs(loop(m.Set("y", op("entry", Lookup("near", (SPOT_K,), type=ROW), const(0), type=SPOT)))),
        "an entry of near, where a list may have 0, is given Int(low=0, high=0)",
    ),
    "a bit outside of its set": (
        gives(op("bit", LEVEL, type=GROUP)),
        "a bit of SetOf(of=Member(kind='Spot', size=5)) is given",
    ),
    "a divisor that may be zero": (gives(op("/", LEVEL, LEVEL)), "/ is given Int(low=0, high=9) as its divisor"),
    "a divisor that is zero": (gives(op("mod", LEVEL, const(0))), "mod is given Int(low=0, high=0) as its divisor"),
    "a divisor that was tested on another way": (
        runs(
            m.Branch(op("is", LEVEL, const(0), type=BOOL), (m.Set("y", op("/", const(6), LEVEL)),)),
        ),
        "/ is given Int(low=0, high=0) as its divisor",
    ),
    "a bit below zero": (
        gives(op("has", CHOSEN, op("-", LEVEL, const(1), type=Int(-1, 8)), type=BOOL)),
        "has is given Int(low=-1, high=8) as a bit",
    ),
    "a code of no set": (gives(op("decode", const(99, WIDE), type=GROUP)), "is no code of SetOf"),
    "a number encoded as a set": (gives(op("encode", LEVEL, type=WIDE)), "encode is given Int(low=0, high=9)"),
    "a list that is longer than it says": (
        gives(op("list", *[const(0, SPOT)] * 4, type=ROW)),
        "a list of 4 is no ListOf(of=Member(kind='Spot', size=5), size=3)",
    ),
    "a list with something else in it": (
        gives(op("list", LEVEL, type=ROW)),
        "an entry of ListOf(of=Member(kind='Spot', size=5), size=3) is Int(low=0, high=9)",
    ),
    "a tuple that is shorter than it says": (
        gives(op("list", LEVEL, type=TupleOf((NUMBER, NUMBER)))),
        "and says TupleOf(of=(Int(low=0, high=9), Int(low=0, high=9)))",
    ),
    # How long lists become
    "a list that is added to too often": (
        runs(BEGUN, m.Append("l", const(0, SPOT)), loop(m.Append("l", SPOT_K))),
        "l grows to 6, and is ListOf(of=Member(kind='Spot', size=5), size=5)",
    ),
    "a list that is added to while it is gone through": (
        runs(BEGUN, loop(m.Append("l", SPOT_K), domain=PLACES)),
        "l grows for ever, and is ListOf",
    ),
    "a list that was begun on one way only": (
        runs(m.Branch(YES, (BEGUN,), (m.Set("l", NEAR),)), loop(m.Append("l", SPOT_K))),
        "l grows for ever, and is ListOf",
    ),
    "a place that is come to, and not noted": (runs(*spreading(noted=False)), "l grows for ever"),
    "a place that is come to, and not asked about": (runs(*spreading(asked=False)), "l grows for ever"),
    "places that are come to twice, as they are forgotten": (
        runs(*spreading(m.Set("seen", const(0, GROUP)))),
        "l grows for ever",
    ),
    "a set and a list that begin with different places": (
        runs(*begun_by(PLACE, first=Lookup("next", (const(0, SPOT), const(0, BOOL)), type=MAYBE))),
        "l grows for ever",
    ),
    "a list that begins with a place that has changed": (
        runs(*begun_by(PLACE, m.Store("place", (), const(3, SPOT)), first=PLACE)),
        "l grows for ever",
    ),
    "a list that begins with a name that has changed": (
        runs(*begun_by(PLACE, m.Set("x", const(3, SPOT)), first=Local("x", type=MAYBE))),
        "l grows for ever",
    ),
    "a place that is new only before it changes": (
        runs(
            m.Set("seen", CHOSEN), BEGUN, m.Loop("j", SPOT, SEEN, (m.Append("l", SPOT_J),)),
            m.Loop("j", SPOT, PLACES, (
                m.Branch(THERE, (
                    m.Branch(op("has", SEEN, HERE, type=BOOL), (), (
                        m.Store("place", (), SPOT_J),
                        m.Set("seen", op("union", SEEN, op("bit", HERE, type=GROUP), type=GROUP)),
                        m.Append("l", HERE),
                    )),
                )),
            )),
        ),
        "l grows for ever",
    ),
    "places that are forgotten where a loop is left": (
        runs(loop(*spreading(m.Branch(YES, (m.Set("seen", const(0, GROUP)), m.Break()))), name="i")),
        "l grows for ever",
    ),
    "a name for what a place was before it changed on the only way on": (
        evolve(
            function(
                "stepped",
                m.Set("x", PLACE),
                m.Branch(op("is", LEVEL, const(0), type=BOOL), (m.Goto(3),), (m.Store("place", (), const(3, SPOT)),)),
                m.Store("marks", (Local("x", type=SPOT),), const(1)),
                m.Goto(3),
            ),
            start=DECISION.label,
        ),
        "x is Either(of=Member(kind='Spot', size=5), words=('none',)), and says Member",
    ),
    # What is known inside loops
    "a step that leads nowhere": (
        led_to(domain=const(3, SetOf(BOOL))),
        "next is Either(of=Member(kind='Spot', size=5), words=('none',)), and says Member",
    ),
    "a step from another place than that of its side": (
        led_to(m.Set("j", const(4, SPOT))),
        "next is Either(of=Member(kind='Spot', size=5), words=('none',)), and says Member",
    ),
    "a step on a side that has changed": (
        led_to(m.Set("side", const(1, BOOL))),
        "next is Either(of=Member(kind='Spot', size=5), words=('none',)), and says Member",
    ),
    "a place that is there for one of two sets": (
        runs(SOMEWHERE, loop(MARKED, domain=op("union", IF_THERE, CHOSEN, type=GROUP))),
        "place is Either(of=Member(kind='Spot', size=5), words=('none',)), and says Member",
    ),
    "a place that is not there where there is a set": (
        runs(SOMEWHERE, loop(MARKED, domain=op("if", THERE, const(0, GROUP), CHOSEN, type=GROUP))),
        "place is Either(of=Member(kind='Spot', size=5), words=('none',)), and says Member",
    ),
    "a place that is gone in the second round": (
        runs(SOMEWHERE, loop(MARKED, m.Store("place", (), const(-1, MAYBE)), domain=IF_THERE)),
        "place is Either(of=Member(kind='Spot', size=5), words=('none',)), and says Member",
    ),
    "a place that is there in a loop, and used behind it": (
        runs(SOMEWHERE, loop(MARKED, domain=IF_THERE), MARKED),
        "place is Either(of=Member(kind='Spot', size=5), words=('none',)), and says Member",
    ),
    # What is done with candidates and outcomes
    "a candidate that its move cannot take": (offers(const(7), taken=SPOT), "spot of stepped is Member"),
    "a candidate that may be none": (offers(PLACE, taken=SPOT), "spot of stepped is Member"),
    "a candidate of which less is tested than its move requires": (
        offers(const(1, SPOT), taken=SPOT, requires=(THERE,)),
        "place may be none where stepped is called",
    ),
    "a candidate of which less is tested than its name requires": (
        requires("called", THERE),
        "place may be none where called is called",
    ),
    "a constant that is not what its move requires": (
        offers(const(-1, MAYBE), taken=MAYBE, requires=(GIVEN,)),
        "(is not spot -1) does not hold where stepped is called",
    ),
    "a name for other moves": (moves(notation_values="noted"), "noted is given 1 arguments"),
    "options that require something": (
        requires("options", THERE),
        "place may be none where options is called",
    ),
    "an outcome that its effect cannot take": (
        chances(fixed=((0, 1), (7, 1))),
        "rolled takes Member(kind='Spot', size=5), and something else may come up",
    ),
    "an effect of no outcome": (function("rolled", m.Goto(3), params=()), "rolled is given one outcome"),
    # Fuel
    "a circle of states that burns nothing": (
        runs(m.Branch(THERE, (m.Goto(3),))),
        "a circle through state 3 burns nothing",
    ),
    "a circle through a stop that burns nothing": (
        evolve(MACHINE, decisions=(evolve(DECISION, fuel=0, stuck=3),), chances=(evolve(CHANCE, fuel=0, empty=1),)),
        "a circle through state 1 burns nothing",
    ),
    "a state that burns less than nothing": (
        evolve(MACHINE, automatic=(evolve(MACHINE.automatic[0], fuel=-1), MACHINE.automatic[1])),
        "state 3 burns less than nothing",
    ),
    # Conditions and loops
    "a number as a condition": (runs(m.Branch(LEVEL, (m.Fault(0),))), "a condition is Bool(), and is given Int"),
    "a number that is assumed": (runs(m.Assume(LEVEL)), "an assumption is Bool(), and is given Int"),
    "code behind what cannot hold": (
        runs(m.Assume(const(0, BOOL)), m.Set("y", LEVEL)),
        "has code that is never come to",
    ),
    "a loop through a number": (runs(loop(domain=LEVEL)), "Int(low=0, high=9) cannot be gone through"),
    "a loop through something else": (
        runs(loop(type=Int(0, 3))),
        "k goes through Member(kind='Spot', size=5), and is Int(low=0, high=3)",
    ),
    "a range up to a set": (runs(loop(type=NUMBER, domain=Range(LEVEL, CHOSEN))), "a range needs two numbers"),
    "subsets of as many as a set": (
        runs(loop(type=GROUP, domain=Choices(LEVEL, CHOSEN, CHOSEN, 0))),
        "subsets need two numbers",
    ),
    "something added to what is no list": (runs(m.Set("x", const(1)), m.Append("x", const(1))), "x is no list"),
    "something else added to a list": (
        runs(m.Set("l", op("list", type=ROW)), m.Append("l", LEVEL)),
        "an entry of l is Member(kind='Spot', size=5), and is given Int(low=0, high=9)",
    ),
}  # fmt: skip
SOUND = {
    "a list that each place enters once": runs(*spreading()),
    "a list that begins with the place that a set begins with": runs(*begun_by(PLACE, first=PLACE)),
    "a step that leads on from each place": led_to(),
    "a step that leads on, on some of these sides": led_to(
        domain=op("meet", const(3, SetOf(BOOL)), Lookup("with next", (SPOT_J,), type=SetOf(BOOL)), type=SetOf(BOOL))
    ),
    "a place that is there if there is a set": runs(SOMEWHERE, loop(MARKED, domain=IF_THERE)),
    "a list with room for all rounds": runs(BEGUN, loop(m.Append("l", SPOT_K))),
    "a candidate that its move can take": offers(const(1, SPOT), taken=SPOT),
    "a candidate of which enough was tested": evolve(
        offers(HERE, taken=SPOT, requires=(THERE,)),
        functions=tuple(
            evolve(one, body=(m.Branch(THERE, one.body),)) if one.name in ("options", "steps") else one
            for one in offers(HERE, taken=SPOT, requires=(THERE,)).functions
        ),
    ),
    "a constant that is what its move requires": offers(const(1, MAYBE), taken=MAYBE, requires=(GIVEN,)),
    "a divisor that was tested": runs(
        m.Branch(op("is not", LEVEL, const(0), type=BOOL), (m.Set("y", op("/", const(6), LEVEL)),))
    ),
}


@pytest.mark.parametrize("machine", SOUND.values(), ids=SOUND)
def test_what_was_tested_before_is_no_error(machine: m.Machine) -> None:
    assert verify(machine) is machine


def test_the_machine_itself_is_sound() -> None:
    assert verify(MACHINE) is MACHINE


@pytest.mark.parametrize(("machine", "message"), ERRORS.values(), ids=ERRORS)
def test_a_planted_error_is_refused_by_name(machine: m.Machine, message: str) -> None:
    with pytest.raises(UnsoundMachine) as refused:
        verify(machine)
    assert [problem for problem in refused.value.problems if message in problem], refused.value.problems
