"""What does every request need? The settings, the store, the tables and the time; and who is asking."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection

from boltbox.rules.game import Instant
from boltbox.rules.refusals import Refusal
from boltbox.server import identity, logs
from boltbox.server.limits import Limits, Tempos, far
from boltbox.server.settings import Settings
from boltbox.server.store import Person, Store
from boltbox.server.tables import Tables

# Litestar's connections are generic in what ours never carry: a user, credentials, state.
Connection = ASGIConnection[Any, Any, Any, Any]


DAY: Final = 24 * 3600 * 1000
UNLIMITED: Final = ("/api/health", "/api/ready")  # asked by machines, from one address for all


class Asked(Request[Any, Any, Any]):
    """Is a request whose body is read straight into its type, so that raw JSON inside it stays raw."""

    async def json(self) -> object:
        """Reads the body as what its route takes, or turns the request away."""
        body = self.route_handler.parsed_data_field
        if body is not None and body.annotation is bytes:  # a file, whatever it may hold
            return await self.body()
        try:
            return msgspec.json.decode(await self.body(), type=body.annotation if body else Any)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Turned(400, Refusal("bad_request", "body", {"problem": str(error)})) from error


class Turned(Exception):
    """Ends a request with a refusal and the HTTP status that goes with it."""

    def __init__(self, status: int, refusal: Refusal, retry: int | None = None) -> None:
        super().__init__(refusal.code)
        self.status = status
        self.refusal = refusal
        self.retry = retry  # after how many seconds it may be tried again


@dataclass(frozen=True)
class Front:
    """Is where requests are met."""

    settings: Settings
    store: Store
    tables: Tables
    clock: Callable[[], Instant]
    limits: Limits
    room: tuple[str, ...] = ()  # addresses of this server in the networks that it is in, the likeliest first

    @property
    def reach(self) -> str | None:
        """Is where others find this server: the public URL, else its address in the room; None: nowhere."""
        return self.settings.public_url.rstrip("/") or next(iter(self.room), None)

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

    def awake(self) -> tuple[Instant, Instant]:
        """Gives since when an open table, and a running one, must have been visited not to be laid away."""
        now, settings = self.clock(), self.settings
        return now - settings.open_days * DAY, now - settings.running_days * DAY

    async def leave_to_open(self, person: Person, opening: int) -> None:
        """Turns away who opens too many tables; so many are being opened just now."""
        most = self.limits.open_tables
        self.limit(self.limits.tables, person.id)
        hosted = await self.store.hosted(person.id, self.awake()) if most else 0
        if hosted + opening > most > 0:
            raise Turned(409, Refusal("too_many_tables", "table", {"most": most}))

    def limit(self, tempos: Tempos, key: str | None) -> None:
        """Turns away who does something too often."""
        wait = tempos.take(key)
        if wait:
            raise Turned(429, Refusal("too_many_requests", "request", {"seconds": wait}), wait)

    async def admit(self, request: Request[Any, Any, Any]) -> None:
        """Turns away who asks too often, and what another site's page wants to change.

        On one host the cookie comes along with what other sites ask.
        """
        logs.new_request()
        path = request.scope["path"]
        if path.startswith("/api/") and path not in UNLIMITED:
            self.limit(self.limits.requests, address_of(request))
        if request.method not in ("GET", "HEAD", "OPTIONS") and not self.is_own_origin(request):
            raise Turned(403, Refusal("foreign_origin", "origin"))


def address_of(connection: Connection) -> str | None:
    """Names the address that limits go by, if the one who asks is on another machine."""
    client = connection.client
    return far(client.host if client else None)


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
