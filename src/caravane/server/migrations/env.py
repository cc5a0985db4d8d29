"""Alembic's environment: the connection is given by `caravane.server.migrate`."""

from alembic import context

from caravane.server.database import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
