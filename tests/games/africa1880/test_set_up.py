"""§1: countries, the map, first presences."""

import itertools

import pytest

import caravane
from caravane.errors import BadInput, IllegalAction
from caravane.games.africa1880.board import COASTAL, COUNTRY, MAP, SQUARES, TERRITORY, TERRITORY_INDEX, WAYS, neighbours
from caravane.play import Play
from tests.games.africa1880.builder import board_of, position
from tests.games.africa1880.referee import hand_in, table

ON_THE_SHEET = [
    "Abyssinie",
    "Alexandrie",
    "Alger",
    "Angola",
    "Bangui",
    "Cameroun",
    "Cap_Town",
    "Congo",
    "Dahomey",
    "Dakar",
    "Djibouti",
    "Egypte",
    "Fachoda",
    "Kenya",
    "Khartoum",
    "Kuruman",
    "Lac_Nyassa",
    "Lac_Tanganica",
    "Lac_Tchad",
    "Lac_Victoria",
    "Libye",
    "Madagascar",
    "Mogadiscio",
    "Namibie",
    "Nigéria",
    "Ougadougou",
    "Rodhésie",
    "Sahara",
    "Tamanrasset",
    "Ténére",
    "Tombouctou",
    "Zanzibar",
]


def begin(seats: int = 3, **options: str) -> Play:
    return caravane.start("africa1880", seats, seed=5, options=options)


def take(game: Play, *countries: str) -> Play:
    for country in countries:
        game.apply(f"take {country}")
    return game


def at(game: Play) -> dict[str, list[str]]:
    found: dict[str, list[str]] = board_of(game.state)["at"]
    return found


def test_1_1_countries_that_nobody_plays_do_not_exist() -> None:
    game = take(begin(), "italy", "belgium", "france")
    for place in ("alger", "dakar", "angola"):
        game.apply(f"place {place}")
    relations = [text for action in game.legal(0) if (text := game.game.notation(action)).endswith((" A", " G"))]
    assert relations == ["france A", "belgium A", "france G", "belgium G"]
    with pytest.raises(IllegalAction, match=r"not played.*§1\.1"):
        game.apply("germany G", 0)
    assert game.view(0)["countries"] == ["france", "italy", "belgium"]


def test_1_2_seats_choose_in_turn_among_the_countries_left() -> None:
    game = begin(4)
    assert game.to_move == [0]
    game.apply("take germany")
    assert game.to_move == [1]
    with pytest.raises(IllegalAction, match=r"already taken.*§1\.2"):
        game.apply("take germany")
    take(game, "france", "italy", "belgium")
    assert [seat["country"] for seat in game.view(2)["seats"]] == ["germany", "france", "italy", "belgium"]


def test_1_2_countries_by_seat_or_by_lot() -> None:
    by_seat = begin(4, countries="seats")
    assert [COUNTRY[c].id for c in by_seat.state.country[:4]] == ["great-britain", "france", "germany", "italy"]
    lots = {
        tuple(caravane.start("africa1880", 6, seed=s, options={"countries": "drawn"}).state.country) for s in range(9)
    }
    assert len(lots) > 5
    assert all(sorted(lot) == [0, 1, 2, 3, 4, 5] for lot in lots)


def test_1_3_the_map_has_32_territories_20_coasts_and_88_squares() -> None:
    assert [entry["sheet"].replace(" ", "_") for entry in MAP["territories"]] == ON_THE_SHEET
    assert sum(map(int, COASTAL)) == 20
    assert sum(map(int, SQUARES)) == 88
    assert {int(count) for count in SQUARES} == {1, 2, 3, 4}


def drawn_borders() -> set[frozenset[str]]:
    """Pairs of territories whose rings have a side in common."""
    sides: dict[frozenset[tuple[float, float]], list[str]] = {}
    for entry in MAP["territories"]:
        ring = [tuple(point) for point in entry["ring"]]
        assert ring[0] == ring[-1]
        for side in itertools.pairwise(ring):
            sides.setdefault(frozenset(side), []).append(entry["id"])
    assert all(len(owners) <= 2 for owners in sides.values())
    return {frozenset(owners) for owners in sides.values() if len(owners) == 2}


def test_1_4_drawn_borders_are_the_neighbourhoods() -> None:
    told = {frozenset((entry["id"], other)) for entry in MAP["territories"] for other in entry["borders"]}
    assert drawn_borders() == told
    assert len(told) == 70


def test_1_4_touching_in_a_point_is_no_border() -> None:
    points = {entry["id"]: {tuple(point) for point in entry["ring"]} for entry in MAP["territories"]}
    touching = [pair for pair in itertools.combinations(points, 2) if points[pair[0]] & points[pair[1]]]
    only_points = [pair for pair in touching if frozenset(pair) not in drawn_borders()]
    assert all(TERRITORY_INDEX[b] not in neighbours(TERRITORY_INDEX[a], 0) for a, b in only_points)


def test_1_4_neighbourhood_is_mutual_and_joins_the_whole_map() -> None:
    assert all((there, here) in WAYS for here, there in WAYS)
    reached, edge = {0}, [0]
    while edge:
        new = [there for there in neighbours(edge.pop(), 0) if there not in reached]
        reached |= set(new)
        edge += new
    assert len(reached) == len(TERRITORY)


def test_1_4_sea_links_of_madagascar_follow_the_option() -> None:
    links = [[TERRITORY[t].id for t in neighbours(TERRITORY_INDEX["madagascar"], code)] for code in range(3)]
    assert links == [["lac-nyassa"], [], ["lac-nyassa", "zanzibar"]]


def test_1_5_a_country_has_22_presences() -> None:
    everywhere = {"countries": ["france", "germany", "italy"], "at": {entry.id: ["france"] for entry in TERRITORY[:22]}}
    game = table(everywhere)
    assert game.view(0)["seats"][0]["stock"] == 0
    with pytest.raises(BadInput, match="23 presences"):
        position({**everywhere, "at": {entry.id: ["france"] for entry in TERRITORY[:23]}})


@pytest.mark.parametrize(
    "wrong",
    [
        {"year": 1881},
        {"options": {"landings": "bounce"}},
        {"at": {"atlantis": ["france"]}},
        {"at": {"alger": ["belgium"]}},
        {"developed": {"sahara": 2}},
        {"colonies": ["sahara"]},
    ],
)
def test_1_5_a_position_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        position({"countries": ["france", "germany", "italy"], **wrong})


def test_1_8_history_is_told_when_the_last_country_is_taken() -> None:
    game = take(begin(start="historical"), "italy", "france")
    before = game.game.view(game.state, 0)
    game.apply("take belgium")
    told = game.game.narrate(before, game.game.view(game.state, 0), 2, game.game.parse("take belgium"))
    assert [event.text.en for event in told] == [
        "{who} takes Belgium.",
        "France: first presence at Algiers.",
        "Italy: first presence at Mogadishu.",
        "Belgium: first presence at Angola.",
    ]


def test_1_6_first_presences_go_to_any_coast_in_the_order_of_countries() -> None:
    game = take(begin(), "belgium", "germany", "great-britain")
    assert game.to_move == [2]
    with pytest.raises(IllegalAction, match=r"coast.*§1\.6"):
        game.apply("place bangui")
    game.apply("place dakar")
    assert game.to_move == [1]
    game.apply("place dakar")
    game.apply("place alger", 0)
    assert at(game) == {"alger": ["belgium"], "dakar": ["great-britain", "germany"]}
    assert game.to_move == [0, 1, 2]


def test_1_7_first_presences_may_have_to_be_apart() -> None:
    game = take(begin(first="empty"), "france", "germany", "italy")
    game.apply("place dakar")
    with pytest.raises(IllegalAction, match=r"already.*§1\.7"):
        game.apply("place dakar")


def test_1_8_history_places_the_first_presences() -> None:
    game = begin(6, start="historical", countries="seats")
    assert at(game) == {
        "alexandrie": ["great-britain"],
        "alger": ["france"],
        "angola": ["belgium"],
        "cape-town": ["netherlands"],
        "dahomey": ["germany"],
        "mogadiscio": ["italy"],
    }
    chosen = take(begin(start="historical"), "italy", "france", "belgium")
    assert at(chosen) == {"alger": ["france"], "angola": ["belgium"], "mogadiscio": ["italy"]}
    assert hand_in(chosen, 1, "Alger: D") == ["order"]
