"""Advice for those who ask, no curtain where nothing is secret, and pages that outlive their server's version."""

from playwright.sync_api import WebSocketRoute, expect

from tests.web.guest import Guest
from tests.web.test_ways import HOT


def test_a_hint_says_what_and_why(guest: Guest) -> None:
    guest.go(f"/t/{guest.open_table('pistes', HOT)}")
    guest.button("Un conseil").click()
    dialog = guest.page.get_by_role("dialog", name="Que joueriez-vous, et pourquoi ?")
    expect(dialog.get_by_role("listitem").first).to_be_visible()
    expect(dialog.get_by_role("meter")).to_be_visible()
    assert guest.find_faults() == []


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
