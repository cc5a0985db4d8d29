"""Silence is a bug: a click where nothing can be done is answered on the spot, with the reason and the rule."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.guest import PHONE, Guest, Guests
from tests.web.test_africana import ROWS

PAIR = [{"type": "me", "name": "Awa"}, {"type": "me", "name": "Mathis"}]
FIRST_TILES = "africa:2 viewer=0 .ez1/7./9/10/11/12/2.8/7/5/4./5/5/4/3/.1 0:walk:2 at=a3,b9 points0=e1z1 acted=1 hidden=?"
# Where to click, in units of the drawing, and what is answered there.
CASES = {
    "pistes": ((36, 36 + 8 * 72), {"fr": "pion", "en": "pawn"}),  # a1, an empty cell
    "africa": ((330, 330), {"fr": "ville|partez", "en": "city|start"}),  # a hex that is no city
    "africana": ((624, 774), {"fr": "aucune route|carte", "en": "no route|card"}),
}


def click_at(guest: Guest, x: float, y: float) -> None:
    """A click at a point of the drawing."""
    spot = guest.page.evaluate(
        """([x, y]) => {
            const point = new DOMPoint(x, y).matrixTransform(document.querySelector('svg.chart').getScreenCTM());
            return [point.x, point.y];
        }""",
        [x, y],
    )
    guest.page.mouse.click(*spot)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", CASES)
def test_a_click_on_nothing_is_answered(guests: Guests, game: str, language: str) -> None:
    guest = guests.come(language)  # type: ignore[arg-type]
    position = ROWS["none"] if game == "africana" else None  # what is answered depends on the cards
    guest.go(f"/t/{guest.open_table(game, PAIR, position=position)}")
    guest.wait_for_turn()
    (x, y), answers = CASES[game]
    before = guest.page.locator(".spot").count()
    click_at(guest, x, y)
    bubble = guest.page.locator(".bubble")
    expect(bubble).to_contain_text(re.compile(answers[language]))
    assert guest.find_faults() == []
    assert guest.page.locator(".spot").count() == before
    guest.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_the_server_gives_the_reason_and_the_rule(guest: Guest) -> None:
    guest.go(f"/t/{guest.open_table('pistes', PAIR)}")
    guest.wait_for_turn()
    click_at(guest, 36 + 72, 36)  # b9, a pawn of the other side
    bubble = guest.page.locator(".bubble")
    expect(bubble).to_contain_text("Vous n’avez pas de pion en b9.")
    expect(bubble.get_by_role("link", name="Règle 2.1")).to_have_attribute("href", "/rules/pistes#rule-2.1")
    assert guest.page.locator(".moves li button").count() == 0


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_refusal_proposes_what_is_possible(guests: Guests, language: str) -> None:
    """A pawn does not stop on its way: the bubble offers the run to its end, and Enter takes it."""
    guest = guests.come(language)  # type: ignore[arg-type]
    guest.go(f"/t/{guest.open_table('pistes', PAIR)}")
    guest.wait_for_turn()
    legal = {spot.get_attribute("data-key") or "" for spot in guest.spots.all()}
    pawn = next(cell for cell in sorted(legal) if cell)
    guest.page.locator(f'.spot[data-key="{pawn}"]').click()
    column, line = "abcdefghij".index(pawn[0]), int(pawn[1])
    goals = [goal.get_attribute("data-key") or "" for goal in guest.page.locator(".spot:has(.arrow)").all()]
    goal = max(goals, key=lambda cell: abs(int(cell[1]) - line))
    between = (int(goal[1]) + line) / 2
    assert goal[0] == pawn[0], "a run along the column"
    click_at(guest, 36 + 72 * column, 36 + 72 * (9 - round(between)))
    bubble = guest.page.locator(".bubble")
    expect(bubble.get_by_role("button")).to_have_text(f"{pawn}-{goal}")
    assert guest.find_faults() == []
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator(".moves li button")).to_have_count(1)
    expect(bubble).to_have_count(0)


@pytest.mark.parametrize(("language", "walk"), [("fr", "Avancer en a5"), ("en", "Walk to a5")])
def test_what_would_make_it_possible_is_drawn(guests: Guests, language: Any, walk: str) -> None:
    """A hidden tile two hexes away: the way and the ghost of the explorer beside it."""
    guest = guests.come(language)
    guest.go(f"/t/{guest.open_table('africa', PAIR, position=FIRST_TILES)}")
    guest.wait_for_turn()
    place = guest.page.locator('.spot[data-key="walk:a5"]').bounding_box()
    step = guest.page.locator('.spot[data-key="walk:a4"]').bounding_box()
    assert place is not None
    assert step is not None
    guest.page.mouse.click(2 * place["x"] - step["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    bubble = guest.page.locator(".bubble")
    expect(bubble.get_by_role("button")).to_have_text(walk)
    expect(guest.page.locator("svg.chart .ghost")).to_have_count(1)
    expect(guest.page.locator(".stage .asked")).to_have_count(1)
    assert guest.find_faults() == []
    bubble.get_by_role("button").click()
    expect(guest.page.locator('.spot[data-key="open:a6"]')).to_have_count(1)
    expect(guest.page.locator("svg.chart .ghost")).to_have_count(0)


@pytest.mark.parametrize(("language", "turn"), [("fr", "Retourner a4"), ("en", "Turn a4")])
def test_hidden_tiles_beside_the_explorer_are_targets_at_once(guests: Guests, language: str, turn: str) -> None:
    """The walk of no step is sent along; on a phone the same is a chip."""
    guest = guests.come(language)  # type: ignore[arg-type]
    guest.go(f"/t/{guest.open_table('africa', PAIR)}")
    guest.page.locator('.spot[data-key="city:a3"]').click()
    expect(guest.page.locator('.spot[data-key="city:a3"]')).to_have_count(0)
    guest.page.locator('.spot[data-key^="city:"]').last.click()
    hidden = guest.page.locator('.spot[data-key^="open:"]')
    expect(hidden).to_have_count(3)
    guest.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    chip = guest.page.locator(".chip", has_text=turn)
    chip.click()
    chip.click()
    expect(guest.page.locator('.spot[data-key="open:a4"]')).to_have_count(0)
    expect(guest.page.locator(".log li")).not_to_have_count(3)


def test_out_of_turn_it_says_whose_turn_it_is(guests: Guests) -> None:
    here, there = guests.come("en"), guests.come("en")
    table = here.open_table("pistes", [{"type": "me"}, {"type": "open"}])
    there.go(f"/t/{table}")
    there.button("Sit here").click()
    there.page.locator("svg.chart").wait_for()
    click_at(there, 36, 36)
    expect(there.page.locator(".bubble")).to_contain_text("turn")


def test_the_tab_says_whose_turn_it_is(guests: Guests) -> None:
    guest = guests.come("en")
    guest.go(f"/t/{guest.open_table('pistes', PAIR)}")
    guest.wait_for_turn()
    expect(guest.page).to_have_title("Your turn · L’Africa · Caravane")
    assert guest.page.locator('link[rel="icon"]').get_attribute("href") == "/icon-turn.svg"
    guest.page.goto(guest.base)
    guest.page.locator("h1").first.wait_for()
    assert guest.page.locator('link[rel="icon"]').get_attribute("href") == "/icon.svg"
