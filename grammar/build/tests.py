"""From Lark's trees to tests: a branch of `test` goes in, its node with set-up and lines comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lark import Tree

from astro_referee.grammar import tree
from astro_referee.grammar.build.steps import StepBuilder
from astro_referee.grammar.mistakes import structure as mistakes
from astro_referee.grammar.mistakes.structure import SetUp
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.syntax import limits
from astro_referee.grammar.syntax.lark_trees import Branch, Part, between, branch_of, branches, part_after, place, word

SET_UP = ("with_players", "with_option", "seed", "up_to", "games")


class TestBuilder(StepBuilder):
    """Builds tests, each with the lines that set it up first."""

    def __init__(self, text: str, problems: list[Problem]) -> None:
        super().__init__(text, problems)
        self.test_lines: Mapping[str, Callable[[Branch], tuple[tree.TestLine, ...]]] = {
            "given": lambda b: (tree.Given(self.block(b), span=place(b)),),
            "chance": lambda b: (tree.Chance(self.texts(b), span=place(b)),),
            "played": lambda b: tuple(self.turn(part) for part in branches(b, "turn")),
            "refuse": lambda b: (
                tree.Refuse(self.turn(branches(b, "turn")[0]), self.quoted(part_after(b, "BECAUSE")), **self.noted(b)),
            ),
            "expect": lambda b: (tree.Expect(self.phrase(b.children[1]), **self.noted(b)),),
            "expect_winner": lambda b: (self.expect_end(b, self.phrase(b.children[2])),),
            "expect_draw": lambda b: (self.expect_end(b, None),),
            "expect_say": lambda b: (tree.ExpectSay(self.texts(b), **self.noted(b)),),
            "expect_sees": self.expect_sees,
            "expect_perft": lambda b: (
                tree.ExpectPerft(self.counted(b.children[2]), self.counted(b.children[4]), **self.noted(b)),
            ),
            "offers": self.offers,
            "always": lambda b: (tree.Always(self.phrase(b.children[1]), **self.noted(b)),),
        }

    def test(self, branch: Branch) -> tree.Test:
        """`test "the last stone wins"` and what stands below it."""
        self.set_up_first(branch)
        lines = {name: [part for part in branches(branch, *SET_UP) if part.data == name] for name in SET_UP}
        players, options, moves, games = (lines[name] for name in ("with_players", "with_option", "up_to", "games"))
        self.once(players, SetUp.PLAYERS)
        self.once(lines["seed"], SetUp.SEED)
        self.once(moves, SetUp.MOVES)
        self.once(games, SetUp.GAMES)
        for name in dict.fromkeys(self.name(part.children[1]).word for part in options):
            same = [part for part in options if self.name(part.children[1]).word == name]
            self.once(same, name)
        self.noun(players, "with", SetUp.PLAYERS, "player")
        self.noun(moves, "up to", SetUp.MOVES, "move")
        whole = branch.data == "playthrough"
        if whole and games:
            self.problems.append(mistakes.GAMES_IN_PLAYTHROUGH.at(place(games[0])))
        if moves and not whole and not games:
            self.problems.append(mistakes.NOT_AT_RANDOM.at(place(moves[0])))
        seed = self.how_many(lines["seed"])
        after = part_after(branch, "AFTER")
        for part in (*players, *options) if after is not None else ():
            self.problems.append(mistakes.SET_UP_ALREADY.at(place(part)))
        return (tree.Playthrough if whole else tree.Test)(
            self.quoted(branch.children[1]),
            self.quoted(after) if after is not None else None,
            self.how_many(players),
            tuple((self.name(part.children[1]), self.phrase(part.children[3])) for part in options),
            seed.value if seed is not None else 0,
            self.how_many(moves, limits.MOVES),
            self.how_many(games, limits.GAMES),
            tuple(line for part in branches(branch, *self.test_lines) for line in self.test_lines[part.data](part)),
            after is not None and seed is not None,
            **self.noted(branch),
        )

    # --- Set-up ------------------------------------------------------------------------------------------------------

    def how_many(self, parts: list[Branch], most: int | None = None) -> tree.Number | None:
        """The number behind the first word of a line, if there is such a line."""
        if not parts:
            return None
        number = self.counted(parts[0].children[1])
        if most is not None and number.value > most:
            self.problems.append(mistakes.MostInTest(most).at(number.span))
        return number

    def counted(self, token: Part) -> tree.Number:
        return tree.Number(self.count(token), span=place(token))

    def noun(self, parts: list[Branch], part_after: str, says: SetUp, noun: str) -> None:
        """What is counted stands behind the number."""
        for part in parts:
            word = part.children[2]
            if str(word) not in (noun, f"{noun}s"):
                self.problems.append(mistakes.CountedNoun(part_after, says, noun).at(place(word)))

    def set_up_first(self, branch: Branch) -> None:
        """What sets up a match stands above what happens in it."""
        begun = False
        for part in branches(branch, *SET_UP, *self.test_lines):
            begun = begun or part.data not in SET_UP
            if begun and part.data in SET_UP:
                self.problems.append(mistakes.SetUpFirst(str(part.children[0])).at(place(part.children[0])))

    def once(self, parts: list[Branch], what: SetUp | str) -> None:
        for second in parts[1:]:
            self.problems.append(mistakes.SaidTwice(what, place(parts[0])).at(place(second)))

    # --- Lines -------------------------------------------------------------------------------------------------------

    def turn(self, branch: Branch) -> tree.Turn:
        """`P1 "a1"`."""
        return tree.Turn(self.name(branch.children[0]), self.plain(branch.children[1]), span=place(branch))

    def expect_end(self, branch: Branch, winners: tree.Expr | None) -> tree.ExpectEnd:
        """`expect winner P1 because "…"`, `expect draw`."""
        because = part_after(branch, "BECAUSE")
        said = self.quoted(because) if because is not None else None
        return tree.ExpectEnd(winners, said, **self.noted(branch))

    def expect_sees(self, branch: Branch) -> tuple[tree.TestLine, ...]:
        """`expect P2 sees hand[P1] as 3 cards`, `expect P2 sees deck as "2 cards; on top: ace"`."""
        player, where = self.name(branch.children[1]), self.place(branch.children[3])
        number, noun = part_after(branch, "AS"), part_after(branch, "NUMBER")
        if isinstance(number, Tree):
            return (tree.ExpectSees(player, where, None, self.texts(branch), **self.noted(branch)),)
        assert number is not None and noun is not None
        if str(noun) not in ("card", "cards"):
            self.problems.append(mistakes.SEEN_CARDS.at(place(noun)))
        return (tree.ExpectSees(player, where, self.counted(number), (), **self.noted(branch)),)

    def offers(self, branch: Branch) -> tuple[tree.TestLine, ...]:
        """`offers P1 only "a1", "b2"`."""
        only = word(branch, "ONLY") is not None
        return (tree.Offers(self.name(branch.children[1]), only, self.texts(branch), **self.noted(branch)),)

    def texts(self, branch: Branch) -> tuple[tree.Quoted, ...]:
        return tuple(self.quoted(part) for part in between(branch_of(branch, "texts"), "COMMA"))

    def quoted(self, part: Part | None) -> tree.Quoted:
        assert part is not None
        return tree.Quoted(self.plain(part), span=place(part))
