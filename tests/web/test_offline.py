"""Without network the app opens, shows what was last seen, and says so; a newer app is offered, never forced."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.guest import Guest, Guests

HOT = [{"type": "me", "name": "Awa"}, {"type": "me", "name": "Mathis"}]
KEPT = "async ([cache, path]) => (await (await caches.open(cache)).match(path)) !== undefined"
# Whether the worker has kept the whole app.
READY = """async () => {
  await navigator.serviceWorker.ready;
  const names = (await caches.keys()).filter((name) => name.startsWith('caravane-app-'));
  return names.length > 0 && (await (await caches.open(names[0])).match('/index.html')) !== undefined;
}"""
SENTENCES = {
    "fr": ("Hors ligne : voici la dernière position connue.", "Hors ligne. Les règles", "À vous"),
    "en": ("Offline: this is the last known position.", "Offline. The rules", "Your turn"),
}


def places(guest: Guest) -> list[str]:
    """Where the pawns stand on the board."""
    where: list[str] = guest.page.locator("svg.chart use").evaluate_all(
        "all => all.map((each) => each.getAttribute('href') + ' ' + each.parentElement.getAttribute('transform'))"
    )
    assert len(where) > 18
    return where


def keep_app(guest: Guest) -> None:
    """Wait until the app and the table are kept."""
    guest.page.wait_for_function(READY)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_without_network_the_app_shows_the_last_position_and_the_rules(guests: Guests, language: Any) -> None:
    at_table, elsewhere, turn = SENTENCES[language]
    guest = guests.come(language, keeps_app=True)
    table = guest.open_table("pistes", HOT)
    guest.go(f"/t/{table}")
    guest.spots.first.click()
    guest.page.locator(".spot:has(.arrow)").first.click()
    guest.page.locator(".moves li, .moves td, .log li").first.wait_for()
    keep_app(guest)
    guest.page.wait_for_function(KEPT, arg=["caravane-kept", f"/kept/table/{table}"])
    guest.page.wait_for_timeout(600)  # the newest position is kept after a moment of quiet
    pawns = places(guest)

    guest.context.set_offline(True)
    guest.page.reload()
    expect(guest.page.locator("svg.chart")).to_be_visible()
    expect(guest.page.get_by_text(at_table)).to_be_visible()
    assert places(guest) == pawns

    guest.page.goto(f"{guest.base}/rules/africa")
    expect(guest.page.locator("dt").first).to_be_visible()
    expect(guest.page.get_by_text(elsewhere)).to_be_visible()
    guest.page.goto(guest.base)
    expect(guest.page.locator("article")).to_have_count(4)
    assert guest.find_faults() == []

    guest.context.set_offline(False)
    guest.page.goto(f"{guest.base}/t/{table}")
    guest.wait_for_turn()
    expect(guest.page.get_by_text(at_table)).to_have_count(0)
    assert turn in guest.page.title()


def test_nothing_of_a_person_is_kept_after_the_goodbye(guests: Guests) -> None:
    guest = guests.come(keeps_app=True)
    table = guest.open_table("pistes", HOT)
    guest.go(f"/t/{table}")
    guest.page.wait_for_function(KEPT, arg=["caravane-kept", f"/kept/table/{table}"])
    guest.go("/login")
    form = guest.page.locator("form").nth(1)
    form.get_by_label("Nom").fill(f"Awa {table}")
    form.get_by_label("Mot de passe").fill("un long mot de passe")
    guest.button("Créer le compte").click()
    expect(guest.page.locator(".bar").get_by_text(f"Awa {table}")).to_be_visible()
    guest.go("/account")
    guest.button("Se déconnecter").click()
    expect(guest.page.get_by_role("link", name="Se connecter").first).to_be_visible()
    assert guest.page.evaluate(KEPT, ["caravane-kept", f"/kept/table/{table}"]) is False


def test_a_newer_app_is_offered_and_taken_on_request(guests: Guests) -> None:
    guest = guests.come("en", keeps_app=True)
    guest.go("/settings")
    keep_app(guest)
    guest.page.reload()  # now the worker has the page
    guest.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    # The same app again, as a new one: a page that belongs to it needs not be asked, an older one is.
    guest.page.evaluate("() => navigator.serviceWorker.register('/sw.js?2')")
    guest.page.wait_for_function("() => navigator.serviceWorker.controller.scriptURL.endsWith('?2')")
    expect(guest.page.get_by_text("A new version is ready.")).to_have_count(0)
    guest.page.evaluate("() => document.querySelector('script[type=module]').setAttribute('src', '/assets/older.js')")
    guest.page.evaluate("() => navigator.serviceWorker.register('/sw.js?3')")
    expect(guest.page.get_by_text("A new version is ready.")).to_be_visible()
    assert guest.page.evaluate("() => navigator.serviceWorker.controller.scriptURL").endswith("?2")
    with guest.page.expect_event("load"):
        guest.button("Take it").click()
    guest.page.wait_for_function("() => navigator.serviceWorker.controller?.scriptURL.endsWith('?3')")
