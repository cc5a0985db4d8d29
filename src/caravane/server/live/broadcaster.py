"""Tells those who watch a table in this process what they may know of what happened there."""

from caravane.game import SPECTATOR
from caravane.server.accounts.people import People
from caravane.server.live import projection, table_card
from caravane.server.live.downtime import Downtime
from caravane.server.live.news import Bus
from caravane.server.live.subscribers import Subscribers, Watcher
from caravane.server.live.table_cache import TableCache
from caravane.server.tables import facts
from caravane.server.tables.table import LiveTable
from caravane.server.wire import messages

_MOVES = {
    facts.Started, facts.Acted, facts.Undone, facts.Ended, facts.Aborted, facts.Replaced, facts.Returned,
    facts.PhaseBegan, facts.SeatReady, facts.Resigned, facts.UndoAsked, facts.UndoAnswered, facts.UndoWithdrawn,
}  # fmt: skip
_TABLE_FACTS = {
    facts.SeatSet, facts.EntropyAdded, facts.Started, facts.Replaced, facts.Returned, facts.Resigned, facts.Ended, facts.Aborted,
    facts.Rematched,
}  # fmt: skip


class Broadcaster:
    """Those who watch, by table."""

    def __init__(self, people: People, cache: TableCache, bus: Bus, downtime: Downtime) -> None:
        self._people = people
        self._cache = cache
        self._bus = bus
        self._now = downtime.tick
        self.by_table: dict[str, Subscribers] = {}

    def watch(self, table: LiveTable, watcher: Watcher) -> None:
        """From now on the watcher is told."""
        subscribers = self.by_table.get(table.id)
        if subscribers is None:
            subscribers = self.by_table[table.id] = Subscribers()
            self._cache.hold(table.id)  # what is watched stays in memory
        subscribers.add(watcher)
        self._presence_changed(table, subscribers)

    def unwatch(self, table: str, watcher: Watcher) -> None:
        """From now on the watcher is told nothing more."""
        subscribers = self.by_table.get(table)
        if subscribers is None:
            return
        subscribers.remove(watcher)
        if (found := self._cache.get(table)) is not None:
            self._presence_changed(found, subscribers)
        if subscribers.is_empty:
            del self.by_table[table]
            self._cache.drop(table)

    def connected(self, table: str) -> frozenset[int]:
        """The seats with somebody at the other end."""
        subscribers = self.by_table.get(table)
        return subscribers.connected() if subscribers else frozenset()

    def connected_elsewhere(self, table: LiveTable, process: str, seats: frozenset[int]) -> None:
        """Another process says who is connected there."""
        subscribers = self.by_table.get(table.id)
        if subscribers is not None:
            subscribers.elsewhere[process] = seats
            self._presence_changed(table, subscribers)

    def _presence_changed(self, table: LiveTable, subscribers: Subscribers) -> None:
        if not subscribers.presence_changed():
            return
        self._tell_table(table)
        self._bus.tell(table=table.id, connected=sorted(subscribers.here()))

    def tell(self, table: LiveTable, first: int) -> None:
        """Send each watcher what it may know of the facts from index `first` on."""
        subscribers = self.by_table.get(table.id)
        if subscribers is None:
            return
        kinds = {type(fact) for fact in table.log[first:]}
        moved = not kinds.isdisjoint(_MOVES)
        now = self._now()
        told: dict[int, projection.Told] = {}
        for viewer, watchers in subscribers.by_viewer().items():
            like = projection.told_like(table, viewer)
            if like not in told:
                told[like] = projection.tell(table, viewer, first, self._people.name)
            sequence, entries = told[like]
            if entries is None:
                continue  # what it may not know of does not exist for it
            subscribers.send_update(
                watchers,
                messages.Update(
                    table=table.id,
                    seat=projection.wire_seat(viewer),
                    sequence=sequence,
                    entries=entries,
                    position=projection.position(table, viewer, now) if moved else None,
                ),
            )
        if facts.Waited in kinds and (clocks := table.clocks.on_the_wire(now)) is not None:
            subscribers.send_all(messages.ClocksChanged(table=table.id, clocks=clocks))
        if not kinds.isdisjoint(_TABLE_FACTS):
            self._tell_table(table)

    def _tell_table(self, table: LiveTable) -> None:
        subscribers = self.by_table.get(table.id)
        if subscribers is None:
            return
        for person, watchers in subscribers.by_person().items():
            shown = table_card.table_facts(table, person, self._people, subscribers.connected())
            subscribers.send(watchers, messages.TableChanged(table=shown))

    def tell_thinking(self, table: LiveTable, seat: int, *, is_warming: bool) -> None:
        """Say that a bot thinks, but not how often: each order that it writes in secret is a thought of its own."""
        subscribers = self.by_table.get(table.id)
        if subscribers is None:
            return
        thought = (seat, is_warming, table.last_sequence(SPECTATOR))
        if subscribers.thought != thought:
            subscribers.thought = thought
            subscribers.send_all(messages.Thinking(table=table.id, seat=seat, warming=is_warming))

    def tell_stopping(self) -> None:
        """Say to everybody that this server stops."""
        for subscribers in self.by_table.values():
            subscribers.send_all(messages.Stopping())
