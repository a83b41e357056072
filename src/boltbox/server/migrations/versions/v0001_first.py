"""What did the first database have? People, tokens, deals, tables, seats, entries and results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.String(40)
HASH = sa.String(64)
INSTANT = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Makes the first tables."""
    people()
    op.create_table(
        "deals",
        sa.Column("commitment", HASH, primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
    )
    tables()
    op.create_table(
        "entries",
        sa.Column("stream", ID, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("instant", INSTANT, nullable=False),
        sa.Column("actor", sa.SmallInteger, nullable=False),
        sa.Column("id", ID),
        sa.Column("decision", INSTANT),
        sa.Column("action", sa.LargeBinary),
        sa.Column("events", sa.LargeBinary, nullable=False),
    )
    results()


def people() -> None:
    """Makes the tables of people and their tokens."""
    op.create_table(
        "people",
        sa.Column("id", ID, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("suit", sa.SmallInteger, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", ID, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("created", INSTANT, nullable=False),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])


def tables() -> None:
    """Makes the tables of tables and their seats."""
    op.create_table(
        "tables",
        sa.Column("id", ID, primary_key=True),
        sa.Column("game", ID, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("host", ID, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("deal", HASH, sa.ForeignKey("deals.commitment"), nullable=False),
        sa.Column("next", ID, sa.ForeignKey("tables.id")),
    )
    op.create_index("ix_tables_status", "tables", ["status"])
    op.create_table(
        "seats",
        sa.Column("table", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("suit", sa.SmallInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("person", ID, sa.ForeignKey("people.id")),
        sa.Column("bot", ID),
    )
    op.create_index("ix_seats_person", "seats", ["person"])


def results() -> None:
    """Makes the table of results."""
    op.create_table(
        "results",
        sa.Column("table", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("person", ID, sa.ForeignKey("people.id")),
        sa.Column("bot", ID),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("parts", sa.LargeBinary, nullable=False),
        sa.Column("rank", sa.SmallInteger, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options_hash", HASH, nullable=False),
        sa.Column("house", sa.Boolean, nullable=False),
        sa.Column("bots", sa.SmallInteger, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("ended", INSTANT, nullable=False),
    )
    op.create_index("ix_results_person_ended", "results", ["person", "ended"])
    op.create_index("ix_results_game_ended", "results", ["game", "ended"])
