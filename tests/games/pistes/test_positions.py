"""Positions of L'Africa as text: what a person types, and what is said when it cannot be."""

import random
import re

import pytest

import caravane
from caravane.door import give_word
from caravane.errors import BadInput
from caravane.game import Value, load
from caravane.games.pistes.set_up import begin_game
from caravane.games.pistes.state import Decision
from caravane.positions import read, write
from tests.games.pistes.builder import after, moves

START = "LD8/1LD7/2LD6/3LD5/4LD4/5LD3/6LD2/7LD1/8LD"


def refused(line: str, *told: str) -> None:
    """A line that is not read, and what its reader is told."""
    with pytest.raises(BadInput) as error:
        read(line)
    for each in told:
        assert each in error.value.text.en, error.value.text.en
    assert error.value.text.fr != error.value.text.en


def test_the_start_is_what_it_says() -> None:
    play = caravane.start("pistes")
    assert read(f"pistes {START} L").state.tobytes() == play.save()
    assert write(play.game, play.state) == "pistes"
    play.apply("a9-a4")
    line = write(play.game, play.state, history=False)
    assert line == "pistes 1D8/1LD7/2LD6/3LD5/4LD4/L4LD3/6LD2/7LD1/8LD D quiet=1 ply=1"


def test_dots_are_empty_cells_too() -> None:
    dotted = START.replace("8", "........").replace("2", "..")
    assert read(f"pistes {dotted} L").state.tobytes() == read(f"pistes {START} L").state.tobytes()


def test_numbers_and_power_stand_behind_the_letter() -> None:
    outwit = caravane.start("pistes", preset="outwit-1978")
    assert "4L+D+4" in write(outwit.game, after(outwit, "a9-a4").state)
    first = caravane.start("pistes", preset="first", options={"placement": "random"}, seed=4)
    board = write(first.game, first.state).split()[3]
    assert sorted(re.findall("[LD][1-9]", board)) == [side + number for side in "DL" for number in "123456789"]


def test_repetitions_are_counted_on_when_the_past_is_in_the_line() -> None:
    play = caravane.start("pistes", options={"match": "single"})
    after(play, "a9-a4", "j1-j6", "a4-a9", "j6-j1", "a9-a4", "j1-j6", "a4-a9")
    with_past, without = (read(write(play.game, play.state, history=kept)).state for kept in (True, False))
    for state in (with_past, without):
        play.state = state.copy()
        play.apply("j6-j1")
        assert play.is_over == (state is with_past)


def test_a_second_game_is_told_by_the_result_of_the_first() -> None:
    state = read(f"pistes {START} L first=home:1").state
    assert (int(state.game), int(state.light_seat), int(state.winner[0])) == (1, 1, 1)


def test_what_could_not_arise_but_can_be_played_is_accepted() -> None:
    play = caravane.start("pistes")
    play.state = read("pistes LLLLLLLLL1/10/10/10/10/10/10/3D6/DDD1DDDDD1 D").state
    assert "d2-d9" not in moves(play)
    assert "d2-d1" in moves(play)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pistes L", ("a board is needed", "number-L")),
        (f"pistes {START}", ("a board is needed",)),
        (f"pistes {START} X", ("“X”", "L, D, number-L")),
        (f"pistes {START[:-4]} L", ("9 lines", "here 8")),
        (f"pistes {START.replace('LD8', 'LD7')} L", ("“LD7”", "line 9 must have 10 cells")),
        (f"pistes {START.replace('LD8', 'LX8')} L", ("“LX8”", "L, D, 1 … 10")),
        (f"pistes {START.replace('LD8', 'LDL7')} L", ("light has 10 pawns instead of 9",)),
        (f"pistes {START.replace('8LD', '9D')} L", ("light has 8 pawns",)),
        (f"pistes {START.replace('8LD', 'L8D')} L", ("a1", "opponent's camp", "§3.2")),
        (f"pistes {START.replace('4LD4', '4L+D4')} L", ("power=middle",)),
        (f"pistes {START} L lay=3", ("unknown part", "quiet=")),
        (f"pistes {START} L quiet=1 quiet=2", ("twice",)),
        (f"pistes {START} L quiet=100", ("from 0 to 99",)),
        (f"pistes {START} L ply=1", ("from 0 to 0",)),
        (f"pistes {START} L most=1", ("from 0 to 9",)),
        (f"pistes {START} L quiet=2 ply=2 past=00", ("2 keys of sixteen", "may be left out")),
        (f"pistes {START} L camp-L=123/456/789", ("0 of them",)),
        (f"pistes {START} over-L", ("how did the game end",)),
        (f"pistes {START} L first=won:1", ("home, repetition",)),
        (f"pistes {START} L first=repetition:1", ("expected one of: -",)),
        (f"pistes {START} L second=home:1", ("after first=",)),
        (f"pistes match=single {START} L first=home:1", ("in a match of two",)),
        (f"pistes {START} lay-L", ("do not ask for it",)),
        (f"pistes {START} shuffle", ("placement=random",)),
        (f"pistes variant=second-beginners {START} shuffle", ("numbering=random",)),
        (f"pistes variant=first {START} L", ("L1 … L9",)),
    ],
)
def test_what_cannot_be_is_refused_in_words(line: str, told: tuple[str, ...]) -> None:
    refused(line, *told)


def test_more_pawns_at_the_gate_than_allowed_are_refused() -> None:
    board = "LLLLL5/10/10/DDDDDDDDD1/10/L9/3L6/3L6/3L6"
    assert read(f"pistes {board} L").state.decision
    refused(f"pistes gate_limit=3 {board} L", "4 pawns in front", "§4.4")


def test_numbers_are_each_there_once() -> None:
    play = caravane.start("pistes", preset="first", options={"placement": "random"}, seed=4)
    line = write(play.game, play.state)
    refused(line.replace("L1", "L2"), "1 to 9 are needed, each once")


def test_a_camp_that_cannot_be_filled_is_refused_where_the_order_is_strict() -> None:
    line = "pistes variant=second {}10/10/10/10/10/10/10/10/10 number-L camp-L=.1./..2/..."  # nothing can come to j9
    line = line.replace("10", "." * 10)
    assert read(line.format("")).state.placed == 2
    refused(line.format("order=strict "), "could no longer be filled")


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "first", "placement": "random", "order": "once", "repetition": 2},
        {"variant": "first", "no_progress": 10},
        {"variant": "second", "order": "strict", "camp": "locked", "cap": 50},
        {"variant": "second", "power": "middle", "numbering": "random", "cap": 50},
        {"variant": "second", "numbering": "random", "placement": "random", "cap": 50, "match": "single"},
        {"variant": "second-beginners", "cap": 60, "repetition": 2, "move": "rook"},
    ],
    ids=str,
)
def test_every_moment_of_every_variant_comes_back(options: dict[str, Value]) -> None:
    """The set-up of both games, the play and both ends; before chance has numbered and laid, too."""
    game = load("pistes")
    begun = game.start(2, game.check_options(options))
    assert read(write(game, begun)).state.tobytes() == begun.tobytes()
    play, rng = caravane.start(game, seed=3, options=options), random.Random(5)
    while not play.is_over:
        line = play.position()
        assert read(line).state.tobytes() == play.save(), line
        play.apply(rng.choice(play.legal()))
    assert read(play.position()).state.tobytes() == play.save()


def test_chance_is_waited_for_between_two_games() -> None:
    play = caravane.start("pistes", options={"variant": "second", "numbering": "random", "placement": "random"})
    state = play.state.copy()
    state.decision = Decision.SHUFFLE
    begin_game(state)
    for _ in range(2):  # numbers, then pawns
        assert read(write(play.game, state)).state.tobytes() == state.tobytes()
        assert play.game.rules.asks_chance(state)
        give_word(play.game, state, 7)
    assert state.decision == Decision.MOVE
