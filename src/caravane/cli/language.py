"""Which language a person reads: `--lang`, then CARAVANE_LANG, then the locale; otherwise English."""

import os
from contextvars import ContextVar

from caravane.errors import BadInput
from caravane.text import LANGUAGES, Language, Text

_chosen: ContextVar[Language | None] = ContextVar("language", default=None)


def language() -> Language:
    """The language of this run."""
    chosen = _chosen.get()
    if chosen is not None:
        return chosen
    # The order in which POSIX asks for messages.
    for name in ("CARAVANE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def say(fr: str, en: str) -> str:
    """The sentence in the language of this run."""
    return Text(fr, en).of(language())


def choose_language(arguments: list[str]) -> list[str]:
    """Take `--lang fr` or `--lang=fr` out of the arguments, wherever it stands, and heed it."""
    rest: list[str] = []
    _chosen.set(None)
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            return [*rest, argument, *waiting]
        if argument == "--lang":
            _choose(next(waiting, ""))
        elif argument.startswith("--lang="):
            _choose(argument.removeprefix("--lang="))
        else:
            rest.append(argument)
    return rest


def _choose(value: str) -> None:
    for known in LANGUAGES:
        if value.lower() == known:
            _chosen.set(known)
            return
    possible = ", ".join(LANGUAGES)
    raise BadInput(
        Text(
            f"Langue inconnue : {value!r} ; langues possibles : {possible}.",
            f"Unknown language {value!r}; possible languages: {possible}.",
        )
    )
