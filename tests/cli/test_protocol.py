"""docs/protocol.md, tried by somebody who knows nothing else: the arithmetic of chance, written anew from the page."""

import hashlib
import hmac

import pytest

from caravane.chance import chance_word
from caravane.game import games
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
    assert chance_word(secret, table, entropy, 5) == by_the_page
