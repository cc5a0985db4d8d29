"""OpenSpiel: every game as `caravane_<id>`, registered when this module is imported.

    import pyspiel, caravane.adapters.openspiel
    game = pyspiel.load_game("caravane_africa(players=3,hidden_treasure=True)")

Parameters are `players`, the game's own options, `position`, a line of text (docs/positions.md) that says players and
options itself (in a game's name it is written as in an address: `position=pistes%20gate_limit%3D3`), and `chance`:

    outcomes   a chance node for everything that a person would call a draw, with its true odds (`caravane.odds`)
    word       a word of 64 bits, asked byte by byte: eight chance nodes of 256 equal outcomes

and `encoding`, what tensors hold of a view: `raw`, its entries, or `features` (`caravane.features`).

What `get_type()` says is true of the parameters chosen: a game without chance is deterministic, one where nothing is
hidden has perfect information. Where seats write at once they do so one after the other, without seeing each other's
writing. What a seat is told: `caravane.adapters.spiel_observer`.
"""

from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from caravane import odds
from caravane.adapters.spiel_observer import Memory, Observer
from caravane.adapters.spiel_truth import Truth
from caravane.batch import refusal
from caravane.door import carry_out, give_word
from caravane.errors import BadInput, IllegalAction
from caravane.features import RAW, encoding_of
from caravane.game import Game, Value, games
from caravane.odds import NO_ACTION
from caravane.positions import opening
from caravane.stepping import next_seat
from caravane.text import Text

__all__ = ["BYTES", "Observer", "SpielGame", "SpielState"]

BYTES = 8  # of a word
BYTE_VALUES = 256
_BYTE_ODDS = [(outcome, 1 / BYTE_VALUES) for outcome in range(BYTE_VALUES)]
OUTCOMES, WORD = "outcomes", "word"  # values of the parameter `chance`
_KIND = pyspiel.GameType


def _ways(game: Game) -> tuple[str, ...]:
    """The values of the parameter `chance`; the first is the default."""
    return (OUTCOMES, WORD) if game.odds else (WORD,)


def _game_type(game: Game, *, has_chance: bool = True, is_hidden: bool | None = None) -> Any:
    hides = game.has_secrets if is_hidden is None else is_hidden
    return _KIND(
        short_name=f"caravane_{game.id}",
        long_name=f"Caravane: {game.title.en}",
        dynamics=_KIND.Dynamics.SEQUENTIAL,
        chance_mode=_KIND.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else _KIND.ChanceMode.DETERMINISTIC,
        information=_KIND.Information.IMPERFECT_INFORMATION if hides else _KIND.Information.PERFECT_INFORMATION,
        utility=_KIND.Utility.ZERO_SUM,
        reward_model=_KIND.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": game.min_seats,
            "position": "",
            "chance": _ways(game)[0],
            "encoding": RAW,
            **{option.name: option.default for option in game.options},
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with its seats and options fixed."""

    def __init__(self, game: Game, parameters: dict[str, Value]) -> None:
        given = dict(parameters)
        line = unquote(str(given.pop("position", "")))
        self.chance = _check_chance(game, given.pop("chance", _ways(game)[0]))
        encoding = str(given.pop("encoding", RAW))
        if line:  # OpenSpiel fills every other parameter in
            usual: dict[str, Value] = {each.name: each.default for each in game.options}
            usual["players"] = game.min_seats
            given = {name: value for name, value in given.items() if value != usual.get(name)}
        seats = given.pop("players", None)
        self.first = opening(game, None if seats is None else int(seats), given, position=line or None)
        self.played = game
        self.seats = self.first.seats
        self.options = self.first.options
        self.encoding = encoding_of(game, self.seats, encoding)
        self.deals_late = self.chance == OUTCOMES and not (line and self.first.viewer is None)
        self._check_viewer()
        if line:
            parameters = {**parameters, "position": quote(line, safe="")}  # so that the game's name can be read again
        has_chance = self._has_chance()
        facts = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=self._outcome_count() if has_chance else 0,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.facts.longest(self.seats, self.options),
        )
        super().__init__(_game_type(game, has_chance=has_chance, is_hidden=self._is_hidden()), facts, parameters)

    def _outcome_count(self) -> int:
        return int(self.played.odds.OUTCOME_COUNT) if self.chance == OUTCOMES else BYTE_VALUES

    def _has_chance(self) -> bool:
        if self.first.viewer is not None or self.played.odds is None:
            return True
        return bool(self.played.odds.is_ahead(self.first.state))

    def _is_hidden(self) -> bool:
        """Whether some state shows somebody less than there is: a tile that is drawn when it is turned over is none."""
        return self.played.has_secrets and not (self.deals_late and self.played.open_hands(self.options))

    def _check_viewer(self) -> None:
        """What a viewer does not know of others is dealt by a word; what nobody knows yet can wait."""
        if self.first.viewer is not None and self.chance == OUTCOMES and self._is_hidden():
            raise BadInput(
                Text(
                    "position= dit ce que sait un joueur (viewer=) : il faut chance=word.",
                    "position= tells what one viewer knows (viewer=): it needs chance=word.",
                )
            )

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Pickled by its name: the class of each game is made when this module is imported."""
        return _loaded, (str(self),)

    def new_initial_state(self) -> "SpielState":
        """The start of the game; nature may be asked first."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What a seat sees, or all see, or it alone sees; with or without what it remembers."""
        if params:
            raise ValueError(f"observation parameters are not supported; given: {params}")
        if iig_obs_type is None:
            return Observer(self.played, shows_public=True, shows_own=True, encoding=self.encoding)
        if iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None  # nobody sees everybody's secrets
        shows_own = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(
            self.played,
            shows_public=iig_obs_type.public_info,
            shows_own=shows_own,
            recalls=iig_obs_type.perfect_recall,
            encoding=self.encoding,
        )


def _check_chance(game: Game, value: Value) -> str:
    if value not in _ways(game):
        possible = ", ".join(_ways(game))
        raise BadInput(
            Text(
                f"{game.id} : chance= ne peut pas valoir {value!r} ; possibles : {possible}.",
                f"{game.id}: chance= cannot be {value!r}; possible: {possible}.",
            )
        )
    return str(value)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position; between the bytes of a word, and between an action and what it turns over, too."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.id = game.played.id
        self.seats = game.seats
        self.chance = game.chance
        self.deals_late = game.deals_late
        known_to = None if self.deals_late else game.first.viewer
        self.truth = Truth(self.id, game.first.state.copy(), known_to, deals_late=self.deals_late)
        self.memory = Memory(game.played, game.seats)
        self.heard: list[int] = []  # bytes of the word that is being asked
        self.pending = NO_ACTION  # the action that waits for nature
        self.seat = -1
        self.after = game.seats - 1  # who acted last
        self._find_mover()

    @property
    def played(self) -> Game:
        """The rules; not a field, because OpenSpiel copies and pickles all fields."""
        return games()[self.id]

    @property
    def record(self) -> Any:
        """The state as the rules know it, secrets included."""
        return self.truth.record

    @record.setter
    def record(self, record: Any) -> None:
        self.truth = Truth(self.id, record, deals_late=self.deals_late)

    def _find_mover(self) -> None:
        """Who decides: nature, a seat round the table, or nobody."""
        rules = self.played.rules
        if self.truth.known_to is not None or self.pending != NO_ACTION:
            self.seat = int(pyspiel.PlayerId.CHANCE)
        elif rules.is_over(self.record):
            self.seat = int(pyspiel.PlayerId.TERMINAL)
        elif rules.asks_chance(self.record):
            self.seat = int(pyspiel.PlayerId.CHANCE)
        else:
            self.seat = int(next_seat(int(rules.to_move(self.record)), self.after))

    def current_player(self) -> int:
        """The seat to move, or nature, or nobody."""
        return self.seat

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return bool(self.seat == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.played.legal(self.record, player) if player == self.seat >= 0 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn, with its odds; or the next byte of the word, all alike."""
        if self.chance == WORD:
            return _BYTE_ODDS
        return odds.draw_of(self.played, self.record, self.pending).probabilities

    def _apply_action(self, action: int) -> None:
        if self.seat == pyspiel.PlayerId.CHANCE:
            if self.chance == WORD:
                self._hear(action)
            else:
                self._draw(action)
            return
        if action not in self._legal_actions(self.seat):
            raise refusal(self.played, self.record, self.seat, action)
        self.after = self.seat
        if self.deals_late and odds.chance_asked(self.played, self.record, action):
            self.pending = action
        else:
            self._carry_out(action)
        self._find_mover()

    def _carry_out(self, action: int) -> None:
        carry_out(self.played, self.record, self.after, action, self.seats)
        self.memory.note(self.played, self.record, self.after, action)

    def _draw(self, outcome: int) -> None:
        if self.pending == NO_ACTION:
            self.truth.draw(outcome)
            self.memory.note(self.played, self.record, int(pyspiel.PlayerId.CHANCE), outcome)
        else:
            odds.settle(self.played, self.record, outcome, self.pending)
            action, self.pending = self.pending, NO_ACTION
            self._carry_out(action)
        self._find_mover()

    def _hear(self, byte: int) -> None:
        if not 0 <= byte < BYTE_VALUES:
            text = f"0..{BYTE_VALUES - 1}"
            raise IllegalAction(
                Text(f"Le hasard donne un octet, {text} ; pas {byte}.", f"Chance gives a byte, {text}; not {byte}.")
            )
        self.heard = [*self.heard, byte]
        if len(self.heard) < BYTES:
            return
        word = int.from_bytes(bytes(self.heard), "big")
        if self.truth.known_to is None:
            give_word(self.played, self.record, word)
        else:
            self.played.rules.determinize(self.record, self.truth.known_to, np.uint64(word))
        self.heard, self.truth.known_to = [], None
        self.memory.note(self.played, self.record, int(pyspiel.PlayerId.CHANCE), word)
        self._find_mover()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.played.notation(action)
        if self.chance == WORD:
            return f"byte {action}"
        return odds.told(self.played, self.record, action, self.pending).en

    def returns(self) -> list[float]:
        """Zero until the end."""
        out = np.zeros(self.seats, np.float64)
        if self.is_terminal():
            self.played.rules.returns(self.record, out)
        return [float(value) for value in out]

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "SpielState":
        """A possible position that the player cannot tell from this one."""
        world: SpielState = self.clone()
        world.record = self.played.view(self.record, player_id)
        self.played.rules.determinize(world.record, player_id, np.uint64(int(probability_sampler() * (1 << 53))))
        if self.deals_late:
            odds.forget(self.played, world.record)
        world.memory = self.memory.of_one(player_id)
        return world

    def __str__(self) -> str:
        waiting = f" + {len(self.heard)} bytes" if self.heard else ""
        if self.pending != NO_ACTION:
            waiting += f" + {self.played.notation(self.pending)}"
        return self.played.draw(self.record, "en") + waiting


def _loaded(name: str) -> Any:
    return pyspiel.load_game(name)


def _register(game: Game) -> None:
    # OpenSpiel wants a class that takes the parameters.
    def begin(self: SpielGame, params: dict[str, Value] | None = None) -> None:
        SpielGame.__init__(self, game, params or {})

    pyspiel.register_game(_game_type(game), type(f"Spiel_{game.id}", (SpielGame,), {"__init__": begin}))


for _game in games().values():
    _register(_game)
