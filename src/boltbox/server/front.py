"""What does every request need? The settings, the store, the tables and the time; and who is asking."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection

from boltbox.rules.game import Instant
from boltbox.rules.refusals import Refusal
from boltbox.server import identity
from boltbox.server.settings import Settings
from boltbox.server.store import Person, Store
from boltbox.server.tables import Tables

# Litestar's connections are generic in what ours never carry: a user, credentials, state.
Connection = ASGIConnection[Any, Any, Any, Any]


class Asked(Request[Any, Any, Any]):
    """Is a request whose body is read straight into its type, so that raw JSON inside it stays raw."""

    async def json(self) -> object:
        """Reads the body as what its route takes, or turns the request away."""
        body = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=body.annotation if body else Any)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Turned(400, Refusal("bad_request", "body", {"problem": str(error)})) from error


class Turned(Exception):
    """Ends a request with a refusal and the HTTP status that goes with it."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.status = status
        self.refusal = refusal


@dataclass(frozen=True)
class Front:
    """Is where requests are met."""

    settings: Settings
    store: Store
    tables: Tables
    clock: Callable[[], Instant]

    async def asking(self, connection: Connection) -> Person | None:
        """Finds the person whose token the cookie carries."""
        token = connection.cookies.get(identity.COOKIE)
        return await self.store.person_of(identity.token_hash(token)) if token else None

    def is_secure(self, connection: Connection) -> bool:
        """Tells whether people come here by https, so that cookies needn't travel in the clear."""
        return connection.scope["scheme"] in ("https", "wss") or self.settings.public_url.startswith("https:")

    def is_own_origin(self, connection: Connection) -> bool:
        """Tells whether a page of ours asks: its Origin is this host or the public URL, or there is none.

        Browsers always send one with what a page of another site asks; other clients needn't.
        """
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        here = f"http://{connection.headers.get('host', '')}"
        return _host(origin) in {_host(here), _host(self.settings.public_url)} - {None}

    async def turn_foreign_away(self, request: Request[Any, Any, Any]) -> None:
        """Turns away what another site's page wants to change; on one host the cookie comes along."""
        if request.method not in ("GET", "HEAD", "OPTIONS") and not self.is_own_origin(request):
            raise Turned(403, Refusal("foreign_origin", "origin"))


def _host(url: str) -> tuple[str, int] | None:
    """Names host and port of an URL. Neither the scheme nor its own port counts, as a proxy changes both."""
    try:
        parts = urlsplit(url)
        port = parts.port or 80
    except ValueError:
        return None
    if not parts.hostname or parts.scheme not in ("http", "https"):
        return None
    return parts.hostname, 80 if port == 443 else port
