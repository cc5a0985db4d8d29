"""The contract every game fulfils in four protocols, and the registry that finds games by their folder.

A game's folder exports one name, `GAME`, made of its modules: `rules`, `actions`, `prose` and, for bots, `evaluation`
fulfil the protocols below. Its kernels work on one record (the state); everything that people or programs read is made
from a *view*: a record of the same type into which only what a seat may see was copied, the rest left blank. So nothing
that is built from a view can tell a secret.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, Protocol

import numpy as np

from caravane.chance import below
from caravane.describing import SPECTATOR, Describing
from caravane.errors import BadInput
from caravane.facts import Facts, Option, Preset, Value
from caravane.fields import Sight, fields_of, shows_no_more, view_for
from caravane.kernel import blank, kernel, register_rules
from caravane.reasons import Reason
from caravane.text import Language, Text

__all__ = [
    "SPECTATOR", "Actions", "Event", "Facts", "Game", "Item", "Judgement", "Line", "LineStatus", "Option", "Orders",
    "Preset", "Prose", "Reading", "Refusal", "Rules", "Structure", "Value", "games", "load",
]  # fmt: skip

Structure = dict[str, Any]  # an action, a view or an event as JSON


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the scoring sheet."""

    key: str
    title: Text
    points: int


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, as one viewer may know it: `what` for animations, `text` for people."""

    seat: int  # who did it, or SPECTATOR for the game itself
    what: Structure  # {"type": ..., ...}
    text: Text


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal here, and what leads to it."""

    rule: str
    text: Text
    remedy: int = -1  # a legal action that makes it possible or comes nearer to it; -1: none is known


LineStatus = Literal["order", "no-effect", "unreadable", "missing", "empty"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a whole sheet and what was understood; nothing is guessed."""

    number: int  # from 1; 0 for what is missing from the sheet
    written: str
    status: LineStatus
    text: Text  # what it will do, or why it does nothing
    rule: str = ""
    action: int = -1  # the order it gives, -1 if none


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole sheet as it was understood, and the actions that make it the seat's sheet (READY apart)."""

    lines: tuple[Line, ...]
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Orders:
    """What a game with secret orders and promises adds: whole sheets, taking back, what can be promised.

    A promise is a Structure about one country and one turn; whether it was kept shows when orders are revealed.
    """

    unready: int  # the action by which a seat that is not to move any more takes its READY back; see Play.check
    ready: int
    line: Callable[[int], int]  # which line of a sheet an action writes, 0..63; -1 if none
    peaceful_variant: Callable[
        [int], int
    ]  # the same line as somebody writes it who trusts the others: alliance for war
    read: Callable[[Any, int, "str | Structure"], Reading]  # (view, seat, sheet as text or structure)
    warnings: Callable[[Any, int], list[Line]]  # (view, seat): what of the sheet as it stands would have no effect
    promises: Callable[[Any, int], list[Structure]]  # (view, seat): what the seat can promise this turn
    promise_text: Callable[[Structure], Text]  # raises BadInput if it is no promise
    promise_kept: Callable[[Any, Structure], bool | None]  # (later view, promise): None while the orders are secret
    random_turns: Callable[..., int]  # kernel (start, states, word, turns) -> turns: random sheets and resolution
    uniform_model: Callable[[], Any]  # a model of what others write, to be changed by a bot; every line equally likely
    determinize_by: Callable[[Any, int, Any, Any], None]  # (view, seat, word, model): `determinize` by such a model


class Rules(Protocol):
    """The kernels. They assume legality, allocate nothing and never draw; buffers belong to the caller.

    Two more are only for games with secrets: `view_private(state, seat, view)`, where a field is seen `by_rule`, writes
    what the seat (or SPECTATOR) sees of such fields into a blank record; `determinize(view, seat, word)` makes a view a
    state: it deals what is unknown, consistently with all that was seen. And if there is more than one way to end,
    `ending(state) -> str`, no kernel, says which it was, "" while the game goes on. Where positions may not come again
    too often, `repetition(state) -> (int, bytes)`, no kernel: how often this one has stood, and all that count.
    """

    def set_up(self, state: Any, seats: int, options: Any) -> None:
        """Make a blank record the start of a game; options: int64 codes in declared order."""

    def seats(self, state: Any) -> int:
        """How many play."""

    def asks_chance(self, state: Any) -> bool:
        """Whether nature decides next: `apply_chance` before anything else."""

    def apply_chance(self, state: Any, word: Any) -> None:
        """Let nature decide by a word of 64 bits."""

    def to_move(self, state: Any) -> int:
        """The bits of the seats that may decide now; 0 when chance is asked or all is over."""

    def legal_actions(self, state: Any, seat: int, out: Any) -> int:
        """Write the seat's legal actions, ascending, into out: int32; how many."""

    def apply_action(self, state: Any, seat: int, action: int) -> None:
        """Carry out a legal action."""

    def is_over(self, state: Any) -> bool:
        """Whether nothing is left to decide."""

    def returns(self, state: Any, out: Any) -> None:
        """Write each seat's outcome into out: float64; within -1..1, adding up to 0; see `share_returns`."""

    def points(self, state: Any, seat: int) -> int:
        """What the seat has now by the game's own scale."""


class Actions(Protocol):
    """Actions as integers, structures and text, independent of the state: decode(encode(x)) == x, likewise parse.

    Two more, if anything is so: `is_secret(action)`, others learn nothing of it, not even that it happened;
    `is_final(action)`, a look that is announced before it is made and so never taken back.
    """

    ACTION_COUNT: int
    MAX_LEGAL: int  # no legal list is longer, nor what `bitset.list_few` writes behind its end

    def encode(self, structure: Structure) -> int:
        """The action of this structure; raises BadInput."""

    def decode(self, action: int) -> Structure:
        """The action as JSON."""

    def notation(self, action: int) -> str:
        """The action as short text that needs no language."""

    def parse(self, text: str) -> int:
        """The action of this text; raises BadInput."""


class Prose(Protocol):
    """What people and their screens read, from views alone, in both languages.

    Three more: `phrase(view, seat, action) -> Text`, what an action does, to stand in a sentence; else its notation.
    `reason(view, seat, action) -> Reason`, what it gains and leaves, for hints. `describe_private(public, view, seat)`
    adds to what a spectator is shown what the seat's view holds besides; then `describe` is asked for spectators only,
    and once for a position.
    """

    def describe(self, view: Any, seat: int) -> Any:
        """What a screen shows of the view, ids and numbers, no sentences: a msgspec Struct, or plain JSON.

        The Struct that its annotation names is in the OpenAPI document as `<id>.<name>`.
        """

    def ask(self, view: Any, seat: int) -> Text:
        """What is asked of the seat, in one sentence."""

    def narrate(self, before: Any, after: Any, actor: int, action: int) -> list[Event]:
        """What happened between two views of one viewer."""

    def explain(self, state: Any, seat: int, action: int) -> Refusal:
        """Why an action is illegal here, be it out of turn."""

    def score_sheet(self, state: Any, seat: int) -> list[Item]:
        """Items that add up to `points`; of a view or a state."""

    def draw(self, view: Any, language: Language) -> str:
        """The table as text, for terminals and playthroughs; of a view or a state."""


class Judgement(Protocol):
    """Kernels by which bots judge; a game may do without."""

    def evaluate(self, state: Any, seat: int) -> float:
        """How good it looks from the seat's side, about -1..1."""

    def rollout_action(self, state: Any, seat: int, actions: Any, count: int, word: Any) -> int:
        """A quick sensible choice among the legal ones."""


class Indifference:
    """The judgement of a game that has none of its own."""

    @staticmethod
    @kernel
    def evaluate(state: Any, seat: int) -> float:
        """Nothing looks better than anything else."""
        return 0.0

    @staticmethod
    @kernel
    def rollout_action(state: Any, seat: int, actions: Any, count: int, word: Any) -> int:
        """Any legal action."""
        return int(actions[below(word, count)])


@kernel
def deals_nothing(view: Any, seat: int, word: Any) -> None:
    """The `determinize` of a game without secrets."""


@dataclass(frozen=True, slots=True)
class Kernels:
    """Every verb of a game, those that it leaves to the core included."""

    set_up: Callable[..., None]
    seats: Callable[..., int]
    asks_chance: Callable[..., bool]
    apply_chance: Callable[..., None]
    to_move: Callable[..., int]
    legal_actions: Callable[..., int]
    apply_action: Callable[..., None]
    is_over: Callable[..., bool]
    returns: Callable[..., None]
    points: Callable[..., int]
    view_private: Callable[..., None]
    determinize: Callable[..., None]
    evaluate: Callable[..., float]
    rollout_action: Callable[..., int]


class Game:
    """A game: its facts, its record and its modules; what they offer is reached by its own name (`game.describe`)."""

    def __init__(
        self,
        facts: Facts,
        state: np.dtype[Any],
        rules: Rules,
        actions: Actions,
        prose: Prose,
        judgement: Judgement | None = None,
        positions: Any = None,  # fulfils `positions.Positions`: a position as text, both ways
        orders: Orders | None = None,  # only games with secret orders
        invariants: Callable[[Any], list[str]] = lambda state: [],  # (state): what is broken
        odds: Any = None,  # fulfils `odds.Odds`: what chance decides, by meaning
        features: Any = None,  # BLOCKS, SYMMETRIES, TURNED_BY: what a network is given; see `caravane.features`
    ) -> None:
        self.facts, self.state, self.positions, self.orders = facts, state, positions, orders
        self.invariants, self.odds, self.features = invariants, odds, features
        self.id, self.title, self.tagline, self.author, self.year = (
            facts.id, facts.title, facts.tagline, facts.author, facts.year,
        )  # fmt: skip
        self.minutes, self.min_seats, self.max_seats = facts.minutes, facts.min_seats, facts.max_seats
        self.seat_names, self.rules_version, self.endings = facts.seat_names, facts.rules_version, facts.endings
        self.options, self.presets, self.open_hands = facts.options, facts.presets, facts.open_hands
        self.check_seats, self.check_options = facts.check_seats, facts.check_options
        self.choose_options, self.preset, self.codes = facts.choose_options, facts.preset, facts.codes

        self.action_count, self.max_legal = actions.ACTION_COUNT, actions.MAX_LEGAL
        self.encode, self.decode = actions.encode, actions.decode
        self.notation, self.parse = actions.notation, actions.parse
        self.is_secret: Callable[[int], bool] = getattr(actions, "is_secret", _never)
        self.is_final: Callable[[int], bool] = getattr(actions, "is_final", _never)

        self.describing = Describing(state, prose)
        self.describe, self.describe_as_json = self.describing.describe, self.describing.as_json
        self.ask, self.narrate = prose.ask, prose.narrate
        self.explain, self.score_sheet, self.draw = prose.explain, prose.score_sheet, prose.draw
        self.phrase: Callable[[Any, int, int], Text] = getattr(prose, "phrase", self._notation_as_phrase)
        self.reason: Callable[[Any, int, int], Reason] | None = getattr(prose, "reason", None)
        self.between: Callable[[Any, Any, int, int], list[Any]] = getattr(prose, "between", _nothing)
        self.repetition: Callable[[Any], tuple[int, bytes]] | None = getattr(rules, "repetition", None)
        self.ending: Callable[[Any], str] = getattr(rules, "ending", self._only_ending)
        self.rules = self._kernels(rules, judgement or Indifference())
        self.register()

    def register(self) -> None:
        """Make its rules those that the shared verbs run for this type of record."""
        register_rules(self.state, {name: getattr(self.rules, name) for name in Kernels.__slots__})

    def _kernels(self, rules: Rules, judgement: Judgement) -> Kernels:
        """The verbs, with the core's own where the game has none; or what is missing, by name."""
        optional: dict[str, Any] = {"view_private": shows_no_more, "determinize": deals_nothing}
        own: dict[str, Any] = {
            name: getattr(judgement, name, None) or getattr(rules, name, None) for name in Kernels.__slots__
        }
        by_rule = [field.name for field in fields_of(self.state.names, Sight.BY_RULE)]
        if bool(by_rule) != (own["view_private"] is not None):
            raise TypeError(
                f"{self.id}: fields by_rule ({', '.join(by_rule) or 'none'}) and view_private belong together"
            )
        if self.has_secrets and own["determinize"] is None:
            raise TypeError(f"{self.id} has secrets, so its rules must have determinize")
        missing = [name for name, function in own.items() if function is None and name not in optional]
        if missing:
            raise TypeError(f"{self.id}: the rules lack {', '.join(missing)}")
        return Kernels(**{name: function or optional[name] for name, function in own.items()})

    def _notation_as_phrase(self, view: Any, seat: int, action: int) -> Text:
        return Text(self.notation(action), self.notation(action))

    def _only_ending(self, state: Any) -> str:
        return self.endings[0] if self.rules.is_over(state) else ""

    @cached_property
    def has_secrets(self) -> bool:
        """Whether a view shows less than the state; if not, `describe` is the same for all."""
        return any(field.sight is not Sight.OPEN for field in fields_of(self.state.names))

    def needs_curtain(self, options: Mapping[str, Value]) -> bool:
        """Whether people who share a device must look away by turns."""
        return self.has_secrets and not self.open_hands(options)

    def start(self, seats: int, options: Mapping[str, Value]) -> Any:
        """A new state; chance may be asked next."""
        state = blank(self.state)
        self.rules.set_up(state, seats, self.codes(options))
        return state

    def view(self, state: Any, seat: int) -> Any:
        """What a seat may see, as a new record."""
        self._check_seat(seat, SPECTATOR)
        view = blank(self.state)
        view_for(state, seat, view)
        return view

    def legal(self, state: Any, seat: int) -> list[int]:
        """The seat's legal actions, ascending."""
        self._check_seat(seat, 0)
        out = np.empty(self.max_legal, np.int32)
        found: list[int] = out[: self.rules.legal_actions(state, seat, out)].tolist()
        return found

    def _check_seat(self, seat: int, lowest: int) -> None:
        """Compiled rules would look for a seat that nobody has wherever it leads them."""
        if not lowest <= seat < self.max_seats:
            raise BadInput(Text(f"Il n’y a pas de place {seat}.", f"There is no seat {seat}."))

    def seats_to_move(self, state: Any) -> list[int]:
        """The seats that may decide now."""
        bits = int(self.rules.to_move(state))
        return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def _never(action: int) -> bool:
    return False


def _nothing(before: Any, after: Any, actor: int, action: int) -> list[Any]:
    return []


@cache
def games() -> dict[str, Game]:
    """Every game, by id; a folder in caravane/games is all that is needed to be here."""
    import caravane.games

    names = sorted(module.name for module in pkgutil.iter_modules(caravane.games.__path__) if module.ispkg)
    return {name: importlib.import_module(f"caravane.games.{name}").GAME for name in names}


def load(game: str) -> Game:
    """The game of this id; only its own rules are imported."""
    import caravane.games

    names = sorted(module.name for module in pkgutil.iter_modules(caravane.games.__path__) if module.ispkg)
    if game not in names:
        possible = ", ".join(names)
        raise BadInput(
            Text(f"Jeu inconnu : {game!r} ; jeux : {possible}.", f"Unknown game {game!r}; games: {possible}.")
        )
    found: Game = importlib.import_module(f"caravane.games.{game}").GAME
    return found
