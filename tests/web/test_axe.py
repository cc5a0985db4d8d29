"""axe-core finds nothing where people wait, look back and are asked; pages are in test_pages, boards in test_widths."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.guest import Guest, Guests
from tests.web.test_widths import SEATS, hot_seats

LOOKS = [("fr", "light", False), ("en", "dark", True)]
NAMES = {
    "fr": ("Ouvrir une table", "Fermer", ("Feuille de score", "Abandonner")),
    "en": ("Open a table", "Close", ("Scoring sheet", "Resign")),
}


@pytest.mark.parametrize(("language", "theme", "phone"), LOOKS)
def test_axe_finds_nothing_while_people_wait_or_look_back(
    guests: Guests, language: Any, theme: Any, phone: bool
) -> None:
    owner = guests.come(language, theme=theme, phone=phone)
    invited = guests.come(language, theme=theme, phone=not phone)
    waiting = owner.open_table("africa", [{"type": "me"}, {"type": "open"}, {"type": "bot", "level": 1}])
    for guest in (owner, invited):
        guest.go(f"/t/{waiting}")
        guest.page.locator(".room li").first.wait_for()
        assert guest.find_faults() == [], "waiting"
    for game in SEATS:
        table = owner.open_table(game, hot_seats(game))
        act(owner, table)
        owner.page.goto(f"{owner.base}/t/{table}/replay")
        owner.page.locator("svg.chart").wait_for()
        assert owner.find_faults() == [], game


def act(guest: Guest, table: str) -> None:
    """Take the first legal action, whoever is to move."""
    first = guest.api("GET", f"/tables/{table}/snapshot")
    seat = first["position"]["to_move"][0]
    shown = guest.api("GET", f"/tables/{table}/snapshot?seat={seat}")
    action = shown["position"]["legal"][0]["action"]
    body = {"seat": seat, "action": action, "sequence": shown["sequence"], "request": "first"}
    guest.api("POST", f"/tables/{table}/actions", body)


@pytest.mark.parametrize(("language", "theme", "phone"), LOOKS)
def test_axe_finds_nothing_in_dialogs(guests: Guests, language: Any, theme: Any, phone: bool) -> None:
    guest = guests.come(language, theme=theme, phone=phone)
    opens, closes, deeds = NAMES[language]
    guest.go("/")
    guest.page.get_by_role("button", name=opens).first.click()
    check_dialog(guest, closes)
    guest.button("Menu").click()
    check_dialog(guest, closes)
    guest.page.goto(f"{guest.base}/t/{guest.open_table('pistes', hot_seats('pistes'))}")
    guest.page.locator("svg.chart").wait_for()
    for key in ("?", "i"):
        guest.page.keyboard.press(key)
        check_dialog(guest, closes)
    for deed in deeds:
        guest.button("Menu").click()
        guest.page.locator(".deeds").get_by_role("button", name=deed).click()
        check_dialog(guest, closes)


def check_dialog(guest: Guest, closes: str) -> None:
    """Look at the open dialog, then close it."""
    dialog = guest.page.locator("dialog[open]")
    expect(dialog).to_have_count(1)
    assert guest.find_faults() == []
    dialog.get_by_role("button", name=closes).first.click()
    expect(dialog).to_have_count(0)
