"""Chance as an input: one 64-bit word, expanded by splitmix64 alike in plain and compiled mode.

Rules never draw. Where nature decides, the state asks for a word; `next_word` walks on from it and
`below` makes a number of it:

    for i in range(count - 1, 0, -1):      # shuffle
        word = next_word(word)
        j = below(word, i + 1)
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

_MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
SCHEME = 2  # how a live table's words are made; see `chance_message`
MOST_ENTROPY = 32  # bytes that a seat may add


# NumPy's scalars warn where compiled integers wrap, so each has its own body; a test holds them equal.
def next_word(word: Any) -> Any:
    """The word after this one."""
    return np.uint64((int(word) + GOLDEN) & _MASK)


def below(word: Any, count: int) -> int:
    """A number from 0 to count - 1 out of a word."""
    mixed = int(word)
    mixed = ((mixed ^ (mixed >> 30)) * MIX_1) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * MIX_2) & _MASK
    return (mixed ^ (mixed >> 31)) % int(count)


class Chance(Protocol):
    """Where the words of a game come from."""

    def word(self) -> np.uint64:
        """The next word."""


@dataclass
class SeededChance:
    """Words for simulations: the same seed gives the same game everywhere."""

    seed: int
    _at: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        # Neighbouring seeds must not give overlapping streams.
        self._at = int.from_bytes(hashlib.sha256(b"caravane seed %d" % self.seed).digest()[:8], "big")

    def word(self) -> np.uint64:
        self._at = int(next_word(self._at))
        # Mixed, because the rules walk on from a word by the same steps.
        return np.uint64(below(self._at, 1 << 64))


@dataclass
class WalkedChance:
    """Words for a thought: each the one after the last, from a word that somebody gave."""

    last: Any

    def word(self) -> np.uint64:
        self.last = next_word(self.last)
        return np.uint64(self.last)


@dataclass
class ListedChance:
    """Words for tests and replays: exactly these, in this order."""

    words: list[int]
    _at: int = field(default=0, init=False)

    def word(self) -> np.uint64:
        self._at += 1
        return np.uint64(self.words[self._at - 1])


@dataclass
class CommittedChance:
    """Words of a live table: fixed by a secret whose commitment was published before the first of them.

    `entropy` is what the seats added once they had seen the commitment; nobody, the server included, chose all of it.
    `scheme` says how both become words: 2, or 1 as in tables and records of before.
    """

    secret: bytes
    table: str
    entropy: tuple[str, ...] = ()
    counter: int = 0
    scheme: int = 1

    def word(self) -> np.uint64:
        word = chance_word(self.secret, self.table, self.entropy, self.counter, self.scheme)
        self.counter += 1
        return np.uint64(word)


def new_secret() -> bytes:
    """A secret that no one can guess."""
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """What is published when a table is opened: binds the server to the secret without telling it."""
    return hashlib.sha256(secret).hexdigest()


def chance_word(secret: bytes, table: str, entropy: tuple[str, ...], counter: int, scheme: int = 1) -> int:
    """The word number `counter` of a table: the first 64 bits of HMAC-SHA256, big-endian."""
    if scheme == SCHEME:
        message = chance_message(table, tuple(bytes.fromhex(part) for part in entropy), counter)
    else:
        message = "\n".join([table, *entropy, str(counter)]).encode()
    return int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest()[:8], "big")


def chance_message(table: str, entropy: tuple[bytes, ...], counter: int) -> bytes:
    """What a word is made of besides the secret, so that no two different inputs give the same bytes."""
    parts = [b"caravane chance 2\0", _measured(table.encode()), len(entropy).to_bytes(1, "big")]
    return b"".join([*parts, *map(_measured, entropy), counter.to_bytes(8, "big")])


def _measured(part: bytes) -> bytes:
    return len(part).to_bytes(1, "big") + part


def is_entropy(text: str) -> bool:
    """Whether a text is a seat's part in its one form: at most 32 bytes, as small hexadecimal digits."""
    return len(text) <= 2 * MOST_ENTROPY and len(text) % 2 == 0 and all(digit in "0123456789abcdef" for digit in text)
