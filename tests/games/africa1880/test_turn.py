"""§2: years, secrecy, sealing, promises."""

import pytest

from caravane.errors import BadInput, IllegalAction
from caravane.game import SPECTATOR
from caravane.games.africa1880 import GAME
from caravane.games.africa1880.actions import READY, UNREADY
from caravane.games.africa1880.board import YEARS
from caravane.games.africa1880.state import MAX_STROKES
from caravane.play import Play
from tests.games.africa1880.referee import ORDERS, hand_in, play_turn, table

THREE = {"countries": ["france", "germany", "italy"], "at": {"alger": ["france"], "libye": ["germany"]}}


def three() -> Play:
    return table(THREE)


def view(game: Play, seat: int) -> bytes:
    seen: bytes = GAME.view(game.state, seat).tobytes()
    return seen


def test_2_1_eight_turns_from_1880_to_1914() -> None:
    game, years = three(), []
    while not game.is_over:
        years.append(game.view(0)["year"])
        play_turn(game, {})
    assert tuple(years) == YEARS == (1880, 1885, 1890, 1895, 1900, 1905, 1910, 1914)


def test_2_2_orders_then_conflicts_then_colonies() -> None:
    """Germany develops the Sahara, France arrives at war, Germany leaves, the colony is French."""
    game = table({**THREE, "at": {"alger": ["france"], "sahara": ["germany"]}})
    play_turn(game, {"sheets": {"germany": "Sahara: D", "france": "Alger: Sahara; Allemagne: G"}})
    report = game.view(SPECTATOR)["report"]
    assert [fact["type"] for fact in report if fact["type"] != "relations"] == [
        "developed",
        "explored",
        "removed",
        "colony",
    ]


def test_2_2_sheets_wait_for_the_first_presences() -> None:
    from caravane import start

    with pytest.raises(IllegalAction, match=r"§2\.2"):
        start("africa1880", 3).apply("alger D", 0)


def test_2_3_promises_bind_nobody_but_show_whether_they_were_kept() -> None:
    game = three()
    peace = {"type": "alliance", "by": "france", "to": "germany", "year": 1880}
    away = {"type": "no-exploration", "by": "france", "territory": "libye", "year": 1880}
    help_ = {"type": "develop", "by": "germany", "territory": "libye", "year": 1880}
    assert peace in ORDERS.promises(GAME.view(game.state, 0), 0)
    assert away in ORDERS.promises(GAME.view(game.state, 0), 0)
    assert ORDERS.promise_kept(game.state, peace) is None
    play_turn(game, {"sheets": {"france": "Alger: Libye; Allemagne: G", "germany": "Libye: D"}})
    assert [ORDERS.promise_kept(game.state, promise) for promise in (peace, away, help_)] == [False, False, True]
    assert ORDERS.promise_text(peace).fr == "France, 1880, alliance avec l’Allemagne."
    assert ORDERS.promise_text(away).en == "France, 1880: no exploration into Libya."


@pytest.mark.parametrize(
    ("promise", "is_kept"),
    [
        ({"type": "war", "by": "france", "to": "germany"}, True),
        ({"type": "war", "by": "germany", "to": "france"}, False),
        ({"type": "alliance", "by": "italy", "to": "france"}, True),
        ({"type": "no-development", "by": "france", "territory": "alger"}, False),
        ({"type": "no-development", "by": "germany", "territory": "libye"}, True),
        ({"type": "no-landing", "by": "italy", "territory": "dakar"}, False),
        ({"type": "no-landing", "by": "italy", "territory": "kenya"}, True),
        ({"type": "no-exploration", "by": "germany", "territory": "alger"}, True),
    ],
)
def test_2_3_every_kind_of_promise(promise: dict[str, str], is_kept: bool) -> None:
    game = three()
    play_turn(game, {"sheets": {"france": "Alger: D; Allemagne: G", "italy": "Bateau: Dakar"}})
    assert ORDERS.promise_kept(game.state, {**promise, "year": 1880}) is is_kept


def test_2_3_what_is_no_promise_is_refused() -> None:
    for wrong in (
        {"type": "love"},
        {"type": "war", "by": "france", "to": "france", "year": 1880},
        {"type": "war", "year": 3},
        {"type": ["war"], "by": "france", "to": "italy", "year": 1880},
    ):
        with pytest.raises(BadInput):
            ORDERS.promise_text(wrong)


def test_2_4_others_see_nothing_of_a_sheet_but_its_seal() -> None:
    game = three()
    before = [view(game, seat) for seat in (1, 2, SPECTATOR)]
    for text in ("alger D", "alger>libye", "boat>dakar", "germany G", "italy A"):
        game.apply(text, 0)
        assert GAME.is_secret(GAME.parse(text))
    assert [view(game, seat) for seat in (1, 2, SPECTATOR)] == before
    game.apply("ready", 0)
    assert not GAME.is_secret(READY)
    assert [seat["ready"] for seat in game.view(1)["seats"]] == [True, False, False]
    assert game.view(1)["sheet"]["orders"][0]["order"] is None


def test_2_4_after_the_reveal_every_sheet_is_public() -> None:
    game = three()
    play_turn(game, {"sheets": {"france": "Alger: Libye; Bateau: Dakar; Italie: G"}})
    sheet = game.view(SPECTATOR)["past"][0]["sheets"]["france"]
    assert sheet == {
        "orders": {"alger": "libye"},
        "landing": "dakar",
        "relations": {"germany": None, "italy": "war"},
    }


def test_2_5_a_line_can_be_changed_until_the_sheet_is_sealed() -> None:
    game = three()
    for text in ("alger D", "alger>libye", "alger -", "alger>sahara", "ready"):
        game.apply(text, 0)
    saved = game.save()
    for text in ("alger D", "ready"):
        with pytest.raises(IllegalAction, match=r"not to move.*§2\.5"):
            game.apply(text, 0)
    assert game.save() == saved
    game.apply("ready", 1)
    game.apply("ready", 2)
    assert game.view(0)["report"][0]["to"] == "sahara"


def test_2_5_a_sealed_sheet_can_be_taken_back_while_another_is_open() -> None:
    game = three()
    game.apply("alger D", 0)
    game.apply("ready", 0)
    assert game.to_move == [1, 2]
    assert game.legal(0) == [UNREADY]
    game.apply("unready", 0)
    assert game.to_move == [0, 1, 2]
    game.apply("alger -", 0)
    for seat in range(3):
        game.apply("ready", seat)
    assert int(game.state.developed.sum()) == 0


def test_2_5_a_whole_sheet_replaces_the_one_before() -> None:
    game = three()
    hand_in(game, 0, "Alger: D; Bateau: Dakar; Allemagne: G")
    hand_in(game, 0, "Alger: Libye; Italie: G")
    assert game.view(0)["sheet"]["landing"]["order"] == "nothing"
    assert [line["relation"] for line in game.view(0)["sheet"]["relations"]] == ["alliance", "war"]
    assert game.view(0)["sheet"]["orders"][0]["order"] == "libye"


def test_2_5_a_repeated_sheet_changes_nothing() -> None:
    game = three()
    hand_in(game, 0, "Alger: D; Allemagne: G")
    again = ORDERS.read(GAME.view(game.state, 0), 0, "Alger: D; Allemagne: G")
    assert again.actions == ()


def test_2_5_a_late_sheet_changes_nothing() -> None:
    game = three()
    play_turn(game, {})
    late = ORDERS.read(GAME.view(game.state, 0), 0, {"year": 1880, "orders": {"alger": "develop"}})
    assert late.actions == ()
    assert {line.rule for line in late.lines} == {"2.5"}
    while not game.is_over:
        play_turn(game, {})
    assert ORDERS.read(GAME.view(game.state, 0), 0, "Alger: D").actions == ()


def test_2_5_a_country_without_presences_hands_in_a_sheet() -> None:
    game = three()
    hand_in(game, 0, "")
    hand_in(game, 1, "")
    assert game.to_move == [2]
    hand_in(game, 2, "Bateau: Dakar")
    assert int(game.state.turn) == 1


def test_2_6_a_sheet_changes_250_times_at_most() -> None:
    game = three()
    for _ in range(MAX_STROKES // 2):
        game.apply("alger D", 0)
        game.apply("alger -", 0)
    assert game.legal(0) == [READY]
    with pytest.raises(IllegalAction, match=r"250.*§2\.6"):
        game.apply("alger D", 0)
    reading = ORDERS.read(GAME.view(game.state, 0), 0, "Alger: D")
    assert reading.actions == ()
    assert reading.lines[-1].rule == "2.6"
    game.apply("ready", 0)
    assert game.legal(0) == []
    assert GAME.explain(game.state, 0, UNREADY).rule == "2.6"
    assert int(GAME.view(game.state, 1).strokes.sum()) == 0
