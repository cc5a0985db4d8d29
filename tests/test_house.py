"""The house itself: what is pinned, what is promised, what is ready to run."""

import os
import re
import tomllib
from pathlib import Path

import pytest

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
    assert asked([]) == {"msgspec", "numba", "numpy", "rich", "typer"}


@pytest.mark.parametrize("script", [".ci/run", "scripts/lock", "scripts/system-packages"])
def test_scripts_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


def test_every_target_that_the_documentation_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    named = {name for page in pages for name in re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(), re.MULTILINE)}
    assert {name for name in named if f"\n{name}:" not in makefile} == set()
