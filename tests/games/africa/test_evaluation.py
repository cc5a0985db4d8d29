"""What bots count with: where something can still be opened, and what is worth how much when."""

import caravane
from caravane.chance import SeededChance, below
from caravane.games.africa.actions import JUMP, WALK
from caravane.games.africa.board import EMPTY, HALF, HEXES, MONUMENTS, WITHIN_THREE
from caravane.games.africa.evaluation import (
    evaluate,
    has_face_down_around,
    has_face_down_within_three,
    held,
    settled,
)
from caravane.games.africa.state import Decision


def test_what_lies_within_three_steps_is_what_a_walk_leads_to() -> None:
    """One explorer alone on the board, so that only face-down tiles bar the way (§2.4)."""
    play, words = caravane.start("africa", seed=5), SeededChance(5)
    seen = set()
    while not play.is_over:
        seat = play.to_move[0]
        if play.state.decision == Decision.WALK:
            alone = play.state.copy()
            alone.at[1 - seat] = -1
            walks = [action - WALK for action in play.game.legal(alone, seat) if action != JUMP]
            expected = any(has_face_down_around(alone, place) for place in walks)
            assert bool(has_face_down_within_three(alone, int(alone.at[seat]))) == expected
            seen.add(expected)
        legal = play.legal()
        play.apply(legal[below(words.word(), len(legal))])
    assert seen == {True, False}


def test_a_seat_that_must_jump_to_find_anything_stands_worse() -> None:
    play = caravane.start("africa", seed=5)
    while play.state.decision != Decision.WALK:
        play.apply(play.legal()[0])
    waiting = 1 - play.to_move[0]
    place = int(play.state.at[waiting])
    stranded = play.state.copy()
    for near in range(HEXES):
        if WITHIN_THREE[place, near // HALF] >> (near % HALF) & 1:
            stranded.ground[near] = EMPTY
    assert has_face_down_within_three(play.state, place)
    assert not has_face_down_within_three(stranded, place)
    assert has_face_down_within_three(stranded, int(stranded.at[1 - waiting])), "the other one is far away"
    assert evaluate(stranded, waiting) < evaluate(play.state, waiting)


def test_majorities_count_more_and_what_may_still_come_less_towards_the_end() -> None:
    play = caravane.start("africa", seed=5)
    state = play.state.copy()
    shares = []
    for found in range(MONUMENTS + 1):
        state.monuments = found
        shares.append(float(settled(state)))
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    state.goods[0, :2] = 3, 1
    assert held(state, 0) == 3 + 1 + 2
