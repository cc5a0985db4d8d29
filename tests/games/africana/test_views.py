"""What everybody sees, and what `determinize` deals: nothing that a good memory would know to be false."""

from collections import Counter

import numpy as np
import pytest

import caravane
from caravane.games.africana.box import COLOURS
from caravane.games.africana.describe import adventure_card
from tests.games.africana.builder import GAME, after, hand, table

DEALS = 25


def worlds(play: caravane.Play, seat: int) -> list[caravane.Play]:
    """Possible positions as the seat sees it."""
    found = []
    for number in range(DEALS):
        world = play.copy()
        world.state = GAME.view(play.state, seat)
        GAME.rules.determinize(world.state, seat, np.uint64(number * 0x9E3779B97F4A7C15 % (1 << 64)))
        assert GAME.invariants(world.state) == []
        assert GAME.view(world.state, seat).tobytes() == GAME.view(play.state, seat).tobytes()
        found.append(world)
    return found


def test_11_1_hands_are_hidden_but_for_their_number_joker_and_assistants() -> None:
    play = table("Italy hand grey grey joker", "France hand violet violet assistant-orange")
    seen = play.view(0)["players"][1]
    assert (seen["hand"], seen["travel_cards"], seen["joker"], seen["assistants"]) == (None, 2, False, ["orange"])
    other = table("Italy hand grey grey joker", "France hand orange magenta assistant-orange")
    assert GAME.view(play.state, 0).tobytes() == GAME.view(other.state, 0).tobytes()
    assert GAME.view(play.state, 1).tobytes() != GAME.view(other.state, 1).tobytes()


def test_11_1_unknown_hands_are_dealt_from_what_was_not_seen() -> None:
    play = table("Italy hand grey grey joker", "France hand violet violet", pile="orange orange magenta")
    hands = {hand(world, 1) for world in worlds(play, 0)}
    assert len(hands) > 3
    assert not any("grey" in cards or "turquoise" in cards for cards in hands), "all others lie in the discard pile"
    assert {hand(world, 0) for world in worlds(play, 0)} == {"grey grey joker"}


def test_11_1_after_a_shuffle_two_seats_know_each_others_hands() -> None:
    play = table("Italy hand grey joker", "France hand violet violet joker", pile="")
    after(play, "end", "draw")  # the new pile holds all that is in no hand: Italy can name both old cards
    hands = [hand(world, 1) for world in worlds(play, 0)]
    assert all(cards.split().count("violet") >= 2 for cards in hands)
    assert len(set(hands)) > 3, "the two new ones stay unknown"
    assert {hand(world, 0) for world in worlds(play, 1)} == {"grey joker"}


def test_11_1_cards_held_at_the_shuffle_go_to_hands_that_can_have_held_them() -> None:
    play = table(
        "Italy hand joker", "France hand violet violet joker", "Germany hand violet grey joker",
        "England hand joker", pile="",
    )  # fmt: skip
    after(play, "end", "end", "end", "draw")
    for world in worlds(play, 0):
        old = Counter(hand(world, 1).split()) + Counter(hand(world, 2).split())
        assert old == Counter({"violet": 3, "grey": 1, "joker": 2}), "only England has drawn since"
        assert sum(world.state.kept[3]) == 0
    assert len({hand(world, 1) for world in worlds(play, 0)}) == 2


def test_11_1_what_was_played_since_the_shuffle_is_not_dealt_again() -> None:
    play = table("Italy hand grey joker", "France Cape Town hand violet violet joker", pile="")
    after(play, "draw", "Port Natal with violet", "end")
    assert {hand(world, 1) for world in worlds(play, 0)} == {"violet joker"}


def drawn_since_the_shuffle(wanted: str) -> caravane.Play:
    """France holds three violet cards when Germany's draw makes the discards the new pile; Germany draws `wanted`."""
    for seed in range(100):
        play = table(
            "Italy hand joker", "France hand violet violet violet joker", "Germany Cape Town hand joker", pile=""
        )
        play.chance = caravane.chance.SeededChance(seed)
        if wanted in hand(after(play, "end", "end", "draw"), 2):
            return play
    raise AssertionError(f"nobody draws {wanted}")


def test_11_1_a_card_that_was_drawn_is_not_taken_for_one_that_another_held() -> None:
    play = after(drawn_since_the_shuffle("violet"), "end", "end", "Port Natal with violet", "end")
    assert {hand(world, 1) for world in worlds(play, 0)} == {"violet violet violet joker"}, "France has drawn nothing"
    assert len({hand(world, 2) for world in worlds(play, 0)}) > 2, "Germany's other card stays unknown"


def test_11_2_pages_once_seen_are_known_in_their_place_and_others_to_nobody() -> None:
    play = table("Italy silver 9", "France", north="N4 N5 | N6 N7")
    north = after(play, "turn north right", "turn north right").view(1)["books"][0]
    assert north["sides"]["right"]["pages"] == ["N4", "N5", "N6", "N7", *[None] * 11]
    assert north["unseen"] == ["N1", "N2", "N3", "N8", "N9", "N10", "N11", "N12", "N13", "N14", "N15"]
    for world in worlds(play, 1):
        assert world.view(-1)["books"] == play.view(-1)["books"]


def test_11_2_without_the_memory_aid_only_the_top_pages_are_shown() -> None:
    play = table("Italy silver 9", "France", north="N4 N5 | N6 N7", memory_aid=False)
    shown = after(play, "turn north right").view(1)
    assert shown["books"][0]["sides"] == {
        "left": {"count": 1, "top": adventure_card(3)},
        "right": {"count": 14, "top": adventure_card(4)},
    }
    assert "N7" not in str(shown)
    assert set(shown["travel"]) == {"pile", "played"}


def test_11_2_unseen_cards_are_decided_by_no_field_of_the_state() -> None:
    play = caravane.start("africana", seed=9)
    shown = set()
    for seed in range(30):
        twin = play.copy()
        twin.chance = caravane.chance.SeededChance(seed)
        shown.add(after(twin, "turn north left").view(0)["books"][0]["sides"]["right"]["top"]["id"])
    assert len(shown) > 8


@pytest.mark.parametrize("seat", [0, 2, -1])
def test_11_3_hidden_scores_show_others_nothing_until_the_end(seat: int) -> None:
    rich = table("Italy silver 3", "France silver 30 done A1 N1", "Germany", hidden_scores=True)
    poor = table("Italy silver 3", "France silver 0", "Germany done A1 N1", hidden_scores=True)
    if seat != 2:  # Germany sees its own cards
        assert rich.view(seat) == poor.view(seat)
        assert GAME.draw(GAME.view(rich.state, seat), "en") == GAME.draw(GAME.view(poor.state, seat), "en")
    seen = rich.view(seat)["players"][1]
    assert [seen[key] for key in ("silver", "points", "expeditions_done", "adventures_done")] == [None] * 4
    assert rich.view(1)["players"][1]["silver"] == 30


@pytest.mark.parametrize("seat", [0, 1, 2, 3, -1])
def test_11_3_everybody_saw_who_completed_what_for_how_much(seat: int) -> None:
    play = table(
        "Italy Leopoldville silver 3 done B6",
        "France Leopoldville silver 30 joined A5 done A1 N1",
        "Germany done A2 N2 S4",
        "England hand assistant-magenta done N11",
        row="A5 A6 A7 A8 A9",
        hidden_scores=True,
    )
    after(play, "end", "complete A5", "end")
    for world in worlds(play, seat):
        assert world.state.silver.tolist() == [3, 34, 0, 0]
        assert world.state.expedition.tolist() == play.state.expedition.tolist()
        assert world.state.adventure.tolist() == play.state.adventure.tolist()


def test_11_3_hidden_scores_are_told_by_no_sheet_and_no_picture() -> None:
    play = table("Italy silver 30 done A1", "France silver 20 done A2 open N1", hidden_scores=True)
    view = GAME.view(play.state, 0)
    assert [sum(item.points for item in GAME.score_sheet(view, seat)) for seat in (0, 1)] == [3 + 2, 0]
    assert GAME.score_sheet(view, 1) == [], "no zeros for what is not known"
    italy, france = GAME.draw(view, "en").splitlines()[-2:]
    assert "30 silver, 5 points" in italy
    assert "silver" not in france
    assert "points" not in france
    assert [len(GAME.score_sheet(play.state, seat)) for seat in (0, 1)] == [7, 7], "the truth hides nothing"


@pytest.mark.parametrize(
    ("cards", "fr", "en"),
    [("grey", "1 carte de voyage", "1 travel card"), ("grey grey", "2 cartes de voyage", "2 travel cards")],
)
def test_the_picture_counts_the_hidden_cards_of_others(cards: str, fr: str, en: str) -> None:
    view = GAME.view(table("Italy", f"France hand {cards}").state, 0)
    assert f"main {fr}, aventures" in GAME.draw(view, "fr")
    assert f"hand {en}, adventures" in GAME.draw(view, "en")


def test_11_3_everything_is_shown_at_the_end() -> None:
    play = table(
        "Italy", "France Leopoldville silver 7 joined A5", row="A5 A1 A2 A3 A4", used_up="ABC", hidden_scores=True
    )
    after(play, "end", "complete A5", "end")
    assert play.is_over
    assert play.view(0)["players"][1]["silver"] == 11


def test_11_3_hidden_assistants_belong_to_who_holds_them() -> None:
    play = table("Italy", "France", "Germany hand assistant-magenta done N11", hidden_scores=True)
    for world in worlds(play, 0):
        world.state.hidden_scores = 0
        assert [card["id"] for card in world.view(-1)["players"][2]["adventures_done"]] == ["N11"]


def test_11_3_silver_and_points_are_open_without_the_option() -> None:
    seen = table("Italy", "France silver 30 done A1").view(0)["players"][1]
    assert (seen["silver"], seen["points"]) == (30, 3 + 2)
    assert set(COLOURS) == set(table("Italy", "France").view(0)["travel"]["discards"])
