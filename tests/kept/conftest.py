"""The databases of the server's tests."""

from tests.server.conftest import postgresql_server

__all__ = ["postgresql_server"]
