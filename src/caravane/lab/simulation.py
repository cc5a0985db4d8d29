"""Playing many games inside compiled code and noting what balance is judged by."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bots.simple import WORLDS, best_at_once
from caravane.chance import SeededChance, below, next_word
from caravane.errors import BadInput
from caravane.game import Game, Value, load
from caravane.kernel import (
    apply_action,
    apply_chance,
    asks_chance,
    determinize,
    is_over,
    kernel,
    legal_actions,
    points,
    rollout_action,
    to_move,
    view_for,
)
from caravane.stepping import next_seat
from caravane.text import Text

POLICIES = ("random", "quick", "greedy", "restless")  # bots that play inside compiled code
RANDOM, QUICK, GREEDY, RESTLESS = range(4)
WHIM = 8  # the restless bot is greedy, but one choice in so many is drawn by lot
MAX_PLIES = 20_000
_COUNTED = re.compile(r"\s*\([^)]*\)$")  # "Gold (3)": what is said of one game
TENTHS = 10
# What is counted in a game.
PLIES, CHOICES, OPTIONS, WIDEST, LEADS, DECIDED, STARTER, COUNTERS = range(8)


@kernel
def choose(
    worlds: Any, state: Any, seat: int, policy: int, actions: Any, count: int, world_count: int, word: Any
) -> int:
    """What a bot does, from the seat's view alone; worlds[0] and [1] are scratch, worlds[2] stays blank."""
    if policy == RANDOM or (policy == RESTLESS and below(next_word(word), WHIM) == 0):
        return int(actions[below(word, count)])
    worlds[0] = worlds[2]
    view_for(state, seat, worlds[0])
    if policy == GREEDY or policy == RESTLESS:
        return int(best_at_once(worlds, seat, actions, count, world_count, word))
    determinize(worlds[0], seat, word)
    return int(rollout_action(worlds[0], seat, actions, count, word))


@kernel
def leader_of(state: Any, seats: int) -> int:
    """The seat with more points than every other, -1 if there is none."""
    best = 0
    leader = -1
    for seat in range(seats):
        here = int(points(state, seat))
        if seat == 0 or here > best:
            best = here
            leader = seat
        elif here == best:
            leader = -1
    return leader


@kernel
def play_noted(
    states: Any,
    worlds: Any,
    seats: int,
    policies: Any,
    tries_openings: bool,
    world_count: int,
    word: Any,
    actions: Any,
    type_of: Any,
    uses: Any,
    first: Any,
    counters: Any,
    widths: Any,
) -> None:
    """Play states[0] to its end and note it; with `tries_openings` everybody's first choice is drawn by lot."""
    leader = -1
    seat = seats - 1
    while counters[PLIES] < MAX_PLIES and not is_over(states[0]):
        word = next_word(word)
        if asks_chance(states[0]):
            apply_chance(states[0], np.uint64(below(word, 1 << 62)))
            continue
        seat = next_seat(to_move(states[0]), seat, seats)
        count = legal_actions(states[0], seat, actions)
        word = next_word(word)
        action = int(actions[0])
        if counters[PLIES] == 0:
            counters[STARTER] = seat
        if count > 1:
            policy = RANDOM if tries_openings and first[seat] < 0 else int(policies[seat])
            action = choose(worlds, states[0], seat, policy, actions, count, world_count, word)
            counters[CHOICES] += 1
            counters[OPTIONS] += count
            counters[WIDEST] = max(counters[WIDEST], count)
            if first[seat] < 0:
                first[seat] = action
        widths[counters[PLIES]] = count
        uses[type_of[action]] += 1
        apply_action(states[0], seat, action)
        counters[PLIES] += 1
        now = leader_of(states[0], seats)
        if now >= 0 and now != leader:
            if leader >= 0:
                counters[LEADS] += 1
            leader = now
            counters[DECIDED] = counters[PLIES]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: a game with its options, and which bot sits where."""

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    bots: tuple[str, ...]  # by seat
    tries_openings: bool = False

    def policies(self) -> npt.NDArray[np.int64]:
        """The bots as numbers."""
        for bot in self.bots:
            if bot not in POLICIES:
                possible = ", ".join(POLICIES)
                raise BadInput(
                    Text(
                        f"Le labo ne connaît pas le robot {bot!r} ; robots : {possible}.",
                        f"The lab has no bot {bot!r}; bots: {possible}.",
                    )
                )
        return np.array([POLICIES.index(bot) for bot in self.bots], np.int64)


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
    kinds = [str(game.decode(action)["type"]) for action in range(game.action_count)]
    names = list(dict.fromkeys(kinds))
    return names, np.array([names.index(kind) for kind in kinds], np.int64)


def simulate(setting: Setting, seed: int, games: int) -> Notes:
    """Play games number `seed` to `seed + games - 1` of a setting."""
    game = load(setting.game)
    names, type_of = action_types(game)
    start = game.start(setting.seats, dict(setting.options))
    states, worlds = np.zeros(1, game.state), np.zeros(3, game.state)
    actions, widths = np.zeros(game.max_legal, np.int32), np.zeros(MAX_PLIES, np.int32)
    policies = setting.policies()
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
        play_noted(
            states, worlds, setting.seats, policies, setting.tries_openings, WORLDS if game.has_secrets else 1,
            word, actions, type_of, notes.uses[row], notes.first[row], notes.counters[row], widths,
        )  # fmt: skip
        _note_result(game, states[0], setting.seats, widths, notes, row)
    return notes


def _note_result(game: Game, state: Any, seats: int, widths: Any, notes: Notes, row: int) -> None:
    returned = np.zeros(seats, np.float64)
    if game.rules.is_over(state):
        game.rules.returns(state, returned)
    notes.shares[row] = (returned * (seats - 1) + 1) / seats
    notes.points[row] = [int(game.rules.points(state, seat)) for seat in range(seats)]
    plies = int(notes.counters[row, PLIES])
    for tenth, part in enumerate(np.array_split(widths[:plies], TENTHS)):
        notes.widths[row, tenth] = part.mean() if len(part) else 0
    notes.endings.append(game.ending(state) or "unfinished")
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
