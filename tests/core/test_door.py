"""One door to the rules: nobody else carries out actions or gives words of chance."""

import ast
from collections.abc import Iterator
from pathlib import Path

import caravane

HOME = Path(caravane.__file__).parent
DOOR = "door.py"
PEERS = {"bench/peer.py"}  # OpenSpiel's own games, which have a method of this name
GUARDED = {"apply_action", "apply_chance"}


def calls_past_the_door(source: str) -> list[int]:
    """The lines in which plain Python calls what only the door may call; kernels call each other, inside."""
    return sorted(_calls(ast.parse(source), inside_kernel=False))


def _calls(node: ast.AST, inside_kernel: bool) -> Iterator[int]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield from _calls(child, inside_kernel or any(map(_makes_a_kernel, child.decorator_list)))
            continue
        if isinstance(child, ast.Call):
            called = child.func
            by_name = isinstance(called, ast.Name) and called.id in GUARDED and not inside_kernel
            if by_name or (isinstance(called, ast.Attribute) and called.attr in GUARDED):
                yield child.lineno
        yield from _calls(child, inside_kernel)


def _makes_a_kernel(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Name) and decorator.id in ("kernel", "inlined")


def test_only_the_door_reaches_the_rules() -> None:
    found = {}
    for path in sorted(HOME.rglob("*.py")):
        name = path.relative_to(HOME).as_posix()
        lines = calls_past_the_door(path.read_text("utf-8"))
        if lines and name not in {DOOR, *PEERS}:
            found[name] = lines
    assert found == {}


def test_who_goes_past_the_door_is_found() -> None:
    assert calls_past_the_door("game.rules.apply_action(state, 0, 1)") == [1]
    assert calls_past_the_door("def f(s):\n    apply_chance(s, 1)") == [2]
    assert calls_past_the_door("@kernel\ndef f(s):\n    apply_chance(s, 1)") == []
    assert calls_past_the_door("@kernel\ndef f(s):\n    rules.apply_chance(s, 1)") == [3]


def test_the_door_itself_calls_each_once() -> None:
    """Twice would be two doors."""
    source = (HOME / DOOR).read_text("utf-8")
    assert [source.count(f".rules.{name}(") for name in sorted(GUARDED)] == [1, 1]
