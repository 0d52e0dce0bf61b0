"""`astro dap`: the debugger for editors."""

from __future__ import annotations

import click


@click.command("dap")
def command() -> None:
    """Serve the debugger of an editor: step through a test, and through the rules it comes to.

    Editors start this command themselves, and talk to it over its standard input and output by the Debug Adapter
    Protocol; docs/editors.md has set-ups, and says what there is to see.

    \b
    Examples:
      astro dap
    """
    from astro_referee.cli.dap.adapter import run

    run()
