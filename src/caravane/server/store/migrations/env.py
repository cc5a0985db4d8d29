"""Alembic's environment: the connection is given by `caravane.server.store.migrate`."""

from alembic import context

from caravane.server.store.database import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
