"""What each seat may see, and the worlds that fit it (§2.4)."""

import numpy as np
import pytest

from caravane.game import SPECTATOR
from caravane.games.africa1880 import GAME
from caravane.games.africa1880.board import COUNTRY_INDEX, TERRITORY_INDEX
from caravane.games.africa1880.state import DEVELOP, EXPLORE_TO, LAND_AT, STATE, UNWRITTEN, State
from caravane.games.africa1880.views import determinize
from caravane.play import Play
from tests.games.africa1880.referee import ORDERS, play_turn, table

FRANCE, GERMANY, ITALY = (COUNTRY_INDEX[name] for name in ("france", "germany", "italy"))
ALGER, LIBYE, DAKAR = (TERRITORY_INDEX[name] for name in ("alger", "libye", "dakar"))


def three() -> Play:
    at = {"alger": ["france"], "libye": ["germany"], "congo": ["italy", "germany"]}
    return table({"countries": ["france", "germany", "italy"], "at": at})


def test_the_protocol_names_the_fields_of_the_record() -> None:
    assert tuple(State.__annotations__) == STATE.names


def test_a_view_holds_only_the_seats_own_sheet() -> None:
    game = three()
    for seat, texts in enumerate((["alger D", "germany G"], ["libye>alger", "boat>dakar"], ["congo -"])):
        for text in texts:
            game.apply(text, seat)
    view = GAME.view(game.state, 1)
    assert view.order[GERMANY, LIBYE] == EXPLORE_TO + ALGER
    assert view.landing[GERMANY] == LAND_AT + DAKAR
    assert not view.order[[FRANCE, ITALY]].any()
    assert not view.relation[[FRANCE, ITALY]].any()
    spectator = GAME.view(game.state, SPECTATOR)
    assert not any(field.any() for field in (spectator.order, spectator.landing, spectator.relation, spectator.strokes))


def test_how_much_another_has_written_cannot_be_told() -> None:
    blank, busy = three(), three()
    for text in ("libye D", "libye -", "libye>alger", "congo D", "boat>dakar", "france G", "italy G"):
        busy.apply(text, 1)
    assert GAME.view(blank.state, 0).tobytes() == GAME.view(busy.state, 0).tobytes()


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_a_dealt_world_looks_the_same_and_fills_every_other_sheet(seat: int) -> None:
    game = three()
    game.apply("alger D", 0)
    game.apply("ready", 0)
    view = GAME.view(game.state, seat)
    world = view.copy()
    determinize(world, seat, np.uint64(5))
    assert GAME.invariants(world) == []
    assert GAME.view(world, seat).tobytes() == view.tobytes()
    for other in {0, 1, 2} - {seat}:
        country = int(world.country[other])
        assert (world.order[country] != UNWRITTEN).tolist() == (world.present[country] == 1).tolist()
        assert np.count_nonzero(world.relation[country]) == 2


def test_sheets_are_dealt_evenly() -> None:
    """Alger may do nothing, develop, or explore one of three neighbours: a fifth each."""
    view = GAME.view(three().state, 1)
    counts: dict[int, int] = {}
    for word in range(400):
        world = view.copy()
        determinize(world, 1, np.uint64(word * 7919))
        code = int(world.order[FRANCE, ALGER])
        counts[code] = counts.get(code, 0) + 1
    assert len(counts) == 5
    assert all(50 < count < 115 for count in counts.values())


def test_a_bot_may_deal_by_its_own_model() -> None:
    model = ORDERS.uniform_model()
    model.orders[FRANCE, ALGER] = 0.0
    model.orders[FRANCE, ALGER, DEVELOP] = 1.0
    model.landings[:] = 0.0
    model.landings[FRANCE, LAND_AT + DAKAR] = 2.0
    model.wars[FRANCE] = 1.0
    view = GAME.view(three().state, 1)
    for word in range(20):
        world = view.copy()
        ORDERS.determinize_by(world, 1, np.uint64(word), model)
        assert GAME.invariants(world) == []
        assert world.order[FRANCE, ALGER] == DEVELOP
        assert world.landing[FRANCE] == LAND_AT + DAKAR
        assert world.landing[ITALY] == 1
        assert world.relation[FRANCE].tolist() == [0, 0, 2, 2, 0, 0]


def test_a_model_cannot_deal_what_may_not_be_written() -> None:
    model = ORDERS.uniform_model()
    model.orders[:] = 0.0
    model.orders[FRANCE, ALGER, EXPLORE_TO + DAKAR] = 1.0  # no neighbour
    view = GAME.view(three().state, 1)
    ORDERS.determinize_by(view, 1, np.uint64(1), model)
    assert view.order[FRANCE, ALGER] == 1


def test_after_the_reveal_all_seats_see_the_same() -> None:
    game = three()
    play_turn(game, {"sheets": {"france": "Alger: D"}})
    seen = {GAME.view(game.state, seat).tobytes() for seat in (0, 1, 2, SPECTATOR)}
    assert len(seen) == 1
