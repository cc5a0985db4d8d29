"""§7: the end, points, the winner."""

from caravane.game import Structure
from caravane.games.africa1880 import GAME
from caravane.games.africa1880.board import TERRITORY
from caravane.play import Play
from tests.games.africa1880.referee import play_turn, table

THREE = ["france", "germany", "italy"]


def ended(turn: Structure, **position: Structure | list[str] | int) -> Play:
    game = table({"year": 1914, "countries": THREE, **position})
    play_turn(game, turn)
    return game


def test_7_1_the_game_ends_with_1914() -> None:
    game = ended({})
    assert game.is_over
    assert GAME.ending(game.state) == "last-year"
    assert game.to_move == []
    assert GAME.explain(game.state, 0, 0).rule == "7.1"


def test_7_2_or_with_the_turn_of_the_22nd_colony() -> None:
    places = [entry.id for entry in TERRITORY[:21]]
    at = {place: ["france"] for place in places} | {"sahara": ["germany"], "tenere": ["italy"]}
    sheets = {"germany": "Sahara: D", "italy": "Ténéré: D"}
    game = ended({"sheets": sheets}, year=1890, at=at, colonies=places)
    assert GAME.ending(game.state) == "last-colony"
    assert game.view(0)["colonies"] == {"built": 23, "figures": 22}


def test_7_3_alone_eight_shared_three() -> None:
    at = {"alger": ["france"], "libye": ["france", "germany"], "congo": ["italy"]}
    game = ended({"everybody_fights": True}, at=at, colonies=["alger", "libye"])
    assert game.points == [11, 3, 0]
    assert [(item.key, item.points) for item in game.score_sheet(0)] == [
        ("colony:alger", 8),
        ("colony:libye", 3),
        ("alliances", 0),
    ]


def test_7_4_a_point_for_each_alliance_declared_to_you_in_the_last_turn() -> None:
    game = ended({"sheets": {"france": "Allemagne: G", "italy": "Allemagne: G; France: G"}})
    assert game.points == [1, 0, 2]


def test_7_5_one_winner_or_none() -> None:
    game = ended({}, at={"alger": ["france"]}, colonies=["alger"])
    assert game.returns == [1.0, -0.5, -0.5]
    assert GAME.ask(game.state, 1).en == "France: victory with 10 points."
    tie = ended({}, at={"alger": ["france"], "libye": ["germany"]}, colonies=["alger", "libye"])
    assert tie.points == [10, 10, 2]
    assert tie.returns == [0.0, 0.0, 0.0]
    assert GAME.ask(tie.state, 0).en == "A tie for first: nobody wins."


def test_7_6_the_standing_counts_colonies_and_the_last_alliances() -> None:
    game = table(
        {
            "year": 1890,
            "countries": THREE,
            "at": {"alger": ["france"]},
            "colonies": ["alger"],
            "wars": {"italy": ["france"]},
        }
    )
    assert game.points == [9, 2, 2]
    assert game.returns == [0.0, 0.0, 0.0]
    assert table({"countries": THREE}).points == [0, 0, 0]
