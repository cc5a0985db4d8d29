"""Those who watch a table in this process. A message is made once for all who may see the same."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from caravane.server.live.patches import Forms, Sent
from caravane.server.tables.visibility import OUTSIDE
from caravane.server.wire import messages

_encoder = msgspec.json.Encoder()


class Reader(Protocol):
    """Who is sent messages."""

    def send_text(self, message: bytes) -> None:
        """Send a message soon; nobody waits for it."""


@dataclass(eq=False, slots=True)
class Watcher:
    """One socket at one table, looking from one seat."""

    person: str | None
    viewer: int
    reader: Reader
    takes_patches: bool = False
    sent: Sent | None = None  # the last position, if it takes patches
    counts: int = 1  # for how many tables of those that its person may watch


@dataclass
class Subscribers:
    """Everybody who watches one table here."""

    watchers: set[Watcher] = field(default_factory=set)
    elsewhere: dict[str, frozenset[int]] = field(default_factory=dict)  # seats connected to other processes
    thought: tuple[int, bool, int] | None = None  # the last bot that was said to think, and when
    _shown: frozenset[int] = frozenset()
    _by_viewer: dict[int, list[Watcher]] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nobody watches."""
        return not self.watchers

    def add(self, watcher: Watcher) -> None:
        """Let a watcher follow the table."""
        self.watchers.add(watcher)
        self._by_viewer = None

    def remove(self, watcher: Watcher) -> None:
        """Take a watcher out."""
        self.watchers.discard(watcher)
        self._by_viewer = None

    def here(self) -> frozenset[int]:
        """The seats connected to this process."""
        return frozenset(watcher.viewer for watcher in self.watchers if 0 <= watcher.viewer < OUTSIDE)

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
        """Send a message, encoded once, to some watchers."""
        data = _encoder.encode(message)
        for watcher in watchers:
            watcher.reader.send_text(data)

    def send_update(self, watchers: list[Watcher], update: messages.Update) -> None:
        """Tell some what happened: the position after it, or what changed in the one that they were sent before."""
        if update.position is None:
            self.send(watchers, update)
            return
        forms = Forms(update)
        for watcher in watchers:
            watcher.reader.send_text(forms.after(watcher.sent))
        sent = forms.sent()
        for watcher in watchers:
            watcher.sent = sent if watcher.takes_patches else None

    def send_all(self, message: messages.ToClient) -> None:
        """Send a message, encoded once, to every watcher."""
        self.send(self.watchers, message)
