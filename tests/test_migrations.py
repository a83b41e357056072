"""Do the migrations lead to the schema that the server works on?"""

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Inspector, create_engine, inspect, text
from sqlalchemy.engine.interfaces import ReflectedIndex

from boltbox.server import migrations
from boltbox.server.migrations import migrate
from boltbox.server.schema import metadata

OLD = "INSERT INTO tables VALUES ('{}', 'luckybox', 'open', x'7b7d', 'p', 1, 'c', NULL, 0)"


def test_the_steps_lead_to_the_schema(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'boltbox.sqlite'}")
    with engine.begin() as connection:
        migrate(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        migrated = {name: _shape(inspect(connection), name) for name in metadata.tables}
    engine.dispose()

    # Alembic compares neither primary keys nor the names of keys: so here is a schema made at once.
    fresh = create_engine("sqlite://")
    with fresh.begin() as connection:
        metadata.create_all(connection)
        assert migrated == {name: _shape(inspect(connection), name) for name in metadata.tables}
    fresh.dispose()


def _shape(seen: Inspector, table: str) -> list[object]:
    columns = [(one["name"], str(one["type"]), one["nullable"]) for one in seen.get_columns(table)]
    foreign = sorted((one["name"], str(one)) for one in seen.get_foreign_keys(table))
    indexes = sorted((str(one["name"]), _words(one)) for one in seen.get_indexes(table))
    return [columns, seen.get_pk_constraint(table), foreign, indexes]


def test_tables_of_before_can_be_watched_and_keep_all(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'boltbox.sqlite'}")
    with engine.begin() as connection:
        _up_to(connection, "0002")
        person, deal = (
            "INSERT INTO people VALUES ('p', 'P', 1, 1)",
            "INSERT INTO deals VALUES ('c', x'00', 1)",
        )
        for statement in (person, deal, *(OLD.format(table) for table in ("t1", "t2"))):
            connection.execute(text(statement))
        connection.execute(text("INSERT INTO seats VALUES ('t1', 1, 3, '', 'p', NULL)"))
        migrate(connection)
        rows = connection.execute(text("SELECT id, watch, code, listed, absent, chat FROM tables")).all()
        assert [(row.id, row.code, row.listed, row.absent, row.chat) for row in rows] == [
            ("t1", None, 0, "wait", 1),
            ("t2", None, 0, "wait", 1),
        ]
        assert len({row.watch for row in rows} - {None}) == 2
        assert connection.execute(text("SELECT ready FROM seats")).scalar_one() == 1
    engine.dispose()


def test_games_of_before_have_no_words_and_no_digest(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'boltbox.sqlite'}")
    with engine.begin() as connection:
        _up_to(connection, "0004")
        connection.execute(text("INSERT INTO people VALUES ('p', 'P', 1, 1)"))
        connection.execute(text("INSERT INTO deals VALUES ('c', x'00', 1)"))
        known = "INSERT INTO tables (id, game, status, options, host, created, deal)"
        connection.execute(text(f"{known} VALUES ('t', 'luckybox', 'ended', x'7b7d', 'p', 1, 'c')"))
        migrate(connection)
        assert connection.execute(text("SELECT secret, words FROM deals")).one() == (b"\0", None)
        assert connection.execute(text("SELECT status, digest FROM tables")).one() == ("ended", None)
    engine.dispose()


def _up_to(connection: Connection, step: str) -> None:
    config = Config()
    config.set_main_option("script_location", migrations.PLACE)
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, step)


def test_migrating_again_changes_nothing(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'boltbox.sqlite'}")
    for _ in range(2):
        with engine.begin() as connection:
            migrate(connection)
            assert MigrationContext.configure(connection).get_current_revision() == "0009"
    engine.dispose()


def test_each_step_has_one_before_it() -> None:
    steps = list(ScriptDirectory(Path(migrations.__file__).parent).walk_revisions())
    assert [step.revision for step in steps] == [f"{number:04}" for number in range(len(steps), 0, -1)]


def _words(index: ReflectedIndex) -> str:
    """Words an index; what it holds only for is an object of its own."""
    special = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
    return str({**index, "dialect_options": special})
