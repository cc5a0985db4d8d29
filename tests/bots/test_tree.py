"""The search tree: what a seat can tell apart is searched apart."""

import numpy as np

import caravane
from caravane.bots.search import Search, record_and_words
from caravane.bots.tree import (
    NODE,
    NONE,
    ROOT,
    USED,
    add_child,
    back_up,
    child_by,
    digest,
    find_outcome,
    init_root,
    outcome,
    reroot,
)


def planted(room: int) -> tuple[np.ndarray, np.ndarray]:
    nodes, ledger = np.zeros(room, NODE), np.zeros(2, np.int64)
    init_root(nodes, ledger)
    return nodes, ledger


def test_an_outcome_is_found_again_and_another_gets_a_node_of_its_own() -> None:
    nodes, ledger = planted(5)
    tile = add_child(nodes, ROOT, 7, 0.0, 1.0, ledger)
    giraffe = outcome(nodes, tile, np.uint64(11), ledger)
    gold = outcome(nodes, tile, np.uint64(12), ledger)
    assert giraffe != gold
    assert outcome(nodes, tile, np.uint64(11), ledger) == giraffe
    assert int(ledger[USED]) == 4


def test_a_full_tree_grows_no_outcome() -> None:
    nodes, ledger = planted(2)
    tile = add_child(nodes, ROOT, 7, 0.0, 1.0, ledger)
    assert outcome(nodes, tile, np.uint64(11), ledger) == NONE


def test_a_digest_follows_every_byte_of_what_is_seen() -> None:
    game = caravane.load("africa")
    seen, words = record_and_words(game.state)
    assert seen.dtype.itemsize <= words.nbytes < seen.dtype.itemsize + 8
    found = {int(digest(words))}
    for byte in range(game.state.itemsize):
        words.view(np.uint8)[byte] = 1
        found.add(int(digest(words)))
        words.view(np.uint8)[byte] = 0
    assert len(found) == game.state.itemsize + 1


def test_searching_outcomes_apart_or_together_gives_a_legal_action() -> None:
    play = caravane.start("africa", seed=4)
    for _ in range(4):
        play.apply(play.legal()[0])
    seat = play.to_move[0]
    for split_outcomes in (0, 1):
        thought = Search(playouts=4, plies=0, worlds=1, split_outcomes=split_outcomes).think(
            play.game, play.game.view(play.state, seat), seat, play.legal(seat), np.uint64(1)
        )
        assert thought.best in play.legal(seat)
        assert thought.iterations == 4


def test_what_grew_below_an_action_is_kept_with_its_visits() -> None:
    nodes, ledger = planted(12)
    walk = add_child(nodes, ROOT, 3, 0.0, 1.0, ledger)
    opening = add_child(nodes, ROOT, 7, 0.5, 1.0, ledger)
    giraffe = outcome(nodes, opening, np.uint64(11), ledger)
    gold = outcome(nodes, opening, np.uint64(12), ledger)
    place = add_child(nodes, giraffe, 9, 0.25, 1.0, ledger)
    for path in ([ROOT, walk], [ROOT, opening, giraffe, place], [ROOT, opening, gold]):
        back_up(nodes, np.array(path), len(path), np.array([0.5, -0.5]), 2)
    kept, fresh_ledger = planted(12)
    reroot(nodes, opening, kept, fresh_ledger)
    assert int(fresh_ledger[USED]) == 4
    found = find_outcome(kept, 4, np.uint64(11))
    below = child_by(kept, found, 9)
    assert [int(kept[node].visits) for node in (ROOT, found, below)] == [2, 1, 1]
    assert float(kept[below].total[0]) == 0.5
    assert child_by(kept, ROOT, 3) == NONE
    assert find_outcome(kept, 4, np.uint64(13)) == NONE


def test_of_a_tree_too_large_the_near_part_is_kept() -> None:
    nodes, ledger = planted(12)
    for tile in (3, 7):
        giraffe = outcome(nodes, add_child(nodes, ROOT, tile, 0.0, 1.0, ledger), np.uint64(tile), ledger)
        add_child(nodes, giraffe, 9, 0.0, 1.0, ledger)
    kept, fresh_ledger = planted(5)
    reroot(nodes, ROOT, kept, fresh_ledger)
    assert int(fresh_ledger[USED]) == 5
    assert {int(kept[child_by(kept, ROOT, tile)].action) for tile in (3, 7)} == {3, 7}
    for tile in (3, 7):
        assert child_by(kept, find_outcome(kept, 5, np.uint64(tile)), 9) == NONE


def test_a_foreseen_view_is_thought_about_further() -> None:
    play = caravane.start("africa", seed=4)
    for _ in range(4):
        play.apply(play.legal()[0])
    seat = play.to_move[0]
    bot, forgetful = (Search(playouts=300, plies=0, worlds=1, reuse=reuse) for reuse in (1, 0))
    play.apply(bot.choose(play.game, play.game.view(play.state, seat), seat, play.legal(seat), np.uint64(1)), seat)
    assert play.to_move[0] == seat
    asked = (play.game, play.game.view(play.state, seat), seat, play.legal(seat), np.uint64(2))
    longer, anew = bot.think(*asked), forgetful.think(*asked)
    assert longer.iterations == anew.iterations == 300
    assert longer.shares != anew.shares
    assert longer == bot.think(*asked)
