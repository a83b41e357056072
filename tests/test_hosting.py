"""Does docs/self-hosting.md say what can be set, what is measured, and why lines are closed?"""

import re
from pathlib import Path

from boltbox.server import connection, devices, identity, problems
from boltbox.server.limits import Limits
from boltbox.server.listeners import Close
from boltbox.server.metrics import Now
from boltbox.server.settings import Settings, flags
from tests.desk import Clock

PAGE = (Path(__file__).parent.parent / "docs" / "self-hosting.md").read_text()
PROTOCOL = (Path(__file__).parent.parent / "docs" / "protocol.md").read_text()


def test_every_setting_is_on_the_page_with_its_default_and_its_sentence() -> None:
    rows = re.findall(r"^\| `(--[\w-]+)` \| `(.+)` \| (.+) \|$", PAGE, re.MULTILINE)
    defaults = {"": "none", False: "off"}
    assert rows == [
        (
            flag.flag,
            str(defaults.get(flag.default, flag.default)),
            flag.sentence + (f" ({', '.join(flag.choices)})" if flag.choices else ""),
        )
        for flag in flags()
    ]


def test_every_metric_is_on_the_page() -> None:
    shown = {
        name.removesuffix("_total") for name in re.findall(r"^\| `(boltbox_\w+)` \|", PAGE, re.MULTILINE)
    }
    assert shown == {metric.name for metric in Now(list, int).collect()}


def test_both_pages_name_every_close_code() -> None:
    assert {int(code) for code in re.findall(r"^\| (\d{4}) \| [^|]+ \|$", PAGE, re.MULTILINE)} == {
        *Close,
        1009,
    }
    assert {int(code) for code in re.findall(r"^\| (\d{4}) \|", PROTOCOL, re.MULTILINE)} == {*Close, 1009}


def test_the_limits_are_those_of_the_server() -> None:
    assert f"at most {connection.MESSAGE_BYTES // 1024} KiB" in PAGE
    assert f"HTTP body {problems.BODY_BYTES // 1024} KiB" in PAGE
    assert f"name {identity.NAME_MOST} characters" in PAGE
    assert f"for {connection.HELLO_SECONDS:g} seconds" in PAGE
    assert devices.VALID_MS == 10 * 60_000
    limits = Limits(Settings(), Clock())
    assert [limits.codes.take("ann") for _ in range(11)] == [0] * 10 + [120]
    assert [limits.guesses.take("a") for _ in range(11)] == [0] * 10 + [6]


def test_the_protocol_page_names_the_limits_that_a_server_starts_with() -> None:
    settings = Settings()
    each = settings.messages_per_second
    for words in (
        f"say {each} messages a second, and {3 * each} at once",
        f"have {settings.connections_per_person} connections, an address {settings.connections_per_address}",
        f"ask {settings.requests_per_second} times a second",
        f"be {settings.people_per_hour} new people an hour",
        f"open {settings.tables_per_hour} tables an hour and host {settings.open_tables}",
    ):
        assert words in " ".join(PROTOCOL.split())
