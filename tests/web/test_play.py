"""Whole games in real browsers."""

import gzip
import json
import time
from collections.abc import Callable

from playwright.sync_api import Response, expect

from tests.web.guest import Guest, Guests

QUICK_PISTES = {"match": "single", "no_progress": 10}
TWO = [{"type": "me"}, {"type": "open"}]
LONG = 240  # seconds


def test_a_game_against_a_bot_in_two_clicks(guest: Guest) -> None:
    guest.go("/")
    guest.page.locator("article", has_text="1977").get_by_role("button", name="Jouer").last.click()
    guest.button("Commencer").click()
    expect(guest.page.locator("svg.chart")).to_be_visible()
    guest.wait_for_turn()
    play_pistes(guest)
    expect(guest.page.locator(".moves li button")).to_have_count(2)


def test_a_game_named_in_the_address_is_played_at_once(guest: Guest) -> None:
    guest.go("/?game=pistes")
    expect(guest.page.get_by_role("dialog")).to_contain_text("Jouer à L’Africa")
    assert guest.find_faults() == []
    guest.page.keyboard.press("Escape")
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    guest.page.reload()
    expect(guest.page.locator("article")).to_have_count(4)
    expect(guest.page.get_by_role("dialog")).to_have_count(0)


def test_an_unknown_game_in_the_address_is_said(guest: Guest) -> None:
    guest.go("/?game=chess")
    expect(guest.page.get_by_role("alert")).to_contain_text("pas de jeu nommé « chess »")
    expect(guest.page.locator("article")).to_have_count(4)
    expect(guest.page.get_by_role("dialog")).to_have_count(0)


def test_two_people_play_pistes_to_the_end(guests: Guests) -> None:
    light, dark = guests.come("fr"), guests.come("en")
    table = light.open_table("pistes", TWO, options=QUICK_PISTES)
    light.go(f"/t/{table}")
    expect(light.page.get_by_role("heading", name="La table attend")).to_be_visible()
    assert light.find_faults() == []
    dark.go(f"/t/{table}")
    dark.button("Sit here").click()
    play_to_the_end([light, dark], play_pistes)
    assert light.find_faults() == []
    see_the_end(light, "Les pions rentrés au fil de la partie", proof=0)  # chance had no part in it
    dark.button("Rematch").click()
    expect(light.button("Aller à la revanche")).to_be_visible()


def test_two_people_play_africa_to_the_end(guests: Guests) -> None:
    first, second = guests.come("fr"), guests.come("en")
    table = first.open_table("africa", TWO)
    second.go(f"/t/{table}")
    second.button("Sit here").first.click()
    first.go(f"/t/{table}")
    explorer = Explorer(turns=10)
    play_to_the_end([first, second], explorer.play)
    assert second.find_faults() == []
    see_the_end(first, "Les points au fil de la partie")


def see_the_end(guest: Guest, curve: str, proof: int = 1) -> None:
    """Scoring sheet, curve, proof and record."""
    guest.page.locator(".cartouche").get_by_role("button", name="Feuille de score").click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog.get_by_role("columnheader", name="Poste")).to_be_visible()
    expect(dialog.get_by_role("img", name=curve, exact=False)).to_be_visible()
    expect(dialog.get_by_text("L’empreinte correspond au secret.")).to_have_count(proof)
    assert guest.find_faults() == []
    with guest.page.expect_download() as saving:
        dialog.get_by_role("link", name="Enregistrer la partie").click()
    lines = saving.value.path().read_text().splitlines()
    assert [json.loads(line)["type"] for line in (lines[0], lines[-1])] == ["header", "end"]
    assert any(json.loads(line)["type"] == "action" for line in lines)
    guest.page.keyboard.press("Escape")


def is_over(guest: Guest) -> bool:
    """Whether the page says so."""
    return guest.page.locator(".who").inner_text() in ("Partie finie", "Game over")


def play_to_the_end(people: list[Guest], play: Callable[[Guest], None]) -> None:
    """Everybody plays when asked, until the pages say that it is over."""
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        for guest in people:
            if is_over(guest):
                for each in people:
                    expect(each.page.locator(".who")).to_have_text("Partie finie" if each is people[0] else "Game over")
                return
            if guest.page.locator(".who.mine").count() > 0:
                play(guest)
        people[0].page.wait_for_timeout(20)
    raise AssertionError("the game did not end")


def play_pistes(guest: Guest) -> None:
    """Choose the first pawn, then the first of its runs."""
    before = guest.page.locator(".moves li button").count()
    guest.spots.first.click()
    guest.page.locator(".spot:has(.arrow)").first.click()
    guest.wait_for_change(".moves li button", before)


class Explorer:
    """Opens tiles for some turns, then does nothing until the game ends for want of deeds."""

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def play(self, guest: Guest) -> None:
        """One small action."""
        before = guest.page.locator(".log li").count()
        names = ("Garder", "Keep") if guest.page.locator(".exchange").count() > 0 else ()
        for name in names:
            if guest.button(name).count() > 0:
                guest.button(name).click()
        if not names:
            self.act(guest)
        guest.wait_for_change(".log li", before)

    def act(self, guest: Guest) -> None:
        """Turn something over while there are turns left; otherwise stay and decline."""
        hidden = guest.page.locator(".spot:has(.query)")
        idle = (
            guest.page.locator(".acts")
            .get_by_role("button", name="Ne rien faire")
            .or_(guest.page.locator(".acts").get_by_role("button", name="Do nothing"))
        )
        stay = guest.page.locator(".acts .btn.go")
        if hidden.count() > 0 and self.turns > 0:
            self.turns -= 1
            hidden.first.click()
        elif idle.count() > 0:
            idle.click()
        elif stay.count() > 0:
            stay.first.click()
        else:
            guest.spots.last.click()


def test_a_game_page_stays_light(guest: Guest) -> None:
    scripts: dict[str, int] = {}
    guest.page.on("response", lambda answer: weigh(answer, scripts))
    guest.go(f"/t/{guest.open_table('africa', [{'type': 'me'}, {'type': 'open'}])}")
    guest.page.wait_for_load_state("networkidle")
    assert 0 < sum(scripts.values()) < 200_000


def weigh(answer: Response, scripts: dict[str, int]) -> None:
    """Note the compressed size of a script."""
    if answer.url.endswith(".js"):
        scripts[answer.url] = len(gzip.compress(answer.body()))
