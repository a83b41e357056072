"""What can be done from a terminal? One command a file, imported when it runs."""

from importlib import import_module
from typing import Final

import click

COMMANDS: Final = {
    "play": "play",
    "serve": "serve",
}  # command -> its file here; each names its command `command`


class Lazy(click.Group):
    """Is a group that imports a command only when it is asked for, so that each starts quickly."""

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
        return command


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="boltbox", message="%(prog)s %(version)s")
def main() -> None:
    """Boltbox: an open game table for Lucky Box."""
