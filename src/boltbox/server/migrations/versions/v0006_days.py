"""What does a deal for everybody need? A deal for each day, and whose try of it, or practice, a table is."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

ID = sa.String(40)
HASH = sa.String(64)
DAY = sa.String(10)


def upgrade() -> None:
    """Adds the days, and to each table the day that it counts for or is practice of."""
    op.create_table(
        "daily",
        sa.Column("day", DAY, primary_key=True),
        sa.Column("game", ID, primary_key=True),
        sa.Column("deal", HASH, sa.ForeignKey("deals.commitment"), nullable=False),
    )
    op.add_column("tables", sa.Column("day", DAY))
    op.add_column("tables", sa.Column("practice", DAY))
    op.create_index("ix_tables_day_game_host", "tables", ["day", "game", "host"], unique=True)
