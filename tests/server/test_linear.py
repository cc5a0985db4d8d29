"""What is done with a table's length grows with it and no faster: the work is counted up to ten thousand events."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

import caravane
from caravane import door, record
from caravane.course import MILESTONE
from caravane.game import load
from caravane.server import wire
from caravane.server.bots import negotiation
from caravane.server.live import projection, records, replay, table_card
from caravane.server.store.snapshots import batch_of_new, new_table, rebuild, save
from caravane.server.tables import facts
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable

SHORT, LONG = 2_500, 10_000  # events
SLACK = 1.15  # times as much as the length alone explains
OURS = str(Path(caravane.__file__).parent)
COUNTED = (f"{OURS}/server", f"{OURS}/course.py", f"{OURS}/door.py", f"{OURS}/record.py", f"{OURS}/play.py")


class Odometer:
    """Counts the lines of the server's code that run."""

    def __init__(self) -> None:
        self.lines = 0

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            self.lines += 1
        return self._line

    def _call(self, frame: FrameType, event: str, _: Any) -> Any:
        return self._line if frame.f_code.co_filename.startswith(COUNTED) else None

    def count(self, work: Callable[[], object]) -> int:
        """How many lines a piece of work takes."""
        before, self.lines = sys.gettrace(), 0
        sys.settrace(self._call)
        try:
            work()
        finally:
            sys.settrace(before)
        return self.lines


def grows_linearly(work: Callable[[int], Callable[[], object]]) -> None:
    """Four times the length is four times the work; `work` prepares it, what it returns is counted."""
    odometer = Odometer()
    short, long = odometer.count(work(SHORT)), odometer.count(work(LONG))
    assert long <= short * LONG / SHORT * SLACK, (short, long)


@pytest.fixture
def quick_rules(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Rules that do nothing, and how often they were asked: only the number matters here."""
    asked = [0]

    def count(*_: object) -> None:
        asked[0] += 1

    monkeypatch.setattr(door, "carry_out", count)
    return asked


def empty(game: str = "pistes", seats: int = 2) -> LiveTable:
    found = load(game)
    terms = facts.Terms(
        options=found.check_options({}),
        preset=None,
        clock=wire.NoClock(),
        on_timeout="bot",
        owner="ann",
        rules_version=1,
    )
    sitters = [facts.SeatSet(seat=seat, kind="person", person="ann") for seat in range(seats)]
    table = new_table("t", 0, game=game, terms=terms, visibility="link", seats=sitters)
    draft = Draft(table)
    draft.start("")
    for fact, reached in zip(draft.facts, draft.reached, strict=True):
        table.apply(fact, 0, reached)
    return table


def moved_and_taken_back(events: int) -> Iterator[tuple[facts.AnyFact, Any]]:
    """The same move again and again, each time taken back, with a word in between now and then."""
    table = empty()
    draft = Draft(table)
    draft.act(0, table.legal(0)[0])
    for number in range(events // 2):
        yield draft.facts[0], draft.reached[0]
        if number % 10 == 9:
            yield facts.Said(person="ann", seat=0, among=None, text="hm"), None
        else:
            yield facts.Undone(seat=0, kept=(number + 1) // 10), None


def long_table(events: int) -> LiveTable:
    table = empty()
    for fact, reached in moved_and_taken_back(events):
        table.apply(fact, 0, reached)
    return table


def names(_: str | None) -> str:
    return "Ann"


def test_adding_facts() -> None:
    grows_linearly(lambda events: lambda: long_table(events))


@pytest.mark.parametrize("viewer", [-1, 0])
def test_telling_the_history(viewer: int) -> None:
    def prepare(events: int) -> Callable[[], object]:
        table = long_table(events)
        return lambda: projection.entries(table, viewer, 0, names)

    grows_linearly(prepare)


def test_downloads() -> None:
    def prepare(events: int) -> Callable[[], object]:
        table = long_table(events)
        return lambda: (records.history(table, 0, names), records.write(table, names))

    grows_linearly(prepare)


def test_positions_of_the_past(quick_rules: list[int]) -> None:
    for events in (SHORT, LONG):
        table = long_table(events)
        quick_rules[0] = 0
        assert len(replay.frames(table, 0, 1, events, max(1, events // 20))) >= 20
        assert quick_rules[0] <= events
        quick_rules[0] = 0
        assert len(replay.frames(table, 0, events - 30, events)) == 30
        assert quick_rules[0] <= 2 * MILESTONE


@pytest.mark.parametrize("has_snapshot", [False, True])
def test_reading_a_table_from_its_log(quick_rules: list[int], has_snapshot: bool) -> None:
    def prepare(events: int) -> Callable[[], object]:
        table = long_table(events)
        batch = batch_of_new(table)
        rows = [(event["sequence"], event["at"], event["body"]) for event in batch.events]
        snapshot = {"sequence": table.sequence, "body": msgspec.msgpack.encode(save(table))} if has_snapshot else None
        return lambda: rebuild(batch.new_table, snapshot, rows)

    grows_linearly(prepare)
    assert quick_rules[0] <= (2 if has_snapshot else 5 * (SHORT + LONG))  # 2: the moves that were prepared


def test_what_bots_have_to_say_does_not_depend_on_what_was_said() -> None:
    odometer = Odometer()

    def prepare(events: int) -> Callable[[], object]:
        table = empty("africa1880", 3)
        for number in range(events // 2):
            table.apply(facts.Said(person="ann", seat=0, among=None, text="hm"), 0)
            name = f"p{number}"
            table.apply(facts.Proposed(id=name, seat=0, among=[0, 1], turn=0, terms=[]), 0)
            table.apply(facts.Answered(id=name, seat=1, answer="refuse"), 0)
        return lambda: (list(negotiation.jobs(table)), table_card.fairness(table))

    assert odometer.count(prepare(400)) == odometer.count(prepare(100))


def test_proposals_in_the_history() -> None:
    def prepare(events: int) -> Callable[[], object]:
        table = empty("africa1880", 3)
        for number in range(events // 2):
            table.apply(facts.Proposed(id=f"p{number}", seat=0, among=[0, 1], turn=0, terms=[]), 0)
            table.apply(facts.Answered(id=f"p{number}", seat=1, answer="accept"), 0)
        return lambda: projection.entries(table, 0, 0, names)

    grows_linearly(prepare)


def recorded(pairs: int) -> record.Record:
    """A record of one move that is made and taken back many times."""
    play = caravane.start("pistes", seed=1)
    lines = list(record.lines_of(play))
    play.apply(play.legal()[0])
    acted = list(record.lines_of(play))[len(lines)]
    return record.read(record.write([*lines, *[acted, record.TakenBack()] * pairs]))


@pytest.mark.parametrize("work", [lambda found: records.replay(found, "ann", 0), record.replay])
def test_reading_a_record(work: Callable[[record.Record], object]) -> None:
    odometer = Odometer()
    short, long = recorded(50), recorded(200)
    few, many = odometer.count(lambda: work(short)), odometer.count(lambda: work(long))
    assert many <= few * 4 * SLACK, (few, many)


@pytest.mark.parametrize(("actions", "undone"), [(records.MOST_ACTIONS + 1, 0), (2500, records.MOST_UNDONE + 1)])
def test_a_record_longer_than_any_game_is_refused_at_once(actions: int, undone: int) -> None:
    found = recorded(0)
    acted = record.Acted(0, {"type": "pass"})
    endless = record.Record(found.header, (*[acted] * actions, *[record.TakenBack()] * undone), None)
    with pytest.raises(caravane.BadRecord, match="The record is too long") as refused:
        records.check_length(endless)
    assert "trop long" in refused.value.text.fr
