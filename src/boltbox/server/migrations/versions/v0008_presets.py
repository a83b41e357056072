"""How are house rules kept for later? As presets: options under a name, each with a link of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

ID = sa.String(40)
INSTANT = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Adds the table of presets."""
    op.create_table(
        "presets",
        sa.Column("id", ID, primary_key=True),
        sa.Column("person", ID, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
    )
    op.create_index("ix_presets_person", "presets", ["person"])
