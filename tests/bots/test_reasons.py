"""What is said for an action: on prepared positions in the words of each game, and over many positions never nothing."""

import re

import numpy as np
import pytest

import caravane
from caravane import bots
from caravane.chance import SeededChance, below
from caravane.game import games, load
from caravane.games.africa1880.board import SQUARES
from caravane.play import Play, begin
from caravane.positions import opening
from caravane.reasons import Reason, sentences
from caravane.text import LANGUAGES, Text

CIRCULAR = re.compile(r"as good as|better than|worse than|aussi bon|mieux que|moins bon", re.IGNORECASE)


def at(position: str) -> Play:
    game = load(position.split(maxsplit=1)[0])
    return begin(opening(game, position=position), SeededChance(1))


def why(play: Play, *notations: str, seat: int | None = None) -> list[Text]:
    """The sentences of some actions, the first of them the best."""
    game = play.game
    seat = play.to_move[0] if seat is None else seat
    view = game.view(play.state, seat)
    actions = [game.parse(each) for each in notations]
    assert set(actions) <= set(play.legal(seat))
    assert game.reason is not None
    return sentences(
        [game.phrase(view, seat, action) for action in actions], [game.reason(view, seat, action) for action in actions]
    )


# The position of a drawn hint: b8 comes home along line 8, which c9 could close.
DRAWN = "pistes match=single gate_limit=6 2D5LL/1L7L/2LD5L/3LD4L/4L5/10/10/D9/DDDD1D4 L"


def test_a_pawn_that_comes_home_is_counted_and_the_threat_named() -> None:
    best, other = why(at(DRAWN), "b8-i8", "j7-e7")
    assert best.en.startswith("Comes home: 5 of 9; goes before c9 closes the way.")
    assert best.fr.startswith("Rentre au camp\u00a0: 5 sur 9\u202f; passe avant que c9 ferme le chemin.")
    assert "“j7-e7” " in best.en
    assert "leaves the camp, where 3 stay" in other.en.lower()


def test_the_ninth_pawn_wins() -> None:
    play = at("pistes match=single gate_limit=6 7LLL/7LLL/7L1L/10/10/10/DDD7/DDD7/DD6LD L")
    first, second = why(play, "i1-i7", "i1-d1")
    assert first.en.startswith("Brings the ninth pawn home and wins.")
    assert second.en.startswith("Puts d1 ")


def test_a_herd_is_counted_with_its_hexes() -> None:
    play = caravane.start("africa", seed=2)
    game = play.game
    for _ in range(400):
        places = [action for action in play.legal() if game.decode(action)["type"] == "place"]
        view = game.view(play.state, play.to_move[0])
        if len(places) > 1:
            break
        play.apply(play.legal()[0])
    seat = play.to_move[0]
    before = play.points[seat]
    assert game.reason is not None
    said = game.reason(view, seat, places[-1]).gains[0].en
    play.apply(places[-1])
    assert int(re.findall(r"(\d+) points?$", said)[0]) == play.points[seat] - before


def test_an_expedition_is_worth_its_points_and_taken_from_who_joined() -> None:
    play = caravane.start("africana", seed=5)
    game, words = play.game, SeededChance(3)
    seen = set()
    for _ in range(600):
        seat = play.to_move[0]
        legal = play.legal(seat)
        assert game.reason is not None
        done = [action for action in legal if game.decode(action)["type"] == "complete"]
        for action in done:
            before = play.points[seat]
            said = game.reason(game.view(play.state, seat), seat, action).gains
            play.apply(action, seat)
            gained = int(re.findall(r"brings (\d+) point", said[0].en)[0])
            assert 0 <= play.points[seat] - before - gained <= 1  # silver makes points too
            seen.add(gained)
            break
        else:
            joins = [action for action in legal if game.decode(action)["type"] in ("join", "step")]
            chosen = joins or legal
            play.apply(chosen[int(below(words.word(), len(chosen)))], seat)
        if play.is_over or len(seen) > 1:
            break
    assert seen


def test_a_last_square_promises_what_a_colony_counts() -> None:
    play = caravane.start("africa1880", 3, seed=1)
    game = play.game
    assert game.reason is not None
    while game.decode(play.legal(play.to_move[0])[0])["type"] in ("choose", "place"):
        play.apply(play.legal(play.to_move[0])[0], play.to_move[0])
    view = game.view(play.state, 0)
    country = int(view.country[0])
    action = next(each for each in play.legal(0) if game.decode(each)["type"] == "develop")
    assert game.reason(view, 0, action).gains[0].en.startswith("leaves only ")
    (place,) = np.flatnonzero(view.present[country])
    view.developed[place] = SQUARES[place] - 1
    view.present[:, place] = 0
    view.present[country, place] = 1
    assert game.reason(view, 0, action).gains[0].en.endswith("8 points if you stay there alone")


@pytest.mark.parametrize("name", games())
def test_no_two_say_the_same_and_none_says_nothing(name: str) -> None:
    """Three actions at random in every position of games at random."""
    words = SeededChance(7)
    for seed in range(2):
        play = caravane.start(name, seed=seed)
        game = play.game
        assert game.reason is not None
        for _ in range(120):
            if play.is_over:
                break
            seat = play.to_move[int(below(words.word(), len(play.to_move)))]
            legal, view = play.legal(seat), game.view(play.state, seat)
            picked = list(dict.fromkeys(legal[int(below(words.word(), len(legal)))] for _ in range(3)))
            found = [game.reason(view, seat, action) for action in picked]
            told = sentences([game.phrase(view, seat, action) for action in picked], found)
            for language in LANGUAGES:
                said = [text.of(language) for text in told]
                assert len(set(said)) == len(said)
                for text, reason in zip(said, found, strict=True):
                    assert text.endswith(".")
                    assert len(text) > 12
                    assert not CIRCULAR.search(text), text
                    assert reason.where.of(language).endswith(".")
                    assert reason.kind.of(language).endswith(".")
            play.apply(picked[0], seat)


def test_two_that_gain_the_same_are_told_apart_by_name() -> None:
    same = Reason(Text("Ici.", "Here."), Text("Un coup.", "A move."), (Text("rapporte 2 points", "brings 2 points"),))
    first, second = sentences([Text("aller en a1", "go to a1"), Text("aller en b2", "go to b2")], [same, same])
    assert first.en == "“go to a1” brings 2 points."
    assert second.fr == "«\u00a0aller en b2\u00a0» rapporte 2 points."


@pytest.mark.parametrize("name", games())
def test_advice_has_three_depths(name: str) -> None:
    play = caravane.start(name, seed=2)
    seat = play.to_move[0]
    best = bots.advise(play.game, play.game.view(play.state, seat), seat, np.uint64(1), seconds=0.1).suggestions[0]
    assert best.where.en.startswith("Look ")
    assert best.kind.fr.endswith(".")
    assert best.notation not in best.where.en
