"""Puzzles in the browser: tried, answered, solved on the real board, in both languages, desk and phone."""

import pytest
from playwright.sync_api import expect

from caravane.game import load
from caravane.puzzles import Puzzle, puzzles_of, solution
from tests.web.guest import Guest, Guests


def one(game: str) -> Puzzle:
    return puzzles_of(game)[0]


def click(guest: Guest, key: str) -> None:
    """Press a target; a finger aims first."""
    spot = guest.page.locator(f'.spot[data-key="{key}"]')
    spot.focus()
    guest.page.keyboard.press("Enter")


def play(guest: Guest, puzzle: Puzzle, name: str) -> None:
    """Do an action as its board offers it."""
    what = load(puzzle.game).decode(load(puzzle.game).parse(name))
    if puzzle.game == "pistes":
        click(guest, what["from"])
        click(guest, what["to"])
    elif what["type"] in ("walk", "lift", "place"):
        click(guest, f"{what['type']}:{what['hex']}")
    else:
        guest.page.locator(f'[data-key="{what["type"]}"]').first.click()


@pytest.mark.parametrize(("language", "phone"), [("fr", False), ("en", True)])
def test_home_in_two_is_tried_and_found(guests: Guests, language: str, phone: bool) -> None:
    guest, puzzle = guests.come(language, phone=phone), one("pistes")  # type: ignore[arg-type]
    guest.go(f"/puzzles/{puzzle.id}")
    expect(guest.page.locator(".ask")).to_contain_text(
        f"rentrent en {puzzle.goal} coups" if language == "fr" else f"comes home in {puzzle.goal} moves"
    )
    play(guest, puzzle, next(iter(puzzle.root.wrong)))
    expect(guest.page.locator(".bubble")).to_contain_text("Encore un essai" if language == "fr" else "Try once more")
    assert guest.find_faults() == []
    for number, name in enumerate(solution(puzzle), 1):
        play(guest, puzzle, name)
        if number < len(solution(puzzle)):
            expect(guest.page.locator(".sub").first).to_have_text(
                "Juste. Et ensuite ?" if language == "fr" else "Right. And then?"
            )
    expect(guest.page.locator(".who")).to_contain_text("Trouvé" if language == "fr" else "Solved")
    expect(guest.page.locator(".advice .disc")).to_have_count(len(solution(puzzle)))
    assert guest.find_faults() == []
    guest.go("/puzzles")
    expect(guest.page.get_by_text("trouvé" if language == "fr" else "solved", exact=False).first).to_be_visible()
    assert guest.find_faults() == []


@pytest.mark.parametrize(("language", "phone"), [("fr", True), ("en", False)])
def test_most_points_of_a_turn_are_found(guests: Guests, language: str, phone: bool) -> None:
    guest, puzzle = guests.come(language, phone=phone), one("africa")  # type: ignore[arg-type]
    guest.go(f"/puzzles/{puzzle.id}")
    expect(guest.page.locator(".ask")).to_contain_text(f"{puzzle.goal} points")
    for name in solution(puzzle):
        play(guest, puzzle, name)
    expect(guest.page.locator(".who")).to_contain_text("Trouvé" if language == "fr" else "Solved")
    assert guest.find_faults() == []


def test_who_gives_up_sees_arrows(guest: Guest) -> None:
    puzzle = one("pistes")
    guest.go(f"/puzzles/{puzzle.id}")
    guest.button("Voir la solution").click()
    expect(guest.page.locator(".advice .disc")).to_have_count(len(solution(puzzle)))
    guest.button("Recommencer").click()
    expect(guest.page.locator(".advice")).to_have_count(0)
