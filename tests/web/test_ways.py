"""Ways of playing and what may come between: finger, reload, a cut line, a replay."""

from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.web.guest import Guest, Guests
from tests.web.test_play import QUICK_PISTES, play_pistes

HOT = [{"type": "me"}, {"type": "me", "name": "Zoé"}]


def test_keys_describe_the_position_and_take_back_the_choice(guest: Guest) -> None:
    guest.go(f"/t/{guest.open_table('pistes', HOT)}")
    guest.spots.first.click()
    expect(guest.button("Reposer")).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(guest.button("Reposer")).to_have_count(0)
    guest.page.keyboard.press("i")
    expect(guest.page.get_by_role("dialog")).to_contain_text("b8, a9")


def test_a_finger_aims_first_and_plays_with_the_second_touch(guests: Guests) -> None:
    guest = guests.come(phone=True)
    guest.go(f"/t/{guest.open_table('pistes', HOT)}")
    guest.spots.first.tap()
    guest.page.locator(".spot:has(.arrow)").first.tap()
    expect(guest.button("Glisser")).to_be_visible()
    assert guest.find_faults() == []
    guest.button("Glisser").tap()
    guest.page.locator(".dock").get_by_role("button", name="Journal").tap()
    expect(guest.page.locator(".moves li button")).to_have_count(1)
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_reload_in_the_middle_changes_nothing(guests: Guests) -> None:
    guest = guests.come()
    guest.go(f"/t/{guest.open_table('pistes', HOT)}")
    for _ in range(3):
        guest.spots.first.wait_for()
        play_pistes(guest)
    moves = guest.page.locator(".moves").inner_text()
    guest.page.reload()
    guest.spots.first.wait_for()
    assert guest.page.locator(".moves").inner_text() == moves


class Cut:
    """A line that can be cut and mended."""

    def __init__(self, guest: Guest) -> None:
        self.is_cut = False
        self.open: list[WebSocketRoute] = []
        guest.page.route_web_socket("**/api/socket", self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        """Let a connection through, unless the line is cut."""
        if self.is_cut:
            socket.close()
            return
        socket.connect_to_server()
        self.open.append(socket)

    def cut(self) -> None:
        """Close what is open and let nothing through."""
        self.is_cut = True
        for socket in self.open:
            socket.close()
        self.open = []


def test_a_cut_line_is_said_and_mended(guests: Guests) -> None:
    here, there = guests.come(), guests.come()
    line = Cut(here)
    table = here.open_table("pistes", [{"type": "me"}, {"type": "open"}])
    there.go(f"/t/{table}")
    there.button("S’asseoir ici").click()
    here.go(f"/t/{table}")
    here.spots.first.wait_for()
    play_pistes(here)
    line.cut()
    expect(here.page.get_by_text("Connexion perdue", exact=False)).to_be_visible()
    there.spots.first.wait_for()
    play_pistes(there)
    line.is_cut = False
    expect(here.page.get_by_text("Connexion perdue", exact=False)).to_have_count(0)
    expect(here.page.locator(".moves li button")).to_have_count(2)
    here.spots.first.wait_for()


def test_a_secret_needs_a_curtain_on_one_device(guest: Guest) -> None:
    table = guest.open_table("africa", HOT, options={"hidden_treasure": True})
    guest.page.goto(f"{guest.base}/t/{table}")
    heading = guest.page.get_by_role("heading", name="Passez l’appareil à", exact=False)
    ask = guest.page.locator(".ask")
    heading.or_(ask).first.wait_for()
    if heading.count() == 0:
        guest.spots.first.click()
        heading.wait_for()
    assert guest.find_faults() == []
    guest.page.get_by_role("button").last.click()
    expect(guest.page.locator("svg.chart")).to_be_visible()


def finished(guest: Guest) -> str:
    """A finished game of pistes, played over HTTP."""
    table = guest.open_table("pistes", HOT, options=QUICK_PISTES)
    while True:
        shown: dict[str, Any] = guest.api("GET", f"/tables/{table}/snapshot")
        position = shown["position"]
        if position["over"]:
            return table
        seat = position["to_move"][0]
        shown = guest.api("GET", f"/tables/{table}/snapshot?seat={seat}")
        action = shown["position"]["legal"][0]["action"]
        body = {"seat": seat, "action": action, "sequence": shown["sequence"], "request": str(shown["sequence"])}
        guest.api("POST", f"/tables/{table}/actions", body)


def test_replay_steps_links_and_plays_on(guest: Guest) -> None:
    table = finished(guest)
    guest.go(f"/t/{table}/replay?at=6&seat=-1")
    where = guest.page.locator(".who")
    start = where.inner_text()
    guest.button("Suivant").click()
    expect(where).not_to_have_text(start)
    assert "at=7" in guest.page.url
    guest.page.locator("input[type=range]").fill("0")
    expect(where).to_contain_text("Position 0 sur")
    assert guest.find_faults() == []
    guest.page.keyboard.press("End")
    guest.page.get_by_text("Continuer d’ici contre des bots").click()
    guest.button("Début").click()
    guest.button("Suivant").click()
    guest.page.get_by_role("button", name="Jouer", exact=False).last.click()
    expect(guest.page.locator("svg.chart")).to_be_visible()
    guest.page.wait_for_url("**/t/*")


def test_a_record_is_saved_and_read_again(guest: Guest) -> None:
    table = finished(guest)
    record = guest.context.request.get(f"{guest.base}/api/tables/{table}/record").body()
    guest.go("/replay")
    guest.page.get_by_label("Fichier de partie").set_input_files(
        {"name": "partie.jsonl", "mimeType": "application/x-ndjson", "buffer": record}
    )
    expect(guest.page.locator("svg.chart")).to_be_visible()
    guest.page.get_by_label("Fichier de partie")
    guest.go("/replay")
    guest.page.get_by_label("Fichier de partie").set_input_files(
        {"name": "x.jsonl", "mimeType": "text/plain", "buffer": b"nonsense"}
    )
    expect(guest.page.get_by_role("alert")).to_be_visible()


def test_widths_between_keep_everything_on_the_page(guest: Guest) -> None:
    table = guest.open_table("pistes", HOT)
    for width in (1280, 1100, 1000, 800, 700, 390):
        guest.page.set_viewport_size({"width": width, "height": 900})
        guest.go(f"/t/{table}")
        for part in (".seats", "svg.chart", ".ask", ".bar"):
            box = guest.page.locator(part).first.bounding_box()
            assert box is not None
            assert box["x"] >= -40
            assert box["x"] + box["width"] <= width + 1, (width, part)
