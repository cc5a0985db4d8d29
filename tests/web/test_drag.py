"""Pieces go where they are dragged, by mouse and by finger; a drag that ends nowhere changes nothing."""

from playwright.sync_api import CDPSession, Locator, expect

from tests.web.guest import Guest, Guests
from tests.web.test_ways import HOT

Point = tuple[float, float]


def middle(place: Locator) -> Point:
    """Where the middle of something is on the screen."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def spot(guest: Guest, key: str) -> Locator:
    """A legal target by its key."""
    return guest.page.locator(f'.spot[data-key="{key}"]')


def cell(guest: Guest, name: str) -> Point:
    """The middle of a cell of pistes, whether or not something may go there."""
    found: list[float] = guest.page.evaluate(
        """([x, y]) => {
            const board = document.querySelector('svg.chart');
            const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
            return [point.x, point.y];
        }""",
        [(ord(name[0]) - 97) * 72 + 36, (9 - int(name[1])) * 72 + 36],
    )
    return found[0], found[1]


def drag(guest: Guest, start: Point, *way: Point) -> None:
    """By mouse, with a stop on the way."""
    guest.page.mouse.move(*start)
    guest.page.mouse.down()
    for point in way:
        guest.page.mouse.move(*point, steps=6)


def pistes(guest: Guest) -> Locator:
    """A fresh game of pistes; the list of its moves."""
    guest.go(f"/t/{guest.open_table('pistes', HOT)}")
    guest.spots.first.wait_for()
    return guest.page.locator(".moves li button")


def test_a_pawn_is_dragged_to_where_it_comes_to_rest(guest: Guest) -> None:
    moves = pistes(guest)
    drag(guest, cell(guest, "f4"), cell(guest, "c4"), cell(guest, "a4"))
    expect(guest.page.locator(".inhand")).to_be_visible()
    guest.page.mouse.up()
    expect(moves).to_have_text(["f4-a4"])
    expect(guest.page.locator(".inhand")).to_have_count(0)


def test_letting_go_on_the_way_means_the_end_of_the_way(guest: Guest) -> None:
    moves = pistes(guest)
    drag(guest, cell(guest, "f4"), cell(guest, "d4"))
    guest.page.mouse.up()
    expect(moves).to_have_text(["f4-a4"])


def test_a_drag_to_nowhere_puts_the_pawn_back(guest: Guest) -> None:
    moves = pistes(guest)
    drag(guest, cell(guest, "f4"), cell(guest, "h8"))
    guest.page.mouse.up()
    expect(guest.page.locator(".inhand")).to_have_count(0)
    expect(guest.button("Reposer")).to_have_count(0)
    drag(guest, cell(guest, "f4"), cell(guest, "a4"))
    guest.page.keyboard.press("Escape")
    guest.page.mouse.up()
    expect(moves).to_have_count(0)
    spot(guest, "f4").click()
    expect(guest.button("Reposer")).to_be_visible()


def test_a_finger_drags_a_pawn(guests: Guests) -> None:
    guest = guests.come(phone=True)
    guest.go(f"/t/{guest.open_table('pistes', HOT)}")
    guest.spots.first.wait_for()
    finger = guest.context.new_cdp_session(guest.page)
    swipe(finger, cell(guest, "f4"), cell(guest, "a4"))
    expect(spot(guest, "f4")).to_have_count(0)
    guest.page.locator(".dock").get_by_role("button", name="Journal").tap()
    expect(guest.page.locator(".moves li button")).to_have_text(["f4-a4"])


def swipe(finger: CDPSession, start: Point, stop: Point) -> None:
    """A finger that comes down, moves and goes away."""
    at = [(start[0] + (stop[0] - start[0]) * part / 8, start[1] + (stop[1] - start[1]) * part / 8) for part in range(9)]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at[0][0], "y": at[0][1]}]})
    for x, y in at[1:]:
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_traveller_is_dragged(guest: Guest) -> None:
    guest.go(f"/t/{guest.open_table('africa', HOT)}")
    for _ in range(2):  # everybody's city
        count = guest.page.locator(".log li").count()
        guest.spots.first.click()
        guest.wait_for_change(".log li", count)
    while guest.page.locator('.spot[data-key^="walk:"]').count() < 2:
        open_and_settle(guest)
    before = guest.page.locator(".log li").count()
    here = guest.page.locator(".spot.grab")
    there = guest.page.locator('.spot[data-key^="walk:"]:not(.grab)').first
    name = (there.get_attribute("data-key") or "").removeprefix("walk:")
    drag(guest, middle(here), middle(there))
    guest.page.mouse.up()
    guest.wait_for_change(".log li", before)
    expect(guest.page.locator(".log li").first).to_contain_text(name)


def open_and_settle(guest: Guest) -> None:
    """Stay, turn a tile over and leave it, or do nothing: until somebody can walk."""
    before = guest.page.locator(".log li").count()
    hidden = guest.page.locator(".spot:has(.query)")
    if hidden.count() > 0:
        hidden.first.click()
    elif guest.page.locator('.spot[data-key^="place:"]').count() > 0:
        guest.page.locator('.spot[data-key^="place:"]').first.click()
    else:
        guest.page.locator(".acts .btn").first.click()
    guest.wait_for_change(".log li", before)
