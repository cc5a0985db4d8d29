"""A table's next facts, tried out on a copy: what an action does, what chance gives, what everybody is told."""

from typing import Any

import numpy as np

from caravane.chance import Chance, next_word
from caravane.course import Course
from caravane.door import carry_out, copy_state
from caravane.game import SPECTATOR, Game
from caravane.kernel import is_plain
from caravane.play import begin
from caravane.positions import read as read_position
from caravane.positions import start_of
from caravane.server import wire
from caravane.server.tables import facts
from caravane.server.tables.table import LiveTable, Reached

# How many possible worlds must agree that an action showed its player nothing new: with two equally likely
# secrets one reveal in 2**16 would be overlooked. Plain rules are too slow for so many (8 ms each for africa).
WORLDS = 6 if is_plain() else 16


class Draft:
    """Facts that are not in the log yet, and the states they lead to."""

    def __init__(self, table: LiveTable, chance: Chance | None = None, now: int | None = None) -> None:
        self.table = table
        self.game: Game = table.game
        self.state = table.state
        self.facts: list[facts.AnyFact] = []
        self.reached: list[Reached | None] = []  # parallel to `facts`; None where the position stays
        self._chance = chance
        self._now = now  # where people decide against a clock
        self._views: dict[int, Any] = {}

    def add(self, fact: facts.AnyFact, reached: Reached | None = None) -> None:
        """Append a fact and the position that it leads to; None where the position stays."""
        self.facts.append(fact)
        self.reached.append(reached)

    def view(self, viewer: int) -> Any:
        """What a viewer would see now."""
        if self.state is self.table.state:
            return self.table.view(viewer)
        if not self.game.has_secrets:
            return self.state
        if viewer not in self._views:
            self._views[viewer] = self.game.view(self.state, viewer)
        return self._views[viewer]

    @property
    def chance(self) -> Chance:
        """Where words come from."""
        if self._chance is None:
            self._chance = self.table.chance()
        return self._chance

    def start(self, commitment: str) -> None:
        """Begin the game."""
        line = self.table.terms.position
        first = (
            start_of(self.game, len(self.table.seats), self.table.terms.options)
            if line is None
            else read_position(line, self.game)
        )
        begun = begin(first, self.chance)
        words, state = [step.word for step in begun.steps], begun.state
        self.state, self._views = state, {}
        self.add(facts.Started(commitment=commitment, words=words))
        if self.game.orders is not None and len(self.game.seats_to_move(state)) > 1:
            self._begin_phase()

    def act(
        self,
        seat: int,
        action: int,
        *,
        request: str | None = None,
        bot: bool = False,
        clock: bool = False,
        program: bool = False,
    ) -> None:
        """Carry out an action if it is legal; then judge promises, begin a phase or end the game where it led there."""
        rules = self.game.rules
        trial = Course(self.game, len(self.table.seats), self.table.terms.options, self.state)
        trial.act(seat, action)
        secret = self.game.is_secret(action)
        viewers = [seat] if secret else list(self.table.viewers) if self.game.has_secrets else [SPECTATOR]
        before = {viewer: self.view(viewer) for viewer in viewers}
        own_before = self.view(seat)
        movers = self.table.movers if self.state is self.table.state else int(rules.to_move(self.state))
        words: list[int] = []
        # Where somebody is to move, nature is not asked and nothing is over: one question instead of three.
        movers_now = int(rules.to_move(trial.state))
        if not movers_now:
            words = trial.let_chance_decide(self.chance)
            movers_now = int(rules.to_move(trial.state)) if words else 0
        state = trial.state
        self.state, self._views = state, {}
        turns = self._turn_begins(movers, movers_now, seat, action)
        told = {viewer: self._tell(before[viewer], viewer, seat, action) for viewer in viewers}
        common = told[viewers[0]]
        self.add(
            facts.Acted(
                seat=seat,
                action=action,
                words=words,
                told=common,
                told_to={str(viewer): lines for viewer, lines in told.items() if lines != common},
                secret=secret,
                reveals=bool(words) or self._reveals(own_before, seat, action, bot=bot),
                alone=movers.bit_count() <= 1,
                turns=turns,
                bot=bot,
                clock=clock,
                gained=self._gained(seat, action, movers_now),
                program=program,
                request=request,
            ),
            (state, movers_now),
        )
        self._go_on(turns, over=not movers_now and bool(rules.is_over(state)))

    def _go_on(self, turns: bool, *, over: bool) -> None:
        """What an action led to: promises that can be judged, a new phase, the end."""
        if turns or over:
            self._judge_promises()
        if over:
            self._end_by_rules()
        elif turns:
            self._begin_phase()

    def end(self, ending: str, returns: list[float], winners: list[int]) -> None:
        """The game is over."""
        self.add(facts.Ended(ending=ending, winners=winners, returns=returns))

    def _end_by_rules(self) -> None:
        out = np.zeros(len(self.table.seats), np.float64)
        self.game.rules.returns(self.state, out)
        returns = [float(value) for value in out]
        self.end(self.game.ending(self.state), returns, [seat for seat, value in enumerate(returns) if value > 0])

    def _tell(self, before: Any, viewer: int, seat: int, action: int) -> list[facts.Told]:
        return [
            facts.Told(seat=event.seat, what=event.what, fr=event.text.fr, en=event.text.en)
            for event in self.game.narrate(before, self.view(viewer), seat, action)
        ]

    def _reveals(self, before: Any, seat: int, action: int, *, bot: bool) -> bool:
        """Whether the player learnt something: not every world that it thought possible leads to what it sees now."""
        if not self.game.has_secrets or self.game.is_secret(action):
            return False
        if self.game.is_final(action):
            return True  # a look that was announced, even at what was seen before
        if bot or self.table.terms.imported:
            return True  # nobody takes such an action back, so it is not worth finding out
        after = self.view(seat).tobytes()
        word = np.uint64(1)
        for _ in range(WORLDS):
            word = next_word(word)
            world = copy_state(before)
            self.game.rules.determinize(world, seat, word)
            carry_out(self.game, world, seat, action)
            if self.game.rules.asks_chance(world) or self.game.view(world, seat).tobytes() != after:
                return True
        return False

    def _gained(self, seat: int, action: int, movers: int) -> int | None:
        """What the action adds to its seat's clock; nothing where it is secret, for it would show there."""
        clocks, orders = self.table.clocks, self.game.orders
        if self._now is None or not clocks.ticks:
            return None
        if self.game.is_secret(action):
            return 0
        if orders is not None and action == orders.unready:
            return recall_gain(self.table, seat, self._now)
        return clocks.gain(self._now, seat, goes_on=bool(movers >> seat & 1) and not self.table.seats[seat].is_bot)

    def _turn_begins(self, movers_before: int, movers: int, seat: int, action: int) -> bool:
        orders = self.game.orders
        if orders is None or action == orders.unready:
            return False
        if action == orders.ready:
            return bool(movers >> seat & 1) or bool(self.game.rules.is_over(self.state))
        return movers.bit_count() > 1 and movers_before.bit_count() <= 1

    def _begin_phase(self) -> None:
        clock = self.table.terms.clock
        if not isinstance(clock, wire.PhaseClock):
            return
        # Bots have done talking when nobody is there to talk with.
        people = [seat for seat in self.game.seats_to_move(self.state) if not self.table.seats[seat].is_bot]
        is_talk = bool(clock.negotiation_ms) and (bool(people) or self.table.terms.talk == "always")
        self.add(facts.PhaseBegan(phase="negotiation" if is_talk else "orders"))

    def _judge_promises(self) -> None:
        orders = self.game.orders
        if orders is None:
            return
        shown = self.view(SPECTATOR)
        for proposal in self.table.pending.values():
            if proposal.status == "accepted" and not proposal.kept:
                kept = [
                    None if term.promise is None else orders.promise_kept(shown, term.promise)
                    for term in proposal.fact.terms
                ]
                self.add(facts.Judged(id=proposal.fact.id, kept=kept))


def recall_gain(table: LiveTable, seat: int, now: int) -> int:
    """What taking READY back adds to the seat's clock: it gives back what READY added, and wins no time."""
    orders = table.game.orders
    assert orders is not None
    waited = 0
    for index in range(table.sequence - 1, -1, -1):
        fact = table.log[index]
        if isinstance(fact, facts.Waited):
            waited += fact.ms
        elif isinstance(fact, facts.Acted) and fact.seat == seat and fact.action == orders.ready:
            return table.clocks.after_recall(now, table.times[index] + waited, fact.gained or 0)
    return 0
