"""§4 to §6 in short; every twist of them is a numbered case (cases/)."""

from caravane.game import SPECTATOR, Structure
from caravane.games.africa1880 import GAME
from caravane.games.africa1880.board import TERRITORY
from tests.games.africa1880.builder import board_of
from tests.games.africa1880.referee import play_turn, table

THREE = ["france", "germany", "italy"]


def after(at: dict[str, list[str]], sheets: dict[str, str], **position: Structure | list[str] | str) -> Structure:
    """The board after one turn."""
    game = table({"countries": THREE, "at": at, **position})
    play_turn(game, {"sheets": sheets})
    return {**board_of(game.state), "report": game.view(SPECTATOR)["report"]}


def test_4_1_orders_are_judged_on_the_board_as_it_was_written_on() -> None:
    board = after({"alger": ["france"], "sahara": ["germany"]}, {"germany": "Sahara: D", "france": "Alger: Sahara"})
    assert board["at"]["sahara"] == ["france", "germany"]
    assert board["colonies"] == ["sahara"]


def test_4_2_each_development_covers_a_square_until_none_is_left() -> None:
    sheets = {"france": "Libye: D; Allemagne: G", "germany": "Libye: D; France: G", "italy": "Libye: D"}
    assert after({"libye": THREE}, sheets)["developed"] == {"libye": 2}


def test_4_3_developments_stay_when_the_developer_leaves() -> None:
    board = after({"alger": ["france", "germany"]}, {"france": "Alger: D", "germany": "France: G"})
    assert (board["at"], board["developed"]) == ({"alger": ["germany"]}, {"alger": 1})


def test_4_4_the_explorer_stays_and_a_new_presence_appears() -> None:
    assert after({"alger": ["france"]}, {"france": "Alger: Libye"})["at"] == {"alger": ["france"], "libye": ["france"]}


def test_4_5_never_two_presences_of_one_country_in_a_territory() -> None:
    board = after({"alger": ["france"], "sahara": ["france"]}, {"france": "Alger: Tamanrasset; Sahara: Tamanrasset"})
    assert board["report"][1]["rule"] == "4.5"
    assert sum(map(len, board["at"].values())) == 3


def short_of_presences(**options: str) -> list[str]:
    """One presence is left: Alger explores Tamanrasset, Egypte explores Libye. Where it goes."""
    places = [entry.id for entry in TERRITORY if entry.id not in ("libye", "tamanrasset")][:21]
    at = {place: ["france"] for place in places}
    board = after(at, {"france": "Egypte: Libye; Alger: Tamanrasset; Bateau: Zanzibar"}, options=dict(options))
    return sorted(set(board["at"]) - set(places))


def test_4_6_a_short_stock_serves_the_sheet_from_the_top_and_the_boat_last() -> None:
    assert short_of_presences() == ["tamanrasset"]


def test_4_7_or_the_targets_from_the_top() -> None:
    assert short_of_presences(shortage="target") == ["libye"]


def test_4_8_landings_on_one_coast_all_succeed() -> None:
    sheets = dict.fromkeys(THREE, "Bateau: Dakar")
    assert after({}, sheets)["at"] == {"dakar": THREE}


def test_4_9_or_bounce() -> None:
    sheets = {"france": "Bateau: Dakar", "germany": "Bateau: Dakar", "italy": "Bateau: Kenya"}
    assert after({}, sheets, options={"landing": "bounce"})["at"] == {"kenya": ["italy"]}


def test_4_10_declarations_stay_in_the_embassies_until_the_next_reading() -> None:
    game = table({"countries": THREE})
    play_turn(game, {"sheets": {"france": "Allemagne: G"}})
    for seat in (0, 1, 2, SPECTATOR):
        assert game.view(seat)["embassies"]["year"] == 1880
        assert game.view(seat)["embassies"]["declared"]["germany"]["france"] == "war"
    play_turn(game, {})
    assert game.view(1)["embassies"]["declared"]["germany"]["france"] == "alliance"


def test_4_11_new_presences_get_orders_next_turn() -> None:
    game = table({"countries": THREE, "at": {"alger": ["france"]}})
    play_turn(game, {"sheets": {"france": "Alger: Libye; Libye: D"}})
    assert board_of(game.state)["developed"] == {}
    assert GAME.parse("libye D") in game.legal(0)


def test_5_1_alone_a_presence_stays() -> None:
    assert after({"alger": ["france"]}, {"germany": "France: G", "italy": "France: G"})["at"] == {"alger": ["france"]}


def test_5_2_of_two_the_ally_who_is_attacked_leaves() -> None:
    pair = {"alger": ["france", "germany"]}
    left = {
        (mine, theirs): after(pair, {"france": f"Allemagne: {mine}", "germany": f"France: {theirs}"})["at"]["alger"]
        for mine in "AG"
        for theirs in "AG"
    }
    assert left == {
        ("A", "A"): ["france", "germany"],
        ("G", "G"): ["france", "germany"],
        ("A", "G"): ["germany"],
        ("G", "A"): ["france"],
    }


def test_5_3_of_three_who_gets_more_wars_than_alliances_leaves() -> None:
    """The example of the rulebook: Germany has two wars, France one of each, Great Britain none."""
    countries = ["great-britain", "france", "germany"]
    sheets = {
        "france": "Allemagne: G; Grande-Bretagne: A",
        "germany": "France: G; Grande-Bretagne: A",
        "great-britain": "Allemagne: G; France: A",
    }
    board = after({"congo": countries}, sheets, countries=countries)
    assert board["at"] == {"congo": ["great-britain", "france"]}
    assert board["report"][-1] == {
        "type": "removed",
        "country": "germany",
        "territory": "congo",
        "war": ["great-britain", "france"],
        "alliance": [],
        "rule": "5.3",
    }


def test_5_4_everybody_may_vanish_at_once() -> None:
    sheets = {
        "france": "Allemagne: G; Italie: G",
        "germany": "France: G; Italie: G",
        "italy": "France: G; Allemagne: G",
    }
    assert after({"alger": THREE}, sheets)["at"] == {}


def test_6_1_squares_presence_and_peace_make_a_colony() -> None:
    pair, two = {"alger": ["france", "germany"]}, {"alger": 2}
    peace = after(pair, {"france": "Alger: D"}, developed=two)
    war = after(pair, {"france": "Alger: D; Allemagne: G", "germany": "France: G"}, developed=two)
    assert (peace["colonies"], war["colonies"]) == (["alger"], [])
    assert war["report"][-1]["war"] == [["france", "germany"], ["germany", "france"]]


def test_6_2_conflicts_do_not_touch_a_colony() -> None:
    board = after({"alger": ["france", "germany"]}, {"germany": "France: G"}, colonies=["alger"])
    assert board["at"] == {"alger": ["france", "germany"]}


def test_6_3_who_arrives_in_its_turn_shares_the_colony() -> None:
    at = {"sahara": ["france"], "alger": ["germany"]}
    board = after(at, {"france": "Sahara: D", "germany": "Alger: Sahara"})
    assert board["report"][-1] == {"type": "colony", "territory": "sahara", "countries": ["france", "germany"]}
