"""Fields as a game declares them: what would go wrong later is refused at once, with the way out."""

import numpy as np
import pytest

from caravane.door import state_of
from caravane.errors import BadInput
from caravane.fields import field, open, record_type
from caravane.play import start
from tests.toy import GAME as TOY


def test_who_sees_a_field_is_said() -> None:
    with pytest.raises(TypeError, match="'heap': say last who sees it"):
        field("heap", np.int8, (2,))


def test_every_byte_of_a_record_belongs_to_a_field() -> None:
    with pytest.raises(TypeError, match="'wide': bytes before it would belong to no field; put wider fields first"):
        record_type(field("small", np.int8, open), field("wide", np.int16, open))
    with pytest.raises(TypeError, match=r"the last bytes .* 1 more are needed"):
        record_type(field("wide", np.int16, open), field("small", np.int8, open))
    assert record_type(field("wide", np.int16, open), field("small", np.int8, (2,), open)).itemsize == 4


@pytest.mark.parametrize(
    "spoilt",
    [
        b"\x01\x0c\x00\x03\x04",  # the heap is higher than it can be
        b"\x01\x00\xff\x03\x04",  # there is no such seat
        b"\x01\x00\x00\x03\x00",  # an invariant is broken
    ],
)
def test_bytes_of_a_game_that_writes_no_positions_are_looked_at_too(spoilt: bytes) -> None:
    TOY.register()
    sound = start(TOY, seed=1).save()
    assert state_of(TOY, 2, sound).tobytes() == sound
    with pytest.raises(BadInput):
        state_of(TOY, 2, spoilt)
