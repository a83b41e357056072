"""Does `boltbox serve` start, say where it is, serve sockets, and end in peace?"""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from boltbox.cli import main, serve
from boltbox.server.listen import CantListen, listen
from boltbox.server.settings import Settings
from boltbox.server.store import StoreInUse, StoreUnreadable


class Served:
    """Is a server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], said: list[str]) -> None:
        self.process = process
        self.said = "".join(said)
        found = re.search(r"http://localhost:(\d+)", self.said)
        assert found, self.said
        self.url, self.port = found[0], int(found[1])

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Ends it, and returns its exit status and its log."""
        self.process.send_signal(how)
        _, log = self.process.communicate(timeout=20)
        return self.process.returncode, log

    def socket(self, table: str, **options: Any) -> ClientConnection:
        opened: ClientConnection = connect(f"ws://localhost:{self.port}/ws/{table}", **options)
        return opened


@contextmanager
def served(database: Path, *flags: str) -> Iterator[Served]:
    command = [sys.executable, "-m", "boltbox", "serve", "--database", str(database), *flags]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said: list[str] = []
        for line in process.stdout:
            said.append(line)
            if "Ctrl-C" in line:
                break
        try:
            yield Served(process, said)
        finally:
            process.kill()


def hello(socket: ClientConnection) -> dict[str, Any]:
    socket.send('{"t": "hello", "protocol": 1}')
    answer: dict[str, Any] = json.loads(socket.recv(timeout=10))
    return answer


def end_of(socket: ClientConnection) -> int | None:
    """Reads what is left, and returns the code that the server closed with."""
    with suppress(ConnectionClosed):
        for _ in socket:
            pass
    return socket.close_code


def test_a_taken_port_is_said_and_the_next_one_used_for_the_whole_room(tmp_path: Path) -> None:
    with closing(listen("0.0.0.0", 0, fallback=False)) as taken:
        flags = ["--host", "0.0.0.0", "--port", str(taken.port), "--port-fallback", "--open"]
        with served(tmp_path / "b.sqlite", *flags) as server:
            assert f"Port {taken.port} is taken" in server.said
            assert taken.port < server.port
            assert httpx.get(f"{server.url}/api/health").status_code == 200
            for url in re.findall(r"http://[\d.]+:\d+", server.said):
                assert httpx.get(f"{url}/api/health").status_code == 200
                assert "▄" in server.said  # the QR code
            assert server.end()[0] == 0


def test_a_second_server_on_the_same_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with served(tmp_path / "b.sqlite", "--port", "0") as server:
        again = [sys.executable, "-m", "boltbox", "serve", "--database", str(tmp_path / "b.sqlite")]
        refused = subprocess.run(again, capture_output=True, text=True, check=False, timeout=20)
        assert refused.returncode == 1
        assert f"in use by another Boltbox server (process {server.process.pid})" in refused.stderr
        assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_peace_with_connections_open(tmp_path: Path, how: signal.Signals) -> None:
    database = tmp_path / "b.sqlite"
    with served(database, "--port", "0") as server, httpx.Client(base_url=server.url) as client:
        client.get("/api/me")
        token = client.cookies["boltbox_person"]
        table = client.post("/api/tables", json={"game": "luckybox"}).json()["table"]
        with server.socket(table) as socket:
            hello(socket)
            status, log = server.end(how)
            assert end_of(socket) == 1012  # come back soon
        assert status == 0
    assert not database.with_name("b.sqlite-wal").exists()  # closed, not dropped
    assert "Traceback" not in log
    assert "starting build=" in log
    assert "ended" in log
    assert token not in log


def test_people_and_tables_outlast_a_restart(tmp_path: Path) -> None:
    with served(tmp_path / "b.sqlite", "--port", "0") as server, httpx.Client(base_url=server.url) as client:
        person = client.get("/api/me").json()
        made = {"game": "luckybox", "bots": ["greedy"], "start": True}
        table = client.post("/api/tables", json=made).json()["table"]
        cookie = f"boltbox_person={client.cookies['boltbox_person']}"
        server.end(signal.SIGKILL)
    with served(tmp_path / "b.sqlite", "--port", "0") as server:
        again = {"Cookie": cookie}
        assert httpx.get(f"{server.url}/api/me", headers=again).json() == person
        assert [one["table"] for one in httpx.get(f"{server.url}/api/tables", headers=again).json()] == [
            table
        ]
        with server.socket(table, additional_headers=again) as socket:
            assert hello(socket)["seat"] == 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("serve") / "b.sqlite", "--port", "0") as started:
        yield started


@pytest.fixture(scope="module")
def cookie(server: Served) -> str:
    return f"boltbox_person={httpx.get(f'{server.url}/api/me').cookies['boltbox_person']}"


@pytest.fixture(scope="module")
def table(server: Served, cookie: str) -> str:
    made = httpx.post(f"{server.url}/api/tables", json={"game": "luckybox"}, headers={"Cookie": cookie})
    return str(made.json()["table"])


def test_a_socket_belongs_to_the_person_of_its_cookie(server: Served, cookie: str, table: str) -> None:
    with server.socket(table, additional_headers={"Cookie": cookie}) as socket:
        assert hello(socket)["seat"] == 1


def test_without_a_cookie_one_watches(server: Served, table: str) -> None:
    for headers in ({}, {"Cookie": "boltbox_person=forged"}):
        with server.socket(table, additional_headers=headers) as socket:
            welcome = hello(socket)
            assert (welcome["t"], welcome["seat"]) == ("welcome", None)


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:1", "null"])
def test_a_page_of_another_site_gets_no_socket(server: Served, table: str, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, server.socket(table, additional_headers={"Origin": origin}):
        pass
    assert refused.value.response.status_code == 403


def test_our_own_page_gets_one(server: Served, table: str) -> None:
    with server.socket(table, additional_headers={"Origin": server.url}) as socket:
        assert hello(socket)["t"] == "welcome"


def test_a_message_over_4_kib_ends_the_connection(server: Served, table: str) -> None:
    with server.socket(table) as socket:
        socket.send("x" * 5000)
        assert end_of(socket) == 1009  # too big


def test_nothing_is_compressed_on_the_line(server: Served, table: str) -> None:
    with server.socket(table) as socket:
        assert socket.response is not None
        assert "Sec-WebSocket-Extensions" not in socket.response.headers


@pytest.mark.parametrize("why", [StoreInUse, StoreUnreadable, CantListen])
def test_what_hinders_the_start_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, why: type[Exception]
) -> None:
    def hindered(*_: object) -> None:
        raise why("The cellar is flooded.")

    monkeypatch.setattr("boltbox.server.run.run", hindered)
    monkeypatch.setattr("boltbox.server.logs.start", lambda _: None)
    ended = CliRunner().invoke(main, ["serve"])
    assert (ended.exit_code, ended.output) == (1, "Error: The cellar is flooded.\n")


def test_the_version_is_said_either_way() -> None:
    shown = CliRunner().invoke(main, ["--version"], prog_name="boltbox").output
    assert re.fullmatch(r"boltbox \d+\.\d+\S*\n", shown)
    command = [sys.executable, "-m", "boltbox", "--version"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.endswith(shown[8:])


def test_no_browser_is_opened_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not serve.has_browser()


def test_people_outside_are_told_the_public_address(capsys: pytest.CaptureFixture[str]) -> None:
    with closing(listen("127.0.0.1", 0, fallback=False)) as listening:
        serve.welcome(Settings(public_url="https://play.example.org"), listening)
    said = capsys.readouterr().out
    assert "https://play.example.org" in said
    assert "▄" in said
