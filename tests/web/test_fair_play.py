"""Taking back by asking, what a table says before one sits down, and the proof of the chance."""

from playwright.sync_api import Locator, expect

from tests.web.guest import Guest, Guests
from tests.web.test_play import play_pistes

LIVE = {"type": "live", "time_ms": 600_000, "increment_ms": 0}


def at_pistes(guests: Guests) -> tuple[Guest, Guest, str]:
    """Two people against the clock, one of them on a phone; the first has moved."""
    here, there = guests.come(), guests.come("en", phone=True)
    table = here.open_table("pistes", [{"type": "me"}, {"type": "open"}], clock=LIVE)
    there.go(f"/t/{table}")
    there.button("Sit here").click()
    here.go(f"/t/{table}")
    here.spots.first.wait_for()
    play_pistes(here)
    return here, there, table


def strip(guest: Guest) -> Locator:
    """What is asked, where this person sees it."""
    return guest.page.locator(".request").filter(visible=True)


def test_after_ones_turn_a_move_is_taken_back_by_asking(guests: Guests) -> None:
    here, there, _ = at_pistes(guests)
    here.button("Demander à reprendre").click()
    expect(strip(here)).to_contain_text("Demande de reprise envoyée à")
    expect(strip(there)).to_contain_text("would like to take back the move")
    expect(strip(there)).to_contain_text("Your clock keeps running.")
    assert [*here.find_faults(), *there.find_faults()] == []
    there.button("Give it back").click()
    here.spots.first.wait_for()
    expect(here.page.locator(".moves li button")).to_have_count(0)
    expect(strip(there)).to_have_count(0)


def test_a_request_is_withdrawn_or_refused_and_both_see_it(guests: Guests) -> None:
    here, there, table = at_pistes(guests)
    watcher = guests.come()
    watcher.go(f"/t/{table}")
    here.button("Demander à reprendre").click()
    expect(strip(watcher)).to_contain_text("voudrait reprendre son coup")
    expect(watcher.button("Refuser")).to_have_count(0)
    strip(here).get_by_role("button", name="Annuler").click()
    expect(strip(there)).to_have_count(0)
    here.button("Demander à reprendre").click()
    strip(there).get_by_role("button", name="Refuse").click()
    expect(strip(here)).to_contain_text("refuse : le coup reste joué")
    expect(strip(there)).to_contain_text("refuses: the move stands")
    expect(here.button("Demander à reprendre")).to_have_count(0)
    there.spots.first.wait_for()


def test_the_dialog_says_how_moves_are_taken_back_and_who_reads_private_rooms(guests: Guests) -> None:
    owner, other = guests.come(), guests.come("en", phone=True)
    owner.go("/")
    card = owner.page.locator("article, .plate").filter(has_text="1880").last
    card.get_by_role("button", name="Ouvrir une table").click()
    dialog = owner.page.get_by_role("dialog")
    dialog.get_by_label("Reprendre un coup").select_option("never")
    expect(dialog.get_by_label("Salons privés après la fin")).to_have_value("never")
    dialog.get_by_label("Salons privés après la fin").select_option("players")
    assert owner.find_faults() == []
    dialog.get_by_role("button", name="Ouvrir la table").click()
    expect(owner.page.get_by_text("Après la fin, les joueurs peuvent lire tous les salons privés")).to_be_visible()
    other.go(owner.page.url.removeprefix(owner.base))
    expect(other.page.get_by_text("Nothing is taken back · After the end the players may read")).to_be_visible()
    other.page.locator("summary").filter(has_text="Chance you can check").click()
    expect(other.page.locator(".proof li")).to_have_count(2)
    owner.page.locator("summary").filter(has_text="Hasard vérifiable").click()
    expect(owner.page.get_by_text("l’empreinte que ce navigateur a vue avant d’ajouter votre part")).to_be_visible()
    assert [*owner.find_faults(), *other.find_faults()] == []


def test_a_table_waits_for_my_part_and_the_page_gives_it(guest: Guest) -> None:
    """The page that opened the table was closed before it gave its part: the next one does."""
    table = guest.open_table("africana", [{"type": "me"}, {"type": "bot", "level": 1}], adds_entropy=True)
    assert guest.api("GET", f"/tables/{table}")["status"] == "open"
    guest.go(f"/t/{table}")
    guest.spots.first.wait_for()
    guest.button("Menu").click()
    guest.button("Feuille de score").click()
    expect(guest.page.get_by_text("l’empreinte que ce navigateur a vue avant d’ajouter votre part")).to_be_visible()


def test_the_dialog_offers_only_options_that_the_variant_uses(guests: Guests) -> None:
    """And sends no other: what was chosen for a variant is dropped with it."""
    guest = guests.come("en", phone=True)
    guest.go("/")
    guest.button("Open a table: L’Africa").click()
    dialog = guest.page.get_by_role("dialog")
    dialog.locator("summary").filter(has_text="Game options").click()
    variant = dialog.locator("details label").filter(has_text="With or without numbers").locator("select")
    order = dialog.locator("details label").filter(has_text="Order of the numbers").locator("select")
    expect(order).to_have_count(0)
    variant.select_option("first")
    expect(order.locator("option")).to_have_text(["As written", "Once is enough"])
    order.select_option("once")
    variant.select_option("second")
    expect(order.locator("option")).to_have_text(["As written", "Strict"])
    expect(order).to_have_value("as-written")
    variant.select_option("plain")
    expect(order).to_have_count(0)
    assert guest.find_faults() == []
    dialog.get_by_role("button", name="Open the table").click()
    guest.page.wait_for_url("**/t/*")
