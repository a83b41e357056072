"""How does an older database become today's? Alembic's steps, run from inside the package."""

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from boltbox.server.store import StoreUnreadable

PLACE: Final = "boltbox.server:migrations"


def migrate(connection: Connection) -> None:
    """Brings a database to today's schema, inside the transaction of the connection.

    Raises StoreUnreadable when a newer Boltbox has taken it further than this one knows.
    """
    config, steps = _steps()
    at = MigrationContext.configure(connection).get_current_revision()
    if at == steps.get_current_head():
        return
    if at is not None and at not in {step.revision for step in steps.walk_revisions()}:
        raise StoreUnreadable(f"this database is at step {at}, which only a newer Boltbox knows")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def checked(connection: Connection) -> None:
    """Checks that a database is at today's schema. Raises StoreUnreadable if it isn't."""
    at, today = MigrationContext.configure(connection).get_current_revision(), _steps()[1].get_current_head()
    if at != today:
        raise StoreUnreadable(f"this database is at step {at}, not {today}")


def _steps() -> tuple[Config, ScriptDirectory]:
    config = Config()
    config.set_main_option("script_location", PLACE)
    config.set_main_option("path_separator", "os")
    return config, ScriptDirectory.from_config(config)
