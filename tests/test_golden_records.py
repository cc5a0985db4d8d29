"""Golden records: for each way a game can end a whole game is kept, and it must replay for ever."""

from pathlib import Path

import pytest

from caravane.game import Game, games
from caravane.proof import verify
from caravane.record import read, replay
from tests.grown import GROWN

# Ends that no play was found to reach, with the reason; their rule is tested on a position made by hand.
UNREACHED = {
    "pistes": {
        "blocked": "each of 18 pawns would need every run to be stopped at once or to end where it may not (§6.3)"
    },
}


def folder_of(game: Game) -> Path:
    """Where a game's records are kept."""
    return Path(__file__).parent / "games" / game.id / "records"


RECORDS = sorted((Path(__file__).parent / "games").glob("*/records/*.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_kept_record_still_proves_itself(path: Path) -> None:
    record = read(path.read_text())
    proof = verify(record)
    assert proof.ending == path.stem
    assert record.end is not None
    assert replay(record).points == record.end.points


@pytest.mark.parametrize("game", [games()[name] for name in GROWN], ids=lambda game: game.id)
def test_every_ending_has_a_record(game: Game) -> None:
    kept = {path.stem for path in folder_of(game).glob("*.jsonl")}
    assert set(game.endings) - kept == set(UNREACHED.get(game.id, {}))
    assert kept <= set(game.endings)
