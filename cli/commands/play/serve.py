"""`astro serve`: a game or a folder of tables in, links for everybody out."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from astro_referee.cli.commands.play.play import clock_of, people_of
from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.options import Number, of_a_game, read_pairs
from astro_referee.cli.table.bots import BOT_HELP
from astro_referee.cli.terminal import put, talk

if TYPE_CHECKING:
    from astro_referee.cli.serve.storage import Hall
    from astro_referee.cli.serve.tables import ServedTable
    from astro_referee.interpreter.play.clock import Clock

PORT = 8200
FOLDER = "astro-tables"
OPENED = (
    "Everybody who reaches this machine on the network can reach these tables. A link is all that is needed to sit "
    "down, and without https others on the way can read it: give links only to those who play."
)


@click.command("serve")
@of_a_game
@click.option("--names", metavar="A,B,…", help="Names of the players, in the order of the seats.")
@click.option("--bot", "bots", metavar="SEAT=BOT", multiple=True, callback=read_pairs, help=BOT_HELP)
@click.option("--clock", metavar="TIME", callback=clock_of, help="How long each may think: 10m in all, or 10m+5s.")
@click.option("--table", is_flag=True, help="Dice and cards are real: whoever rolls types in what comes up.")
@click.option(
    "--watchers", type=click.Choice(["public", "watched"]), default="public", help="What those see who watch."
)
@click.option("--delay", metavar="SECONDS", type=Number(0, 3600), default=0, help="How far those who watch are behind.")
@click.option("--start", is_flag=True, help="Begin at once, without a lobby.")
@click.option("--hot-seat", is_flag=True, help="One link for all seats, with a curtain between the players.")
@click.option("--tables", "folder", metavar="FOLDER", default=FOLDER, help="Where tables are kept.")
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", help="Where to listen; 0.0.0.0 opens it to the network."
)
@click.option("--port", metavar="N", type=Number(0, 65535), default=PORT, help="The port; 0 takes a free one.")
@click.option("--url", metavar="URL", help="How people reach it, if that is by a proxy: https://example.org/tables.")
@click.option("--qr/--no-qr", default=None, help="Whether links are drawn as QR codes; if not given, on a network.")
def command(
    game: str,
    players: int | None,
    options: dict[str, str],
    names: str | None,
    bots: dict[str, str],
    clock: Clock | None,
    table: bool,
    watchers: str,
    delay: int,
    start: bool,
    hot_seat: bool,
    folder: str,
    host: str,
    port: int,
    url: str | None,
    qr: bool | None,
) -> None:
    """Serve a table: everybody opens a link of their own in a browser, and sees their own cards.

    The links are secrets: whoever has one sits in that seat. Tables are kept in a folder, and everybody is back
    where they were after a reload or a restart. If GAME is such a folder, all its tables are taken up again.
    It needs the extra `serve`: pip install "astro-referee[serve]".

    \b
    Examples:
      astro serve GAME
      astro serve GAME --host 0.0.0.0
      astro serve GAME --names Ann,Bob --start
      astro serve GAME --bot P2=mcts --start
      astro serve GAME --hot-seat --start
      astro serve astro-tables
    """
    try:
        from astro_referee.cli.serve import links, server
        from astro_referee.cli.serve.storage import Hall
    except ImportError as error:
        if (error.name or "").split(".")[0] not in ("starlette", "uvicorn", "websockets", "segno"):
            raise
        raise Misuse('serving a table needs more: pip install "astro-referee[serve]"') from None
    again = Path(game).is_dir() and any(Path(game).glob("*.table.json"))
    hall = Hall(Path(game if again else folder))
    heard = listening(host, port)
    base = url or f"http://{links.reachable(host)}:{heard.getsockname()[1]}"
    if again:
        for note in hall.take_up():
            talk(f"note: {note}", "note")
        if not hall.tables:
            raise Misuse(f"none of the tables in {game} can be taken up")
    else:
        made = new_table(hall, game, players, options, people_of(names), bots, clock, table)
        made.watching, made.delay = watchers, delay
        if start:
            made.begin()
        made.keep(made)
    with_codes = qr if qr is not None else not links.is_loopback(host)
    for one in hall.tables.values():
        print_links(one, base, with_codes, hot_seat)
    if links.is_loopback(host) and url is None:
        put("Only this machine can reach it; `--host 0.0.0.0` opens it to your network.")
    else:
        put(OPENED)
    put(f"Tables are kept in {hall.folder}; Ctrl+C stops, and `astro serve {hall.folder}` goes on.")
    parts = urlsplit(url or "")
    origins = (f"{parts.scheme}://{parts.netloc}",) if url else ()
    try:
        server.server_of(server.app_of(hall, origins, parts.path), host, port).run(sockets=[heard])
    except KeyboardInterrupt:
        pass
    finally:
        hall.close()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens, before anything is promised."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    heard = socket.socket(family, socket.SOCK_STREAM)
    heard.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        heard.bind((host, port))
    except OSError as error:
        heard.close()
        raise Failure(f"{host}:{port} cannot be used: {error.strerror or error}; try another --port") from None
    heard.listen(128)  # whoever comes early waits
    click.get_current_context().call_on_close(heard.close)
    return heard


def new_table(
    hall: Hall,
    game: str,
    players: int | None,
    options: dict[str, str],
    people: list[str] | None,
    bots: dict[str, str],
    clock: Clock | None,
    typed: bool,
) -> ServedTable:
    """A table as the command line sets it."""
    from astro_referee.cli.table.bots import bot_seats
    from astro_referee.cli.table.keyboard import has_secrets
    from astro_referee.interpreter.play.seating import wrong_names

    made = hall.open(game, players or (len(people) if people else None), options, typed, clock)
    if typed and has_secrets(made.game):
        raise Misuse("cards that only some may see cannot be typed in at a served table; `astro play --table` has that")
    wrong = wrong_names(made.game.players, people) if people else ""
    if wrong:
        raise Misuse(wrong)
    for chair, name in zip(made.chairs, people or (), strict=False):
        chair.name = name
    for seat, bot in bot_seats(made.match, bots).items():
        made.chairs[seat].bot = str(bot)
    return made


def print_links(table: ServedTable, base: str, with_codes: bool, hot_seat: bool) -> None:
    """All links of a table, each on a line."""
    from astro_referee.cli.serve import links

    put(f"{table.game.rules.title} ({table.name})")
    seats = list(zip(table.game.players, table.chairs, strict=False))
    people = [chair.key for _, chair in seats if not chair.bot]
    rows = [("host", links.link(base, table.host_key))]
    if hot_seat and people:
        rows.append(("all seats", links.link(base, *people)))
    else:
        rows += [(f"{own}, {c.name}" if c.name else own, links.link(base, c.key)) for own, c in seats if not c.bot]
    rows.append(("watch", links.link(base, table.watch_key)))
    wide = max(len(who) for who, _ in rows)
    for who, address in rows:
        put(f"  {who:{wide}}  {address}")
        if with_codes:
            put(links.as_blocks(address).rstrip("\n"))
