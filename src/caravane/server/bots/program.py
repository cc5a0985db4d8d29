"""A process in which bots think: `python -m caravane.server.bots.program`, a question a line in, an answer a line out.

It is told what its seat may see and nothing else. The server kills it when it takes too long.
"""

import os
import sys
from functools import lru_cache
from typing import Any, Literal

import msgspec

Structure = dict[str, Any]
Language = Literal["fr", "en"]
BOTS = 8  # kept with what they remember; more only means to think anew more often


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """A promise and the seat that makes it."""

    by: int
    promise: Structure


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal; see `caravane.bots.talks`. `turn` counts as in the view."""

    proposer: int
    among: list[int]
    turn: int
    terms: list[Term]
    accepted: bool = False


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What would you do? With `warm` only the kernels are made ready, with no `game` those of all.

    With `talk` something is to be said: which proposals to make, yes or no to `deal`, an answer to `text`.
    """

    game: str
    view: bytes
    seat: int
    level: int
    word: int
    seconds: float
    warm: bool = False
    hint: bool = False  # not only what, but why
    memory: list[Deal] = []  # the deals in which the seat took part, and no others
    resolve: int = 0  # a word that stays the same all turn: whether a promise is kept must not change line by line
    talk: Literal["", "offers", "answer", "reply"] = ""
    deal: Deal | None = None
    text: str = ""
    language: Language = "fr"  # of the writer, where the text does not tell


class Suggested(msgspec.Struct, frozen=True, kw_only=True):
    """One of the best actions; see `caravane.bots.advice`."""

    action: int
    share: float
    value: float
    fr: str
    en: str
    where: tuple[str, str]  # French, English
    kind: tuple[str, str]


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
    offers: list[Deal] = []
    accepts: bool = False
    text: str = ""  # a sentence, if there is something to say
    is_warm: bool = True  # a worker's word: whether its strong bots play this game already
    error: str = ""


def think(question: Question) -> int:
    """The bot's choice, from the seat's view alone."""
    import numpy as np

    from caravane.game import load

    game = load(question.game)
    view = np.frombuffer(bytearray(question.view), game.state)[0]
    legal = game.legal(view, question.seat)
    word = np.uint64(question.word)
    if question.memory:
        return _keep_or_break(question, game, view, legal, word)
    bot = find_bot(question.game, question.seat, question.level)
    bot.seconds = question.seconds
    return int(bot.choose(game, view, question.seat, legal, word))


def _keep_or_break(question: Question, game: Any, view: Any, legal: list[int], word: Any) -> int:
    """The choice of one who promised and was promised something."""
    import numpy as np

    from caravane.bots import talks
    from caravane.bots.levels import thinker_for
    from caravane.bots.planner import Planner

    bot = thinker_for(game, question.level, question.seconds)
    planner = bot if isinstance(bot, Planner) else Planner()
    memory = tuple(_remembered(deal) for deal in question.memory)
    talks.brief(planner, game, view, question.seat, memory, np.uint64(question.resolve))
    if bot is not planner:  # somebody simpler, who is no planner, keeps the word all the same
        legal = [action for action in legal if action not in planner.forbidden] or legal
        legal = [action for action in planner.required if action in legal][:1] or legal
    return int(bot.choose(game, view, question.seat, legal, word))


def _remembered(deal: Deal) -> Any:
    from caravane.bots import talks

    terms = tuple(talks.Term(term.by, term.promise) for term in deal.terms)
    return talks.Deal(deal.proposer, tuple(deal.among), deal.turn, terms, deal.accepted)


def talk(question: Question) -> Answer:
    """What a bot says: from its seat's view and the deals that it took part in alone."""
    import numpy as np

    from caravane.bots import talks
    from caravane.game import load

    word = np.uint64(question.word)
    if question.talk == "reply":
        return Answer(text=talks.reply(question.text, word, question.language))
    game = load(question.game)
    view = np.frombuffer(bytearray(question.view), game.state)[0]
    memory = tuple(_remembered(deal) for deal in question.memory)
    if question.talk == "offers":
        made = talks.offers(game, view, question.seat, memory, word)
        return Answer(
            offers=[
                Deal(
                    proposer=deal.proposer,
                    among=list(deal.among),
                    turn=deal.turn,
                    terms=[Term(by=term.by, promise=term.promise) for term in deal.terms],
                )
                for deal in made
            ]
        )
    assert question.deal is not None
    said = talks.answer(game, view, question.seat, _remembered(question.deal), memory, word)
    return Answer(accepts=said.accepts, text=said.text.of(question.language))


def advise(question: Question) -> Hint:
    """What to do and why, from the seat's view alone."""
    import numpy as np

    from caravane.bots.advice import advise
    from caravane.game import load

    game = load(question.game)
    view = np.frombuffer(bytearray(question.view), game.state)[0]
    memory = tuple(_remembered(deal) for deal in question.memory)
    advice = advise(game, view, question.seat, np.uint64(question.word), question.seconds, memory)
    suggestions = [
        Suggested(
            action=int(one.action),
            share=float(one.share),
            value=float(one.value),
            fr=one.text.fr,
            en=one.text.en,
            where=(one.where.fr, one.where.en),
            kind=(one.kind.fr, one.kind.en),
        )
        for one in advice.suggestions
    ]
    return Hint(suggestions=suggestions, value=float(advice.value), fr=advice.text.fr, en=advice.text.en)


@lru_cache(maxsize=BOTS)
def find_bot(game: str, seat: int, level: int) -> Any:
    """The bot of a level; the same one for the next question: it may go on thinking where the view was foreseen."""
    from caravane import bots

    del game, seat  # only to tell bots apart
    return bots.load(f"level{level}")


def warm_up(game_id: str) -> None:
    """Compile, or load from the cache, all that a first choice needs."""
    from caravane.kernel import is_plain
    from caravane.play import start

    play = start(game_id, seed=1)
    seat = play.to_move[0]
    view = play.game.view(play.state, seat).tobytes()
    for level in (1, 5):
        think(Question(game=game_id, view=view, seat=seat, level=level, word=1, seconds=0.1))
    if not is_plain():  # it uses rules that no choice does; plain ones need nothing, and the first move waits for us
        advise(Question(game=game_id, view=view, seat=seat, level=0, word=1, seconds=0.1, hint=True))
    if play.game.orders is not None:
        nothing = Deal(proposer=1, among=[0, 1], turn=0, terms=[])
        talk(Question(game=game_id, view=view, seat=0, level=1, word=1, seconds=0.1, talk="answer", deal=nothing))


def games() -> list[str]:
    """All of them; the import takes a second."""
    from caravane.game import games

    return list(games())


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
                for game in [question.game] if question.game else games():
                    warm_up(game)
                answer = Answer()
            elif question.hint:
                answer = Answer(hint=advise(question))
            elif question.talk:
                answer = talk(question)
            else:
                answer = Answer(action=think(question))
        except Exception as error:  # noqa: BLE001  # a bot that raises loses its think, never the table
            answer = Answer(error=f"{type(error).__name__}: {error}"[:500])
        answers.write(msgspec.json.encode(answer) + b"\n")


if __name__ == "__main__":
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        os.nice(5)  # people come first, and the bot that answers while others compile
    main()
