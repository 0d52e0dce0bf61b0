"""Steps of the flow: phases, turns, loops, stores, chance, the end. Moves and cards have modules of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Fix
from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.check.expressions import (
    access,
    definitions,
    expressions,
    histories,
    operators,
    phrases,
)
from astro_referee.interpreter.check.flow import branches, cards, dice, endings, exchange, heaped, moves, piles, sets
from astro_referee.interpreter.check.kinds import teams
from astro_referee.interpreter.check.mistakes import steps as mistakes
from astro_referee.interpreter.check.mistakes.moves import TwoPhases
from astro_referee.interpreter.check.mistakes.piles import OrderedTurns, TurnsOfOthers
from astro_referee.interpreter.check.names.context import Bound
from astro_referee.interpreter.check.names.scope import OWN_NAMES, Checker
from astro_referee.interpreter.program import program
from astro_referee.interpreter.program.folding import const, number_range, op, truth
from astro_referee.interpreter.program.program import Step
from astro_referee.interpreter.program.terms import Const, Fold, Load, Local, Range, Term
from astro_referee.interpreter.values.types import BagOf, ErrorType, Int, ListOf, Member, RowOf, SetOf, element


def block(c: Checker, nodes: tuple[tree.Step, ...]) -> tuple[Step, ...]:
    """A list of steps in a scope of its own; moves that stand side by side are one decision."""
    if not nodes:
        return ()
    with c.scope(), c.deeper(nodes[0].span) as possible:
        return inner_block(c, nodes) if possible else ()


def inner_block(c: Checker, nodes: tuple[tree.Step, ...]) -> tuple[Step, ...]:
    made: list[Step] = []
    closed: tree.Step | None = None
    index = 0
    while index < len(nodes):
        node = nodes[index]
        if closed is not None:
            c.report(mistakes.NeverReached(closed, c.source.place(closed.span.start)[0]), node.span)
            closed = None
        if isinstance(node, tree.Move | tree.Offer | tree.Otherwise):
            group: list[tree.Move | tree.Offer | tree.Otherwise] = []
            while index < len(nodes):
                part = nodes[index]
                if not isinstance(part, tree.Move | tree.Offer | tree.Otherwise):
                    break
                group.append(part)
                index += 1
            above = nodes[index - len(group) - 1] if index > len(group) else None
            first = group[0]
            if isinstance(above, tree.If) and isinstance(first, tree.Otherwise):
                head = Span(first.span.start, first.span.start + len("otherwise"))
                fixes = (Fix(head, "else"),)
                c.report(mistakes.OtherwiseForElse(fixes), first.span)
                block(c, first.body)
                group.remove(first)
            if group:
                made += moves.ask_me(c, tuple(group))
            c.forget_state()
            continue
        made += step(c, node)
        if closes(made):
            closed = node
        if made and isinstance(made[-1], program.Turns) and not made[-1].once and made[-1].until is None:
            closed = node
        index += 1
    return tuple(made)


def closes(made: Sequence[Step]) -> bool:
    """Whether nothing that stands behind these steps is ever done."""
    match made[-1] if made else None:
        case program.Jump() | program.Win() | program.Rank() | program.Require(Const(0)):
            return True
        case _:
            return False


def step(c: Checker, node: tree.Step) -> list[Step]:
    match node:
        case tree.Phase():
            return [phase(c, node)]
        case tree.Turns():
            return turns(c, node)
        case tree.Ask():
            return moves.ask(c, node)
        case tree.Move() | tree.Offer() | tree.Otherwise():
            return moves.ask_me(c, (node,))
        case tree.If():
            return branches.conditional(c, node)
        case tree.For():
            return loop(c, node)
        case tree.Let(name, value):
            term = expressions.expression(c, value)
            c.bind(name, term.type, value=term)
            return [] if isinstance(term.type, ErrorType) else [program.Let(name.word, term, span=node.span)]
        case tree.Store():
            made = store(c, node)
        case tree.Random():
            made = random(c, node)
        case tree.Put():
            made = cards.put(c, node)
        case tree.Deal():
            made = cards.deal(c, node)
        case tree.Shuffle():
            made = cards.shuffle(c, node)
        case tree.Swap():
            made = exchange.swap(c, node)
        case tree.Pass():
            made = exchange.pass_on(c, node)
        case tree.Add():
            made = sets.add(c, node)
        case tree.Remove():
            made = sets.remove(c, node)
        case tree.Remember():
            made = histories.remember(c, node)
        case tree.Roll(rolled):
            made = [step for each in rolled for step in dice.roll(c, each, node.span)]
        case tree.Show():
            return cards.show(c, node)
        case tree.Retire(who) | tree.Return(who):
            made = [program.Retire(players(c, who), isinstance(node, tree.Return), span=node.span)]
        case tree.Do(name, _):
            args = definitions.call_procedure(c, node)
            made = [] if args is None else [program.Do(name.word, args, span=node.span)]
        case tree.Leave(name):
            made = [program.Jump("leave", name.word, span=node.span)]
            jump_target(c, "leave", name.word, name.span)
        case tree.Repeat(name):
            made = [program.Jump("repeat", name.word, span=node.span)]
            jump_target(c, "repeat", name.word, name.span)
        case tree.Winner() | tree.Draw() | tree.Rank():
            made = endings.ending(c, node)
        case tree.Never(because):
            made = [program.Require(truth(False), "never", f"this was never to happen: {because}", span=node.span)]
        case tree.Say(text, to):
            audience = players(c, to) if to is not None else None
            return [program.Say(moves.text(c, text), audience, span=node.span)]
        case _:
            assert_never(node)
    c.forget_state(changed(made))
    return made


def changed(made: Sequence[Step]) -> frozenset[str] | None:
    """The fields that some steps change, if they do nothing else; None if anything may be otherwise after them."""
    names = set()
    for step in made:
        match step:
            case program.Let() | program.Require():
                pass
            case program.Assign(name) | program.Lay(name) | program.LayAll(name) | program.Take(name):
                names.add(name.partition(".")[0])  # the order of a zone belongs to the zone
            case program.Mix(name):
                names.add(name)
            case _:
                return None
    return frozenset(names)


# --- Structure ---------------------------------------------------------------------------------------------------


def phase(c: Checker, node: tree.Phase) -> Step:
    name = node.name.word
    c.at.path.append(name)
    if name in c.at.targets:
        c.report(mistakes.PhaseInItself(name), node.name.span)
    elif tuple(c.at.path) in c.declared.phases:
        c.twice(TwoPhases(name, c.declared.phases[tuple(c.at.path)]), node.name.span)
    c.declared.phases.setdefault(tuple(c.at.path), node.name.span)
    c.at.targets.append(name)
    with c.scope():
        begin = inner_block(c, node.begin)
        c.forget_state()
        until = expressions.condition(c, node.until) if node.until is not None else None
        watches = tuple((expressions.condition(c, w.condition), block(c, w.body)) for w in node.watches)
        body = inner_block(c, node.body)
        c.forget_state()
        finish = block(c, node.finish)
    c.at.path.pop()
    c.at.targets.pop()
    c.forget_state()
    heading = tree.heading(node, node.name)
    return program.Phase(name, until, begin, watches, body, finish, heading, span=node.name.span)


def turns(c: Checker, node: tree.Turns) -> list[Step]:
    order: Term | None = None
    start: Term = const(0, c.player)
    clockwise = True
    if isinstance(node.domain, tree.Phrase) and node.domain.word == "ordered":
        order = turn_order(c, node, node.domain)
    else:
        start, clockwise = first_turn(c, node.domain)
    kept, c.at.me = (c.at.me, c.at.used_me), True
    c.at.targets.append("turn")
    c.forget_state()
    with c.scope():
        c.forget_me()
        if node.name is not None:
            c.bind(node.name, c.player)
            c.at.scopes[-1][node.name.word].used = True
        where = expressions.condition(c, node.where) if node.where is not None else None
        until = expressions.condition(c, node.until) if node.until is not None else None
        asked, c.at.question = c.at.question, moves.question(c, node.question) if node.question is not None else ""
        body = block(c, node.body)
        c.at.question = asked
    c.at.targets.pop()
    c.at.me, c.at.used_me = kept
    name = node.name.word if node.name is not None else None
    return [program.Turns(node.once, name, clockwise, start, where, until, body, order, span=node.span)]


def turn_order(c: Checker, node: tree.Turns, ordered: tree.Phrase) -> Term:
    """Players in the order of a value, each once."""
    if node.name is None or not node.once:
        shown = c.source.slice(ordered.domain.span)
        c.report(OrderedTurns(shown), ordered.span)
        return expressions.wrong(ordered.span)
    term = expressions.expression(c, ordered)
    if not isinstance(term.type, ErrorType) and element(term.type) != c.player:
        c.report(TurnsOfOthers(term.type), ordered.domain.span)
        return expressions.wrong(ordered.span)
    return term


def first_turn(c: Checker, node: tree.Expr) -> tuple[Term, bool]:
    """The player who begins, and whether the turns go clockwise."""
    if not isinstance(node, tree.Around):
        c.report(mistakes.TURNS_GO_ROUND, node.span)
        return expressions.wrong(node.span), True
    start = expressions.solid(c, node.start, expressions.expression(c, node.start, c.player))
    start = expressions.fitted(c, node.start, start, c.player, "where the turns begin")
    if node.after and not isinstance(start.type, ErrorType):
        start = access.neighbour(c, c.declared.kinds["player"], start, 1 if node.clockwise else -1, node.span)
    return start, node.clockwise


def loop(c: Checker, node: tree.For) -> list[Step]:
    return loop_over(c, node, node.params)


def loop_over(c: Checker, node: tree.For, params: tuple[tree.Param, ...]) -> list[Step]:
    param = params[0]
    group, name_type = phrases.domain(c, param.domain, ordered=True)
    c.forget_state()
    with c.scope():
        c.bind(param.name, name_type)
        c.at.scopes[-1][param.name.word].used = True
        where = expressions.condition(c, param.where) if param.where is not None else None
        if param.where is not None:
            c.learn(operators.learnt(c, param.where, True))
        body = tuple(loop_over(c, node, params[1:])) if len(params) > 1 else block(c, node.body)
    return [program.For(param.name.word, name_type, group, where, body, span=node.span)]


def jump_target(c: Checker, word: str, target: str, at: Span, called: Span = NOWHERE, offered: Span = NOWHERE) -> None:
    """`leave` and `repeat` name a phase, procedure or turn that they stand in; else the caller must have it."""
    if target in c.at.targets:
        lead(c, target, at)
        if word == "repeat" and c.at.targets.index(target) == 0 and c.at.in_procedure:
            c.report(mistakes.RepeatedProcedure(target), at)
        return
    if c.at.in_procedure or c.at.in_offer:
        c.at.jumps.append((word, target, at))
        return
    around = tuple(c.at.targets)
    c.report(mistakes.NoSuchTarget(word, target, c.alike(target, around), around, called, offered), at)


def lead(c: Checker, target: str, at: Span) -> None:
    """Notes the phase or procedure that a jump leads to; it is the innermost one of that name."""
    path = c.at.path
    for depth in range(len(path), 0, -1):
        declared = c.declared.phases.get(tuple(path[:depth])) if path[depth - 1] == target else None
        if declared is not None and c.references is not None:
            c.references.lead(at, declared)
            return


# --- Storing -----------------------------------------------------------------------------------------------------


def place(c: Checker, node: tree.Name | tree.Index, verb: str) -> Load | None:
    """A variable that may be written to."""
    word_node = node if isinstance(node, tree.Name) else node.of
    if not isinstance(word_node, tree.Name):
        c.report(mistakes.ONE_PAIR_OF_BRACKETS, word_node.span)
        return None
    word = word_node.word
    symbol = c.declared.symbols.get(word)
    used = word in c.found.used
    bound = c.lookup(word)
    if symbol is None and bound is None and word not in OWN_NAMES:
        known = [
            s for s, there in c.declared.symbols.items() if there.sort == "field" and c.declared.fields[s].sort == "var"
        ]
        if word_node is not node or word in c.dropped or c.alike(word, known):
            c.unknown(mistakes.UnknownStored(word), word_node.span, known)
        else:
            unnamed(c, word_node)
        return None
    if bound is not None and isinstance(bound.term.type, ErrorType):
        return None
    sort = "word" if symbol is None else c.declared.fields[word].sort if symbol.sort == "field" else symbol.sort
    if sort != "var" and not (sort == "die" and c.at.in_given):
        if sort != "broken":
            c.report(mistakes.NotAVariable(word, sort, bound is not None, verb), word_node.span)
        c.found.used.add(word)
        if bound is not None:
            bound.used = True
        return None
    term = expressions.expression(c, node)
    if not used:
        c.found.used.discard(word)
    c.found.written.setdefault(word, word_node.span)
    return term if isinstance(term, Load) else None


def unnamed(c: Checker, name: tree.Name) -> None:
    """Reports a new name that is stored into as if it were there already; from here on it counts as known."""
    c.report(mistakes.UnknownVariable(name.word), name.span)
    c.at.scopes[-1][name.word] = Bound(expressions.wrong(name.span), name.span, used=True)


def store(c: Checker, node: tree.Store) -> list[Step]:
    there = place(c, node.place, "stored into")
    if there is None:
        return []
    goal = c.declared.fields[there.field].type
    what = f"`{there.field}`"
    if not node.op:
        value = expressions.expression(c, node.value, goal)
        if isinstance(goal, RowOf) and value.type != goal and piles.can_keep(goal, piles.in_order(c, value).type):
            return piles.stored(there, piles.in_order(c, value), node.span)
        value = expressions.fitted(c, node.value, value, goal, what)
    else:
        c.found.used.add(there.field)
        now = expressions.solid(c, node.place, expressions.expression(c, node.place))
        if isinstance(now.type, BagOf):
            return heaped.stored(c, node, there)
        if not isinstance(now.type, Int | ErrorType):
            c.report(mistakes.NoCounting(what, now.type, node.op), node.place.span)
            return []
        amount = expressions.number(c, node.value)
        if not isinstance(now.type, Int) or not isinstance(amount.type, Int):
            return []
        total = op(node.op, now, amount, type=number_range(node.op, now.type, amount.type), at=node.span)
        value = expressions.fitted(c, node.value, total, goal, what)
    if isinstance(value.type, ErrorType):
        return []
    return [program.Assign(there.field, there.at, value, span=node.span)]


def random(c: Checker, node: tree.Random) -> list[Step]:
    there = place(c, node.place, "stored into")
    domain = candidates(c, node.domain)
    inner = element(domain.type)
    if isinstance(domain.type, ErrorType) or there is None:
        return []
    if not isinstance(domain.type, SetOf) or inner is None:
        c.report(mistakes.ChanceNeedsSet(domain.type), node.domain.span)
        return []
    goal = c.declared.fields[there.field].type
    picked = expressions.fitted(c, node.domain, Local("picked", type=inner), goal, f"`{there.field}`")
    if isinstance(picked.type, ErrorType):
        return []
    label = program.Text(cards.place_label(there), span=node.span)
    return [program.RandomFrom(there.field, there.at, domain, label, not isinstance(picked, Local), span=node.span)]


def candidates(c: Checker, node: tree.Expr) -> Term:
    """What chance picks from: a set, or all numbers of a span."""
    if not isinstance(node, tree.SpanOf):
        return expressions.solid(c, node, expressions.expression(c, node))
    numbers, type = phrases.domain(c, node)
    if not isinstance(numbers, Range) or not isinstance(type, Int) or expressions.too_wide(c, SetOf(type), node.span):
        return expressions.wrong(node.span)
    return Fold("all", ".number", type, numbers, type=SetOf(type), span=node.span)


# --- Players and the end -----------------------------------------------------------------------------------------


def players(c: Checker, node: tree.Expr) -> Term:
    """A player, a set of players or a team, as a set."""
    term = expressions.solid(c, node, expressions.expression(c, node, c.player))
    match term.type:
        case ErrorType() | SetOf(Member("player", _)):
            return term
        case Member("player", _):
            return op("bit", term, type=c.player_set, at=node.span)
        case Member() if teams.is_team(c, term.type):
            return teams.players_of(c, term, node.span)
        case ListOf(Member("player", _), _):
            return Fold(
                "set", ".seat", c.player, term, of=Local(".seat", type=c.player), type=c.player_set, span=node.span
            )
    c.report(mistakes.NotAPlayer(term.type), node.span)
    return expressions.wrong(node.span)
