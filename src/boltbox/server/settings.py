"""What can be set on a server? Every setting with its default and a sentence, for flags and variables."""

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

VARIABLES: Final = "BOLTBOX_"  # the prefix of every variable

LogLevel = Literal["debug", "info", "warning", "error"]


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

    def __post_init__(self) -> None:
        """Checks the settings that their types leave open. Raises ValueError with a sentence."""
        if not 0 <= self.port <= 65535:
            raise ValueError(f"The port must be 0 to 65535, not {self.port}.")
        if not self.bot_seconds > 0:
            raise ValueError(f"The time for a bot must be more than 0 seconds, not {self.bot_seconds:g}.")
        url = urlsplit(self.public_url)
        if self.public_url and (
            url.scheme not in ("http", "https") or not url.hostname or url.path.strip("/")
        ):
            raise ValueError(
                f"The public URL must look like https://play.example.org, not {self.public_url}."
            )


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
