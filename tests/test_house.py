"""The house itself: what is pinned, what is promised, what is ready to run."""

import ast
import importlib
import os
import re
import tomllib
from pathlib import Path

import pytest

from tests.grown import GROWN

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS, GROUPS = PROJECT["project"]["optional-dependencies"], PROJECT["dependency-groups"]
LOCKED = {
    "play": ["server", "client", "build"],
    "test": ["server", "rl", "openspiel", "lab", "build", "client", "lint", "test", "docs"],
    "peers": ["peers"],
}


def pinned(lock: str) -> set[str]:
    text = (ROOT / "requirements" / f"{lock}.lock").read_text()
    return set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))


def asked(parts: list[str]) -> set[str]:
    wanted = list(PROJECT["project"]["dependencies"])
    for part in parts:
        wanted += EXTRAS.get(part, []) + GROUPS.get(part, [])
    return {re.split(r"[\[<>=;! ]", name, maxsplit=1)[0].lower().replace("_", "-") for name in wanted}


@pytest.mark.parametrize("lock", LOCKED)
def test_everything_that_is_asked_for_is_pinned(lock: str) -> None:
    assert asked(LOCKED[lock]) - pinned(lock) == set(), "run `make lock`"


@pytest.mark.parametrize("lock", LOCKED)
def test_everything_that_is_pinned_is_hashed_and_comes_without_an_address(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.lock").read_text()
    entries = re.split(r"\n(?=\S)", text.strip())
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in text


def test_the_base_does_not_bring_a_web_server() -> None:
    assert asked([]) == {"llvmlite", "msgspec", "numba", "numpy", "rich", "typer"}


@pytest.mark.parametrize(
    "script",
    [
        ".ci/run",
        "scripts/lock",
        "scripts/system-packages",
        "scripts/test-lowest",
        "scripts/test-numba",
        "scripts/audit",
    ],
)
def test_scripts_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


def test_every_target_that_the_documentation_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    named = {name for page in pages for name in re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(), re.MULTILINE)}
    assert {name for name in named if f"\n{name}:" not in makefile} == set()


# The same duty in the same file in every game (docs/architecture.md).
DUTIES = {
    "__init__", "facts", "state", "board", "box", "actions", "rules", "queries", "scoring", "views", "prose", "phrases",
    "explain", "reasons", "puzzles", "describe", "view_types", "drawing", "positions", "reading", "odds", "evaluation",
    "features", "invariants",
}  # fmt: skip
# What a game has besides: the phases of its rulebook, and what it alone needs.
OWN = {
    "africa": {"camp", "discovery", "relocation", "preview"},
    "africa1880": {
        "preparation", "writing", "resolution", "sheets", "warnings", "proposals", "report", "report_lines", "sampling",
        "possible",
    },
    "africana": {"deal", "journey", "library", "reach", "possible", "spelling"},
    "pistes": {"set_up", "moves", "diagram"},
}  # fmt: skip
NEEDED = DUTIES - {
    "box",
    "queries",
    "views",
    "phrases",
    "reading",
    "view_types",
    "puzzles",
}  # the rest a game has when it needs it
GAMES = sorted(path.parent.name for path in (ROOT / "src/caravane/games").glob("*/__init__.py"))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_duty_is_in_the_same_file(game: str) -> None:
    found = {path.stem for path in (ROOT / "src/caravane/games" / game).glob("*.py")}
    assert found - DUTIES - OWN.get(game, set()) == set(), "a name that says no duty; docs/architecture.md has the list"
    assert NEEDED - found == set() or game not in GROWN


@pytest.mark.parametrize("game", GAMES)
def test_tests_are_named_after_files_or_rules(game: str) -> None:
    files = {path.stem for path in (ROOT / "tests/games" / game).glob("*.py")} - {"__init__", "builder"}
    helpers = {"africa": {"greedy"}, "africa1880": {"referee"}}.get(game, set())
    assert {name for name in files if not name.startswith("test_")} - helpers == set(), "one builder of positions"


def test_the_path_of_a_move_is_as_the_documentation_has_it() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text().partition("## The path of a move")[2].partition("\n## ")[0]
    steps = re.findall(r"^\d+\. `([\w/]+)\.py` `([\w.]+)`", text, re.MULTILINE)
    assert len(steps) == len(re.findall(r"^\d+\. ", text, re.MULTILINE)) <= 12
    assert len({file for file, _ in steps}) == len(steps), "each file is entered once"
    for file, name in steps:
        found = importlib.import_module(f"caravane.server.{file.replace('/', '.')}")
        for part in name.split("."):
            found = getattr(found, part)
        assert callable(found)


LONGEST_FILE, LONGEST_FUNCTION = 400, 50  # lines
SOURCES = sorted((ROOT / "src/caravane").rglob("*.py"))


def too_long(source: str) -> list[str]:
    """What is longer than anybody wants to read: the file, functions."""
    lines = source.count("\n")
    functions = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    lengths = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
    found = [f"{lines} lines, at most {LONGEST_FILE}"] if lines > LONGEST_FILE else []
    return found + [
        f"{name} has {length} lines, at most {LONGEST_FUNCTION}"
        for name, length in lengths.items()
        if length > LONGEST_FUNCTION
    ]


def test_no_file_and_no_function_is_too_long() -> None:
    found = {path.relative_to(ROOT / "src/caravane").as_posix(): too_long(path.read_text("utf-8")) for path in SOURCES}
    assert {name: why for name, why in found.items() if why} == {}


def test_what_is_too_long_is_found() -> None:
    assert too_long("x = 1\n" * 400) == []
    assert too_long("x = 1\n" * 401) == ["401 lines, at most 400"]
    assert too_long("def f():\n" + "    x = 1\n" * 49) == []
    assert too_long("class C:\n    async def f():\n" + "        x = 1\n" * 50) == ["f has 51 lines, at most 50"]
