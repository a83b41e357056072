"""Where does the web client come from? Out of the package, or as built in a checkout."""

import asyncio
import gzip
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import MediaType, Request, Response, get, head
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File

Plain = Request[Any, Any, Any]

PACKAGED: Final = Path(__file__).parent / "static"
CHECKOUT: Final = Path(__file__).parents[3] / "web" / "dist"

# By hand, because what Python guesses depends on the machine, and browsers refuse scripts of a wrong type.
TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
PACKED: Final = frozenset((".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"))
FOREVER: Final = "public, max-age=31536000, immutable"  # its name has a hash of what is in it
ASK_AGAIN: Final = "no-cache"

NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Boltbox</title>
<h1>The web client isn&rsquo;t built yet</h1>
<p>The server runs, but this checkout has no <code>web/dist</code>. Run <code>make play</code>,
which builds it, or <code>npm run build</code> in <code>web/</code>, and load this page again.</p>
</html>
"""


def client_folder() -> Path:
    """Finds the built web client; a package's own goes first."""
    return PACKAGED if PACKAGED.is_dir() else CHECKOUT


class Found(NamedTuple):
    """Is a file to send."""

    path: Path
    tag: str  # another one whenever the file is another one
    caching: str


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Plain, path: FromPath[str] = "") -> Response[str] | Response[bytes] | File:
    """Sends a file of the web client; any address that isn't a file's is one of its pages."""
    found = find(client_folder(), path)
    if found is None:
        return Response(NOT_BUILT, media_type=MediaType.HTML, status_code=503)
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=_headers(found))
    packs = found.path.suffix in PACKED and "gzip" in request.headers.get("accept-encoding", "")
    if not packs:
        return _file(found)
    small = await asyncio.to_thread(packed, found)
    headers = {**_headers(found), "Content-Encoding": "gzip"}
    return Response(small, media_type=TYPES[found.path.suffix], headers=headers)


@head(["/", "/{path:path}"], include_in_schema=False)
async def page_head(path: FromPath[str] = "") -> File:
    """Tells about the same file."""
    found = find(client_folder(), path)
    if found is None:
        raise NotFoundException
    return _file(found)


def find(folder: Path, path: str) -> Found | None:
    """Finds what to send for a path; None if the client isn't built. Raises NotFoundException."""
    path = path.lstrip("/")
    if path.split("/")[0] in ("api", "ws"):
        raise NotFoundException
    try:
        wanted = (folder / path).resolve()
        is_file = wanted.is_relative_to(folder.resolve()) and wanted.is_file()
    except (OSError, ValueError) as error:  # too long, or not a path at all
        raise NotFoundException from error
    if is_file:
        return _found(wanted, FOREVER if path.startswith("assets/") else ASK_AGAIN)
    if wanted.suffix:
        raise NotFoundException
    index = folder / "index.html"
    return _found(index, ASK_AGAIN) if index.is_file() else None


@lru_cache(maxsize=256)  # more than the client has files; each is packed once, when it is asked for
def packed(found: Found) -> bytes:
    """Packs a file as small as it gets."""
    return gzip.compress(found.path.read_bytes(), mtime=0)


def _found(path: Path, caching: str) -> Found:
    about = path.stat()
    return Found(path, f"{about.st_mtime_ns:x}-{about.st_size:x}", caching)


def _headers(found: Found) -> dict[str, str]:
    # Weak: packed or not, it is the same file.
    headers = {"Cache-Control": found.caching, "ETag": f'W/"{found.tag}"'}
    return {**headers, "Vary": "Accept-Encoding"} if found.path.suffix in PACKED else headers


def _file(found: Found) -> File:
    return File(
        found.path,
        filename=found.path.name,
        media_type=TYPES.get(found.path.suffix, "application/octet-stream"),
        content_disposition_type="inline",
        headers=_headers(found),
    )
