"""Arrays are shared with other libraries, not copied: the environment writes where the caller's memory is."""

import ast
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caravane.batch import Batch
from caravane.features import features
from caravane.game import load

EXAMPLES = {"share_torch.py": "torch", "share_jax.py": "jax"}  # and the library that each needs
FOLDER = Path(__file__).parents[2] / "examples"


def shared_by_dlpack(array: Any) -> Any:
    """The same memory, as another library would be given it."""
    return np.from_dlpack(array)


@pytest.mark.parametrize("encoding", ["raw", "features"])
def test_what_is_seen_is_written_into_memory_that_others_share_by_dlpack(encoding: str) -> None:
    size = features("pistes").size if encoding == "features" else 175
    kind = np.float32 if encoding == "features" else np.int16
    theirs, mask = np.zeros((4, size), kind), np.zeros((4, load("pistes").action_count), np.int8)
    batch = Batch("pistes", 4, encoding=encoding, observation=theirs, mask=mask)
    shared = shared_by_dlpack(batch.observation)
    assert shared.ctypes.data == batch.observation.ctypes.data == theirs.ctypes.data
    assert batch.mask.ctypes.data == mask.ctypes.data
    before = shared.copy()
    actions = mask.argmax(axis=1).astype(np.int32)
    batch.step(shared_by_dlpack(actions))
    assert not np.array_equal(theirs, before)
    assert np.array_equal(theirs, shared)
    assert (mask.sum(axis=1) == batch.counts).all()


def test_actions_may_lie_in_memory_that_cannot_be_written() -> None:
    """As JAX's arrays do."""
    batch = Batch("africa", 3)
    actions = batch.mask.argmax(axis=1).astype(np.int32)
    actions.flags.writeable = False
    batch.step(actions)
    assert (batch.plies == 1).all()


def test_the_examples_use_what_there_is_and_run_where_their_library_is() -> None:
    for name, library in EXAMPLES.items():
        source = (FOLDER / name).read_text(encoding="utf-8")
        asked = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) and node.module]
        ours = [node for node in asked if str(node.module).startswith("caravane")]
        assert ours
        for node in ours:
            module = importlib.import_module(str(node.module))
            assert all(hasattr(module, alias.name) for alias in node.names)
        if importlib.util.find_spec(library):
            assert played(FOLDER / name) == 0, "something was copied"


def played(path: Path) -> Any:
    """Run an example shortly; how many arrays it had to copy."""
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.play("pistes", 8, 3)[1]
