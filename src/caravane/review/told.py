"""What a review says. Chances and parts are whole millionths: they add up exactly, in JSON too."""

from typing import Literal

import msgspec

from caravane.review.effort import Effort
from caravane.text import Text

EQUAL = 20_000  # a loss below this is none: two ways to estimate it differ by more
Verdict = Literal["best", "equal", "slightly", "costly", "heavy"]
_WORDS: dict[Verdict, Text] = {
    "best": Text("le meilleur", "the best"),
    "equal": Text("presque aussi bon", "nearly as good"),
    "slightly": Text("un peu moins bon", "a little less good"),
    "costly": Text("coûteux", "costly"),
    "heavy": Text("a pesé lourd", "weighed heavily"),
}


class Words(msgspec.Struct, frozen=True):
    """A sentence in both languages."""

    fr: str
    en: str


class Parts(msgspec.Struct, frozen=True):
    """Where a change comes from; the four add up to it."""

    luck: int = 0  # what was revealed, beside the mean of all that could have come
    choices: int = 0  # what was chosen beside the best: never above 0
    others: int = 0  # what the others decided
    unexplained: int = 0  # what the estimate cannot explain

    @property
    def total(self) -> int:
        """All four."""
        return self.luck + self.choices + self.others + self.unexplained

    def __add__(self, other: "Parts") -> "Parts":
        return Parts(
            self.luck + other.luck,
            self.choices + other.choices,
            self.others + other.others,
            self.unexplained + other.unexplained,
        )


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the seat, judged by what it knew then."""

    at: int  # the action's number, from 0
    turn: int
    action: str  # notation
    text: Words
    best: str
    best_text: Words
    chance: int  # after what was chosen, before anything is revealed
    best_chance: int
    cost: int  # best_chance - chance, from 0 up
    low: int  # the smaller and the larger of two estimates of the cost
    high: int
    has_second: bool  # whether the second estimate was made
    verdict: Verdict
    terms: Words | None = None  # the cost in the game's own terms, where chances say little


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """What one action, or a year of written orders, changed: a review is made of these, and can stop between them."""

    first: int  # the first action's number; -1 for the deal
    last: int
    mover: int  # -1: nobody alone
    before: list[int]
    after: list[int]
    parts: Parts
    choice: Choice | None = None


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What a turn changed for the seat."""

    number: int
    seat: int  # whose turn; -1 for the deal, for years that all write and for the table's verdict
    first: int  # the first action's number
    last: int
    before: list[int]  # every seat's chance
    after: list[int]
    parts: Parts


class Hindsight(msgspec.Struct, frozen=True, kw_only=True):
    """With what the others had really written: the one line that would have changed most. No judgement of a choice."""

    turn: int
    written: Words
    instead: Words
    gain: int


class Trust(msgspec.Struct, frozen=True, kw_only=True):
    """How far the chances can be believed."""

    proven: bool  # on games they were not fitted on
    current: bool  # whether the bots judge by the same weights as then
    fitted_games: int
    command: str


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game as one seat could have known it."""

    version: int
    game: str
    seats: int
    seat: int
    players: list[str]
    unit: int  # what a certain victory counts
    start: int
    result: int
    parts: Parts  # start + parts = result
    points: list[int]
    turns: list[Turn]
    choices: list[Choice]  # in order
    hindsight: list[Hindsight]
    trust: Trust
    effort: Effort


def verdict_of(cost: int, unit: int) -> Verdict:
    """A cost in words, by whole per cents."""
    if cost == 0:
        return "best"
    if cost < EQUAL:
        return "equal"
    percent = 100 * cost / unit
    return "slightly" if percent < 4 else "costly" if percent < 8 else "heavy"


def in_words(verdict: Verdict) -> Text:
    """The same for people."""
    return _WORDS[verdict]


def words(text: Text) -> Words:
    """A text as it is written in JSON."""
    return Words(text.fr, text.en)


def percents(parts: list[int], unit: int) -> list[int]:
    """Whole per cents that add up to the rounded sum, by the largest remainder."""
    exact = [100 * part / unit for part in parts]
    total = round(sum(exact))
    whole = [int(value // 1) for value in exact]
    order = sorted(range(len(exact)), key=lambda i: (whole[i] - exact[i], i))
    for i in order[: total - sum(whole)]:
        whole[i] += 1
    return whole
