"""`astro playground`: a folder's name in, a web site out in which rules are written and played."""

from __future__ import annotations

from pathlib import Path

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.terminal import put, talk
from astro_referee.interpreter.values.text import clean


@click.command("playground")
@click.option("-o", "--output", metavar="FOLDER", required=True, help="Where the site goes; an older site is replaced.")
@click.option("--pyodide", "given", metavar="FOLDER", help="Python for the page; without it, npm brings it.")
def command(output: str, given: str | None) -> None:
    """Write a web site in which rules are written, checked and played, with nothing to install.

    The site is plain files for any web server, and works without a network after the first visit. To build it, Node.js
    with npm is needed, which brings Pyodide, the Python of the page; or a folder that has it.

    \b
    Examples:
      astro playground -o site
      astro playground -o site --pyodide node_modules/pyodide
    """
    from astro_referee.cli.playground import site

    folder = Path(output)
    if not site.may_write(folder):
        raise Misuse(f"{clean(output)} is there already, and is no site of the playground; choose another name")
    if given is not None and not Path(given).is_dir():
        raise Misuse(f"there is no folder {clean(given)}")
    site.build(folder, Path(given) if given is not None else None, talk)
    put(f"wrote {clean(output)}")
    put(f"  python3 -m http.server -d {clean(output)}   then open http://localhost:8000/")
