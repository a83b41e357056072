"""What does pass and play need? Seats of guests, on the device of a person."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds whether a seat is a guest's."""
    op.add_column("seats", sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false()))
