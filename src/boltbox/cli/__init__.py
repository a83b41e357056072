"""What can be done from a terminal? One command a file, imported when it runs."""

import errno
import os
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

import click

COMMANDS: Final = {
    "deck": "deck",
    "goals": "goals",
    "play": "play",
    "replay": "replay",
    "serve": "serve",
    "simulate": "simulate",
    "verify": "verify",
}  # command -> its file here; each names its command `command`
ROOM: Final = 48  # characters that a line of a help needs, lest it be ragged
FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # nothing more can be written


class TidyHelp(click.HelpFormatter):
    """Is a help whose lines break between words: names and texts side by side only where both have room."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Writes names and texts; each text under its name, where many lines would be short."""
        rows = list(rows)
        left = self.current_indent + max(len(name) for name, _ in rows) + col_spacing
        beside = self.width - left >= ROOM or all(len(text) <= self.width - left for _, text in rows)
        if not beside:
            left = self.current_indent + 4
        for name, text in rows:
            lines = list(_lines(text, self.width - left))
            start = f"{'':{self.current_indent}}{name}"
            if beside and lines:
                start = f"{start:{left}}{lines.pop(0)}"
            self.write("".join(f"{line}\n" for line in (start, *(f"{'':{left}}{line}" for line in lines))))


def _lines(text: str, width: int) -> Iterator[str]:
    """Breaks a text into lines; what click adds in brackets stays in one piece, if a line can hold it."""
    said, bracket, extra = text.partition("  [")
    lines = textwrap.wrap(said, width, break_long_words=False, break_on_hyphens=False)
    pieces = [f"{bracket.strip()}{extra}"] if bracket else []
    if pieces and len(pieces[0]) > width:
        pieces = pieces[0].replace("; ", ";\n ").split("\n")
    elif len(text) <= width:
        lines, pieces = [text], []
    yield from (*lines, *pieces)


class Tidy(click.Context):
    """Is a context of a command with a tidy help."""

    formatter_class = TidyHelp


class Lazy(click.Group):
    """Is a group that imports a command only when it is asked for, so that each starts quickly."""

    context_class = Tidy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Lists the names of the commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Imports a command."""
        if name not in COMMANDS:
            return None
        command = import_module(f"boltbox.cli.{COMMANDS[name]}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"boltbox.cli.{COMMANDS[name]} has no command")
        command.context_class = Tidy
        return command

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs a command; says in a sentence that the disk is full, and nothing when nobody reads on."""
        try:
            return super().main(*args, **extra)
        except OSError as error:
            if error.errno not in FULL:
                raise
            with suppress(OSError):
                click.echo(f"Error: nothing more can be written: {os.strerror(error.errno)}.", err=True)
            _write_no_more()
            sys.exit(1)


def _write_no_more() -> None:
    """Lets go of what couldn't be written; else the interpreter would try, and fail, again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, AttributeError):
            stream.flush()
            continue
        with suppress(OSError, AttributeError, ValueError):
            os.dup2(nowhere, stream.fileno())


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="boltbox", message="%(prog)s %(version)s")
def main() -> None:
    """Boltbox: an open game table for Lucky Box and Lightning Dice."""
