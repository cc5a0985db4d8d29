"""An action as it stands in a sentence."""

import pytest

from caravane.games.africa1880 import GAME
from caravane.games.africa1880.board import TERRITORY, THE_TERRITORY


@pytest.mark.parametrize(
    ("action", "fr", "en"),
    [
        ("take netherlands", "prendre les Pays-Bas", "take the Netherlands"),
        ("place alger", "choisir Alger pour la première présence", "choose Algiers for the first presence"),
        ("egypte -", "ne rien ordonner pour l’Égypte", "order nothing for Egypt"),
        ("lac-tchad D", "développer le lac Tchad", "develop Lake Chad"),
        ("alger>libye", "explorer la Libye depuis Alger", "explore Libya from Algiers"),
        ("libye>alger", "explorer Alger depuis la Libye", "explore Algiers from Libya"),
        ("boat -", "ne pas débarquer", "land nowhere"),
        ("boat>congo", "envoyer le bateau vers le Congo", "send the boat to the Congo"),
        ("italy A", "s’allier avec l’Italie", "ally with Italy"),
        ("great-britain G", "entrer en guerre avec la Grande-Bretagne", "go to war with Great Britain"),
        ("ready", "sceller la fiche", "seal the sheet"),
        ("unready", "reprendre la fiche", "take the sheet back"),
    ],
)
def test_an_action_can_stand_in_a_sentence(action: str, fr: str, en: str) -> None:
    view = GAME.view(GAME.start(3, GAME.check_options({})), 0)
    assert GAME.phrase(view, 0, GAME.parse(action)) == (fr, en)


def test_inside_a_sentence_a_territory_keeps_its_name() -> None:
    for territory, inside in zip(TERRITORY, THE_TERRITORY, strict=True):
        for name, text in zip(territory.name, inside, strict=True):
            assert text.lower().endswith(name.lower())
