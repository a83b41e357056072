"""Can everything be set by flag and variable, and does the help say how?"""

import dataclasses
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from boltbox.cli import main
from boltbox.server.settings import Flag, Settings, flags

HELP = CliRunner().invoke(main, ["serve", "--help"], terminal_width=200).output


def test_the_defaults_are_for_playing_at_home() -> None:
    settings = Settings()
    assert (settings.host, settings.port) == ("localhost", 8000)
    assert not settings.public_url
    assert settings.database == Path("boltbox.sqlite")


def test_settings_can_t_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


@pytest.mark.parametrize("flag", flags(), ids=lambda flag: flag.name)
def test_each_setting_has_a_flag_a_variable_a_default_and_a_sentence(flag: Flag) -> None:
    (row,) = re.findall(rf"^  {flag.flag} .*(?:\n {{8,}}.*)*", HELP, re.MULTILINE)
    shown = " ".join(row.split())
    assert flag.sentence in shown
    assert flag.sentence.endswith(".")
    assert f"env var: {flag.variable};" in shown
    default = {"": "(none)", False: "(off)"}.get(flag.default, flag.default)
    assert f"default: {default}" in shown


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Catches the settings that a server would have started with."""
    caught: list[Settings] = []
    monkeypatch.setattr("boltbox.server.run.run", lambda settings, _: caught.append(settings))
    monkeypatch.setattr("boltbox.server.logs.start", lambda _: None)
    return caught


def test_flags_and_variables_set_the_same(started: list[Settings]) -> None:
    flagged = ["serve", "--host", "0.0.0.0", "--port", "81", "--port-fallback", "--database", "a/b.sqlite"]
    flagged += ["--public-url", "https://play.example.org", "--bot-seconds", "0.5", "--log-level", "error"]
    flagged += ["--log-format", "json", "--metrics", "[::1]:9464", "--messages-per-second", "0"]
    variables = {
        "BOLTBOX_HOST": "0.0.0.0",
        "BOLTBOX_PORT": "81",
        "BOLTBOX_PORT_FALLBACK": "1",
        "BOLTBOX_DATABASE": "a/b.sqlite",
        "BOLTBOX_PUBLIC_URL": "https://play.example.org",
        "BOLTBOX_BOT_SECONDS": "0.5",
        "BOLTBOX_LOG_LEVEL": "error",
        "BOLTBOX_LOG_FORMAT": "json",
        "BOLTBOX_METRICS": "[::1]:9464",
        "BOLTBOX_MESSAGES_PER_SECOND": "0",
    }
    assert CliRunner().invoke(main, flagged).exit_code == 0
    assert CliRunner().invoke(main, ["serve"], env=variables).exit_code == 0
    assert (
        started
        == [
            Settings(
                host="0.0.0.0",
                port=81,
                port_fallback=True,
                database=Path("a/b.sqlite"),
                public_url="https://play.example.org",
                bot_seconds=0.5,
                log_level="error",
                log_format="json",
                metrics="[::1]:9464",
                messages_per_second=0,
            )
        ]
        * 2
    )


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--port", "65536"], "The port must be 0 to 65535, not 65536."),
        (["--port", "http"], "'http' is not a valid integer"),
        (["--bot-seconds", "0"], "more than 0 seconds"),
        (["--public-url", "play.example.org"], "must look like https://play.example.org"),
        (["--public-url", "https://example.org/boltbox"], "must look like"),
        (["--metrics", "9464"], "must look like localhost:9464"),
        (["--metrics", "localhost:http"], "must look like localhost:9464"),
        (["--metrics", "http://localhost:9464/"], "must look like localhost:9464"),
        (["--tables-per-hour", "-1"], "The tables per hour must be at least 0, not -1."),
        (["--open-days", "0"], "The open days must be at least 1, not 0."),
        (["--log-level", "loud"], "'loud' is not one of"),
    ],
)
def test_what_can_t_be_is_refused_in_a_sentence(
    given: list[str], sentence: str, started: list[Settings]
) -> None:
    refused = CliRunner().invoke(main, ["serve", *given])
    assert refused.exit_code == 2
    assert sentence in refused.output
    assert started == []
