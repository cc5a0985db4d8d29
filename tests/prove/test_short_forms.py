"""The short forms of what `make prove` does at length: bad inputs, a crowd, the same bytes; and the table itself."""

import random
import re
from pathlib import Path

import pytest

from tests.prove import bad_inputs, crowd, sameness
from tests.prove.__main__ import PROOFS

PROMISES = (Path(__file__).parent.parent.parent / "docs" / "promises.md").read_text()


@pytest.mark.parametrize("kind", bad_inputs.OFFLINE)
def test_bad_inputs_are_refused(kind: str) -> None:
    assert bad_inputs.OFFLINE[kind](400, random.Random(7)) > 0


async def test_bad_inputs_over_the_wire_are_refused() -> None:
    messages, requests = await bad_inputs.on_the_wire(300, 300, 7)
    assert messages > 0
    assert requests > 0


async def test_a_crowd_loses_no_message() -> None:
    await crowd.crowd(10, 4)


def test_growing_memory_is_noticed() -> None:
    tables = crowd.KEPT
    assert crowd.growth([(tables + number, 100.0) for number in range(30)])[1]
    assert not crowd.growth([(tables + number, 100.0 + number) for number in range(30)])[1]
    assert crowd.growth([(number, 100.0 + 10 * number) for number in range(30)])[1], "the cache fills"


def test_the_same_record_gives_the_same_bytes_plain_and_compiled() -> None:
    assert "the same bytes" in sameness.same_bytes().text


def test_every_proof_is_a_promise_with_a_test_that_is_there() -> None:
    rows = {name: row for row in PROMISES.splitlines() if (name := row.removeprefix("| `").partition("`")[0]) in PROOFS}
    assert set(rows) == set(PROOFS)
    root = Path(__file__).parent.parent.parent
    for row in rows.values():
        tests = re.findall(r"`(tests/[a-z_/]+\.py)", row)
        assert tests, row
        assert all((root / test).is_file() for test in tests), row
