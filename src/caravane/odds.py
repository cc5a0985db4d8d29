"""Chance by meaning: what nature decides next, as outcomes with the number of equally likely cases behind each.

Rules ask for a word of 64 bits and make of it whatever they need (`caravane.chance`). A game's module `odds` says the
same in steps that a person would name, "the next tile is a lion: 5 of 63", so that exact methods can weigh them:

    state = game.start(seats, options)
    while chance_asked(game, state):
        drawn = draw_of(game, state)
        settle(game, state, drawn.outcomes[0])

A word is one way to draw: walking through all numbers that `below` can give leads to each outcome as often as its
cases say (tests/core/test_odds.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from caravane.arguments import whole_number
from caravane.errors import BadInput, IllegalAction
from caravane.game import Game
from caravane.text import Text

NO_ACTION = -1  # nature decides by itself, not in the middle of an action


class Odds(Protocol):
    """What a game says about its chance. Outcomes are numbers; what one means may depend on what is being drawn.

    Three more where something lies face down that nobody has seen, so that it may as well be drawn when it is turned
    over: `reveals(state, action)`, whether this legal action turns over what was not dealt; `forget(state)` takes back
    what was dealt and not seen; `lay_out(state)` deals it in any order, so that the record is a whole position.
    """

    OUTCOME_COUNT: int  # outcomes are 0..OUTCOME_COUNT - 1

    def is_ahead(self, state: Any) -> bool:
        """Whether anything at all may still be left to chance, now or later."""

    def cases(self, state: Any, action: int) -> Sequence[tuple[int, int]]:
        """The outcomes of the next draw, ascending, each with how many of all equally likely cases lead to it."""

    def settle(self, state: Any, action: int, outcome: int) -> None:
        """Let this be drawn; the state may ask for more."""

    def phrase(self, state: Any, action: int, outcome: int) -> Text:
        """What is drawn, before it is settled: “the next tile is a lion”."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What nature decides next."""

    cases: tuple[tuple[int, int], ...]  # (outcome, how many of all cases)

    @property
    def total(self) -> int:
        """How many equally likely cases there are."""
        return sum(count for _, count in self.cases)

    @property
    def outcomes(self) -> list[int]:
        """What can come, ascending."""
        return [outcome for outcome, _ in self.cases]

    @property
    def probabilities(self) -> list[tuple[int, float]]:
        """(outcome, probability), as OpenSpiel wants them."""
        return [(outcome, count / self.total) for outcome, count in self.cases]


def odds_of(game: Game) -> Odds:
    """The game's module, or an error that says that it has none."""
    if game.odds is None:
        raise BadInput(
            Text(f"{game.id} ne dit pas ce que décide le hasard.", f"{game.id} does not say what chance decides.")
        )
    found: Odds = game.odds
    return found


def chance_asked(game: Game, state: Any, action: int = NO_ACTION) -> bool:
    """Whether nature decides next: by itself, or before a legal action is carried out."""
    if action == NO_ACTION:
        return bool(game.rules.asks_chance(state))
    reveals = getattr(game.odds, "reveals", None)
    return reveals is not None and bool(reveals(state, action))


def draw_of(game: Game, state: Any, action: int = NO_ACTION) -> Draw:
    """What nature decides next; IllegalAction where it decides nothing."""
    if not chance_asked(game, state, action):
        raise IllegalAction(Text("Rien n’est laissé au hasard ici.", "Nothing is left to chance here."))
    return Draw(tuple(odds_of(game).cases(state, action)))


def settle(game: Game, state: Any, outcome: Any, action: int = NO_ACTION) -> None:
    """Let an outcome be drawn if it can come; else raise and change nothing."""
    wanted = whole_number("outcome", outcome)
    drawn = draw_of(game, state, action)
    if wanted not in drawn.outcomes:
        possible = ", ".join(map(str, drawn.outcomes))
        raise IllegalAction(
            Text(
                f"Le hasard ne peut pas donner {wanted} ; possibles : {possible}.",
                f"Chance cannot give {wanted}; possible: {possible}.",
            )
        )
    odds_of(game).settle(state, action, wanted)


def forget(game: Game, state: Any) -> None:
    """Take back what was dealt and nobody has seen, if there is such a thing."""
    getattr(game.odds, "forget", _nothing)(state)


def lay_out(game: Game, state: Any) -> None:
    """Deal in any order what is still to be drawn and lies on the table, if there is such a thing."""
    getattr(game.odds, "lay_out", _nothing)(state)


def _nothing(state: Any) -> None:
    pass


def told(game: Game, state: Any, outcome: int, action: int = NO_ACTION) -> Text:
    """An outcome in words, with its odds: “the next tile is a lion: 5 of 63”."""
    drawn = draw_of(game, state, action)
    count = dict(drawn.cases)[outcome]
    what = odds_of(game).phrase(state, action, outcome)
    return Text(f"{what.fr} : {count} sur {drawn.total}", f"{what.en}: {count} of {drawn.total}")
