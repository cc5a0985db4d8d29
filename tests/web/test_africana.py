"""Africana in real browsers: journeys, books, limits, secrets."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.guest import Guest, Guests

TWO = [{"type": "me"}, {"type": "open"}]
BOTH = {
    "draw": ("Piocher 2 cartes", "Draw 2 cards"),
    "end": ("Terminer le voyage", "End the journey"),
    "close": ("Fermer le livre", "Close the book"),
}
LONG = 300  # seconds
RECORDS = Path(__file__).parent / "records"
REFUSAL = {"type": "error", "code": "illegal", "sentence": "No.", "text": {"fr": "Refusé.", "en": "No."}, "rule": None}


# From Naples no, one or two expeditions can be joined: two, three or four buttons on a phone.
ROWS = {
    "none": "africana:2 turn=Italy row=A6,A2,A4,A10,A1 north=|N6 south=|S1 Italy=Napoli/silver:2/hand:joker,orange,grey "
    "France=Cape-Town/silver:2/hand:joker,violet",
    "one": "africana:2 turn=Italy row=A5,A6,A2,A10,A1 north=|N6 south=|S1 Italy=Napoli/silver:2/hand:joker,orange,grey "
    "France=Cape-Town/silver:2/hand:joker,violet",
    "two": "africana:2 round=5 turn=Italy row=A5,A10,B7,B1,B2 north=|N6 south=|S1 "
    "Italy=Napoli/silver:2/hand:joker,orange,grey,violet,magenta "
    "France=Cape-Town/silver:2/hand:joker,violet/done:A1,A2,A3,A4,A6,A7,A8,A9",
}


def sit_down(guests: Guests, **options: Any) -> tuple[Guest, Guest]:
    """A Frenchman and an Englishwoman at one table; what was dealt is always the same."""
    first, second = guests.come("fr"), guests.come("en")
    table = first.open_table("africana", TWO, **{"position": ROWS["none"], **options})
    second.go(f"/t/{table}")
    second.button("Sit here").first.click()
    first.go(f"/t/{table}")
    first.wait_for_turn()
    return first, second


def press(guest: Guest, what: str) -> None:
    """Press one of the main buttons, in the language of the page."""
    french, english = (guest.button(name) for name in BOTH[what])
    french.or_(english).click()


def lines(guest: Guest) -> int:
    """How many lines the log has."""
    return guest.page.locator(".log li").count()


def draw(guest: Guest) -> None:
    """Draw two cards and discard down to the limit."""
    guest.wait_for_turn()
    before = lines(guest)
    press(guest, "draw")
    guest.wait_for_change(".log li", before)
    discard(guest)


def discard(guest: Guest) -> None:
    """Get rid of cards as long as that is asked."""
    while re.search("défausser|discard", guest.ask):
        before = lines(guest)
        guest.page.locator(".hand button.card").first.click()
        guest.page.locator(".acts .btn.go").click()
        guest.wait_for_change(".log li", before)


def labels(guest: Guest) -> list[str]:
    """What a screen reader says of the places within reach, nearest first."""
    return [str(spot.get_attribute("aria-label")) for spot in guest.spots.all()]


def test_a_journey_is_planned_taken_back_and_made(guests: Guests) -> None:
    first, second = sit_down(guests)
    expect(first.page.locator("svg.chart .place")).to_have_count(22)
    expect(first.page.locator(".tick")).to_have_count(5)
    assert first.find_faults() == []

    reach = labels(first)
    costs = [int(re.search(r", (\d) carte", label).group(1)) for label in reach]  # type: ignore[union-attr]
    assert costs == sorted(costs), "Tab goes round the places by their cost"
    near = first.spots.first
    name = reach[0].split(",")[0]
    near.hover()
    expect(first.page.locator(".ask")).to_have_text(f"Naples, {name}")
    expect(first.page.locator(".card.used")).to_have_count(1)
    first.page.keyboard.press("Escape")
    expect(first.page.locator(".card.used")).to_have_count(0)

    first.page.mouse.move(5, 5)
    near.hover()
    first.button("Partir").click()
    expect(first.page.locator(".card.used.gone")).to_have_count(1)
    first.page.reload()
    expect(first.page.locator(".card.used.gone")).to_have_count(1)
    expect(second.page.locator(".log")).to_contain_text("Napoli")
    if first.button("Reprendre").count() > 0:
        while first.page.locator(".card.used.gone").count() > 0:
            before = lines(first)
            first.button("Reprendre").click()
            first.wait_for_change(".log li", before)
        expect(first.page.locator(".ask")).to_contain_text("Naples")
    first.spots.first.click()
    expect(first.page.locator(".card.used.gone")).to_have_count(1)
    press(first, "end")
    expect(first.page.locator(".who.wait")).to_be_visible()


def test_other_cards_than_the_cheapest_can_be_chosen(guests: Guests) -> None:
    first, second = sit_down(guests)
    for _ in range(2):
        draw(first)
        draw(second)
    first.wait_for_turn()
    named = ""
    for card in first.page.locator(".hand button.card").all():
        named = card.locator(".vh").inner_text()
        card.click()
        if first.spots.count() > 0:
            break
        first.page.keyboard.press("Escape")  # this card enters no neighbour
    assert first.spots.count() > 0, "the joker enters any"
    assert all(named in label for label in labels(first))
    first.spots.first.click()
    expect(first.page.locator(".card.used.gone .vh")).to_have_text(f"{named}, étape 1")


def test_the_book_turns_sells_and_says_why_it_is_closed(guests: Guests) -> None:
    first, _ = sit_down(guests)
    books = first.page.locator("section.book")
    expect(books.nth(1)).to_contain_text("fermé : vous êtes au nord")
    north = books.nth(0)
    expect(north.locator(".stack").nth(0)).to_have_text("0")
    shown = north.locator(".leafcard").inner_text()
    buying = north.get_by_role("button", name="Acheter", exact=False).last
    expect(buying).to_have_attribute("aria-disabled", "true")
    expect(buying).to_have_attribute("title", "Il faut 5 argent, vous en avez 2.")
    north.get_by_role("button", name="Tourner vers la gauche pour 0 argent").click()
    expect(north.locator(".stack").nth(0)).to_have_text("1")
    assert north.locator(".leafcard").first.inner_text() == shown
    north.get_by_role("button", name="Tourner vers la gauche pour 1 argent").click()
    expect(north.locator(".stack").nth(0)).to_have_text("2")
    expect(first.page.get_by_text("Pages vues")).to_have_count(0)
    press(first, "close")
    expect(first.page.locator(".who.wait")).to_be_visible()


def test_the_memory_aid_shows_the_pages_only_where_the_table_chose_it(guests: Guests) -> None:
    first, _ = sit_down(guests, position=ROWS["none"].replace(":2 ", ":2 memory_aid=true ", 1))
    first.page.locator("section.book").nth(0).get_by_text("Pages vues").click()
    expect(first.page.locator("section.book").nth(0).locator("details li")).to_have_count(1)


def test_pointing_at_a_ticket_lights_its_two_ends(guests: Guests) -> None:
    first, _ = sit_down(guests)
    first.page.locator(".tick").first.focus()
    expect(first.page.locator("svg.chart .light")).to_have_count(2)
    first.page.locator(".leafcard").first.hover()
    expect(first.page.locator("svg.chart .light")).to_have_count(1)


def test_a_page_never_receives_another_hand(guests: Guests) -> None:
    first, second = guests.come("fr"), guests.come("en")
    heard: list[str] = []
    second.page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    second.page.on(
        "response", lambda answer: heard.append(answer.text()) if "/api/" in answer.url and answer.ok else None
    )
    table = first.open_table("africana", TWO)
    second.go(f"/t/{table}")
    second.button("Sit here").first.click()
    first.go(f"/t/{table}")
    draw(first)
    second.wait_for_turn()
    mine = first.api("GET", f"/tables/{table}/snapshot?seat=0")["position"]["view"]["players"][0]["hand"]
    assert len(mine) == 4
    assert heard
    for text in heard:
        assert '"hand":[{"card"' not in text.split('"seat":1,"company"')[0].split('"seat":0,"company"')[-1]
    theirs = second.api("GET", f"/tables/{table}/snapshot?seat=1")["position"]["view"]["players"]
    assert theirs[0]["hand"] is None
    assert theirs[0]["cards"] == 4


def test_keyboard_alone_plays_a_turn(guest: Guest) -> None:
    table = guest.open_table("africana", [{"type": "me"}, {"type": "me"}], position=ROWS["none"])
    guest.go(f"/t/{table}")
    guest.wait_for_turn()
    keys = guest.page.keyboard
    first = str(guest.spots.first.get_attribute("data-key"))
    for _ in range(60):
        keys.press("Tab")
        if guest.page.evaluate("document.activeElement?.getAttribute('data-key')") == first:
            break
    second = str(guest.spots.nth(1).get_attribute("data-key"))
    keys.press("Tab")
    assert guest.page.evaluate("document.activeElement?.getAttribute('data-key')") == second
    keys.press("Enter")
    expect(guest.page.locator(".card.used.gone")).to_have_count(1)
    keys.press("i")
    expect(guest.page.get_by_role("dialog")).to_contain_text("Expéditions :")
    keys.press("Escape")
    for _ in range(80):
        keys.press("Tab")
        if guest.page.evaluate("document.activeElement?.textContent?.trim()") == "Terminer le voyage":
            break
    before = lines(guest)
    keys.press("Enter")
    guest.wait_for_change(".log li", before)


def chart_height(guest: Guest) -> float:
    """How high the map is."""
    chart = guest.page.locator("svg.chart").bounding_box()
    assert chart is not None
    return chart["height"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_on_a_phone_the_map_keeps_its_height_whatever_was_dealt(guests: Guests, language: Any) -> None:
    guest = guests.come(language, phone=True)
    heights = []
    for buttons, position in zip((2, 3, 4), ROWS.values(), strict=True):
        table = guest.open_table("africana", [{"type": "me"}, {"type": "me"}], position=position)
        guest.go(f"/t/{table}")
        guest.wait_for_turn()
        expect(guest.page.locator(".cartouche .acts .btn")).to_have_count(buttons)
        aim = guest.page.locator(".aim")
        if aim.count() > 0:  # at the first of them
            assert chart_height(guest) > 370
            aim.get_by_role("button").tap()
            expect(aim).to_have_count(0)
        heights.append(chart_height(guest))
        guest.spots.first.focus()
        expect(guest.page.locator(".card.used")).to_have_count(1)
        heights.append(chart_height(guest))
    assert min(heights) > 410, heights
    assert max(heights) - min(heights) < 4, heights


def test_a_phone_shows_all_of_it(guests: Guests) -> None:
    guest = guests.come("en", phone=True, theme="dark")
    table = guest.open_table("africana", [{"type": "me"}, {"type": "me"}], position=ROWS["one"])
    guest.go(f"/t/{table}")
    guest.wait_for_turn()
    guest.spots.first.focus()
    expect(guest.page.locator(".card.used")).to_have_count(1)
    assert guest.find_faults() == []
    guest.button("Set out").tap()
    expect(guest.page.locator(".card.used.gone")).to_have_count(1)
    guest.page.locator(".dock").get_by_role("button", name="Books").tap()
    expect(guest.page.get_by_role("heading", name="North book")).to_be_visible()
    assert guest.find_faults() == []
    guest.page.locator(".dock").get_by_role("button", name="Play").tap()
    press(guest, "end")


class Traveller:
    """Goes where an expedition is completed or joined and draws otherwise; at last lets the game stand still."""

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def play(self, guest: Guest) -> None:
        """Whatever the page offers now; while a journey is under way it offers nothing."""
        main = guest.page.locator(".acts .btn.go")
        idle = guest.button("Passer").or_(guest.button("Pass"))
        end = guest.button(BOTH["end"][0]).or_(guest.button(BOTH["end"][1]))
        if re.search("défausser|discard", guest.ask):
            discard(guest)
        elif end.count() > 0:
            end.click()
        elif self.turns <= 0 and idle.count() > 0:
            idle.click()
        elif idle.count() > 0:
            self.turns -= 1
            goals = (
                index for index, label in enumerate(labels(guest)) if re.search("chève|ompletes|ejoint|oins", label)
            )
            goal = next(goals, None)
            if goal is None:
                main.first.click()
            else:
                guest.spots.nth(goal).click()
        guest.page.wait_for_timeout(120)


def test_two_people_play_to_the_end(guests: Guests) -> None:
    first, second = sit_down(guests)
    traveller = Traveller(turns=24)
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        for guest in (first, second):
            if guest.page.locator(".who").inner_text() in ("Partie finie", "Game over"):
                expect(first.page.locator(".who")).to_have_text("Partie finie")
                assert first.find_faults() == []
                return
            if guest.page.locator(".who.mine").count() > 0:
                traveller.play(guest)
        first.page.wait_for_timeout(20)
    raise AssertionError("the game did not end")


def play_on(guest: Guest, name: str, mine: int) -> None:
    """Sit down where a recorded game breaks off, with a bot at the other seat."""
    guest.api("GET", "/me")
    answer = guest.context.request.post(
        f"{guest.base}/api/records",
        data=(RECORDS / f"{name}.jsonl").read_bytes(),
        headers={"content-type": "application/x-ndjson", "origin": guest.base},
    )
    assert answer.ok, answer.text()
    record = answer.json()["id"]
    entries = guest.api("GET", f"/tables/{record}/snapshot?seat=-1")["entries"]
    last = [entry["sequence"] for entry in entries if entry["type"] == "moved"][-1]
    seats = [{"type": "me"} if seat == mine else {"type": "bot", "level": 1} for seat in (0, 1)]
    table = guest.api("POST", f"/tables/{record}/branch", {"sequence": last, "seats": seats})["id"]
    guest.go(f"/t/{table}")
    guest.wait_for_turn()


def test_an_adventure_too_many_is_dropped(guest: Guest) -> None:
    play_on(guest, "africana_four_adventures", mine=0)
    own = guest.page.locator(".adventures .leafcard, .own .leafcard")
    choices = guest.page.locator(".acts .btn")
    expect(choices).to_have_count(4)
    choices.first.hover()
    expect(guest.page.locator("svg.chart .light")).to_have_count(1)
    assert guest.find_faults() == []
    before = own.count()
    choices.first.click()
    expect(choices.filter(has_text="Rendre")).to_have_count(0)
    assert own.count() == before - 1


def test_the_last_round_is_announced_and_the_game_ends(guest: Guest) -> None:
    play_on(guest, "africana_last_round", mine=1)
    expect(guest.page.locator(".who")).to_contain_text("dernière manche")
    press(guest, "draw")
    while not re.search("Partie finie", guest.page.locator(".who").inner_text()):
        discard(guest)
        guest.page.wait_for_timeout(100)
    guest.button("Feuille de score").first.click()
    expect(guest.page.get_by_role("dialog").get_by_role("columnheader", name="Poste")).to_be_visible()


def test_cards_beyond_the_limit_are_discarded(guests: Guests) -> None:
    first, second = sit_down(guests)
    for _ in range(8):
        first.wait_for_turn()
        before = lines(first)
        press(first, "draw")
        first.wait_for_change(".log li", before)
        if first.page.locator(".ask", has_text="défausser").count() > 0:
            break
        draw(second)
    expect(first.page.locator(".acts .btn")).to_have_count(0)
    held = first.page.locator(".hand .card").count()
    first.page.locator(".hand button.card").first.click()
    expect(first.page.locator(".acts .btn")).to_have_count(1)
    first.page.locator(".acts .btn.go").click()
    expect(first.page.locator(".hand .card")).to_have_count(held - 1)
    discard(first)
    expect(first.page.locator(".who.wait")).to_be_visible()


class Refusing:
    """A line on which the first step of a journey is refused."""

    def __init__(self, guest: Guest) -> None:
        self.refused = 0
        guest.page.route_web_socket("**/api/socket", self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        """Pass everything on, but that one step."""
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            order = json.loads(message)
            if order["type"] == "act" and order["action"]["type"] == "step" and self.refused == 0:
                self.refused += 1
                socket.send(json.dumps({**REFUSAL, "request": order["request"]}))
            else:
                server.send(message)

        socket.on_message(pass_on)


def test_a_refused_step_is_asked_anew(guest: Guest) -> None:
    line = Refusing(guest)
    seats: list[dict[str, Any]] = [{"type": "me"}, {"type": "bot", "level": 1}]
    guest.go(f"/t/{guest.open_table('africana', seats, position=ROWS['none'])}")
    guest.wait_for_turn()
    guest.spots.first.click()
    expect(guest.page.locator(".problem")).to_have_text("Refusé.")
    assert line.refused == 1
    guest.spots.first.click()
    expect(guest.page.locator(".card.used.gone")).to_have_count(1)


def test_one_person_plays_a_bot_to_the_end(guest: Guest) -> None:
    guest.go(f"/t/{guest.open_table('africana', [{'type': 'me'}, {'type': 'bot', 'level': 1}])}")
    traveller = Traveller(turns=8)
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        if guest.page.locator(".who").inner_text() == "Partie finie":
            break
        if guest.page.locator(".who.mine").count() > 0:
            traveller.play(guest)
        else:
            guest.page.wait_for_timeout(50)
    expect(guest.page.locator(".who")).to_have_text("Partie finie")
    assert guest.find_faults() == []
