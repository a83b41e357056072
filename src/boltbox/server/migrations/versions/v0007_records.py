"""Where do the records lie that people bring? In a table of their own, packed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

ID = sa.String(40)
INSTANT = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Adds the table `records`."""
    op.create_table(
        "records",
        sa.Column("id", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("card", sa.LargeBinary, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_records"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_records_person"),
    )
    op.create_index("ix_records_person_hash", "records", ["person", "hash"], unique=True)
