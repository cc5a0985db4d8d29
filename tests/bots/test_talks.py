"""Negotiation: reasons to offer, accept, refuse, keep and break; and nothing is passed on."""

import numpy as np
import pytest

import caravane
from caravane.bots import talks
from caravane.bots.planner import Planner
from caravane.bots.talks import Deal, Term
from caravane.game import SPECTATOR, Structure

WORD = np.uint64(77)


@pytest.fixture
def writing() -> caravane.Play:
    """Three countries before their first sheets."""
    play = caravane.start("africa1880", 3, seed=1)
    orders = play.game.orders
    assert orders is not None
    while orders.ready not in play.legal(play.to_move[0]):
        seat = play.to_move[0]
        play.apply(play.legal(seat)[0], seat)
    return play


def alliance(play: caravane.Play, by: int, to: int) -> Structure:
    """What `by` can promise to `to`."""
    orders = play.game.orders
    assert orders is not None
    names = {seat: orders.promises(play.game.view(play.state, seat), seat)[0]["by"] for seat in range(play.seats)}
    return {"type": "alliance", "by": names[by], "to": names[to], "year": 1880}


def mutual(play: caravane.Play, a: int, b: int, *, accepted: bool) -> Deal:
    terms = (Term(a, alliance(play, a, b)), Term(b, alliance(play, b, a)))
    return Deal(a, (a, b), int(play.state.turn), terms, accepted)


def seal_all(play: caravane.Play, at_war: tuple[int, int]) -> None:
    """Everybody seals an empty sheet, but one declares war on another."""
    by, on = at_war
    play.apply({"type": "war", "country": alliance(play, by, on)["to"]}, by)
    for seat in range(play.seats):
        play.apply({"type": "ready"}, seat)


def test_a_broken_promise_costs_trust_and_the_next_deal(writing: caravane.Play) -> None:
    play, game = writing, writing.game
    deal = mutual(play, 0, 1, accepted=True)
    before = talks.trust(game, game.view(play.state, 0), (deal,), 1)
    again = mutual(play, 1, 0, accepted=False)
    seal_all(play, (1, 0))
    view = game.view(play.state, 0)
    assert talks.trust(game, view, (deal,), 1) < before
    assert talks.trust(game, view, (deal,), 2) == before
    twice = (deal, deal)
    verdict = talks.answer(game, view, 0, again, twice, WORD)
    assert not verdict.accepts
    assert "broken" in verdict.text.en
    assert not talks.keeps(game, view, 0, again, twice, WORD)


def test_a_kept_promise_earns_trust(writing: caravane.Play) -> None:
    play, game = writing, writing.game
    deal = mutual(play, 0, 1, accepted=True)
    before = talks.trust(game, game.view(play.state, 0), (deal,), 1)
    seal_all(play, (2, 0))
    assert talks.trust(game, game.view(play.state, 0), (deal,), 1) > before


def test_each_other_seat_gets_at_most_one_offer_a_turn(writing: caravane.Play) -> None:
    view = writing.game.view(writing.state, 0)
    made = talks.offers(writing.game, view, 0, (), WORD)
    for deal in made:
        assert 0 in deal.among
        assert {term.by for term in deal.terms} == set(deal.among)
    again = talks.offers(writing.game, view, 0, tuple(made), WORD)
    assert not {deal.among for deal in made} & {deal.among for deal in again}


def test_a_word_that_is_kept_stands_on_the_sheet(writing: caravane.Play) -> None:
    play, game = writing, writing.game
    view = game.view(play.state, 0)
    bot = Planner(samples=1, scenarios=1, passes=1)
    bot.required = (game.encode({"type": "alliance", "country": alliance(play, 0, 1)["to"]}),)
    assert bot.choose(game, view, 0, game.legal(view, 0), WORD) == bot.required[0]


def test_promises_not_to_do_something_strike_lines_out() -> None:
    assert talks.forbids({"type": "no-landing", "territory": "dakar"}, {"type": "land", "territory": "dakar"})
    assert not talks.forbids({"type": "no-landing", "territory": "dakar"}, {"type": "land", "territory": "alger"})
    assert talks.forbids(
        {"type": "no-exploration", "territory": "libye"}, {"type": "explore", "from": "alger", "to": "libye"}
    )
    assert talks.forbids({"type": "no-development", "territory": "alger"}, {"type": "develop", "territory": "alger"})


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("Bonjour, voulez-vous la paix ?", "fr"),
        ("Hello, do you want peace with me?", "en"),
        ("L’Italie m’a promis Dakar, et à vous ?", "fr"),
        ("xyz", "fr"),
    ],
)
def test_free_text_is_answered_politely_in_its_language(message: str, language: str) -> None:
    said = talks.reply(message, WORD)
    assert talks.language_of(message) == language
    assert "Dakar" not in said
    assert said == talks.reply(message + " ", WORD)


def test_an_answer_does_not_depend_on_what_others_wrote(writing: caravane.Play) -> None:
    """The same proposal, once while a third one's sheet says war and once peace."""
    play, game = writing, writing.game
    deal = mutual(play, 1, 0, accepted=False)
    other = play.copy()
    play.apply({"type": "war", "country": alliance(play, 2, 0)["to"]}, 2)
    verdicts = [talks.answer(game, game.view(state, 0), 0, deal, (), WORD) for state in (play.state, other.state)]
    assert verdicts[0] == verdicts[1]
    assert game.view(play.state, SPECTATOR).tobytes() == game.view(other.state, SPECTATOR).tobytes()


def restraint(play: caravane.Play, by: int) -> tuple[Term, ...]:
    """All that a seat can promise not to do."""
    orders = play.game.orders
    assert orders is not None
    promised = orders.promises(play.game.view(play.state, by), by)
    return tuple(Term(by, promise) for promise in promised if promise["type"] in ("no-landing", "no-exploration"))


def war(play: caravane.Play, by: int, on: int) -> Structure:
    return alliance(play, by, on) | {"type": "war"}


def test_of_two_words_that_contradict_each_other_the_earlier_is_kept(writing: caravane.Play) -> None:
    play, game = writing, writing.game
    turn = int(play.state.turn)
    peace = Deal(1, (0, 1), turn, (Term(0, alliance(play, 0, 1)),), True)
    enmity = Deal(2, (0, 2), turn, (Term(0, war(play, 0, 1)),), True)
    for memory, line in (((peace, enmity), "alliance"), ((enmity, peace), "war")):
        bot = Planner(samples=1, scenarios=0)
        sheet = play.copy()
        for _ in range(100):
            view = game.view(sheet.state, 0)
            talks.brief(bot, game, view, 0, memory, WORD)
            action = bot.choose(game, view, 0, game.legal(view, 0), WORD)
            sheet.apply(action, 0)
            if action == game.encode({"type": "ready"}):
                break
        written = [game.decode(step.action) for step in sheet.steps if step.seat == 0 and step.action is not None]
        about = [each["type"] for each in written if each.get("country") == alliance(play, 0, 1)["to"]]
        assert [kind for kind in about if kind in ("alliance", "war")] == [line]
        assert written[-1] == {"type": "ready"}


def test_nobody_promises_the_contrary_to_those_who_have_the_word(writing: caravane.Play) -> None:
    play, game = writing, writing.game
    turn = int(play.state.turn)
    peace = Deal(1, (0, 1, 2), turn, (Term(0, alliance(play, 0, 1)),), True)
    enmity = Deal(2, (0, 1, 2), turn, (Term(0, war(play, 0, 1)), Term(2, alliance(play, 2, 0))))
    verdict = talks.answer(game, game.view(play.state, 0), 0, enmity, (peace,), WORD)
    assert not verdict.accepts
    assert "otherwise" in verdict.text.en


def test_what_others_leave_out_is_taken_and_giving_up_everything_costs_more_than_peace(writing: caravane.Play) -> None:
    play, game = writing, writing.game
    turn = int(play.state.turn)
    view = game.view(play.state, 0)
    gift = Deal(1, (0, 1), turn, restraint(play, 1))
    assert gift.terms
    assert talks.answer(game, view, 0, gift, (), WORD).accepts
    surrender = Deal(1, (0, 1), turn, (*restraint(play, 0), Term(1, alliance(play, 1, 0))))
    verdict = talks.answer(game, view, 0, surrender, (), WORD)
    assert not verdict.accepts
    assert "serve" in verdict.text.en


def test_a_plan_counts_on_what_a_believed_seat_leaves_out(writing: caravane.Play) -> None:
    play, game = writing, writing.game
    turn = int(play.state.turn)
    deal = Deal(1, (0, 1), turn, restraint(play, 1), True)
    bot = Planner()
    talks.brief(bot, game, game.view(play.state, 0), 0, (deal,), WORD)
    assert {action for vow in bot.vows for action in vow.actions} == {
        action for term in deal.terms for action in talks.forsworn(game, term.promise)
    }
    assert all(vow.seat == 1 and 0.0 < vow.trust < 1.0 for vow in bot.vows)
