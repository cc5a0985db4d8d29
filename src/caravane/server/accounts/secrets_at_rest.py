"""Ids and secrets: what is told once, and what of it is stored."""

import hashlib
import secrets

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # no l, o, 0, 1: ids are read aloud


def new_id(length: int = 10) -> str:
    """An id that nobody guesses."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def new_secret() -> str:
    """A secret of 256 bits, fit for a cookie, a header or an address."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What is stored of a secret that is too long to be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()
