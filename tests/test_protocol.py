"""Does docs/protocol.md say all that a client must know, and does its client play a game on a real server?"""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest
from msgspec import inspect, structs

from boltbox.rules.game import Piece
from boltbox.rules.luckybox.view import Choice
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.server import connection, day_messages, house_messages, http, messages, past, problems
from boltbox.server.listeners import Close
from boltbox.table import clock
from scripts import make_protocol, make_protocol_page
from tests.test_serve import served

PAGE = (Path(__file__).parent.parent / "docs" / "protocol.md").read_text()
FROM_CLIENT = get_args(messages.ClientMessage)
FROM_SERVER = get_args(messages.ServerMessage)
VALUES = [
    kind
    for kind in (
        *vars(messages).values(),
        *vars(day_messages).values(),
        *vars(house_messages).values(),
        *vars(past).values(),
        clock.ClockPart,
        clock.SeatClock,
    )
    if isinstance(kind, type) and issubclass(kind, messages.Value | Piece) and kind is not messages.Value
]
ASKED = {
    *FROM_CLIENT,
    messages.MeChange,
    messages.NewTable,
    messages.NewGuest,
    house_messages.OptionsAsked,
}  # a client may leave out what has a default

PLAIN: dict[type, str] = {
    inspect.IntType: "integer",
    inspect.StrType: "text",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.RawType: "JSON",
}


def word(kind: inspect.Type) -> str:
    """Words a type as the page does."""
    if isinstance(kind, inspect.UnionType):
        return " or ".join(map(word, kind.types))
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(f'`"{value}"`' for value in kind.values)
    if isinstance(kind, inspect.VarTupleType):
        return f"list of {word(kind.item_type)}"
    if isinstance(kind, inspect.TupleType):
        return f"list of {word(kind.item_types[0])}"
    if isinstance(kind, inspect.DictType):
        return f"object of {word(kind.value_type)}"
    if isinstance(kind, inspect.StructType):
        return f"`{kind.tag or kind.cls.__name__}`"
    return PLAIN[type(kind)]


@pytest.mark.parametrize("kind", [*FROM_CLIENT, *FROM_SERVER, *VALUES], ids=lambda kind: kind.__name__)
def test_every_field_of_every_message_is_on_the_page(kind: type) -> None:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    section = re.search(
        rf"^\*\*`{info.tag or kind.__name__}`\*\*(.*?)(?=^\*\*`|^#|\Z)", PAGE, re.MULTILINE | re.DOTALL
    )
    assert section is not None
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| .+ \|$", section[1], re.MULTILINE)
    optional = {field.encode_name for field in info.fields if kind in ASKED and not field.required}
    assert rows == [
        (field.encode_name, word(field.type) + (", optional" if field.encode_name in optional else ""))
        for field in info.fields
    ]


def tagged(what: str) -> dict[str, list[str]]:
    """Reads a table of actions or events: tag -> fields. Every row says something."""
    section = re.search(rf"^<!-- made: {what} -->$(.*?)^<!-- end -->$", PAGE, re.MULTILINE | re.DOTALL)
    assert section is not None
    found: dict[str, list[str]] = {}
    fields: list[str] = []
    rows = re.findall(r"^\|(.*)\|$", section[1], re.MULTILINE)[2:]  # without the head
    for tag, field, _, said in ([cell.strip(" *`") for cell in row.split("|")] for row in rows):
        if tag:
            fields = found[tag] = []
        else:
            fields.append(field)
        assert said
    return found


def expected(kinds: Iterable[type]) -> dict[str, list[str]]:
    infos = [info for info in map(inspect.type_info, kinds) if isinstance(info, inspect.StructType)]
    return {str(info.tag): [field.encode_name for field in info.fields] for info in infos}


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_every_action_and_event_of_a_game_is_on_the_page(game: AnyGame) -> None:
    assert tagged(f"{game.name} actions") == expected(game.action_types)
    assert tagged(f"{game.name} told") == expected(game.told_types)


def test_every_event_of_the_table_itself_is_on_the_page() -> None:
    assert tagged("table told") == expected(clock.TABLE_EVENTS)


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_every_field_of_every_part_is_on_the_page(game: AnyGame) -> None:
    kinds: list[type] = [*game.part_types.values()]
    own = re.search(rf"^<!-- made: {game.name} parts -->$(.*?)^<!-- end -->$", PAGE, re.MULTILINE | re.DOTALL)
    assert own is not None
    for kind in kinds:
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        # What every game has alike stands before them all.
        head = rf"^\*\*`{kind.__name__}`\*\* (.+?)(?=^\*\*`|^<!|^#|\Z)"
        section = re.search(head, own[1], re.MULTILINE | re.DOTALL)
        section = section or re.search(head, PAGE, re.MULTILINE | re.DOTALL)
        assert section is not None
        rows = re.findall(r"^\| `(\w+)` \| .+ \| .+ \|$", section[1], re.MULTILINE)
        assert rows == [field.encode_name for field in info.fields]
        for field in info.fields:
            types = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
            for one in types:
                inner = one.item_type if isinstance(one, inspect.VarTupleType) else one
                if isinstance(inner, inspect.StructType) and inner.tag is None and inner.cls not in kinds:
                    kinds.append(inner.cls)


def test_what_is_never_among_the_choices_is_said() -> None:
    """A client that sends choices back would never find these actions."""
    (action,) = (field.type for field in structs.fields(Choice) if field.name == "action")
    apart = set(expected(SHELF["luckybox"].action_types)) - set(expected(get_args(action)))
    section = re.search(r"^### luckybox$(.*?)^####", PAGE, re.MULTILINE | re.DOTALL)
    assert section is not None
    assert apart >= {"takeBack", "confirm"}
    assert apart <= set(re.findall(r"^- `(\w+)`", section[1], re.MULTILINE))


def test_the_page_is_up_to_date() -> None:
    assert make_protocol_page.page(PAGE) == PAGE, "`make protocol` writes it"


def test_no_message_changes_unnoticed() -> None:
    """After a change that an older page could misread, raise PROTOCOL; then `make protocol` in any case."""
    assert make_protocol.PATH.read_text("utf-8") == make_protocol.schema()


def test_every_close_code_is_on_the_page() -> None:
    codes = {int(code) for code in re.findall(r"^\| (\d{4}) \| .+ \| .+ \|$", PAGE, re.MULTILINE)}
    assert codes == {*Close, 1009}


def test_every_path_is_on_the_page() -> None:
    paths = {path.replace(":str", "") for route in http.ROUTES for path in route.paths}
    assert {path for path in paths if f"{path}`" not in PAGE} == set()


def test_the_limits_are_those_of_the_server() -> None:
    assert f"protocol **{messages.PROTOCOL}**" in PAGE
    assert f"within {connection.HELLO_SECONDS:g} seconds" in PAGE
    kibibytes = [connection.MESSAGE_BYTES, problems.BODY_BYTES, connection.QUEUE_CHARACTERS]
    assert [limit for limit in kibibytes if f"{limit // 1024} KiB" not in PAGE] == []


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """Is the client of the page, in a file."""
    example = re.search(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert example is not None
    path = tmp_path / "client.py"
    path.write_text(example[1])
    return path


def test_the_client_of_the_page_plays_a_game(client: Path, tmp_path: Path) -> None:
    with served(tmp_path / "boltbox.sqlite", "--port", "0") as server:
        done = subprocess.run(
            [sys.executable, client, server.url], capture_output=True, text=True, timeout=60, check=False
        )
        assert server.end()[0] == 0
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"The totals are \[-?\d+, -?\d+]\n", done.stdout)


def test_the_client_of_the_page_survives_a_server_that_is_killed(client: Path, tmp_path: Path) -> None:
    thinks = "await asyncio.sleep(0.02)\n        self.answered = ask"
    client.write_text(client.read_text().replace("self.answered = ask", thinks))
    database = tmp_path / "boltbox.sqlite"
    with served(database, "--port", "0") as first:
        playing = start(client, first.url)
        while entries(database) < 20:
            assert playing.poll() is None
            time.sleep(0.02)
        first.end(signal.SIGKILL)
    with served(database, "--port", str(first.port)):
        said, problem = playing.communicate(timeout=60)
    assert playing.returncode == 0, problem
    assert said.startswith("The totals are ")


def start(client: Path, url: str) -> subprocess.Popen[str]:
    """Starts the client; it connects anew more eagerly than is polite."""
    eager = {f"WEBSOCKETS_BACKOFF_{which}_DELAY": "0.1" for which in ("INITIAL", "MIN", "MAX")}
    return subprocess.Popen(
        [sys.executable, client, url],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | eager,
    )


def entries(database: Path) -> int:
    """Counts the entries in a database that a server is writing."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as reading:
        return int(reading.execute("SELECT count(*) FROM entries").fetchone()[0])
