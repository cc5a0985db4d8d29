"""Machine code without Numba: what goes in and comes out is what plain Python would give."""

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caravane.bits import list_set
from caravane.game import load
from caravane.kernel import Kernel
from caravane.native import kernels
from caravane.native.machine import types_of

pytestmark = pytest.mark.compiled


def first_plus(numbers: Any, more: Any) -> Any:
    """Also changes the array."""
    numbers[0] += 1
    return numbers[0] + more


def is_first_even(numbers: Any) -> bool:
    return int(numbers[0]) % 2 == 0


def forget(numbers: Any) -> None:
    numbers[0] = 0


def quotient(a: int, b: int) -> int:
    return a // b


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What these tests compile is not kept: its source is in no digest."""
    monkeypatch.setattr(kernels, "cache_folder", lambda: tmp_path)


def by_code(function: Any, *args: Any) -> Any:
    """The result, sure to come from machine code and not from Numba."""
    found = Kernel(function)
    result = found(*args)
    assert len(found._codes) == 1
    return result


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64, np.uint16, np.float32, np.float64])
@pytest.mark.parametrize("more", [3, -1, np.int8(-3), np.uint32(7), np.int64(-1), np.float64(0.5), 0.25, True])
def test_numbers_go_in_and_come_out(kind: Any, more: Any) -> None:
    numbers = np.array([40, 2], kind)
    assert by_code(first_plus, numbers, more) == 41 + more
    assert numbers.tolist() == [41, 2]


def test_words_of_64_bits_keep_all_of_them() -> None:
    assert by_code(first_plus, np.array([0], np.uint64), np.uint64(2**64 - 2)) == 2**64 - 1


def test_truth_and_nothing_come_out() -> None:
    numbers = np.array([[6, 1], [2, 3]])
    assert by_code(is_first_even, numbers[0]) is True
    assert by_code(is_first_even, numbers[1] + 1) is False
    assert by_code(forget, numbers[1]) is None
    assert numbers.tolist() == [[6, 1], [0, 3]]


def test_each_kind_of_arguments_has_its_own_code() -> None:
    found = Kernel(first_plus)
    assert found(np.array([1], np.int8), 1) == 3
    assert found(np.array([1], np.int32), 1) == 3
    assert found(np.array([1.5]), 1) == 3.5
    assert found(np.array([1], np.int8), 2.5) == 4.5
    assert found(np.array([1], np.int8), 1) == 3
    assert len(found._codes) == 4


@pytest.mark.parametrize(
    "args",
    [
        (3, 0, np.zeros(8, np.int32)[::2], 0),
        (3, 0, np.zeros((2, 4), np.int32, "F")[0], 0),
        (np.int64(3), 0, np.zeros(4, np.int32), 0),
        (3, 0, np.zeros(4, np.int64), np.int16(0)),
    ],
)
def test_what_code_was_not_made_for_is_still_done(args: Any) -> None:
    out = args[2]
    assert list_set(3, 5, np.zeros(4, np.int32), 0) == 2
    assert list_set(*args) == 2
    assert out.tolist()[:3] == [0, 1, 0]


def test_an_array_that_may_not_be_written_is_no_array_to_code() -> None:
    numbers = np.array([1])
    numbers.flags.writeable = False
    assert types_of((numbers,)) is None
    with pytest.raises(Exception, match="readonly"):
        Kernel(forget)(numbers)
    assert numbers[0] == 1


def test_too_few_arguments_are_refused() -> None:
    with pytest.raises(TypeError):
        Kernel(quotient)(1)


def test_a_division_by_zero_is_an_error_and_not_a_crash() -> None:
    found = Kernel(quotient)
    assert found(7, 2) == 3
    with pytest.raises(ArithmeticError, match="quotient"):
        found(7, 0)
    assert found(-7, 2) == -4


def test_code_for_one_record_is_not_run_on_another() -> None:
    pistes, africa = load("pistes"), load("africa")
    state = pistes.start(2, pistes.check_options({}))
    assert pistes.rules.to_move(state) == 1
    with pytest.raises(Exception, match="side"):
        pistes.rules.to_move(np.zeros(1, africa.state)[0])


def test_a_kernel_is_copied_and_sent_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(list_set)) is list_set
    assert copy.deepcopy(list_set) is list_set


@pytest.mark.parametrize("name", ["machine.load", "compiler.code.save", "machine._link", "compiler.code.write"])
def test_whatever_fails_with_object_code_numba_does_the_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise TypeError("an LLVM that nobody has met")

    monkeypatch.setattr(f"caravane.native.{name}", fail)
    found, numbers = Kernel(first_plus), np.array([3, 4], np.int32)
    assert (found(numbers, 5), found(numbers, 5)) == (9, 10)
    assert found._codes == ()
