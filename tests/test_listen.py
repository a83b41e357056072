"""Does a server get the port it asks for, or the next free one, and know its addresses?"""

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from boltbox.server.listen import CantListen, listen

HAS_IPV6 = socket.has_ipv6


@pytest.fixture
def taken() -> Iterator[int]:
    """Is a port on which somebody listens, with a free one after it."""
    with closing(listen("127.0.0.1", 0, fallback=False)) as held:
        yield held.port


def test_any_free_port_is_the_same_for_all_addresses() -> None:
    with closing(listen("0.0.0.0", 0, fallback=False)) as open_here:
        assert open_here.port > 0
        assert {one.getsockname()[1] for one in open_here.sockets} == {open_here.port}
        assert open_here.taken is None


def test_a_taken_port_is_said_in_a_sentence(taken: int) -> None:
    with pytest.raises(CantListen, match=f"Port {taken} is taken; choose another"):
        listen("127.0.0.1", taken, fallback=False)


def test_with_a_fallback_the_next_free_port_is_used(taken: int) -> None:
    with closing(listen("0.0.0.0", taken, fallback=True)) as open_here:
        assert open_here.taken == taken
        assert taken < open_here.port < taken + 100


def test_a_free_port_needs_no_fallback() -> None:
    with closing(listen("127.0.0.1", 0, fallback=False)) as first:
        port = first.port
    with closing(listen("127.0.0.1", port, fallback=True)) as second:
        assert (second.port, second.taken) == (port, None)


def test_an_address_that_isn_t_ours_is_said_in_a_sentence() -> None:
    with pytest.raises(CantListen, match=r"Can't listen on 203\.0\.113\.1, port 8000"):
        listen("203.0.113.1", 8000, fallback=True)
    with pytest.raises(CantListen, match=r"Can't listen on nowhere\.invalid"):
        listen("nowhere.invalid", 8000, fallback=True)


def test_phones_are_told_addresses_only_if_they_can_come() -> None:
    with closing(listen("0.0.0.0", 0, fallback=False)) as everybody:
        assert everybody.here == f"http://localhost:{everybody.port}"
        assert all("127." not in url and "localhost" not in url for url in everybody.room)
    for host in ("localhost", "127.0.0.1"):
        with closing(listen(host, 0, fallback=False)) as nobody_else:
            assert nobody_else.here == f"http://{host}:{nobody_else.port}"
            assert nobody_else.room == ()


@pytest.mark.skipif(not HAS_IPV6, reason="this machine has no IPv6")
def test_localhost_is_ours_by_either_name() -> None:
    try:
        other = listen("::1", 0, fallback=False)
    except CantListen:
        pytest.skip("this machine has no IPv6 address")
    with closing(other), pytest.raises(CantListen):  # a browser might have found the other program
        listen("localhost", other.port, fallback=False)
    assert other.here == f"http://[::1]:{other.port}"
