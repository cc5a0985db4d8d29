"""The data file: what is wrong with it is said clearly."""

import pytest

from caravane.errors import BadInput
from caravane.games.africa.board import HEXES, NEAR_COUNT, SHOWN_GROUPS
from caravane.games.africa.box import BOX, BOX_FILE, read_box

TEXT = BOX_FILE.read_text("utf-8")


def broken(old: str, new: str) -> str:
    """The file with one thing changed."""
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_the_box_is_the_reconstruction() -> None:
    counts = {
        group: sum(tile.count for tile in BOX.tiles if tile.group == group)
        for group in ("monument", "goods", "animals", "nomads", "gold", "gems")
    }
    assert counts == {"monument": 11, "goods": 25, "animals": 30, "nomads": 10, "gold": 10, "gems": 10}
    assert HEXES == 101
    assert int(NEAR_COUNT.sum()) == 2 * 259
    assert {city.id: city.hex for city in BOX.cities} == {
        "tangier": "a3", "cairo": "b9", "lagos": "g5", "zanzibar": "j11", "cape_town": "o8",
    }  # fmt: skip
    assert SHOWN_GROUPS == ("monument", "nomads", "goods", "animals", "treasure")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (broken("count = 11", "count = 12"), r"97 tiles for 96 hexes \(101 hexes less 5 cities\)"),
        (broken('hex = "a3"', 'hex = "a1"'), "city tangier lies at a1, which is not a hex of the board"),
        (broken("[7, 8],\n]", "[1, 2],\n]"), "not connected: from a3 one cannot reach o2, o3"),
        (broken('hex = "b9"', 'hex = "a3"'), "cities.hex: 'a3' is there twice"),
        (broken('id = "pot"', 'id = "statue"'), "tiles.id: 'statue' is there twice"),
        (broken("symbols = 2", "symbols = 0"), "gold and gems have 1 to 9"),
        (broken("symbols = 2", "symbols = 99"), "Tile gold2 .* has 99 symbols"),
        (broken("camps_each = 2", "camps_each = -1"), "camps_each and camp_supply go from 0 to 20, not -1 and 10"),
        (broken("camps_each = 2", "camps_each = 300"), "not 300 and 10"),
        (broken("[2, 5]", "[2, 5000000000]"), "The board has 5000000096 hexes; at most 120"),
        (broken("camp_supply = 10", "camp_supply = 9"), "supply of 9 camps is too small for 11 monuments"),
        (broken("[2, 5]", "[5, 2]"), "Row a runs from 5 to 2"),
        (broken("count = 11", 'count = "many"'), "cannot be read: Expected `int`"),
        (broken("camps_each", "camp_each"), "cannot be read"),
        (broken('group = "nomads"', 'group = "animals"'), "Group nomads has 0 kinds"),
        ("rows = [", "cannot be read"),
        (
            TEXT.replace('[[cities]]\nid = "lagos"\nhex = "g5"\nname = { fr = "Lagos", en = "Lagos" }\n', ""),
            "4 cities for 5 seats",
        ),
    ],
)
def test_1_1_a_wrong_box_is_refused_with_a_clear_sentence(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as refused:
        read_box(text)
    assert refused.value.text.fr != refused.value.text.en
