"""The rules of Africana up to the end of a turn, one test a number at least; see docs/games/africana.md."""

import pytest

import caravane
from caravane.errors import IllegalAction
from caravane.games.africana.board import BOX
from tests.games.africana.builder import after, book, hand, legal, player, refused, row, table


def test_1_1_companies_go_to_the_seats_in_order() -> None:
    players = caravane.start("africana", 4).view(-1)["players"]
    assert [(p["company"], p["colour"], p["place"], p["silver"]) for p in players] == [
        ("Italy", "white", "NAP", 2),
        ("France", "blue", "CAP", 2),
        ("Germany", "yellow", "LAG", 3),
        ("England", "red", "JID", 4),
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_2_each_seat_has_four_markers_a_joker_and_a_travel_card(seats: int) -> None:
    seen = caravane.start("africana", seats, seed=3).view(-1)
    assert [(p["markers"], p["joker"], p["travel_cards"]) for p in seen["players"]] == [(4, True, 1)] * seats
    assert seen["travel"]["pile"] == 60 - seats


@pytest.mark.parametrize(("seats", "left"), [(2, 19), (3, 22), (4, 25)])
def test_1_3_c_cards_leave_unseen_and_five_a_cards_lie_open(seats: int, left: int) -> None:
    play = caravane.start("africana", seats, seed=5)
    assert [card[0] for card in row(play).split()] == ["A"] * 5
    assert play.view(-1)["expeditions"]["left"] == left
    assert play.view(-1)["expeditions"]["letter"] == "A"


def test_1_4_each_book_begins_on_one_side_with_its_top_card_showing() -> None:
    seen = caravane.start("africana", seed=2, options={"memory_aid": True}).view(-1)["books"]
    for number, half in enumerate(("south", "north")):
        sides = seen[number]["sides"]
        assert (sides["left"]["count"], sides["left"]["top"], sides["right"]["count"]) == (0, None, 15)
        assert sides["right"]["pages"][1:] == [None] * 14
        assert {p.id: p.half for p in BOX.map.places}[sides["right"]["top"]["to"]] == half


def test_1_5_there_are_sixty_travel_cards_and_two_assistants_of_each_colour() -> None:
    assert sum(BOX.travel_cards.values()) == 60
    assert list(caravane.start("africana").view(-1)["assistants"]["stock"].values()) == [2] * 5


def test_1_6_eleven_places_lie_on_each_side_of_the_equator() -> None:
    places = caravane.start("africana").view(-1)["map"]["places"]
    assert [p["half"] for p in places].count("north") == [p["half"] for p in places].count("south") == 11
    assert {len(p["symbols"]) for p in places} == {1, 2}


def test_2_1_a_turn_is_one_action_which_may_have_no_effect() -> None:
    play = table("Italy silver 9 hand grey joker", "France", row="A5 A1 A2 A3 A4")
    assert {"draw", "end", "turn north left", "buy north right", "join A5", "Tanger with grey"} <= set(legal(play))
    book_open = after(play.copy(), "turn north left")
    for action in ("draw", "Tanger with grey", "join A5"):
        refused(book_open, action, "2.1")
    on_the_way = after(play.copy(), "Tanger with grey")
    for action in ("draw", "turn north left"):
        refused(on_the_way, action, "2.1")
    assert after(play, "end").to_move == [1]


def test_2_2_turns_go_in_the_order_of_the_seats() -> None:
    play = table("Italy", "France", "Germany")
    assert [after(play, "end").to_move for _ in range(4)] == [[1], [2], [0], [1]]
    saved = play.save()
    with pytest.raises(IllegalAction, match=r"Seat 0 is not to move; to move: 1. \(§2\.2\)"):
        play.apply("draw", 0)
    assert play.save() == saved


def test_3_1_two_cards_are_drawn_unseen_and_the_turn_ends() -> None:
    play = after(table("Italy hand joker", "France", pile="grey grey grey"), "draw")
    assert hand(play, 0) == "grey grey joker"
    assert play.view(1)["players"][0]["hand"] is None
    assert (play.view(1)["players"][0]["travel_cards"], play.to_move) == (2, [1])


def test_3_2_the_discards_are_shuffled_when_a_card_must_be_drawn() -> None:
    play = table("Italy hand joker", "France", pile="grey")
    assert play.view(0)["travel"]["discards"]["grey"] == 11
    travel = after(play, "draw").view(0)["travel"]
    assert (travel["pile"], sum(travel["discards"].values())) == (58, 0)
    assert travel["pile_at_shuffle"] == {"magenta": 12, "turquoise": 12, "grey": 11, "orange": 12, "violet": 12}


def test_3_2_an_empty_pile_stays_empty_until_somebody_draws() -> None:
    play = after(table("Italy hand joker", "France", pile="grey grey"), "draw")
    assert play.view(0)["travel"]["pile"] == 0
    assert sum(play.view(0)["travel"]["discards"].values()) == 58


def test_3_2_cards_of_the_movement_under_way_are_not_shuffled() -> None:
    play = table("Italy hand grey joker", "France", row="A1 A8 A2 A3 A4", pile="")
    travel = after(play, "Tanger with grey", "Napoli with joker", "end", "end", "draw").view(0)["travel"]
    assert travel["pile_at_shuffle"]["grey"] == 12
    play = table("Italy Napoli hand orange joker", "France", row="A1 A8 A2 A3 A4", pile="")
    travel = after(play, "Cairo with orange", "join A8").view(0)["travel"]
    assert travel["pile_at_shuffle"]["orange"] == 11
    assert travel["played"]["orange"] == 1


def test_3_2_nothing_is_drawn_when_both_piles_are_empty() -> None:
    play = table("Italy hand joker", "France", pile="")
    for colour in range(5):  # as if all cards were in the other hand
        play.state.hand[1, colour], play.state.spent[0, colour] = 12, 0
    play.state.hand_count[1] = 60
    assert play.game.invariants(play.state) == []
    play.apply("draw")
    assert (hand(play, 0), play.to_move) == ("joker", [1])


def test_4_1_only_the_book_of_ones_half_is_open() -> None:
    play = table("Italy Lagos silver 9", "France")
    refused(play, "turn south left", "4.1")
    assert [seen["closed"] for seen in play.view(0)["books"]] == [None, "other-half"]
    assert [seen["closed"] for seen in play.view(1)["books"]] == ["other-half", "not-your-turn"]
    assert "buy south right" in legal(table("Italy Leopoldville silver 9", "France"))


def test_4_2_only_the_top_card_of_each_side_is_for_sale() -> None:
    play = table("Italy silver 9", "France", north="N4 N5 | N6 N7")
    assert [action for action in legal(play) if action.startswith("buy")] == ["buy north left", "buy north right"]
    assert [card["id"] for card in player(after(play, "buy north left"), 0)["adventures"]] == ["N5"]
    refused(table("Italy silver 9", "France", north="| N1"), "buy north left", "4.2")


def test_4_3_a_card_costs_five_and_one_buys_as_many_as_one_can_pay() -> None:
    play = after(table("Italy silver 11", "France", north="N4 N5 | N6"), "buy north left", "buy north left")
    assert player(play, 0)["silver"] == 1
    assert [card["id"] for card in player(play, 0)["adventures"]] == ["N4", "N5"]
    refused(play, "buy north right", "4.3")


def test_4_4_the_first_page_is_free_and_the_next_cost_one_each() -> None:
    play = table("Italy silver 7", "France", north="N4 | N5 N6 N7")
    assert play.view(0)["prices"]["page"] == 0
    after(play, "buy north right")
    assert play.view(0)["prices"]["page"] == 0, "buying does not use up the free page"
    after(play, "turn north left")
    assert (player(play, 0)["silver"], play.view(0)["prices"]["page"]) == (2, 1)
    after(play, "turn north left", "turn north right")
    assert player(play, 0)["silver"] == 0
    refused(play, "turn north left", "4.4")
    refused(play, "buy north left", "4.3")


def test_4_5_a_turned_page_lies_on_top_of_the_other_side() -> None:
    play = table("Italy silver 9", "France", north="N4 | N5 N6")
    assert book(after(play, "turn north left"), 0) == "N4 N5 | N6 +12"
    assert book(after(play, "turn north right", "turn north right"), 0) == "| N4 N5 N6 +12"
    assert book(after(play, "buy north right"), 0) == "| N5 N6 +12"
    refused(play, "turn north right", "4.5")


def test_4_6_what_lies_below_is_decided_after_the_choice() -> None:
    shown = set()
    for seed in range(40):
        play = table("Italy silver 9", "France", north="| N5")
        play.chance = caravane.chance.SeededChance(seed)
        after(play, "turn north left")
        shown.add(play.view(0)["books"][0]["sides"]["right"]["top"]["id"])
    assert len(shown) > 8
    assert "N5" not in shown


def test_5_1_a_step_needs_a_route_and_a_symbol_of_the_place_entered() -> None:
    play = table("Italy Lagos hand grey violet", "France")
    steps = [action for action in legal(play) if " with " in action]
    assert steps == ["Timbuktu with violet", "Leopoldville with grey", "Cape Town with violet"]
    refused(play, "Serengeti with orange", "5.1")
    refused(play, "Leopoldville with magenta", "5.1")
    assert player(after(play, "Leopoldville with grey"), 0)["place"] == "LEO"
    assert hand(play, 0) == "violet"


def test_5_2_as_many_steps_as_cards_in_any_direction_or_none() -> None:
    play = table("Italy Lagos hand grey orange grey", "France")
    after(play, "Leopoldville with grey", "Lagos with orange", "Leopoldville with grey", "end")
    assert (player(play, 0)["place"], hand(play, 0), play.to_move) == ("LEO", "", [1])
    assert after(table("Italy", "France", row="A5 A1 A2 A3 A4"), "join A5", "end").to_move == [1]


def test_5_3_the_joker_serves_once_and_comes_back() -> None:
    play = after(table("Italy Lagos hand joker", "France"), "Leopoldville with joker")
    refused(play, "Lagos with joker", "5.3")
    assert player(play, 0)["hand"] == [{"card": "joker", "is_used": True}]
    after(play, "end", "end")
    assert "Lagos with joker" in legal(play)


def test_5_4_an_assistant_serves_once_for_its_colour_and_comes_back() -> None:
    play = table("Italy Lagos hand assistant-grey", "France")
    assert "Timbuktu with assistant grey" not in legal(play)
    after(play, "Leopoldville with assistant grey")
    refused(play, "Ujiji with assistant grey", "5.4")
    assert "Ujiji with assistant grey" in legal(after(play, "end", "end"))


def test_5_4_an_assistant_gained_on_the_way_serves_at_once() -> None:
    play = table("Italy Leopoldville hand joker open S15", "France")
    after(play, "Lagos with joker", "finish S15", "Leopoldville with assistant grey")
    assert player(play, 0)["place"] == "LEO"


def test_5_5_five_silver_change_the_colour_of_a_card_that_does_not_fit() -> None:
    play = table("Italy Lagos silver 5 hand violet assistant-orange", "France")
    assert "Leopoldville with violet for 5" in legal(play)
    assert "Leopoldville with assistant orange for 5" in legal(play)
    assert player(after(play, "Leopoldville with violet for 5"), 0)["silver"] == 0
    refused(play, "Ujiji with assistant orange for 5", "5.5")


def test_5_5_a_card_that_fits_is_not_changed() -> None:
    steps = legal(table("Italy Lagos silver 99 hand violet joker", "France"))
    assert [action for action in steps if action.startswith("Timbuktu")] == [
        "Timbuktu with violet",
        "Timbuktu with joker",
    ]
    assert not any("joker for" in action for action in steps)


def test_5_6_played_cards_lie_open_until_the_movement_ends() -> None:
    play = after(table("Italy Lagos hand grey", "France"), "Leopoldville with grey")
    assert (play.view(1)["travel"]["played"]["grey"], play.view(1)["travel"]["discards"]["grey"]) == (1, 0)
    after(play, "end")
    assert (play.view(1)["travel"]["played"]["grey"], play.view(1)["travel"]["discards"]["grey"]) == (0, 1)


def test_5_7_explorers_share_a_place() -> None:
    play = after(table("Italy Lagos hand grey", "France Leopoldville"), "Leopoldville with grey")
    assert [p["place"] for p in play.view(-1)["players"]] == ["LEO", "LEO"]


def test_6_1_an_expedition_is_joined_at_its_start_before_or_between_steps() -> None:
    play = table("Italy Napoli hand grey joker", "France", row="A5 A1 B8 A3 A4")
    refused(play, "join B8", "6.1")
    refused(play, "join C1", "6.1")
    after(play, "join A5", "Tanger with grey", "join B8")
    assert [space["joined"] for space in play.view(1)["row"]] == [[0], [], [0], [], []]


def test_6_1_all_expeditions_of_one_start_can_be_joined() -> None:
    play = after(table("Italy Napoli", "France", row="A5 B7 A1 A3 A4"), "join A5", "join B7")
    assert player(play, 0)["markers"] == 2


def test_6_2_once_each_and_with_four_markers() -> None:
    play = after(table("Italy Napoli", "France", row="A5 A1 A2 A3 A4"), "join A5")
    refused(play, "join A5", "6.2")
    full = table("Italy Napoli joined A1 A2 A3 A4", "France joined A1", row="A1 A2 A3 A4 A5")
    refused(full, "join A5", "6.2")
    assert full.view(-1)["row"][0]["joined"] == [0, 1]


@pytest.mark.parametrize(("space", "silver", "cards"), [(0, 1, 0), (1, 0, 1), (2, 2, 0), (3, 0, 1), (4, 1, 0)])
def test_6_3_the_bonus_belongs_to_the_space(space: int, silver: int, cards: int) -> None:
    others = ["A1", "A2", "A3", "A4"]
    lying = " ".join([*others[:space], "A5", *others[space:]])
    play = after(table("Italy Napoli hand joker", "France", row=lying, pile="grey grey"), "join A5")
    assert (player(play, 0)["silver"], player(play, 0)["travel_cards"]) == (silver, cards)


def test_6_3_a_bonus_card_may_be_used_at_once() -> None:
    play = table("Italy Napoli hand joker", "France", row="A1 A5 A2 A3 A4", pile="grey")
    assert "Tanger with grey" not in legal(play)
    assert "Tanger with grey" in legal(after(play, "join A5"))


def test_6_4_a_joined_expedition_is_completed_at_its_destination() -> None:
    play = table("Italy Lagos hand grey joined A5", "France Leopoldville", row="A5 A1 A2 A3 A4")
    refused(play, "complete A5", "6.4")
    refused(play, "complete A1", "6.4")
    after(play, "Leopoldville with grey", "complete A5")
    assert player(play, 0)["silver"] == 4
    assert [card["id"] for card in player(play, 0)["expeditions_done"]] == ["A5"]


def test_6_4_joining_and_completing_may_be_one_turn() -> None:
    play = table("Italy Jidda hand joker turquoise", "France", row="A7 A1 A2 A3 A4")
    after(play, "join A7", "Aswan with joker", "Khartoum with turquoise", "complete A7")
    assert player(play, 0)["silver"] == 1 + 3


def test_6_5_others_get_nothing_but_their_markers() -> None:
    play = table("Italy Leopoldville joined A5", "France silver 3 joined A5 A1", row="A5 A1 A2 A3 A4")
    after(play, "complete A5")
    assert (player(play, 1)["silver"], player(play, 1)["markers"], player(play, 0)["markers"]) == (3, 3, 4)
    assert play.view(1)["row"][0] == {"space": 0, "bonus": {"silver": 1, "cards": 0}, "card": None, "joined": []}


def test_6_6_the_order_at_a_place_is_free_and_nothing_is_forced() -> None:
    here = "Italy Leopoldville hand joker open N2 joined A5"
    for order in (("complete A5", "finish N2", "join B5"), ("join B5", "finish N2", "complete A5")):
        play = after(table(here, "France", row="A5 A1 B5 A3 A4"), *order)
        assert (player(play, 0)["markers"], player(play, 0)["silver"]) == (3, 4 + 1 + 2)
    assert after(table(here, "France", row="A5 A1 B5 A3 A4"), "end").to_move == [1]


def test_6_6_completing_first_frees_the_marker_that_joining_needs() -> None:
    play = table("Italy Leopoldville joined A5 A1 A3 A4", "France", row="A5 A1 B5 A3 A4")
    refused(play, "join B5", "6.2")
    assert player(after(play, "complete A5", "join B5"), 0)["markers"] == 0


def test_6_6_an_assistant_a_bonus_and_a_paid_change_serve_one_journey() -> None:
    play = table("Italy Cape Town silver 4 hand joker open N11", "France", row="A3 A1 A2 A4 A5")
    after(play, "join A3", "finish N11")
    refused(play, "Port Natal with magenta for 5", "5.1")
    after(play, "Port Natal with assistant magenta for 5", "Cape Town with joker")
    assert (player(play, 0)["silver"], legal(play)) == (0, ["end"])


def test_7_1_only_ones_own_adventure_at_its_destination_while_moving() -> None:
    play = table("Italy Lagos silver 5 hand grey open N2", "France open S11", row="A1 A2 A3 A4 A5")
    refused(play, "finish N2", "7.1")
    refused(play, "finish S11", "7.1")
    after(play, "Leopoldville with grey", "finish N2")
    assert [card["id"] for card in player(play, 0)["adventures_done"]] == ["N2"]
    at_home = after(table("Italy Leopoldville silver 5 open N2", "France"), "buy south right")
    refused(at_home, "finish N2", "2.1")


def test_7_2_an_artefact_brings_silver_at_once() -> None:
    play = after(table("Italy Port Natal open N1", "France"), "finish N1")
    assert (player(play, 0)["silver"], player(play, 0)["points"]) == (2, 4)


def test_7_3_an_assistant_comes_into_the_hand() -> None:
    play = after(table("Italy Cape Town hand joker open N11", "France"), "finish N11")
    assert hand(play, 0) == "joker assistant-magenta"
    assert play.view(0)["assistants"]["stock"]["magenta"] == 1


def test_7_3_nothing_comes_when_no_assistant_is_left() -> None:
    play = table("Italy Cape Town hand joker open N11", "France hand assistant-magenta assistant-magenta")
    assert hand(after(play, "finish N11"), 0) == "joker"


def test_8_1_above_five_cards_the_seat_chooses_what_to_discard() -> None:
    play = after(table("Italy hand grey grey grey joker assistant-violet", "France", pile="orange orange"), "draw")
    assert play.to_move == [0]
    assert legal(play) == ["discard grey", "discard orange", "discard joker", "discard assistant violet"]
    refused(play, "end", "8.1")
    after(play, "discard joker", "discard assistant violet")
    assert (hand(play, 0), play.to_move) == ("grey grey grey orange orange", [1])
    assert play.view(1)["removed"]["jokers"] == 1
    assert play.view(1)["assistants"]["removed"]["violet"] == 1


def test_8_1_travel_cards_go_to_the_discard_pile() -> None:
    play = after(table("Italy hand grey grey grey grey joker", "France", pile="orange orange orange"), "draw")
    discards = after(play, "discard grey", "discard orange").view(1)["travel"]["discards"]
    assert (discards["grey"], discards["orange"]) == (12 - 4 + 1, 12 - 3 + 1)


def test_8_1_a_discarded_assistant_still_costs_its_points() -> None:
    play = table("Italy hand grey grey grey grey assistant-grey done N11 N12", "France", pile="orange orange")
    after(play, "draw", "discard assistant grey", "discard grey")
    assert {item.key: item.points for item in play.score_sheet(0)}["assistants"] == -5


def test_8_2_above_three_adventures_the_seat_chooses_what_leaves_the_game() -> None:
    play = after(table("Italy silver 5 open N4 N5 N6", "France", north="N3 | N7"), "buy north left", "end")
    assert legal(play) == ["drop N3", "drop N4", "drop N5", "drop N6"]
    refused(play, "end", "8.2")
    after(play, "drop N5")
    assert (play.view(1)["removed"]["adventures"], play.to_move) == (["N5"], [1])


def test_8_3_limits_wait_for_the_end_of_the_turn_and_come_in_order() -> None:
    play = table("Italy Napoli hand grey grey grey grey joker open N4", "France", row="A1 A5 A2 A3 A4", pile="orange")
    after(play, "join A5")
    assert player(play, 0)["cards"] == 6
    refused(play, "discard grey", "8.1")
    refused(play, "drop N4", "8.2")
    assert after(play, "end", "discard grey").to_move == [1]


def test_8_3_the_hand_comes_before_the_adventures_and_both_before_the_spaces() -> None:
    cards = "hand grey grey grey grey joker assistant-grey open N4 N5 N6 N7 joined A5"
    play = after(table(f"Italy Leopoldville {cards}", "France", row="A5 A1 A2 A3 A4"), "complete A5", "end")
    assert (play.view(0)["decision"], row(play)) == ("discard", "- A1 A2 A3 A4")
    assert (after(play, "discard grey").view(0)["decision"], row(play)) == ("drop", "- A1 A2 A3 A4")
    assert "-" not in row(after(play, "drop N4"))


def test_8_4_empty_spaces_are_filled_from_the_left_at_the_end_of_the_turn() -> None:
    play = table("Italy Leopoldville joined A5 B8", "France", row="A1 A5 A2 B8 A3")
    after(play, "complete A5", "complete B8")
    assert row(play) == "A1 - A2 - A3"
    filled = row(after(play, "end")).split()
    assert [filled[0], filled[2], filled[4]] == ["A1", "A2", "A3"]
    assert {filled[1][0], filled[3][0]} == {"B"}, "all A cards are out"


def test_8_4_the_last_card_goes_to_the_space_on_the_left() -> None:
    play = table("Italy Leopoldville joined A5 B8", "France done C2 C3 C4", row="A1 A5 A2 B8 A3", used_up="AB")
    assert play.view(0)["expeditions"]["left"] == 1
    filled = row(after(play, "complete A5", "complete B8", "end")).split()
    assert (filled[1][0], filled[3]) == ("C", "-")
