"""OpenSpiel: every game as `caravane_<id>`, registered when this module is imported.

    import pyspiel, caravane.adapters.openspiel
    game = pyspiel.load_game("caravane_africa(players=3,hidden_treasure=True)")

Parameters are `players` and the game's own options. Chance is explicit: a word of chance is asked byte by byte, in
eight chance nodes of 256 equal outcomes, so every deal can happen and a history replays. Where seats write at once
they do so one after the other, without seeing each other's writing. The information state is the seat's view, which
holds what a perfect memory would know.
"""

from typing import Any

import numpy as np
import pyspiel

from caravane.batch import refusal
from caravane.errors import IllegalAction
from caravane.game import SPECTATOR, Game, Value, games
from caravane.observation import Observation, flat_observation, layout
from caravane.stepping import next_seat
from caravane.text import Text

BYTES = 8  # of a word
OUTCOMES = 256
LONGEST = 100_000  # plies, generously: a bound that OpenSpiel wants
_BYTE_ODDS = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]


def _game_type(game: Game) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"caravane_{game.id}",
        long_name=f"Caravane: {game.title.en}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if game.has_secrets
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": game.min_seats,
            **{option.name: option.default for option in game.options},
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with its seats and options fixed."""

    def __init__(self, game: Game, kind: Any, parameters: dict[str, Value]) -> None:
        given = dict(parameters)
        seats = int(given.pop("players", game.min_seats))
        self.played = game
        self.seats = game.check_seats(seats)
        self.options = game.check_options(given)
        facts = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=OUTCOMES,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, facts, parameters)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Pickled by its name: the class of each game is made when this module is imported."""
        return _loaded, (str(self),)

    def new_initial_state(self) -> "SpielState":
        """The start of the game; nature may be asked first."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """What a seat sees, or all see, or it alone sees; the same with and without recall: a view forgets nothing."""
        if params:
            raise ValueError(f"observation parameters are not supported; given: {params}")
        if iig_obs_type is None:
            return Observer(self.played, shows_public=True, shows_own=True)
        if iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None  # nobody sees everybody's secrets
        shows_own = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.played, shows_public=iig_obs_type.public_info, shows_own=shows_own)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position; between the bytes of a word too."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.id = game.played.id
        self.seats = game.seats
        self.record = self.played.start(game.seats, game.options)
        self.heard: list[int] = []  # bytes of the word that is being asked
        self.seat = -1
        self._find_mover(game.seats - 1)

    @property
    def played(self) -> Game:
        """The rules; not a field, because OpenSpiel copies and pickles all fields."""
        return games()[self.id]

    def _find_mover(self, after: int) -> None:
        """Who decides: nature, a seat round the table, or nobody."""
        rules = self.played.rules
        if rules.is_over(self.record):
            self.seat = int(pyspiel.PlayerId.TERMINAL)
        elif rules.asks_chance(self.record):
            self.seat = int(pyspiel.PlayerId.CHANCE)
            self.after = after
        else:
            self.seat = int(next_seat(int(rules.to_move(self.record)), after))

    def current_player(self) -> int:
        """The seat to move, or nature, or nobody."""
        return self.seat

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return bool(self.seat == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.played.legal(self.record, player) if player == self.seat >= 0 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the word: all alike."""
        return _BYTE_ODDS

    def _apply_action(self, action: int) -> None:
        if self.seat == pyspiel.PlayerId.CHANCE:
            self._hear(action)
            return
        seat = self.seat
        if action not in self._legal_actions(seat):
            raise refusal(self.played, self.record, seat, action)
        self.played.rules.apply_action(self.record, seat, action)
        self._find_mover(seat)

    def _hear(self, byte: int) -> None:
        if not 0 <= byte < OUTCOMES:
            text = f"0..{OUTCOMES - 1}"
            raise IllegalAction(
                Text(f"Le hasard donne un octet, {text} ; pas {byte}.", f"Chance gives a byte, {text}; not {byte}.")
            )
        self.heard = [*self.heard, byte]
        if len(self.heard) == BYTES:
            self.played.rules.apply_chance(self.record, np.uint64(int.from_bytes(bytes(self.heard), "big")))
            self.heard = []
            self._find_mover(self.after)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"byte {action}"
        return self.played.notation(action)

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
        return world

    def __str__(self) -> str:
        waiting = f" + {len(self.heard)} bytes" if self.heard else ""
        return self.played.draw(self.record, "en") + waiting


class Observer:
    """A seat's view as tensor and as string; without what is public, entries that all see are 0."""

    def __init__(self, game: Game, *, shows_public: bool, shows_own: bool) -> None:
        self.game = game
        self.shows_public = shows_public
        self.shows_own = shows_own
        self.layout = layout(game)
        self.tensor = np.zeros(self.layout.size, np.float32)
        self.dict = self.layout.unpack(self.tensor)

    def _seen(self, state: SpielState, player: int) -> Observation:
        viewer = player if self.shows_own else SPECTATOR
        seen = flat_observation(self.game, self.game.view(state.record, viewer), viewer)
        if not self.shows_public:
            open_to_all = flat_observation(self.game, self.game.view(state.record, SPECTATOR), viewer)
            seen[seen == open_to_all] = 0
        return seen

    def set_from(self, state: SpielState, player: int) -> None:
        """Show what a player sees in `tensor` and `dict`."""
        self.tensor[:] = self._seen(state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The observation in digits: equal exactly when nothing that the player sees differs; empty for no secrets."""
        seen = self._seen(state, player)
        if self.shows_public:
            return f"{player if self.shows_own else SPECTATOR} {seen.tobytes().hex()}"
        return " ".join(f"{entry}:{seen[entry]}" for entry in np.flatnonzero(seen))


def _loaded(name: str) -> Any:
    return pyspiel.load_game(name)


def _register(game: Game) -> None:
    kind = _game_type(game)

    # OpenSpiel wants a class that takes the parameters.
    def begin(self: SpielGame, params: dict[str, Value] | None = None) -> None:
        SpielGame.__init__(self, game, kind, params or {})

    pyspiel.register_game(kind, type(f"Spiel_{game.id}", (SpielGame,), {"__init__": begin}))


for _game in games().values():
    _register(_game)
