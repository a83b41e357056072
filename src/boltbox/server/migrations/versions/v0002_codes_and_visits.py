"""What do a second device and tables that nobody visits need? Codes that work once, and the last visit."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

ID = sa.String(40)
INSTANT = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Adds the table of codes, and to each table when it was visited last."""
    op.create_table(
        "codes",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", ID, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("created", INSTANT, nullable=False),
    )
    op.create_index("ix_codes_person", "codes", ["person"])
    op.add_column("tables", sa.Column("visited", INSTANT, nullable=False, server_default="0"))
