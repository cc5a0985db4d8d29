"""The conformance suite over the registry: every game, seat count and preset."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from caravane.errors import BadInput
from caravane.fields import Sight, fields_of
from caravane.game import Game, Value, games
from caravane.kernel import is_plain
from tests.conformance import CHECKS, Subject, fields_that_hide_nothing

ROOT = Path(__file__).parent.parent


def names_of(game: Game) -> list[str | None]:
    """Its presets, or none at all."""
    return [preset.name for preset in game.presets] or [None]


SUBJECTS = [
    Subject(game, seats, preset)
    for game in games().values()
    for seats in range(game.min_seats, game.max_seats + 1)
    for preset in names_of(game)
]
# Plain Python is some hundred times slower: the first plies are looked at there, whole games when compiled.
STRIDE, PLIES = (9, 40) if is_plain() else (7, 100_000)
COMPARED = 80  # plies
HIDING = 300  # plies: within so many something of each field was hidden


def digests(subject: Subject, seed: int, plies: int) -> list[str]:
    """A digest of the truth and of every seat's view at each ply."""
    found = []
    for position in subject.walk(seed):
        views = b"".join(position.game.view(position.state, seat).tobytes() for seat in position.viewers)
        found.append(hashlib.sha256(position.play.save() + views).hexdigest()[:12])
        if len(found) == plies:
            break
    return found


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_the_contract_is_fulfilled(subject: Subject) -> None:
    for number, position in zip(range(PLIES), subject.walk(seed=1), strict=False):
        if number % STRIDE and not position.play.is_over and number > 4:
            continue
        for check in CHECKS:
            check(position)


def other_options(game: Game) -> Iterator[dict[str, Value]]:
    """The defaults, then each other value of each flag and choice that can stand alone."""
    yield {}
    for option in game.options:
        values: tuple[Value, ...] = (not option.default,) if option.kind == "flag" else option.choices
        for value in values:
            with suppress(BadInput):
                game.choose_options({option.name: value})
                yield {option.name: value}


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_what_is_seen_by_rule_hides_something(game: Game) -> None:
    """A field that all seats always see whole, whatever the options, is a leak, or is open."""
    shown = {each.name for each in fields_of(game.state.names, Sight.BY_RULE)}
    for options in other_options(game):
        if shown:
            shown &= fields_that_hide_nothing(Subject(game, game.min_seats, options=options), 1, HIDING)
    assert not shown, f"every seat sees {shown} whole: a leak of view_private, or say `open` beside the field"


@pytest.mark.compiled
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_both_modes_and_another_process_agree_ply_by_ply(game) -> None:  # type: ignore[no-untyped-def]
    subjects = [subject for subject in SUBJECTS if subject.game is game]
    program = (
        "import json; from tests.test_every_game import SUBJECTS, digests; from caravane.kernel import is_plain;"
        f"print(json.dumps([is_plain()] + [digests(s, 2, {COMPARED}) for s in SUBJECTS if s.game.id == {game.id!r}]))"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    output = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    other_is_plain, *other = json.loads(output)
    assert other_is_plain
    assert not is_plain()
    assert other == [digests(subject, 2, COMPARED) for subject in subjects]


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_the_same_seed_gives_the_same_game(subject: Subject) -> None:
    assert digests(subject, 3, 15) == digests(subject, 3, 15)
    if subject.game.has_secrets:
        assert digests(subject, 3, 15) != digests(subject, 4, 15)
