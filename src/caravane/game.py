"""The contract every game fulfils, and the registry that finds games by their folder.

A game's folder exports one name, `GAME`. Its kernels work on one record (the state); everything that people
or programs read is made from a *view*: a record of the same type into which only what a seat may see was
copied, the rest left blank. So nothing that is built from a view can tell a secret.
"""

import importlib
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from caravane.errors import BadInput
from caravane.fields import group_fields, own_is_secret, row_of_seat, stirs_nothing
from caravane.kernel import blank, fulfil
from caravane.text import Language, Text

SPECTATOR = -1  # the seat of somebody who only watches
Value = str | int | bool
Structure = dict[str, Any]  # an action, a view or an event as JSON
OptionKind = Literal["choice", "flag", "number"]
WHOLE = re.compile(r"-?[0-9]{1,9}")  # what JSON and a command line can write as a whole number


@dataclass(frozen=True, slots=True)
class Option:
    """A rule switch chosen when a table is opened.

    A choice is stored in the state as the index of its value, a flag as 0 or 1, a number as itself.
    """

    name: str
    title: Text
    sentence: Text  # what it changes, for somebody who opens a table
    default: Value
    choices: tuple[str, ...] = ()  # a choice's values
    labels: tuple[Text, ...] = ()  # what a choice's values are called, in the same order
    low: int = 0  # a number's bounds, both allowed
    high: int = 0

    @property
    def kind(self) -> OptionKind:
        """What its values look like."""
        if isinstance(self.default, bool):
            return "flag"
        return "choice" if self.choices else "number"

    @property
    def allowed(self) -> str:
        """Its values in words, for help texts and errors."""
        if self.kind == "flag":
            return "true, false"
        return ", ".join(self.choices) if self.choices else f"{self.low}..{self.high}"

    def parse(self, value: Value) -> Value:
        """The value meant, from JSON or from the command line."""
        text = str(value).lower()
        if self.kind == "flag" and text in ("true", "false"):
            return text == "true"
        if self.kind == "choice" and text in self.choices:
            return text
        if self.kind == "number" and WHOLE.fullmatch(text) and self.low <= int(text) <= self.high:
            return int(text)
        raise BadInput(
            Text(
                f"L’option {self.name} ne peut pas valoir {value!r} ; valeurs possibles : {self.allowed}.",
                f"Option {self.name} cannot be {value!r}; possible values: {self.allowed}.",
            )
        )

    def code(self, value: Value) -> int:
        """The value as the state stores it."""
        return self.choices.index(str(value)) if self.choices else int(value)


@dataclass(frozen=True, slots=True)
class Preset:
    """Options that belong together, under a name."""

    name: str
    title: Text
    sentence: Text
    options: Mapping[str, Value] = field(default_factory=dict)


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
    """Why an action is not legal here."""

    rule: str
    text: Text


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

    recall: int  # the action by which a seat that is not to move any more takes its READY back; see Play.check
    ready: int
    line: Callable[[int], int]  # which line of a sheet an action writes, 0..63; -1 if none
    mild: Callable[[int], int]  # the same line as somebody writes it who trusts the others: alliance for war
    read: Callable[[Any, int, "str | Structure"], Reading]  # (view, seat, sheet as text or structure)
    warnings: Callable[[Any, int], list[Line]]  # (view, seat): what of the sheet as it stands would have no effect
    promises: Callable[[Any, int], list[Structure]]  # (view, seat): what the seat can promise this turn
    promise_text: Callable[[Structure], Text]  # raises BadInput if it is no promise
    kept: Callable[[Any, Structure], bool | None]  # (later view, promise): None while the orders are secret
    random_turns: Callable[..., int]  # kernel (start, states, word, turns) -> turns: random sheets and resolution
    even_model: Callable[[], Any]  # a model of what others write, to be changed by a bot; every line equally likely
    determinize_by: Callable[[Any, int, Any, Any], None]  # (view, seat, word, model): `determinize` by such a model


@dataclass(frozen=True, slots=True)
class Rules:
    """The kernels. They assume legality, allocate nothing and never draw; buffers belong to the caller.

    set_up(state, seats, options)        blank record -> start of the game; options: int64 codes in declared order
    asks_chance(state) -> bool           nature decides next: `apply_chance` before anything else
    apply_chance(state, word)            word: uint64
    to_move(state) -> int                bits of the seats that may decide now; 0 when chance is asked or all is over
    legal_actions(state, seat, out) -> n the seat's legal actions, ascending, into out: int32
    apply_action(state, seat, action)
    is_over(state) -> bool
    returns(state, out)                  out: float64, one a seat; sums to 0, within -1..1; see `share_returns`
    points(state, seat) -> int           what the seat has now by the game's own scale
    view_for(state, seat, view)          writes into `view`, a blank record, what the seat (or SPECTATOR) may see
    determinize(view, seat, word)        makes a view a state: deals what is unknown, consistently with all that was seen
    evaluate(state, seat) -> float       how good it looks, about -1..1, from the seat's side (evaluation.py)
    rollout_action(state, seat, actions, count, word) -> int   a quick sensible choice among the legal ones
    view_own(state, seat, view)          only with `Game.open_fields`: the part of `view_for` that is about other fields
    stirs(state, seat, action) -> bool   only with `Game.steady_fields`: whether this action, just carried out, or the
                                         chance after it may have changed one of them
    own_is_open(state) -> bool           likewise: whether all seats see those fields as they are that are in no group;
                                         they too change only when they are stirred
    own_row(state, seat) -> int          only with `Game.row_fields`: the row of them that the seat sees; otherwise the
                                         one with its number. It changes only when something is stirred
    add_legal(state, seat, words)        where many actions are legal: the same as `legal_actions`, as a set (`wide`)
    """

    set_up: Callable[..., None]
    asks_chance: Callable[..., bool]
    apply_chance: Callable[..., None]
    to_move: Callable[..., int]
    legal_actions: Callable[..., int]
    apply_action: Callable[..., None]
    is_over: Callable[..., bool]
    returns: Callable[..., None]
    points: Callable[..., int]
    view_for: Callable[..., None]
    determinize: Callable[..., None]
    evaluate: Callable[..., float]
    rollout_action: Callable[..., int]
    view_own: Callable[..., None] | None = None
    stirs: Callable[..., bool] | None = None
    own_is_open: Callable[..., bool] | None = None
    own_row: Callable[..., int] | None = None
    add_legal: Callable[..., None] | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """Static facts of a game and its functions. `view` below is a record made by `rules.view_for`.

    decode(encode(x)) == x and parse(notation(x)) == x for every action; both are independent of the state.
    """

    id: str
    title: Text
    author: str
    year: int
    sentence: Text  # what it is like, for the home page
    minutes: int  # how long a game takes people
    min_seats: int
    max_seats: int
    rules_version: int  # grows when a finished game would replay differently
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    state: np.dtype[Any]
    action_count: int
    max_legal: int  # no legal list is longer, nor what `wide.list_few` writes behind its end
    has_secrets: bool  # whether a view shows less than the state; if not, `describe` is the same for all
    seat_names: tuple[Text, ...]  # sides, colours or countries, by seat at the start
    rules: Rules
    encode: Callable[[Structure], int]  # raises BadInput
    decode: Callable[[int], Structure]
    notation: Callable[[int], str]
    words: Callable[[Any, int, int], Text]  # (view, seat, action): what it does, in a few words for inside a sentence
    parse: Callable[[str], int]  # raises BadInput
    explain: Callable[[Any, int, int], Refusal]  # (state, seat, action): why it is illegal, be it out of turn
    describe: Callable[[Any, int], Structure]  # (view, seat): the view as JSON, ids and numbers, no sentences
    ask: Callable[[Any, int], Text]  # (view, seat): what is asked of the seat, in one sentence
    narrate: Callable[[Any, Any, int, int], list[Event]]  # (view before, view after, actor, action)
    is_secret: Callable[[int], bool]  # whether others learn nothing, not even that it happened (africa1880's orders)
    score_sheet: Callable[[Any, int], list[Item]]  # (view or state, seat): items that add up to `points`
    ending: Callable[[Any], str]  # (state): which end it was, from `endings`; "" while it goes on
    endings: tuple[str, ...]
    invariants: Callable[[Any], list[str]]  # (state): what is broken, nothing if all is well
    draw: Callable[[Any, Language], str]  # (view or state, language): as text, for terminals and playthroughs
    orders: Orders | None = None  # only games with secret orders
    open_hands: Callable[[Mapping[str, Value]], bool] = lambda options: False  # (options): all viewers see the same
    # For faster observations, see `fields`: what all see as it is, what of it changes only when it is stirred, of what
    # a seat sees one row, and what no view ever shows.
    open_fields: tuple[str, ...] = ()
    steady_fields: tuple[str, ...] = ()
    row_fields: tuple[str, ...] = ()
    unseen_fields: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        rules = {name: getattr(self.rules, name) for name in Rules.__slots__}
        assert self.rules.stirs is not None or not self.steady_fields
        ways = {
            "view_own": self.rules.view_own or self.rules.view_for,
            "stirs": self.rules.stirs or stirs_nothing,
            "own_is_open": self.rules.own_is_open or own_is_secret,
            "own_row": self.rules.own_row or row_of_seat,
        }
        fulfil(self.state, rules | ways)
        seen_by_all = self.open_fields if self.has_secrets else self.state.names or ()
        group_fields(self.state, seen_by_all, self.steady_fields, self.row_fields, self.unseen_fields)

    def needs_curtain(self, options: Mapping[str, Value]) -> bool:
        """Whether people who share a device must look away by turns."""
        return self.has_secrets and not self.open_hands(options)

    def check_seats(self, seats: int | None) -> int:
        """The seat count meant; the smallest when none is given."""
        if seats is None:
            return self.min_seats
        if self.min_seats <= seats <= self.max_seats:
            return seats
        span = f"{self.min_seats}" if self.min_seats == self.max_seats else f"{self.min_seats}-{self.max_seats}"
        raise BadInput(
            Text(
                f"{self.id} ne se joue pas à {seats} ; nombre de places possible : {span}.",
                f"{self.id} cannot be played with {seats}; possible numbers of seats: {span}.",
            )
        )

    def check_options(self, given: Mapping[str, Value], preset: str | None = None) -> dict[str, Value]:
        """Every option's value: defaults, then the preset's, then those given."""
        known = {option.name: option for option in self.options}
        values = {option.name: option.default for option in self.options}
        given = dict(given)
        preset = preset or (str(given.pop("preset")) if "preset" in given and "preset" not in known else None)
        if preset is not None:
            values |= self.preset(preset).options
        for name, value in given.items():
            if name not in known:
                possible = ", ".join(known) or "-"
                raise BadInput(
                    Text(
                        f"{self.id} n’a pas d’option {name!r} ; options possibles : {possible}.",
                        f"{self.id} has no option {name!r}; possible options: {possible}.",
                    )
                )
            values[name] = known[name].parse(value)
        return values

    def preset(self, name: str) -> Preset:
        """The preset of this name."""
        for preset in self.presets:
            if preset.name == name:
                return preset
        possible = ", ".join(p.name for p in self.presets) or "-"
        raise BadInput(
            Text(
                f"{self.id} n’a pas de préréglage {name!r} ; préréglages possibles : {possible}.",
                f"{self.id} has no preset {name!r}; possible presets: {possible}.",
            )
        )

    def codes(self, options: Mapping[str, Value]) -> npt.NDArray[np.int64]:
        """Option values as `set_up` takes them."""
        return np.array([option.code(options[option.name]) for option in self.options], np.int64)

    def start(self, seats: int, options: Mapping[str, Value]) -> Any:
        """A new state; chance may be asked next."""
        state = blank(self.state)
        self.rules.set_up(state, seats, self.codes(options))
        return state

    def view(self, state: Any, seat: int) -> Any:
        """What a seat may see, as a new record."""
        view = blank(self.state)
        self.rules.view_for(state, seat, view)
        return view

    def legal(self, state: Any, seat: int) -> list[int]:
        """The seat's legal actions, ascending."""
        out = np.empty(self.max_legal, np.int32)
        found: list[int] = out[: self.rules.legal_actions(state, seat, out)].tolist()
        return found

    def seats_to_move(self, state: Any) -> list[int]:
        """The seats that may decide now."""
        bits = int(self.rules.to_move(state))
        return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


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
