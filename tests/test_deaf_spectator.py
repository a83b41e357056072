"""Does a spectator who never reads cost little and delay nobody, and see everything once it reads again?"""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from boltbox.server import connection
from boltbox.server.app import make_app
from boltbox.server.connection import Connection
from boltbox.server.run import Server, uvicorn_config
from boltbox.server.settings import Settings
from boltbox.server.store_sqlite import SqliteStore
from tests.online import Player, visitor

pytestmark = pytest.mark.anyio
Json = dict[str, Any]
FEW_BYTES = 4096  # that the system itself may keep of what isn't read
SMALL_QUEUE = 16 * 1024


def narrow(made: socket.socket, option: int) -> socket.socket:
    made.setsockopt(socket.SOL_SOCKET, option, FEW_BYTES)
    return made


@asynccontextmanager
async def serving_narrowly(database: Path) -> AsyncIterator[str]:
    """Serves on a socket that buffers little, so that what isn't read waits in the server."""
    store = SqliteStore(database)
    await store.open()
    settings = Settings(messages_per_second=0)
    with narrow(socket.create_server(("127.0.0.1", 0)), socket.SO_SNDBUF) as listening:
        ready = asyncio.Event()
        server = Server(uvicorn_config(settings, make_app(settings, store)), ready.set)
        running = asyncio.create_task(server._serve([listening]))
        await ready.wait()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running
            await store.close()


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Notes how much waits in every queue, at each frame that is put there."""
    found: list[int] = []
    put = Connection.put

    def note(line: Connection, made: Any, wait: int = 0) -> None:
        put(line, made, wait)
        found.append(line._size)

    monkeypatch.setattr(Connection, "put", note)
    monkeypatch.setattr(connection, "QUEUE_CHARACTERS", SMALL_QUEUE)
    return found


async def test_four_play_while_a_spectator_never_reads(tmp_path: Path, sizes: list[int]) -> None:
    async with serving_narrowly(tmp_path / "boltbox.sqlite") as base:
        people = [await visitor(base) for _ in range(4)]
        table = await people[0].open_table()
        players = [Player(person, table, Random(seed)) for seed, person in enumerate(people)]
        players[0].starts_with = 4
        with narrow(
            socket.create_connection(("127.0.0.1", int(base.rpartition(":")[2]))), socket.SO_RCVBUF
        ) as line:
            url = f"{base.replace('http', 'ws')}/ws/{table}"
            deaf = connect(url, sock=line, compression=None, max_queue=1, max_size=None, ping_interval=None)
            async with deaf as spectator, asyncio.timeout(90):
                await spectator.send('{"t":"hello","protocol":1}')
                await asyncio.gather(*(player.play() for player in players))
                assert max(sizes) <= 2 * SMALL_QUEUE
                frames = await catch_up(spectator)
    outcome = players[0].view["head"]["outcome"]
    assert outcome["reason"] == "rounds"
    for player in players:
        assert player.view["head"]["outcome"] == outcome
        assert player.refused == []
    view, version = {}, 0
    wholes = [frame for frame in frames if frame["t"] == "whole"]
    for frame in frames:
        if frame["t"] == "whole":
            view, version = frame["parts"], frame["version"]
        elif frame["t"] == "step":
            assert frame["version"] == version + 1
            version, view = frame["version"], view | frame["parts"]
    assert len(wholes) > 1  # the first, and those for what wasn't read
    assert view == {name: part for name, part in players[0].view.items() if name not in ("own", "ask")}


async def catch_up(spectator: Any) -> list[Json]:
    """Reads at last, until the game is over."""
    frames: list[Json] = []
    while not frames or frames[-1].get("parts", {}).get("head", {}).get("outcome") is None:
        frames.append(json.loads(await spectator.recv()))
    return frames
