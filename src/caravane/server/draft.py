"""A table's next facts, tried out on a copy: what an action does, what chance gives, what everybody is told."""

from typing import Any

import numpy as np

from caravane.chance import Chance, next_word
from caravane.game import SPECTATOR, Game
from caravane.kernel import is_plain
from caravane.server import facts, wire
from caravane.server.table import LiveTable, Reached, twin

# How many possible worlds must agree that an action showed its player nothing new: with two equally likely
# secrets one reveal in 2**16 would be overlooked. Plain rules are too slow for so many (8 ms each for africa).
WORLDS = 6 if is_plain() else 16


class Draft:
    """Facts that are not in the log yet, and the states they lead to."""

    def __init__(self, table: LiveTable, chance: Chance | None = None) -> None:
        self.table = table
        self.game: Game = table.game
        self.state = table.state
        self.facts: list[facts.AnyFact] = []
        self.reached: list[Reached | None] = []  # parallel to `facts`; None where the position stays
        self._chance = chance
        self._views: dict[int, Any] = {}

    def add(self, fact: facts.AnyFact, reached: Reached | None = None) -> None:
        """One more fact."""
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

    def draw(self, state: Any) -> list[int]:
        """Let chance decide as long as it is asked."""
        words = []
        while self.game.rules.asks_chance(state):
            if self._chance is None:
                self._chance = self.table.chance()
            word = self._chance.word()
            self.game.rules.apply_chance(state, word)
            words.append(int(word))
        return words

    def start(self, commitment: str) -> None:
        """Begin the game."""
        state = self.table.start([])
        words = self.draw(state)
        self.state, self._views = state, {}
        self.add(facts.Started(commitment=commitment, words=words))
        if self.game.orders is not None and len(self.game.seats_to_move(state)) > 1:
            self._begin_phase()

    def act(
        self, seat: int, action: int, *, request: str | None = None, bot: bool = False, clock: bool = False
    ) -> None:
        """Carry out a legal action; then judge promises, begin a phase or end the game where it led there."""
        rules = self.game.rules
        secret = self.game.is_secret(action)
        viewers = [seat] if secret else list(self.table.viewers) if self.game.has_secrets else [SPECTATOR]
        before = {viewer: self.view(viewer) for viewer in viewers}
        own_before = self.view(seat)
        movers = self.table.movers if self.state is self.table.state else int(rules.to_move(self.state))
        state = twin(self.state)
        rules.apply_action(state, seat, action)
        words: list[int] = []
        # Where somebody is to move, nature is not asked and nothing is over: one question instead of three.
        movers_now = int(rules.to_move(state))
        if not movers_now:
            words = self.draw(state)
            movers_now = int(rules.to_move(state)) if words else 0
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
                request=request,
            ),
            (state, movers_now),
        )
        over = not movers_now and bool(rules.is_over(state))
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
        if bot or self.table.terms.imported:
            return True  # nobody takes such an action back, so it is not worth finding out
        after = self.view(seat).tobytes()
        word = np.uint64(1)
        for _ in range(WORLDS):
            word = next_word(word)
            world = twin(before)
            self.game.rules.determinize(world, seat, word)
            self.game.rules.apply_action(world, seat, action)
            if self.game.rules.asks_chance(world) or self.game.view(world, seat).tobytes() != after:
                return True
        return False

    def _turn_begins(self, movers_before: int, movers: int, seat: int, action: int) -> bool:
        orders = self.game.orders
        if orders is None or action == orders.recall:
            return False
        if action == orders.ready:
            return bool(movers >> seat & 1) or bool(self.game.rules.is_over(self.state))
        return movers.bit_count() > 1 and movers_before.bit_count() <= 1

    def _begin_phase(self) -> None:
        clock = self.table.terms.clock
        if isinstance(clock, wire.PhaseClock):
            self.add(facts.PhaseBegan(phase="negotiation" if clock.negotiation_ms else "orders"))

    def _judge_promises(self) -> None:
        orders = self.game.orders
        if orders is None:
            return
        shown = self.view(SPECTATOR)
        for proposal in self.table.proposals.values():
            if proposal.status == "accepted" and not proposal.kept:
                kept = [
                    None if term.promise is None else orders.kept(shown, term.promise) for term in proposal.fact.terms
                ]
                self.add(facts.Judged(id=proposal.fact.id, kept=kept))
