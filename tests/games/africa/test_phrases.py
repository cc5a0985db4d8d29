"""Notation, narration, questions, refusals, previews: what people and clients read."""

import numpy as np
import pytest

import caravane
from caravane.chance import next_word
from caravane.errors import BadInput
from caravane.games.africa.actions import ACTION_COUNT, decode, encode, notation, parse
from caravane.play import Play
from tests.games.africa.builder import play_on, table


def test_every_action_round_trips_in_both_forms() -> None:
    texts = [notation(action) for action in range(ACTION_COUNT)]
    assert len(set(texts)) == ACTION_COUNT
    assert [parse(text) for text in texts] == list(range(ACTION_COUNT))
    assert [encode(decode(action)) for action in range(ACTION_COUNT)] == list(range(ACTION_COUNT))


@pytest.mark.parametrize(
    "text", ["", "f6", ">z1", ">f66", "9:mask", "1:lion", "01:mask", "1:mask**", "?", "+$f6", "paris"]
)
def test_a_text_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is no action"):
        parse(text)


@pytest.mark.parametrize(
    "structure",
    [
        {},
        {"type": "fly"},
        {"type": ["walk"]},
        {"type": {}},
        {"type": "walk"},
        {"type": "walk", "hex": 6},
        {"type": "walk", "hex": "f6", "far": True},
        {"type": "keep", "hex": "f6"},
        {"type": "city", "city": "paris"},
        {"type": "swap", "with": 7, "good": "mask", "all": True},
        {"type": "swap", "with": True, "good": "mask", "all": True},
        {"type": "swap", "with": 1, "good": "lion", "all": True},
        {"type": "swap", "with": 1, "good": "mask"},
    ],
)
def test_a_malformed_structure_is_refused(structure: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        encode(structure)


def told(play: Play, move: str, viewer: int = 1) -> list[str]:
    """What a viewer reads after a move, in French."""
    before, seat, action = play.game.view(play.state, viewer), play.to_move[0], play.action(move)
    play.apply(action)
    return [event.text.fr for event in play.game.narrate(before, play.game.view(play.state, viewer), seat, action)]


def test_the_story_of_a_giraffe() -> None:
    play = table("e10 a3", {"giraffe": "e6 e7 f7"}, hidden={"f9": "giraffe"})
    assert play.game.ask(play.game.view(play.state, 0), 0).fr == "Où avancez-vous\u202f?"
    assert told(play, ">e9") == ["{who} avance en e9."]
    assert told(play, "?f9") == ["{who} découvre une girafe en f9."]
    assert play.game.ask(play.game.view(play.state, 0), 0) == ("Où va la girafe\u202f?", "Where does the giraffe go?")
    assert play.game.ask(play.game.view(play.state, 1), 1).en == "Blue is to decide."
    best = max(play.view(0)["previews"], key=lambda preview: preview["points"])
    assert best == {"action": "=f6", "hex": "f6", "points": 4, "because": ["e6", "e7", "f7"], "stays": False}
    assert {"action": "=f9", "hex": "f9", "points": 1, "because": [], "stays": True} in play.view(0)["previews"]
    assert play.view(1)["previews"] == []
    assert play.view(1)["decision"] == {"type": "settle", "half": 0, "halves": 2, "hex": "f9", "kind": "giraffe"}
    assert told(play, "=f6") == ["{who} déplace la girafe en f6\u00a0: +4."]


def test_the_story_of_an_exchange() -> None:
    play = table("f6 a3", {}, hidden={"f7": "statue"}, goods={0: {"statue": 1}, 1: {"clothing": 2}})
    told(play, ">f6")
    assert told(play, "?f7") == ["{who} découvre une statue en f7."]
    gains = {preview["action"]: preview.get("goods_points") for preview in play.view(0)["previews"]}
    assert gains == {"=": None, "1:clothing": -1, "1:clothing*": 0}
    assert told(play, "1:clothing*") == ["{who} donne 2 statues au joueur rouge contre 2 habits."]


def test_the_story_of_the_end() -> None:
    play = table("f6 a3", {"monument": "l6 l7 l8 l9 l10 m7 m8 m9 m10 n7"}, hidden={"f7": "monument"})
    play.state.monuments = 10
    told(play, ">f6")
    assert told(play, "?f7") == [
        "{who} découvre le dernier monument, en f7\u00a0: +3.",
        "Le dernier monument est découvert. Victoire\u00a0: bleu, 3 points.",
    ]


def test_previews_promise_exactly_what_is_scored() -> None:
    play = caravane.start("africa", 3, seed=9)
    word, checked = np.uint64(3), set()
    for _ in range(150):
        seat = play.to_move[0]
        word = next_word(word)
        for preview in play.view(seat)["previews"]:
            if preview["action"][0] not in "=+" or "points" not in preview:
                continue
            trial, before = play.copy(), play.points[seat]
            trial.apply(preview["action"])
            assert trial.points[seat] - before == preview["points"]
            checked.add(preview["action"][0])
        legal = np.array(play.legal(), np.int32)
        play.apply(int(play.game.rules.rollout_action(play.state, seat, legal, len(legal), word)))
    assert checked == {"=", "+"}


def test_a_lifted_tile_is_previewed_before_it_is_lifted() -> None:
    play = play_on(table("f6 a3", {"elephant": "f6 f5 i8 i9"}), ">f6")
    lift = next(preview for preview in play.view(0)["previews"] if preview["action"] == "^f6")
    assert (lift["points"], [target["hex"] for target in lift["targets"]]) == (1, ["h8", "j8"])
    camp = next(preview for preview in play.view(0)["previews"] if preview["action"] == "^f5")
    assert camp["targets"][0]["because"] == ["i8", "i9"]


def test_every_illegal_action_has_a_rule_and_two_sentences() -> None:
    play = caravane.start("africa", 3, seed=5)
    word, rules = np.uint64(8), set()
    for ply in range(90):
        seat, legal = play.to_move[0], play.legal()
        view = play.game.view(play.state, seat)
        for action in range(ply % 7, ACTION_COUNT, 7):
            if action not in legal:
                refusal = play.game.explain(view, seat, action)
                assert refusal.text.fr != refusal.text.en
                rules.add(refusal.rule)
        word = next_word(word)
        choice = np.array(legal, np.int32)
        play.apply(int(play.game.rules.rollout_action(play.state, seat, choice, len(legal), word)))
    assert {"1.4", "2.2", "2.3", "2.4", "3.1", "3.8", "4.1", "5.1", "6.1"} <= rules


def test_the_drawing_shows_no_face_down_tile() -> None:
    play = caravane.start("africa", 2, seed=1)
    view = play.game.view(play.state, 0)
    assert play.game.draw(view, "en").count("##") == 96
    assert play.game.draw(view, "en") == play.game.draw(play.state, "en")


def in_words(play: Play, move: str) -> tuple[str, str]:
    """An action of the seat to move as it stands in a sentence."""
    seat, action = play.to_move[0], play.action(move)
    assert action in play.legal(seat)
    return play.game.phrase(play.game.view(play.state, seat), seat, action)


@pytest.mark.parametrize(
    ("moves", "move", "fr", "en"),
    [
        ("", ">f6", "rester en f6", "stay on f6"),
        ("", ">f5", "avancer en f5", "walk to f5"),
        ("", ">>", "sauter", "jump"),
        (">>", ">>o9", "sauter en o9", "jump to o9"),
        (">f6", "?f7", "découvrir f7", "turn over f7"),
        (">f6", "-", "ne rien faire de plus ici", "do nothing more here"),
        (">f5", "+", "établir un camp et étudier les environs", "build a camp to study the area"),
        (">f5", "+$", "établir un camp et prendre 2 pépites", "build a camp to take 2 nuggets"),
        (">g7", "+$", "établir un camp sans rien prendre", "build a camp and take nothing"),
        (">f6", "^f6", "déplacer l’éléphant de f6", "move the elephant from f6"),
        (">f6 ^f6", "=h8", "poser l’éléphant en h8", "set the elephant down on h8"),
        (">g6 ?h6", "=h6", "laisser les nomades en h6", "leave the nomads on h6"),
        (">f6 ?f7", "=", "garder la statue", "keep the statue"),
        (
            ">f6 ?f7",
            "1:clothing",
            "donner la statue au joueur rouge contre un habit",
            "give red the statue for a garment",
        ),
        (
            ">f6 ?f7",
            "1:clothing*",
            "donner 2 statues au joueur rouge contre ses 2 habits",
            "give red 2 statues for all 2 garments",
        ),
    ],
)
def test_an_action_can_stand_in_a_sentence(moves: str, move: str, fr: str, en: str) -> None:
    ground = {"elephant": "f6 i8 i9", "gold2": "e5"}
    goods = {0: {"statue": 1}, 1: {"clothing": 2}}
    play = table("f6 a3", ground, hidden={"f7": "statue", "h6": "nomads"}, goods=goods)
    assert in_words(play_on(play, moves), move) == (fr, en)


def test_a_city_is_named_as_one_says_it() -> None:
    play = caravane.start("africa", 2, seed=1)
    assert in_words(play, "tangier") == ("commencer à Tanger", "start in Tangier")
    assert in_words(play, "cairo") == ("commencer au Caire", "start in Cairo")


def test_words_tell_nothing_of_what_lies_face_down() -> None:
    play = table("f6 a3", {}, hidden={"f7": "lion"})
    assert play.game.phrase(play.state, 0, play.action("^f7")) == ("déplacer la tuile de f7", "move the tile from f7")


def test_3_1_a_tile_out_of_reach_says_where_to_walk_first() -> None:
    play = table("f6 a3", {"down": "f5 f9 d6 h7 o9"})
    view = play.game.view(play.state, 0)
    refusals = {play.game.parse(f"?{name}"): walk for name, walk in [("f5", ">f6"), ("f9", ">f8"), ("o9", None)]}
    for action, expected in refusals.items():
        remedy = play.game.explain(view, 0, action).remedy
        assert (None if remedy == -1 else play.game.notation(remedy)) == expected
    for name in ("f9", "d6", "h7"):
        action = play.game.parse(f"?{name}")
        trial = play.copy()
        trial.apply(play.game.explain(view, 0, action).remedy)
        assert action in trial.legal(), "after the walk the tile can be turned over"


def test_2_4_what_can_be_done_without_a_step_is_known_before_the_walk() -> None:
    play = table("f6 a3", {"elephant": "f5 i8 i9", "down": "f7"})
    known = play.view(0)["at_once"]
    play_on(play, ">f6")
    later = [shown for shown in play.view(0)["previews"] if shown["action"] != "-"]
    assert [{key: value for key, value in shown.items() if key != "does"} for shown in known] == later
    assert [play.game.encode(shown["does"]) for shown in known] == play.legal()[:-1]
    assert play.view(0)["at_once"] == []
