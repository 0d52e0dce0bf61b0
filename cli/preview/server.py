"""The page of the preview: served to this machine alone, under an address that nobody can guess."""

from __future__ import annotations

import json
import secrets
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from threading import Thread
from typing import Any

from astro_referee.cli.preview.scene import Preview

HOST = "127.0.0.1"
PATIENCE = 20.0
"""Seconds after which a question without news is answered all the same."""
LONGEST = 10_000
"""Bytes of what a page sends."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; img-src data:"


class PreviewServer:
    """Serves one preview until the program ends."""

    def __init__(self, preview: Preview, port: int = 0) -> None:
        self.preview, self.secret = preview, secrets.token_urlsafe(16)
        self.http = ThreadingHTTPServer((HOST, port), self.handler())
        self.http.daemon_threads = True
        self.port = self.http.server_address[1]

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}/{self.secret}/"

    def start(self) -> None:
        Thread(target=self.http.serve_forever, daemon=True, name="astro-preview").start()

    def stop(self) -> None:
        self.http.shutdown()
        self.http.server_close()

    def handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            """One request: the page, its script, what is shown now, or a line to add."""

            protocol_version = "HTTP/1.1"

            def wanted(self) -> str | None:
                """What is asked for; nothing where host or secret are not ours."""
                host = (self.headers.get("Host") or "").rpartition(":")[0]  # an editor may hand on another port
                path, _, self.query = self.path.partition("?")
                begins = f"/{server.secret}/"
                if host not in (HOST, "localhost") or not path.startswith(begins):
                    self.reply(404, b"", "text/plain")
                    return None
                return path.removeprefix(begins)

            def do_GET(self) -> None:
                name = self.wanted()
                if name in ("", "preview.js"):
                    kind = "text/html" if name == "" else "text/javascript"
                    page = files("astro_referee.cli.preview").joinpath(name or "page.html")
                    self.reply(200, page.read_bytes(), f"{kind}; charset=utf-8")
                elif name == "state":
                    since = self.query.removeprefix("since=")
                    facts = server.preview.facts(int(since) if since.isdecimal() and len(since) < 12 else -1, PATIENCE)
                    self.reply(200, json.dumps(facts).encode(), "application/json")
                elif name is not None:
                    self.reply(404, b"", "text/plain")

            def do_POST(self) -> None:
                name, length = self.wanted(), self.headers.get("Content-Length") or "0"
                if name is None:
                    return
                size = int(length) if length.isdecimal() and len(length) < 9 else LONGEST + 1
                if name != "add" or size > LONGEST or self.headers.get("Content-Type") != "application/json":
                    self.close_connection = True
                    self.reply(400, b"", "text/plain")
                    return
                try:
                    asked: Any = json.loads(self.rfile.read(size))
                    done = server.preview.add(int(asked["number"]), int(asked["choice"]))
                except (ValueError, KeyError, TypeError, OverflowError, OSError):
                    done = False
                self.reply(200, json.dumps({"done": done}).encode(), "application/json")

            def reply(self, code: int, data: bytes, kind: str) -> None:
                self.send_response(code)
                for header, value in (
                    ("Content-Type", kind),
                    ("Content-Length", str(len(data))),
                    ("Cache-Control", "no-store"),
                    ("Content-Security-Policy", POLICY),
                    ("X-Content-Type-Options", "nosniff"),
                    ("Referrer-Policy", "no-referrer"),
                ):
                    self.send_header(header, value)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:
                """Nobody reads along."""

        return Handler
