"""§3: what can be written, how it is read, what is said while writing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravane.errors import BadInput, IllegalAction
from caravane.game import Reading, Structure
from caravane.games.africa1880 import GAME
from caravane.games.africa1880.board import COUNTRY, TERRITORY
from caravane.games.africa1880.sheets import plain, split_lines, take_apart, write_text
from caravane.play import Play
from tests.games.africa1880.referee import ORDERS, play_turn, table


def france(*places: str, **more: Structure | list[str]) -> Play:
    return table({"countries": ["france", "germany", "italy"], "at": {place: ["france"] for place in places}, **more})


def read(game: Play, sheet: str | Structure) -> Reading:
    reading: Reading = ORDERS.read(GAME.view(game.state, 0), 0, sheet)
    return reading


def refusal(game: Play, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        game.apply(text, 0)
    return str(caught.value.rule)


def test_3_1_one_order_for_each_presence() -> None:
    game = france("alger", "dakar")
    first = {text.split(">")[0].split(" ")[0] for a in game.legal(0) if "boat" not in (text := GAME.notation(a))}
    assert first == {"alger", "dakar", "germany", "italy", "ready"}
    game.apply("alger D", 0)
    game.apply("alger>libye", 0)
    assert [line["order"] for line in game.view(0)["sheet"]["orders"]] == ["libye", None]
    assert refusal(game, "congo D") == "3.1"


def test_3_2_a_forgotten_or_unreadable_order_is_nothing_and_is_said() -> None:
    game = france("alger", "dakar")
    reading = read(game, "Alger: Algérie\nKongo: D")
    assert [(line.number, line.status, line.rule) for line in reading.lines[:4]] == [
        (1, "unreadable", "3.2"),
        (2, "unreadable", "3.2"),
        (0, "missing", "3.2"),
        (0, "missing", "3.2"),
    ]
    assert reading.actions == ()
    play_turn(game, {"sheets": {"france": "Alger: Algérie"}})
    assert int(game.state.developed.sum()) == 0


def test_3_3_explorations_go_to_neighbours() -> None:
    game = france("alger")
    assert [GAME.notation(a) for a in game.legal(0) if "alger>" in GAME.notation(a)] == [
        "alger>libye",
        "alger>sahara",
        "alger>tamanrasset",
    ]
    assert read(game, "Alger: Dakar").lines[0].rule == "3.3"
    isolated = france("madagascar", options={"madagascar": "isolated"})
    assert refusal(isolated, "madagascar>lac-nyassa") == "3.3"


def test_3_4_a_colony_is_not_explored() -> None:
    game = france("alger", "sahara", colonies=["sahara"])
    assert refusal(game, "alger>sahara") == "3.4"


def test_3_5_one_landing_on_a_coast_without_any_presence() -> None:
    game = france("alger")
    assert refusal(game, "boat>alger") == "3.5"
    assert refusal(game, "boat>tamanrasset") == "3.5"
    game.apply("boat>dakar", 0)
    game.apply("boat>kenya", 0)
    assert game.view(0)["sheet"]["landing"]["order"] == "kenya"


def test_3_6_relations_are_alliance_unless_war_is_written() -> None:
    game = france("alger")
    assert refusal(game, "france A") == "3.6"
    play_turn(game, {"sheets": {"france": "Allemagne: G"}})
    declared = game.view(0)["embassies"]["declared"]
    assert declared["germany"] == {"france": "war", "italy": "alliance"}
    assert declared["italy"] == {"france": "alliance", "germany": "alliance"}


def test_3_7_two_orders_on_a_line_count_as_nothing_written() -> None:
    reading = read(france("alger"), "Alger: D\nAlger: Libye\nBateau: Dakar\nBoat: Kenya\nItalie: G\nItaly: A")
    assert [line.rule for line in reading.lines if line.number] == ["3.7"] * 6
    assert reading.actions == ()


def test_3_7_the_same_line_twice_in_the_same_words_is_one_order() -> None:
    reading = read(france("alger"), "Alger: D\nALGER d.\nBateau: Dakar\nItalie: G\nItalie: G\nBateau: Dakar")
    written = [line.status for line in reading.lines if line.number]
    assert written == ["order", "empty", "order", "order", "empty", "empty"]
    assert [GAME.notation(a) for a in reading.actions] == ["alger D", "boat>dakar", "italy G"]
    assert reading.lines[1].text.en == "The same line again: one order."


def test_3_7_the_same_order_in_other_words_is_written_twice() -> None:
    reading = read(france("alger"), "Alger: D\nAlger: développe\nAlger: D")
    assert [line.rule for line in reading.lines if line.number] == ["3.7"] * 3


@pytest.mark.parametrize(
    "word",
    [
        "D",
        "d",
        "développe",
        "DEVELOPPE",
        "développer",
        "develop",
        "Develops",
        ": d.",
        "-> D",
        "développement",
        "Development",
    ],
)
def test_3_8_words_for_developing(word: str) -> None:
    assert [GAME.notation(a) for a in read(france("alger"), f"Alger {word}").actions] == ["alger D"]


@pytest.mark.parametrize(
    "word", ["Libye", "→ libye", "explore Libya", "vers LIBYE", "explorer: Libye", "to Libya", ", la Libye"]
)
def test_3_8_words_for_exploring(word: str) -> None:
    assert [GAME.notation(a) for a in read(france("alger"), f"Alger: {word}").actions] == ["alger>libye"]


@pytest.mark.parametrize(
    "line",
    [
        "Bateau: Dakar",
        "Débarquement Dakar",
        "⛵ Dakar",
        "LANDING: dakar",
        "boat → Dakar",
        "Débarquer: Dakar",
        "débarquer à Dakar",
        "Land at Dakar",
        "Le bateau: Dakar",
    ],
)
def test_3_8_words_for_the_boat(line: str) -> None:
    assert [GAME.notation(a) for a in read(france("alger"), line).actions] == ["boat>dakar"]


@pytest.mark.parametrize("word", ["G", "guerre", "War", "w", "en guerre", "at war"])
def test_3_8_words_for_war(word: str) -> None:
    assert [GAME.notation(a) for a in read(france("alger"), f"Deutschland {word}").actions] == ["germany G"]


@pytest.mark.parametrize("word", ["A", "alliance", "allié", "alliée", "Alliés", "ally", "allied"])
def test_3_8_words_for_alliance(word: str) -> None:
    assert [GAME.notation(a) for a in read(france("alger"), f"l'Italie: {word}").actions] == ["italy A"]


@pytest.mark.parametrize("name", ["Angleterre", "L’Angleterre", "England", "Grande-Bretagne", "Royaume-Uni"])
def test_3_8_great_britain_by_the_names_people_give_it(name: str) -> None:
    game = table({"countries": ["france", "great-britain", "italy"], "at": {"alger": ["france"]}})
    assert [GAME.notation(a) for a in read(game, f"{name}: G").actions] == ["great-britain G"]


@pytest.mark.parametrize(
    "sheet",
    [
        "Alger D, Dakar: rien, Bateau: Kenya, Italie: G",
        "Alger: D; Dakar: rien; Bateau: Kenya; Italie: G",
        "Alger, D\nDakar rien, Bateau: Kenya; Italie, G",
        "1880, Alger D, Dakar rien\n# Italie: A, Congo: D\nBateau Kenya, l’Italie guerre",
    ],
)
def test_3_8_lines_are_separated_by_line_breaks_semicolons_or_commas(sheet: str) -> None:
    written = ["dakar -", "alger D", "boat>kenya", "italy G"]
    assert [GAME.notation(a) for a in read(france("alger", "dakar"), sheet).actions] == written


def test_3_8_every_spelling_names_one_thing() -> None:
    spellings = [(plain(s), entry.id) for entry in (*TERRITORY, *COUNTRY) for s in entry.spellings]
    assert len(dict(spellings)) == len(set(spellings))
    for spelling, _ in spellings:
        assert take_apart(1, spelling).says == ""


def test_3_8_structured_sheets_are_read_the_same_way() -> None:
    sheet = {
        "orders": {"alger": {"explore": "libye"}, "dakar": "develop", "kenya": "nothing"},
        "landing": "angola",
        "relations": {"italy": "war", "germany": "alliance"},
    }
    reading = read(france("alger", "dakar", "kenya"), sheet)
    written = ["kenya -", "dakar D", "alger>libye", "boat>angola", "germany A", "italy G"]
    assert [GAME.notation(a) for a in reading.actions] == written
    assert read(france("alger"), {"orders": {"alger": 7, "x": None}, "relations": {"italy": []}}).actions == ()


_WORDS = st.sampled_from(
    ["Alger", "Dakar", "bateau", "Italie", "France", "D", "Libye", "G", ":", "rien", "1880", "x", "\n", ";", ","]
)


@given(st.one_of(st.text(max_size=60), st.lists(_WORDS, max_size=14).map(" ".join)))
def test_3_8_any_text_is_read_line_by_line_and_gives_legal_orders(text: str) -> None:
    game = france("alger", "dakar")
    game.apply("alger>sahara", 0)
    game.apply("ready", 0)
    reading = read(game, text)
    assert [line.number for line in reading.lines if line.number] == list(range(1, len(split_lines(text)) + 1))
    assert all(line.text.fr and line.text.en for line in reading.lines)
    assert all(bool(line.rule) == (line.status in ("no-effect", "unreadable", "missing")) for line in reading.lines)
    for action in reading.actions:
        game.apply(action, 0)
    assert GAME.invariants(game.state) == []


def test_3_8_a_malformed_structure_is_refused() -> None:
    with pytest.raises(BadInput, match="must be an object"):
        read(france("alger"), {"orders": ["alger"]})
    with pytest.raises(BadInput, match="no part order; parts: year, orders, landing, relations"):
        read(france("alger"), {"order": {"alger": "develop"}})


@pytest.mark.parametrize("language", ["fr", "en"])
def test_3_8_a_sheet_written_out_reads_back(language: str) -> None:
    game = france("alger", "lac-nyassa", "tenere", "cape-town")
    for text in ("alger>libye", "lac-nyassa D", "tenere -", "boat>dakar", "germany G", "italy A"):
        game.apply(text, 0)
    text = write_text(game.state, 1, language)
    fresh = france("alger", "lac-nyassa", "tenere", "cape-town")
    for action in read(fresh, text).actions:
        fresh.apply(action, 0)
    assert fresh.state.order.tolist() == game.state.order.tolist()
    assert fresh.state.landing.tolist() == game.state.landing.tolist()
    assert fresh.state.relation.tolist() == game.state.relation.tolist()


def test_3_9_what_would_have_no_effect_is_said_with_the_rule() -> None:
    game = france("alger", "libye", "sahara", developed={"sahara": 1})
    for text in ("alger>libye", "libye>tamanrasset", "sahara D", "boat>dakar", "germany A", "italy A"):
        game.apply(text, 0)
    said = ORDERS.warnings(GAME.view(game.state, 0), 0)
    assert [(line.rule, GAME.notation(line.action)) for line in said] == [("4.2", "sahara D"), ("4.5", "alger>libye")]
    assert said[1].text.en == "Algiers: explore Libya, without effect: a presence stands or arrives there already."
    assert said[1].text.fr.startswith("Alger\u00a0: explorer Libye, sans effet\u00a0:")


def test_3_9_nothing_is_said_about_what_others_may_do() -> None:
    """Germany, too, writes the development of the last square: France is not told."""
    game = table({"countries": ["france", "germany", "italy"], "at": {"sahara": ["france", "germany"]}})
    for seat in (0, 1):
        game.apply("sahara D", seat)
    assert [line.rule for line in ORDERS.warnings(GAME.view(game.state, 0), 0) if line.status == "no-effect"] == []
