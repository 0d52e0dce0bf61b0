"""`astro lsp`: the language server for editors."""

from __future__ import annotations

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.options import Number


@click.command("lsp")
@click.option("--tcp", "port", metavar="PORT", type=Number(1, 65535), help="Listen on a port of this machine instead.")
def command(port: int | None) -> None:
    """Serve an editor: problems, names, completion and more for rule files as they are typed.

    Editors start this command themselves, and talk to it over its standard input and output; docs/editors.md has
    set-ups. It needs the extra `lsp`: pip install "astro-referee[lsp]".

    \b
    Examples:
      astro lsp
      astro lsp --tcp 2087
    """
    try:
        from astro_referee.cli.lsp import server
    except ImportError as error:
        if not (error.name or "").startswith(("pygls", "lsprotocol")):
            raise
        raise Misuse('the language server needs more: pip install "astro-referee[lsp]"') from None
    server.run(port=port)
