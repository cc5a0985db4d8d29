"""The data file: what it says, and what is said when it is wrong."""

from collections import Counter
from pathlib import Path

import pytest

from caravane.errors import BadInput
from caravane.games.africana import board
from caravane.games.africana.box import read_box

FILE = Path(board.__file__).with_name("board.toml")


def complaint(tmp_path: Path, before: str, after: str) -> str:
    """What is said when the file has one text in the place of another."""
    text = FILE.read_text("utf-8")
    assert before in text
    changed = tmp_path / "board.toml"
    changed.write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(BadInput) as error:
        read_box(changed)
    assert error.value.text.fr != error.value.text.en
    return error.value.text.en


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('id = "A1", from = "NAT"', 'id = "A1", from = "XYZ"', "expedition A1: unknown place 'XYZ'."),
        ('id = "A1", from = "NAT"', 'id = "A1", from = "SER"', "A1: start and destination are the same."),
        ('id = "A2"', 'id = "A1"', "card 'A1' stands there 2 times."),
        ('id = "B1"', 'id = "D1"', "expeditions: A, then B, then C."),
        ("magenta = 12", "magenta = 13", "travel_cards: 61 instead of 60."),
        ('half = "north"', 'half = "south"', "places north: 10 instead of 11."),
        ('a = "NAP", b = "TRI"', 'a = "NAP", b = "TAN"', "route 'NAP-TAN' stands there 2 times."),
        ('symbols = ["grey", "orange"]', "symbols = []", "Napoli: one or two different symbols."),
        ('artefact = "mask", to = "NAT"', 'artefact = "drum", to = "NAT"', "mask north: 1 instead of 2."),
        ('artefact = "mask", to = "NAT"', 'artefact = "mask", to = "NAP"', "N1 must lead out of its book's half."),
        (
            'assistant = "magenta", to = "CAP"',
            'assistant = "grey", to = "CAP"',
            "assistant grey north: 2 instead of 1.",
        ),
        ("silver = 4, points = 2", "silver = -4, points = 2", "A1: -4 is not within 0..99."),
        ('name = "Napoli"', 'nom = "Napoli"', "field `nom` - at `$.map.places[0]`"),
        ("x = 479", 'x = "479"', "Expected `float`, got `str` - at `$.map.places[0].x`"),
        ('half = "north"', 'half = "west"', "Invalid enum value 'west' - at `$.map.places[0].half`"),
        ("[map]", "[map", "cannot be read"),
    ],
)
def test_a_wrong_file_is_refused_by_name(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert said in complaint(tmp_path, before, after)


def test_a_place_that_no_route_reaches_is_named(tmp_path: Path) -> None:
    text = FILE.read_text("utf-8")
    lines = [line for line in text.splitlines() if not ("a = " in line and '"TAM"' in line)]
    lines = [line for line in lines if not ("b = " in line and '"TAM"' in line)]
    changed = tmp_path / "board.toml"
    changed.write_text("\n".join(lines), "utf-8")
    with pytest.raises(BadInput, match="Tamatave: no way leads there"):
        read_box(changed)


def test_known_fragments_of_the_printed_game_are_kept() -> None:
    names = {place.name: place for place in board.BOX.map.places}
    routes = {frozenset((route.a, route.b)) for route in board.BOX.map.routes}
    for start, goal in (
        ("Lagos", "Cape Town"),
        ("Cairo", "Aswan"),
        ("Cape Town", "Port Natal"),
        ("Port Natal", "Mozambique"),
    ):
        assert frozenset((names[start].id, names[goal].id)) in routes
    assert "magenta" in names["Mozambique"].symbols
    card = board.BOX.cards.expeditions[0]
    assert (card.start, card.to, card.silver) == ("NAT", "SER", 4)


def test_the_map_is_as_the_reconstruction_says() -> None:
    routes = board.BOX.map.routes
    half = {place.id: place.half for place in board.BOX.map.places}
    assert len(routes) == 39
    assert sum(half[route.a] != half[route.b] for route in routes) == 5
    assert board.DISTANCE.max() == 5
    assert set(Counter(s for place in board.BOX.map.places for s in place.symbols).values()) == {8}
    assert Counter(card.id[0] for card in board.BOX.cards.expeditions) == {"A": 10, "B": 10, "C": 14}
