"""A process in which bots think: `python -m caravane.server.mind`, a question a line in, an answer a line out.

It is told what its seat may see and nothing else. The server kills it when it takes too long.
"""

import os
import sys
from typing import Any

import msgspec


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What would you do? With `warm` only the kernels are made ready."""

    game: str
    view: bytes
    seat: int
    level: int
    word: int
    seconds: float
    warm: bool = False
    hint: bool = False  # not only what, but why


class Suggested(msgspec.Struct, frozen=True, kw_only=True):
    """One of the best actions; see `caravane.bots.advice`."""

    action: int
    share: float
    value: float
    fr: str
    en: str


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What a strong player would do and how the seat stands."""

    suggestions: list[Suggested]
    value: float
    fr: str
    en: str


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot would do, or what went wrong."""

    action: int = -1
    hint: Hint | None = None
    error: str = ""


def think(question: Question) -> int:
    """The bot's choice, from the seat's view alone."""
    import numpy as np

    from caravane.game import load

    game = load(question.game)
    view = np.frombuffer(bytearray(question.view), game.state)[0]
    legal = game.legal(view, question.seat)
    bot = find_bot(question.level, question.seconds)
    return int(bot.choose(game, view, question.seat, legal, np.uint64(question.word)))


def advise(question: Question) -> Hint:
    """What to do and why, from the seat's view alone."""
    import numpy as np

    from caravane.bots.advice import advise
    from caravane.game import load

    game = load(question.game)
    view = np.frombuffer(bytearray(question.view), game.state)[0]
    advice = advise(game, view, question.seat, np.uint64(question.word), question.seconds)
    suggestions = [
        Suggested(
            action=int(one.action), share=float(one.share), value=float(one.value), fr=one.text.fr, en=one.text.en
        )
        for one in advice.suggestions
    ]
    return Hint(suggestions=suggestions, value=float(advice.value), fr=advice.text.fr, en=advice.text.en)


def find_bot(level: int, seconds: float) -> Any:
    """The bot of a level; its `seconds` bound what it may think."""
    from caravane import bots

    bot: Any = bots.load(f"level{level}")
    bot.seconds = seconds
    return bot


def warm_up(game_id: str) -> None:
    """Compile, or load from the cache, all that a first choice needs."""
    from caravane.play import start

    play = start(game_id, seed=1)
    seat = play.to_move[0]
    view = play.game.view(play.state, seat).tobytes()
    for level in (1, 5):
        think(Question(game=game_id, view=view, seat=seat, level=level, word=1, seconds=0.1))


def main() -> None:
    """Answer until nobody asks any more."""
    # Whatever a bot prints must not end up among the answers.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    decoder = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        try:
            question = decoder.decode(line)
            if question.warm:
                warm_up(question.game)
                answer = Answer()
            elif question.hint:
                answer = Answer(hint=advise(question))
            else:
                answer = Answer(action=think(question))
        except Exception as error:  # noqa: BLE001  # a bot that raises loses its think, never the table
            answer = Answer(error=f"{type(error).__name__}: {error}"[:500])
        answers.write(msgspec.json.encode(answer) + b"\n")


if __name__ == "__main__":
    os.nice(5)  # people come first
    main()
