"""The report, worked out from public information, against the kernels; and the words of the game."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import caravane
from caravane.game import SPECTATOR
from caravane.games.africa1880 import GAME
from caravane.games.africa1880.actions import ACTION_COUNT, READY
from caravane.games.africa1880.resolution import play_turn as resolve
from caravane.games.africa1880.sampling import random_sheet, random_start
from caravane.kernel import blank, is_plain
from caravane.play import Play
from tests.games.africa1880.referee import ORDERS, check_report, hand_in, play_turn, table

GAMES = 3 if is_plain() else 60


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize(
    "options",
    [{}, {"landing": "bounce"}, {"shortage": "target", "madagascar": "zanzibar"}],
    ids=["box", "bounce", "target"],
)
def test_the_report_ends_on_the_same_board_in_random_games(seats: int, options: dict[str, str]) -> None:
    for number in range(max(1, GAMES // 6)):
        state = blank(GAME.state)
        GAME.rules.set_up(state, seats, GAME.codes(GAME.check_options(options)))
        word = np.uint64(random_start(state, np.uint64(number * 1000 + seats)))
        while not GAME.rules.is_over(state):
            for seat in range(seats):
                word = np.uint64(random_sheet(state, int(state.country[seat]), word))
            assert GAME.invariants(state) == []
            resolve(state)
            check_report(state)


@given(st.integers(0, 2**32), st.integers(0, 2))
def test_the_report_ends_on_the_same_board_when_presences_run_out(seed: int, left: int) -> None:
    """France stands in all but a few places with next to nothing in stock, and writes at random."""
    fill = {"country": "france", "count": 22 - left, "keep_free": ["libye", "dakar", "kenya"]}
    options = {"landing": "bounce" if seed % 2 else "all", "shortage": "target" if seed % 3 else "origin"}
    also = {"alger": ["germany"], "congo": ["germany", "italy"]}
    game = table({"countries": ["france", "germany", "italy"], "fill": fill, "also": also, "options": options})
    word = np.uint64(seed)
    for seat in range(3):
        word = np.uint64(random_sheet(game.state, int(game.state.country[seat]), word))
    resolve(game.state)
    check_report(game.state)
    assert GAME.invariants(game.state) == []


def sentences(game: Play, seat: int, viewer: int, action: int) -> list[tuple[str, str]]:
    before = GAME.view(game.state, viewer)
    game.apply(action, seat)
    events = GAME.narrate(before, GAME.view(game.state, viewer), seat, action)
    return [event.text for event in events]


def test_the_last_seal_brings_the_report_to_everybody() -> None:
    at = {"alger": ["france", "germany"], "libye": ["italy"], "sahara": ["italy"]}
    game = table({"countries": ["france", "germany", "italy"], "at": at})
    hand_in(game, 0, "Alger: D; Bateau: Dakar; Italie: A")
    hand_in(game, 1, "Alger: D; France: G")
    for action in ORDERS.read(GAME.view(game.state, 2), 2, "Libye: Alger; Sahara: D; Bateau: Dakar").actions:
        game.apply(action, 2)
    told = sentences(game, 2, SPECTATOR, READY)
    assert [text.en for text in told] == [  # type: ignore[attr-defined]
        "{who} seals the sheet.",
        "1880: the sheets are open.",
        "Algiers: +2 developments (France, Germany), 2 of 3.",
        "Sahara: +1 development (Italy), 1 of 1.",
        "France: landing → Dakar.",
        "Italy: Libya → Algiers.",
        "Italy: landing → Dakar.",
        "France: alliance with all.",
        "Germany: war with France; alliance with Italy.",
        "Italy: alliance with all.",
        "Sahara: colony (Italy).",
        "The year 1885 begins.",
    ]


def test_what_is_removed_and_what_had_no_effect_is_told_with_the_reason() -> None:
    at = {"alger": ["france", "germany", "italy"], "libye": ["france", "italy"]}
    game = table({"countries": ["france", "germany", "italy"], "at": at, "developed": {"libye": 2}})
    sheets = {
        "france": "Alger: Libye; Libye: D; Allemagne: G; Italie: G",
        "germany": "Alger: Libye; Italie: G",
        "italy": "France: G; Allemagne: A",
    }
    play_turn(game, {"sheets": sheets})
    events = GAME.narrate(table({"countries": ["france", "germany", "italy"]}).state, game.state, 2, READY)
    told = [event.text.en for event in events]
    assert "Libya: 1 development too many (France), without effect (§4.2)." in told
    assert "France: Algiers → Libya, without effect: a presence stands or arrives there already (§4.5)." in told
    assert "Italy: presence removed (Algiers), war declared by France, Germany (§5.3)." in told
    assert "Italy: presence removed (Libya), war declared by France, Germany (§5.3)." in told
    assert "Libya: developed, no colony while there is war (France → Germany) (§6.1)." in told


def test_a_writer_is_told_and_nobody_else() -> None:
    game = table({"countries": ["france", "germany", "italy"], "at": {"alger": ["france"]}})
    action = GAME.parse("alger>libye")
    assert [text.fr for text in sentences(game, 0, 0, action)] == ["Alger\u00a0: explorer Libye."]  # type: ignore[attr-defined]
    assert sentences(game, 0, 1, GAME.parse("alger D")) == []


def test_asking_follows_the_sheet() -> None:
    game = table({"countries": ["france", "germany", "italy"], "at": {"alger": ["france"]}})

    def ask() -> str:
        return GAME.ask(GAME.view(game.state, 0), 0).en

    asked = [ask()]
    for text in ("alger D", "boat -", "germany A", "italy G", "ready"):
        game.apply(text, 0)
        asked.append(ask())
    assert asked == [
        "Algiers: what does your presence do?",
        "Boat: on which coast do you land?",
        "Germany: alliance or war?",
        "Italy: alliance or war?",
        "Seal the sheet of 1880?",
        "Sheet sealed. Waiting for Germany, Italy.",
    ]


def test_every_action_has_three_forms() -> None:
    for action in range(ACTION_COUNT):
        assert GAME.encode(GAME.decode(action)) == action
        assert GAME.parse(GAME.notation(action)) == action


def test_random_single_orders_end_by_themselves() -> None:
    game = caravane.start("africa1880", 3, seed=2, options={"start": "historical", "countries": "seats"})
    plies = 0
    while int(game.state.turn) < 1:
        seat = game.to_move[plies % len(game.to_move)]
        game.apply(game.legal(seat)[(plies * 7919) % len(game.legal(seat))], seat)
        plies += 1
    assert plies < 3 * 252
