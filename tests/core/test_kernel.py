"""Compiled code works on the memory of the record it was given, wherever that record lies."""

from typing import Any

import numpy as np
import pytest

from caravane.game import load
from caravane.kernel import blank

PISTES = load("pistes")


def batch_of(state: Any) -> Any:
    states = np.zeros(3, PISTES.state)
    states[1] = state
    return states


@pytest.mark.parametrize("place", ["alone", "copied", "in a batch", "from bytes"])
def test_a_kernel_changes_the_record_and_nothing_else(place: str) -> None:
    start = PISTES.start(2, PISTES.check_options({}))
    batch = batch_of(start)
    record = {
        "alone": start,
        "copied": start.copy(),
        "in a batch": batch[1],
        "from bytes": np.frombuffer(bytearray(start.tobytes()), PISTES.state)[0],
    }[place]
    action = PISTES.legal(record, 0)[0]
    PISTES.rules.apply_action(record, 0, action)
    assert int(record.ply) == 1
    assert PISTES.seats_to_move(record) == [1]
    assert bytes(batch[0]) == bytes(batch[2]) == bytes(blank(PISTES.state))
    assert (int(batch[1].ply) == 1) == (place == "in a batch")
