"""L'Africa: numbers and pawns set out at will before they are sent, and the end of a game seen before the next one."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.guest import Guests

PAIR = [{"type": "me", "name": "Awa"}, {"type": "me", "name": "Mathis"}]
SET_UP = {
    "fr": ("Laisser au hasard", "Envoyer", "Camp adverse", "Pion adverse"),
    "en": ("Leave it to chance", "Send", "Your opponent’s camp", "Your opponent’s pawn"),
}
ENDS = {
    "fr": ("Manche 1 finie", "Manche 2", "Les camps changent", "match entier", "Abandonner"),
    "en": ("Game 1 is over", "Game 2", "The sides change", "whole match", "Resign"),
}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_numbers_are_set_out_changed_and_sent_together(guests: Guests, language: Any) -> None:
    guest = guests.come(language)
    guest.go(f"/t/{guest.open_table('pistes', PAIR, options={'variant': 'second', 'match': 'single'})}")
    chance, send, camp, pawn = SET_UP[language]
    expect(guest.page.locator(".ask")).to_contain_text(camp)
    assert guest.find_faults() == []
    guest.spots.first.click()
    guest.spots.first.drag_to(guest.spots.nth(4))
    expect(guest.page.locator(".target.best")).to_have_text(["1"])
    assert guest.spots.nth(4).locator(".best").count() == 1, "the number was dragged to the fifth cell"
    guest.spots.nth(4).click()
    expect(guest.page.locator(".target.best")).to_have_count(0)
    assert guest.page.locator(".log li, .moves li").count() == 0, "nothing is played yet"
    for step in range(4):
        expect(guest.page.locator(".ask")).to_contain_text(camp if step < 2 else pawn)
        guest.button(chance).click()
        guest.button(send).click()
        expect(guest.button(send)).to_have_count(0)
    expect(guest.page.locator(".spot .hover")).not_to_have_count(0)
    expect(guest.page.locator(".cellnumber")).to_have_count(18)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_last_position_of_a_game_is_seen_before_the_next(guests: Guests, language: Any) -> None:
    guest = guests.come(language)
    guest.go(f"/t/{guest.open_table('pistes', PAIR, options={'no_progress': 10})}")
    over, following, change, match, resign = ENDS[language]
    for _ in range(60):
        before = guest.page.locator(".moves li").count(), guest.page.locator(".moves button").count()
        guest.spots.first.click()
        guest.page.locator(".spot:has(.arrow)").first.click()
        guest.wait_for_change(".moves button", before[1])
        if guest.page.locator(".moves .end").count() > 0:
            break
    expect(guest.page.locator(".who")).to_have_text(over)
    expect(guest.page.locator(".cartouche .sub")).to_contain_text(change)
    expect(guest.page.locator("path.trail")).to_have_count(1)
    expect(guest.spots).to_have_count(0)
    assert guest.find_faults() == []
    guest.button(following).click()
    expect(guest.spots).not_to_have_count(0)
    guest.page.locator(".bar .tool").last.click()
    guest.button(resign).click()
    expect(guest.page.get_by_role("dialog")).to_contain_text(match)
