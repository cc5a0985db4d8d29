"""AFRICA 1880 in real browsers: secret orders, private talk, the reveal."""

import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import expect

from tests.web.guest import Guest, Guests

THREE: list[dict[str, Any]] = [{"type": "me"}, {"type": "open"}, {"type": "open"}]
WITH_BOTS: list[dict[str, Any]] = [{"type": "me"}, {"type": "bot", "level": 1}, {"type": "bot", "level": 1}]
# Great Britain stands at Alexandria, France at Algiers, Germany at Dahomey.
SET = {"countries": "seats", "start": "historical"}
YEARS = [1880, 1885, 1890, 1895, 1900, 1905, 1910, 1914]
ORDERS = {"develop", "nothing", "explore", "land", "no-landing", "alliance", "war"}
WHISPER = "zinc 7431"
PHASES = {"type": "phases", "negotiation_ms": 600_000, "orders_ms": 600_000}


class Ear:
    """Everything a page receives, by socket and by request."""

    def __init__(self, guest: Guest) -> None:
        self.heard: list[str] = []
        guest.page.on("websocket", lambda line: line.on("framereceived", lambda frame: self.heard.append(str(frame))))
        guest.page.on(
            "response", lambda answer: self.heard.append(answer.text()) if "/api/" in answer.url and answer.ok else None
        )

    def seats_whose_orders_came(self) -> set[int]:
        """Whose orders of the turn being written were in any message."""
        seats: set[int] = set()
        for part in parts([json.loads(text) for text in self.heard if text]):
            if part.get("type") == "moved" and (part.get("action") or {}).get("type") in ORDERS:
                seats.add(part["seat"])
            sheet = part.get("sheet")
            if isinstance(sheet, dict) and sheet["written"] > 0:
                seats |= {seat["seat"] for seat in part["seats"] if seat["country"] == sheet["country"]}
        return seats

    def heard_of(self, words: str) -> bool:
        """Whether the words were in any message."""
        return any(words in text for text in self.heard)


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a message."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from parts(each)


def come_together(guests: Guests, **options: Any) -> tuple[list[Guest], str]:
    """Two who read French and one who reads English, at one table; their pages are not open yet."""
    people = [guests.come("fr"), guests.come("en"), guests.come("fr")]
    for guest, name in zip(people, ("Awa", "Tom", "Livia"), strict=True):
        guest.api("GET", "/me")
        guest.api("PATCH", "/me", {"name": name})
    table = people[0].open_table("africa1880", THREE, **options)
    for guest in people[1:]:
        guest.api("POST", f"/tables/{table}/join", {})
    return people, table


def write(guest: Guest, table: str, seat: int, *actions: dict[str, Any]) -> None:
    """Orders over HTTP, for those whose page does not matter."""
    for action in actions:
        sequence = guest.api("GET", f"/tables/{table}/snapshot?seat={seat}")["sequence"]
        order = {"seat": seat, "sequence": sequence, "action": action, "request": uuid.uuid4().hex}
        guest.api("POST", f"/tables/{table}/actions", order)


def see_year(guest: Guest, year: int) -> None:
    """Wait until the sheet of this year lies there."""
    expect(guest.page.locator(".ordersheet thead .y")).to_have_text(str(year))


def seal(guest: Guest) -> None:
    """Seal the sheet as it is."""
    guest.page.locator(".ordersheet .acts .btn").first.click()


def answer(guest: Guest, press: Callable[[], None]) -> None:
    """Do something that changes what is asked."""
    before = guest.ask
    press()
    expect(guest.page.locator(".ask").first).not_to_have_text(before)


def test_three_people_play_to_the_end_and_keep_their_secrets(guests: Guests) -> None:
    people, table = come_together(guests)
    awa, tom, livia = people
    ears = [Ear(guest) for guest in people]
    for guest in people:
        guest.go(f"/t/{table}")
    for guest, country in ((awa, "Italie"), (tom, "France"), (livia, "Belgique")):
        guest.wait_for_turn()
        guest.button(country).click()
    for guest, place in ((tom, "alger"), (awa, "libye"), (livia, "dakar")):  # France places first, Belgium last
        guest.wait_for_turn()
        guest.page.locator(f'.spot[data-key="place:{place}"]').click()
    for guest in people:
        see_year(guest, 1880)

    whisper_and_promise(awa, tom)
    quiet = len(ears[2].heard)
    awa.button("Développer").click()
    answer(awa, awa.page.locator('.spot[data-key="land:madagascar"]').click)
    expect(awa.page.locator(".ordersheet .boat")).to_contain_text("→ Madagascar")
    awa.page.locator(".sw").first.get_by_role("button", name="guerre").click()
    awa.page.locator(".sw").nth(1).get_by_role("button", name="alliance").click()
    expect(awa.page.locator(".ask").first).to_have_text("Votre fiche est complète.")
    assert len(ears[2].heard) == quiet, "nobody learns even that something was written"
    awa.page.reload()
    expect(awa.page.locator(".ordersheet .boat")).to_contain_text("→ Madagascar")
    awa.button("Sceller la fiche").first.click()
    expect(livia.page.locator(".powers li", has_text="Awa")).to_contain_text("fiche scellée")
    seal(livia)
    expect(tom.page.locator(".cartouche")).to_contain_text("Sheets sealed: Awa and Livia.")
    assert ears[0].seats_whose_orders_came() == {0}
    assert ears[1].seats_whose_orders_came() <= {1}
    assert ears[2].seats_whose_orders_came() <= {2}
    assert ears[1].heard_of(WHISPER)
    assert not ears[2].heard_of(WHISPER)
    assert not ears[2].heard_of('"proposed"')

    seal(tom)
    expect(tom.page.locator(".kept")).to_contain_text("0 kept, 1 broken in 1880")
    tom.page.get_by_role("tab", name="Log").click()
    for guest, words in ((tom, "Italy: landing → Madagascar."), (livia, "Italie : débarquement → Madagascar.")):
        see_year(guest, 1885)
        expect(guest.page.locator(".log")).to_contain_text(words)
    for year in YEARS[1:]:
        for guest in people:
            see_year(guest, year)
            seal(guest)
    for guest in people:
        expect(guest.page.locator(".who").first).to_have_text("Game over" if guest is tom else "Partie finie")
    assert not ears[2].heard_of(WHISPER)
    assert livia.find_faults() == []


def whisper_and_promise(first: Guest, second: Guest) -> None:
    """A private room of two: a word, and a promise that will be broken."""
    first.page.get_by_role("tab", name="Discussion").click()
    first.button("Nouvelle salle").click()
    first.page.get_by_role("checkbox", name="Tom").check()
    first.button("Ouvrir la salle").click()
    first.page.get_by_role("textbox", name="Message").fill(WHISPER)
    first.button("Envoyer").click()
    second.page.get_by_role("tab", name="Chat").click()
    unread = second.page.locator(".rooms sup")  # the last button opens a new room: wait for the one with news
    unread.wait_for()
    assert second.find_faults() == []
    unread.click()
    expect(second.page.locator(".talk")).to_contain_text(WHISPER)
    expect(unread).to_have_count(0)
    first.button("Faire une proposition").click()
    first.page.get_by_label("Quoi, ce tour ?").select_option(label="Italie, 1880, alliance avec la France.")
    first.button("Ajouter").click()
    first.button("Proposer").click()
    second.button("Accept").click()
    expect(first.page.locator(".proposal")).to_contain_text("acceptée")
    first.page.get_by_role("tab", name="Journal").click()


def test_keyboard_alone_from_the_start_to_the_reveal(guest: Guest) -> None:
    guest.go(f"/t/{guest.open_table('africa1880', WITH_BOTS)}")
    keys = guest.page.keyboard
    guest.wait_for_turn()
    tab_to(guest, "document.activeElement?.textContent?.trim() === 'France'")
    keys.press("Enter")
    guest.spots.first.wait_for()
    tab_to(guest, "document.activeElement?.classList.contains('spot')")
    keys.press("ArrowDown")
    keys.press("Enter")
    see_year(guest, 1880)
    tab_to(guest, "document.activeElement?.matches('.ordersheet input')")
    keys.type("d\n")
    expect(guest.page.locator(".boat input")).to_be_focused()
    keys.type("rien\n")
    rows = guest.page.locator(".dip .sw")
    expect(rows.nth(0).get_by_role("button").first).to_be_focused()
    keys.press("Enter")
    expect(rows.nth(1).get_by_role("button").first).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")
    expect(rows.nth(1).locator(".war.on")).to_be_visible()
    expect(guest.page.locator(".ordersheet .acts .go")).to_be_focused()
    keys.press("Enter")
    see_year(guest, 1885)
    tab_to(guest, "document.activeElement?.textContent?.trim() === 'Revoir 1880'")
    keys.press("Enter")
    place = guest.page.locator(".reveal .who")
    expect(place).to_contain_text("1880 · Ordres · 1 sur")
    keys.press("ArrowRight")
    expect(place).to_contain_text("1880 · Ordres · 2 sur")
    keys.press("Escape")
    expect(place).to_have_count(0)
    guest.wait_for_turn()


def tab_to(guest: Guest, where: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(90):
        guest.page.keyboard.press("Tab")
        if guest.page.evaluate(where):
            return
    raise AssertionError(f"Tab never comes to {where}")


def test_a_phone_plays_a_turn_and_sees_it_again(guests: Guests) -> None:
    guest = guests.come("en", phone=True, theme="dark")
    guest.go(f"/t/{guest.open_table('africa1880', WITH_BOTS)}")
    guest.wait_for_turn()
    fits(guest)
    guest.button("Belgium").tap()
    chip = guest.page.locator(".chip", has_text="Zanzibar")
    chip.tap()
    chip.tap()
    guest.button("Develop").wait_for()
    assert guest.find_faults() == []
    answer(guest, guest.button("Develop").tap)
    answer(guest, guest.button("No landing").tap)
    answer(guest, guest.page.locator(".cartouche .acts").get_by_role("button", name="alliance").tap)
    guest.page.locator(".cartouche .acts").get_by_role("button", name="war").tap()
    dock = guest.page.locator(".dock")
    dock.get_by_role("button", name="Orders").tap()
    expect(guest.page.locator(".ordersheet")).to_contain_text("4 orders of 4")
    assert guest.find_faults() == []
    fits(guest)
    dock.get_by_role("button", name="Play").tap()
    guest.button("Seal the sheet").first.tap()
    dock.get_by_role("button", name="Embassies").tap()
    guest.page.locator(".again").get_by_role("button", name="See 1880 again").tap()
    expect(guest.page.locator(".reveal")).to_contain_text("opens its sheet")
    fits(guest)
    assert guest.find_faults() == []
    for part in ("Log", "Chat", "Orders"):
        dock.get_by_role("button", name=part).tap()
        fits(guest)


def fits(guest: Guest) -> None:
    """Nothing scrolls sideways."""
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_typed_sheet_is_read_line_by_line_and_nothing_is_guessed(guests: Guests) -> None:
    people, table = come_together(guests, options=SET)
    awa, tom, _ = people
    awa.go(f"/t/{table}")
    awa.button("Taper la fiche").click()
    dialog = awa.page.get_by_role("dialog")
    box = dialog.get_by_role("textbox", name="La fiche, ligne par ligne")
    expect(box).to_have_value("Alexandrie: \nBateau: \nFrance: \nAllemagne: ")
    box.fill("Alexandrie: libye\nBateau: Libye\nFrance: G\nAllemagne: peut-être\nAtlantide: D")
    lines = dialog.locator("ol li")
    expect(lines).to_have_count(5)
    expect(lines.nth(0)).to_contain_text("compris Alexandrie : explorer Libye.")
    expect(lines.nth(1)).to_contain_text("sans effet Bateau: Libye")
    expect(lines.nth(1)).to_contain_text("une présence y est déjà ou y arrive déjà. §4.5")
    expect(lines.nth(2)).to_contain_text("compris France : guerre.")
    expect(lines.nth(3)).to_contain_text("illisible Allemagne: peut-être")
    expect(lines.nth(4)).to_contain_text("illisible Atlantide: D")
    assert awa.find_faults() == []
    dialog.get_by_role("button", name="Écrire cette fiche").click()
    expect(dialog).to_have_count(0)
    sheet = awa.page.locator(".ordersheet")
    expect(sheet.locator("tbody tr").first).to_contain_text("→ Libye")
    expect(sheet.locator(".warned")).to_have_count(1)
    expect(sheet.locator(".warned")).to_contain_text("Débarquement : Libye, sans effet")
    expect(sheet.locator(".warned a")).to_have_attribute("href", "/rules/africa1880#rule-4.5")
    expect(sheet.locator(".sw").nth(1).locator(".on")).to_have_count(0)
    seal(awa)
    awa.button("Rouvrir la fiche").first.click()
    awa.page.locator(".ordersheet .boat button").click()
    awa.page.locator(".ordersheet .boat input").fill("rien")
    awa.page.keyboard.press("Enter")
    expect(sheet.locator(".warned")).to_have_count(0)

    tom.go(f"/t/{table}")
    tom.button("Type the sheet").click()
    tom.page.get_by_role("textbox", name="The sheet, line by line").fill("Algiers: D\nBoat: nothing\nGermany: W")
    expect(tom.page.get_by_role("dialog").locator("ol li").nth(2)).to_contain_text("understood Germany: war.")
    expect(tom.page.get_by_role("dialog").locator(".missing li")).to_have_text(
        ["Great Britain: nothing written, alliance. §3.6"]
    )
    tom.button("Write this sheet").click()
    expect(tom.page.locator(".ordersheet tbody tr").first).to_contain_text("develop")


def test_the_reveal_shows_whose_declaration_removed_whom(guests: Guests) -> None:
    people, table = come_together(guests, options=SET)
    awa, tom, livia = people
    quick = guests.come("en", speed="fast")
    session = next(cookie for cookie in tom.context.cookies() if cookie.get("value"))
    quick.context.add_cookies([{"name": session["name"], "value": session["value"], "url": quick.base}])
    quick.go(f"/t/{table}")
    see_year(quick, 1880)
    to_libya = ({"type": "explore", "from": home, "to": "libye"} for home in ("alexandrie", "alger"))
    write(awa, table, 0, next(to_libya), {"type": "war", "country": "france"}, {"type": "ready"})
    write(tom, table, 1, next(to_libya), {"type": "alliance", "country": "great-britain"}, {"type": "ready"})
    write(livia, table, 2, {"type": "develop", "territory": "dahomey"}, {"type": "ready"})
    expect(quick.page.locator(".reveal.on")).to_be_visible()  # it plays itself out once, without being asked
    expect(quick.page.locator(".cartouche")).to_be_hidden()
    quick.button("Skip").click()
    expect(quick.page.locator(".cartouche")).to_be_visible()

    awa.go(f"/t/{table}")
    see_year(awa, 1885)
    awa.button("Revoir 1880").last.click()
    expect(awa.page.locator(".reveal")).to_contain_text("Grande-Bretagne ouvre sa fiche.")
    expect(awa.page.locator(".reveal")).to_contain_text("Alexandrie → Libye")
    sheet = awa.page.locator('.opened[data-year="1880"]')  # the sheet of that year, not the one that is written now
    expect(sheet.locator("h2")).to_have_text("Fiche d’ordres, Grande-Bretagne")
    expect(sheet.locator("tr", has_text="Alexandrie")).to_contain_text("→ Libye")
    expect(awa.page.locator(".ordersheet")).to_have_count(0)
    place = awa.page.locator(".reveal .who")
    seen = []
    while "Conflits" not in (words := place.inner_text()):
        seen.append(words.split(" · ")[1])
        awa.button("Fait suivant").click()
    assert list(dict.fromkeys(seen)) == ["Ordres", "Développements", "Arrivées", "Déclarations"]
    expect(awa.page.locator(".reveal .ask")).to_contain_text(
        "France : présence retirée (Libye), alliance déclarée mais guerre reçue (la Grande-Bretagne) (§5.2)."
    )
    cause = awa.page.locator(".high td.cause")
    expect(cause.get_by_role("img", name="Grande-Bretagne : guerre")).to_be_visible()
    expect(cause).to_have_count(1)
    assert awa.find_faults() == []
    awa.button("Fait précédent").click()
    expect(cause).not_to_have_count(1)
    awa.button("Passer").click()
    expect(sheet).to_have_count(0)
    expect(awa.page.locator(".ordersheet")).to_be_visible()
    awa.wait_for_turn()
    awa.button("Rapport de 1880").click()
    expect(awa.page.get_by_role("dialog")).to_contain_text("Grande-Bretagne : Alexandrie → Libye")
    assert awa.find_faults() == []


def test_phases_have_a_clock_and_show_who_is_ready(guests: Guests) -> None:
    awa, tom = guests.come("fr"), guests.come("en")
    for guest, name in ((awa, "Awa"), (tom, "Tom")):
        guest.api("GET", "/me")
        guest.api("PATCH", "/me", {"name": name})
    seats: list[dict[str, Any]] = [{"type": "me"}, {"type": "open"}, {"type": "bot", "level": 1}]
    table = awa.open_table("africa1880", seats, clock=PHASES, options=SET)
    tom.api("POST", f"/tables/{table}/join", {})
    for guest in (awa, tom):
        guest.go(f"/t/{table}")
    chip = awa.page.locator(".cartouche .who")
    expect(chip).to_contain_text("Négociation de 1880 · encore 9:5")
    expect(awa.page.locator(".cartouche")).to_contain_text("on scelle quand tous ont fini de négocier")
    expect(awa.button("Sceller quand même")).to_have_count(0)
    awa.button("J’ai fini de négocier").click()
    expect(tom.page.locator(".cartouche")).to_contain_text("Done talking: Awa.")
    tom.button("I have done talking").click()
    expect(chip).to_contain_text("Ordres de 1880 · encore 9:5")
    awa.page.get_by_role("tab", name="Discussion").click()
    expect(awa.page.get_by_role("status").filter(has_text="la discussion reprend")).to_be_visible()
    expect(awa.page.get_by_role("textbox", name="Message")).to_have_count(0)
    seal(awa)
    expect(tom.page.locator(".cartouche .ready")).to_contain_text("Awa")
    assert awa.find_faults() == []


def test_one_person_with_bots_plays_to_the_end(guest: Guest) -> None:
    guest.go(f"/t/{guest.open_table('africa1880', WITH_BOTS)}")
    guest.wait_for_turn()
    guest.button("Ce que fut cette histoire").first.click()
    expect(guest.page.get_by_role("dialog")).to_contain_text("La carte de ce jeu n’était pas vide.")
    assert guest.find_faults() == []
    guest.page.keyboard.press("Escape")
    guest.button("Italie").click()
    guest.spots.first.wait_for()
    guest.page.locator('.spot[data-key="place:mogadiscio"]').click()
    over = guest.page.locator(".who", has_text="Partie finie")
    for year in YEARS:
        guest.page.locator(".ordersheet thead .y", has_text=str(year)).or_(over).first.wait_for()
        if over.count():
            break  # allies develop together: there may be colonies enough before 1914
        if year == YEARS[0] or "que fait votre présence" in guest.ask:  # later the bots may have driven it out
            answer(guest, guest.button("Développer").click)
        seal(guest)
    expect(guest.page.locator(".who").first).to_have_text("Partie finie")
    guest.page.locator(".cartouche").get_by_role("button", name="Feuille de score").click()
    expect(guest.page.get_by_role("dialog").get_by_role("columnheader", name="Poste")).to_be_visible()
