"""`astro fmt`: rule files in, the same files in the one canonical layout out."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import click

from astro_referee.cli.failures import Failure, failure
from astro_referee.cli.files import write_output
from astro_referee.cli.main import FAILS, HOLDS
from astro_referee.cli.options import read_file, read_text
from astro_referee.cli.terminal import painter, put, talk
from astro_referee.interpreter.values.text import clean, plural


@click.command("fmt")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; name the files that would change.")
@click.option("--diff", "as_diff", is_flag=True, help="Write nothing; print what would change.")
@click.pass_context
def command(context: click.Context, files: tuple[str, ...], only_check: bool, as_diff: bool) -> None:
    """Lay out rule files in the one canonical way. What they say stays the same, and so do comments and line breaks.

    `-` reads standard input and writes standard output. A file that cannot be read is left alone. With --check, the
    exit code is 1 if a file would change.

    \b
    Example:
      astro fmt my_game.astro my_variant.astro
      astro fmt --check --diff games/*.astro
    """
    from astro_referee.interpreter.play.library import NotAFile

    code = HOLDS
    changed = 0
    for file in files:
        try:
            changed += lay_out(file, only_check, as_diff)
        except (Failure, NotAFile, OSError) as error:
            failed = failure(error)
            talk(f"astro: {failed}")
            code = max(code, failed.exit_code if isinstance(failed, Failure) else FAILS)
    if changed and only_check:
        talk(f"{changed} of {plural(len(files), 'file')} would change")
        code = max(code, FAILS)
    context.exit(code)


def lay_out(file: str, only_check: bool, as_diff: bool) -> bool:
    """Sees to one file; whether it was, or would be, changed."""
    from astro_referee.grammar import report
    from astro_referee.grammar.formatting.formatter import formatted, unreadable
    from astro_referee.grammar.source import Source

    text = read_text(file) if file == "-" else read_file(file)
    name = "standard input" if file == "-" else file
    problems = unreadable(name, text)
    if problems:
        frames = report.frames(Source(name, text), problems, painter(err=True))
        raise Failure(f"{clean(name)} cannot be read, and is left as it is\n\n{frames}\n")
    result = formatted(text)
    changed = result != text if file == "-" else result.encode() != Path(file).read_bytes()
    if as_diff and changed:
        old, new = (side.removesuffix("\n").split("\n") for side in (text, result))
        put("\n".join(unified_diff(old, new, clean(name), f"{clean(name)} (laid out)", lineterm="")))
    elif only_check and changed:
        put(clean(file))
    elif file == "-" and not (only_check or as_diff):
        click.echo(result, nl=False)
    elif changed:
        write_output(file, result)
        talk(f"laid out {clean(file)}")
    return changed
