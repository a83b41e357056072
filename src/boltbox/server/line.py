"""How does a text get to the network at the least cost? Straight to the socket, without a task or a wait."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from litestar import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

Socket = WebSocket[Any, Any, Any]  # ours carries no user, no credentials, no state

KEY: Final = "boltbox.line"  # among the extensions in the scope of a WebSocket
BUFFER_BYTES: Final = 64 * 1024  # what a socket may have before it that isn't sent yet
TEXT: Final = 0x81  # a whole frame of text (RFC 6455, 5.2)
PING: Final = 0x89
OURS: Final = b"probe "  # before the number in a ping of ours; uvicorn has its own


class Line(Protocol):
    """Is the network's side of a connection."""

    def receive(self) -> Awaitable[Any]:
        """Waits for the next message of ASGI."""

    def say(self, text: str) -> bool:
        """Sends a text if the line takes it now, and tells whether it did."""

    async def free(self) -> None:
        """Waits until the line takes more."""

    def ping(self, number: int) -> None:
        """Has the other side's network answer with the same number, unless the line is busy."""

    def hear_pongs(self, hear: Callable[[int], None]) -> None:
        """Tells from now on which pings are answered."""

    async def close(self, code: int) -> None:
        """Ends the line."""


class LineProtocol(WebSocketsSansIOProtocol):
    """Is uvicorn's WebSocket, which lets an application have it.

    ASGI has the application await each text to each line, and takes a frame through four layers; at a table
    that was a third of the server's work. What is used here has no underscore in uvicorn, but isn't promised
    either: the tests of connections would tell.
    """

    heard_pong: Callable[[int], None] | None = None

    def handle_pong(self, event: Frame) -> None:
        """Takes the answer to a ping; whatever is in it, as anybody can send one."""
        data = bytes(event.data)
        if not data.startswith(OURS):
            super().handle_pong(event)
        elif self.heard_pong is not None and data[len(OURS) :].isdigit():
            self.heard_pong(int(data[len(OURS) :]))

    async def run_asgi(self) -> None:
        """Runs the application."""
        self.scope["extensions"][KEY] = {"protocol": self}
        await super().run_asgi()


class SocketLine:
    """Is a line of uvicorn's. It is used once the WebSocket was accepted."""

    def __init__(self, protocol: LineProtocol) -> None:
        self.receive = protocol.receive
        self._protocol = protocol
        self._transport = protocol.transport

    def say(self, text: str) -> bool:
        """Sends a text if the line takes it now, and tells whether it did."""
        if self._gone:
            return True  # nobody hears it; whoever reads from this line learns that it is gone
        if self._busy:
            return False
        self._transport.write(framed(text.encode()))
        return True

    def ping(self, number: int) -> None:
        """Has the other side's network answer with the same number, unless the line is busy."""
        if not self._gone and not self._busy:
            self._transport.write(framed(b"%b%d" % (OURS, number), PING))

    def hear_pongs(self, hear: Callable[[int], None]) -> None:
        """Tells from now on which pings are answered."""
        self._protocol.heard_pong = hear

    @property
    def _gone(self) -> bool:
        return self._protocol.disconnected or self._protocol.close_sent

    @property
    def _busy(self) -> bool:
        full = self._transport.get_write_buffer_size() > BUFFER_BYTES
        return full or not self._protocol.writable.is_set()

    async def free(self) -> None:
        """Waits until the line takes more."""
        await asyncio.sleep(
            0
        )  # what was written in this turn of the loop goes out, or makes the line unwritable
        await self._protocol.writable.wait()

    async def close(self, code: int) -> None:
        """Ends the line, unless it has ended."""
        if not self._protocol.disconnected and not self._protocol.close_sent:
            await self._protocol.send({"type": "websocket.close", "code": code, "reason": ""})


def line_of(socket: Socket) -> SocketLine:
    """Finds the line of a WebSocket; `uvicorn_config` in run.py sees to it that there is one."""
    extensions: dict[str, Any] = socket.scope["extensions"] or {}
    return SocketLine(extensions[KEY]["protocol"])


def framed(data: bytes, kind: int = TEXT) -> bytes:
    """Puts a WebSocket's header before data: a whole frame, unmasked as a server's are (RFC 6455, 5.2)."""
    size = len(data)
    if size < 126:
        return bytes((kind, size)) + data
    if size < 1 << 16:
        return bytes((kind, 0x7E)) + size.to_bytes(2) + data
    return bytes((kind, 0x7F)) + size.to_bytes(8) + data
