"""The open sockets of this process, by whose they are: a credential that ends takes its sockets with it."""

from collections.abc import Iterable
from typing import Protocol

from caravane.server.accounts.credentials import Credential


class Ending(Protocol):
    """A socket that can be ended."""

    def end(self) -> None:
        """Obey and tell nothing from now on, and hang up."""


class OpenSockets:
    """Who is connected here, and with what."""

    def __init__(self) -> None:
        self._by_person: dict[str, dict[Ending, Credential]] = {}

    def add(self, person: str, credential: Credential, socket: Ending) -> None:
        """Note an open socket and by which session or token it came."""
        self._by_person.setdefault(person, {})[socket] = credential

    def remove(self, person: str, socket: Ending) -> None:
        """Forget a socket that was closed."""
        sockets = self._by_person.get(person, {})
        sockets.pop(socket, None)
        if not sockets:
            self._by_person.pop(person, None)

    def end(self, person: str, keys: Iterable[str] | None = None) -> None:
        """End what was opened with these credentials of a person; without any named, everything of hers."""
        wanted = None if keys is None else set(keys)
        for socket, credential in list(self._by_person.get(person, {}).items()):
            if wanted is None or credential.key in wanted:
                socket.end()

    def credentials(self) -> dict[str, tuple[str, Credential]]:
        """All credentials with open sockets, by key, and whose they are."""
        return {
            credential.key: (person, credential)
            for person, sockets in self._by_person.items()
            for credential in sockets.values()
        }
