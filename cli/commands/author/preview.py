"""`astro preview`: the game beside the text, for any editor."""

from __future__ import annotations

from pathlib import Path
from time import sleep

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.files import write_output
from astro_referee.cli.options import Number
from astro_referee.cli.terminal import put
from astro_referee.cli.watch import BLINK, made_of, stamps


@click.command("preview")
@click.argument("file", metavar="FILE[:LINE]")
@click.option("--port", metavar="N", type=Number(0, 65535), default=0, help="The port; if not given, a free one.")
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
def command(file: str, port: int, opens: bool) -> None:
    """Show the position at a line of a test on a page of this machine, and follow the file as it is saved.

    Without a line, the end of the last test is shown; of a file without tests, the beginning of the game. A click on a
    legal move adds it to the test. Only this machine can open the page, and only by its address. The language server
    has the same page for what is not saved yet.

    \b
    Examples:
      astro preview my_game_test.astro:12
      astro preview my_game.astro --open
    """
    from astro_referee.cli.preview.scene import Preview
    from astro_referee.cli.preview.server import PreviewServer
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.testing.at_line import tests_in

    name, _, number = file.rpartition(":") if not Path(file).exists() else (file, "", "")
    if number and not number.isdecimal():
        name, number = file, ""
    path = library.find(name or file)
    tests = tests_in(library.text_of(path))
    line = int(number[:9]) if number else tests[-1].last if tests else 1
    preview = Preview(added)
    try:
        server = PreviewServer(preview, port)
    except OSError as error:
        raise Misuse(f"port {port} cannot be used: {(error.strerror or str(error)).lower()}") from None
    preview.look(path.resolve(), line)
    server.start()
    put(f"{server.url}  (Ctrl-C ends it)")
    if opens:
        click.launch(server.url)
    seen = stamps(made_of(str(path)))
    try:
        while True:
            sleep(BLINK)
            now = stamps(made_of(str(path)))
            if now != seen:
                seen = now
                tests = tests_in(library.text_of(path)) if path.is_file() else []
                if tests and not number:
                    preview.look(path.resolve(), tests[-1].last)
                else:
                    preview.refresh()
    except KeyboardInterrupt:
        server.stop()
        put()


def added(path: Path, line: int, text: str) -> None:
    """Puts a line into a file, which is written anew; its line ends stay."""
    data = path.read_bytes()
    lines = data.decode("utf-8", "surrogateescape").splitlines(keepends=True)
    end = "\r\n" if b"\r\n" in data else "\n"
    before = "".join(lines[:line])
    before += end if before and not before.endswith(("\n", "\r")) else ""
    write_output(str(path), before + text.replace("\n", end) + "".join(lines[line:]))
