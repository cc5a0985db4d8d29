"""The search tree: what a seat can tell apart is searched apart."""

import numpy as np

import caravane
from caravane.bots.search import Search, record_and_words
from caravane.bots.tree import NODE, NONE, ROOT, USED, add_child, digest, outcome, plant


def planted(room: int) -> tuple[np.ndarray, np.ndarray]:
    nodes, ledger = np.zeros(room, NODE), np.zeros(2, np.int64)
    plant(nodes, ledger)
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
    for forks in (0, 1):
        thought = Search(playouts=4, plies=0, worlds=1, forks=forks).think(
            play.game, play.game.view(play.state, seat), seat, play.legal(seat), np.uint64(1)
        )
        assert thought.best in play.legal(seat)
        assert thought.iterations == 4
