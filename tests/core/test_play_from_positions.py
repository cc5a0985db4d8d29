"""Games that begin with a position, and their records."""

from copy import copy

import pytest

import caravane
from caravane.errors import BadInput, BadRecord
from caravane.game import games
from caravane.play import Play
from caravane.proof import verify
from caravane.record import lines_of, read, replay, write

WRITTEN = [game.id for game in games().values() if game.positions is not None]


def played(play: Play, plies: int) -> Play:
    """The same play, so many legal actions later."""
    for _ in range(plies):
        if not play.is_over:
            seat = play.to_move[0]
            legal = play.legal(seat)
            play.apply(legal[sum(play.save()) % len(legal)], seat)  # any, but the same from the same position
    return play


@pytest.mark.parametrize("name", WRITTEN)
def test_a_game_goes_on_from_a_position_as_it_would_have(name: str) -> None:
    play = played(caravane.start(name, seed=3), 12)
    twin = caravane.start(name, position=play.position(), chance=copy(play.chance))
    assert twin.save() == play.save()
    assert (twin.options, twin.seats, twin.steps) == (play.options, play.seats, [])
    assert played(twin, 5).position() == played(play, 5).position()


@pytest.mark.parametrize("name", WRITTEN)
def test_what_a_seat_does_not_know_is_dealt_by_chance(name: str) -> None:
    play = played(caravane.start(name, seed=3), 12)
    line = play.position(0)
    worlds = [caravane.start(name, seed=seed, position=line) for seed in range(4)]
    assert {world.position(0) for world in worlds} == {line}
    if name == "africa":  # what lies face down
        assert len({world.save() for world in worlds}) > 1
        assert all(world.steps[0].word >= 0 for world in worlds)
    assert caravane.start(name, seed=2, position=line).save() == worlds[2].save()


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("viewer", [None, 0, -1])
def test_a_record_of_such_a_game_proves_itself(name: str, viewer: int | None) -> None:
    first = played(caravane.start(name, seed=3), 12)
    play = played(caravane.start(name, seed=5, position=first.position(viewer)), 6)
    text = write(lines_of(play))
    record = read(text)
    assert record.header.position == first.position(viewer)
    assert replay(record).save() == play.save()
    assert verify(record).actions == 6
    for _ in range(6):
        play.undo()
    assert play.position(viewer) == first.position(viewer)


def test_a_record_without_a_position_is_written_as_before() -> None:
    assert "position" not in write(lines_of(caravane.start("pistes")))


def test_a_header_that_contradicts_its_position_is_refused() -> None:
    play = played(caravane.start("pistes", position="pistes gate_limit=3"), 3)
    record = read(write(lines_of(play)).replace('"gate_limit":3', '"gate_limit":4'))
    with pytest.raises(BadRecord, match="other options"):
        replay(record)
    broken = read(write(lines_of(play)).replace("pistes gate_limit", "pistes gate_limits"))
    with pytest.raises(BadRecord, match="Line 1"):
        replay(broken)


def test_a_position_says_its_options_and_seats_itself() -> None:
    with pytest.raises(BadInput, match="options in itself"):
        caravane.start("pistes", position="pistes", preset="club")
    with pytest.raises(BadInput, match="for 3 seats, not for 2"):
        caravane.start("africa", 2, position="africa:3")
    with pytest.raises(BadInput, match="a position of pistes"):
        caravane.start("africa", position="pistes")
