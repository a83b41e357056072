"""How is the log written? One line an event: words, then values by name; for people, or as JSON.

What is logged says `"not saved table=%s error=%r"`. No line has a token, a secret, a name or a whole link.
"""

import hashlib
import json
import logging
import re
import secrets
import time
from contextvars import ContextVar
from typing import Final

from boltbox.server.settings import Settings

FIELD: Final = re.compile(r" (\w+)=%[sr]")
PLAIN: Final = re.compile(r"[^\s\"=\\]+")  # values that need no quotes
NOISY: Final = ("alembic", "uvicorn")  # whose everyday lines are for who debugs; uvicorn's name whole links

asked: Final[ContextVar[str]] = ContextVar("asked", default="")  # the request or connection being served


def new_request() -> str:
    """Names the request or connection that is served from here on, for its lines in the log."""
    name = secrets.token_hex(4)
    asked.set(name)
    return name


def short(link: str) -> str:
    """Names a table, or another thing that a link leads to, so that nobody can come to it by the log."""
    return hashlib.sha256(link.encode(errors="replace")).hexdigest()[:10]


class Lines(logging.Formatter):
    """Writes a line for people: instant, level, what happened, and its values as key=value."""

    def format(self, record: logging.LogRecord) -> str:
        """Writes one event; after a failure lines with its trace follow."""
        event, values = read(record)
        shown = "".join(f" {name}={_quoted(value)}" for name, value in values.items())
        line = f"{_instant(record)} {record.levelname.lower()} {event}{shown}"
        trace = _trace(self, record)
        return line + "".join(f"\n    {one}" for one in trace.splitlines())


class JsonLines(logging.Formatter):
    """Writes a line for machines: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Writes one event, with its trace after a failure."""
        event, values = read(record)
        level, room = record.levelname.lower(), record.name
        line = {"time": _instant(record), "level": level, "from": room, "event": event, **values}
        trace = _trace(self, record)
        return json.dumps({**line, "trace": trace} if trace else line)


def read(record: logging.LogRecord) -> tuple[str, dict[str, str | int | float]]:
    """Reads what happened and the values that go with it; others than ours are all words."""
    names = FIELD.findall(str(record.msg))
    values = record.args if isinstance(record.args, tuple) else ()
    if len(names) != len(values):
        return " ".join(record.getMessage().split()), {}
    event = FIELD.sub("", str(record.msg)) if names else record.getMessage()
    fields = {
        name: value if isinstance(value, int | float) else str(value)
        for name, value in zip(names, values, strict=True)
    }
    if asked.get():
        fields["asked"] = asked.get()
    return " ".join(event.split()), fields


def start(settings: Settings) -> None:
    """Starts the log on the standard error stream."""
    stream = logging.StreamHandler()
    stream.setFormatter(JsonLines() if settings.log_format == "json" else Lines())
    logging.basicConfig(level=settings.log_level.upper(), handlers=[stream])
    for name in NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


def _instant(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"


def _quoted(value: object) -> str:
    text = str(value)
    return text if PLAIN.fullmatch(text) else json.dumps(text)


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    return formatter.formatException(record.exc_info) if record.exc_info else ""
