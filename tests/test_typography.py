"""French as it is set: a space that does not break before high signs and inside quotes."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "caravane"
SET = [
    *SOURCE.glob("*.py"),
    *SOURCE.glob("cli/*.py"),
    *SOURCE.glob("games/africa/*.py"),
    *SOURCE.glob("games/pistes/*.py"),
]
FRENCH_ARGUMENT = {"Text": 0, "say": 0, "_bad": 1}  # which argument of these is French
BREAKS = re.compile(r" [;:!?»]|« ")


def french(source: str) -> Iterator[str]:
    """Every French text that is written out in a source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            place = FRENCH_ARGUMENT.get(node.func.id)
            if place is not None and len(node.args) > place:
                for part in ast.walk(node.args[place]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value


@pytest.mark.parametrize("path", SET, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_line_can_begin_with_a_sign(path: Path) -> None:
    assert [text for text in french(path.read_text()) if BREAKS.search(text)] == []


def test_a_breaking_space_is_noticed() -> None:
    assert [text for text in french('Text("Où ?", "Where?"); say(f"Fin : {x}", "End")') if BREAKS.search(text)] != []
