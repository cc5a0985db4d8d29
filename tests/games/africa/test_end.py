"""§6 empty and open, §7 the end, §8 the final count."""

import pytest

import caravane
from caravane.errors import IllegalAction
from caravane.games.africa.board import MONUMENTS
from caravane.games.africa.scoring import majority_points, set_points
from caravane.games.africa.state import Decision
from caravane.play import Play
from tests.games.africa.builder import choices, lies, play_on, table


def test_6_1_an_explorer_a_city_and_a_taken_good_leave_a_hex_empty() -> None:
    play = table("a4 o8", {"empty": "a3 a4"}, rest="camp", hidden={"b4": "mask", "b3": "nomads"})
    play_on(play, ">a4 ?b4 >a4 ?b3")
    assert play.points == [3, 0]  # Tangier, the explorer's own hex, and where the mask lay


def test_6_1_neither_tile_nor_camp_may_lie_there() -> None:
    play = play_on(table("g6 a3", {"elephant": "f5 i8 i9", "camp": "j8"}, hidden={"f6": "elephant"}), ">g6 ?f6")
    for move in ("=j8", "=i8"):
        with pytest.raises(IllegalAction, match=r"§6.1"):
            play.apply(move)


def test_6_2_a_tile_may_go_under_an_explorer() -> None:
    play = table("g6 h8", {"elephant": "f5 i8 i9"}, hidden={"f6": "elephant"})
    play_on(play, ">g6 ?f6 =h8")
    assert lies(play, "h8") == "elephant"
    assert play.view(0)["seats"][1]["hex"] == "h8"
    assert choices(play_on(play, ">g6 - >h8"), "+") == []  # no camp on it


def end_is_near(at: str, options: dict[str, bool | str | int]) -> Play:
    """Ten monuments are found; the eleventh lies at f7."""
    play = table(at, {"monument": "l6 l7 l8 l9 l10 m7 m8 m9 m10 n7"}, hidden={"f7": "monument"}, options=options)
    play.state.monuments = MONUMENTS - 1
    return play


def test_7_1_the_eleventh_monument_ends_the_game_at_once() -> None:
    play = play_on(end_is_near("f6 a3", {}), ">f6 ?f7")
    assert play.is_over
    assert play.to_move == []
    assert play.points == [3, 0]
    assert play.state.camps.tolist()[:2] == [2, 2]
    assert play.game.ending(play.state) == "monuments"
    before = play.save()
    for seat in (None, 0, 1):
        with pytest.raises(IllegalAction, match=r"over. \(§7.1\)"):
            play.apply(">f6", seat=seat)
    assert play.save() == before


def test_7_2_with_equal_turns_the_round_is_finished() -> None:
    play = play_on(end_is_near("f6 a3 o8", {"equal_turns": True}), ">f6 ?f7")
    assert (play.points, play.to_move) == ([3, 0, 0], [0])
    assert play.state.camps[0] == 2
    play_on(play, ">f6 -")
    for seat, here in ((1, "a3"), (2, "o8")):
        assert play.to_move == [seat]
        play_on(play, f">> >>{here}")
    assert play.is_over


def test_7_2_the_seat_before_the_starter_plays_last() -> None:
    play = end_is_near("f6 a3 o8", {"equal_turns": True})
    play.state.starter = 1
    play_on(play, ">f6 ?f7 >f6 -")
    assert play.is_over


def test_7_3_three_idle_rounds_end_the_game() -> None:
    play = table("f6 a3", {"elephant": "f6 i8 i9"})
    for _ in range(2):
        play_on(play, ">> >>f5 >> >>a4")  # four idle turns
    play_on(play, ">f6 ^f6 =h8 >f6 -")  # something happens
    for _ in range(3):
        assert not play.is_over
        play_on(play, ">> >>b3 >> >>f5")
    assert play.is_over
    assert play.game.ending(play.state) == "standstill"
    assert play.points == [2, 0]


def test_7_3_three_rounds_are_three_turns_of_every_seat() -> None:
    play = table("f6 a3 o8", {})
    for turn in range(9):
        assert (play.state.idle_turns, play.is_over) == (turn, False)
        play_on(play, ">> >>" + ["f6", "a3", "o8"][turn % 3])
    assert play.is_over
    with pytest.raises(IllegalAction, match=r"over. \(§7.3\)"):
        play.apply(">f6")


def test_7_3_opening_and_camps_count_as_doing_something() -> None:
    play = play_on(table("f6 a3", {}, hidden={"f7": "gold1"}), ">> >>f6 >> >>a3 >f6 ?f7 >f6 - ")
    assert play.state.idle_turns == 0
    play_on(play, ">> >>a3 >f6 - >f6 +")
    assert play.state.idle_turns == 0
    assert play_on(play, ">a3 - >a3 -").state.idle_turns == 1


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 8), (5, 12)])
def test_8_1_sets_of_goods(count: int, points: int) -> None:
    assert set_points(count) == points


def test_8_1_each_kind_is_a_set_of_its_own() -> None:
    play = table("f6 a3", {}, goods={0: {"statue": 3, "mask": 2, "drum": 1}})
    play.state.decision = Decision.OVER
    assert play.points == [5 + 3 + 1, 0]


def test_8_2_beyond_five_the_rest_is_another_set() -> None:
    assert [set_points(count) for count in (6, 7, 10)] == [13, 15, 24]


def places(metal: int, kind: str, *tiles: int) -> list[int]:
    """Points for a majority when each seat holds so many tiles of a kind."""
    at = ["f6", "a3", "o8", "b9", "g5"][: len(tiles)]
    play = table(" ".join(at), {}, treasure={seat: {kind: count} for seat, count in enumerate(tiles)})
    return [int(majority_points(play.state, seat, metal)) for seat in range(len(tiles))]


GOLD, GEMS = 0, 1


def test_8_3_ten_for_most_six_for_second() -> None:
    assert places(GOLD, "gold1", 3, 1, 2) == [10, 0, 6]
    assert places(GEMS, "gem1", 1, 2, 3) == [0, 6, 10]
    assert places(GEMS, "gold1", 1, 2, 3) == [0, 0, 0]


def test_8_3_symbols_count_not_tiles() -> None:
    play = table("f6 a3", {}, treasure={0: {"gold1": 3}, 1: {"gold2": 2}})
    assert [int(majority_points(play.state, seat, GOLD)) for seat in (0, 1)] == [6, 10]


def test_8_4_level_seats_share_and_round_down() -> None:
    assert places(GOLD, "gold1", 2, 2, 1) == [8, 8, 0]
    assert places(GOLD, "gold1", 2, 2, 2, 1) == [5, 5, 5, 0]
    assert places(GOLD, "gold1", 3, 1, 1, 0) == [10, 3, 3, 0]
    assert places(GOLD, "gold1", 3, 1, 1, 1, 1) == [10, 1, 1, 1, 1]
    assert places(GOLD, "gold1", 4, 3, 2, 2) == [10, 6, 0, 0]


def test_8_5_none_takes_no_place() -> None:
    assert places(GOLD, "gold1", 0, 0, 0) == [0, 0, 0]
    assert places(GOLD, "gold1", 1, 0, 0) == [10, 0, 0]
    assert places(GEMS, "gem2", 1, 1, 0) == [8, 8, 0]


def test_8_6_most_points_win_and_level_seats_share() -> None:
    play = table("f6 a3 o8", {}, goods={0: {"statue": 2}, 1: {"mask": 2}, 2: {"drum": 1}})
    assert play.returns == [0.0, 0.0, 0.0]  # not over
    play.state.decision = Decision.OVER
    assert play.returns == [0.25, 0.25, -0.5]
    play.state.goods[0, 0] = 3
    assert play.returns == [1.0, -0.5, -0.5]


def test_the_sheet_adds_up_and_names_each_source() -> None:
    play = end_is_near("f6 a3", {})
    play.state.goods[0, 0], play.state.treasure[0, 0] = 2, 1
    play_on(play, ">f6 + >f6 ?f7")
    assert {item.key: item.points for item in play.score_sheet(0)} == {
        "bonus": 3,
        "goods_statue": 3,
        "gold": 10,
        "gems": 0,
    }
    assert sum(item.points for item in play.score_sheet(0)) == play.points[0] == 16


def test_points_are_the_track_until_the_end() -> None:
    play = table("f6 a3", {}, goods={0: {"statue": 5}})
    assert play.points == [0, 0]
    assert play.score_sheet(0) == []


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(caravane.errors.BadInput, match="possible options: hidden_treasure, exchange, equal_turns"):
        caravane.start("africa", options={"treasure": True})
