"""Positions of Africa as text: what a person types, and what is said when it cannot be."""

import pytest

import caravane
from caravane.chance import SeededChance
from caravane.errors import BadInput
from caravane.positions import read, write

# Two tiles opened beside Tangier by red, who moves on; blue is in Cairo.
KNOWN = (
    "africa:2 viewer=public .ez1/7./9/10/11/12/2.8/7/5/4./5/5/4/3/.1 0:walk:2 at=a3,b9 points0=e1z1 acted=1 hidden=?"
)


def refused(line: str, *told: str) -> None:
    """A line that is not read, and what its reader is told."""
    with pytest.raises(BadInput) as error:
        read(line)
    for each in told:
        assert each in error.value.text.en, error.value.text.en
    assert error.value.text.fr != error.value.text.en


def test_what_the_public_knows_can_be_typed() -> None:
    position = read(KNOWN)
    assert write(position.game, position.state, -1) == KNOWN
    state, word = position.truth(SeededChance(1))
    assert word is not None
    assert position.game.invariants(state) == []
    assert position.game.seats_to_move(state) == [0]


def test_the_start_is_a_head_alone_and_the_deal_is_written_out() -> None:
    play = caravane.start("africa", 3, seed=5)
    line = write(play.game, play.state)
    assert read("africa:3").state.decision == 0
    assert line.startswith("africa:3 .3/7.")
    assert len(line.split("hidden=")[1]) == 96
    assert read(line).state.tobytes() == play.save()


def test_hidden_treasure_of_others_is_a_question_mark() -> None:
    line = KNOWN.replace("viewer=public", "hidden_treasure=true viewer=1").replace("points0=e1z1", "points0=F2")
    known = line.replace("points0=F2", "treasure0=? points0=F2")
    assert write(read(line).game, read(line).state, 1) == known
    refused(line.replace("points0", "treasure0=o1 points0"), "treasure0=o1", "does not know")
    refused(line.replace("points0=F2", "treasure1=?"), "treasure1=?", "known here")
    refused(line.replace("F2", "e2"), "points0=e2")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("0:walk:2 at=a3,b9 points0=e1z1 acted=1 hidden=?", "", ("a board is needed", "0:walk:1")),
        ("/.1 0", " 0", ("15 rows", "from a to o", "here 14")),
        (".ez1", ".ezq", ("row a", "“q”", "number of face-down tiles")),
        (".ez1", ".ez2", ("row a has 4 hexes, not 5",)),
        (".ez1", "1ez1", ("a3 is a city",)),
        (".ez1", ".sz1", ("row a", "“s”")),
        ("0:walk:2", "2:walk:2", ("from 0 to 1",)),
        ("0:walk:2", "0:fly:2", ("city, walk, jump",)),
        ("0:walk:2", "0:walk", ("0:walk:1",)),
        ("0:walk:2", "0:walk:3", ("from 1 to 2",)),
        ("0:walk:2", "0:settle:2:a3", ("neither an animal nor nomads",)),
        ("0:walk:2", "0:exchange:1:drum", ("does not have that good",)),
        ("0:walk:2", "0:exchange:1:harp", ("statue, pot, clothing",)),
        ("0:walk:2", "0:over:1:flood", ("monuments, standstill",)),
        ("0:walk:2", "0:city", ("stands nowhere yet",)),
        ("at=a3,b9 ", "", ("where are the explorers?",)),
        ("at=a3,b9", "at=a3", ("one value a seat",)),
        ("at=a3,b9", "at=a3,a3", ("two explorers stand on a3",)),
        ("at=a3,b9", "at=a3,z9", ("there is no hex 'z9'",)),
        ("at=a3,b9", "at=a3,d4", ("d4", "face-down tile")),
        ("at=a3,b9", "at=a3,-", ("seat 1 is nowhere",)),
        ("acted=1", "acted=2", ("from 0 to 1",)),
        ("acted=1", "idle=6", ("at most 5",)),
        ("acted=1", "camps=3,2", ("5 camps", "instead of 4")),
        ("acted=1", "goods0=s6", ("statues (s): 6, the box has 5",)),
        ("acted=1", "goods0=s1", ("face-down tiles",)),
        ("acted=1", "goods0=e1", ("goods0=e1",)),
        ("acted=1", "goods0=2s", ("each followed by a number",)),
        ("acted=1", "goods0=s1s1", ("twice",)),
        ("acted=1", "wings=1", ("unknown part", "at=")),
        ("points0=e1z1", "points0=B3", ("last monument",)),
        ("hidden=?", "hidden=eee", ("nobody knows that",)),
        ("viewer=public ", "", ("a letter", "viewer=public")),
    ],
)
def test_what_cannot_be_is_refused_in_words(old: str, new: str, told: tuple[str, ...]) -> None:
    assert old in KNOWN
    refused(KNOWN.replace(old, new), *told)


def test_a_tile_too_many_is_refused() -> None:
    play = caravane.start("africa", 2, seed=5)
    line = write(play.game, play.state)
    first = line.split("hidden=")[1][0]
    other = next(letter for letter in "ezglr" if letter != first)
    refused(line.replace(f"hidden={first}", f"hidden={other}"), "the box has")
