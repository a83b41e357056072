"""Where does the web client come from? Out of the package, or as built in a checkout."""

from pathlib import Path
from typing import Final

from litestar import MediaType, Response, get, head
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File

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


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(path: FromPath[str] = "") -> Response[str] | File:
    """Sends a file of the web client; any address that isn't a file's is one of its pages."""
    return find(client_folder(), path)


@head(["/", "/{path:path}"], include_in_schema=False)
async def page_head(path: FromPath[str] = "") -> File:
    """Tells about the same file."""
    found = find(client_folder(), path)
    if not isinstance(found, File):
        raise NotFoundException
    return found


def find(folder: Path, path: str) -> Response[str] | File:
    """Finds what to send for a path. Raises NotFoundException for a file that isn't there."""
    path = path.lstrip("/")
    if path.split("/")[0] in ("api", "ws"):
        raise NotFoundException
    try:
        wanted = (folder / path).resolve()
        is_file = wanted.is_relative_to(folder.resolve()) and wanted.is_file()
    except (OSError, ValueError) as error:  # too long, or not a path at all
        raise NotFoundException from error
    if is_file:
        return _file(wanted, FOREVER if path.startswith("assets/") else ASK_AGAIN)
    if wanted.suffix:
        raise NotFoundException
    index = folder / "index.html"
    if not index.is_file():
        return Response(NOT_BUILT, media_type=MediaType.HTML, status_code=503)
    return _file(index, ASK_AGAIN)


def _file(path: Path, caching: str) -> File:
    kind = TYPES.get(path.suffix, "application/octet-stream")
    return File(
        path,
        filename=path.name,
        media_type=kind,
        content_disposition_type="inline",
        headers={"Cache-Control": caching},
    )
