"""Where is a server to be found? Its sockets, its address here, and those for phones in the room."""

import errno
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

BACKLOG: Final = 2048
FALLBACKS: Final = 100  # how many ports after the one asked for are tried
EVERYBODY: Final = ("0.0.0.0", "::")  # noqa: S104  # what to listen on for all who can reach this machine
# Browsers take either for "localhost", whatever the machine's own table of names says.
LOOPBACK: Final = ("127.0.0.1", "::1")
# A machine without IPv6 says one of these; then the other sockets do.
NOT_HERE: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class CantListen(Exception):
    """Says in a sentence why the address can't be had."""


@dataclass(frozen=True)
class Listening:
    """Is a set of open sockets on one port."""

    host: str
    port: int
    sockets: tuple[socket.socket, ...]
    taken: int | None = None  # the port that was asked for, if it was taken

    @property
    def here(self) -> str:
        """Is the address for a browser on this machine."""
        return _url("localhost" if self.host in EVERYBODY else self.host, self.port)

    @property
    def room(self) -> tuple[str, ...]:
        """Lists the addresses for phones in the same network, the likeliest first."""
        if self.host in EVERYBODY:
            return tuple(_url(host, self.port) for host in _own_addresses())
        return () if _is_loopback(self.host) else (self.here,)

    def close(self) -> None:
        """Closes the sockets."""
        for one in self.sockets:
            one.close()


def listen(host: str, port: int, *, fallback: bool) -> Listening:
    """Opens the sockets of a host on a port, or with `fallback` on the next free one. Raises CantListen."""
    ports: Sequence[int] = range(port, min(port + (FALLBACKS if fallback else 0), 65535) + 1)
    if port == 0:  # free on one address, it may be taken on another
        ports = (0,) * FALLBACKS
    for each in ports:
        try:
            sockets = _bind(host, each)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CantListen(f"Can't listen on {host}, port {each}: {error.strerror}.") from error
        else:
            at = int(sockets[0].getsockname()[1])
            return Listening(host, at, sockets, taken=None if at == port or not port else port)
    if fallback:
        raise CantListen(f"The ports {ports[0]} to {ports[-1]} are all taken.")
    raise CantListen(f"Port {port} is taken; choose another with --port, or add --port-fallback.")


def _bind(host: str, port: int) -> tuple[socket.socket, ...]:
    """Opens every address that a host stands for, so that no other program answers on one of them."""
    hosts = EVERYBODY if host in EVERYBODY else LOOPBACK if host == "localhost" else (host,)
    found = [info for one in hosts for info in socket.getaddrinfo(one, port, type=socket.SOCK_STREAM)]
    opened: list[socket.socket] = []
    missing: OSError | None = None
    for family, _, _, _, address in dict.fromkeys(found):
        if opened:
            port = int(opened[0].getsockname()[1])
        try:
            opened.append(_open(family, (str(address[0]), port)))
        except OSError as error:
            if error.errno in NOT_HERE:
                missing = error
                continue
            for one in opened:
                one.close()
            raise
    if not opened:
        raise missing or OSError(errno.EADDRNOTAVAIL, "no such address")
    return tuple(opened)


def _open(family: int, address: tuple[str, int]) -> socket.socket:
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        opened.bind(address)
        # At once: until somebody listens two programs may hold the same address.
        opened.listen(BACKLOG)
    except OSError:
        opened.close()
        raise
    return opened


def _own_addresses() -> list[str]:
    """Lists this machine's addresses in its networks; the one that leads outside is first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way it would go
            found.append(asking.getsockname()[0])
        except OSError:
            pass
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        found += [str(info[4][0]) for info in named]
    except OSError:
        pass
    return [one for one in dict.fromkeys(found) if not ip_address(one).is_loopback]


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
