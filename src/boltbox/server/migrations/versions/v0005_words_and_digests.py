"""What does a deal need that people add to? Their words, and the digest that ends the record of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the words of people to deals, and the digest of its record to a table; old ones have none."""
    op.add_column("deals", sa.Column("words", sa.LargeBinary))
    op.add_column("tables", sa.Column("digest", sa.String(64)))
