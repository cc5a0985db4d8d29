"""Every rule has a number, a text in both languages, a place in the code and a test; no number is invented."""

import re
from pathlib import Path

import pytest

from tests.grown import GROWN

ROOT = Path(__file__).parent.parent
NUMBER = r"\d+\.\d+"


def rules_of(game: str) -> dict[str, str]:
    """The rules in docs/games/<id>.md, by number."""
    text = (ROOT / "docs" / "games" / f"{game}.md").read_text()
    parts = re.split(rf"^### §({NUMBER})\s*$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def sources(folder: Path) -> str:
    return "\n".join(path.read_text() for path in sorted(folder.rglob("*.py")))


@pytest.mark.parametrize("game", GROWN)
def test_every_rule_has_both_languages(game: str) -> None:
    rules = rules_of(game)
    assert rules, "no rules found"
    lacking = [number for number, text in rules.items() if "**fr** " not in text or "**en** " not in text]
    assert lacking == []


@pytest.mark.parametrize("game", GROWN)
def test_every_rule_is_cited_where_it_is_decided(game: str) -> None:
    cited = set(re.findall(rf"§({NUMBER})", sources(ROOT / "src" / "caravane" / "games" / game)))
    assert sorted(set(rules_of(game)) - cited) == [], "rules that no code cites"
    assert sorted(cited - set(rules_of(game))) == [], "numbers that are no rules"


@pytest.mark.parametrize("game", GROWN)
def test_every_rule_has_a_test(game: str) -> None:
    names = re.findall(r"^def (test_\w+)", sources(ROOT / "tests" / "games" / game), flags=re.MULTILINE)
    tested = {".".join(name.split("_")[1:3]) for name in names}
    assert sorted(set(rules_of(game)) - tested) == [], "rules without a test"
