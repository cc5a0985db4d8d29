"""Features for learning: between 0 and 1, made of the observation alone, the same everywhere; and what may be exchanged."""

import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import caravane
from caravane.batch import Batch
from caravane.blocks import NO_ROW, Look
from caravane.errors import BadInput
from caravane.features import Encoding, features, symmetries
from caravane.game import SPECTATOR, Game, games
from caravane.games.africa import board as africa_board
from caravane.games.africa1880 import board as africa1880_board
from caravane.games.africana import board as africana_board
from caravane.games.pistes.board import CAMP_CELLS, COLUMNS, LINES
from caravane.games.pistes.state import Decision
from caravane.observation import flat_observation, layout
from caravane.play import Play

GAMES = list(games().values())


def positions(game: Game, seed: int, seats: int | None = None, plies: int = 60, **options: Any) -> Iterator[Play]:
    """A random game, before each decision and at its end."""
    luck = random.Random(seed)
    play = caravane.start(game, seats, seed=seed, options=options)
    for _ in range(plies):
        yield play
        if play.is_over:
            return
        seat = play.to_move[0]
        play.apply(luck.choice(play.legal(seat)), seat)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_observed_field_is_in_a_block_or_left_out_for_a_reason(game: Game) -> None:
    used = {block.field for block in game.features.BLOCKS}
    seen = {field.name for field in layout(game).fields[1:]}
    assert used | set(game.features.LEFT_OUT) == seen
    assert used & set(game.features.LEFT_OUT) == set()
    assert len({block.name for block in game.features.BLOCKS}) == len(game.features.BLOCKS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_features_lie_between_their_bounds_and_say_what_the_view_says(game: Game) -> None:
    """Against a slow way to compute the same: one mark after the other, from the view by name."""
    for seats in {game.min_seats, game.max_seats}:
        encoding = features(game, seats)
        for play in positions(game, 3, seats, 8):
            for seat in (SPECTATOR, 0, seats - 1):
                raw = flat_observation(game, game.view(play.state, seat), seat)
                encoded = encoding.encode(raw)
                assert (encoded >= encoding.low).all()
                assert (encoded <= encoding.high).all()
                assert encoded.tolist() == pytest.approx(slowly(game, encoding, raw, seat), abs=1e-6)


def slowly(game: Game, encoding: Encoding, raw: Any, seat: int) -> list[float]:
    by_name = {field.name: field for field in encoding.raw.fields}
    turned = by_name.get(game.features.TURNED_BY)
    value = 0
    if turned is not None:
        value = int(raw[turned.first + (max(seat, 0) if turned.shape else 0)])
    look = Look(encoding.seats, seat, value)
    found = []
    for block in encoding.blocks:
        for place, mark in block.entries(by_name[block.field], look):
            if place == NO_ROW:
                found.append(0.0)
            elif mark.most:
                found.append(min(max(int(raw[place]) - mark.value, 0), mark.most) / mark.most)
            else:
                found.append(float(int(raw[place]) & mark.mask == mark.value))
    return found


def test_rows_of_seats_begin_with_the_one_that_looks() -> None:
    play = caravane.start("africa", 3, seed=4)
    for _ in range(3):
        play.apply(play.legal()[0])
    encoding = features("africa", 3)
    for seat in range(3):
        seen = encoding.unpack(encoding.of_view(play.game, play.game.view(play.state, seat), seat))
        assert [int(row.argmax()) for row in seen["at"]] == [int(play.state.at[(seat + k) % 3]) for k in range(3)]
        assert seen["on_turn"].argmax() == (play.to_move[0] - seat) % 3


def test_the_planes_of_l_africa_show_own_pawns_first() -> None:
    play = caravane.start("pistes", seed=4)
    encoding = features("pistes")
    light, dark = (
        encoding.unpack(encoding.of_view(play.game, play.game.view(play.state, seat), seat))["board"] for seat in (0, 1)
    )
    assert light.shape == (12, 9, 10)
    assert light[0, 8, 0] == 1  # a9
    assert light[1, 0, 9] == 1  # j1
    assert np.array_equal(light[0], dark[1])
    assert light[0].sum() == light[1].sum() == 9


def test_a_sheet_shows_to_its_own_seat_only() -> None:
    play = caravane.start("africa1880", seed=2, options={"countries": "seats"})
    while play.state.stage != 3:
        play.apply(play.legal(play.to_move[0])[0], play.to_move[0])
    encoding = features("africa1880")
    seat = play.to_move[0]
    action = next(one for one in play.legal(seat) if play.game.is_secret(one))
    before = [encoding.of_view(play.game, play.game.view(play.state, one), one) for one in range(SPECTATOR, 3)]
    play.apply(action, seat)
    after = [encoding.of_view(play.game, play.game.view(play.state, one), one) for one in range(SPECTATOR, 3)]
    changed = [not np.array_equal(*pair) for pair in zip(before, after, strict=True)]
    assert changed == [one == seat for one in range(SPECTATOR, 3)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_same_features_come_out_of_every_environment(game: Game) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    pyspiel = pytest.importorskip("pyspiel")
    import caravane.adapters.gym
    import caravane.adapters.openspiel
    from caravane.adapters import zoo
    from caravane.adapters.vector import VectorEnv

    encoding, size = features(game), features(game).size
    play = caravane.start(game, seed=7)
    seat = play.to_move[0]
    expected = encoding.of_view(game, game.view(play.state, seat), seat)

    vector = VectorEnv(game, 3, encoding="features")
    seen, _ = vector.reset(seed=7)
    assert seen["observation"].shape == (3, size)
    assert vector.observation_space.contains(seen)
    assert np.array_equal(seen["observation"][0], expected)
    twin = pickle.loads(pickle.dumps(vector))
    assert np.array_equal(twin.batch.observation, vector.batch.observation)
    seen, *_ = vector.step(seen["action_mask"].argmax(axis=1).astype(np.int32))
    batch = vector.batch
    again = encoding.of_view(game, game.view(batch.states[1], int(batch.seat[1])), int(batch.seat[1]))
    assert np.array_equal(seen["observation"][1], again)

    env = zoo.env(game, encoding="features")
    env.reset(seed=7)
    for agent in env.agents:
        assert env.observation_space(agent).contains(env.observe(agent))
    assert np.array_equal(env.observe(env.agent_selection)["observation"], expected)
    together = zoo.parallel_env(game, encoding="features")
    told, _ = together.reset(seed=7)
    assert np.array_equal(told[f"seat_{seat}"]["observation"], expected)

    single = gymnasium.make(f"caravane/{game.id}-v0", seat=seat, encoding="features")
    seen, _ = single.reset(seed=7)
    assert single.observation_space.contains(seen)
    assert np.array_equal(seen["observation"], expected)

    spiel = pyspiel.load_game(f"caravane_{game.id}", {"encoding": "features"})
    state = spiel.new_initial_state()
    state.record = play.state.copy()
    observer = spiel.make_py_observer()
    observer.set_from(state, seat)
    assert np.array_equal(observer.tensor[:size], expected)
    assert set(encoding.shapes) < set(observer.dict)
    assert len(state.observation_tensor(seat)) == spiel.observation_tensor_shape()[0] == len(observer.tensor)


def test_ends_are_shown_as_features_too() -> None:
    from caravane.adapters.vector import VectorEnv

    short: dict[str, Any] = {"match": "single", "repetition": 2, "no_progress": 10}
    env = VectorEnv("pistes", 8, options=short, encoding="features")
    _, infos = env.reset(seed=1)
    chosen, word = np.zeros(8, np.int32), np.uint64(3)
    for _ in range(80):
        word = env.batch.random_actions(word, chosen)
        _, _, _, _, infos = env.step(chosen)
        if "final_obs" in infos:
            break
    ended = infos["_final_obs"]
    assert ended.any()
    found = features("pistes").unpack(infos["final_obs"]["observation"][ended])
    assert (found["decision"].argmax(axis=-1) == int(Decision.OVER)).all()
    assert found["ending"][:, 0].any()


def test_wrong_names_shapes_and_kinds_are_refused_by_name() -> None:
    from caravane.adapters import zoo

    for make in (Batch, zoo.env, zoo.parallel_env):
        arguments = ("pistes", 2) if make is Batch else ("pistes",)
        with pytest.raises(BadInput, match="encoding cannot be 'planes'; possible: raw, features"):
            make(*arguments, encoding="planes")
    with pytest.raises(BadInput, match="observation"):
        Batch("pistes", 2, encoding="features", observation=np.zeros((2, 175), np.int16))
    encoding = features("pistes")
    for wrong in (np.zeros(174, np.int16), np.zeros(175, np.float32), [0] * 175, np.zeros((), np.int16)):
        with pytest.raises(BadInput, match="observations: "):
            encoding.encode(wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="out: "):
        encoding.write(np.zeros((2, 175), np.int16), np.zeros((2, 3), np.float32))
    with pytest.raises(BadInput, match="out has 1 rows, observations 2"):
        encoding.write(np.zeros((2, 175), np.int16), np.zeros((1, encoding.size), np.float32))
    with pytest.raises(BadInput, match="cannot be played with 9"):
        features("africa", 9)


# --- symmetries

VARIANTS: list[dict[str, Any]] = [
    {},
    {"move": "rook", "camp": "locked", "gate_limit": 2},
    {"camp": "locked", "power": "middle"},
    {"variant": "first", "placement": "random"},
    {"variant": "first", "placement": "random", "order": "once"},
    {"variant": "second", "placement": "random", "numbering": "random", "order": "strict"},
    {"variant": "second", "placement": "random", "numbering": "random"},
    {"variant": "second-beginners", "numbering": "random", "cap": 50},
]


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(map(str, options.values())) or "plain")
def test_turning_the_board_of_l_africa_and_playing_lead_to_the_same(options: dict[str, Any]) -> None:
    short = {"match": "single", "repetition": 2} | options
    if "cap" not in short and short.get("variant", "plain") in ("plain", "first"):
        short["no_progress"] = 20
    check_symmetry(games()["pistes"], symmetries("pistes")[0], 1, 150, short)


@pytest.mark.parametrize("symmetry", symmetries("africa"), ids=lambda symmetry: symmetry.name)
def test_exchanging_kinds_of_africa_and_playing_lead_to_the_same(symmetry: Any) -> None:
    check_symmetry(games()["africa"], symmetry, 5, 160, {}, seats=3)


def check_symmetry(
    game: Game, symmetry: Any, seed: int, plies: int, options: dict[str, Any], seats: int | None = None
) -> None:
    """Play a game and its image side by side: the same is legal, seen and won, exchanged."""
    luck, encoding = random.Random(seed), features(game, seats)
    moved = encoding.permutation(symmetry)
    state = caravane.start(game, seats, seed=seed, options=options).state.copy()
    if game.id == "pistes":
        state.history[...] = 0
        state.history[0] = state.key
    image = symmetry.state(state)
    assert image.tobytes() != state.tobytes()
    for ply in range(plies):
        assert game.rules.is_over(image) == game.rules.is_over(state)
        for seat in range(encoding.seats if ply % 10 == 0 or game.rules.is_over(state) else 0):
            assert game.invariants(image) == []
            ours, theirs = (encoding.of_view(game, game.view(one, seat), seat) for one in (state, image))
            assert np.array_equal(ours[moved], theirs)
        if game.rules.is_over(state):
            break
        seat = game.seats_to_move(state)[0]
        assert game.seats_to_move(image) == [seat]
        legal = game.legal(state, seat)
        assert game.legal(image, seat) == sorted(map(symmetry.action, legal))
        mask = np.zeros(game.action_count, np.int8)
        mask[legal] = 1
        assert np.flatnonzero(symmetry.mask(mask)).tolist() == game.legal(image, seat)
        action = luck.choice(legal)
        game.rules.apply_action(state, seat, action)
        game.rules.apply_action(image, seat, symmetry.action(action))
    results = np.zeros((2, game.max_seats))
    if game.rules.is_over(state):
        for row, one in zip(results, (state, image), strict=True):
            game.rules.returns(one, row)
        assert game.ending(state) == game.ending(image)
    assert np.array_equal(*results)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_symmetry_is_a_permutation_that_undoes_itself(game: Game) -> None:
    for symmetry in symmetries(game):
        moved = features(game).permutation(symmetry)
        assert np.array_equal(moved[moved], np.arange(features(game).size))
        assert np.array_equal(symmetry.actions[symmetry.actions], np.arange(game.action_count))
        assert not np.array_equal(moved, np.arange(features(game).size))


def refined(colours: list[Any], near: list[list[int]]) -> list[int]:
    """Tell places apart by their colour, their neighbours' colours, and so on until nothing changes."""
    kinds = [0] * len(near)
    while True:
        signs = [
            (colours[here], kinds[here], tuple(sorted(kinds[there] for there in near[here])))
            for here in range(len(near))
        ]
        order = {sign: number for number, sign in enumerate(sorted(set(signs), key=repr))}
        finer = [order[sign] for sign in signs]
        if len(set(finer)) == len(set(kinds)):
            return finer
        kinds = finer


def test_the_other_boards_have_no_symmetry() -> None:
    """No two places can be exchanged: each differs from every other by what it is or by what is around it."""
    africa = [[int(africa_board.NEAR[here, i]) for i in range(africa_board.NEAR_COUNT[here])] for here in range(101)]
    cities = [here in africa_board.CITY_HEX for here in range(101)]
    assert len(set(refined(cities, africa))) == 101
    places = range(africana_board.PLACES)
    ways = [[int(africana_board.NEIGHBOURS[here, i]) for i in range(africana_board.DEGREE[here])] for here in places]
    signs = [(int(africana_board.HALF[here]), tuple(africana_board.SYMBOL[here].tolist())) for here in places]
    assert len(set(refined(signs, ways))) == len(ways)
    borders: list[list[int]] = [[] for _ in range(africa1880_board.TERRITORIES)]
    for here, there in africa1880_board.WAYS:
        borders[here].append(there)
    assert len(set(refined(africa1880_board.SQUARES.tolist(), borders))) == len(borders)


def test_the_half_turn_is_the_only_symmetry_of_l_africa() -> None:
    """Of the four of a board that is no square, only the half turn brings the camps upon each other."""

    def image(cell: int, across: bool, along: bool) -> int:
        line, column = divmod(cell, COLUMNS)
        return (LINES - 1 - line if along else line) * COLUMNS + (COLUMNS - 1 - column if across else column)

    camps = {frozenset(camp) for camp in CAMP_CELLS}
    kept = [
        (across, along)
        for across in (False, True)
        for along in (False, True)
        if {frozenset(image(cell, across, along) for cell in camp) for camp in camps} == camps
    ]
    assert kept == [(False, False), (True, True)]
