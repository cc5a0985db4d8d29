"""Every page in both languages, both themes, at a desk and on a phone: it opens, and axe-core finds nothing."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.guest import Guest, Guests

PAGES = [
    "/",
    "/?game=none",
    "/tables",
    "/tables/open",
    "/tables/running",
    "/tables/finished",
    "/login",
    "/account",
    "/settings",
    "/replay",
    "/rules/pistes",
    "/rules/africa",
    "/rules/africana",
    "/rules/africa1880",
]
NO_PAGES = ["/nowhere", "/rules/none", "/t/nonsense", "/t/nonsense/replay"]


@pytest.mark.parametrize(("language", "theme", "phone"), [("fr", "light", False), ("en", "dark", True)])
def test_pages_open_and_axe_finds_nothing(guests: Guests, language: Any, theme: Any, phone: bool) -> None:
    guest = guests.come(language, theme=theme, phone=phone)
    for path in [*PAGES, *NO_PAGES]:
        answer = guest.page.goto(guest.base + path)
        guest.page.locator("h1:visible, h2:visible").first.wait_for()
        guest.page.wait_for_load_state("networkidle")
        assert answer is not None
        assert answer.status == (404 if path in NO_PAGES else 200), path
        expect(guest.page.locator("html")).to_have_attribute("lang", language)
        expect(guest.page).to_have_title(re.compile("Caravane"))
        expect(guest.page.locator(".bar a[href='/tables/running']")).to_have_count(1)
        if not phone:
            expect(guest.page.locator(".bar a[href='/tables/running']")).to_be_visible()
        assert guest.find_faults() == [], path


def test_pages_say_their_name_in_one_language(guests: Guests) -> None:
    """In the tab, and in every heading of the rules."""
    guest = guests.come("en")
    for path in ("/rules/africana", "/rules/africa1880"):
        guest.go(path)
        guest.page.locator("dt").first.wait_for()
        headings = guest.page.locator("main h2").all_inner_texts()
        assert len(headings) > 5
        assert [heading for heading in headings if " / " in heading or "·" in heading or "Fin" in heading] == []
        expect(guest.page).to_have_title(re.compile(r"^Rules: .* · Caravane$"))
    guest.go("/t/nonsense")
    expect(guest.page).to_have_title("No table here · Caravane")


def test_a_file_that_is_no_record_is_told_which_line_is_wrong(guests: Guests) -> None:
    for language, sentence in (("fr", "Ligne 1 : JSON mal formé"), ("en", "Line 1: JSON is malformed")):
        guest = guests.come(language)  # type: ignore[arg-type]
        guest.go("/replay")
        file = {"name": "game.jsonl", "mimeType": "application/x-ndjson", "buffer": b"1. e4 e5"}
        guest.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
        expect(guest.page.get_by_role("alert")).to_contain_text(sentence.replace(" :", "\u00a0:"))


SLOWLY_KNOWN = """
  const ask = window.fetch;
  window.asked = 0;
  window.fetch = async (what, ...rest) => {
    if (String(what).endsWith("/api/me")) {
      window.asked += 1;
      await new Promise((go) => setTimeout(go, 1500));
    }
    return ask(what, ...rest);
  };
"""


def test_home_shows_the_games_and_changes_language_at_once(guest: Guest) -> None:
    guest.go("/")
    expect(guest.page.get_by_role("heading", name="Quatre cartes, une caravane.")).to_be_visible()
    expect(guest.page.locator("article").first).to_be_visible()
    guest.button("FR, switch to English").first.click()
    expect(guest.page.get_by_role("heading", name="Four maps, one caravan.")).to_be_visible()
    guest.page.reload()
    expect(guest.page.get_by_role("heading", name="Four maps, one caravan.")).to_be_visible()


def test_the_theme_is_kept(guest: Guest) -> None:
    guest.go("/")
    guest.button("Passer au thème sombre").first.click()
    guest.page.reload()
    expect(guest.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_an_unknown_link_says_so(guest: Guest) -> None:
    guest.go("/t/nonsense")
    expect(guest.page.get_by_role("heading", name="Aucune table ici")).to_be_visible()


def test_joining_by_link_finds_the_table(guests: Guests) -> None:
    owner, friend = guests.come(), guests.come("en")
    table = owner.open_table("pistes", [{"type": "me"}, {"type": "open"}])
    friend.go("/")
    friend.button("Join by link").first.click()
    friend.page.get_by_label("Link or code").fill(f"see {friend.base}/t/{table}")
    friend.button("Go there").click()
    friend.button("Sit here").click()
    expect(friend.page.locator("svg.chart")).to_be_visible()


def test_a_newcomer_who_sits_down_before_being_known_can_play(guests: Guests) -> None:
    """The table is there before the server has said who one is: nothing may go out under no name meanwhile."""
    owner, friend = guests.come(), guests.come("en")
    table = owner.open_table("pistes", [{"type": "open"}, {"type": "me"}])
    friend.context.add_init_script(SLOWLY_KNOWN)
    friend.go(f"/t/{table}")
    friend.button("Sit here").click()
    friend.wait_for_turn()
    assert friend.page.evaluate("() => window.asked") == 1


def test_people_register_keep_their_tables_and_leave(guest: Guest) -> None:
    table = guest.open_table("pistes", [{"type": "me"}, {"type": "open"}])
    guest.go("/login")
    form = guest.page.locator("form").nth(1)
    form.get_by_label("Nom").fill(f"Awa {table}")
    form.get_by_label("Mot de passe").fill("un long mot de passe")
    guest.button("Créer le compte").click()
    expect(guest.page.locator(".bar").get_by_text(f"Awa {table}")).to_be_visible()
    guest.go("/tables")
    expect(guest.page.locator(f'a[href="/t/{table}"]')).to_be_visible()
    guest.go("/account")
    guest.page.get_by_label("À quoi servira-t-il").fill("essai")
    guest.button("Créer un jeton").click()
    expect(guest.page.locator("code")).to_be_visible()
    assert guest.find_faults() == []
    guest.page.get_by_label("Mot de passe, pour confirmer").fill("un long mot de passe")
    guest.button("Supprimer pour de bon").click()
    expect(guest.page.get_by_role("link", name="Se connecter").first).to_be_visible()


def test_names_and_talk_are_shown_as_text(guests: Guests) -> None:
    sly, other = guests.come(), guests.come()
    bad = "<img src=x onerror=alert(1)>"
    sly.go("/settings")
    sly.page.get_by_label("Votre nom aux tables").fill(bad)
    sly.button("Enregistrer").click()
    expect(sly.page.get_by_text("Enregistré.")).to_be_visible()
    table = sly.open_table("pistes", [{"type": "me"}, {"type": "open"}])
    other.go(f"/t/{table}")
    expect(other.page.locator(".room li").get_by_text(bad).first).to_be_visible()
    other.button("S’asseoir ici").click()
    other.page.get_by_role("tab", name="Discussion").click()
    other.page.get_by_label("Message").fill(bad + " & <b>bonjour</b>")
    other.button("Envoyer").click()
    sly.go(f"/t/{table}")
    sly.page.get_by_role("tab", name="Discussion").click()
    expect(sly.page.locator(".talk").get_by_text("<b>bonjour</b>")).to_be_visible()
    assert sly.page.locator("img").count() == 0
