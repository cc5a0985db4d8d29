"""Knock at every door with seats, actions and bytes of any size and sign; run in a process of its own.

    python -m tests.core.fuzz_door GAME SEED ROUNDS

Ends with a count of what was refused. What is not legal must be refused by a CaravaneError and change nothing; if
compiled rules get hold of it, the process dies, and whoever started it sees that.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import index
from typing import Any

import msgspec
import numpy as np

import caravane
from caravane import proof, record
from caravane.adapters.agent import LocalTable
from caravane.adapters.vector import VectorEnv
from caravane.adapters.zoo import env, parallel_env
from caravane.batch import Batch
from caravane.chance import SeededChance
from caravane.course import Course
from caravane.errors import CaravaneError
from caravane.game import Game, load
from caravane.play import Play
from caravane.server import wire
from caravane.server.live import records, replay
from caravane.server.store.snapshots import new_table
from caravane.server.tables import decisions, facts
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable

HUGE = (
    -1, -2, -7, 99, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64,
    2**64 + 1, 10**30, -128, -129, -(2**31), -(2**31) - 1, -(2**63), -(2**63) - 1, -(2**64), -(10**30),
)  # fmt: skip


class Fuzz:
    """One game, one luck."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.luck = random.Random(seed)
        self.refused = 0

    def numbers(self, limit: int, legal: list[int]) -> Iterator[Any]:
        """Numbers around what is possible, those that would wrap around to something legal, and of other kinds."""
        good = self.luck.choice(legal) if legal else 0
        pool = [*HUGE, limit, limit + 1, limit - 1, good + 2**32, good + 2**64, good - 2**32, good + 2**8, -good - 1]
        pool += [self.luck.randrange(limit) for _ in range(3)]
        for number in self.luck.sample(pool, 9):
            yield number
            if -(2**31) <= number < 2**31:
                yield self.luck.choice([np.int32, np.int64])(number)
            if 0 <= number < 2**64:
                yield np.uint64(number)
        yield self.luck.choice([None, 1.5, "x", b"", [], np.float64(0.0), np.array([1, 2])])

    def refuses(self, work: Callable[[], object], saved: Callable[[], bytes]) -> bool:
        """Whether it says no; if so in its own words, and nothing has changed."""
        before, said = saved(), None
        try:
            work()
        except CaravaneError as error:
            said = error.text
        if said is None:
            return False
        assert said.fr, "nothing is said in French"
        assert saved() == before, f"refused, but changed: {said.en}"
        self.refused += 1
        return True

    def position(self) -> Play:
        """Somewhere in a game."""
        play = caravane.start(
            self.game, self.luck.randint(self.game.min_seats, self.game.max_seats), seed=self.luck.randrange(99)
        )
        for _ in range(self.luck.choice([0, 1, 3, 10, 30, 80])):
            if play.is_over:
                break
            seat = self.luck.choice(play.to_move)
            play.apply(self.luck.choice(play.legal(seat)), seat)
        return play

    def pairs(self, play: Play) -> Iterator[tuple[Any, Any]]:
        """Seats and actions of which at least one is odd."""
        movers = play.to_move or [0]
        seat = self.luck.choice(movers)
        legal = play.legal(seat) if play.to_move else []
        for action in self.numbers(self.game.action_count, legal):
            yield seat, action
        for other in self.numbers(play.seats, movers):
            yield other, self.luck.choice(legal or [0])

    # --- the doors ----------------------------------------------------------------------------------------

    def course(self, play: Play) -> None:
        course = play.course
        for seat, action in self.pairs(play):
            fork = course.fork()
            if not self.refuses(lambda: fork.act(seat, action), fork.state.tobytes):  # noqa: B023
                assert index(action) in self.game.legal(play.state, index(seat)), "carried out what is not legal"
            self.refuses(lambda: course.legal(seat), course.state.tobytes)  # noqa: B023
            self.refuses(lambda: course.view(seat), course.state.tobytes)  # noqa: B023
            self.refuses(lambda: fork.chance(action), fork.state.tobytes)  # noqa: B023
            self.refuses(lambda: course.copy().undo(action), course.state.tobytes)  # noqa: B023
            self.refuses(lambda: play.score_sheet(seat), play.save)  # noqa: B023
            self.refuses(lambda: play.copy().apply(action, seat), play.save)  # noqa: B023
            self.refuses(lambda: self.game.view(play.state, seat) if isinstance(seat, int) else None, play.save)  # noqa: B023

    def options(self) -> None:
        for number in self.numbers(self.game.max_seats, [self.game.min_seats]):
            if isinstance(number, int):
                with suppress(CaravaneError):
                    Course(self.game, number, {}).let_chance_decide(SeededChance(1))
            for option in self.game.options:
                with suppress(CaravaneError):
                    Course(self.game, self.game.min_seats, {option.name: number}).let_chance_decide(SeededChance(1))

    def saved_bytes(self, play: Play) -> None:
        """Bytes that are nearly a state, and bytes that are anything; what is taken must be playable."""
        whole = play.save()
        for changes in (1, 2, 8, 200, len(whole)):
            spoilt = bytearray(whole)
            for _ in range(changes):
                spoilt[self.luck.randrange(len(spoilt))] = self.luck.choice(
                    [0, 1, 127, 128, 255, self.luck.randrange(256)]
                )
            twin = play.copy()
            self.refuses(lambda: twin.restore(bytes(spoilt)), twin.save)  # noqa: B023
            for _ in range(30):
                if not twin.to_move:  # it is over, or chance is asked
                    break
                seat = self.luck.choice(twin.to_move)
                twin.apply(self.luck.choice(twin.legal(seat)), seat)

    def records(self, play: Play) -> None:
        """A record that goes on with an odd line, replayed and imported."""
        lines = [line for line in record.lines_of(play) if not isinstance(line, record.Ended)]
        verdict = record.Judged("resigned", 0, [-1.0, 1.0, *[0.0] * (play.seats - 2)])
        for seat in self.luck.sample(HUGE, 4):
            action = self.game.decode(self.luck.randrange(self.game.action_count))
            odd = [f'{{"type":"action","seat":{seat},"action":{msgspec.json.encode(action).decode()}}}\n']
            last = [record.write([verdict])] if self.luck.random() < 0.5 else []
            text = "".join([record.write(lines), *last, *odd, *last[:0]])
            for read in (record.replay, proof.verify, lambda found: records.replay(found, "ann", 0)):
                self.refuses(lambda: read(record.read(text)), play.save)  # noqa: B023

    def table(self) -> LiveTable:
        seats = self.game.min_seats
        terms = facts.Terms(
            options=self.game.check_options({}), preset=None, clock=wire.NoClock(), on_timeout="bot", owner="ann",
            rules_version=self.game.rules_version,
        )  # fmt: skip
        sitters = [facts.SeatSet(seat=seat, kind="person", person="ann") for seat in range(seats)]
        table = new_table("t", 0, game=self.game.id, terms=terms, visibility="link", seats=sitters)
        drafts = [Draft(table)]
        drafts[0].start("")
        apply_draft(table, drafts[0])
        for _ in range(2):
            seat = table.to_move[0]
            draft = Draft(table)
            draft.act(seat, self.luck.choice(table.legal(seat)))
            apply_draft(table, draft)
        return table

    def live_table(self) -> None:
        table = self.table()
        saved = table.state.tobytes
        seat = table.to_move[0]
        for number in self.numbers(self.game.action_count, table.legal(seat)):
            some = self.game.decode(self.luck.randrange(self.game.action_count))
            odd = {name: number if isinstance(number, int | str | list | None) else 0 for name in some}
            odd |= {name: some[name] for name in some if name == "type"}
            self.refuses(lambda: Draft(table).act(seat, number), saved)  # noqa: B023
            self.refuses(lambda: Draft(table).act(number, table.legal(seat)[0]), saved)  # noqa: B023
            self.refuses(lambda: decisions.act(table, "ann", seat, odd, 99, "r", 0), saved)  # noqa: B023
            if isinstance(number, int):
                fact = facts.Acted(seat=number, action=number)
                self.refuses(lambda: self.stored(table, fact), saved)  # noqa: B023
                self.refuses(lambda: self.stored(table, facts.Undone(seat=0, kept=number)), saved)  # noqa: B023
                replay.frames(table, -1, max(1, number), max(1, number + 5), max(1, number))

    def stored(self, table: LiveTable, fact: facts.AnyFact) -> None:
        """A log that says what cannot have been."""
        course = replay.course_after(table, table.sequence - 1)
        replay.carry_on(table, course, fact)

    def environments(self) -> None:
        zoo = env(self.game, seats=self.game.min_seats)
        zoo.reset(seed=self.luck.randrange(9))
        vector = VectorEnv(self.game, 3, mask=np.zeros((3, self.game.action_count), np.int8))
        vector.reset(seed=1)
        batch = Batch(self.game, 2, seed=1)
        local = LocalTable(self.game, seed=1)
        for number in self.numbers(self.game.action_count, np.flatnonzero(batch.mask[0]).tolist()):
            self.refuses(lambda: zoo.step(number), zoo.batch.states.tobytes)  # noqa: B023
            given = np.array([number] * 3) if isinstance(number, int | float | np.integer) else np.zeros(2)
            vector.batch.mask[...] = 1  # the caller's array: it must not be believed
            self.refuses(lambda: vector.step(given), vector.batch.states.tobytes)  # noqa: B023
            self.refuses(lambda: self.looks(batch, number), batch.states.tobytes)  # noqa: B023
            self.refuses(lambda: local.act(number, 0), local.play.save)  # noqa: B023
            if isinstance(number, int):
                self.refuses(lambda: local.act(0, number), local.play.save)  # noqa: B023
        if self.game.orders is not None:
            orders = parallel_env(self.game, seats=self.game.min_seats)
            orders.reset(seed=1)
            for number in self.numbers(self.game.action_count, [0]):
                answers = dict.fromkeys(orders.agents, number)
                self.refuses(lambda: orders.step(answers), lambda: orders.play.save())  # noqa: B023

    def looks(self, batch: Batch, seat: Any) -> None:
        mask = np.zeros(self.game.action_count, np.int8)
        batch.look(0, seat, mask, np.zeros(batch.layout.size, np.int16))

    def run(self, rounds: int) -> int:
        for _ in range(rounds):
            play = self.position()
            self.course(play)
            self.saved_bytes(play)
            self.records(play)
        self.live_table()
        self.environments()
        self.options()
        return self.refused


def apply_draft(table: LiveTable, draft: Draft) -> None:
    for fact, reached in zip(draft.facts, draft.reached, strict=True):
        table.apply(fact, 0, reached)


if __name__ == "__main__":
    name, seed, rounds = sys.argv[1:]
    print(Fuzz(load(name), int(seed)).run(int(rounds)))
