"""A position of AFRICA 1880 as text: typed by hand, refused with the sentence why, known to one seat only."""

import pytest

from caravane.chance import SeededChance
from caravane.errors import BadInput
from caravane.game import SPECTATOR
from caravane.games.africa1880 import GAME
from caravane.play import Play
from caravane.positions import read, write, write_known
from tests.games.africa1880.builder import board_of

LINE = (
    "africa1880:3 now=1890 seats=france,germany,italy alger:FD/2 sahara:F/colony kenya:I congo:-/1 "
    "sealed=italy france=alger:D,sahara>dakar,boat>angola,germany:G italy=kenya:- war=F>D,D>F"
)


def changed(old: str, new: str) -> str:
    assert old in LINE
    return LINE.replace(old, new)


def refusal(line: str) -> str:
    with pytest.raises(BadInput) as refused:
        read(line)
    text = refused.value.text
    assert text.fr != text.en
    return text.en


def test_a_line_typed_by_hand_is_a_position() -> None:
    state = read(LINE).state
    assert board_of(state) == {
        "year": 1890,
        "countries": ["france", "germany", "italy"],
        "at": {"alger": ["france", "germany"], "kenya": ["italy"], "sahara": ["france"]},
        "developed": {"alger": 2, "congo": 1},
        "colonies": ["sahara"],
    }
    play = Play(GAME, 3, GAME.check_options({}), SeededChance(0), state)
    assert play.to_move == [0, 1]
    sheet = play.view(0)["sheet"]
    assert [line["order"] for line in sheet["orders"]] == ["develop", "dakar"]
    assert sheet["landing"]["order"] == "angola"
    declared = play.view(0)["embassies"]["declared"]
    assert declared["germany"] == {"france": "war", "italy": "alliance"}
    for seat in (0, 1):
        play.apply("ready", seat)
    assert board_of(play.state)["at"]["dakar"] == ["france"]


def test_names_are_taken_in_both_languages_and_by_letter() -> None:
    other = changed("seats=france,germany,italy", "seats=F,Allemagne,I").replace("alger:FD/2", "Algiers:france+D/2")
    other = other.replace("france=alger:D", "France=Alger:d").replace("boat>angola", "bateau>Angola")
    assert read(other).state.tobytes() == read(LINE).state.tobytes()


def test_madagascar_the_territory_is_not_the_option() -> None:
    state = read("africa1880:3 madagascar=isolated now=1880 seats=F,D,I madagascar:F alger:D kenya:I").state
    assert int(state.madagascar) == 1
    assert board_of(state)["at"]["madagascar"] == ["france"]


def test_a_seat_knows_its_own_sheet_only() -> None:
    state = read(LINE).state
    line = write(GAME, state, 1)
    assert "viewer=1" in line
    assert "france=? italy=?" in line
    assert "boat" not in line
    found = read(line)
    assert found.state.tobytes() == GAME.view(state, 1).tobytes()
    truth, word = found.truth(SeededChance(3))
    assert word is not None
    assert GAME.invariants(truth) == []
    assert truth.order[1].any(), "a possible sheet was written for France"
    assert "germany=?" in write(GAME, state, SPECTATOR)


def test_the_set_up_comes_back() -> None:
    for line in (
        "africa1880:4 now=choosing seats=italy,-,france,-",
        "africa1880:3 now=placing seats=italy,belgium,france alger:I kenya:B",
        "africa1880:3 countries=drawn",
    ):
        assert write(GAME, read(line).state) == line


def test_the_past_and_the_board_before_the_last_turn_come_back() -> None:
    game = Play(GAME, 3, GAME.check_options({}), SeededChance(0), read(changed("sealed=italy ", "")).state)
    for seat in range(3):
        game.apply("ready", seat)
    line = write(GAME, game.state)
    assert "1890/france=alger:D,sahara>dakar,boat>angola,germany:G" in line
    assert "before=alger:FD/2,congo:-/1,kenya:I,sahara:F/colony" in line
    assert read(line).state.tobytes() == game.state.tobytes()
    for seat in range(3):
        game.apply("ready", seat)
    line = write(GAME, game.state)
    assert "1895/france=" in line.split(), "a turn in which nobody wrote a word was played all the same"
    assert read(line).state.tobytes() == game.state.tobytes()
    view = GAME.view(game.state, 2)
    assert read(write_known(GAME, view, 2)).state.tobytes() == view.tobytes()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("now=1890 ", "", "now= and seats= are needed"),
        ("now=1890", "now=1891", "choosing, placing, 1880"),
        ("now=1890", "now=over:1890", "ends in 1914 or with colony 22"),
        ("seats=france,germany,italy", "seats=france,italy", "3 countries are needed"),
        ("seats=france,germany,italy", "seats=france,italy,italy", "twice"),
        ("seats=france,germany,italy", "seats=france,germany,spain", "expected one of: G (great-britain)"),
        ("seats=france,germany,italy", "seats=france,germany,-", "nobody plays Italy"),
        ("alger:FD/2", "alger:FB/2", "nobody plays Belgium"),
        ("alger:FD/2", "alger:FF/2", "a country is there twice"),
        ("alger:FD/2", "alger:FD/4", "from 0 to 3"),
        ("alger:FD/2", "alger:/2", "expected one of: G, F"),
        ("alger:FD/2", "algier:FD/2", "expected one of: abyssinie"),
        ("congo:-/1", "alger:F", "alger is there twice"),
        ("congo:-/1", "congo:-/colony", "a colony has a presence"),
        ("sealed=italy", "sealed=italy,france,germany", "the turn has been played"),
        ("sealed=italy", "sealed=belgium", "nobody plays Belgium"),
        ("alger:D,", "alger:Q,", "is no line; for example alger:D"),
        ("alger:D,", "alger:D,alger:-,", "alger has two lines"),
        ("alger:D,", "kenya:D,", "without a presence there"),
        ("sahara>dakar", "sahara>kenya", "do not border"),
        ("sahara>dakar", "alger>sahara", "alger has two lines"),
        ("alger:D,", "alger>sahara,", "which is a colony"),
        ("boat>angola", "boat>bangui", "not on the coast"),
        ("boat>angola", "boat>kenya", "where a presence stands"),
        ("germany:G", "france:G", "declares nothing to itself"),
        ("germany:G", "belgium:G", "nobody plays Belgium"),
        ("italy=kenya:-", "italy=?", "in a line with viewer="),
        ("war=F>D,D>F", "war=FD", "for example F>D"),
        ("war=F>D,D>F", "war=F>D 1885/italy=kenya:D", "not in both"),
        ("war=F>D,D>F", "1890/italy=kenya:D", "not been played yet"),
        ("war=F>D,D>F", "1881/italy=kenya:D", "unknown part"),
        ("war=F>D,D>F", "strokes=italy:300", "from 0 to 250"),
        ("war=F>D,D>F", "peace=all", "unknown part; possible: now="),
    ],
)
def test_what_cannot_be_is_refused_with_the_sentence_why(old: str, new: str, why: str) -> None:
    assert why in refusal(changed(old, new))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("now=choosing seats=F,D,I", "every seat has its country"),
        ("now=choosing seats=F,D,- alger:F", "one presence at most"),
        ("now=placing seats=F,D,I alger:F kenya:F", "one presence at most"),
        ("now=placing seats=F,D,I alger:F kenya:D dakar:I", "now=1880"),
        ("now=placing seats=F,D,I alger:F sealed=F", "during a turn only"),
        ("now=placing seats=F,D,-", "seat 2 has no country"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(line: str, why: str) -> None:
    assert why in refusal(f"africa1880:3 {line}")


def test_a_country_has_no_more_presences_than_in_the_box() -> None:
    from caravane.games.africa1880.board import TERRITORY

    board = " ".join(f"{entry.id}:F" for entry in TERRITORY[:23])
    assert "France has only 22 presences" in refusal(f"africa1880:3 now=1880 seats=F,D,I {board}")


def test_a_viewer_is_told_only_its_own_sheet() -> None:
    assert "only they" in refusal(changed("africa1880:3", "africa1880:3 viewer=0"))
    line = changed("africa1880:3", "africa1880:3 viewer=0").replace("italy=kenya:-", "italy=? strokes=italy:2")
    assert "only its own sheet" in refusal(line)


def test_what_could_not_arise_but_can_be_played_is_accepted() -> None:
    state = read("africa1880:3 now=1914 seats=france,germany,italy bangui:F kuruman:FDI/1").state
    for seat in range(3):
        GAME.rules.apply_action(state, seat, GAME.parse("ready"))
    assert GAME.rules.is_over(state)


def test_two_letters_are_two_countries_even_where_they_spell_one() -> None:
    line = "africa1880:3 now=1880 seats=great-britain,belgium,italy khartoum:GB"
    state = read(line).state
    assert int(state.present.sum()) == 2
    assert "khartoum:GB" in write(GAME, state)
