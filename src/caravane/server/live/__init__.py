"""Tables that are played now: loading, committing, telling those who watch, sockets, news between processes."""
