"""What can be set on a server? Every setting with its default and a sentence, for flags and variables."""

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

VARIABLES: Final = "BOLTBOX_"  # the prefix of every variable

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["text", "json"]

# The least that each number may be.
NUMBERS: Final = {
    **dict.fromkeys(("messages_per_second", "connections_per_person", "connections_per_address"), 0),
    **dict.fromkeys(("requests_per_second", "people_per_hour", "tables_per_hour", "open_tables"), 0),
    **dict.fromkeys(("open_days", "running_days", "idle_minutes"), 1),
}


def says(sentence: str) -> MappingProxyType[str, str]:
    """Words a setting for whoever reads `boltbox serve --help`."""
    return MappingProxyType({"sentence": sentence})


@dataclass(frozen=True)
class Settings:
    """Is how a server was told to be."""

    host: str = field(
        default="localhost",
        metadata=says("Address to listen on; 0.0.0.0 lets in everybody in the room."),
    )
    port: int = field(default=8000, metadata=says("Port to listen on; 0 takes any free one."))
    port_fallback: bool = field(
        default=False, metadata=says("When the port is taken, say so and use the next free one.")
    )
    open: bool = field(default=False, metadata=says("Open a browser, where there is one."))
    database: Path = field(
        default=Path("boltbox.sqlite"), metadata=says("File that keeps people, tables and results.")
    )
    public_url: str = field(
        default="", metadata=says("Address that people outside use, as https://play.example.org.")
    )
    trusted_proxy: str = field(
        default="", metadata=says("Address of the proxy in front, whose X-Forwarded headers are believed.")
    )
    bot_seconds: float = field(
        default=2.0,
        metadata=says("Longest time for a bot's decision; after it the first legal action is played."),
    )
    log_level: LogLevel = field(default="info", metadata=says("How much the log says."))
    log_format: LogFormat = field(
        default="text", metadata=says("How each line of the log is written: for people, or as JSON.")
    )
    metrics: str = field(
        default="",
        metadata=says("Address and port that serve /metrics, as localhost:9464; nobody else does."),
    )
    messages_per_second: int = field(
        default=20,
        metadata=says("Messages a second on one connection, thrice as many at once; 0: any number."),
    )
    connections_per_person: int = field(
        default=30, metadata=says("Connections that a person may have at once; 0: any number.")
    )
    connections_per_address: int = field(
        default=500, metadata=says("Connections from one address at once; 0: any number.")
    )
    requests_per_second: int = field(
        default=50,
        metadata=says("HTTP requests a second from one address, ten times that at once; 0: any number."),
    )
    people_per_hour: int = field(
        default=300, metadata=says("New people an hour from one address; 0: any number.")
    )
    tables_per_hour: int = field(
        default=60, metadata=says("Tables that a person may open in an hour; 0: any number.")
    )
    open_tables: int = field(
        default=100, metadata=says("Tables that a person may host at once, open or running; 0: any number.")
    )
    open_days: int = field(
        default=7, metadata=says("Days after which an open table that nobody visits is laid away.")
    )
    running_days: int = field(
        default=30, metadata=says("Days after which a running table that nobody visits is laid away.")
    )
    idle_minutes: int = field(
        default=10, metadata=says("Minutes that a table stays in memory when nobody is there.")
    )

    def __post_init__(self) -> None:
        """Checks the settings that their types leave open. Raises ValueError with a sentence."""
        if not 0 <= self.port <= 65535:
            raise ValueError(f"The port must be 0 to 65535, not {self.port}.")
        for name, least in NUMBERS.items():
            if getattr(self, name) < least:
                words = name.replace("_", " ")
                raise ValueError(f"The {words} must be at least {least}, not {getattr(self, name)}.")
        if not self.bot_seconds > 0:
            raise ValueError(f"The time for a bot must be more than 0 seconds, not {self.bot_seconds:g}.")
        if self.metrics and address_of(self.metrics) is None:
            raise ValueError(f"The address of the metrics must look like localhost:9464, not {self.metrics}.")
        url = urlsplit(self.public_url)
        if self.public_url and (
            url.scheme not in ("http", "https") or not url.hostname or url.path.strip("/")
        ):
            raise ValueError(
                f"The public URL must look like https://play.example.org, not {self.public_url}."
            )


def address_of(text: str) -> tuple[str, int] | None:
    """Reads an address and a port, as in localhost:9464 or [::1]:9464."""
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    return (host, port) if host and port and parts.netloc == text else None


class Flag(NamedTuple):
    """Is a setting as the command line and the environment name it."""

    name: str
    flag: str
    variable: str
    kind: type
    default: object
    choices: tuple[str, ...]  # empty: any value of the kind
    sentence: str


def flags() -> tuple[Flag, ...]:
    """Lists every setting, in order."""
    kinds = get_type_hints(Settings)
    return tuple(_flag(each, kinds[each.name]) for each in dataclasses.fields(Settings))


def _flag(each: "dataclasses.Field[object]", kind: type) -> Flag:
    choices: tuple[str, ...] = get_args(kind) if get_origin(kind) is Literal else ()
    return Flag(
        name=each.name,
        flag="--" + each.name.replace("_", "-"),
        variable=VARIABLES + each.name.upper(),
        kind=str if choices else kind,
        default=each.default,
        choices=choices,
        sentence=each.metadata["sentence"],
    )
