"""Those who watch a table in this process. A message is made once for all who may see the same."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from caravane.server import messages
from caravane.server.line import Line

PATIENCE = 256  # messages that may wait for one reader before it is cut off
_encoder = msgspec.json.Encoder()


class Outbox:
    """What waits to be sent over one socket. A reader that falls behind is cut off; nobody waits for it."""

    def __init__(self, line: Line | None = None) -> None:
        self._line = line
        self._waiting: list[bytes] = []
        self._is_in_hand = False  # something was taken and may not be sent yet
        self._wake = asyncio.Event()
        self.overflowed = False

    def put(self, message: bytes) -> None:
        """Send this when there is time."""
        if self._line is not None and not self._waiting and not self._is_in_hand and self._line.send_soon(message):
            return
        if len(self._waiting) >= PATIENCE:
            self.overflowed = True
        else:
            self._waiting.append(message)
        self._wake.set()

    def put_message(self, message: messages.ToClient) -> None:
        """Send this when there is time."""
        self.put(_encoder.encode(message))

    async def take(self) -> list[bytes]:
        """All that waits, as soon as there is something."""
        self._is_in_hand = False
        await self._wake.wait()
        self._wake.clear()
        taken, self._waiting = self._waiting, []
        self._is_in_hand = True
        return taken


@dataclass(eq=False, slots=True)
class Watcher:
    """One socket at one table, looking from one seat."""

    person: str | None
    viewer: int
    outbox: Outbox


@dataclass
class Room:
    """Everybody who watches one table here."""

    watchers: set[Watcher] = field(default_factory=set)
    elsewhere: dict[str, frozenset[int]] = field(default_factory=dict)  # seats connected to other processes
    _shown: frozenset[int] = frozenset()
    _by_viewer: dict[int, list[Watcher]] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nobody watches."""
        return not self.watchers

    def add(self, watcher: Watcher) -> None:
        """Come in."""
        self.watchers.add(watcher)
        self._by_viewer = None

    def remove(self, watcher: Watcher) -> None:
        """Go."""
        self.watchers.discard(watcher)
        self._by_viewer = None

    def here(self) -> frozenset[int]:
        """The seats connected to this process."""
        return frozenset(watcher.viewer for watcher in self.watchers if watcher.viewer >= 0)

    def connected(self) -> frozenset[int]:
        """The seats connected anywhere."""
        return self.here().union(*self.elsewhere.values())

    def presence_changed(self) -> bool:
        """Whether it did since the last call."""
        now = self.connected()
        changed, self._shown = now != self._shown, now
        return changed

    def by_viewer(self) -> dict[int, list[Watcher]]:
        """Watchers who see the same."""
        if self._by_viewer is None:
            self._by_viewer = {}
            for watcher in self.watchers:
                self._by_viewer.setdefault(watcher.viewer, []).append(watcher)
        return self._by_viewer

    def by_person(self) -> dict[str | None, list[Watcher]]:
        """Watchers who are the same person."""
        groups: dict[str | None, list[Watcher]] = defaultdict(list)
        for watcher in self.watchers:
            groups[watcher.person].append(watcher)
        return groups

    def send(self, watchers: Iterable[Watcher], message: messages.ToClient) -> None:
        """Tell some."""
        data = _encoder.encode(message)
        for watcher in watchers:
            watcher.outbox.put(data)

    def send_all(self, message: messages.ToClient) -> None:
        """Tell all."""
        self.send(self.watchers, message)
