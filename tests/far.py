"""How do tests sit far away from a server? Behind a line of their own that takes its time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
    """Hands on what comes, so much later and in order."""
    loop = asyncio.get_running_loop()

    def hand_on(data: bytes) -> None:
        if not writer.is_closing():
            writer.write(data)
            if not data:
                writer.close()

    with suppress(ConnectionError):
        while data := await reader.read(65536):
            loop.call_later(seconds, hand_on, data)
    loop.call_later(seconds, hand_on, b"")


@asynccontextmanager
async def far_from(base: str, trip: float) -> AsyncIterator[str]:
    """Yields an address at which a server is so many seconds away, there and back."""
    host, port = urlsplit(base).hostname, urlsplit(base).port
    lines: set[asyncio.Task[None]] = set()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(host, port)
        for one, other in ((reader, back), (there, writer)):
            line = asyncio.create_task(_carry(one, other, trip / 2))
            lines.add(line)
            line.add_done_callback(lines.discard)

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for line in tuple(lines):
            line.cancel()
