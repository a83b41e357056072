"""What does a table need that is found and kept? A code, an id for watching, and how it is kept."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ID = sa.String(40)
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def upgrade() -> None:
    """Adds how tables are found and kept, and who has agreed to it; old tables get ids for watching."""
    for column in (
        sa.Column("code", ID),
        sa.Column("watch", ID),
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("act_seconds", sa.SmallInteger),
        sa.Column("absent", ID, nullable=False, server_default="wait"),
        sa.Column("chat", sa.Boolean, nullable=False, server_default=sa.true()),
    ):
        op.add_column("tables", column)
    op.add_column("seats", sa.Column("ready", sa.Boolean, nullable=False, server_default=sa.true()))
    _fill()
    op.create_index("ix_tables_watch", "tables", ["watch"], unique=True)
    opened = sa.text("status = 'open'")
    op.create_index(
        "ix_tables_code", "tables", ["code"], unique=True, sqlite_where=opened, postgresql_where=opened
    )


def _fill() -> None:
    tables = sa.table("tables", sa.column("id", ID), sa.column("watch", ID))
    connection = op.get_bind()
    for table in connection.execute(sa.select(tables.c.id)).scalars().all():
        watch = "".join(secrets.choice(LETTERS) for _ in range(12))
        connection.execute(sa.update(tables).where(tables.c.id == table).values(watch=watch))
