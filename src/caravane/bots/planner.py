"""The bot for secret orders: it plans a whole sheet and writes it line by line; see `sheets`."""

import hashlib
import math
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caravane.bots import sheets
from caravane.bots.thought import Thought, certain, now
from caravane.bots.tree import SEATS
from caravane.chance import below, next_word
from caravane.door import carry_out
from caravane.game import Game, Orders

PLANS = 256  # remembered; a bot is asked line by line
FOR_ROUNDS = 0.4  # of the time; the rest is for the sheet that is written
FEW_SCENES = 8  # to begin with
MORE = 3.0  # times as long as the last time it takes to answer on twice as many scenarios and to compare what might be
MOST_SAMPLES, MOST_SCENARIOS = 64, 256
BELIEVED = 0.5  # from here on a plan counts on it that somebody leaves out what was forsworn
SHARPNESS = 0.02  # differences of worth that share the attention between lines
SMALLEST_TRIES = 4  # of a country or a coast, before the first sheet

_plans: OrderedDict[bytes, Thought] = OrderedDict()


def forget() -> None:
    """Drop the plans made so far: what is asked next depends on its view and word alone."""
    _plans.clear()


@dataclass(frozen=True, slots=True)
class Promise:
    """What another seat said it would do this turn, as an action, and how far it is believed."""

    seat: int
    action: int
    trust: float  # 0..1


@dataclass(frozen=True, slots=True)
class Vow:
    """What a seat said it would not do this turn: actions that it leaves out, and how far it is believed."""

    seat: int
    actions: tuple[int, ...]
    trust: float  # 0..1


@dataclass
class Planner:
    """The best answer to what the others may write, after some rounds in which all answer each other.

    The plan is kept, since a sheet is asked for line by line; lines that are written stay when it is made anew.
    """

    samples: int = 8  # sheets of each seat
    scenarios: int = 32  # what the others may have written, to judge a sheet on; 0: a sensible sheet at first sight
    passes: int = 3  # over all lines
    rounds: int | None = 0  # in which everybody answers everybody; None: as many as there is time for
    seconds: float | None = None
    round_scenarios: int = 8
    ahead: int = 0  # turns lived through sensibly before a sheet is judged
    turns: int = 2  # lived through to judge a coast or a proposal
    noise: float = 0.0  # how often it writes anything at all on a line
    trusting: float = 0.0  # how often it declares no war where it should
    name: str = "planner"
    believed: list[Promise] = field(default_factory=list)
    vows: list[Vow] = field(default_factory=list)  # of others, who are believed
    required: tuple[int, ...] = ()  # lines that were promised, if the word is to be kept
    forbidden: tuple[int, ...] = ()
    limits = ("rounds", "seconds")  # not annotated: no setting

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        if self.noise > 0.0 and game.orders is not None and below(word, 1000) < 1000 * self.noise:
            lines = [action for action in legal if action not in (game.orders.ready, *self.forbidden)]
            if lines and not any(action in legal for action in self.required):
                return lines[below(next_word(word), len(lines))]
        action = self.think(game, view, seat, legal, word).best
        if self.trusting > 0.0 and game.orders is not None and below(next_word(word), 1000) < 1000 * self.trusting:
            mild = game.orders.peaceful_variant(action)
            return mild if mild in legal and action not in self.required else action
        return action

    def think(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> Thought:
        """The next line of the plan, with what the alternatives seem worth."""
        orders = game.orders
        if orders is None:
            raise ValueError(f"{game.id} has no order sheets")
        if len(legal) == 1:
            return certain(legal[0])
        for action in self.required:
            if action in legal:  # it is not on the sheet yet
                return certain(action)
        base = _all_writing(game, orders, view, seat)
        key = self._key(base, seat)
        if key not in _plans:
            for found_key, thought in self._plan(game, orders, base, seat, legal, word):
                _plans[found_key] = thought
            while len(_plans) > PLANS:
                _plans.popitem(last=False)
        thought = _plans.pop(key)  # used once: another table in the same position gets a plan of its own
        return thought if thought.best in legal else certain(orders.ready if orders.ready in legal else legal[0])

    def _key(self, base: Any, seat: int) -> bytes:
        settings: tuple[Any, ...] = (self.samples, self.scenarios, self.passes, self.rounds, self.seconds)
        settings += (self.round_scenarios, self.ahead, self.turns, seat)
        settings += (self.believed, self.vows, self.required, self.forbidden)
        return hashlib.sha256(base.tobytes() + repr(settings).encode()).digest()

    def _plan(
        self, game: Game, orders: Orders, base: Any, seat: int, legal: list[int], word: np.uint64
    ) -> list[tuple[bytes, Thought]]:
        """Every line still to be written, each with the key of the sheet as it stands before it."""
        desk = _Desk(game, orders, base, seat, self)
        if orders.ready not in legal:
            desk.compile(self, word)
            return [(self._key(base, seat), desk.try_all(legal, max(self.samples, SMALLEST_TRIES), word))]
        plan = []
        sheet = base.copy()
        for thought in desk.plan(self, word):
            plan.append((self._key(sheet, seat), thought))
            carry_out(game, sheet, seat, thought.best)
        return [*plan, (self._key(sheet, seat), certain(orders.ready))]


def _all_writing(game: Game, orders: Orders, view: Any, seat: int) -> Any:
    """The view as if nobody else had sealed yet: who has is no reason to write something else."""
    base = view.copy()
    for other in range(game.rules.seats(view)):
        if other != seat and orders.unready in game.legal(base, other):
            carry_out(game, base, other, orders.unready)
    return base


class _Desk:
    """Everything a search writes on."""

    def __init__(self, game: Game, orders: Orders, base: Any, seat: int, bot: Planner) -> None:
        self.seat, self.seats, self.ready = seat, int(game.rules.seats(base)), orders.ready
        self.size = min(max(bot.samples, 1), MOST_SAMPLES)
        self.scenarios = min(bot.scenarios, MOST_SCENARIOS)
        self.round_scenarios = min(bot.round_scenarios, MOST_SCENARIOS)
        self.worlds = np.zeros(sheets.SCENARIOS + max(self.scenarios, self.round_scenarios), game.state)
        self.worlds[sheets.BASE] = base
        promised = [[p.seat, p.action, round(100 * p.trust)] for p in bot.believed]
        self.promised = np.array(promised, np.int64).reshape(-1, 3)
        self.turns = bot.turns
        self.line_of = np.array([orders.line(action) for action in range(game.action_count)], np.int32)
        self.allowed = np.ones((SEATS, game.action_count), np.int8)
        self.allowed[seat, list(bot.forbidden)] = 0
        for vow in bot.vows:
            if vow.trust >= BELIEVED:
                self.allowed[vow.seat, list(vow.actions)] = 0
        self.vows = np.zeros((len(bot.vows), 2 + game.action_count), np.int64)
        for row, vow in zip(self.vows, bot.vows, strict=True):
            row[:2] = vow.seat, round(100 * vow.trust)
            row[[2 + action for action in vow.actions]] = 1
        self.struck = np.zeros((SEATS, game.action_count), np.int8)
        self.actions = np.zeros(game.max_legal, np.int32)
        self.spare = np.zeros(game.max_legal, np.int32)
        self.ahead = bot.ahead
        self.pool = np.zeros((SEATS, self.size, sheets.LINES), np.int32)
        self.sheet = np.zeros(sheets.LINES, np.int32)
        self.values = np.zeros(max(game.max_legal, SEATS), np.float64)
        self.tried = np.zeros(1, np.int64)  # sheets

    def plan(self, bot: Planner, word: np.uint64) -> list[Thought]:
        """The sheet, line by line."""
        began = now()
        word = self._begin(self.seats, word)
        self._strike_out()
        done = 0
        while bot.rounds is None or done < bot.rounds:
            if bot.seconds is not None and now() - began > FOR_ROUNDS * bot.seconds:
                break
            word = self._round(bot, self.seats, done % self.size, word)
            done += 1
        if self.scenarios == 0:
            return [certain(int(action)) for action in self.pool[self.seat, 0] if action != sheets.EMPTY]
        return self._thoughts(self._answer(bot, began, word))

    def _answer(self, bot: Planner, began: float, word: np.uint64) -> int:
        """Answer what the others have after all rounds, on ever more scenarios while there is time; on how many."""
        scenarios = self.scenarios if bot.seconds is None else min(self.scenarios, FEW_SCENES)
        self._choose(self.seats, scenarios, word)
        while True:
            step = now()
            self._improve(bot, scenarios, word)
            late = bot.seconds is not None and now() - began + MORE * (now() - step) > bot.seconds
            if scenarios == self.scenarios or late:
                return scenarios
            scenarios = min(2 * scenarios, self.scenarios)
            self._set_scenes(self.seats, scenarios, word)

    def compile(self, bot: Planner, word: np.uint64) -> None:
        """Plan for nobody: before the first sheet, so that nobody waits when it is written."""
        self._begin(0, word)
        self._round(bot, 0, 0, word)
        self.pool[:] = sheets.EMPTY
        self._choose(0, 0, word)
        self._improve(bot, 0, word)
        self._thoughts(0)

    def _begin(self, seats: int, word: np.uint64) -> np.uint64:
        begin: Any = sheets.begin
        ours = (self.line_of, self.actions, self.pool)
        return np.uint64(begin(self.worlds, seats, self.ready, *ours, self.size, word))

    def _strike_out(self) -> None:
        """Leave lines that were promised away as if nothing were to be done there."""
        for seat in range(self.seats):
            for sheet in self.pool[seat]:
                for line, action in enumerate(sheet):
                    if action != sheets.EMPTY and not self.allowed[seat, action]:
                        sheet[line] = self._instead(seat, line)

    def _instead(self, seat: int, line: int) -> int:
        """The first action that may stand on a line."""
        possible = np.nonzero((self.line_of == line) & (self.allowed[seat] == 1))[0]
        return int(possible[0]) if len(possible) else sheets.EMPTY

    def _round(self, bot: Planner, seats: int, nth: int, word: np.uint64) -> np.uint64:
        play_round: Any = sheets.play_round
        how = (self.round_scenarios, bot.passes, self.promised, self.line_of, self.allowed, self.actions)
        return np.uint64(play_round(self.worlds, seats, self.ready, *how, self.pool, self.size, nth, self.tried, word))

    def _set_scenes(self, seats: int, scenarios: int, word: np.uint64) -> None:
        set_scenes: Any = sheets.set_scenes
        set_scenes(self.worlds, self.seat, seats, self.ready, scenarios, self.promised, self.pool, self.size, word)

    def _choose(self, seats: int, scenarios: int, word: np.uint64) -> None:
        """Begin with the best of the seat's sheets."""
        choose_sheet: Any = sheets.choose_sheet
        self._set_scenes(seats, scenarios, word)
        how = (scenarios, self.ahead, self.pool, self.size, self.spare)
        choose_sheet(self.worlds, self.seat, self.ready, *how, self.sheet, self.tried)

    def _improve(self, bot: Planner, scenarios: int, word: np.uint64) -> None:
        improve: Any = sheets.improve
        how = (scenarios, self.ahead, bot.passes, self.line_of, self.allowed[self.seat], self.actions, self.spare)
        improve(self.worlds, self.seat, self.ready, *how, self.sheet, self.tried, word)

    def _thoughts(self, scenarios: int) -> list[Thought]:
        """For each line what might stand there, what that would bring, and the choice first."""
        compare: Any = sheets.compare
        how = (
            scenarios,
            self.ahead,
            self.line_of,
            self.allowed[self.seat],
            self.actions,
            self.spare,
            self.sheet,
            self.values,
            self.tried,
        )
        count = int(compare(self.worlds, self.seat, self.ready, *how))
        found = []
        for line, chosen in enumerate(int(action) for action in self.sheet):
            if chosen == sheets.EMPTY:
                continue
            worth = {int(self.actions[i]): float(self.values[i]) for i in range(count)}
            worth = {action: value for action, value in worth.items() if self.line_of[action] == line and value > -2.0}
            found.append(self._thought(chosen, worth))
        return found

    def _thought(self, chosen: int, worth: dict[int, float]) -> Thought:
        """The choice comes first even where another line alone would be a little better: a sheet is a whole."""
        actions = [chosen, *(action for action in worth if action != chosen)]
        values = [worth.get(action, 0.0) for action in actions]
        best = max(values)
        weights = [1.0, *(math.exp((value - best) / SHARPNESS) * 0.99 for value in values[1:])]
        shares = [weight / sum(weights) for weight in weights]
        return Thought(actions, shares, values, int(self.tried[0]))

    def expect(self, samples: int, first: int, word: np.uint64) -> float:
        """What sensible sheets bring on average."""
        expect: Any = sheets.expect
        how = (self.seat, self.ready, self.turns, self.promised, self.vows, self.struck, self.line_of, samples, first)
        return float(expect(self.worlds, *how, self.actions, self.values, word))

    def try_all(self, legal: list[int], samples: int, word: np.uint64) -> Thought:
        """Countries or coasts, all in the same luck."""
        values = [self.expect(samples, action, word) for action in legal]
        best = max(values)
        weights = [math.exp((value - best) / SHARPNESS) for value in values]
        return Thought(list(legal), [weight / sum(weights) for weight in weights], values, samples * len(legal))


def worth_of_promises(
    game: Game, view: Any, seat: int, promised: list[Promise | Vow], samples: int, word: np.uint64, turns: int = 2
) -> float:
    """What the seat may expect if all, itself included, do as they promised, and the rest sensibly."""
    assert game.orders is not None
    base = _all_writing(game, game.orders, view, seat)
    believed = [each for each in promised if isinstance(each, Promise)]
    bot = Planner(turns=turns, believed=believed, vows=[each for each in promised if isinstance(each, Vow)])
    desk = _Desk(game, game.orders, base, seat, bot)
    return float(desk.expect(samples, sheets.EMPTY, word))
