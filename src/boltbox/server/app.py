"""How do requests find their answers? The application: routes, limits, errors and headers."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any, Final

from litestar import Litestar, Response, Router
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Method, Scope

from boltbox.rules.game import Instant
from boltbox.server import http, logs, metrics, static
from boltbox.server.build import BUILD
from boltbox.server.committer import Committer
from boltbox.server.front import Asked, Front
from boltbox.server.idle import Idle
from boltbox.server.limits import Limits
from boltbox.server.metrics import Now
from boltbox.server.problems import BODY_BYTES, PROBLEMS
from boltbox.server.settings import Settings
from boltbox.server.store import Store
from boltbox.server.tables import Tables

_log = logging.getLogger(__name__)

# Everything comes from this server. Only `style` attributes may stand inside the page: Svelte writes them.
CONTENT: Final = (
    "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
METHODS: Final[tuple[Method, ...]] = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
HEADERS: Final = {
    "Content-Security-Policy": CONTENT,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def wall_clock() -> Callable[[], Instant]:
    """Makes a clock that starts at the wall's time and never runs back, whoever sets the wall's."""
    offset = time.time_ns() - time.monotonic_ns()
    return lambda: (offset + time.monotonic_ns()) // 1_000_000


def make_app(
    settings: Settings,
    store: Store,
    clock: Callable[[], Instant] | None = None,
    room: tuple[str, ...] = (),
) -> Litestar:
    """Makes the application on an open store, which stays its caller's to close."""
    clock = clock or wall_clock()
    committer = Committer(store)
    tables = Tables(store, committer, clock, bot_seconds=settings.bot_seconds)
    front = Front(settings, store, tables, clock, Limits(settings, clock), room)
    crowd = front.limits.crowd
    now = Now(lambda: (each.status for each in tables.mailboxes), lambda: crowd.size)

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        await tables.start(front.awake()[1])
        looking = asyncio.create_task(Idle(tables, clock, settings.idle_minutes).run())
        try:
            yield
        finally:
            looking.cancel()
            await tables.close()
            await committer.close()

    return Litestar(
        [*http.ROUTES, static.page, static.page_head],
        dependencies={"front": Provide(lambda: front, sync_to_thread=False)},
        exception_handlers=PROBLEMS,
        lifespan=[life],
        before_request=front.admit,
        before_send=[add_headers],
        request_class=Asked,
        request_max_body_size=BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="Boltbox",
            version=BUILD,
            description="People, games and tables; the game itself is played over a WebSocket.",
            openapi_router=Router(
                "/api/schema", route_handlers=[], include_in_schema=False, after_request=unknown_paper
            ),
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
        state=State({"now": now, "tables": tables}),
    )


def methods_at(app: Litestar, path: str) -> Iterator[Method]:
    """Lists what can be done at a path; Litestar forgets some of it."""
    for method in METHODS:
        with suppress(HTTPException):
            app.asgi_router.handle_routing(path, method)
            yield method


async def unknown_paper(response: Response[Any]) -> Response[Any]:
    """Turns away who asks for a paper that isn't there, as every other path does."""
    if response.status_code == HTTPStatus.NOT_FOUND:
        raise NotFoundException
    return response


async def add_headers(message: Message, scope: Scope) -> None:
    """Adds the security headers to every answer, and keeps answers of the API out of caches."""
    if message["type"] != "http.response.start":
        return
    metrics.REQUESTS.labels(str(message["status"])).inc()
    _log.debug("answered route=%s status=%s", scope.get("path_template", ""), message["status"])
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    wrong = message["status"] == HTTPStatus.METHOD_NOT_ALLOWED
    if scope["type"] == ScopeType.HTTP and (wrong or scope["method"] == "OPTIONS"):
        headers["Allow"] = ", ".join(methods_at(scope["litestar_app"], scope["path"]))
    if name := logs.asked.get():
        headers["X-Request-Id"] = name
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
