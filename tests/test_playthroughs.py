"""Playthroughs: every change of behaviour is seen, wanted or not."""

import pytest

from tests.conformance import Subject
from tests.playthrough import GAMES, file_of, playthrough
from tests.test_every_game import SUBJECTS

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_the_game_goes_as_it_went(subject: Subject) -> None:
    told, kept = playthrough(subject).splitlines(), file_of(subject).read_text().splitlines()
    for number, (now, then) in enumerate(zip(told, kept, strict=False), start=1):
        assert now == then, f"line {number} of {file_of(subject).name} differs; if that is wanted: make playthroughs"
    assert len(told) == len(kept)


def test_no_playthrough_is_left_over() -> None:
    assert set(GAMES.glob("*/playthroughs/*.txt")) == {file_of(subject) for subject in SUBJECTS}
