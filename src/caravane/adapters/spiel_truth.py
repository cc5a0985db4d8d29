"""The truth behind a state of OpenSpiel: copied quickly, saved and read again only as a position of the game."""

from typing import Any

from caravane import odds
from caravane.door import copy_state, record_of, state_of
from caravane.game import games
from caravane.positions import seats_of


class Truth:
    """A position's record. Copied as it is; read from elsewhere only if it is a position."""

    def __init__(self, game: str, record: Any, known_to: int | None = None, *, deals_late: bool = False) -> None:
        self.game = game
        self.record = record
        self.known_to = known_to  # whose knowledge the record is, until nature has dealt the rest
        self.deals_late = deals_late  # what nobody has seen is drawn when it is turned over
        self.before = b""  # the record as it was when nature began to draw, while it is at it
        self.drawn: tuple[int, ...] = ()  # since then

    def draw(self, outcome: int) -> None:
        """Let nature draw this; in the middle of its draws a record is no position, so the last one is kept."""
        game = games()[self.game]
        before = self.before or self.record.tobytes()
        odds.settle(game, self.record, outcome)
        is_done = not game.rules.asks_chance(self.record)
        self.before, self.drawn = (b"", ()) if is_done else (before, (*self.drawn, outcome))

    def __deepcopy__(self, memo: Any) -> "Truth":
        other = Truth(self.game, copy_state(self.record), self.known_to, deals_late=self.deals_late)
        other.before, other.drawn = self.before, self.drawn
        return other

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        game = games()[self.game]
        saved = copy_state(record_of(self.before, game.state) if self.before else self.record)
        seats = seats_of(game, saved)
        if self.deals_late and self.known_to is None:
            odds.lay_out(game, saved)  # a position knows what lies face down
        return _truth_of, (self.game, seats, saved.tobytes(), self.known_to, self.deals_late, self.drawn)


def _truth_of(
    game: str, seats: int, saved: bytes, known_to: int | None, deals_late: bool = False, drawn: tuple[int, ...] = ()
) -> Truth:
    record = state_of(games()[game], seats, saved, known_to)
    if deals_late:
        odds.forget(games()[game], record)
    truth = Truth(game, record, known_to, deals_late=deals_late)
    for outcome in drawn:
        truth.draw(outcome)
    return truth
