"""Does the server keep to the papers of its HTTP API, whatever is asked?"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from anyio.from_thread import start_blocking_portal
from hypothesis import settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from boltbox.server.app import make_app
from boltbox.server.settings import Settings
from boltbox.server.store_sqlite import SqliteStore
from tests.asking import BASE
from tests.desk import MemoryStore

ANY = Settings(tables_per_hour=0, open_tables=0, people_per_hour=0, requests_per_second=0)
PAPERS = msgspec.json.encode(make_app(ANY, MemoryStore()).openapi_schema.to_schema())

schema = schemathesis.openapi.from_dict(json.loads(PAPERS))


class Asking:
    """Is a browser whose person the server knows, as tests without an event loop see it."""

    def __init__(self, portal: Any, client: httpx.AsyncClient) -> None:
        self._portal = portal
        self._client = client

    def ask(self, **request: Any) -> httpx.Response:
        answer: httpx.Response = self._portal.call(partial(self._client.request, **request))
        return answer


@contextmanager
def asking(folder: Path) -> Iterator[Asking]:
    with start_blocking_portal() as portal:
        store = SqliteStore(folder / "boltbox.sqlite")
        portal.call(store.open)
        app: Any = make_app(ANY, store)
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=BASE)
        with portal.wrap_async_context_manager(app.lifespan()):
            made = Asking(portal, client)
            made.ask(method="GET", url="/api/me")
            yield made
        portal.call(client.aclose)
        portal.call(store.close)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with asking(tmp_path_factory.mktemp("papers")) as made:
        yield made


@schema.parametrize()
@settings(max_examples=25)
def test_the_papers_are_kept(case: Any, browser: Asking) -> None:
    request = case.as_transport_kwargs(base_url=BASE)
    assert not request.pop("cookies", None)
    if isinstance(request.get("data"), bytes):
        request["content"] = request.pop("data")
    # A body can be right and the game unknown, the name empty: 422 says so.
    case.validate_response(browser.ask(**request), excluded_checks=[positive_data_acceptance])
