"""Clocks: they run, they end, and a time without a server changes nothing about them."""

import pytest

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
    await house.hall.ring(table)
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
    await house.hall.ring(table)
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
    await again.hall.look_after()
    ann = await again.player()
    assert (await ann.get(f"/api/tables/{table}"))["status"] == "running"
    time.now += 11_000
    await again.hall.ring(table)
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
    await house.hall.ring(table)
    await lines[0].until(table, lambda now: now["clocks"]["phase"] == "negotiation")
    late = [entry for entry in lines[0].entries[table] if entry["type"] == "moved" and entry["by_clock"]]
    assert [entry["seat"] for entry in late] == [0, 1, 2]
