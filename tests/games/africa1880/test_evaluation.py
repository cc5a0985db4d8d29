"""The quick choices that simulations are made of: spread early, finish in time."""

from caravane.chance import SeededChance
from caravane.games.africa1880.actions import ALLY, DEVELOP_AT, EXPLORE, FIGHT
from caravane.games.africa1880.board import FIRST_WAY, SQUARES, TERRITORY, TURNS, WAY_TO
from caravane.games.africa1880.evaluation import appeal, evaluate, reach, sensible_order, sensible_relation
from caravane.games.africa1880.state import EXPLORE_TO, OVER
from tests.games.africa1880.referee import table

PLACES = [entry.id for entry in TERRITORY]
HERE = PLACES.index("alger")


def orders(turn: int) -> set[int]:
    """What France may be told to do at Alger in that turn."""
    state = table({"countries": ["france", "germany", "italy"], "at": {"alger": ["france"]}}).state
    state.turn = turn
    words = SeededChance(3)
    country = int(state.country[0])
    return {int(sensible_order(state, country, HERE, words.word())) for _ in range(60)}


def test_early_it_explores_and_sometimes_develops() -> None:
    found = orders(0)
    assert DEVELOP_AT + HERE in found
    assert any(EXPLORE + way in found for way in range(FIRST_WAY[HERE], FIRST_WAY[HERE + 1]))


def test_when_the_turns_left_are_just_enough_it_develops() -> None:
    assert orders(TURNS - int(SQUARES[HERE])) == {DEVELOP_AT + HERE}


def test_two_presences_do_not_explore_the_same_land() -> None:
    state = table({"countries": ["france", "germany", "italy"], "at": {"alger": ["france"]}}).state
    there = int(WAY_TO[FIRST_WAY[HERE]])
    country = int(state.country[0])
    assert appeal(state, country, HERE, there) > 0
    state.order[country, PLACES.index("madagascar")] = EXPLORE_TO + there
    assert appeal(state, country, HERE, there) == 0


def test_nearly_finished_land_is_worth_more_far_from_the_others() -> None:
    """Whoever stands next door can come in time to share it, or to drive its owner out."""
    far, near = (
        table(
            {"year": 1905, "countries": ["france", "germany", "italy"], "at": {"alger": ["france"], other: ["italy"]}}
        ).state
        for other in ("cape-town", "libye")
    )
    for state in (far, near):
        state.developed[HERE] = SQUARES[HERE] - 1
    assert evaluate(far, 0) > evaluate(near, 0) + 0.03


def test_a_finished_game_is_judged_by_its_points() -> None:
    state = table(
        {"countries": ["france", "germany", "italy"], "at": {"alger": ["france"]}, "colonies": ["alger"]}
    ).state
    before = evaluate(state, 0)
    state.stage = OVER
    assert evaluate(state, 0) > 0.0 > evaluate(state, 1)
    assert before > 0.0


def wars(year: int, theirs: str, mine: str = "alger") -> int:
    """How often of a hundred times France declares war on Germany, when the two stand at these places."""
    at = {mine: ["france"], theirs: ["germany"]} if theirs != mine else {mine: ["france", "germany"]}
    state = table({"year": year, "countries": ["france", "germany", "italy"], "at": at}).state
    words = SeededChance(5)
    france, germany = int(state.country[0]), int(state.country[1])
    said = [int(sensible_relation(state, france, germany, words.word())) for _ in range(100)]
    assert set(said) <= {ALLY + germany, FIGHT + germany}
    return said.count(FIGHT + germany)


def test_war_is_declared_on_who_may_be_met() -> None:
    """Who trusts alone is driven out (§5.2)."""
    assert wars(1895, "libye") > 90
    assert wars(1895, "alger") > 90
    assert wars(1895, "khartoum", "egypte") > 90, "neighbours that have no other neighbour in common"
    assert wars(1895, "cape-town") < 10


def test_where_a_country_stands_is_within_its_reach() -> None:
    """The rest of the land around may be colonies by then."""
    state = table({"countries": ["france", "germany", "italy"], "at": {"alger": ["france"]}}).state
    france = int(state.country[0])
    there = {PLACES[t] for t in range(len(PLACES)) if reach(state, france) >> t & 1}
    assert there == {"alger"} | {PLACES[int(WAY_TO[way])] for way in range(FIRST_WAY[HERE], FIRST_WAY[HERE + 1])}
    state.colony[:] = 1
    state.colony[HERE] = 0
    assert reach(state, france) == 1 << HERE


def test_in_the_last_turn_an_alliance_would_be_a_gift() -> None:
    assert wars(1914, "cape-town") > 90
