"""Tests: their set-ups first, then each for its own, with names and types as in the rules, and everything in view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Severity
from astro_referee.interpreter.check.audit import audit
from astro_referee.interpreter.check.audit.costs import step_terms
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.flow import moves, steps
from astro_referee.interpreter.check.kinds import constants
from astro_referee.interpreter.check.mistakes import scenarios as mistakes
from astro_referee.interpreter.check.names import dependencies
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import scenario as s
from astro_referee.interpreter.program.program import Program
from astro_referee.interpreter.program.terms import Load, Term
from astro_referee.interpreter.program.traversal import own_steps
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import ErrorType, SetOf

ELSEWHERE = (
    tree.Phase
    | tree.Turns
    | tree.Ask
    | tree.Move
    | tree.Offer
    | tree.Otherwise
    | tree.Leave
    | tree.Repeat
    | tree.Winner
    | tree.Draw
    | tree.Rank
    | tree.Say
    | tree.Show
)
"""Steps that do not make a position: they ask, tell, or go elsewhere."""


Above = dict[str, tuple[tree.Test, s.Setup | None]]


def setup_of(c: Checker, test: tree.Test, above: Above, range_: tuple[int, int], usual: int) -> s.Setup | None:
    """How many play, and with which options; nothing if that is not said right. `above` has the tests
    that stand above, with their set-ups.
    """
    known = errors(c)
    if test.after is not None:
        title = test.after.text
        goes_on_from, setup = above.get(title, (None, None))
        if isinstance(goes_on_from, tree.Playthrough):
            c.report(mistakes.PlaythroughAbove(title), test.after.span)
            return None
        if goes_on_from is None:
            c.unknown(mistakes.UnknownTest(title), test.after.span, above)
        return setup
    seats = test.players.value if test.players is not None else usual
    if test.players is not None and not range_[0] <= seats <= range_[1]:
        low, high = range_
        c.report(mistakes.NotForSoMany(seats, low, high), test.players.span)
    chosen: dict[str, int] = {}
    for name, node in test.options:
        info = c.declared.options.get(name.word)
        if info is None:
            options = c.declared.options
            c.unknown(mistakes.UnknownOption(name.word, tuple(options)), name.span, options)
            continue
        term = expressions.of_type(c, node, info.type, f"option `{name.word}`")
        value = constants.constant(c, term)
        if value is None:
            constants.not_fixed(c, term, node)
        elif isinstance(value, int) and value != info.default:
            chosen[name.word] = value
    if errors(c) > known:
        return None
    printer = Printer({name: kind.members for name, kind in c.declared.kinds.items()}, list(c.declared.words))
    shown = [f"{name} = {printer.show(c.declared.options[name].type, value)}" for name, value in sorted(chosen.items())]
    said = ", ".join([f"{seats} player{'s' * (seats != 1)}", *shown])
    return s.Setup(seats, tuple(sorted(chosen.items())), said)


def errors(c: Checker) -> int:
    return sum(problem.severity is Severity.ERROR for problem in c.found.problems)


def read(c: Checker, program: Program, test: tree.Test, setup: s.Setup) -> s.Scenario | None:
    """A test for the set-up that the checker stands for; nothing if something in it is wrong."""
    known = errors(c)
    lines = [made for line in test.lines for made in read_line(c, program, line)]
    tags = [node for node in dependencies.inside(test) if isinstance(node, tree.Tag)]
    for tag in tags:
        if tag.name not in c.declared.rulings:
            c.report(mistakes.UnknownRulingInTest(tag.name, c.alike(tag.name, c.declared.rulings)), tag.span)
    if errors(c) > known:
        return None
    names = tuple(dict.fromkeys(tag.name for tag in tags))
    moves = test.moves.value if test.moves is not None else None
    games = test.games.value if test.games is not None else 0
    is_playthrough = isinstance(test, tree.Playthrough)
    after = test.after.text if test.after is not None else None
    return s.Scenario(
        test.title.text,
        after,
        setup,
        test.seed,
        tuple(lines),
        names,
        moves,
        games,
        is_playthrough,
        test.reseeded,
        span=test.span,
    )


def read_line(c: Checker, program: Program, node: tree.TestLine) -> Iterator[s.Line]:
    match node:
        case tree.Given(body):
            yield from given(c, program, node, body)
        case tree.Chance(texts):
            yield from (s.Chance(text.text, span=text.span) for text in texts)
        case tree.Turn(player, typed):
            yield s.Turn(seat(c, player), typed, span=node.span)
        case tree.Refuse(turn, because):
            yield s.Refused(seat(c, turn.player), turn.typed, because.text, span=node.span)
        case tree.Expect(condition):
            yield from expected(c, program, node, condition, s.Expected)
        case tree.Always(condition):
            yield from expected(c, program, node, condition, s.Always)
        case tree.ExpectEnd(winners, because):
            with c.fresh():
                c.at.me = False
                who = steps.players(c, winners) if winners is not None else None
            yield s.Ended(who, because.text if because is not None else "", span=node.span)
        case tree.ExpectSay(texts):
            yield s.ExpectedText(tuple(text.text for text in texts), span=node.span)
        case tree.ExpectSees():
            yield from seen(c, node)
        case tree.ExpectPerft(depth, count):
            yield s.Counted(depth.value, count.value, span=node.span)
        case tree.Offers(player, only, texts):
            yield s.Offered(seat(c, player), only, tuple(text.text for text in texts), span=node.span)
        case _:
            assert_never(node)


def seat(c: Checker, name: tree.Name) -> int:
    """The number of a player; zero if there is none of that name, which is reported."""
    members = c.declared.kinds["player"].members
    if name.word in members:
        return members.index(name.word)
    if name.word in c.declared.absent:
        c.report(mistakes.NotInThisTest(name.word), name.span)
        return 0
    c.unknown(mistakes.UnknownPlayer(name.word, members), name.span, members)
    return 0


def seen(c: Checker, node: tree.ExpectSees) -> Iterator[s.Seen]:
    """What a player sees of a zone, a variable or a die; how many cards, only of a zone."""
    with c.fresh():
        c.at.me = False
        term = expressions.expression(c, node.place)
    if isinstance(term.type, ErrorType):
        return
    field = c.declared.fields.get(term.field) if isinstance(term, Load) else None
    if field is None or field.sort not in ("zone", "var", "die") or (node.cards is not None and field.sort != "zone"):
        c.report(mistakes.NothingToSee(node.cards is not None), node.place.span)
        return
    assert isinstance(term, Load)
    texts = tuple(text.text for text in node.texts)
    cards = node.cards.value if node.cards is not None else 0
    yield s.Seen(seat(c, node.player), field.name, term.at, cards, texts, span=node.span)


def given(c: Checker, program: Program, node: tree.Given, body: tuple[tree.Step, ...]) -> Iterator[s.Given]:
    """The steps of a position: those of the rules, without any that ask, tell or go elsewhere."""
    wrong = [inner for inner in dependencies.inside(node) if isinstance(inner, ELSEWHERE)]
    for inner in wrong:
        c.report(mistakes.NotInGiven(c.source.slice(inner.span).split()[0]), inner.span)
    if not wrong:
        with c.fresh():
            c.at.me, c.at.in_given = False, True
            made = steps.block(c, body)
        for step in own_steps(made):
            audit.look(c, program, step)
            for term in step_terms(step):
                audit.look_ahead(c, program, term, None)
        for step in reached(c, made):
            if isinstance(step, p.Ask | p.Win | p.Rank):
                c.report(mistakes.GivenGoesOn(step.span), node.span)
            elif isinstance(step, p.Retire) and "players" not in program.fields:
                c.report(mistakes.NOBODY_LEAVES, node.span)
        yield s.Given(made, span=node.span)


def reached(c: Checker, body: tuple[p.Step, ...]) -> Iterator[p.Step]:
    """All steps of a body and of the procedures it does."""
    done: set[str] = set()
    todo = list(own_steps(body))
    while todo:
        step = todo.pop()
        yield step
        if isinstance(step, p.Do) and step.procedure not in done:
            done.add(step.procedure)
            info = c.declared.procedures.get(step.procedure)
            todo += own_steps(info.body) if info is not None else []


def exceptions(c: Checker, condition: tree.Expr) -> tuple[tuple[str, Term], ...]:
    """For whom it fails, if something is to hold for all."""
    match condition:
        case tree.Binary("and", left, right):
            return exceptions(c, left) + exceptions(c, right)
        case tree.Phrase("every", name, domain, where, of) if of is not None:
            fails: tree.Expr = tree.Not(of, span=of.span)
            fails = tree.Binary("and", where, fails, span=of.span) if where is not None else fails
            with c.silently():
                term = expressions.expression(c, tree.Phrase("all", name, domain, fails, span=condition.span))
            return ((f"fails for {name.word}", term),) if isinstance(term.type, SetOf) else ()
        case _:
            return ()


def expected(
    c: Checker, program: Program, node: tree.Expect | tree.Always, condition: tree.Expr, made: type[s.Expected]
) -> Iterator[s.Expected]:
    with c.fresh():
        term = expressions.condition(c, condition)
        needs_me = c.at.used_me
        seen = moves.seen(c, condition) + exceptions(c, condition)
    if not isinstance(term.type, ErrorType):
        audit.look_ahead(c, program, term, None)
        yield made(term, seen, needs_me, span=node.span)
