"""A table in memory: what replaying its log gives. Nothing here talks to a database or a socket."""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from caravane.chance import CommittedChance, ListedChance
from caravane.course import Course
from caravane.errors import BadRecord
from caravane.game import SPECTATOR, Game
from caravane.play import begin
from caravane.positions import read as read_position
from caravane.server import wire
from caravane.server.tables import facts
from caravane.server.tables.clocks import Clocks, start
from caravane.server.tables.proposals import ProposalState
from caravane.server.tables.sitter import Sitter, seats_in
from caravane.server.tables.visibility import OPEN, OUTSIDE, as_seat, may_know
from caravane.text import Text

Reached = tuple[Any, int | None]  # a state, and bits of the seats to move there if they are known


_OF_THE_GAME = (facts.Acted, facts.Started, facts.Undone, facts.Ended, facts.Aborted)


@dataclass
class LiveTable:
    """What the facts of a log add up to. `sequence` counts all facts; each viewer counts only those it may know of."""

    id: str
    game: Game
    terms: facts.Terms
    visibility: wire.Visibility
    secret: str
    opened_at: int
    seats: list[Sitter]
    status: wire.Status = "open"
    commitment: str | None = None
    log: list[facts.AnyFact] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    course: Course | None = None  # from the start on
    begun: facts.Started | None = None
    begun_at: int = 0  # its index
    kept_actions: list[int] = field(default_factory=list)  # indices of the actions that were not taken back
    position: int = 0  # how often the position changed, counting what is secret
    words: int = 0  # of chance, used so far
    turn: int = 0
    clocks: Clocks = field(default_factory=lambda: start(wire.NoClock(), 0, 0))
    visible: dict[int, list[int]] = field(default_factory=dict)
    requests: dict[str, int] = field(default_factory=dict)  # request -> last index it caused
    deeds: Counter[int] = field(default_factory=Counter)  # facts that people at each seat caused
    proposals: dict[str, ProposalState] = field(default_factory=dict)
    undo_asked: facts.UndoAsked | None = None
    undo_agreed: set[int] = field(default_factory=set)
    undo_refused: set[int] = field(default_factory=set)  # who was refused since the last action
    abort_asked: set[int] = field(default_factory=set)
    started_at: int | None = None
    ended_at: int | None = None
    result: facts.Ended | None = None
    back_to: dict[int, int] = field(default_factory=dict)  # undo -> index of the fact whose position it goes back to
    proposed: dict[int, ProposalState] = field(default_factory=dict)  # index -> the proposal as it stood then
    pending: dict[str, ProposalState] = field(default_factory=dict)  # proposals that are open or not judged yet
    turn_began: int = 0  # index of the fact
    first_said: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)  # this turn: (person, room)
    rematch: str | None = None
    _views: dict[int, Any] = field(default_factory=dict)
    _legal: dict[int, list[int]] = field(default_factory=dict)
    _movers: int | None = None  # bits of the seats to move
    _has_bots: bool | None = None
    shown: dict[int, Any] = field(default_factory=dict)  # by viewer: what was made of the present position

    def __post_init__(self) -> None:
        self.visible = {viewer: [] for viewer in self.viewers}
        if self.game.orders is not None:
            self.visible |= {OUTSIDE + seat: [] for seat in range(len(self.seats))}
        self.clocks = start(self.terms.clock, len(self.seats), self.opened_at)

    # --- looking ------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The truth, None before the start; nobody changes it."""
        return None if self.course is None else self.course.state

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
        seat = as_seat(viewer)
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions, from what it may see."""
        if seat not in self._legal:
            self._legal[seat] = self.game.legal(self.view(seat), seat)
        return self._legal[seat]

    def chance(self) -> CommittedChance:
        """Where the next words come from."""
        return CommittedChance(bytes.fromhex(self.secret), self.id, self.entropy, self.words, self.terms.chance)

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
        return len(self.seen_by(viewer))

    def seen_by(self, viewer: int) -> list[int]:
        """Indices of the facts that a viewer may know of."""
        return self.visible[SPECTATOR if viewer == OPEN else viewer]

    def sequence_for(self, viewer: int, index: int) -> int:
        """A fact's sequence by a viewer's own count."""
        return bisect_right(self.visible[viewer], index)

    # --- changing -----------------------------------------------------------------------------------------

    def apply(self, fact: facts.AnyFact, at: int, result: "Reached | None" = None) -> None:
        """Add a fact; `result` is what it led to, where the caller has it already."""
        self._append(fact, at)
        match fact:
            case facts.Started(words=words):
                self._begin(words, at)
            case facts.Acted():
                self._act(fact, at, result)
            case facts.Undone(kept=kept):
                if kept < self._course().done:
                    self._course().undo(kept)
                self.position_changed()
                self._set_clocks_back(fact, at)
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

    def append(self, fact: facts.AnyFact, at: int) -> None:
        """Take down a fact without carrying it out: enough for what a snapshot covers."""
        self._append(fact, at)
        match fact:
            case facts.Started(words=words):
                self.course = self.course_at_start(words, noted=True)
            case facts.Acted(seat=seat, action=action, words=words):
                self._course().remember(seat, action, words)
            case facts.Undone(kept=kept):
                self._course().forget(kept)
            case _:
                pass

    def course_at_start(self, words: list[int], *, noted: bool = False) -> Course:
        """The course before the first decision; `noted`: the words may be carried out later."""
        course = Course(self.game, len(self.seats), self.terms.options)
        if self.terms.position is not None:
            begun = begin(read_position(self.terms.position, self.game), ListedChance(words))
            if len(begun.steps) != len(words):
                raise BadRecord(Text("Il y a des mots du hasard de trop.", "There are too many words of chance."))
            course.begin_at(begun.state, words)
        elif noted:
            course.remember_start(words)
        else:
            course.replay_start(words)
        return course

    def _course(self) -> Course:
        if self.course is None:
            raise BadRecord(Text("Quelqu’un a joué avant le début.", "Somebody acted before the start."))
        return self.course

    def _append(self, fact: facts.AnyFact, at: int) -> None:
        index = len(self.log)
        self.log.append(fact)
        self.times.append(at)
        if fact.request is not None:
            self.requests[fact.request] = index
            self.deeds[SPECTATOR if (seat := getattr(fact, "seat", None)) is None else seat] += 1
        is_open = isinstance(fact, facts.Acted) and not fact.secret
        for viewer, seen in self.visible.items():
            if is_open or may_know(fact, viewer, self.proposals, is_over=self.is_over):
                seen.append(index)
        if isinstance(fact, _OF_THE_GAME):
            self._keep_course(fact, index, at)
        else:
            self._keep_people(fact, index)

    def _keep_course(self, fact: facts.AnyFact, index: int, at: int) -> None:
        """What a fact of the game itself says, without what the rules make of it."""
        match fact:
            case facts.Acted(words=words, turns=turns):
                self.words += len(words)
                self.kept_actions.append(index)
                self.position += 1
                self._forget_undo()
                if fact.program:
                    self.seats[fact.seat].program_wrote = True
                if turns:
                    self._began_turn(index)
            case facts.Started(words=words, commitment=commitment):
                self.commitment = commitment if self.commitment is None else self.commitment
                self.status, self.started_at, self.begun = "running", at, fact
                self.begun_at = index
                self.words += len(words)
                self.position += 1
                self._began_turn(index)
            case facts.Undone(kept=kept):
                self.back_to[index] = self._goes_back_to(kept)
                del self.kept_actions[kept:]
                self.position += 1
                self._forget_undo()
            case facts.Ended():
                self.status, self.ended_at, self.result = "over", at, fact
            case facts.Aborted():
                self.status, self.ended_at = "aborted", at
            case _:
                pass

    def _keep_people(self, fact: facts.AnyFact, index: int) -> None:
        """What a fact says of those at the table: who sits there, what they ask and say."""
        match fact:
            case facts.Opened(commitment=commitment):
                self.commitment = commitment or None
            case facts.SeatSet():
                self.seats[fact.seat] = self.seats[fact.seat].after(fact, index)
                self._has_bots = None
            case facts.EntropyAdded(seat=seat, entropy=entropy):
                sitter = self.seats[seat]
                sitter.entropy, sitter.entropy_index, sitter.awaits = entropy, index, False
            case facts.UndoAsked() | facts.UndoAnswered() | facts.UndoWithdrawn():
                self._negotiate_undo(fact, index)
            case facts.Resigned(seat=seat):
                self.seats[seat].resigned = True
            case facts.Replaced(seat=seat, level=level):
                self._stand_in(seat, level)
            case facts.Returned(seat=seat):
                self._stand_in(seat, None)
            case facts.Said(person=str() as person, seat=int()):
                room = tuple(range(len(self.seats))) if fact.among is None else tuple(fact.among)
                self.first_said.setdefault((person, room), index)
            case facts.Proposed() | facts.Answered() | facts.Judged():
                self._negotiate(fact, index)
            case facts.AbortAsked(seat=seat):
                self.abort_asked.add(seat)
            case facts.Rematched(table=table):
                self.rematch = table
            case _:
                pass

    def _stand_in(self, seat: int, level: int | None) -> None:
        """A bot plays on for somebody, or no more."""
        self.seats[seat].stand_in, self.seats[seat].level = level is not None, level
        self._has_bots = None

    def _negotiate_undo(self, fact: facts.UndoAsked | facts.UndoAnswered | facts.UndoWithdrawn, index: int) -> None:
        match fact:
            case facts.UndoAsked(kept=kept):
                self.back_to[index] = self._goes_back_to(kept)
                self.undo_asked, self.undo_agreed = fact, set()
            case facts.UndoAnswered(seat=seat, agreed=True):
                self.undo_agreed.add(seat)
            case facts.UndoAnswered() if self.undo_asked is not None:
                self.undo_refused.add(self.undo_asked.seat)
                self.undo_asked = None
            case facts.UndoWithdrawn():
                self.undo_asked = None

    def _forget_undo(self) -> None:
        """The position changed: what was asked about the one before is settled."""
        self.undo_asked = None
        if self.undo_refused:
            self.undo_refused = set()

    def _began_turn(self, index: int) -> None:
        self.turn_began = index
        self.first_said = {}
        self.pending = {name: one for name, one in self.pending.items() if one.status == "accepted"}

    def _goes_back_to(self, kept: int) -> int:
        """The index of the fact after which `kept` of the actions that stand were done."""
        if not 0 <= kept <= len(self.kept_actions):
            raise BadRecord(
                Text(
                    f"On ne peut pas reprendre jusqu’à {kept} actions.",
                    f"Nothing can be taken back to {kept} actions.",
                )
            )
        return self.kept_actions[kept - 1] if kept else self.begun_at

    def _negotiate(self, fact: facts.Proposed | facts.Answered | facts.Judged, index: int) -> None:
        match fact:
            case facts.Proposed():
                then = self.proposals[fact.id] = ProposalState(fact, [fact.seat])
            case facts.Answered():
                then = self.proposals[fact.id]
                then.answer(fact)
            case facts.Judged(kept=kept):
                then = self.proposals[fact.id]
                then.kept = kept
        if then.kept or then.status in ("refused", "withdrawn"):
            self.pending.pop(fact.id, None)
        else:
            self.pending[fact.id] = then
        self.proposed[index] = then.as_it_stands()

    def _begin(self, words: list[int], at: int) -> None:
        self.course = self.course_at_start(words)
        self.position_changed()
        self.turn = 1 if self.game.orders is not None and len(self.to_move) > 1 else 0
        self.clocks = start(self.terms.clock, len(self.seats), at).after_decision(at, None, self.awaited_people())

    def _act(self, fact: facts.Acted, at: int, result: "Reached | None") -> None:
        course = self._course()
        if result is None:
            course.replay(fact.seat, fact.action, fact.words)
            result = course.state, None
        else:
            course.adopt(fact.seat, fact.action, fact.words, result[0])
        self.position_changed()
        self._movers = result[1]
        self.turn += fact.turns
        if self.clocks.ticks:
            # A secret action must not show on the clocks that others see.
            seat = None if fact.secret else fact.seat
            self.clocks = self.clocks.after_decision(at, seat, self.awaited_people(), fact.gained)

    def _set_clocks_back(self, fact: facts.Undone, at: int) -> None:
        if fact.took is None:
            self.clocks = self.clocks.after_decision(at, fact.seat, self.awaited_people())
        else:
            self.clocks = self.clocks.after_undo(at, fact.took, self.awaited_people())

    def position_changed(self) -> None:
        """Forget what was made of the position before."""
        self._views, self._legal, self.shown, self._movers = {}, {}, {}, None
