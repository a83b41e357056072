"""Where do migrations run? On the connection that the store hands over; never by Alembic's own command."""

from alembic import context

from boltbox.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=False,  # the store has opened the transaction
)
context.run_migrations()
