"""An action as it stands in a sentence."""

import pytest

import caravane
from tests.games.africana.builder import after, table


def in_words(play: caravane.Play, action: str) -> tuple[str, str]:
    """A legal action of the seat on turn in words."""
    seat, number = play.to_move[0], play.action(action)
    assert number in play.legal(seat)
    return play.game.phrase(play.game.view(play.state, seat), seat, number)


HAND = "hand grey grey turquoise joker assistant-violet"


@pytest.mark.parametrize(
    ("actions", "action", "fr", "en"),
    [
        ([], "draw", "piocher 2 cartes", "draw 2 cards"),
        ([], "end", "passer", "pass"),
        (["turn north left"], "end", "fermer le livre", "close the book"),
        (["Leopoldville with grey"], "end", "terminer le voyage", "end the journey"),
        (
            [],
            "turn north left",
            "tourner une page du livre du nord vers la gauche",
            "turn a page of the north book to the left",
        ),
        (
            ["turn north left"],
            "turn north right",
            "tourner une page du livre du nord vers la droite pour 1 d’argent",
            "turn a page of the north book to the right for 1 silver",
        ),
        ([], "buy north right", "acheter l’aventure (masque, Port-Natal)", "buy the adventure (mask, Port Natal)"),
        (
            [],
            "Leopoldville with grey",
            "aller à Léopoldville avec une carte damier",
            "go to Leopoldville with a chequers card",
        ),
        ([], "Cape Town with joker", "aller au Cap avec le joker", "go to Cape Town with the joker"),
        (
            [],
            "Cape Town with assistant violet",
            "aller au Cap avec un assistant mont",
            "go to Cape Town with a mountain assistant",
        ),
        (
            [],
            "Khartoum with grey for 5",
            "aller à Khartoum avec une carte damier et 5 d’argent",
            "go to Khartoum with a chequers card and 5 silver",
        ),
        (
            ["Leopoldville with grey", "Ujiji with grey"],
            "Victoria Falls with turquoise",
            "aller aux chutes Victoria avec une carte goutte",
            "go to Victoria Falls with a drop card",
        ),
        ([], "join A9", "rejoindre l’expédition Lagos – Walvis Bay", "join the expedition Lagos – Walvis Bay"),
        ([], "complete B9", "achever l’expédition Djeddah – Lagos", "complete the expedition Jidda – Lagos"),
        ([], "finish S5", "achever l’aventure (figurine, Lagos)", "complete the adventure (figurine, Lagos)"),
    ],
)
def test_an_action_can_stand_in_a_sentence(actions: list[str], action: str, fr: str, en: str) -> None:
    italy = f"Italy Lagos silver 9 {HAND} open S5 joined B9"
    play = after(table(italy, "France", row="A9 B9 A1 A2 A3", north="| N1"), *actions)
    assert in_words(play, action) == (fr, en)


@pytest.mark.parametrize(
    ("card", "fr", "en"),
    [
        ("orange", "défausser une carte soleil", "discard a sun card"),
        ("joker", "défausser le joker", "discard the joker"),
        ("assistant grey", "défausser un assistant damier", "discard a chequers assistant"),
    ],
)
def test_8_1_a_card_too_many_is_named(card: str, fr: str, en: str) -> None:
    play = after(table("Italy Lagos hand orange orange orange orange joker assistant-grey", "France"), "end")
    assert in_words(play, f"discard {card}") == (fr, en)


def test_8_2_an_adventure_too_many_is_named() -> None:
    play = after(table("Italy Lagos silver 9 open N1 N2 S1", "France", north="| N3"), "buy north right", "end")
    assert in_words(play, "drop S1") == ("rendre l’aventure (masque, Tripoli)", "drop the adventure (mask, Tripoli)")


def test_a_page_that_does_not_show_is_not_named() -> None:
    play = table("Italy Lagos silver 9", "France", north="| N1")
    words = play.game.phrase(play.state, 0, play.action("buy north left"))
    assert words == ("acheter la page de gauche du livre du nord", "buy the left page of the north book")
