"""The bot for secret orders: it plans a whole sheet and writes it line by line; see `sheets`."""

import hashlib
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caravane.bots import sheets
from caravane.bots.thought import Budget, Thought, certain
from caravane.bots.tree import SEATS
from caravane.chance import below, next_word
from caravane.game import Game, Orders

FIRST_CHUNK = 16
PLANS = 256  # remembered; a bot is asked line by line

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


@dataclass
class Planner:
    """A bandit over the lines of a sheet against sensible sheets of the others.

    The plan is kept, since a sheet is asked for line by line; lines that are written stay when it is made anew.
    """

    playouts: int | None = 400
    seconds: float | None = None
    samples: int = 48  # sensible sheets from which the lines are taken
    turns: int = 8  # lived through before the position is judged: to the end measured better than one or two
    exploration: float = 0.08
    whim: float = 0.0  # how often it writes anything at all on a line
    name: str = "planner"
    believed: list[Promise] = field(default_factory=list)
    required: tuple[int, ...] = ()  # lines that were promised, if the word is to be kept
    forbidden: tuple[int, ...] = ()

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        if self.whim > 0.0 and game.orders is not None and below(word, 1000) < 1000 * self.whim:
            lines = [action for action in legal if action not in (game.orders.ready, *self.forbidden)]
            if lines and not any(action in legal for action in self.required):
                return lines[below(next_word(word), len(lines))]
        return self.think(game, view, seat, legal, word).best

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
        settings: tuple[Any, ...] = (self.playouts, self.seconds, self.samples, self.turns, self.exploration)
        settings += (seat, self.believed, self.required, self.forbidden)
        return hashlib.sha256(base.tobytes() + repr(settings).encode()).digest()

    def _plan(
        self, game: Game, orders: Orders, base: Any, seat: int, legal: list[int], word: np.uint64
    ) -> list[tuple[bytes, Thought]]:
        """Every line still to be written, each with the key of the sheet as it stands before it."""
        desk = _Desk(game, orders, base, seat, self)
        is_sheet = orders.ready in legal
        # Without samples it does nothing, but then it is compiled before the first sheet, when somebody waits.
        desk.gather(self.samples if is_sheet else 0, word)
        if not is_sheet:
            desk.offer(legal)
        desk.strike_out(self.forbidden)
        desk.search(self.playouts, self.seconds, word)
        plan = []
        sheet = base.copy()
        for thought in desk.thoughts():
            plan.append((self._key(sheet, seat), thought))
            if not is_sheet:
                return plan
            game.rules.apply_action(sheet, seat, thought.best)
        return [*plan, (self._key(sheet, seat), certain(orders.ready))]


def _all_writing(game: Game, orders: Orders, view: Any, seat: int) -> Any:
    """The view as if nobody else had sealed yet: who has is no reason to write something else."""
    base = view.copy()
    for other in range(int(view[0])):
        if other != seat and orders.recall in game.legal(base, other):
            game.rules.apply_action(base, other, orders.recall)
    return base


class _Desk:
    """Everything a search writes on."""

    def __init__(self, game: Game, orders: Orders, base: Any, seat: int, bot: Planner) -> None:
        self.worlds = np.zeros(2, game.state)
        self.worlds[sheets.BASE] = base
        promised = [[p.seat, p.action, round(100 * p.trust)] for p in bot.believed]
        self.common = (seat, int(base[0]), orders.ready, bot.turns, np.array(promised, np.int64).reshape(-1, 3))
        self.exploration = bot.exploration
        self.actions = np.zeros(game.max_legal, np.int32)
        self.values = np.zeros(SEATS, np.float64)
        self.sheet = np.zeros(sheets.LINES, np.int32)
        self.arms = np.zeros((sheets.LINES, sheets.ARMS), np.int32)
        self.arm_counts = np.zeros(sheets.LINES, np.int32)
        self.picks = np.zeros(sheets.LINES, np.int32)
        self.pulls = np.zeros((sheets.LINES, sheets.ARMS), np.int64)
        self.totals = np.zeros((sheets.LINES, sheets.ARMS), np.float64)
        self.bandit = (self.arms, self.arm_counts, self.picks, self.pulls, self.totals)
        self.length = 0
        self.tried = 0

    def gather(self, samples: int, word: np.uint64) -> None:
        """Take the lines from sensible sheets."""
        gather: Any = sheets.gather
        paper = (self.actions, self.values, self.sheet)
        self.length = int(gather(self.worlds, *self.common, samples, *paper, *self.bandit, word))

    def offer(self, legal: list[int]) -> None:
        """A single line with these arms."""
        self.length = 1
        self.arm_counts[0] = min(len(legal), sheets.ARMS)
        self.arms[0, : self.arm_counts[0]] = legal[: sheets.ARMS]

    def strike_out(self, forbidden: tuple[int, ...]) -> None:
        """Take arms away; the last one of a line stays."""
        for line in range(self.length):
            kept = [arm for arm in range(int(self.arm_counts[line])) if int(self.arms[line, arm]) not in forbidden]
            if kept:
                for table in (self.arms, self.pulls, self.totals):
                    table[line, : len(kept)] = table[line, kept]
                self.arm_counts[line] = len(kept)

    def search(self, playouts: int | None, seconds: float | None, word: np.uint64) -> None:
        """Try sheets until the budget is used up."""
        if self.length == 0:
            return
        budget = Budget(playouts, seconds)
        improve: Any = sheets.improve
        paper = (self.actions, self.values, self.sheet, self.length)
        while chunk := budget.next_chunk(FIRST_CHUNK):
            effort = (chunk, budget.done, self.exploration)
            word = np.uint64(improve(self.worlds, *self.common, *effort, *paper, *self.bandit, word))
            budget.spent(chunk)
        self.tried = budget.done

    def expect(self, samples: int, word: np.uint64) -> float:
        """What sensible sheets bring on average."""
        expect: Any = sheets.expect
        return float(expect(self.worlds, *self.common, samples, self.actions, self.values, word))

    def thoughts(self) -> list[Thought]:
        """For each line its arms, how often they were pulled, what sheets with them brought."""
        found = []
        for line in range(self.length):
            count = int(self.arm_counts[line])
            pulls, totals = self.pulls[line, :count], self.totals[line, :count]
            means = [float(t / p) if p else -1.0 for t, p in zip(totals, pulls, strict=True)]
            share = pulls / max(int(pulls.sum()), 1)
            actions = [int(action) for action in self.arms[line, :count]]
            found.append(Thought(actions, [float(s) for s in share], means, self.tried))
        return found


def worth_of_promises(
    game: Game, view: Any, seat: int, promised: list[Promise], samples: int, word: np.uint64, turns: int = 2
) -> float:
    """What the seat may expect if these lines are written, by itself and others, and the rest sensibly."""
    assert game.orders is not None
    base = _all_writing(game, game.orders, view, seat)
    bot = Planner(turns=turns, believed=promised)
    desk = _Desk(game, game.orders, base, seat, bot)
    return float(desk.expect(samples, word))
