"""Positions and moves of chess and its variants, as the rest of the world writes them."""

from __future__ import annotations

from functools import cache

from lockstep import start
from positions import position

from astro_referee import Match

RANKS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
LETTERS = {name: letter for letter, name in RANKS.items()}
SQUARES = [f"{file}{row}" for row in range(8, 0, -1) for file in "abcdefgh"]
RIGHTS = {"K": "White, short", "Q": "White, long", "k": "Black, short", "q": "Black, long"}


def man(sign: str) -> str:
    return f"{'White' if sign.isupper() else 'Black'} {RANKS[sign.lower()]}"


def board(fen: str, game: str = "chess", **fields: dict[str, str]) -> Match:
    """A match from a position in Forsyth-Edwards notation, with other fields of the game as they are given."""
    placed, turn, castling, passed, quiet, *_ = [*fen.split(), "0", "1"]
    spread = "".join("." * int(sign) if sign.isdigit() else sign for sign in placed.replace("/", ""))
    men = {square: "none" if sign == "." else man(sign) for square, sign in zip(SQUARES, spread, strict=True)}
    return position(
        start(game),
        {"w": "White", "b": "Black"}[turn],
        {
            "man": men,
            "may_castle": {right: "yes" if sign in castling else "no" for sign, right in RIGHTS.items()},
            "passed": {"": "none" if passed == "-" else passed},
            "quiet": {"": quiet},
            **fields,
        },
    )


@cache
def lan(written: str, white: bool) -> str:
    """A move in long algebraic notation, as programs write it; a drop as `Q@e4`."""
    if written in ("O-O", "O-O-O"):
        return f"e{1 if white else 8}{'g' if written == 'O-O' else 'c'}{1 if white else 8}"
    if "@" in written:
        rank, _, to = written.partition("@")
        return f"{LETTERS[rank].upper()}@{to}"
    way, _, rank = written.partition("=")
    return way + LETTERS.get(rank, "")


def moves(match: Match) -> dict[str, tuple[int, ...]]:
    """The legal moves, by that notation."""
    return {lan(match.written(move), match.actors == (0,)): move for move in match.options}


def refusal(match: Match, typed: str) -> list[str]:
    verdict = match.judge(match.actors[0], typed)
    assert not verdict.ok
    return [reason.text for reason in verdict.reasons]


def ended(match: Match) -> str:
    assert match.result is not None
    return match.result.text
