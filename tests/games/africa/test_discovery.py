"""§3 turning tiles over."""

import pytest

from caravane.errors import IllegalAction
from tests.games.africa.builder import choices, lies, play_on, table


def test_3_1_only_a_face_down_neighbour_is_turned_over() -> None:
    play = play_on(table("f6 a3", {"lion": "g6"}, hidden={"f7": "monument", "f8": "monument"}), ">f6")
    assert choices(play, "?") == ["?f7"]
    for far in ("?f8", "?g6"):
        with pytest.raises(IllegalAction, match=r"§3.1"):
            play.apply(far)
    assert lies(play_on(play, "?f7"), "f7") == "monument"


@pytest.mark.parametrize(("kind", "symbols"), [("gold1", 1), ("gold2", 2), ("gem1", 1), ("gem2", 2)])
def test_3_2_treasure_earns_its_symbols_and_stays(kind: str, symbols: int) -> None:
    play = play_on(table("f6 a3", {}, hidden={"f7": kind}), ">f6 ?f7")
    assert play.points == [symbols, 0]
    assert lies(play, "f7") == kind
    assert not play.state.treasure.any()


def test_3_3_a_good_is_taken_and_leaves_an_empty_hex() -> None:
    play = play_on(table("f6 a3", {}, hidden={"f7": "mask"}), ">f6 ?f7")
    assert play.view(0)["seats"][0]["goods"]["mask"] == 1
    assert lies(play, "f7") == "empty"
    assert play.points == [0, 0]


def andre_finds_a_statue() -> dict[int, dict[str, int]]:
    """Example 1: what André and Brigitte hold before the find."""
    return {0: {"statue": 1}, 1: {"pot": 1, "clothing": 2}}


def test_3_4_example_1_a_pot_for_the_statue_just_found() -> None:
    play = table("f6 a3", {}, hidden={"f7": "statue"}, goods=andre_finds_a_statue())
    play_on(play, ">f6 ?f7")
    assert choices(play) == ["=", "1:pot", "1:clothing", "1:clothing*"]
    play.apply("1:pot")
    andre, brigitte = play.view(0)["seats"]
    assert (andre["goods"]["statue"], andre["goods"]["pot"]) == (1, 1)
    assert (brigitte["goods"]["statue"], brigitte["goods"]["pot"]) == (1, 0)


def test_3_4_one_of_several_may_be_taken() -> None:
    play = table("f6 a3", {}, hidden={"f7": "statue"}, goods=andre_finds_a_statue())
    play_on(play, ">f6 ?f7 1:clothing")
    andre, brigitte = play.view(0)["seats"]
    assert (andre["goods"]["clothing"], brigitte["goods"]["clothing"]) == (1, 1)


def test_3_4_nothing_is_taken_from_who_has_none() -> None:
    play = table("f6 a3 o8", {}, hidden={"f7": "statue"}, goods=andre_finds_a_statue())
    play_on(play, ">f6 ?f7")
    for move in ("1:drum", "2:pot", "0:statue"):
        with pytest.raises(IllegalAction, match=r"§3.4"):
            play.apply(move)


def test_3_4_a_refusal_is_said_in_good_french() -> None:
    play = play_on(table("f6 a3", {}, hidden={"f7": "statue"}, goods={1: {"pot": 1}}), ">f6 ?f7")
    said = [play.game.explain(play.state, 0, play.action(move)).text.fr for move in ("1:clothing", "1:mask")]
    assert said == ["Ce joueur n’a pas d’habits.", "Ce joueur n’a pas de masques."]


def test_3_5_example_1_both_garments_for_both_statues() -> None:
    play = table("f6 a3", {}, hidden={"f7": "statue"}, goods=andre_finds_a_statue())
    play_on(play, ">f6 ?f7 1:clothing*")
    andre, brigitte = play.view(0)["seats"]
    assert andre["goods"] == {"statue": 0, "pot": 0, "clothing": 2, "mask": 0, "drum": 0}
    assert brigitte["goods"] == {"statue": 2, "pot": 1, "clothing": 0, "mask": 0, "drum": 0}


def test_3_5_all_of_a_kind_needs_as_many_of_the_found_kind() -> None:
    play = table("f6 a3", {}, hidden={"f7": "statue"}, goods={0: {}, 1: {"clothing": 2}})
    play_on(play, ">f6 ?f7")
    assert choices(play) == ["=", "1:clothing"]
    with pytest.raises(IllegalAction, match=r"§3.5"):
        play.apply("1:clothing*")


def test_3_6_the_option_knows_only_all_of_a_kind() -> None:
    play = table(
        "f6 a3", {}, hidden={"f7": "statue"}, goods=andre_finds_a_statue(), options={"exchange": "all-of-a-kind"}
    )
    play_on(play, ">f6 ?f7")
    assert choices(play) == ["=", "1:pot", "1:clothing*"]
    with pytest.raises(IllegalAction, match=r"§3.6"):
        play.apply("1:clothing")


def test_3_7_like_for_like_is_no_exchange_and_nothing_is_asked() -> None:
    play = table("f6 a3", {}, hidden={"f7": "statue"}, goods={1: {"statue": 2}})
    play_on(play, ">f6 ?f7")
    assert choices(play, "=") == []
    assert choices(play, ">f6") == [">f6"]  # the second walk


def test_3_7_all_of_a_single_good_is_one_for_one() -> None:
    play = table("f6 a3", {}, hidden={"f7": "statue"}, goods=andre_finds_a_statue())
    play_on(play, ">f6 ?f7")
    for move in ("1:pot*", "1:statue"):
        with pytest.raises(IllegalAction, match=r"§3"):
            play.apply(move)


ELEPHANTS = {"elephant": "f5 i8 i9"}  # one beside f6; two beside h8 and j8


def test_3_8_example_2_the_found_elephant_stays_or_joins_more() -> None:
    play = play_on(table("g6 a3", ELEPHANTS, hidden={"f6": "elephant"}), ">g6 ?f6")
    assert choices(play) == ["=f6", "=h8", "=j8"]
    with pytest.raises(IllegalAction, match=r"§3.8"):
        play.apply("=e5")
    play.apply("=h8")
    assert (lies(play, "f6"), lies(play, "h8")) == ("empty", "elephant")


def test_3_8_only_empty_hexes_are_better() -> None:
    play = table("g6 a3", ELEPHANTS | {"camp": "h8"}, hidden={"f6": "elephant", "j8": "pot"})
    assert play_on(play, ">g6 ?f6").state.subject == -1  # it stayed at once
    assert play.points == [2, 0]


def test_3_9_example_2_two_points_where_it_lies_three_where_it_goes() -> None:
    assert play_on(table("g6 a3", ELEPHANTS, hidden={"f6": "elephant"}), ">g6 ?f6 =f6").points == [2, 0]
    assert play_on(table("g6 a3", ELEPHANTS, hidden={"f6": "elephant"}), ">g6 ?f6 =h8").points == [3, 0]


def test_3_9_other_animals_do_not_count() -> None:
    play = table("g6 a3", {"zebra": "f5 e6 e7"}, hidden={"f6": "elephant"})
    assert play_on(play, ">g6 ?f6").points == [1, 0]


OPEN_SOUTH = {"empty": "f7 m8 l7 l8 m7"}  # one empty hex beside f6; three beside m8


def test_3_10_found_nomads_go_where_more_is_empty() -> None:
    play = play_on(table("f7 a3", OPEN_SOUTH, rest="camp", hidden={"f6": "nomads"}), ">f7 ?f6")
    assert choices(play) == ["=f6", "=l7", "=l8", "=m7", "=m8"]
    with pytest.raises(IllegalAction, match=r"§3.10"):
        play.apply("=f7")


def test_3_10_found_nomads_are_placed_before_anything_else() -> None:
    play = play_on(table("f7 a3", OPEN_SOUTH, rest="camp", hidden={"f6": "nomads"}), ">f7 ?f6")
    with pytest.raises(IllegalAction, match=r"§3.10"):
        play.apply("-")


def test_3_11_found_nomads_earn_the_empty_hexes_around() -> None:
    assert play_on(table("f7 a3", OPEN_SOUTH, rest="camp", hidden={"f6": "nomads"}), ">f7 ?f6 =f6").points == [1, 0]
    assert play_on(table("f7 a3", OPEN_SOUTH, rest="camp", hidden={"f6": "nomads"}), ">f7 ?f6 =m8").points == [3, 0]


def test_3_11_with_nothing_empty_around_they_earn_nothing() -> None:
    play = play_on(table("f7 a3", {}, rest="camp", hidden={"f6": "nomads"}), ">f7 ?f6")
    assert play.points == [0, 0]
    assert lies(play, "f6") == "nomads"


def test_3_12_a_monument_stays_and_gives_a_camp() -> None:
    play = play_on(table("f6 a3", {}, hidden={"f7": "monument"}), ">f6 ?f7")
    assert lies(play, "f7") == "monument"
    assert play.state.camps.tolist()[:2] == [3, 2]
    assert play.view(0)["camps_left"] == 9
    assert play.points == [0, 0]


def test_3_12_the_tenth_monument_takes_the_last_camp_of_the_supply() -> None:
    play = table("f6 a3", {}, hidden={"f7": "monument", "f5": "lion"})
    play.state.monuments = 9
    play_on(play, ">f6 ?f7")
    assert (play.state.camps[0], play.view(0)["camps_left"], play.is_over) == (3, 0, False)
