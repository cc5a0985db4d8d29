"""A game seen again: what stands in the title, who had given up by then, and a list that follows."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.guest import Guests
from tests.web.test_play import play_pistes

PAIR = [{"type": "me", "name": "Awa"}, {"type": "me", "name": "Mathis"}]
WORDS = {
    "fr": ("Abandonner", "a abandonné", "gagne", "Début de la partie"),
    "en": ("Resign", "resigned", "win", "Start of the game"),
}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_title_says_begin_and_result_and_nobody_gives_up_early(guests: Guests, language: Any) -> None:
    guest = guests.come(language)
    table = guest.open_table("pistes", PAIR)
    guest.go(f"/t/{table}")
    guest.wait_for_turn()
    for _ in range(2):
        play_pistes(guest)
    resign, resigned, wins, begin = WORDS[language]
    guest.page.locator(".bar .tool").last.click()
    guest.button(resign).click()
    guest.page.get_by_role("dialog").get_by_role("button", name=resign).click()
    expect(guest.page.locator(".ask")).to_contain_text(wins)
    guest.go(f"/t/{table}/replay")
    ask, seats = guest.page.locator(".ask"), guest.page.locator(".seats")
    expect(ask).to_contain_text(wins)
    expect(seats).to_contain_text(resigned)
    guest.page.keyboard.press("ArrowLeft")
    expect(guest.page.locator(".moves .now")).to_be_in_viewport()
    expect(seats).not_to_contain_text(resigned)
    guest.page.keyboard.press("Home")
    expect(ask).to_have_text(begin)
    assert guest.find_faults() == []
