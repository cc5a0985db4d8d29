"""What the documentation says is run."""

import doctest
from pathlib import Path

import pytest

import caravane.play

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WITH_EXAMPLES = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.name)
def test_the_examples_of_a_page_give_what_it_says(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8", verbose=False)
    assert tried > 0
    assert failed == 0


def test_the_example_of_the_play_module_gives_what_it_says() -> None:
    assert doctest.testmod(caravane.play).failed == 0


def test_the_readme_names_both_commands_and_every_link_leads_somewhere() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make play" in readme
    assert "make test" in readme
    targets = [part.split(")")[0] for part in readme.split("](")[1:]]
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs/games").glob("*.md")), ids=lambda page: page.stem)
def test_every_chapter_of_rules_is_named_in_both_languages(page: Path) -> None:
    """The client shows one side of the stroke: a heading without it would be in both languages, or in the wrong one."""
    chapters = page.read_text(encoding="utf-8").split("\n## ")[1:]
    headings = [chapter.partition("\n")[0] for chapter in chapters if "\n### §" in chapter]
    assert headings
    assert [heading for heading in headings if heading.count(" / ") != 1] == []


def test_the_changelog_begins_with_the_version_of_the_package() -> None:
    versions = [line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")]
    assert versions[0].split()[1] == caravane.__version__
