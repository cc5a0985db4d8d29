"""A table in memory: what replaying its log gives. Nothing here talks to a database or a socket."""

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal

import msgspec
import numpy as np
from msgspec import Struct

from caravane.chance import CommittedChance
from caravane.game import SPECTATOR, Game
from caravane.kernel import source_digest
from caravane.server import facts, wire
from caravane.server.clockwork import Clockwork, wind

Reached = tuple[Any, int | None]  # a state, and bits of the seats to move there if they are known
OPEN = -2  # the viewer to whom, after the end, everything is open
REMEMBERED = 16  # how many states are kept for taking back; older ones are replayed


@dataclass(slots=True)
class Sitter:
    """Who sits at a seat."""

    kind: Literal["open", "kept", "person", "bot"] = "open"
    person: str | None = None
    label: str | None = None
    level: int | None = None
    entropy: str = ""
    stand_in: bool = False
    resigned: bool = False
    program: bool = False

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides here now."""
        return self.kind == "bot" or self.stand_in


@dataclass(slots=True)
class ProposalState:
    """A proposal and what became of it."""

    fact: facts.Proposed
    accepted: list[int]
    status: Literal["open", "accepted", "refused", "withdrawn"] = "open"
    kept: list[bool | None] = field(default_factory=list)

    def answer(self, fact: facts.Answered) -> None:
        """Somebody accepted, refused or withdrew it."""
        if fact.answer != "accept":
            self.status = "refused" if fact.answer == "refuse" else "withdrawn"
            return
        self.accepted.append(fact.seat)
        if set(self.accepted) >= set(self.fact.among):
            self.status = "accepted"


@dataclass
class LiveTable:
    """The fold of a log. `sequence` counts all facts; each viewer counts only those it may know of."""

    id: str
    game: Game
    terms: facts.Terms
    visibility: wire.Visibility
    secret: str
    opened_at: int
    seats: list[Sitter]
    status: wire.Status = "open"
    log: list[facts.AnyFact] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    state: Any = None
    standing: list[int] = field(default_factory=list)  # indices of the actions that were not taken back
    position: int = 0  # how often the position changed, counting what is secret
    words: int = 0  # of chance, used so far
    turn: int = 0
    clocks: Clockwork = field(default_factory=lambda: wind(wire.NoClock(), 0, 0))
    visible: dict[int, list[int]] = field(default_factory=dict)
    requests: dict[str, int] = field(default_factory=dict)  # request -> last index it caused
    proposals: dict[str, ProposalState] = field(default_factory=dict)
    undo_asked: facts.UndoAsked | None = None
    undo_agreed: set[int] = field(default_factory=set)
    abort_asked: set[int] = field(default_factory=set)
    started_at: int | None = None
    ended_at: int | None = None
    result: facts.Ended | None = None
    rematch: str | None = None
    _before: dict[int, Any] = field(default_factory=dict)  # states by how many actions stood; nobody changes them
    _views: dict[int, Any] = field(default_factory=dict)
    _legal: dict[int, list[int]] = field(default_factory=dict)
    _movers: int | None = None  # bits of the seats to move
    _has_bots: bool | None = None
    shown: dict[int, Any] = field(default_factory=dict)  # by viewer: what was made of the present position

    def __post_init__(self) -> None:
        self.visible = {viewer: [] for viewer in self.viewers}
        self.clocks = wind(self.terms.clock, len(self.seats), self.opened_at)

    # --- looking ------------------------------------------------------------------------------------------

    @property
    def viewers(self) -> range:
        """The spectator and every seat."""
        return range(SPECTATOR, len(self.seats))

    @property
    def sequence(self) -> int:
        """How many facts there are."""
        return len(self.log)

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be decided."""
        return self.status in ("over", "aborted")

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that are awaited."""
        return seats_in(self.movers) if self.status == "running" else ()

    @property
    def movers(self) -> int:
        """Bits of the seats that the rules let decide now."""
        if self._movers is None:
            self._movers = int(self.game.rules.to_move(self.state))
        return self._movers

    @property
    def entropy(self) -> tuple[str, ...]:
        """What the seats added to the chance."""
        return tuple(sitter.entropy for sitter in self.seats)

    def seats_of(self, person: str | None) -> list[int]:
        """Where somebody sits."""
        if person is None:
            return []
        return [seat for seat, sitter in enumerate(self.seats) if sitter.kind == "person" and sitter.person == person]

    def people(self) -> set[str]:
        """Everybody whose name may be shown."""
        talkers = {fact.person for fact in self.log if isinstance(fact, facts.Said)}
        return {person for person in talkers | {sitter.person for sitter in self.seats} if person is not None}

    def view(self, viewer: int) -> Any:
        """What a viewer may see, as a record; do not change it."""
        # Where nobody has secrets all see everything.
        if viewer == OPEN or not self.game.has_secrets:
            return self.state
        if viewer not in self._views:
            self._views[viewer] = self.game.view(self.state, viewer)
        return self._views[viewer]

    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions, from what it may see."""
        if seat not in self._legal:
            self._legal[seat] = self.game.legal(self.view(seat), seat)
        return self._legal[seat]

    def chance(self) -> CommittedChance:
        """Where the next words come from."""
        return CommittedChance(bytes.fromhex(self.secret), self.id, self.entropy, self.words)

    @property
    def has_bots(self) -> bool:
        """Whether a bot decides at some seat."""
        if self._has_bots is None:
            self._has_bots = any(sitter.is_bot for sitter in self.seats)
        return self._has_bots

    def awaited_people(self) -> frozenset[int]:
        """The seats whose clocks run."""
        return frozenset(seat for seat in self.to_move if not self.seats[seat].is_bot)

    def last_sequence(self, viewer: int) -> int:
        """The last sequence by a viewer's own count."""
        return len(self.visible[SPECTATOR if viewer == OPEN else viewer])

    def sequence_for(self, viewer: int, index: int) -> int:
        """A fact's sequence by a viewer's own count."""
        return bisect_right(self.visible[viewer], index)

    # --- folding ------------------------------------------------------------------------------------------

    def fold(self, fact: facts.AnyFact, at: int, result: "Reached | None" = None) -> None:
        """Add a fact; `result` is what it led to, where the caller has it already."""
        restored = self.state_after(fact.kept) if isinstance(fact, facts.Undone) else None
        self.note(fact, at)
        match fact:
            case facts.Started(words=words):
                self._begin(words, at)
            case facts.Acted():
                self._act(fact, at, result)
            case facts.Undone(seat=seat, kept=kept):
                self.state = restored
                self._before = {stood: saved for stood, saved in self._before.items() if stood < kept}
                self._moved()
                self.clocks = self.clocks.after_decision(at, seat, self.awaited_people())
            case facts.Replaced() | facts.Returned():
                if self.status == "running":
                    self.clocks = self.clocks.after_decision(at, None, self.awaited_people())
            case facts.PhaseBegan(phase=phase):
                self.clocks = self.clocks.begin_phase(at, phase, self.awaited_people())
            case facts.Waited(ms=ms):
                self.clocks = self.clocks.wait(ms)
            case facts.SeatReady(seat=seat):
                self.clocks = replace(self.clocks, ready=self.clocks.ready | {seat})
            case facts.Ended() | facts.Aborted():
                self.clocks = self.clocks.after_decision(at, None, frozenset())
            case _:
                pass

    def note(self, fact: facts.AnyFact, at: int) -> None:
        """Take down all of a fact that does not need the rules; enough for what a snapshot covers."""
        index = len(self.log)
        self.log.append(fact)
        self.times.append(at)
        if fact.request is not None:
            self.requests[fact.request] = index
        is_open = isinstance(fact, facts.Acted) and not fact.secret
        for viewer, seen in self.visible.items():
            if is_open or may_know(fact, viewer, self):
                seen.append(index)
        match fact:
            case facts.SeatSet():
                self.seats[fact.seat] = Sitter(
                    fact.kind, fact.person, fact.label, fact.level, fact.entropy, program=fact.program
                )
                self._has_bots = None
            case facts.Started(words=words):
                self.status, self.started_at = "running", at
                self.words += len(words)
                self.position += 1
            case facts.Acted(words=words):
                self.words += len(words)
                self.standing.append(index)
                self.position += 1
                self.undo_asked = None
            case facts.Undone(kept=kept):
                del self.standing[kept:]
                self.position += 1
                self.undo_asked = None
            case facts.UndoAsked():
                self.undo_asked, self.undo_agreed = fact, set()
            case facts.UndoAnswered(seat=seat, agreed=agreed):
                if agreed:
                    self.undo_agreed.add(seat)
                else:
                    self.undo_asked = None
            case facts.Resigned(seat=seat):
                self.seats[seat].resigned = True
            case facts.Replaced(seat=seat, level=level):
                self.seats[seat].stand_in, self.seats[seat].level = True, level
                self._has_bots = None
            case facts.Returned(seat=seat):
                self.seats[seat].stand_in, self.seats[seat].level = False, None
                self._has_bots = None
            case facts.Proposed():
                self.proposals[fact.id] = ProposalState(fact, [fact.seat])
            case facts.Answered():
                self.proposals[fact.id].answer(fact)
            case facts.Judged(id=name, kept=kept):
                self.proposals[name].kept = kept
            case facts.AbortAsked(seat=seat):
                self.abort_asked.add(seat)
            case facts.Ended():
                self.status, self.ended_at, self.result = "over", at, fact
            case facts.Aborted():
                self.status, self.ended_at = "aborted", at
            case facts.Rematched(table=table):
                self.rematch = table
            case _:
                pass

    def _begin(self, words: list[int], at: int) -> None:
        self.state = self.start(words)
        self._moved()
        self.turn = 1 if self.game.orders is not None and len(self.to_move) > 1 else 0
        self.clocks = wind(self.terms.clock, len(self.seats), at).after_decision(at, None, self.awaited_people())

    def _act(self, fact: facts.Acted, at: int, result: "Reached | None") -> None:
        stood = len(self.standing) - 1
        self._before[stood] = self.state
        self._before.pop(stood - REMEMBERED, None)
        if result is None:
            state = twin(self.state)
            self.advance(state, fact)
            result = state, None
        self.state = result[0]
        self._moved()
        self._movers = result[1]
        self.turn += fact.turns
        if self.clocks.ticks:
            # A secret action must not show on the clocks that others see.
            seat = None if fact.secret else fact.seat
            self.clocks = self.clocks.after_decision(at, seat, self.awaited_people())

    def advance(self, state: Any, fact: facts.Acted) -> None:
        """Carry out an action of the log."""
        self.game.rules.apply_action(state, fact.seat, fact.action)
        for word in fact.words:
            self.game.rules.apply_chance(state, np.uint64(word))

    def start(self, words: list[int]) -> Any:
        """The state before the first decision."""
        state = self.game.start(len(self.seats), self.terms.options)
        for word in words:
            self.game.rules.apply_chance(state, np.uint64(word))
        return state

    def state_after(self, stood: int) -> Any:
        """The state when this many of the standing actions were done."""
        if stood == len(self.standing):
            return self.state
        saved = self._before.get(stood)
        if saved is not None:
            return saved
        begun = next(fact for fact in self.log if isinstance(fact, facts.Started))
        state = self.start(begun.words)
        for index in self.standing[:stood]:
            fact = self.log[index]
            assert isinstance(fact, facts.Acted)
            self.advance(state, fact)
        return state

    def _moved(self) -> None:
        self._views, self._legal, self.shown, self._movers = {}, {}, {}, None

    # --- snapshots ----------------------------------------------------------------------------------------

    def restore(self, snapshot: "Saved") -> None:
        """Go on from a snapshot; the facts up to it were only noted."""
        self.state = record_of(snapshot.state, self.game.state)
        self.turn = snapshot.turn
        self.clocks = Clockwork(
            self.terms.clock,
            tuple(snapshot.left),
            snapshot.since,
            frozenset(snapshot.running),
            snapshot.phase,
            frozenset(snapshot.ready),
        )
        self._moved()

    def save(self) -> "Saved":
        """What a snapshot holds beyond the noted facts."""
        clocks = self.clocks
        return Saved(
            sources=source_digest(),
            state=self.state.tobytes(),
            turn=self.turn,
            left=list(clocks.left),
            since=clocks.since,
            running=sorted(clocks.running),
            phase=clocks.phase,
            ready=sorted(clocks.ready),
        )


@cache
def seats_in(bits: int) -> tuple[int, ...]:
    """The seats that bits stand for."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def record_of(saved: bytes, dtype: np.dtype[Any]) -> Any:
    """A state from its bytes."""
    return np.frombuffer(bytearray(saved), dtype)[0]


def twin(state: Any) -> Any:
    """A copy of a state; by its bytes, because NumPy copies a record of 16 KB in 10 us and bytes in 2."""
    return record_of(state.tobytes(), state.dtype)


class Saved(Struct, frozen=True, kw_only=True):
    """A snapshot: a cache of what replaying gives, for those who run the same rules."""

    sources: str
    state: bytes
    turn: int
    left: list[int]
    since: int
    running: list[int]
    phase: Any
    ready: list[int]


def read_saved(body: bytes) -> Saved | None:
    """A snapshot, if it was made with these sources: the bytes of a state mean something else to others."""
    try:
        saved = msgspec.msgpack.decode(body, type=Saved)
    except msgspec.DecodeError:
        return None
    return saved if saved.sources == source_digest() else None


def may_know(fact: facts.AnyFact, viewer: int, table: LiveTable) -> bool:
    """Whether a fact exists for this viewer. This is decided when it happens, and never again."""
    match fact:
        case facts.Waited():
            return False  # it is seen on the clocks
        case facts.Acted(secret=True, seat=seat):
            return viewer == seat
        case facts.Said(among=None):
            return True
        case facts.Said(among=[]):
            return viewer == SPECTATOR or table.is_over
        case facts.Said(among=list() as among) | facts.Proposed(among=among):
            return viewer in among
        case facts.Answered(id=name) | facts.Judged(id=name):
            return viewer in table.proposals[name].fact.among
        case _:
            return True
