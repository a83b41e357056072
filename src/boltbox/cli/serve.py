"""How is a server started from a terminal? Settings by flag or variable, then the addresses to play at."""

import io
import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
import segno

from boltbox.server.settings import Flag, Settings, flags

if TYPE_CHECKING:
    from boltbox.server.listen import Listening

Function = TypeVar("Function", bound=Callable[..., Any])


def settable(function: Function) -> Function:
    """Gives a command an option and a variable for every setting of a server."""
    for flag in reversed(flags()):
        function = _option(flag)(function)
    return function


def _option(flag: Flag) -> Callable[[Function], Function]:
    kind: Any = click.Choice(flag.choices) if flag.choices else flag.kind
    return click.option(
        flag.flag,
        flag.name,
        type=None if flag.kind is bool else kind,
        is_flag=flag.kind is bool,
        default=flag.default,
        show_default={"": "none", False: "off"}.get(flag.default, True),
        envvar=flag.variable,
        show_envvar=True,
        help=flag.sentence,
    )


@click.command("serve", short_help="Serve games to browsers and phones.")
@settable
def command(**given: Any) -> None:
    """Serve games to everybody who can reach this machine."""
    from boltbox.server import logs
    from boltbox.server.listen import CantListen
    from boltbox.server.run import run
    from boltbox.server.store import StoreInUse, StoreUnreadable

    try:
        settings = Settings(**given)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    logs.start(settings)
    try:
        run(settings, lambda listening: welcome(settings, listening))
    except (StoreInUse, StoreUnreadable, CantListen) as error:
        raise click.ClickException(str(error)) from error


def welcome(settings: Settings, listening: "Listening") -> None:
    """Says where to play: here, and on phones in the room."""
    if listening.taken is not None:
        click.echo(f"Port {listening.taken} is taken, so this is port {listening.port}.")
    click.echo(f"\nBoltbox is ready. Play here:  {listening.here}")
    outside = (settings.public_url,) if settings.public_url else listening.room
    if outside:
        click.echo(
            f"{'From anywhere' if settings.public_url else 'On phones in this room'}: {' or '.join(outside)}"
        )
        click.echo(_picture(outside[0]))
    click.echo("Ctrl-C ends it.")
    if settings.open and has_browser():
        threading.Thread(target=webbrowser.open, args=(listening.here,), daemon=True).start()


def has_browser() -> bool:
    """Tells whether a browser can open a window here; one for text would take this terminal over."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _picture(url: str) -> str:
    """Draws the QR code of an address in characters."""
    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
