"""One server on one SQLite file. The system lets go of the lock when the process is gone, however it went.

The lock is on a file beside the database: locks on the database itself are SQLite's own. Backups and the doctor take
none, so they work while a server runs. Several processes of one server share the lock.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sqlalchemy import make_url

from caravane.errors import BadInput
from caravane.server.config import Settings, async_url
from caravane.text import Text


class AlreadyServed(BadInput):
    """Another server uses the database; `address` is where it listens."""

    def __init__(self, database: Path, address: str) -> None:
        where = f" ({address})" if address else ""
        super().__init__(
            Text(
                f"Un autre serveur utilise déjà {database}{where}. Arrêtez-le d’abord, ou donnez un autre --database-url.",
                f"Another server already uses {database}{where}. Stop it first, or give another --database-url.",
            )
        )
        self.address = address


@contextmanager
def sole_server(settings: Settings, *, is_part: bool = False) -> Iterator[None]:
    """Be the only server on a SQLite file while the block runs; raises AlreadyServed. With `is_part`, one of several."""
    database = _file_of(settings.database_url)
    if database is None:
        yield
        return
    beside = database.with_name(database.name + ".lock")
    with beside.open("a+") as file:
        if not _lock(file, is_shared=is_part):
            file.seek(0)
            raise AlreadyServed(database, file.read(200).strip())
        if not is_part:
            _say_where(file, f"http://{settings.host}:{settings.port}")
            if settings.workers > 1:
                _lock(file, is_shared=True)
        yield


def _say_where(file: IO[str], address: str) -> None:
    with contextlib.suppress(OSError):  # on a full disk the second server is not told the address
        file.truncate(0)
        file.write(address + "\n")
        file.flush()


def _file_of(database_url: str) -> Path | None:
    url = make_url(async_url(database_url))
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(os.path.realpath(url.database))


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str], *, is_shared: bool) -> bool:
        """Windows has no shared locks of this kind: there the parent's alone holds."""
        if is_shared:
            return True
        file.seek(1_000_000)  # a byte that nobody writes or reads
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        file.seek(0)
        return True

else:
    import fcntl

    def _lock(file: IO[str], *, is_shared: bool) -> bool:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
