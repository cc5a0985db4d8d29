"""A position of Africana as text: typed by hand, refused with the sentence why, known to one seat only."""

from typing import Any

import numpy as np
import pytest

import caravane
from caravane.chance import below
from caravane.errors import BadInput
from caravane.game import SPECTATOR
from caravane.positions import read, write, write_known
from tests.games.africana.builder import GAME

LINE = (
    "africana:2 turn=Italy row=A6,A10:01,-,A5:0,A1 north=N4|N6 south=|S1 "
    "Italy=Cairo/silver:2/hand:joker,grey*2/open:N3/done:A3,N8 France=Cape-Town/silver:7/hand:joker,violet"
)


def changed(old: str, new: str) -> str:
    assert old in LINE
    return LINE.replace(old, new)


def refusal(line: str) -> str:
    with pytest.raises(BadInput) as refused:
        read(line)
    text = refused.value.text
    assert text.fr != text.en
    return text.en


def test_a_line_typed_by_hand_is_a_position() -> None:
    state = read(LINE).state
    play = caravane.Play(GAME, 2, GAME.check_options({}), caravane.chance.SeededChance(1), state)
    italy, france = play.view(0)["players"]
    assert (italy["place"], italy["silver"], len(italy["hand"])) == ("CAI", 2, 3)
    assert [card["id"] for card in italy["adventures"]] == ["N3"]
    assert [card["id"] for card in italy["expeditions_done"]] == ["A3"]
    assert (france["place"], france["silver"], france["travel_cards"]) == ("CAP", 7, 1)
    assert [space["joined"] for space in play.view(0)["row"]] == [[], [0, 1], [], [0], []]
    assert play.view(0)["books"][0]["sides"]["left"]["top"]["id"] == "N4"
    assert int(state.pages[0]) == 15 - 2, "N3 and N8 have left the book"
    assert play.to_move == [0]


def test_names_are_taken_in_both_languages_and_any_case() -> None:
    french = (
        changed("Cape-Town", "le-cap").replace("Italy", "italie").replace("grey*2", "gris,Grey").replace("A5", "a5")
    )
    assert read(french).state.tobytes() == read(LINE).state.tobytes()


SEATED = (
    "Italy=Cairo/silver:8/hand:joker,grey*2/open:N3 France=Cape-Town/silver:7/hand:joker,violet "
    "Germany=Lagos/silver:6/hand:joker,orange,violet England=Jidda/silver:9/hand:joker,assistant-grey"
)
NEARLY_DRAWN = "discards=magenta*11,turquoise*11,grey*9,orange*9,violet*9"


def eager(legal: list[int], number: int) -> int:
    """Draws often; otherwise takes what counts, walks or turns a page."""
    kinds = [GAME.decode(action)["type"] for action in legal]
    if kinds[0] == "draw" and number % 2:
        return legal[0]
    wanted = [a for a, kind in zip(legal, kinds, strict=True) if kind in ("complete", "finish", "join", "buy")]
    wanted = wanted or [a for a, kind in zip(legal, kinds, strict=True) if kind in ("draw", "step", "turn")] or legal
    return wanted[below(number, len(wanted))]


@pytest.mark.parametrize(("seats", "hidden"), [(2, "false"), (3, "true"), (4, "false")])
def test_every_moment_comes_back_be_chance_asked_or_the_pile_shuffled(seats: int, hidden: str) -> None:
    companies = " ".join(SEATED.split()[:seats])
    line = f"africana:{seats} hidden_scores={hidden} turn=Italy row=A6,A10,A2,A5,A1 north=|N6 south=|S1 {NEARLY_DRAWN}"
    state = read(f"{line} {companies}").state
    seen: set[str] = set()
    for number in range(300):
        line = write(GAME, state)
        moment = line.partition("turn=")[2].partition(" ")[0].partition(":")[2] + " shuffled" * ("shuffled=" in line)
        if number % 20 == 0 or moment not in seen:
            check(state, number)
        seen.add(moment)
        if GAME.rules.is_over(state):
            break
        if GAME.rules.asks_chance(state):
            GAME.rules.apply_chance(state, np.uint64(7919 * number))
        else:
            seat = int(state.on_turn)
            GAME.rules.apply_action(state, seat, eager(GAME.legal(state, seat), 7919 * number))
    assert {"action", "draw"} <= {moment.split()[0] for moment in seen}
    assert "action shuffled" in seen


@pytest.mark.parametrize(
    ("moment", "more"),
    [
        ("page", "row=A6,A10,A2,A5,A1 north=N6| south=|S1"),
        ("bonus", "row=A6,A10:0,A2,A5,A1 north=|N6 south=|S1 progress played=grey discards=violet"),
        ("refill", "row=A6,-,A2,A5,- north=|N6 south=|S1 progress removed=N4,assistant-violet"),
        ("draw", "row=A6,A10,A2,A5,A1 north=|N6 south=|S1"),
        ("book", "row=A6,A10,A2,A5,A1 north=N7,N8|N6 south=|S1 pages=3"),
    ],
)
def test_moments_are_written_as_they_are_read(moment: str, more: str) -> None:
    state = read(f"africana:2 round=3 turn=Italy:{moment} {more} {' '.join(SEATED.split()[:2])}").state
    assert f"turn=Italy:{moment}" in write(GAME, state)
    check(state, 0)


def check(state: Any, number: int) -> None:
    """Truth, each view, and the line without memory."""
    assert read(write(GAME, state)).state.tobytes() == state.tobytes()
    read(write(GAME, state, history=False))
    for viewer in (number % int(state.africana), SPECTATOR):
        view = GAME.view(state, viewer)
        found = read(write_known(GAME, view, viewer))
        assert found.state.tobytes() == view.tobytes()
        truth, _ = found.truth(caravane.chance.SeededChance(number))
        assert GAME.invariants(truth) == []


def test_a_seat_knows_other_hands_only_by_their_number() -> None:
    line = write(GAME, read(LINE).state, 0)
    assert "viewer=0" in line
    assert "France=Cape-Town/silver:7/hand:joker,?" in line
    assert "Italy=Cairo/silver:2/hand:joker,grey*2" in line
    assert "violet" not in line
    assert "hand:joker,?*2" in write(GAME, read(LINE).state, SPECTATOR)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("turn=Italy", "turn=England", "expected one of: Italy, France"),
        ("turn=Italy", "turn=Italy:dance", "action, book, journey"),
        ("turn=Italy ", "", "this part is missing"),
        ("row=A6,", "row=", "5 spaces are needed"),
        ("A6", "A3", "A3 is already named in row"),
        ("A6", "Z9", "expected one of: A1"),
        ("A10:01", "A10:05", "from 0 to 1"),
        ("A10:01", "A10:00", "each of them once"),
        ("A10:01", "C1", "C1 has come out but A2 has not"),
        ("north=N4|N6", "north=N4", "the pages on the left are needed"),
        ("north=N4|N6", "north=N4|S2", "expected one of: N1"),
        ("north=N4|N6", "north=N4|", "the top one on the right is seen"),
        ("Cairo", "Paris", "expected one of: Napoli"),
        ("silver:2", "silver:-2", "whole number from 0"),
        ("silver:2", "gold:2", "silver:, hand:"),
        ("silver:2", "silver:2/silver:3", "twice"),
        ("grey*2", "grey*13", "only 12 grey cards"),
        ("grey*2", "grey*7", "hand, 5 at most at this moment"),
        ("grey*2", "blue", "magenta, turquoise"),
        ("grey*2", "?*2", "in a line with viewer="),
        ("grey*2", "joker", "only one joker"),
        ("grey*2", "assistant-grey*3", "only 2 assistant-grey"),
        ("joker,violet", "joker,violet/spent:violet*12", "more than 12 violet"),
        ("joker,violet", "joker,violet/kept:grey", "neither in the hand nor spent"),
        ("open:N3", "open:N3,N1,N2,N5", "4 open adventures, 3 at most"),
        ("turn=Italy", "turn=Italy:discard", "nothing to discard"),
        ("turn=Italy", "turn=Italy:drop", "above 3 only"),
        ("turn=Italy", "turn=Italy:page", "no page of north= waits"),
        ("turn=Italy", "turn=Italy:over", "after the last seat"),
        ("turn=Italy", "turn=Italy idle=20", "the game is over"),
        ("turn=Italy", "turn=Italy idle=21", "from 0 to 20"),
        ("turn=Italy", "turn=Italy used=joker", "belong to a movement"),
        ("turn=Italy", "turn=Italy pages=2", "belongs to buying"),
        ("turn=Italy", "turn=Italy:journey used=assistant-grey", "does not hold"),
        ("turn=Italy", "turn=Italy colour=red", "unknown part"),
        ("turn=Italy", "turn=Italy removed=N4", "N4 is already named in north"),
    ],
)
def test_what_cannot_be_is_refused_with_the_sentence_why(old: str, new: str, why: str) -> None:
    assert why in refusal(changed(old, new))


@pytest.mark.parametrize(
    ("france", "why"),
    [
        ("hand:joker,violet", "does not know these cards"),
        ("hand:joker,?*61", "from 1 to 60"),
        ("hand:joker,?/kept:?", "make up the 60 travel cards"),
        ("hand:joker,? shuffled=grey*12", "make up the 60 travel cards"),
        ("hand:?/spent:violet*10/kept:?*8 shuffled=magenta*12,turquoise*12,grey*4,orange*12,violet*12", "others agree"),
    ],
)
def test_what_nobody_can_know_is_refused(france: str, why: str) -> None:
    line = changed("hand:joker,violet", france).replace("africana:2", "africana:2 viewer=0")
    assert why in refusal(line)


def test_what_could_not_arise_but_can_be_played_is_accepted() -> None:
    rich = read(changed("silver:2", "silver:900").replace("joker,violet", "violet")).state
    assert int(rich.removed_jokers) == 1
    assert GAME.legal(rich, 0)
