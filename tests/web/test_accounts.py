"""Accounts in the browser: codes shown once, places, ways back in, and what each name stands for."""

import re

from playwright.sync_api import expect

from tests.web.guest import Guest, Guests

WORD, NEW = "kalimba baobab dune", "balafon savane puits"


def register(guest: Guest, name: str) -> list[str]:
    """Create an account; the recovery codes that are shown."""
    guest.go("/login")
    form = guest.page.locator("form").nth(1)
    form.get_by_label("Nom").fill(name)
    form.get_by_label("Mot de passe").fill(WORD)
    guest.button("Créer le compte").click()
    guest.page.locator(".codes li").nth(9).wait_for()
    return guest.page.locator(".codes code").all_inner_texts()


def test_codes_are_shown_once_and_let_somebody_back_in(guests: Guests) -> None:
    awa, back = guests.come(), guests.come()
    codes = register(awa, "Awa Sow")
    assert len(set(codes)) == 10
    assert awa.find_faults() == []
    awa.page.get_by_role("link", name="Je les ai gardés").click()
    awa.go("/account")
    expect(awa.page.get_by_text("Il vous reste 10 codes.")).to_be_visible()
    assert codes[0] not in awa.page.content()

    back.go("/login")
    back.page.get_by_text("Mot de passe oublié").click()
    way = back.page.locator("details")
    way.get_by_label("Nom").fill("awa sow")
    way.get_by_label("Code de secours").fill(codes[0])
    way.get_by_label("Nouveau mot de passe").fill(NEW)
    assert back.find_faults() == []
    way.get_by_role("button").click()
    expect(back.page.locator(".bar").get_by_text("Awa Sow")).to_be_visible()


def test_a_place_that_is_ended_elsewhere_is_a_strangers_at_once(guests: Guests) -> None:
    desk, phone = guests.come(), guests.come()
    register(desk, "Moussa Ba")
    phone.go("/login")
    phone.page.locator("form").first.get_by_label("Nom").fill("Moussa Ba")
    phone.page.locator("form").first.get_by_label("Mot de passe").fill(WORD)
    phone.button("Se connecter").click()
    expect(phone.page.locator(".bar").get_by_text("Moussa Ba")).to_be_visible()
    table = phone.open_table("pistes", [{"type": "me"}, {"type": "open"}])
    phone.go(f"/t/{table}")
    expect(phone.page.get_by_text("Moussa Ba (vous)")).to_be_visible()
    desk.go("/account")
    places = desk.page.locator("ul.lines").first.locator("li")
    expect(places).to_have_count(2)
    desk.page.get_by_role("button", name=re.compile("^Déconnecter ")).click()
    expect(places).to_have_count(1)
    expect(phone.page.get_by_text("(vous)")).to_have_count(0)
    expect(phone.page.get_by_role("button", name="S’asseoir ici").first).to_be_visible()


def test_the_password_is_changed_and_a_common_one_refused(guest: Guest) -> None:
    register(guest, "Fatou Ly")
    guest.go("/account")
    guest.page.get_by_label("Mot de passe actuel").fill(WORD)
    guest.page.get_by_label("Nouveau mot de passe").fill("password1")
    guest.button("Changer").click()
    expect(guest.page.get_by_role("alert")).to_contain_text("essaie d’abord")
    guest.page.get_by_label("Nouveau mot de passe").fill(NEW)
    guest.button("Changer").click()
    expect(guest.page.get_by_text("Mot de passe changé")).to_be_visible()
    expect(guest.page.locator("ul.lines").first.locator("li")).to_have_count(1)


def test_every_seat_shows_what_its_name_stands_for(guests: Guests) -> None:
    awa, visitor = guests.come(), guests.come("en")
    register(awa, "Awa Diop")
    table = awa.open_table("africana", [{"type": "me"}, {"type": "open"}, {"type": "bot", "level": 1}])
    visitor.api("GET", "/me")
    visitor.api("POST", f"/tables/{table}/join", {})
    visitor.go(f"/t/{table}")
    seats = visitor.page.locator(".seatbox .seat")
    expect(seats).to_have_count(3)
    expect(seats.nth(0).locator(".mark")).to_have_count(0)
    expect(seats.nth(1).locator(".mark")).to_have_text("guest")
    expect(seats.nth(2).locator(".mark")).to_have_text("bot")
