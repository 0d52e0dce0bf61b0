"""`astro check`: rule files in, every problem out."""

from __future__ import annotations

import sys

import click

from astro_referee.cli.failures import Failure, failure
from astro_referee.cli.main import FAILS
from astro_referee.cli.options import source_of, with_json
from astro_referee.cli.terminal import painter, plural, put, put_json, talk
from astro_referee.cli.watching import watchable


@click.command("check")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@with_json
@watchable("files")
@click.pass_context
def command(context: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Report every problem of rule files: errors, warnings and notes, each with its place.

    A FILE may also be the name of a bundled game. A file without errors gets a line that says `ok` and how many phases,
    moves and states it has; a library, that it is one.

    \b
    Examples:
      astro check my_game.astro
      astro check my_game.astro --watch
    """
    from astro_referee.interpreter import library, report

    paint = painter()
    code = 0
    told: list[dict[str, object]] = []
    for file in files:
        try:
            examined = library.examine(source_of(file))
        except (library.NotFound, OSError, Failure) as error:
            missing = failure(error)
            talk(f"astro: {missing}")
            told.append({"file": file, "ok": False, "counts": {}, "problems": [], "error": str(missing)})
            code = max(code, missing.exit_code if isinstance(missing, Failure) else FAILS)
            continue
        code = code if examined.ok else max(code, FAILS)
        told.append(
            {
                "file": file,
                "ok": examined.ok,
                "library": examined.source.is_library,
                "base": examined.source.base,
                "counts": examined.counts,
                "problems": [report.data(examined.source, p) for p in examined.problems],
            }
        )
        if not as_json:
            if examined.problems:
                put(report.frames(examined.source, examined.problems, paint) + "\n")
                if sys.stdout.isatty():
                    put(f"more: astro explain {examined.problems[0].code}", "faint")
            found = report.summary(examined.problems)
            if examined.ok:
                counts = ", ".join(plural(n, word[:-1]) for word, n in examined.counts.items())
                what = f"a library with {counts}" if examined.source.is_library else counts
                if examined.source.base is not None:
                    what = 'a variant of {} (base "{}"), '.format(*examined.source.base) + what
                put(f"{file}: {paint('ok', 'good')}, {what}" + (f"; {found}" if found else ""))
            else:
                put(f"{file}: {paint(found, 'error')}")
    if as_json:
        put_json({"ok": code == 0, "files": told})
    context.exit(code)
