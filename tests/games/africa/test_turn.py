"""§1 setting up and §2 the turn."""

import numpy as np
import pytest

import caravane
from caravane.chance import ListedChance
from caravane.errors import IllegalAction
from caravane.games.africa.board import CITY_HEX, CODES, COUNT, FACE_DOWN, HEXES, MONUMENT, TILES
from caravane.games.africa.state import Decision
from tests.games.africa.builder import choices, play_on, table


def test_1_1_all_tiles_lie_face_down_everywhere_but_on_cities() -> None:
    state = caravane.start("africa", 4, seed=1).state
    assert TILES == 96
    assert (state.ground == FACE_DOWN).sum() == 96
    assert [place for place in range(HEXES) if state.ground[place] != FACE_DOWN] == sorted(CITY_HEX)
    assert [int((state.hidden == code).sum()) for code in range(MONUMENT, CODES)] == list(COUNT[MONUMENT:])


def test_1_1_another_word_deals_other_places() -> None:
    deals = [caravane.start("africa", chance=ListedChance([word])).state.hidden.tolist() for word in (1, 2, 1)]
    assert deals[0] == deals[2] != deals[1]


@pytest.mark.parametrize("seats", [2, 5])
def test_1_2_two_camps_each_and_ten_in_the_supply(seats: int) -> None:
    view = caravane.start("africa", seats).view(0)
    assert [seat["camps"] for seat in view["seats"]] == [2] * seats
    assert view["camps_left"] == 10


def test_1_3_chance_names_the_starter() -> None:
    starters = [int(caravane.start("africa", 3, seed=seed).state.starter) for seed in range(30)]
    assert set(starters) == {0, 1, 2}


def test_1_4_clockwise_each_takes_a_free_city() -> None:
    play = caravane.start("africa", 3, seed=1)
    starter = int(play.state.starter)
    order = []
    for city in ("lagos", "cairo", "tangier"):
        order += play.to_move
        play.apply(city)
        assert city not in choices(play)
    assert order == [(starter + i) % 3 for i in range(3)]
    assert play.to_move == [starter]
    assert play.state.decision == Decision.WALK


def test_1_4_a_taken_city_is_refused() -> None:
    play = caravane.start("africa", 2)
    play.apply("lagos")
    before = play.save()
    with pytest.raises(IllegalAction, match=r"§1.4"):
        play.apply("lagos")
    assert play.save() == before


def test_1_5_scores_start_at_zero_and_pass_any_lap() -> None:
    play = table("f6 a3", {"nomads": "f7"}, rest="empty", hidden={"f5": "gold2"})
    assert play.points == [0, 0]
    play.state.earned[0, MONUMENT] = 149
    assert play_on(play, ">f6 ?f5").points[0] == 151


def test_2_1_turns_go_clockwise_and_begin_with_walk_or_jump() -> None:
    play = table("f6 a3 o8", {})
    assert ">>" in choices(play)
    seats = []
    for _ in range(4):
        seats += play.to_move
        here = play.view(seats[-1])["seats"][seats[-1]]["hex"]
        play_on(play, f">> >>{here}")
    assert seats == [0, 1, 2, 0]


def test_2_1_another_seat_is_refused() -> None:
    play = table("f6 a3", {})
    with pytest.raises(IllegalAction, match="not to move"):
        play.apply(">a3", seat=1)


def test_2_2_a_jump_goes_anywhere_open_and_is_the_whole_turn() -> None:
    play = table("f6 a3", {"lion": "b2", "camp": "c3"}, rest="down")
    play.apply(">>")
    assert choices(play) == [">>b2", ">>c3"]
    play.apply(">>b2")
    assert play.to_move == [1]


def test_2_2_a_jump_may_land_where_it_started_but_not_on_others() -> None:
    play = play_on(table("f6 a3", {}), ">>")
    assert ">>f6" in choices(play)
    assert ">>a3" not in choices(play)
    with pytest.raises(IllegalAction, match=r"§2.2"):
        play.apply(">>a3")


def test_2_2_no_jump_after_the_first_walk() -> None:
    play = play_on(table("f6 a3", {}), ">f6 -")
    assert ">>" not in choices(play)
    with pytest.raises(IllegalAction, match=r"§2.2"):
        play.apply(">>")


def test_2_3_walk_and_act_twice_then_the_next_seat() -> None:
    play = table("f6 a3", {})
    decisions = []
    for move in (">f7", "-", ">f8", "-"):
        assert play.to_move == [0]
        decisions.append(Decision(int(play.state.decision)).name)
        play.apply(move)
    assert decisions == ["WALK", "ACT", "WALK", "ACT"]
    assert play.to_move == [1]


def test_2_3_no_action_before_the_walk() -> None:
    with pytest.raises(IllegalAction, match=r"§2.3"):
        table("f6 a3", {}, hidden={"f7": "lion"}).apply("?f7")


def test_2_4_two_steps_around_face_down_tiles_and_others() -> None:
    play = table("f6 f5", {"empty": "f6 f5 f7 e8 f4 g6", "zebra": "g7", "camp": "h7"}, rest="down")
    # West is another explorer, north face down; east and south open through a zebra and a camp.
    assert choices(play, ">")[:-1] == [">e8", ">f6", ">f7", ">g6", ">g7", ">h7"]
    with pytest.raises(IllegalAction, match=r"§2.4"):
        play.apply(">f4")
    with pytest.raises(IllegalAction, match="Another explorer"):
        play.apply(">f5")
    with pytest.raises(IllegalAction, match="face down"):
        play.apply(">e6")


def test_2_4_three_steps_are_too_far() -> None:
    play = table("e6 a3", {})
    assert len(choices(play, ">")) == 19 + 1  # all within two, and the jump
    assert ">e9" not in choices(play)


def test_2_5_the_same_action_twice_or_none() -> None:
    play = table("f6 a3", {}, rest="camp", hidden={"f5": "gold1", "f7": "gold2"})
    play_on(play, ">f6 ?f5 >f6 ?f7")
    assert play.points == [3, 0]
    play = play_on(table("f6 a3", {}), ">f6 - >f6 -")
    assert (play.points, play.to_move) == ([0, 0], [1])


def test_no_list_is_longer_than_the_board() -> None:
    play = play_on(table("f6 a3", {}), ">>")
    assert len(play.legal()) == play.game.max_legal - 1 == 100
    out = np.array(play.legal())
    assert (np.diff(out) > 0).all()
