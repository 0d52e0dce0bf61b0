"""The way in: `astro COMMAND …`. Commands load when they are called, so that `astro --help` needs click alone."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from astro_referee import __version__

COMMANDS: dict[str, tuple[str, str, str]] = {
    "new": ("For authors", "author.new", "Write a new rule file to begin with."),
    "check": ("For authors", "author.check", "Report every problem of rule files."),
    "explain": ("For authors", "author.explain", "Explain a problem code, with an example."),
    "fmt": ("For authors", "author.fmt", "Lay out rule files in the one canonical way."),
    "test": ("For authors", "author.test", "Run the tests of rule files."),
    "repl": ("For authors", "author.repl", "Try out rules line by line: expressions, moves, changes."),
    "cover": ("For authors", "author.cover", "Say which parts of the rules tests or random games reach."),
    "expand": ("For authors", "author.expand", "Print the complete text of a variant."),
    "diff": ("For authors", "author.diff", "Say in which rules two games differ, and where they part in play."),
    "compile": ("For authors", "author.compile", "Print what a rule file compiles to."),
    "graph": ("For authors", "author.graph", "Draw the state machine of a game."),
    "playground": ("For authors", "author.playground", "Write a web site in which rules are written and played."),
    "lsp": ("For authors", "author.lsp", "Serve an editor: problems, names and completion as one types."),
    "dap": ("For authors", "author.dap", "Serve the debugger of an editor: a test step by step."),
    "preview": ("For authors", "author.preview", "Show the game at a line of a test, beside the text."),
    "rulings": ("For authors", "author.rulings", "List numbered rules with their lines and tests."),
    "rulebook": ("For authors", "author.rulebook", "Write the rulebook of a game, or sheets to print."),
    "games": ("For tables", "play.games", "List the games that come with Astro."),
    "rules": ("For tables", "play.rules", "Tell how a game is played, or what its rules say about a word."),
    "play": ("For tables", "play.play", "Play a game at one keyboard, or watch one."),
    "serve": ("For tables", "play.serve", "Serve a table: everybody plays in a browser, by a link of their own."),
    "referee": ("For tables", "play.referee", "Judge moves line by line, or a whole record."),
    "show": ("For tables", "play.show", "Show the position of a record."),
    "moves": ("For tables", "play.moves", "List the legal moves in a record."),
    "why": ("For tables", "play.why", "Say why a move is legal or not in a record."),
    "replay": ("For tables", "play.replay", "Tell the game of a record event by event."),
    "amend": ("For tables", "play.amend", "Correct an event of a record and see what follows."),
    "simulate": ("For study", "study.simulate", "Play many random games and count how they end."),
    "study": ("For study", "study.study", "Say whether a game is fair, long, skilful."),
    "tournament": ("For study", "study.tournament", "Let bots and programs play each other, and rate them."),
    "match": ("For study", "study.match", "Let two bots or programs play each other."),
    "solve": ("For study", "study.solve", "Say what a small game is worth, and how to play it."),
    "perft": ("For study", "study.perft", "Count the move sequences of each length."),
    "engines": ("For study", "study.engines", "Say what can play games here, and how fast ones are made."),
    "completion": ("For shells", "completion", "Print a script that completes commands with the Tab key."),
}
"""Each command: the heading it is listed under, its module in `commands/`, and what it does in one line."""

COMPLETING = "_ASTRO_COMPLETE"
"""Set by a shell that wants to know what the Tab key may offer."""

HOLDS, FAILS, MISUSED = 0, 1, 2
"""Exit codes: it holds; it does not; the command was used wrongly. There are no others."""


class Astro(click.Group):
    """A group that finds its commands in COMMANDS and turns whatever goes wrong into a line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"astro_referee.cli.commands.{COMMANDS[cmd_name][1]}")
        found = module.command
        assert isinstance(found, click.Command)
        if COMPLETING in os.environ:
            from astro_referee.cli.editor.shell_completion import complete

            return complete(found)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from astro_referee.grammar.problems import did_you_mean

            hint = did_you_mean(args[0], list(COMMANDS))
            raise click.UsageError(f"there is no command `{args[0]}`" + (f"; {hint}" if hint else ""), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in `astro --help`, from the table: no command is imported for it."""
        for heading in dict.fromkeys(heading for heading, _, _ in COMMANDS.values()):
            with formatter.section(heading):
                formatter.write_dl([(name, said) for name, (under, _, said) in COMMANDS.items() if under == heading])

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Runs a command and exits; nothing that goes wrong shows more than what a user can act on."""
        extra |= {"prog_name": "astro", "standalone_mode": False}
        given = list(args) if args is not None else sys.argv[1:]
        open_closed_streams()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        try:
            code = super().main(given or ["--help"], **extra)
            if not sys.stdout.closed:  # a server ends with its streams
                sys.stdout.flush()
        except BrokenPipeError:
            silence()
            code = FAILS
        except click.Abort as error:  # click's word for Ctrl-C and for the end of the input
            code = end_with("the input ended too early" if isinstance(error.__cause__, EOFError) else "stopped")
        except click.UsageError as error:
            code = misused(error)
        except click.ClickException as error:
            code = end_with(error.format_message(), error.exit_code)
        except Exception as error:  # the last resort: a mistake in Astro itself
            code = unexpected(error)
        sys.exit(code if isinstance(code, int) else HOLDS)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError, EOFError):
            raise
        except Exception as error:
            from astro_referee.cli.failures import failure

            raise failure(error) from error


def misused(error: click.UsageError) -> int:
    """One line about what was wrong with the command, and where its help is."""
    path = error.ctx.command_path if error.ctx is not None else "astro"
    end_with(error.format_message().rstrip("."))
    print_error(f"try `{path} --help`")
    return MISUSED


def unexpected(error: BaseException) -> int:
    """A mistake in Astro: one line that names it and where, and what to do."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = f" ({Path(last.tb_frame.f_code.co_filename).name}:{last.tb_lineno})" if last is not None else ""
    said = "".join(c if c.isprintable() else " " for c in str(error))[:200]
    end_with(f"internal error: {type(error).__name__}" + (f": {said}" if said else "") + where)
    print_error("this is a mistake in Astro, not in your rules; please report it with the command that led here")
    return FAILS


def end_with(message: str, code: int = FAILS) -> int:
    print_error(f"astro: {message}")
    return code


def print_error(message: str) -> None:
    """A line on standard error, if anybody is still there to read it."""
    try:
        click.echo(message, err=True)
    except BrokenPipeError:
        silence()


def silence() -> None:
    """Nobody reads on: keep Python from complaining about it when it flushes at the end."""
    import os

    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):
        pass


@click.group(
    cls=Astro,
    epilog="Each command explains itself: `astro COMMAND --help`.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="astro", message="astro %(version)s")
def astro() -> None:
    """The referee for games written in Astro.

    GAME is the name of a bundled game (`astro games` lists them) or the path of a .astro file. Exit codes: 0 it holds,
    1 it does not (errors in rules, an illegal move), 2 wrong usage.
    """


def open_closed_streams() -> None:
    """A stream the caller has closed is missing altogether in Python; nothing is read from or written to it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def main() -> NoReturn:
    """The `astro` command."""
    # Rules and machines are many small things that all stay: to look for rubbish as often as Python does by itself
    # takes a tenth of the time.
    gc.set_threshold(50_000, 20, 50)
    astro.main()
    raise AssertionError("the group exits by itself")


if __name__ == "__main__":
    main()
