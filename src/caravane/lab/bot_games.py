"""Noted games with bots that think: the same notes as `play_noted`, taken from Python, because searches live there.

Only levels that count what they try: one that thinks by the clock would not give the same report from the same seed.
"""

from typing import Any

import numpy as np

from caravane.bots import Bot
from caravane.bots import load as load_bot
from caravane.chance import below, next_word
from caravane.door import carry_out, give_word
from caravane.game import Game
from caravane.lab import recorder
from caravane.stepping import next_seat

THINKERS = ("level1", "level2", "level3", "level4")


def thinkers(names: tuple[str, ...]) -> list[Bot | None]:
    """By seat the bot that thinks there, None for one that plays inside compiled code."""
    return [load_bot(name) if name in THINKERS else None for name in names]


class Notebook:
    """The counters of one game, as `play_noted` fills them."""

    def __init__(self, game: Game, seats: int, bots: list[Bot | None], policies: Any) -> None:
        self.game = game
        self.seats = seats
        self.bots = bots
        self.policies = policies

    def play(
        self, states: Any, worlds: Any, tries_openings: bool, world_count: int, word: Any, actions: Any,
        type_of: Any, uses: Any, first: Any, counters: Any, widths: Any,
    ) -> None:  # fmt: skip
        """Play states[0] to its end and note it."""
        rules, state = self.game.rules, states[0]
        leader, seat = -1, self.seats - 1
        while counters[recorder.PLIES] < recorder.MAX_PLIES and not rules.is_over(state):
            word = np.uint64(next_word(word))
            if rules.asks_chance(state):
                give_word(self.game, state, below(word, 1 << 62))
                continue
            seat = int(next_seat(int(rules.to_move(state)), seat))
            count = int(rules.legal_actions(state, seat, actions))
            word = np.uint64(next_word(word))
            action = int(actions[0])
            if counters[recorder.PLIES] == 0:
                counters[recorder.STARTER] = seat
            if count > 1:
                policy = recorder.RANDOM if tries_openings and first[seat] < 0 else int(self.policies[seat])
                action = self._choose(state, seat, policy, worlds, actions, count, world_count, word)
                counters[recorder.CHOICES] += 1
                counters[recorder.OPTIONS] += count
                counters[recorder.WIDEST] = max(counters[recorder.WIDEST], count)
                if first[seat] < 0:
                    first[seat] = action
            widths[counters[recorder.PLIES]] = count
            uses[type_of[action]] += 1
            carry_out(self.game, state, seat, action)
            counters[recorder.PLIES] += 1
            now = int(recorder.leader_of(state, self.seats))
            if now >= 0 and now != leader:
                counters[recorder.LEADS] += leader >= 0
                leader = now
                counters[recorder.DECIDED] = counters[recorder.PLIES]

    def _choose(
        self, state: Any, seat: int, policy: int, worlds: Any, actions: Any, count: int, world_count: int, word: Any
    ) -> int:
        bot = self.bots[seat]
        if bot is None or policy == recorder.RANDOM:
            return int(recorder.choose(worlds, state, seat, policy, actions, count, world_count, word))
        legal = [int(action) for action in actions[:count]]
        return bot.choose(self.game, self.game.view(state, seat), seat, legal, word)
