"""Do goals and rests of a race land on all pages together? A table says so."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds whether lines are evened; old tables have it as new ones do."""
    op.add_column("tables", sa.Column("even_lines", sa.Boolean, nullable=False, server_default=sa.true()))
