"""The conformance suite itself: a sound game passes, and each way of being broken is noticed."""

from collections.abc import Callable

import pytest

from caravane.game import Game
from tests.conformance import CHECKS, Position, Subject, fields_that_hide_nothing
from tests.faults import FAULTS, broken, by_its_own_luck, endless, peeking_view
from tests.test_every_game import digests
from tests.toy import GAME as TOY

BY_NAME = {check.__name__: check for check in CHECKS}
BROKEN = [(name, number, game) for name, games in FAULTS.items() for number, game in enumerate(games)]


def walk_with(game: Game, check: Callable[[Position], None]) -> None:
    game.register()  # the toys share one type of record: from now on its rules are the verbs
    for seed in range(3):
        for position in Subject(game, 2).walk(seed):
            check(position)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_sound_game_passes(check) -> None:  # type: ignore[no-untyped-def]
    walk_with(TOY, check)


@pytest.mark.parametrize(("name", "number", "game"), BROKEN, ids=[f"{name}-{number}" for name, number, _ in BROKEN])
def test_a_broken_game_is_noticed(name: str, number: int, game: Game) -> None:
    with pytest.raises(AssertionError) as noticed:
        walk_with(game, BY_NAME[name])
    assert len(str(noticed.value).splitlines()[0].split()) > 2, "a sentence says what is wrong"


def test_every_check_has_a_game_that_fails_it() -> None:
    assert set(BY_NAME) == set(FAULTS)


def test_a_view_that_tells_everything_is_noticed() -> None:
    assert fields_that_hide_nothing(Subject(TOY, 2), 1, 9) == set()
    assert fields_that_hide_nothing(Subject(broken(view_private=peeking_view), 2), 1, 9) == {"card"}


def test_a_game_without_end_is_noticed() -> None:
    with pytest.raises(AssertionError, match="does not end within"):
        list(Subject(broken(apply_action=endless), 2).walk(1))


def test_a_game_that_draws_by_itself_is_noticed() -> None:
    sound, lucky = Subject(TOY, 2), Subject(broken(apply_action=by_its_own_luck), 2)
    assert digests(sound, 3, 15) == digests(sound, 3, 15)
    assert digests(lucky, 3, 15) != digests(lucky, 3, 15)
