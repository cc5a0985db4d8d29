"""Passwords: hashed with argon2, a few at a time, so that many who log in at once take no more memory than a few."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from caravane.server.accounts.names import canonical
from caravane.server.problems import Refused

MOST_WAITING = 100  # for their turn; who comes then is asked to try again
# Of a password that nobody knows: a name that does not exist takes as long as one that does.
NOBODYS = "$argon2id$v=19$m=65536,t=3,p=4$7mZxkQxTS0SeoY/luxNC8g$aGRj7e4BqsDdAQWi5UnSw2m+MeNgz/kzU0fO0RSueXk"

Answer = TypeVar("Answer")


class Passwords:
    """Makes and checks hashes in threads of its own; one hash takes 64 MB while it is made."""

    def __init__(self, at_once: int = 2) -> None:
        self._hasher = PasswordHasher()
        self._threads = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="password")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """The hash that is stored instead of a password."""
        return await self._run(lambda: self._hasher.hash(password))

    async def is_right(self, stored: str | None, password: str) -> bool:
        """Whether it is the one that was stored; takes as long where nothing is."""
        return await self._run(lambda: self._verify(stored or NOBODYS, password)) and stored is not None

    def is_outdated(self, stored: str) -> bool:
        """Whether it was hashed with less effort than today's."""
        return self._hasher.check_needs_rehash(stored)

    def stop(self) -> None:
        """End the threads; hashes still waiting are dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], Answer]) -> Answer:
        if self._waiting >= MOST_WAITING:
            raise Refused("busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def check_password(password: str, name: str) -> None:
    """Refuse what is guessed first: the commonest passwords, and the name itself."""
    plain = password.strip().casefold()
    if plain in common_passwords() or canonical(password) == canonical(name):
        raise Refused("common-password")


@cache
def common_passwords() -> frozenset[str]:
    """The commonest, in lower case; the file says where they come from."""
    text = (files("caravane.server.accounts") / "common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("# "))
