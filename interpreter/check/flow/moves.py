"""Decisions and moves: who is asked, what may be chosen, the guards with their reasons, and all texts."""

from __future__ import annotations

from attrs import define, evolve, field

from astro_referee.grammar import tree
from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.check.expressions import expressions, operators, phrases
from astro_referee.interpreter.check.flow import domain_reasons, shared_rules, steps, witnesses
from astro_referee.interpreter.check.mistakes import moves as mistakes
from astro_referee.interpreter.check.names.scope import Checker, mentions
from astro_referee.interpreter.program import program
from astro_referee.interpreter.program.program import Guard, MoveInfo, ParamInfo, Step
from astro_referee.interpreter.program.terms import Const, Fold, Local, Term, looks_ahead, walk
from astro_referee.interpreter.values.types import ErrorType, Int, ListOf, plain

MOST_SEEN = 4
"""A refusal names at most so many values that a guard saw; more would bury the reason."""

Part = tree.Move | tree.Offer | tree.Otherwise


# --- Decisions ----------------------------------------------------------------------------------------------------


def ask_me(c: Checker, parts: tuple[Part, ...]) -> list[Step]:
    """Moves that stand directly in a turn: the player whose turn it is is asked."""
    if not c.at.me:
        c.report(mistakes.NOBODY_HAS_TURN, parts[0].span)
    kept = c.at.me, c.at.used_me
    c.at.me = True
    if c.at.question:
        c.declared.questions[parts[0].span] = c.at.question
    made = decision(c, "one", Local("me", type=c.player), parts, parts[0].span)
    c.at.me, c.at.used_me = kept[0], kept[1] or kept[0]
    return made


def ask(c: Checker, node: tree.Ask) -> list[Step]:
    parts: list[Part] = []
    for part in node.body:
        if isinstance(part, tree.Move | tree.Offer | tree.Otherwise):
            parts.append(part)
        else:
            c.report(mistakes.ONLY_MOVES_IN_ASK, part.span)
    if not any(isinstance(p, tree.Move | tree.Offer) for p in parts) and len(parts) == len(node.body):
        c.report(mistakes.NOTHING_TO_CHOOSE, node.span)
        return []
    if node.manner == "one":
        who = expressions.solid(c, node.players, expressions.expression(c, node.players, c.player))
        who = expressions.fitted(c, node.players, who, c.player, "whom `ask` asks")
    else:
        who = asked_set(c, node)
    if node.question is not None:
        c.declared.questions[node.span] = question(c, node.question)
    kept, c.at.me = (c.at.me, c.at.used_me), True
    with c.scope():
        c.forget_me()
        made = decision(c, node.manner, who, tuple(parts), node.span)
    c.at.me, c.at.used_me = kept
    c.forget_state()
    return made


def question(c: Checker, node: tree.Text) -> str:
    """What players are asked: plain words, so that they are the same in every position."""
    hole = next((part for part in node.parts if not isinstance(part, str)), None)
    if hole is not None:
        c.report(mistakes.HOLE_IN_QUESTION, hole.span)
    return "".join(part for part in node.parts if isinstance(part, str)).strip()


def asked_set(c: Checker, node: tree.Ask) -> Term:
    """`ask together p in others where …`: the players asked, as a set."""
    assert node.name is not None
    group = steps.players(c, node.players)
    with c.scope():
        c.bind(node.name, c.player)
        c.at.scopes[-1][node.name.word].used = True
        where = expressions.condition(c, node.where) if node.where is not None else None
    if where is None or isinstance(where.type, ErrorType) or isinstance(group.type, ErrorType):
        return group
    return Fold("all", node.name.word, c.player, group, where, type=c.player_set, span=node.players.span)


def decision(c: Checker, manner: str, who: Term, parts: tuple[Part, ...], at: Span) -> list[Step]:
    kept, c.at.here = c.at.here, {}
    keys = [key for part in parts for key in named(c, part)]
    otherwise: tuple[Step, ...] | None = None
    stands = NOWHERE
    late = below_otherwise(parts)
    if late is not None:
        c.report(mistakes.MOVE_BELOW_OTHERWISE, late.span)
    for part in parts:
        match part:
            case tree.Move():
                read_move(c, part, c.declared.move_keys[id(part)], secret=manner == "together")
            case tree.Offer(names):
                for name in names:
                    offered(c, name)
            case tree.Otherwise(body):
                if otherwise is not None and late is None:
                    c.report(mistakes.OTHERWISE_TWICE, part.span)
                otherwise, stands = steps.block(c, body), part.span
    c.at.here = kept
    same_notation(c, keys)
    for key in keys:
        if manner == "together" and key in c.declared.moves:
            quiet(c, c.declared.moves[key])
    if not keys:
        if otherwise is not None and all(isinstance(part, tree.Otherwise) for part in parts):
            c.report(mistakes.OTHERWISE_ALONE, at)
        return []
    return [program.Ask(manner, who, tuple(keys), otherwise, stands, span=at)]


def below_otherwise(parts: tuple[Part, ...]) -> tree.Name | None:
    """The first move that stands below an `otherwise`: it would join the decision above without a word."""
    above = True
    for part in parts:
        match part:
            case tree.Otherwise():
                above = False
            case tree.Move(name) | tree.Offer((name, *_)) if not above:
                return name
    return None


def named(c: Checker, part: Part) -> list[str]:
    """The moves a part of a decision brings, made known by their names to each other."""
    found: list[tuple[tree.Name, str]] = []
    if isinstance(part, tree.Move):
        found = [(part.name, c.declared.move_keys[id(part)])]
    elif isinstance(part, tree.Offer):
        found = [(name, c.declared.top_moves[name.word]) for name in part.names if name.word in c.declared.top_moves]
    keys: list[str] = []
    for name, key in found:
        if name.word in c.at.here:
            c.report(mistakes.MoveTwiceInDecision(name.word), name.span)
        else:
            c.at.here[name.word] = key
            keys.append(key)
    return keys


def same_notation(c: Checker, keys: list[str]) -> None:
    """Two moves of one decision must look different, or what a player types could be either."""
    shapes: dict[tuple[str, ...], MoveInfo] = {}
    for key in keys:
        move = c.declared.moves.get(key)
        if move is None:
            continue
        shape = tuple(notation_shape(part) for part in move.notation.parts if part)
        other = shapes.setdefault(shape, move)
        if other is not move and other.name != move.name:
            c.report(mistakes.WrittenAlike(move.name, other.name), move.notation.span)


def notation_shape(part: str | Term) -> str:
    """A piece of text, or the sort of thing that stands there."""
    if isinstance(part, str):
        return " ".join(part.casefold().replace("_", " ").split())
    base = plain(part.type)
    return "{number}" if isinstance(base, Int) else f"{{{base}}}"


def quiet(c: Checker, move: MoveInfo) -> None:
    """What follows a secret choice happens when all have chosen, so it cannot stop or go elsewhere."""
    effect = c.declared.effects.of(move.then)
    if effect.stops or effect.ends:
        c.report(mistakes.AFTER_SECRET_CHOICE, move.span)


def offered(c: Checker, name: tree.Name) -> None:
    """A move that stands at the left margin, offered here."""
    if name.word not in c.declared.top_moves:
        known = tuple(c.declared.top_moves)
        c.report(mistakes.UnknownTopMove(name.word, c.alike(name.word, c.declared.top_moves), known), name.span)
        return
    c.found.used.add(f"move {name.word}")
    c.found.leads.setdefault(c.at.owner, []).append((f"move {name.word}", name.span))
    key = c.declared.top_moves[name.word]
    for jump, target, span in c.declared.free_jumps.get(key, []):
        steps.jump_target(c, jump, target, span, offered=name.span)


# --- Moves --------------------------------------------------------------------------------------------------------


@define
class GuardDependencies:
    """Which guards lean on what earlier lines have settled; when one of those fails, they say nothing of their own."""

    params: frozenset[tuple[tree.Expr, str]]
    guards: dict[tuple[tree.Expr, str], int] = field(factory=dict)
    count: int = 0
    lets: dict[str, set[int]] = field(factory=dict)

    def settled(self, facts: set[tuple[tree.Expr, str]], terms: list[Term]) -> set[int]:
        """Numbers of the guards leaned on; -1 stands for the tests of the parameters."""
        found = {self.guards[fact] for fact in facts if fact in self.guards}
        found |= {-1} if self.params & facts else set()
        names = {t.name for term in terms for t in walk(term) if isinstance(t, Local)}
        return found.union(*(self.lets[name] for name in names if name in self.lets))

    def let(self, name: str, facts: set[tuple[tree.Expr, str]], term: Term) -> set[int]:
        self.lets[name] = self.settled(facts, [term])
        return self.lets[name]

    def guard(self, learnt: frozenset[tuple[tree.Expr, str]]) -> None:
        self.guards.update((fact, self.count) for fact in learnt)
        self.count += 1

    def needed(self, c: Checker, made: list[Guard]) -> list[Guard]:
        done: list[Guard] = []
        for one in made:
            told = [part for part in one.reason.parts if not isinstance(part, str)] if one.reason is not None else []
            needs = self.settled(c.found.facts_used, [one.condition, *told, *(term for _, term in one.seen)])
            done.append(evolve(one, needs=tuple(sorted(needs))))
        return done

    def by_effect(self, facts: set[tuple[tree.Expr, str]], then: tuple[tree.Step, ...]) -> set[int]:
        """Numbers of the guards that the effect of the move leans on."""
        named = [needs for name, needs in self.lets.items() if mentions(then, (name,))]
        return self.settled(facts, []).union(*named)


def read_move(c: Checker, node: tree.Move, key: str, secret: bool) -> None:
    """A move. If it is chosen in secret, others act before its effect, so that guards promise nothing there."""
    kept, c.at.in_move = c.at.in_move, key
    facts = c.at.facts
    c.forget_state()  # `possible` may look at the move from elsewhere, where no test around it has been made
    base = c.at.facts
    with c.scope():
        params = tuple(p for param in node.params if (p := read_param(c, param)) is not None)
        parts: list[program.Let | Guard] = []
        known = c.at.facts
        leaning = GuardDependencies(known - base)
        for part in shared_rules.written_out(c, node.parts):
            c.found.facts_used = set()
            match part:
                case tree.Let(name, value):
                    term = expressions.expression(c, value)
                    c.bind(name, term.type, value=term)
                    if not isinstance(term.type, ErrorType):
                        needs = leaning.let(name.word, c.found.facts_used, term)
                        parts.append(program.Let(name.word, term, tuple(sorted(needs)), span=part.span))
                case tree.When(condition, reason):
                    parts += leaning.needed(c, guard(c, condition, reason, "", part))
                    learnt = operators.learnt(c, condition, True)
                    leaning.guard(learnt - c.at.facts)
                    c.learn(learnt)
                    c.looked_for("when", condition)
                case tree.Must(maximise, condition, reason):
                    duty = "maximise" if maximise else "if able"
                    parts += leaning.needed(c, guard(c, condition, reason, duty, part))
                    leaning.guard(frozenset())
        about = text(c, node.about) if node.about is not None else None
        c.at.facts, everything = known, c.at.facts  # a refused move is written down too
        notation = text(c, node.notation) if node.notation is not None else plain_notation(node, params)
        c.at.facts = everything
        also = tuple(text(c, other) for other in node.also)  # only legal moves are compared with what is typed
        if secret:
            c.forget_state()
            no_lets_in_effect(c, node)
        c.at.path.append(node.name.word)
        c.at.in_move = None
        c.found.facts_used = set()
        asked, c.at.question = c.at.question, ""  # what a move leads to is another question
        then = steps.block(c, node.then)
        c.at.question = asked
        parts = looking_ahead(parts, leaning.by_effect(c.found.facts_used, node.then))
        c.at.path.pop()
        for param in node.params:
            if param.name.word in c.at.scopes[-1]:
                c.at.scopes[-1][param.name.word].used = True
    c.at.in_move = kept
    c.at.facts = facts
    tags = in_force(c, node.tags)
    c.declared.moves[key] = MoveInfo(
        node.name.word,
        key,
        params,
        notation,
        about,
        tuple(parts),
        then,
        tags,
        span=node.name.span,
        heading=tree.heading(node, node.name),
        also=also,
    )


def looking_ahead(parts: list[program.Let | Guard], leant_on: set[int]) -> list[program.Let | Guard]:
    """Guards that ask what is so after the move: they say nothing unless those above hold that its effect leans on."""
    made: list[program.Let | Guard] = []
    number = 0
    for part in parts:
        if isinstance(part, Guard):
            if looks_ahead(part.condition):
                part = evolve(part, needs=tuple(sorted({*part.needs, *(one for one in leant_on if one < number)})))
            number += 1
        made.append(part)
    return made


def no_lets_in_effect(c: Checker, node: tree.Move) -> None:
    """What a `let` saw before a secret choice may have changed when the effects of all choices are carried out."""
    for part in node.parts:
        if isinstance(part, tree.Let) and mentions(node.then, (part.name.word,)):
            c.report(mistakes.MayHaveChanged(part.name.word), part.name.span)


def read_param(c: Checker, node: tree.Param) -> ParamInfo | None:
    group, type = phrases.domain(c, node.domain)
    c.bind(node.name, type)
    where = None
    if node.where is not None:
        where = expressions.condition(c, node.where)
        c.learn(operators.learnt(c, node.where, True))
    if isinstance(type, ErrorType) or (where is not None and isinstance(where.type, ErrorType)):
        return None
    if isinstance(type, ListOf):
        c.report(mistakes.LIST_CHOSEN, node.domain.span)
        return None
    narrowed = c.source.slice(node.where.span) if node.where is not None else ""
    written = f"{node.name.word} in {c.source.slice(node.domain.span)}"
    refusal = domain_reasons.outside(c, node, group)
    return ParamInfo(node.name.word, type, group, where, refusal, written, narrowed, span=node.span)


def guard(
    c: Checker, condition: tree.Expr, reason: tree.Text | None, duty: str, node: tree.When | tree.Must
) -> list[Guard]:
    c.at.in_guard = True
    term = expressions.number(c, condition) if duty == "maximise" else expressions.condition(c, condition)
    found = witnesses.find(c, condition)
    c.at.in_guard = False
    said = text(c, reason, found) if reason is not None else None
    shown = seen(c, condition) + of_witnesses(c, found) + searched(c, condition)
    if isinstance(term.type, ErrorType):
        return []
    source, tags = c.source.slice(condition.span), in_force(c, node.tags)
    return [Guard(term, said, source, shown[:MOST_SEEN], duty, tags, witnesses=found.witnesses, span=condition.span)]


def in_force(c: Checker, tags: tuple[tree.Tag, ...]) -> tuple[str, ...]:
    """The rulings that some footnotes cite and that hold with these options."""
    return tuple(tag.name for tag in tags if tag.name in c.declared.rulings and c.declared.rulings[tag.name].in_force)


def of_witnesses(c: Checker, found: witnesses.FoundWitnesses) -> tuple[tuple[str, Term], ...]:
    """Witnesses, and what the condition has looked at of the last one.

    Where there should be none at all, that one is left out: of hidden cards all may know whether there are any.
    """
    written = [c.source.slice(phrase.name.span) for phrase in found.phrases]
    named = tuple(
        (word, Local(name, type=term.type)) for word, (name, term) in zip(written, found.witnesses, strict=True)
    )
    return named[:-1] if found.asked is None else named + seen(c, found.asked, found)


def searched(c: Checker, condition: tree.Expr) -> tuple[tuple[str, Term], ...]:
    """What a condition goes through to find something: if it fails there is no witness, and all of it counts."""
    match condition:
        case tree.Phrase("some", domain=domain, where=where) if where is not None:
            return seen(c, domain)
        case _:
            return ()


def seen(c: Checker, node: tree.Expr, found: witnesses.FoundWitnesses | None = None) -> tuple[tuple[str, Term], ...]:
    """The values a guard looks at, to be named when it fails; what never changes says nothing new."""
    values: dict[str, Term] = {}
    with c.silently():
        for operand in operands(node):
            shown = c.source.slice(operand.span)
            if shown not in values and len(values) < MOST_SEEN:
                term = found.value(c, operand) if found is not None else expressions.expression(c, operand)
                if not isinstance(term.type, ErrorType | ListOf) and not isinstance(term, Const):
                    values[shown] = term
    return tuple(values.items())


def operands(node: tree.Expr) -> list[tree.Expr]:
    match node:
        case tree.Not(of):
            return operands(of)
        case tree.Binary("and" | "or", left, right):
            return operands(left) + operands(right)
        case tree.Binary(_, left, right):
            return operands(left) + operands(right)
        case tree.Name("me" | "players" | "others" | "everyone" | "nobody"):
            return []
        case tree.Name() | tree.Index() | tree.FieldOf() | tree.Call():
            return [node]
        case _:
            return []


def plain_notation(node: tree.Move, params: tuple[ParamInfo, ...]) -> program.Text:
    parts: list[str | Term] = [node.name.word.replace("_", " ")]
    for param in params:
        parts += [" ", Local(param.name, type=param.type)]
    return program.Text(tuple(parts), span=node.name.span)


# --- Texts --------------------------------------------------------------------------------------------------------


def text(c: Checker, node: tree.Text, found: witnesses.FoundWitnesses | None = None) -> program.Text:
    """A text with its holes as terms; those of a reason may speak of the witnesses that were found."""
    parts: list[str | Term] = []
    for part in node.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        term = found.value(c, part) if found is not None else expressions.expression(c, part)
        if isinstance(term.type, ErrorType):
            parts.append("?")
        else:
            parts.append(term)
    return program.Text(tuple(parts), span=node.span)
