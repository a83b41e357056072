"""Do the migrations lead to the schema that the server works on?"""

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Inspector, create_engine, inspect
from sqlalchemy.engine.interfaces import ReflectedIndex

from boltbox.server import migrations
from boltbox.server.migrations import migrate
from boltbox.server.schema import metadata


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


def test_migrating_again_changes_nothing(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'boltbox.sqlite'}")
    for _ in range(2):
        with engine.begin() as connection:
            migrate(connection)
            assert MigrationContext.configure(connection).get_current_revision() == "0003"
    engine.dispose()


def test_each_step_has_one_before_it() -> None:
    steps = list(ScriptDirectory(Path(migrations.__file__).parent).walk_revisions())
    assert [step.revision for step in steps] == [f"{number:04}" for number in range(len(steps), 0, -1)]


def _words(index: ReflectedIndex) -> str:
    """Words an index; what it holds only for is an object of its own."""
    special = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
    return str({**index, "dialect_options": special})
