"""How does a client speak to a server at next to no cost? Plain sockets, as little WebSocket as is needed."""

import base64
import http.client
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

TEXT = 0x81  # a whole text frame
PING = 0x89
PONG = 0x8A
CLOSE = 0x88
NO_MASK = bytes(4)  # clients must mask; a mask of zeros leaves the bytes as they are


class Address(NamedTuple):
    """Is where a server listens."""

    host: str
    port: int


class LineLost(Exception):
    """Says that the server closed a line that should have stayed open."""


def framed(payload: bytes, opcode: int = TEXT) -> bytes:
    """Writes a client's frame."""
    size = len(payload)
    if size < 126:
        return bytes((opcode, 0x80 | size)) + NO_MASK + payload
    return struct.pack("!BBH", opcode, 0xFE, size) + NO_MASK + payload


def ask(address: Address, me: str, method: str, path: str, request: tuple[str, bytes]) -> tuple[bytes, str]:
    """Asks over HTTP as a person at `me`, with a cookie and a body; returns the answer and a new cookie."""
    cookie, body = request
    line = http.client.HTTPConnection(*address, timeout=20, source_address=(me, 0))
    headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    line.request(method, path, body or None, headers)
    answer = line.getresponse()
    text = answer.read()
    set_cookie = answer.getheader("Set-Cookie", "").partition(";")[0]
    line.close()
    if answer.status not in (200, 201):
        raise RuntimeError(f"{method} {path}: {answer.status} {text.decode()}")
    return text, set_cookie


class Wire:
    """Is one WebSocket. It blocks until `free` is called; then whoever waits for it reads and writes."""

    def __init__(self, address: Address, path: str, me: str = "127.0.0.1", cookie: str = "") -> None:
        self.sock = socket.create_connection(address, timeout=20, source_address=(me, 0))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {address.host}:{address.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        self.sock.sendall("\r\n".join((*lines, "", "")).encode())
        while b"\r\n\r\n" not in self.rest:
            self.rest += self._more()
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(head.decode())

    def send(self, payload: bytes) -> None:
        """Sends a text; what the socket can't take at once is an error, as nothing of ours is that long."""
        frame = framed(payload)
        if self.sock.send(frame) != len(frame):
            raise LineLost("the server doesn't read")

    def hear(self) -> bytes:
        """Waits for the next text."""
        while True:
            for data, start, end in self.frames(b""):
                self.rest = data[end:]
                return data[start:end]
            self.rest += self._more()

    def idle(self) -> None:
        """Answers pings; other news that came meanwhile is nobody's."""
        self.sock.setblocking(False)
        with suppress(BlockingIOError):
            for _ in self.read():
                pass
        self.sock.setblocking(True)

    def free(self) -> None:
        """Stops blocking."""
        self.sock.setblocking(False)

    def read(self) -> Iterator[tuple[bytes, int, int]]:
        """Reads what has come, and yields each text as its place in the bytes."""
        return self.frames(self._more())

    def frames(self, data: bytes) -> Iterator[tuple[bytes, int, int]]:
        """Walks the headers of what has come so far; half a frame is kept for later."""
        if self.rest:
            data, self.rest = self.rest + data, b""
        at, have = 0, len(data)
        while have - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                start += 2
                size = data[at + 2] << 8 | data[at + 3] if have >= start else have
            elif size == 127:
                start += 8
                size = int.from_bytes(data[at + 2 : start]) if have >= start else have
            end = start + size
            if end > have:
                break
            opcode = data[at]
            at = end
            if opcode == TEXT:
                yield data, start, end
            elif opcode == PING:
                self.sock.send(framed(data[start:end], PONG))
            elif opcode == CLOSE:
                raise LineLost(f"closed with {int.from_bytes(data[start : start + 2])}")
        self.rest = data[at:]

    def close(self) -> None:
        """Ends the line without a word."""
        self.sock.close()

    def _more(self) -> bytes:
        data = self.sock.recv(1 << 18)
        if not data:
            raise LineLost("the server ended the line")
        return data
