"""A review adds up, follows from what a seat could know, and finds what was planted."""

from itertools import islice
from typing import Any

import msgspec
import numpy as np
import pytest

from caravane.chance import SeededChance
from caravane.game import SPECTATOR
from caravane.odds import draw_of
from caravane.play import Play, start
from caravane.record import Judged
from caravane.review.calibration import calibration_of
from caravane.review.effort import Effort
from caravane.review.measure import UNIT, Meter, in_millionths
from caravane.review.reviewing import curve, finish, go_on, review_story
from caravane.review.story import Deed, Story
from caravane.review.told import Noted, Parts, Review, percents
from tests.review.made import (
    TINY,
    africa_nears_its_end,
    at_random,
    blunder_in,
    broken_off,
    by,
    ending_of,
    follow,
    luck_in,
    told,
)

pytestmark = pytest.mark.compiled
TABLES = [("africa", 2), ("africa", 3), ("africana", 2), ("africana", 4), ("pistes", 2), ("africa1880", 3)]


def adds_up(found: Review) -> None:
    """Every sum of a review is exact."""
    seat = found.seat
    assert found.start + found.parts.total == found.result
    assert sum((turn.parts for turn in found.turns), Parts()) == found.parts
    chances = [found.start, *(turn.after[seat] for turn in found.turns)]
    assert chances[-1] == found.result
    for before, turn in zip(chances, found.turns, strict=False):
        assert turn.before[seat] == before
        assert turn.after[seat] - before == turn.parts.total
        assert sum(turn.after) == UNIT
        assert turn.parts.choices <= 0
    assert all(0 <= choice.low <= choice.high for choice in found.choices)
    assert all(choice.best_chance - choice.chance == choice.cost >= 0 for choice in found.choices)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_parts_of_many_games_add_up_to_the_last_digit(game: str, seats: int) -> None:
    for seed in range(35):
        story = broken_off(game, seats, seed, 4 + seed)
        adds_up(review_story(story, seed % seats, TINY))


@pytest.mark.parametrize(("game", "seats"), TABLES[::2])
def test_the_parts_of_whole_games_add_up_too(game: str, seats: int) -> None:
    play = start(game, seats, seed=3)
    story = told(play, follow(play, by("level1", 3)))
    found = review_story(story, 1, TINY)
    adds_up(found)
    assert play.is_over
    assert sum(choice.cost for choice in found.choices) == -found.parts.choices


def test_who_resigns_lost_by_its_own_choice_and_the_other_won_by_it() -> None:
    story = broken_off("pistes", 2, 3, 10)
    assert story.verdict is not None
    assert story.verdict.reason == "resigned"
    mine, theirs = (review_story(story, seat, TINY).turns[-1].parts for seat in (0, 1))
    winner = story.shares.index(1.0)
    if winner == 1:
        assert mine.choices < 0 == mine.others
    assert theirs.choices == 0 != theirs.others


def test_a_record_has_one_review() -> None:
    story = broken_off("africa", 2, 4, 30)
    first, second = (msgspec.json.encode(review_story(story, 0, TINY)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("game", "seats"), [("africa", 2), ("africa1880", 3)])
def test_a_review_that_was_interrupted_goes_on_where_it_was(game: str, seats: int) -> None:
    story = broken_off(game, seats, 6, 40)
    whole = review_story(story, 1, TINY)
    noted: list[Noted] = []
    for _ in range(200):  # a process that is lost after every second step
        kept = msgspec.json.decode(msgspec.json.encode(noted), type=list[Noted])
        more = list(islice(go_on(story, 1, TINY, kept), 2))
        noted += more
        if not more:
            break
    assert msgspec.json.encode(finish(story, 1, noted, TINY)) == msgspec.json.encode(whole)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_curve_alone_is_what_the_turns_of_a_review_say(game: str, seats: int) -> None:
    story = broken_off(game, seats, 2, 25)
    found = review_story(story, 0, TINY)
    turns = [turn for turn in found.turns if 0 <= turn.first < len(story.deeds)]
    assert curve(story, 0, TINY) == [*(turn.before for turn in turns), found.turns[-1].after]
    assert all(sum(chances) == UNIT for chances in curve(story, SPECTATOR, TINY))


def test_a_move_of_l_africa_that_throws_pawns_away_is_told_in_pawns() -> None:
    """A pawn could come home and goes away from it instead."""
    line = "pistes match=single gate_limit=3 1D8/1LD7/2LD6/3LD5/L3L4D/5LDL2/3D2L3/8D1/8LD L"
    play = start("pistes", position=line)
    states = [play.state]
    for action in ("h4-h2", play.game.notation(play.game.legal(play.state, 0)[0])):
        legal = [play.game.notation(each) for each in play.legal()]
        play.apply(action if action in legal else legal[0])
        states.append(play.state)
    story = told(play, states, Judged("agreed", -1, [0.0, 0.0]), line)
    choice = review_story(story, 0, Effort(iterations=20, nodes=4000, second=20)).choices[0]
    assert choice.action != choice.best
    assert choice.terms is not None
    assert "pawn" in choice.terms.en or "force" in choice.terms.en


def dealt_anew(story: Story, seat: int, until: int, seed: int) -> Story:
    """Another truth behind the same views of a seat up to a moment; from there on a random game of its own."""
    luck, game = SeededChance(seed), story.game
    states = []
    for number in range(until + 1):
        world = game.view(story.states[number], seat)
        game.rules.determinize(world, seat, luck.word())
        states.append(world)
    play = Play(game, story.seats, story.options, luck, states[-1])
    rest = follow(play, at_random(seed), 12)
    deeds = [*story.deeds[:until], *(Deed(step.seat, step.action) for step in play.steps if step.seat >= 0)]
    return Story(game, story.seats, [*states[:-1], *rest], deeds, story.shares, story.verdict, None, story.options)


def judged(found: Review, until: int) -> bytes:
    """What is said of decisions before a moment, of the chances then, and of nothing that came later."""
    choices = [choice for choice in found.choices if choice.at < until]
    turns = [(turn.before, turn.after, turn.parts) for turn in found.turns if turn.last < until]
    return msgspec.json.encode(
        [[msgspec.structs.replace(each, low=0, high=0, has_second=False) for each in choices], turns]
    )


@pytest.mark.parametrize(("game", "seats"), [("africa", 2), ("africana", 3)])
@pytest.mark.parametrize("seed", range(3))
def test_what_a_seat_could_not_know_changes_no_byte_of_its_decisions(game: str, seats: int, seed: int) -> None:
    story = broken_off(game, seats, seed, 60)
    seat, until = seed % seats, 40
    other = dealt_anew(story, seat, until, 77 + seed)
    assert any(a.tobytes() != b.tobytes() for a, b in zip(story.states[:until], other.states[:until], strict=True))
    effort = msgspec.structs.replace(TINY, costliest=0)
    first, second = (judged(review_story(each, seat, effort), until) for each in (story, other))
    assert first == second
    assert len(first) > 500


def test_what_others_write_in_secret_changes_no_byte_of_a_sheets_judgement() -> None:
    """The others write more lines, and other lines: this year's sheet of seat 0 is judged alike."""
    effort = msgspec.structs.replace(TINY, costliest=0)
    found = [review_story(_year_of_1880(extra), 0, effort) for extra in (0, 3)]
    turns = [{choice.turn: choice for choice in each.choices} for each in found]
    first_year = max(turns[0])
    assert msgspec.json.encode(turns[0][first_year]) == msgspec.json.encode(turns[1][first_year])
    assert found[0].turns[-2].after != found[1].turns[-2].after  # what came of it is another matter


def _year_of_1880(extra: int) -> Story:
    play = start("africa1880", 3, seed=2)
    states, first = [play.state], by("level2", 5)
    orders = play.game.orders
    assert orders is not None

    def put(action: int, seat: int) -> None:
        play.apply(action, seat)
        states.append(play.state)

    while orders.ready not in play.legal(play.to_move[0]):
        put(first(play, play.to_move[0]), play.to_move[0])
    for seat in (1, 2):
        for _ in range(2 + extra):
            legal = [action for action in play.legal(seat) if orders.line(action) >= 0]
            put(legal[int(SeededChance(extra * 10 + len(states)).word()) % len(legal)], seat)
        put(orders.ready, seat)
    while int(play.state.turn) == 0:
        put(first(play, 0), 0)
    return told(play, states, Judged("agreed", -1, [0.0] * 3))


def test_a_planted_blunder_is_the_costliest_turn() -> None:
    play = ending_of("africa", 2, 11, africa_nears_its_end)
    seat = play.to_move[0]
    story, last = blunder_in(play, seat, 5)
    found = review_story(story, seat, Effort(iterations=100, best=600, worlds=128, outcomes=12, second=50))
    costs: dict[int, int] = {}
    for choice in found.choices:
        costs[choice.turn] = costs.get(choice.turn, 0) + choice.cost
    planted = next(turn.number for turn in found.turns if turn.first <= last <= turn.last)
    assert max(costs, key=lambda turn: costs[turn]) == planted


def test_a_planted_stroke_of_luck_is_told_as_luck() -> None:
    play = ending_of("africa", 2, 12, africa_nears_its_end)
    seat = play.to_move[0]
    story, at = luck_in(play, seat, 5)
    found = review_story(story, seat, Effort(iterations=100, best=300, worlds=128, outcomes=16, second=50))
    turn = next(turn for turn in found.turns if turn.first <= at <= turn.last)
    assert turn.parts.luck > 0
    assert turn.parts.luck > -turn.parts.choices


def test_the_worlds_that_an_action_is_tried_in_are_as_likely_as_chance_says() -> None:
    """Which tile lies under a hex of Africa: the tries agree with the odds that the game counts."""
    play = ending_of("africa", 2, 13, lambda state: int(state.decision) == 4 and int(state.turns) > 12)
    seat = play.to_move[0]
    game, view = play.game, play.game.view(play.state, play.to_move[0])
    action = next(each for each in play.legal(seat) if game.odds.reveals(view, each))
    meter = Meter(game, 2, seat, calibration_of(game, 2), Effort(worlds=4000, outcomes=400))
    prospect = meter.prospect(view, seat, action)
    drawn = draw_of(game, view, action)
    assert len(prospect.views) == len(drawn.cases)
    expected = sorted(count / drawn.total for _, count in drawn.cases)
    assert np.allclose(sorted(prospect.weights), expected, atol=0.03)


def test_luck_has_a_mean_of_zero_over_all_that_could_have_come() -> None:
    play = ending_of("africa", 2, 13, lambda state: int(state.decision) == 4 and int(state.turns) > 12)
    seat = play.to_move[0]
    game, view = play.game, play.game.view(play.state, seat)
    action = next(each for each in play.legal(seat) if game.odds.reveals(view, each))
    meter = Meter(game, 2, seat, calibration_of(game, 2), Effort(iterations=20))
    prospect = meter.prospect(view, seat, action)
    mean = meter.expected(prospect, 1)[seat]
    luck = [meter.chances(each, 1)[seat] - mean for each in prospect.views]
    assert len(luck) > 3
    assert abs(sum(weight * each for weight, each in zip(prospect.weights, luck, strict=True))) <= 1


def test_shares_become_millionths_that_add_up() -> None:
    for shares in ([1 / 3] * 3, [0.5, 0.5], [1.0, 0.0], [0.1] * 10):
        assert sum(in_millionths(shares)) == UNIT


def test_whole_per_cents_add_up() -> None:
    parts: list[Any] = [333_334, -124_500, 205_500, -14_334]
    assert sum(percents(parts, UNIT)) == round(100 * sum(parts) / UNIT)
    assert percents([500_000, 500_000, -1_000_000, 0], UNIT) == [50, 50, -100, 0]
