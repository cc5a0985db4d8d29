"""An action as it stands in a sentence."""

import pytest

import caravane
from tests.games.pistes.builder import moves


def in_words(play: caravane.Play, action: str) -> tuple[str, str]:
    """A legal action of the seat to move in words."""
    seat = play.to_move[0]
    assert action in moves(play)
    return play.game.phrase(play.game.view(play.state, seat), seat, play.action(action))


def test_a_move_is_said_as_it_is_written() -> None:
    play = caravane.start("pistes")
    assert in_words(play, moves(play)[0]) == (moves(play)[0], moves(play)[0])


@pytest.mark.parametrize("kind", ["number", "lay"])
def test_the_next_number_is_said(kind: str) -> None:
    play = caravane.start("pistes", preset="second")
    while not moves(play)[0].startswith(kind):
        play.apply(play.legal()[0])
    play.apply(play.legal()[0])
    cell = moves(play)[0].split()[1]
    said = {
        "number": (f"donner le numéro 2 à {cell}", f"give {cell} the number 2"),
        "lay": (f"poser le pion 2 adverse en {cell}", f"lay the opponent's pawn 2 on {cell}"),
    }
    assert in_words(play, moves(play)[0]) == said[kind]


def test_3_4_passing_has_a_word() -> None:
    play = caravane.start("pistes")
    assert play.game.phrase(play.state, 0, play.game.parse("pass")) == ("passer", "pass")
