"""Clocks: they run, they end, and a time without a server changes nothing about them."""

import pytest

from caravane.game import load
from caravane.server import wire
from caravane.server.tables import facts
from caravane.server.tables.sitter import Sitter
from caravane.server.tables.table import LiveTable
from tests.server.client import Json, Line, Refusal
from tests.server.conftest import House, Serve

LIVE = {"type": "live", "time_ms": 60_000, "increment_ms": 5_000}


class Watch:
    """Time that the test moves on."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


async def two_people(house: House, **more: object) -> tuple[str, Line, Line]:
    ann, bea = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "open", **more))["id"]
    await bea.post(f"/api/tables/{table}/join", {})
    one, two = await house.line(ann), await house.line(bea)
    await one.watch(table, 0)
    await two.watch(table, 1)
    return table, one, two


def clock(line: Line, table: str) -> list[tuple[int, bool]]:
    position = line.positions[table]
    assert position is not None
    return [(seat["left_ms"], seat["runs"]) for seat in position["clocks"]["seats"]]


def first(line: Line, table: str) -> Json:
    position = line.positions[table]
    assert position is not None
    action: Json = position["legal"][0]["action"]
    return action


async def test_a_decision_costs_its_time_and_earns_the_increment(serve: Serve) -> None:
    time = Watch()
    house = await serve(now=time)
    table, one, _ = await two_people(house, clock=LIVE)
    assert clock(one, table) == [(60_000, True), (60_000, False)]
    time.now += 20_000
    await one.act(table, 0, first(one, table))
    assert clock(one, table) == [(45_000, False), (60_000, True)]


async def test_clocks_survive_a_restart_and_the_time_without_a_server_is_not_charged(serve: Serve) -> None:
    time = Watch()
    house = await serve(now=time)
    table, one, _ = await two_people(house, clock=LIVE)
    time.now += 20_000
    await one.act(table, 0, first(one, table))
    cookies = dict(one.player.http.cookies)
    time.now += 7_000
    await house.stop()
    time.now += 3_600_000
    again = await serve(now=time)
    ann = await again.player()
    ann.http.cookies.clear()
    ann.http.cookies.update(cookies)
    line = await again.line(ann)
    await line.watch(table, 0)
    assert clock(line, table) == [(45_000, False), (53_000, True)]


async def test_a_bot_takes_the_seat_when_time_is_over(serve: Serve) -> None:
    time = Watch()
    house = await serve(now=time)
    table, one, two = await two_people(house, clock=LIVE)
    time.now += 61_000
    with pytest.raises(Refusal, match="too-late"):
        await one.act(table, 0, first(one, table))
    await house.service.scheduler.check_clock(table)
    await two.until(table, lambda now: now["to_move"] == [1])
    kinds = [entry["type"] for entry in two.entries[table]]
    assert kinds[-3:] == ["timed_out", "replaced", "moved"]
    await one.ask("take_back", table=table, seat=0)
    seat = (await one.player.get(f"/api/tables/{table}"))["seats"][0]
    assert (seat["stand_in"], seat["kind"]) == (False, "person")


async def test_or_the_seat_loses_if_the_table_chose_so(serve: Serve) -> None:
    time = Watch()
    house = await serve(now=time)
    table, _, two = await two_people(house, clock=LIVE, on_timeout="lose")
    time.now += 61_000
    await house.service.scheduler.check_clock(table)
    over = await two.until(table, lambda now: now["over"])
    assert (over["ending"], over["winners"], over["returns"]) == ("time", [1], [-1.0, 1.0])


async def test_a_clock_that_ends_soon_after_a_restart_is_noticed(serve: Serve) -> None:
    time = Watch()
    house = await serve(now=time)
    table, *_ = await two_people(house, clock={"type": "correspondence", "decision_ms": 3_600_000}, on_timeout="lose")
    time.now += 3_590_000
    await house.stop()
    time.now += 3_700_000
    again = await serve(now=time)
    await again.service.scheduler.look_after()
    ann = await again.player()
    assert (await ann.get(f"/api/tables/{table}"))["status"] == "running"
    time.now += 11_000
    await again.service.scheduler.check_clock(table)
    assert (await ann.get(f"/api/tables/{table}"))["ending"] == "time"


async def test_phases_end_early_when_all_are_ready_and_late_sheets_count_as_they_stand(serve: Serve) -> None:
    time = Watch()
    house = await serve(now=time)
    people = [await house.player() for _ in range(3)]
    clocks = {"type": "phases", "negotiation_ms": 480_000, "orders_ms": 60_000}
    opened = await people[0].open(
        "africa1880", "me", "open", "open", clock=clocks, options={"start": "historical", "countries": "seats"}
    )
    table = opened["id"]
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join", {})
    lines = [await house.line(person) for person in people]
    for seat, line in enumerate(lines):
        await line.watch(table, seat)
    phases = [position["clocks"]["phase"] for position in [lines[0].positions[table]] if position]
    assert phases == ["negotiation"]
    for seat, line in enumerate(lines):
        await line.ask("ready", table=table, seat=seat)
    await lines[0].until(table, lambda now: now["clocks"]["phase"] == "orders")
    time.now += 61_000
    await house.service.scheduler.check_clock(table)
    await lines[0].until(table, lambda now: now["clocks"]["phase"] == "negotiation")
    late = [entry for entry in lines[0].entries[table] if entry["type"] == "moved" and entry["by_clock"]]
    assert [entry["seat"] for entry in late] == [0, 1, 2]


def left(line: Line, table: str, seat: int = 0) -> int:
    return clock(line, table)[seat][0]


async def in_a_turn_of_steps(serve: Serve, clocks: Json) -> tuple[Watch, str, Line]:
    """Africana, where a turn is made of several steps that can be taken back."""
    time = Watch()
    house = await serve(now=time, commands_per_second=0)
    ann, bea = await house.player(), await house.player()
    table = (await ann.open("africana", "me", "open", clock=clocks))["id"]
    await bea.post(f"/api/tables/{table}/join", {})
    line = await house.line(ann)
    await line.watch(table, 0)
    return time, table, line


def step(line: Line, table: str) -> Json:
    position = line.positions[table]
    assert position is not None
    action: Json = next(each["action"] for each in position["legal"] if each["action"]["type"] == "step")
    return action


DAY = {"type": "correspondence", "decision_ms": 86_400_000}


@pytest.mark.parametrize("clocks", [LIVE, DAY])
async def test_taking_back_gives_no_time_however_often(serve: Serve, clocks: Json) -> None:
    time, table, one = await in_a_turn_of_steps(serve, clocks)
    full = left(one, table)
    for pair in range(1, 16):
        time.now += 1_000
        await one.act(table, 0, step(one, table))
        time.now += 2_000
        await one.ask("undo", table=table, seat=0)
        assert left(one, table) == full - pair * 3_000, "what was thought stays spent, and nothing was earned"


async def test_clocks_after_an_undo_are_the_same_after_a_restart(serve: Serve) -> None:
    time, table, one = await in_a_turn_of_steps(serve, LIVE)
    await one.act(table, 0, step(one, table))
    time.now += 2_000
    await one.ask("undo", table=table, seat=0)
    await one.act(table, 0, step(one, table))
    seen = clock(one, table)
    again = await serve(now=time)
    line = await again.line(await again.player())
    await line.watch(table)
    assert clock(line, table) == seen


async def test_a_granted_request_takes_both_increments_back(serve: Serve) -> None:
    time = Watch()
    house = await serve(now=time)
    table, one, two = await two_people(house, clock=LIVE)
    await one.act(table, 0, first(one, table))
    time.now += 4_000
    await two.until(table, lambda now: now["to_move"] == [1])
    await two.act(table, 1, first(two, table))
    assert clock(two, table) == [(65_000, True), (61_000, False)]
    time.now += 3_000
    await one.ask("undo", table=table, seat=0)
    await two.until(table, lambda now: now["undo_asked"] is not None)
    assert clock(two, table)[0] == (62_000, True), "it runs on while the other thinks about it"
    await two.ask("answer_undo", table=table, seat=1, agree=True)
    assert clock(two, table) == [(57_000, True), (56_000, False)]


async def test_nothing_is_taken_back_where_no_time_would_be_left(serve: Serve) -> None:
    time, table, one = await in_a_turn_of_steps(serve, LIVE)
    time.now += 58_000
    await one.act(table, 0, step(one, table))
    time.now += 4_000
    with pytest.raises(Refusal, match="no time would be left"):
        await one.ask("undo", table=table, seat=0)
    assert left(one, table) == 7_000


async def three_with_orders(serve: Serve, clocks: Json) -> tuple[Watch, str, list[Line]]:
    """Three people who write orders."""
    time = Watch()
    house = await serve(now=time)
    people = [await house.player() for _ in range(3)]
    options = {"start": "historical", "countries": "seats"}
    table = (await people[0].open("africa1880", "me", "open", "open", clock=clocks, options=options))["id"]
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join", {})
    lines = [await house.line(person) for person in people]
    for seat, line in enumerate(lines):
        await line.watch(table, seat)
    return time, table, lines


PHASES = {"type": "phases", "negotiation_ms": 0, "orders_ms": 60_000}


@pytest.mark.parametrize(("clocks", "runs_on"), [(LIVE, False), (DAY, True), (PHASES, True)])
async def test_sealing_and_unsealing_orders_gains_nothing(serve: Serve, clocks: Json, runs_on: bool) -> None:
    """A clock of one's own stands still while others write; a time that all share goes on."""
    time, table, lines = await three_with_orders(serve, clocks)
    expected = left(lines[0], table)
    for _ in range(4):
        time.now += 1_000
        await lines[0].act(table, 0, {"type": "ready"})
        time.now += 5_000
        await lines[0].act(table, 0, {"type": "unready"})
        expected -= 6_000 if runs_on else 1_000
        assert clock(lines[0], table)[0] == (expected, True)


async def test_a_seal_is_not_broken_when_the_time_for_orders_is_over(serve: Serve) -> None:
    time, table, lines = await three_with_orders(serve, PHASES)
    await lines[0].act(table, 0, {"type": "ready"})
    time.now += 61_000
    with pytest.raises(Refusal, match="too-late"):
        await lines[0].act(table, 0, {"type": "unready"})


def test_a_log_of_before_keeps_the_clocks_it_had() -> None:
    """Facts that do not say what they gained or took are folded as they were when they happened."""
    game = load("pistes")
    terms = facts.Terms(
        options=game.check_options({}),
        preset=None,
        clock=wire.LiveClock(time_ms=60_000, increment_ms=5_000),
        on_timeout="bot",
        owner="a",
        rules_version=1,
    )
    table = LiveTable("t", game, terms, "link", "00", 0, [Sitter(), Sitter()])
    for seat in range(2):
        table.apply(facts.SeatSet(seat=seat, kind="person", person=f"p{seat}"), 0)
    table.apply(facts.Started(commitment="", words=[]), 0)
    table.apply(facts.Acted(seat=0, action=table.legal(0)[0]), 10_000)
    assert table.clocks.left == (55_000, 60_000)
    table.apply(facts.Undone(seat=0, kept=0), 12_000)
    assert table.clocks.left == (55_000, 58_000)
    table.apply(facts.Acted(seat=0, action=table.legal(0)[0], gained=5_000), 13_000)
    assert table.clocks.left == (59_000, 58_000)
    table.apply(facts.Undone(seat=0, kept=0, took=[5_000, 0]), 13_000)
    assert table.clocks.left == (54_000, 58_000)
