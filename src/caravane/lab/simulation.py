"""Playing many games and noting what balance is judged by."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bots.simple import WORLDS
from caravane.chance import SeededChance
from caravane.errors import BadInput
from caravane.game import Game, Value, load
from caravane.lab.bot_games import THINKERS, Notebook, thinkers
from caravane.lab.recorder import COUNTERS, MAX_PLIES, PLIES, POLICIES, THINKING, play_noted
from caravane.text import Text

_COUNTED = re.compile(r"\s*\([^)]*\)$")  # "Gold (3)": what is said of one game
TENTHS = 10

UNFINISHED = "unfinished"  # the ending of a game that was broken off


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: a game with its options, and which bot sits where."""

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    bots: tuple[str, ...]  # by seat
    tries_openings: bool = False

    def policies(self) -> npt.NDArray[np.int64]:
        """The bots as numbers; THINKING for one that does not play inside compiled code."""
        for bot in self.bots:
            if bot not in POLICIES + THINKERS:
                possible = ", ".join(POLICIES + THINKERS)
                raise BadInput(
                    Text(
                        f"Le labo ne connaît pas le robot {bot!r} ; robots : {possible}.",
                        f"The lab has no bot {bot!r}; bots: {possible}.",
                    )
                )
        return np.array([POLICIES.index(bot) if bot in POLICIES else THINKING for bot in self.bots], np.int64)


@dataclass(slots=True)
class Notes:
    """What many games of one setting showed; a row is a game."""

    counters: npt.NDArray[np.int64]
    shares: npt.NDArray[np.float64]  # of the win, by seat: they add up to 1
    points: npt.NDArray[np.int64]
    first: npt.NDArray[np.int32]  # everybody's first choice, -1 without one
    uses: npt.NDArray[np.int64]  # by type of action
    widths: npt.NDArray[np.float64]  # legal actions in each tenth of the game
    endings: list[str] = field(default_factory=list)
    items: list[dict[str, float]] = field(default_factory=list)  # points by line of the sheet, mean over seats
    titles: dict[str, Text] = field(default_factory=dict)  # of these lines

    @staticmethod
    def joined(parts: "list[Notes]") -> "Notes":
        """Notes of several runs as one."""

        def rows(name: str) -> Any:
            return np.concatenate([getattr(part, name) for part in parts])

        return Notes(
            rows("counters"),
            rows("shares"),
            rows("points"),
            rows("first"),
            rows("uses"),
            rows("widths"),
            [ending for part in parts for ending in part.endings],
            [item for part in parts for item in part.items],
            {key: title for part in parts for key, title in part.titles.items()},
        )


def action_types(game: Game) -> tuple[list[str], npt.NDArray[np.int64]]:
    """The types of actions, and which type each action has."""
    kinds = [str(game.decode(action).get("type", "action")) for action in range(game.action_count)]
    names = list(dict.fromkeys(kinds))
    return names, np.array([names.index(kind) for kind in kinds], np.int64)


def simulate(setting: Setting, seed: int, games: int) -> Notes:
    """Play games number `seed` to `seed + games - 1` of a setting."""
    game = load(setting.game)
    names, type_of = action_types(game)
    start = game.start(setting.seats, dict(setting.options))
    states, worlds = np.zeros(1, game.state), np.zeros(3, game.state)
    actions, widths = np.zeros(game.max_legal, np.int32), np.zeros(MAX_PLIES, np.int32)
    play = _player(game, setting)
    notes = Notes(
        np.zeros((games, COUNTERS), np.int64),
        np.zeros((games, setting.seats)),
        np.zeros((games, setting.seats), np.int64),
        np.full((games, setting.seats), -1, np.int32),
        np.zeros((games, len(names)), np.int64),
        np.zeros((games, TENTHS)),
    )
    for row in range(games):
        states[0] = start
        word = SeededChance(seed + row).word()
        play(
            states, worlds, setting.tries_openings, WORLDS if game.has_secrets else 1,
            word, actions, type_of, notes.uses[row], notes.first[row], notes.counters[row], widths,
        )  # fmt: skip
        _note_result(game, states[0], setting.seats, widths, notes, row)
    return notes


def _player(game: Game, setting: Setting) -> Callable[..., None]:
    """What plays one game and notes it: one compiled call, unless somebody thinks."""
    policies = setting.policies()
    if THINKING in policies:
        return Notebook(game, setting.seats, thinkers(setting.bots), policies).play
    return lambda states, worlds, *rest: play_noted(states, worlds, setting.seats, policies, *rest)


def _note_result(game: Game, state: Any, seats: int, widths: Any, notes: Notes, row: int) -> None:
    returned = np.zeros(seats, np.float64)
    if game.rules.is_over(state):
        game.rules.returns(state, returned)
    notes.shares[row] = (returned * (seats - 1) + 1) / seats
    notes.points[row] = [int(game.rules.points(state, seat)) for seat in range(seats)]
    plies = int(notes.counters[row, PLIES])
    for tenth, part in enumerate(np.array_split(widths[:plies], TENTHS)):
        notes.widths[row, tenth] = part.mean() if len(part) else 0
    notes.endings.append(game.ending(state) or UNFINISHED)
    sheet: dict[str, float] = {}
    for seat in range(seats):
        for item in game.score_sheet(state, seat):
            notes.titles[item.key] = Text(*(_COUNTED.sub("", words) for words in item.title))
            sheet[item.key] = sheet.get(item.key, 0.0) + item.points / seats
    notes.items.append(sheet)


def chunks(seed: int, games: int, size: int) -> Iterator[tuple[int, int]]:
    """A long run in pieces: first game and how many."""
    for first in range(0, games, size):
        yield seed + first, min(size, games - first)
