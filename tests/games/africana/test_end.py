"""The end of the game and its scoring; see docs/games/africana.md."""

from functools import cache
from itertools import combinations, product

import pytest

import caravane
from caravane.games.africana.board import EXPEDITION_IDS, EXPEDITION_TO, SET_POINTS
from caravane.games.africana.scoring import winners
from tests.games.africana.builder import after, table


def last_row(*seats: str) -> caravane.Play:
    """A full row and no pile."""
    return table(*seats, row="A1 A5 A2 A3 A4", used_up="ABC")


def sheet(play: caravane.Play, seat: int) -> dict[str, int]:
    return {item.key: item.points for item in play.score_sheet(seat)}


def test_9_1_the_round_is_played_to_the_last_seat() -> None:
    play = last_row("Italy Leopoldville joined A5", "France", "Germany")
    after(play, "complete A5", "end")
    assert play.view(-1)["is_last_round"]
    assert after(play, "end").to_move == [2]
    assert after(play, "draw").is_over
    assert play.game.ending(play.state) == "expeditions"


def test_9_1_the_last_seat_ends_the_game_at_once() -> None:
    play = after(last_row("Italy", "France Leopoldville joined A5"), "draw", "complete A5")
    assert not play.is_over
    assert after(play, "end").is_over


def test_9_1_a_full_row_goes_on_without_a_pile() -> None:
    play = after(last_row("Italy", "France"), "draw", "draw")
    assert (play.is_over, play.view(0)["round"]) == (False, 2)


@pytest.mark.parametrize(("seats", "last"), [(2, 20), (3, 23), (4, 26)])
def test_9_1_the_last_round_comes_with_the_completion_that_cannot_be_refilled(seats: int, last: int) -> None:
    """Each completion takes the next card, until there is none: as if the seats did nothing else."""
    play = caravane.start("africana", seats)
    for number in range(1, last + 1):
        assert not play.view(-1)["is_last_round"]
        mover, card = play.to_move[0], play.state.row[number % 5] - 1
        play.state.joined[number % 5] |= 1 << mover
        play.state.place[mover] = EXPEDITION_TO[card]
        after(play, f"complete {EXPEDITION_IDS[card]}", "end")
    assert play.view(-1)["is_last_round"] or play.is_over
    assert play.view(-1)["expeditions"]["left"] == 0


def test_9_2_twenty_rounds_without_progress_end_the_game() -> None:
    play = table("Italy silver 9 hand joker", "France", row="A5 A1 A2 A3 A4", north="| N1 N2")
    after(play, "turn north left", "end", "draw")
    after(play, *["end"] * 36)
    after(play, "Tanger with joker", "end")
    assert not play.is_over
    assert after(play, "end").is_over
    assert play.game.ending(play.state) == "standstill"


@pytest.mark.parametrize("progress", ["join A5", "complete B1", "buy north right", "finish S7"])
def test_9_2_progress_begins_the_count_anew(progress: str) -> None:
    play = table("Italy Napoli silver 9 open S7 joined B1", "France", row="A5 A1 A2 A3 B1")
    after(play, *["end"] * 38)
    assert play.view(0)["idle_rounds"] == 19
    after(play, progress, "end", "end")
    assert (play.is_over, play.view(0)["idle_rounds"]) == (False, 0)


def test_10_1_finished_expeditions_and_artefacts_bring_their_points() -> None:
    play = table("Italy done A1 B1 N3 S14", "France done C4", "Germany")
    assert (sheet(play, 0)["expeditions"], sheet(play, 0)["artefacts"]) == (2 + 5, 5)
    assert sheet(play, 1)["expeditions"] == 9


@cache
def best(counts: tuple[int, ...]) -> int:
    """Every way to make sets, tried one after the other: no order, no table, no sorting."""
    ways: list[tuple[tuple[int, ...], int]] = [(kinds, 2) for kinds in combinations(range(5), 2)]
    ways += [(kinds, 10) for kinds in combinations(range(5), 4)]
    ways += [((kind,) * 2, 6) for kind in range(5)] + [((kind,) * 3, 12) for kind in range(5)]
    found = 0
    for kinds, points in ways:
        left = list(counts)
        for kind in kinds:
            left[kind] -= 1
        if min(left) >= 0:
            found = max(found, points + best(tuple(left)))
    return found


def set_points(*counts: int) -> int:
    index = 0
    for count in (*counts, 0, 0, 0, 0)[:5]:
        index = 5 * index + count
    return int(SET_POINTS[index])


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((2, 1, 1, 1), 10), ((2, 2, 1, 1), 14), ((3, 1, 1, 1), 16), ((2, 1, 1, 1, 1), 16), ((3, 3), 24), ((4, 4), 26),
        ((1, 1, 1, 1, 1), 10), ((3, 2, 1), 18), ((1,), 0), ((4,), 12),
    ],
)  # fmt: skip
def test_10_2_the_best_partition_counts(counts: tuple[int, ...], points: int) -> None:
    assert set_points(*counts) == points


def test_10_2_the_table_agrees_with_an_exhaustive_search_on_all_counts() -> None:
    for counts in product(range(5), repeat=5):
        assert set_points(*counts) == best(counts), counts


def test_10_2_sets_are_made_of_finished_artefacts() -> None:
    play = table("Italy done N1 N2 S1 open S2", "France done N3 N5 N7 N9 open N4")
    assert (sheet(play, 0)["sets"], sheet(play, 1)["sets"]) == (12, 10)


@pytest.mark.parametrize(
    ("done", "loss"), [("N11", 0), ("N11 N12", -5), ("N11 N12 S11", -10), ("N11 N12 S11 S12", -10)]
)
def test_10_3_finished_assistants_cost_points(done: str, loss: int) -> None:
    assert sheet(table(f"Italy done {done} open N13", "France"), 0)["assistants"] == loss


@pytest.mark.parametrize(("silver", "points"), [(9, 0), (10, 1), (29, 2)])
def test_10_4_ten_silver_are_a_point(silver: int, points: int) -> None:
    assert sheet(table(f"Italy silver {silver}", "France"), 0)["silver"] == points


def test_10_5_two_travel_cards_are_a_point_without_joker_and_assistants() -> None:
    play = table("Italy hand grey grey violet joker assistant-grey", "France hand joker assistant-violet")
    assert (sheet(play, 0)["cards"], sheet(play, 1)["cards"]) == (1, 0)


def test_10_6_an_open_artefact_is_a_point_and_an_open_assistant_nothing() -> None:
    assert sheet(table("Italy open N2 N3 N11", "France"), 0)["open"] == 2


def test_10_7_most_points_then_most_silver_then_shared() -> None:
    assert winners(table("Italy done A1", "France done A2").state) == [1]
    assert winners(table("Italy silver 3", "France silver 2").state) == [0]
    shared = table("Italy silver 3", "France silver 3", "Germany silver 1")
    assert winners(shared.state) == [0, 1]
    assert shared.returns == [0.25, 0.25, -0.5]
    assert table("Italy done A1", "France").returns == [1.0, -1.0]
