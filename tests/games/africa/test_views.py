"""§6.3 what is open, §6.4 what hidden treasure hides."""

import json

import numpy as np
import pytest

import caravane
from caravane.chance import next_word
from caravane.game import SPECTATOR
from caravane.games.africa.actions import COLLECT
from caravane.games.africa.board import CODE_BY_ID, GOOD, GOODS, HEX_BY_NAME, TREASURE, tile_of
from caravane.games.africa.preview import collected
from caravane.games.africa.state import Decision
from caravane.games.africa.view_types import Goods
from caravane.play import Play
from tests.games.africa.builder import play_on, table

KINDS = {name: code - TREASURE for name, code in CODE_BY_ID.items() if code >= TREASURE}


def middle_of_a_game(seats: int, *, hidden_treasure: bool) -> Play:
    """Some 40 turns into a game in which everybody collected something."""
    play = caravane.start("africa", seats, seed=4, options={"hidden_treasure": hidden_treasure})
    word = np.uint64(1)
    for _ in range(180):
        word = next_word(word)
        legal = np.array(play.legal(), np.int32)
        choice = int(play.game.rules.rollout_action(play.state, play.to_move[0], legal, len(legal), word))
        here = int(play.state.at[play.to_move[0]])
        takes = COLLECT in legal and len(collected(play.state, here)) > 0
        play.apply(COLLECT if takes else choice)
    assert (play.state.treasure.sum(axis=1)[:seats] > 0).sum() >= 2
    return play


def test_6_3_all_is_open_but_what_lies_face_down() -> None:
    play = middle_of_a_game(3, hidden_treasure=False)
    views = [play.game.view(play.state, viewer) for viewer in (SPECTATOR, 0, 1, 2)]
    assert len({view.tobytes() for view in views}) == 1
    assert not views[0].hidden.any()
    assert (views[0].treasure == play.state.treasure).all()
    assert (views[0].earned == play.state.earned).all()


def test_6_3_no_face_down_tile_shows_in_any_byte() -> None:
    play = middle_of_a_game(3, hidden_treasure=False)
    view = play.game.view(play.state, 0).tobytes()
    down = np.flatnonzero(play.state.hidden)
    play.state.hidden[down] = play.state.hidden[np.roll(down, 1)]
    assert play.game.view(play.state, 0).tobytes() == view


def swap_taken(play: Play, seat: int, mine: str, other: str) -> None:
    """Let the seat have taken another tile than it did; the one it has now lies face down instead."""
    down = int(np.flatnonzero(play.state.hidden == CODE_BY_ID[other])[0])
    play.state.hidden[down] = CODE_BY_ID[mine]
    play.state.treasure[seat, KINDS[mine]] -= 1
    play.state.treasure[seat, KINDS[other]] += 1
    # The points that were scored for it belong to the other kind, too.
    play.state.earned[seat, CODE_BY_ID[mine]] -= 1
    play.state.earned[seat, CODE_BY_ID[other]] += 1


def test_6_4_no_byte_tells_what_others_have() -> None:
    play = table("f6 a3 o8", {}, hidden={"f5": "gem1"}, options={"hidden_treasure": True})
    play.state.treasure[1, KINDS["gold1"]] = 2
    play.state.earned[1, CODE_BY_ID["gold1"]] = 2
    seen = [play.game.view(play.state, viewer).tobytes() for viewer in (SPECTATOR, 0, 2)]
    swap_taken(play, 1, "gold1", "gem1")  # gold or gems
    assert [play.game.view(play.state, viewer).tobytes() for viewer in (SPECTATOR, 0, 2)] == seen
    play.state.treasure[1, KINDS["gem1"]] -= 1  # this one or that one
    play.state.treasure[2, KINDS["gem1"]] += 1
    assert [play.game.view(play.state, viewer).tobytes() for viewer in (SPECTATOR, 0)] == seen[:2]


def test_6_4_points_by_source_do_not_add_up_to_symbols() -> None:
    play = table("f6 a3", {}, options={"hidden_treasure": True})
    play.state.earned[1, CODE_BY_ID["gold2"]] = 4
    play.state.earned[1, CODE_BY_ID["lion"]] = 5
    seen = play.game.view(play.state, 0)
    play.state.earned[1, CODE_BY_ID["gold2"]] = 2
    play.state.earned[1, CODE_BY_ID["lion"]] = 7
    assert play.game.view(play.state, 0).tobytes() == seen.tobytes()
    assert [(item.key, item.points) for item in play.game.score_sheet(seen, 1)] == [("found", 9)]
    assert play.game.rules.points(seen, 1) == 9


def test_6_4_each_knows_their_own_and_the_end_reveals_all() -> None:
    play = table("f6 a3", {}, treasure={0: {"gold2": 1}, 1: {"gem1": 2}}, options={"hidden_treasure": True})
    seats = play.view(0)["seats"]
    assert (seats[0]["gold"], seats[0]["gems"]) == (2, 0)
    assert (seats[1]["gold"], seats[1]["gems"], seats[1]["treasure"]) == (None, None, None)
    assert all(seat["gold"] is None for seat in play.view(SPECTATOR)["seats"])
    play.state.decision = Decision.OVER
    assert play.view(0)["seats"][1]["gems"] == 2


def test_6_4_what_is_taken_is_told_when_it_happens() -> None:
    play = play_on(table("f6 a3", {"gold2": "f7", "gem1": "f5"}, options={"hidden_treasure": True}), ">f6")
    before = play.game.view(play.state, 1)
    action = play.action("+$")
    play.apply(action)
    event = play.game.narrate(before, play.game.view(play.state, 1), 0, action)[0]
    assert (event.what["gold"], event.what["gems"]) == (2, 1)
    assert event.text.en == "{who} builds a camp at f6 and takes 2 nuggets and 1 gem."
    assert not play.game.view(play.state, 1).treasure.any()


@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_6_4_a_possible_truth_keeps_what_the_viewer_knows(viewer: int) -> None:
    play = middle_of_a_game(4, hidden_treasure=True)
    view = play.game.view(play.state, viewer)
    taken = int(play.state.treasure.sum())
    totals = set()
    for word in range(12):
        possible = view.copy()
        play.game.rules.determinize(possible, viewer, np.uint64(word))
        assert play.game.invariants(possible) == []
        assert int(possible.treasure.sum()) == taken
        assert play.game.view(possible, viewer).tobytes() == view.tobytes()
        if viewer >= 0:
            assert (possible.treasure[viewer] == play.state.treasure[viewer]).all()
        totals.add(tuple(possible.treasure[0]))
    assert len(totals) > 3  # the others' totals are anybody's guess


def test_6_4_what_the_viewer_turned_over_does_not_lie_face_down_again() -> None:
    play = middle_of_a_game(2, hidden_treasure=True)
    opened = {name: 5 - int((play.state.hidden == code).sum()) for name, code in CODE_BY_ID.items() if code >= TREASURE}
    for name, count in opened.items():  # as if seat 0 had found all of it
        play.state.earned[0, CODE_BY_ID[name]] = count * int(name[-1])
    view = play.game.view(play.state, 0)
    for word in range(12):
        possible = view.copy()
        play.game.rules.determinize(possible, 0, np.uint64(word))
        assert {name: 5 - int((possible.hidden == CODE_BY_ID[name]).sum()) for name in opened} == opened
        assert play.game.view(possible, 0).tobytes() == view.tobytes()


def test_open_treasure_is_never_dealt_anew() -> None:
    play = middle_of_a_game(3, hidden_treasure=False)
    possible = play.game.view(play.state, 0)
    play.game.rules.determinize(possible, 0, np.uint64(9))
    assert (possible.treasure == play.state.treasure).all()
    assert sorted(possible.hidden) == sorted(play.state.hidden)
    assert possible.hidden.tolist() != play.state.hidden.tolist()


def test_every_face_down_hex_may_hold_every_unseen_kind() -> None:
    play = caravane.start("africa", 2, seed=2)
    view = play.game.view(play.state, 0)
    found = set()
    for word in range(60):
        possible = view.copy()
        play.game.rules.determinize(possible, 0, np.uint64(word))
        found.add(int(possible.hidden[HEX_BY_NAME["f7"]]))
    assert len(found) >= 12


def test_nothing_is_dealt_before_the_deal() -> None:
    game = caravane.game.load("africa")
    state = game.start(2, game.check_options({}))
    view = game.view(state, 0)
    game.rules.determinize(view, 0, np.uint64(1))
    assert view.tobytes() == state.tobytes()


def test_describe_is_json_and_counts_what_lies_face_down() -> None:
    play = middle_of_a_game(4, hidden_treasure=True)
    shown = json.loads(json.dumps(play.view(1)))
    assert sum(group["down"] for group in shown["hidden"].values()) == int((play.state.hidden != 0).sum())
    assert shown["hidden"]["treasure"]["down"] == int((play.state.hidden >= TREASURE).sum())
    assert shown["tiles"]["opened"] + int((play.state.hidden != 0).sum()) == shown["tiles"]["all"] == 96
    assert len(shown["hexes"]) == 101


def test_goods_are_told_in_the_order_of_the_box() -> None:
    assert Goods.__struct_fields__ == tuple(tile_of(GOOD + good).id for good in range(GOODS))
