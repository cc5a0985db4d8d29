"""Compiles what a searching bot needs before the table opens, and says so to whoever waits."""

from contextlib import suppress
from typing import TYPE_CHECKING

from caravane.cli.language import say
from caravane.cli.wait import working

if TYPE_CHECKING:
    from caravane.game import Game

MOMENT = 0.02  # seconds: what is thought does not matter, only that it is compiled


def prepare(game: "Game", bot: str) -> None:
    """Let the bot, and the mind that gives hints, decide once; a second time all that is found on the disk."""
    from caravane.bots import advise, load
    from caravane.chance import SeededChance
    from caravane.play import start

    sentence = say(
        "Les règles sont compilées (une seule fois, environ une minute)…",
        "The rules are being compiled (once, about a minute)…",
    )
    with working(sentence):
        play, word = start(game), SeededChance(0).word()
        seat = play.to_move[0]
        with suppress(Exception, SystemExit):  # its faults are told at the table
            load(bot, MOMENT).choose(game, game.view(play.state, seat), seat, play.legal(seat), word)
        advise(game, game.view(play.state, seat), seat, word, MOMENT)
        play.apply(play.legal(seat)[0], seat)
