"""docs/protocol.md, tried by somebody who knows nothing else: the arithmetic of chance, written anew from the page."""

import hashlib
import hmac

import numpy as np
import pytest

from caravane.chance import chance_word
from caravane.game import games
from caravane.outcome import share_returns
from tests.cli.conftest import Run

M = 1 << 64
STEP = 0x9E3779B97F4A7C15


def mix(w: int) -> int:
    w = ((w ^ (w >> 30)) * 0xBF58476D1CE4E5B9) % M
    w = ((w ^ (w >> 27)) * 0x94D049BB133111EB) % M
    return w ^ (w >> 31)


def word_of_seed(seed: int, k: int) -> int:
    at = int.from_bytes(hashlib.sha256(f"caravane seed {seed}".encode()).digest()[:8], "big")
    return mix((at + (k + 1) * STEP) % M)


@pytest.mark.parametrize("game", sorted(games()))
def test_the_words_and_choices_of_a_trace_follow_from_its_seed(run: Run, game: str) -> None:
    lines = run("trace", game, "--seed", "11", "--max-plies", "40").lines
    words = [word for line in lines for word in line.get("chance", [])]
    assert words == [f"{word_of_seed(11, k):016x}" for k in range(len(words))]

    for k, (decision, action) in enumerate(zip(lines[1:-1:2], lines[2:-1:2], strict=True)):
        legal = [each for each in decision["legal"] if each["seat"] == decision["to_move"][0]]
        chosen = legal[mix(word_of_seed(-1 - 11, k)) % len(legal)]
        assert action["action"] == chosen["action"]


def test_the_words_of_a_live_table_follow_from_its_secret() -> None:
    secret, table, entropy = b"\x07" * 32, "t-été", ("first", "second")
    message = "\n".join([table, *entropy, "5"]).encode()
    by_the_page = int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest()[:8], "big")
    assert chance_word(secret, table, entropy, 5) == by_the_page, "scheme 1, of before"


def test_the_words_of_scheme_2_are_made_of_measured_bytes() -> None:
    secret, table = b"\x07" * 32, "t-été"
    message = bytes.fromhex(
        "63617261 76616e65 20636861 6e636520 3200"  # caravane chance 2, and a zero
        "07 742dc3a974c3a9"  # the table's name and its length
        "03 02 00ff 00 01 0a"  # three seats: two bytes, nothing, one byte
        "0000000000000005"
    )
    by_the_page = int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest()[:8], "big")
    assert chance_word(secret, table, ("00ff", "", "0a"), 5, scheme=2) == by_the_page


def test_no_two_different_parts_make_the_same_words() -> None:
    one, other = ("0a0b", ""), ("0a", "0b")
    assert chance_word(b"s", "t", one, 0, scheme=2) != chance_word(b"s", "t", other, 0, scheme=2)


def shuffled(things: list[str], w: int) -> tuple[list[str], int]:
    """The page's shuffle, and the word it left."""
    things = list(things)
    for i in range(len(things) - 1, 0, -1):
        w = (w + STEP) % M
        j = mix(w) % (i + 1)
        things[i], things[j] = things[j], things[i]
    return things, w


AFRICA_BAG = (
    ["monument"] * 11
    + ["nomads"] * 10
    + [good for good in ("statue", "pot", "clothing", "mask", "drum") for _ in range(5)]
    + [animal for animal in ("elephant", "zebra", "giraffe", "lion", "rhino") for _ in range(6)]
    + [treasure for treasure in ("gold1", "gold2", "gem1", "gem2") for _ in range(5)]
)


@pytest.mark.parametrize("players", [2, 5])
def test_the_deal_of_africa_follows_from_its_word(run: Run, players: int) -> None:
    start, first, *_ = run("trace", "africa", "--players", str(players), "--seed", "3", "--max-plies", "1").lines
    dealt, w = shuffled(AFRICA_BAG, int(start["chance"][0], 16))
    kinds = {kind: code for code, kind in enumerate(dict.fromkeys(AFRICA_BAG), start=3)}  # state.py: tiles from 3 on
    assert [code for code in first["state"]["hidden"] if code] == [kinds[kind] for kind in dealt]
    assert first["to_move"] == [mix((w + STEP) % M) % players]


def test_random_pawns_of_pistes_follow_from_their_word(run: Run) -> None:
    options = ["--option", "variant=first", "--option", "placement=random"]
    start, first, *_ = run("trace", "pistes", *options, "--seed", "4", "--max-plies", "1").lines
    pawns = {(pawn["side"], pawn["cell"]): pawn["number"] for pawn in first["views"][0]["view"]["pawns"]}
    w = int(start["chance"][0], 16)
    cells = {"light": "a9 b8 c7 d6 e5 f4 g3 h2 i1", "dark": "b9 c8 d7 e6 f5 g4 h3 i2 j1"}
    for side, names in cells.items():
        numbers, w = shuffled(list("123456789"), w)
        assert [str(pawns[side, cell]) for cell in names.split()] == numbers


def test_the_integers_of_actions_are_those_of_the_games_pages() -> None:
    pistes, africa = games()["pistes"], games()["africa"]
    assert [pistes.parse(text) for text in ("b1-a1", "pass", "lay a1", "number j9")] == [90, 8100, 8101, 8191 + 89]
    texts = ("tangier", "cape_town", ">a3", ">o9", ">>", ">>a3", "?a3", "^a3", "=a3", "+", "+$", "-", "=", "0:statue")
    at = [0, 4, 5, 105, 106, 107, 208, 309, 410, 511, 512, 513, 514, 515]
    assert [africa.parse(text) for text in texts] == at
    assert (africa.parse("1:pot"), africa.parse("0:statue*")) == (515 + 6, 515 + 25)


@pytest.mark.parametrize(("seats", "winners"), [(2, [1]), (3, [0, 2]), (5, [4]), (4, [0, 1, 2, 3]), (3, [])])
def test_returns_are_shared_as_the_page_says(seats: int, winners: list[int]) -> None:
    out, bits = np.zeros(seats), sum(1 << seat for seat in winners)
    share_returns(bits, seats, len(winners), out)
    share = 1 / len(winners) if winners else 1 / seats
    expected = [((share if seat in winners or not winners else 0) * seats - 1) / (seats - 1) for seat in range(seats)]
    assert out.tolist() == pytest.approx(expected)
