"""§4 moving what lies face up, §5 camps."""

import pytest

from caravane.errors import IllegalAction
from caravane.games.africa.board import EMPTY, HEX_BY_NAME
from tests.games.africa.builder import choices, lay, lies, play_on, table

ELEPHANTS = {"elephant": "f6 f5 i8 i9"}  # f6 has one beside it; h8 and j8 would have two


def test_4_1_what_lies_under_the_explorer_or_beside_it_is_lifted() -> None:
    play = play_on(table("f6 a3", {"elephant": "f6 f7 f8", "monument": "f5", "gold1": "e6"}), ">f6")
    assert choices(play, "^") == ["^f6"]  # f7 has two elephants beside it, f8 is too far
    for move in ("^f8", "^f5", "^e6", "^e7"):
        with pytest.raises(IllegalAction, match=r"§4.1"):
            play.apply(move)


def test_4_1_it_goes_to_any_empty_hex_of_the_board() -> None:
    play = table("f6 b9", {"lion": "f6 b3 b4"}, rest="empty")
    play_on(play, ">f6 ^f6 =a4")
    assert (lies(play, "f6"), lies(play, "a4")) == ("empty", "lion")
    play = table("f6 b9", {"lion": "f6 a4 b3"}, rest="camp")
    lay(play, HEX_BY_NAME["a3"], EMPTY)  # the city of Tangier
    assert choices(play_on(play, ">f6 ^f6")) == ["=a3"]


def test_4_1_what_was_lifted_must_be_placed() -> None:
    play = play_on(table("f6 a3", ELEPHANTS), ">f6 ^f6")
    assert "=f6" not in choices(play)
    with pytest.raises(IllegalAction, match=r"§4.1"):
        play.apply("-")


def test_4_2_example_2_a_moved_elephant_earns_the_difference() -> None:
    play = play_on(table("f6 a3", ELEPHANTS), ">f6 ^f6")
    assert choices(play) == ["=h8", "=j8"]
    with pytest.raises(IllegalAction, match=r"§4.2"):
        play.apply("=e5")
    assert play_on(play, "=h8").points == [1, 0]


def test_4_2_equal_company_is_not_enough() -> None:
    play = play_on(table("f6 a3", {"elephant": "f6 f5 i8"}), ">f6")
    assert choices(play, "^") == []


EXAMPLE_3 = {"nomads": "f6", "empty": "f7 m8 l7 l8 m7"}


def test_4_3_example_3_nomads_from_one_empty_hex_to_three() -> None:
    # The only empty hex beside the nomads is the explorer's own.
    play = play_on(table("f7 a3", EXAMPLE_3, rest="camp"), ">f7 ^f6 =m8")
    assert play.points == [3 - 1, 0]
    assert (lies(play, "f6"), lies(play, "m8")) == ("empty", "nomads")


def test_4_3_nomads_must_gain() -> None:
    play = play_on(table("f7 a3", EXAMPLE_3, rest="camp"), ">f7 ^f6")
    assert choices(play) == ["=l7", "=l8", "=m7", "=m8"]
    with pytest.raises(IllegalAction, match=r"§4.3"):
        play.apply("=f7")


def test_4_4_the_hex_left_counts_as_empty_and_the_tile_not_as_its_own_neighbour() -> None:
    # Beside f6 only f7 is empty; beside f7 then f6 and f8.
    play = play_on(table("f6 a3", {"nomads": "f6", "empty": "f7 f8"}, rest="camp"), ">f6 ^f6")
    assert choices(play) == ["=f7"]
    assert play_on(play, "=f7").points == [1, 0]
    # f7 touches f6, but the zebra that goes there is f6's own.
    play = play_on(table("f6 a3", {"zebra": "f6 f8"}, rest="camp"), ">f6")
    assert choices(play, "^") == []


def test_4_4_face_down_tiles_do_not_count() -> None:
    play = table("f6 a3", {"lion": "f6"}, hidden={"i8": "lion", "i9": "lion"})
    assert choices(play_on(play, ">f6"), "^") == []


def test_4_5_what_cannot_be_improved_cannot_be_lifted() -> None:
    play = play_on(table("f6 a3", {"lion": "f5", "nomads": "f7"}), ">f6")
    with pytest.raises(IllegalAction, match=r"§4.5"):
        play.apply("^f5")


def test_5_1_a_camp_needs_an_empty_hex_and_a_camp() -> None:
    play = play_on(table("f6 a3", {"lion": "f6"}), ">f6")
    with pytest.raises(IllegalAction, match=r"not empty. \(§5.1\)"):
        play.apply("+")
    play = table("f6 a3", {})
    play.state.camps[0] = 0
    with pytest.raises(IllegalAction, match=r"no camp left. \(§5.1\)"):
        play_on(play, ">f6 +$")


def test_5_1_a_camp_stands_on_a_city_to_the_end() -> None:
    play = play_on(table("a3 o8", {}), ">a3 +")
    assert lies(play, "a3") == "camp"
    assert play.state.camps[0] == 1
    assert choices(play_on(play, ">a3"), "+") == []  # no second camp on it


def test_5_2_a_camp_for_points_counts_animals_nomads_and_monuments() -> None:
    around = {"lion": "e6", "zebra": "e7", "nomads": "f5", "monument": "f7", "gem2": "g6", "camp": "g7"}
    play = play_on(table("f6 a3", around), ">f6 +")
    assert play.points == [4, 0]
    assert [lies(play, name) for name in ("e6", "f7", "g6")] == ["lion", "monument", "gem2"]


def test_5_3_a_camp_collects_all_gold_and_gems_around() -> None:
    around = {"lion": "e6", "gold2": "e7 f5", "gold1": "f7", "gem2": "g6", "gem1": "h8"}
    play = play_on(table("f6 a3", around), ">f6 +$")
    seat = play.view(1)["seats"][0]
    assert (seat["gold"], seat["gems"], seat["points"]) == (5, 2, 0)
    assert [lies(play, name) for name in ("e7", "f5", "f7", "g6")] == ["empty"] * 4
    assert (lies(play, "e6"), lies(play, "h8")) == ("lion", "gem1")


@pytest.mark.parametrize("move", ["+", "+$"])
def test_5_4_a_camp_may_bring_nothing(move: str) -> None:
    play = play_on(table("f6 a3", {}), f">f6 {move}")
    assert (play.points, lies(play, "f6")) == ([0, 0], "camp")
