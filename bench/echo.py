"""How quick is the network alone? An application that sends each text to four lines, no more."""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Final

import uvicorn
import uvloop

from boltbox.server.run import uvicorn_config
from boltbox.server.settings import Settings

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]

PAD: Final = "pad="  # ?pad=900 in the address of a line: so many bytes are added to what it says

lines: dict[str, list[Send]] = defaultdict(list)


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serves one line."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ready"})
    else:
        await receive()
        await send({"type": "websocket.accept"})
        table = lines[scope["path"]]
        table.append(send)
        pad = "." * int(scope["query_string"].decode().removeprefix(PAD))
        while (message := await receive())["type"] == "websocket.receive":
            text = message["text"] + pad
            for to in table:
                await to({"type": "websocket.send", "text": text})
        table.remove(send)


async def _live(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


if __name__ == "__main__":
    settings = Settings(host="127.0.0.1", port=int(sys.argv[1]))
    config = uvicorn_config(settings, application)
    config.host, config.port = settings.host, settings.port
    config.ws_ping_interval = None  # its lines are left alone for a while when it is others' turn
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(uvicorn.Server(config).serve())
