"""Patches instead of positions: they lead to the same position, and are sent where they are shorter."""

import json
import random
from pathlib import Path
from statistics import mean
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravane.game import games
from caravane.server.live.patches import WORTH_WHILE, changes
from tests.server.client import Json, Line, patched
from tests.server.conftest import House
from tests.server.test_whole_games import choose

# Bytes of a message about a move, on the average of the seats: at most so many with patches, see docs/protocol.md.
SIZES = {"africa": 3000, "africana": 5000, "africa1880": 5000, "pistes": 3000}

names = st.text(alphabet="ab~/é", max_size=2)
values = st.recursive(
    st.none() | st.text(max_size=2) | st.integers(-2, 2),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(names, inner, max_size=3),
    max_leaves=12,
)


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """One kind is enough: nothing here is about what is stored."""
    return f"sqlite:///{tmp_path / 'caravane.db'}"


class Pawn(msgspec.Struct, frozen=True):
    """As games describe things: a name of its own on the wire, and a member that may be missing."""

    cell: int
    number: Any = msgspec.field(name="n~o")
    power: Any = msgspec.UNSET


pawns = st.builds(Pawn, st.integers(0, 2), values, values | st.just(msgspec.UNSET))


def as_sent(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


@given(values | st.lists(pawns, max_size=6) | pawns, values | st.lists(pawns, max_size=6) | pawns)
def test_a_patch_makes_one_value_of_the_other(before: Any, after: Any) -> None:
    found = changes(before, after) if before != after else []
    assert patched(as_sent(before), as_sent(found)) == as_sent(after)


@given(st.integers(0, 29), st.integers(0, 30))
def test_what_did_not_change_is_not_sent(place: int, new: int) -> None:
    before = [Pawn(number, number) for number in range(30)]
    after = list(before)
    after[place] = Pawn(100, place)
    assert as_sent(changes(before, after)) == [{"op": "replace", "path": f"/{place}/cell", "value": 100}]
    more = list(before)
    more.insert(new, Pawn(100, 100))
    assert as_sent(changes(before, more)) == [{"op": "add", "path": f"/{new}", "value": as_sent(more[new])}]
    assert as_sent(changes(more, before)) == [{"op": "remove", "path": f"/{new}"}]


async def play(house: House, game: str, moves: int) -> tuple[str, list[Line], list[Line]]:
    """Both ways of watching at each seat, while one person plays at all of them."""
    seats, luck = games()[game].min_seats, random.Random(5)
    ann = await house.player()
    table = (await ann.open(game, *["me"] * seats))["id"]
    whole = [await house.line(ann) for _ in range(seats)]
    patching = [await house.line(ann) for _ in range(seats)]
    for seat in range(seats):
        await whole[seat].watch(table, seat)
        await patching[seat].watch(table, seat, patches=True)
    for _ in range(moves):
        asked = [(s, p) for s, line in enumerate(patching) if s in (p := held(line, table))["to_move"]]
        if not asked:
            break  # it is over
        seat, position = asked[0]
        await patching[seat].act(table, seat, choose(luck, position["legal"]))
        for line in (*whole, *patching):
            await line.ask("ping")
        for one, other in zip(whole, patching, strict=True):
            assert json.dumps(one.positions[table]) == json.dumps(other.positions[table])
    return table, whole, patching


def held(line: Line, table: str) -> Json:
    position = line.positions[table]
    assert position is not None
    return position


def moves_told(line: Line) -> list[str]:
    """The messages with a position after a move, as they came."""
    told = [text for text in line.raw if text.startswith(('{"type":"update"', '{"type":"patch"'))]
    return [text for text in told if '"type":"moved"' in text]


@pytest.mark.parametrize("game", list(games()))
async def test_patches_lead_to_the_same_positions_and_are_shorter(quick_house: House, game: str) -> None:
    _, whole, patching = await play(quick_house, game, 40)
    long, short = ([len(text) for line in lines for text in moves_told(line)] for lines in (whole, patching))
    assert len(long) == len(short)
    assert all(a <= b for a, b in zip(short, long, strict=True))
    assert mean(short) <= SIZES[game], f"{mean(long):.0f} -> {mean(short):.0f}"
    if mean(long) > WORTH_WHILE:
        assert mean(short) < mean(long) / 2
    assert not [text for line in whole for text in line.raw if text.startswith('{"type":"patch"')]


async def test_after_a_gap_a_whole_position_comes_first(quick_house: House) -> None:
    house = quick_house
    table, _, lines = await play(house, "africa", 6)
    seat = held(lines[0], table)["to_move"][0]
    line, again = lines[seat], await house.line(lines[seat].player)
    known = len(line.entries[table])
    again.entries[table] = list(line.entries[table])
    watching = await again.watch(table, seat, since=known, patches=True)
    assert (watching["snapshot"]["entries"], watching["snapshot"]["position"]) == ([], line.positions[table])
    await line.act(table, seat, held(line, table)["legal"][0]["action"])
    await again.ask("ping")
    last = json.loads(moves_told(again)[-1])
    assert (last["type"], last["base"]) == ("patch", known), "what changes is what this socket was sent"
    assert again.positions[table] == line.positions[table]


async def test_who_looks_from_another_seat_is_sent_that_position_whole(quick_house: House) -> None:
    table, _, lines = await play(quick_house, "africana", 4)
    seat = held(lines[0], table)["to_move"][0]
    mover, other = lines[seat], lines[1 - seat]
    watching = await other.watch(table, seat, patches=True)
    assert watching["snapshot"]["position"] == mover.positions[table]
    await mover.act(table, seat, held(mover, table)["legal"][0]["action"])
    await other.ask("ping")
    assert other.positions[table] == mover.positions[table]
