"""Undo: free inside one's own turn until something hidden came out, otherwise by asking."""

import msgspec
import pytest

from caravane.game import games
from caravane.server.tables import facts
from caravane.server.tables.taking_back import undo_target
from tests.server.client import Json, Line, Refusal
from tests.server.conftest import House

TAKES_SEVERAL_STEPS = [name for name in ("africana", "africa") if name in games()]


async def two_people(house: House, game: str = "pistes", **more: object) -> tuple[str, Line, Line]:
    ann, bea = await house.player(), await house.player()
    table = (await ann.open(game, "me", "open", **more))["id"]
    await bea.post(f"/api/tables/{table}/join", {})
    one, two = await house.line(ann), await house.line(bea)
    await one.watch(table, 0)
    await two.watch(table, 1)
    return table, one, two


def first_action(line: Line, table: str, kind: str = "") -> Json:
    position = line.positions[table]
    assert position is not None
    action: Json = next(each["action"] for each in position["legal"] if not kind or each["action"]["type"] == kind)
    return action


async def current(line: Line, table: str) -> Json:
    """The position now."""
    await line.watch(table, line.player_seat(table), since=len(line.entries[table]))
    position = line.positions[table]
    assert position is not None
    return position


async def asked_for_it(table: str, one: Line, two: Line) -> None:
    """Seat 0 has moved and asks to take that back, and both have seen it."""
    await one.act(table, 0, first_action(one, table))
    await one.ask("undo", table=table, seat=0)
    await two.until(table, lambda now: now["undo_asked"] is not None)


async def test_inside_ones_own_turn_a_step_is_taken_back_at_once(house: House) -> None:
    table, one, two = await two_people(house, "africana")
    start = one.positions[table]
    await one.act(table, 0, first_action(one, table, "step"))
    moved = one.positions[table]
    assert moved is not None
    assert (moved["undo"], moved["to_move"]) == ("free", [0])
    await one.ask("undo", table=table, seat=0)
    back = one.positions[table]
    assert back is not None
    assert start is not None
    assert back["view"] == start["view"]
    while two.entries[table][-1]["type"] != "undone":
        await two.receive()
    undone = two.entries[table][-1]
    assert (undone["type"], two.entries[table][undone["back_to"] - 1]["type"]) == ("undone", "started")


async def test_once_the_turn_has_ended_the_other_is_asked_and_both_see_it(house: House) -> None:
    """In a game without secrets too, and before the other has answered."""
    table, one, two = await two_people(house)
    start = one.positions[table]
    action = first_action(one, table)
    await one.act(table, 0, action)
    assert (await current(one, table))["undo"] == "ask"
    await one.ask("undo", table=table, seat=0)
    for line in (one, two):
        now = await line.until(table, lambda now: now["undo_asked"] is not None)
        assert (now["undo_asked"]["seat"], now["undo_asked"]["waits_for"], now["undo"]) == (0, [1], "no")
        assert now["undo_asked"]["notation"] == f"{action['from']}-{action['to']}"
    with pytest.raises(Refusal, match="already-asked"):
        await one.ask("undo", table=table, seat=0)
    with pytest.raises(Refusal, match="nothing-asked"):
        await one.ask("answer_undo", table=table, seat=0, agree=True)
    await two.ask("answer_undo", table=table, seat=1, agree=True)
    back = await one.until(table, lambda now: now["undo_asked"] is None and now["to_move"] == [0])
    assert start is not None
    assert back["view"] == start["view"]


async def test_after_an_answer_the_other_is_asked_too(house: House) -> None:
    table, one, two = await two_people(house)
    start = one.positions[table]
    await one.act(table, 0, first_action(one, table))
    await two.until(table, lambda now: now["to_move"] == [1])
    await two.act(table, 1, first_action(two, table))
    asked = await one.until(table, lambda now: now["to_move"] == [0])
    assert asked["undo"] == "ask"
    await one.ask("undo", table=table, seat=0)
    while two.entries[table][-1]["type"] != "undo_asked":
        await two.receive()
    await two.ask("answer_undo", table=table, seat=1, agree=True)
    back = await one.until(table, lambda now: now["undo"] == "no" and now["to_move"] == [0] and not now["undo_asked"])
    assert start is not None
    assert back["view"] == start["view"]


async def test_a_refused_undo_leaves_everything_and_is_not_asked_again_before_the_next_move(house: House) -> None:
    table, one, two = await two_people(house)
    await asked_for_it(table, one, two)
    await two.ask("answer_undo", table=table, seat=1, agree=False)
    with pytest.raises(Refusal, match="nothing-asked"):
        await two.ask("answer_undo", table=table, seat=1, agree=True)
    refused = await one.until(table, lambda now: now["undo_asked"] is None)
    assert refused["undo"] == "no"
    with pytest.raises(Refusal, match="no-undo"):
        await one.ask("undo", table=table, seat=0)
    await two.act(table, 1, first_action(two, table))
    assert (await one.until(table, lambda now: now["to_move"] == [0]))["undo"] == "ask"


async def test_a_request_is_withdrawn_by_who_made_it(house: House) -> None:
    table, one, two = await two_people(house)
    await asked_for_it(table, one, two)
    with pytest.raises(Refusal, match="nothing-asked"):
        await two.ask("withdraw_undo", table=table, seat=1)
    await one.ask("withdraw_undo", table=table, seat=0)
    assert (await current(one, table))["undo"] == "ask"
    assert (await current(two, table))["undo_asked"] is None
    with pytest.raises(Refusal, match="nothing-asked"):
        await two.ask("answer_undo", table=table, seat=1, agree=True)


async def test_a_request_goes_with_the_next_move(house: House) -> None:
    table, one, two = await two_people(house)
    await asked_for_it(table, one, two)
    await two.act(table, 1, first_action(two, table))
    assert (await current(one, table))["undo_asked"] is None
    with pytest.raises(Refusal, match="nothing-asked"):
        await two.ask("answer_undo", table=table, seat=1, agree=True)


async def test_a_bot_agrees(quick_house: House) -> None:
    ann = await quick_house.player()
    table = (await ann.open("pistes", "me", "bot1"))["id"]
    line = await quick_house.line(ann)
    await line.watch(table, 0)
    await line.act(table, 0, first_action(line, table))
    now = await line.until(table, lambda now: now["to_move"] == [0] and len(line.entries[table]) > 5)
    assert now["undo"] == "free"
    await line.ask("undo", table=table, seat=0)
    assert line.entries[table][-1]["type"] == "undone"


async def test_a_table_may_be_opened_without_taking_back(house: House) -> None:
    table, one, _ = await two_people(house, "africana", undo="never")
    assert (await one.player.get(f"/api/tables/{table}"))["undo"] == "never"
    await one.act(table, 0, first_action(one, table, "step"))
    assert (await current(one, table))["undo"] == "no"
    with pytest.raises(Refusal, match="undo-off"):
        await one.ask("undo", table=table, seat=0)


async def test_or_with_asking_for_every_step(house: House) -> None:
    table, one, two = await two_people(house, "africana", undo="ask")
    await one.act(table, 0, first_action(one, table, "step"))
    assert (await current(one, table))["undo"] == "ask"
    await one.ask("undo", table=table, seat=0)
    await two.until(table, lambda now: now["undo_asked"] is not None)
    await two.ask("answer_undo", table=table, seat=1, agree=True)
    assert (await current(one, table))["undo_asked"] is None
    assert one.entries[table][-1]["type"] == "undone"


async def test_nothing_is_taken_back_at_the_start(house: House) -> None:
    table, one, _ = await two_people(house)
    with pytest.raises(Refusal, match="no-undo"):
        await one.ask("undo", table=table, seat=0)


async def test_a_page_that_was_seen_before_is_not_turned_back_with_its_coin(house: House) -> None:
    table, one, _ = await two_people(house, "africana")
    turned = first_action(one, table, "turn")
    await one.act(table, 0, turned)
    silver = (await current(one, table))["view"]["players"][0]["silver"]
    await one.act(table, 0, turned | {"side": "left" if turned["side"] == "right" else "right"})
    now = await current(one, table)
    assert now["view"]["players"][0]["silver"] == silver - 1
    assert now["undo"] == "no"
    with pytest.raises(Refusal, match="no-undo"):
        await one.ask("undo", table=table, seat=0)


@pytest.mark.parametrize(("game", "kind"), [("africana", "turn"), ("africa", "open")])
async def test_a_look_is_never_taken_back_even_where_it_showed_nothing_new(house: House, game: str, kind: str) -> None:
    """What everybody could have worked out may be looked at, but not for nothing."""
    table, *lines = await two_people(house, game)
    for _ in range(60):
        mover = (await current(lines[0], table))["to_move"][0]
        line = lines[mover]
        legal = (await current(line, table))["legal"]
        wanted = next((each["action"] for each in legal if each["action"]["type"] == kind), None)
        await line.act(table, mover, wanted or legal[0]["action"])
        if wanted is not None:
            break
    else:
        pytest.fail(f"{kind} never came up")
    live = await house.service.get(table)
    look = live.log[live.kept_actions[-1]]
    assert isinstance(look, facts.Acted)
    live.log[live.kept_actions[-1]] = msgspec.structs.replace(look, reveals=False)
    assert undo_target(live, mover) is None


def test_which_looks_are_announced() -> None:
    """A page is lifted by buying too; nothing else in any game is a look."""
    kinds = {
        name: {game.decode(action)["type"] for action in range(game.action_count) if game.is_final(action)}
        for name, game in games().items()
    }
    assert kinds == {"africa": {"open"}, "africa1880": set(), "africana": {"turn", "buy"}, "pistes": set()}


@pytest.mark.parametrize("game", TAKES_SEVERAL_STEPS)
async def test_what_came_out_stays_out(house: House, game: str) -> None:
    """Walk on until a hidden thing was turned up: from then on there is no way back."""
    table, *lines = await two_people(house, game)
    seen = set()
    for _ in range(12):
        mover = (await current(lines[0], table))["to_move"][0]
        line = lines[mover]
        await line.until(table, lambda now, seat=mover: seat in now["to_move"])
        await line.act(table, mover, first_action(line, table))
        after = line.positions[table]
        assert after is not None
        seen.add(after["undo"])
        if after["undo"] == "no":
            with pytest.raises(Refusal, match="no-undo"):
                await line.ask("undo", table=table, seat=mover)
    assert "no" in seen
