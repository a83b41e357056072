"""How do messages pass between us and the network at the least cost? Straight, and at once where they can."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from typing import Any, Final, Protocol

from litestar import WebSocket

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]
Socket = WebSocket[Any, Any, Any]  # ours carries no user, no credentials, no state

KEY: Final = "boltbox.line"  # in the scope of a WebSocket


class Line(Protocol):
    """Is the network's side of a connection."""

    def receive(self) -> Awaitable[Message]:
        """Waits for the next message of ASGI."""

    def send(self, message: Message, /) -> Coroutine[Any, Any, None]:
        """Sends a message of ASGI; waits while the other side doesn't read."""

    async def close(self, code: int) -> None:
        """Ends the line."""


class DirectLine:
    """Is a line as the network's side of ASGI gave it: Litestar would look at each message that passes."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self.receive = receive
        self.send = send

    async def close(self, code: int) -> None:
        """Ends the line."""
        await self.send({"type": "websocket.close", "code": code, "reason": ""})


def line_of(socket: Socket) -> DirectLine:
    """Finds what `keep_line` noted."""
    receive, send = socket.scope[KEY]  # type: ignore[typeddict-item]
    return DirectLine(receive, send)


def keep_line(scope: Message, receive: Any, send: Any) -> None:
    """Notes the ends of a WebSocket in its scope, before anybody wraps them."""
    if scope["type"] == "websocket":
        scope[KEY] = (receive, send)


def run_now(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Runs a coroutine as far as it gets without waiting; the rest, if any, goes on as a task.

    What most frames need is done at once, so that no task must be woken for them. (Python 3.12 has eager
    tasks for this.)
    """
    try:
        waits = work.send(None)
    except StopIteration:
        return None
    return asyncio.create_task(_finish(_Begun(work, waits)))


async def _finish(begun: "_Begun") -> None:
    await begun


class _Begun:
    """Is a coroutine that waits for something already."""

    def __init__(self, work: Coroutine[Any, Any, None], waits: object) -> None:
        self._work = work
        self._waits = waits

    def __await__(self) -> Generator[Any, Any, None]:
        """Goes on where the coroutine is."""
        waits = self._waits
        try:
            while True:
                try:
                    result = yield waits
                except BaseException as error:  # noqa: BLE001  # a cancellation is for the coroutine too
                    waits = self._work.throw(error)
                else:
                    waits = self._work.send(result)
        except StopIteration:
            return
