"""Advice for those who ask, no curtain where nothing is secret, and pages that outlive their server's version."""

from playwright.sync_api import WebSocketRoute, expect

from tests.web.guest import Guest, Guests
from tests.web.test_ways import HOT


DRAWN = "pistes match=single gate_limit=6 2D5LL/1L7L/2LD5L/3LD4L/4L5/10/10/D9/DDDD1D4 L"


def test_a_hint_is_drawn_and_told_at_three_depths(guest: Guest) -> None:
    guest.go(f"/t/{guest.open_table('pistes', HOT, position=DRAWN)}")
    guest.button("Un conseil").click()
    expect(guest.page.locator(".ask")).to_contain_text("Regardez ")
    expect(guest.page.locator(".advice")).to_have_count(0)
    guest.button("Quel genre de coup ?").click()
    guest.button("Le coup").click()
    expect(guest.page.locator(".ask")).to_contain_text("Mon conseil")
    expect(guest.page.locator(".advice.best .disc")).to_have_text("1")
    expect(guest.page.locator(".advice:not(.best) .shaft")).to_have_count(1)
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    assert guest.find_faults() == []
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator(".advice")).to_have_count(0)
    expect(guest.page.locator(".ask")).to_have_text("Quel pion glisse ?")


def test_a_hint_is_played_from_the_board_and_by_keys(guests: Guests) -> None:
    guest = guests.come("en", phone=True)
    guest.go(f"/t/{guest.open_table('pistes', HOT, position=DRAWN)}")
    guest.button("Hint").click()
    guest.button("What kind of move?").click()
    guest.button("The move").click()
    assert guest.find_faults() == []
    guest.page.locator(".advice.best .disc").click()
    expect(guest.page.locator(".advice")).to_have_count(0)
    expect(guest.page.locator(".trail")).to_have_count(1)  # it was played
    expect(guest.page.locator(".ask")).to_have_text("Which pawn slides?")  # by the next seat
    for _ in range(3):
        guest.page.keyboard.press("c")
        guest.page.locator(".askbox .ask:not(:text('Thinking'))").wait_for()
    guest.page.keyboard.press("c")
    guest.page.locator(".advice.best").wait_for()
    trail = guest.page.locator(".trail").get_attribute("d")
    guest.page.keyboard.press("1")
    expect(guest.page.locator(".trail")).not_to_have_attribute("d", trail or "")


def test_a_hint_of_each_game_has_its_place(guest: Guest) -> None:
    """Where an action has a place on the board it is drawn there; else the button says it."""
    for game in ("africa", "africana", "africa1880"):
        guest.go(f"/t/{guest.open_table(game, HOT if game != 'africa1880' else [*HOT, HOT[0]])}")
        guest.button("Un conseil").click()
        guest.button("Quel genre de coup ?").click()
        guest.button("Le coup").click()
        expect(guest.page.locator(".btn.way .disc").first).to_have_text("1")


def test_no_curtain_where_seats_have_no_secrets(guest: Guest) -> None:
    guest.go(f"/t/{guest.open_table('africa', HOT)}")
    for moves in (1, 2):  # both choose their city
        guest.spots.first.click()
        expect(guest.page.locator(".log li")).to_have_count(moves + 1)
    expect(guest.page.locator(".curtain")).to_have_count(0)


def test_a_page_of_an_older_version_is_offered_the_new_one_and_goes_on_meanwhile(guest: Guest) -> None:
    loads: list[str] = []
    guest.page.on("load", lambda page: loads.append(page.url))
    guest.page.route_web_socket("**/api/socket", renewed)
    guest.go(f"/t/{guest.open_table('pistes', HOT)}")
    expect(guest.page.get_by_text("Une nouvelle version est prête.")).to_be_visible()
    guest.spots.first.click()
    expect(guest.button("Reposer")).to_be_visible()  # in the middle of a move nothing is taken away
    guest.button("Plus tard").click()
    expect(guest.button("Reposer")).to_be_visible()
    assert len(loads) == 1
    guest.page.reload()
    with guest.page.expect_event("load"):
        guest.button("La prendre").click()


def renewed(socket: WebSocketRoute) -> None:
    """A server that is newer than the page."""
    server = socket.connect_to_server()
    server.on_message(lambda said: socket.send(str(said).replace('"version":"', '"version":"9.')))


def test_a_part_that_is_gone_makes_the_page_new(guest: Guest) -> None:
    guest.go("/")
    guest.page.route("**/assets/Settings-*.js", lambda route: route.fulfill(status=404), times=1)
    guest.page.get_by_role("button", name="Menu").click()
    guest.page.get_by_role("link", name="Réglages").click()
    expect(guest.page.get_by_role("heading", name="Réglages")).to_be_visible()
