"""What people and programs are told: notation, events, the view as JSON."""

import json

import numpy as np
import pytest

import caravane
from caravane.errors import BadInput
from caravane.games.africana.actions import ACTION_COUNT
from caravane.games.africana.evaluation import worth
from caravane.games.africana.state import STATE
from tests.games.africana.builder import GAME, after, table


def told(play: caravane.Play, action: str, viewer: int) -> list[str]:
    """What a viewer is told of the action, in English."""
    before, actor = GAME.view(play.state, viewer), play.to_move[0]
    after(play, action)
    events = GAME.narrate(before, GAME.view(play.state, viewer), actor, GAME.parse(action))
    return [event.text.en for event in events]


def test_every_action_has_three_forms() -> None:
    assert len({GAME.notation(action) for action in range(ACTION_COUNT)}) == ACTION_COUNT
    for action in range(ACTION_COUNT):
        assert GAME.parse(GAME.notation(action)) == action
        assert GAME.encode(GAME.decode(action)) == action


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "fly"}, {"type": "step", "to": "LEO"}, {"type": "step", "to": 3, "card": "grey"},
        {"type": "join", "expedition": "D1"}, {"type": "step", "to": "LEO", "card": "grey", "silver": 5}, {},
    ],
)  # fmt: skip
def test_malformed_actions_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        GAME.encode(wrong)


def test_a_paid_change_must_be_written() -> None:
    with pytest.raises(BadInput, match="write: Timbuktu with grey for 5"):
        GAME.parse("Timbuktu with grey")
    assert GAME.notation(GAME.parse("  timbuktu WITH grey for 5 ")) == "Timbuktu with grey for 5"


def test_a_draw_is_told_in_full_only_to_who_drew() -> None:
    position = "Italy hand joker", "France hand joker"
    assert told(table(*position, pile="grey grey"), "draw", 0) == ["{who} draws 2 cards: chequers, chequers."]
    assert told(table(*position, pile="grey grey"), "draw", 1) == ["{who} draws 2 cards."]
    assert told(table(*position, pile="grey grey"), "draw", -1) == ["{who} draws 2 cards."]
    assert told(table(*position, pile="grey"), "draw", 1) == [
        "{who} draws 2 cards.",
        "The discard pile is shuffled into a new pile.",
    ]


def test_a_turn_reads_as_a_story() -> None:
    play = table("Italy Lagos hand grey joker open N2 joined A5", "France", row="A5 A1 A2 A3 B5", pile="violet")
    assert told(play, "Leopoldville with grey", 1) == ["{who} travels: Lagos – Leopoldville, with chequers."]
    assert told(play, "complete A5", 1) == ["{who} completes Napoli – Leopoldville: 4 silver, 2 points."]
    assert told(play, "finish N2", 1) == ["{who} discovers: mask, Leopoldville (1 silver)."]
    assert told(play, "join B5", 1) == ["{who} joins Leopoldville – Tamatave (+1 silver)."]
    story = told(play, "end", 1)
    assert story[0] == "{who} ends the turn."
    assert story[1].startswith("New expedition: ")
    assert told(play, "end", 0) == ["{who} passes."]


def test_one_point_is_not_several() -> None:
    play = table("Italy Victoria Falls joined A4", "France", row="A4 A1 A2 A3 A5")
    assert told(play, "complete A4", 1) == ["{who} completes Serengeti – Victoria Falls: 3 silver, 1 point."]


def test_pages_that_show_are_told_to_all() -> None:
    play = table("Italy silver 9", "France", north="N4 | N5 N6")
    assert told(play, "turn north left", 1) == [
        "{who} turns a page of the north book.",
        "Now showing: figurine, Serengeti.",
    ]
    assert told(play, "buy north left", -1) == [
        "{who} buys an adventure: figurine, Luanda.",
        "Now showing: drum, Zanzibar.",
    ]


def test_the_last_round_and_the_end_are_told() -> None:
    play = table("Italy Leopoldville joined A5", "France", row="A5 A1 A2 A3 A4", used_up="ABC")
    after(play, "complete A5")
    assert told(play, "end", 1)[1:] == ["Not enough expeditions are left: this round is the last."]
    assert told(play, "draw", 0)[-1] == "The game is over."


def test_the_view_has_what_the_table_shows() -> None:
    play = table("Italy Lagos silver 5 hand grey joker open N2 joined A5", "France joined A5", row="A5 A1 A2 A3 A4")
    seen = play.view(0)
    assert json.loads(json.dumps(seen)) == seen
    assert seen["row"][0]["joined"] == [0, 1]
    assert {"does": "complete", "place": "LEO", "card": "A5"} in seen["goals"]
    assert {"does": "finish", "place": "LEO", "card": "N2"} in seen["goals"]
    assert {"does": "join", "place": "TRI", "card": "A2"} in seen["goals"]
    place = seen["map"]["places"][0]
    assert set(place) == {"id", "name", "half", "symbols", "lon", "lat", "x", "y"}
    assert any(route["via"] for route in seen["map"]["routes"])
    cards = [{"card": "grey", "silver": 0}, {"card": "joker", "silver": 0}]
    assert next(way for way in seen["reach"] if way["place"] == "LEO") == {
        "place": "LEO", "silver": 0, "travel_cards": 0,
        "steps": [{"to": "LEO", "card": "joker", "silver": 0, "cards": cards}],
    }  # fmt: skip


def test_the_record_has_no_padding() -> None:
    assert STATE.fields is not None
    assert STATE.itemsize == sum(field[0].itemsize for field in STATE.fields.values())


def test_completing_looks_better_than_passing_and_the_leader_is_ahead() -> None:
    play = table("Italy Leopoldville joined A5", "France", row="A5 A1 A2 A3 A4")
    done = after(play.copy(), "complete A5", "end")
    assert worth(done.state, 0) > worth(after(play, "end").state, 0)
    ahead = table("Italy done N1 N2 S1", "France")
    assert GAME.rules.evaluate(ahead.state, 0) > 0.3
    assert GAME.rules.evaluate(ahead.state, 1) < -0.3


def test_quick_choices_complete_and_join_before_anything_else() -> None:
    play = table("Italy Leopoldville joined A5", "France", row="A5 B5 A2 A3 A4")
    out = np.array(play.legal(), np.int32)
    chosen = int(GAME.rules.rollout_action(play.state, 0, out, len(out), np.uint64(5)))
    assert GAME.notation(chosen) == "complete A5"
    after(play, "complete A5")
    out = np.array(play.legal(), np.int32)
    assert GAME.notation(int(GAME.rules.rollout_action(play.state, 0, out, len(out), np.uint64(5)))) == "join B5"
