"""Programs play against each other: `match.py GAME BOT BOT …`, each BOT a command; the record goes to standard output.

When a bot is asked, it gets its legal moves in a line. Whatever it writes is passed on to the referee in the name of
its seat, and it gets the answer, until it has played. See docs/protocol.md.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys

PATIENCE = 100
"""Lines without a legal move before a bot is sent home."""


class Program:
    """A program at the other end of two pipes: a line in, a line out."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        print(line, file=self.process.stdin, flush=True)

    def hear(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise EOFError
        return line.strip()

    def ask(self, do: str, **fields: object) -> dict[str, object]:
        self.tell(json.dumps({"do": do, **fields}))
        return json.loads(self.hear())

    def close(self) -> None:
        self.process.communicate()


def turn(referee: Program, bot: Program, seat: str) -> bool:
    """One decision of one bot; says whether it was made."""
    bot.tell(json.dumps(referee.ask("legal", **{"as": seat})))
    for _ in range(PATIENCE):
        try:
            request = json.loads(bot.hear())
            fields = {name: value for name, value in request.items() if name != "as"}
        except (ValueError, AttributeError):
            fields = {}
        referee.tell(json.dumps({**fields, "as": seat}))
        answer = json.loads(referee.hear())
        bot.tell(json.dumps(answer))
        if answer["ok"] and answer["do"] == "play":
            return True
    return False


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("game")
    options.add_argument("bots", nargs="+", metavar="BOT")
    options.add_argument("--seed", type=int, help="what chance brings; another one each time if not given")
    options.add_argument("--referee", metavar="COMMAND", default="astro referee")
    given = options.parse_args()
    referee = Program([*shlex.split(given.referee), given.game, "--json"])
    named = {} if given.seed is None else {"seed": given.seed}
    now = referee.ask("start", players=len(given.bots), **named)
    if not now["ok"]:
        sys.exit(str(now["message"]))
    bots = {seat: Program(shlex.split(given.bots[number])) for number, seat in enumerate(now["players"])}
    while not now["over"]:
        if now["chance"]:
            now = referee.ask("chance")
            continue
        seat = now["asked"][0]
        try:
            played = turn(referee, bots[seat], seat)
        except (EOFError, BrokenPipeError):
            played = False
        if not played:
            sys.exit(f"{seat} does not play on")
        now = referee.ask("state")
    print(referee.ask("save")["record"], end="")
    for program in [referee, *bots.values()]:
        program.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
