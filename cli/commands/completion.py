"""`astro completion`: the name of a shell in, a script that teaches it what the Tab key may offer out."""

from __future__ import annotations

import click

from astro_referee.cli.main import COMPLETING
from astro_referee.cli.terminal import put

HOW = {
    "bash": 'eval "$(astro completion bash)"     in ~/.bashrc',
    "zsh": 'eval "$(astro completion zsh)"      in ~/.zshrc, below compinit',
    "fish": "astro completion fish > ~/.config/fish/completions/astro.fish",
}
"""What to do with each script."""


@click.command("completion")
@click.argument("shell", type=click.Choice(list(HOW)))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print a script that lets a shell complete commands, games, files, options and seats with the Tab key.

    How to use it stands in its first line.

    \b
    Example:
      astro completion bash
    """
    from click.shell_completion import get_completion_class

    made = get_completion_class(shell)
    assert made is not None
    script = made(context.find_root().command, {}, "astro", COMPLETING)
    put(f"# {HOW[shell]}")
    put((script.source_template % script.source_vars()).strip())
