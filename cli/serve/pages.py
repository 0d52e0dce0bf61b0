"""The page itself: a few files that are the same for every game, sent with headers that let nothing else in."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from starlette.requests import Request as PageRequest
from starlette.responses import Response
from starlette.routing import Route

from astro_referee.cli.serve import drawing

SORTS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""Only our own scripts and styles, none inside the page, and requests to nobody else."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-cache",
}


@cache
def contents() -> dict[str, bytes]:
    """Every file of the page by its name."""
    folder = files("astro_referee.cli.serve").joinpath("page")
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(tuple(SORTS))}
    return found | {"looks.css": drawing.looks().encode()}


async def page(request: PageRequest) -> Response:
    """A file of the page; without a name, the page."""
    name = request.path_params.get("name", "") or "index.html"
    if name not in contents():
        return Response("There is nothing here.\n", 404, HEADERS, "text/plain; charset=utf-8")
    ending = name[name.rindex(".") :]
    return Response(contents()[name], 200, HEADERS, SORTS[ending])


ROUTES = [Route("/", page), Route("/page/{name}", page)]
