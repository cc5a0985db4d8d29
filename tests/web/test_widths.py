"""Between a phone and a desk: every board, nothing beside the page, nothing over what is asked."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.guest import Guest, Guests

SIZES = [
    (360, 740),
    (390, 844),
    (740, 360),  # a phone on its side
    (600, 900),
    (720, 450),  # a desk of 1440 x 900 at 200 %
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1280, 720),
    (1366, 650),
    (1440, 900),
    (1920, 1080),
]
SEATS = {"pistes": 2, "africa": 5, "africana": 4, "africa1880": 6}
NAMES = ("Bartholomée-Marie", "Maximilien-Auguste", "Inès", "Anne-Charlotte", "Jo", "Wilhelmina-Sophie")
# Where much is to be seen: full hand, three adventures, five expeditions with counters; six countries that write orders.
POSITIONS = {
    "africana": "africana:4 round=9 turn=Germany row=B7:2,B5:013,C4,C9:3,C13 north=N4,N5|N6 south=S4|S1,S2 "
    "Italy=Tamatave/silver:2/hand:joker,orange,grey/done:A1,A2,A3,A4,A7,A10 "
    "France=Cape-Town/silver:2/hand:joker,violet/done:A8,A9,B1,B3,B4 "
    "Germany=Victoria-Falls/silver:12/hand:joker,assistant-magenta,assistant-orange,grey,violet/open:S9,S3,N1"
    "/done:A5,A6,N11,S12 England=Ujiji/silver:4/hand:joker,grey/done:B2,B6,B8,B9,B10",
    "africa1880": "africa1880:6 now=1890 seats=G,F,D,I,N,B alger:FD/2 sahara:F/colony dakar:FG dahomey:DN congo:BGF/1 "
    "kenya:GI angola:ND mogadiscio:I ouagadougou:F",
}
LEAST_NAME = 11  # px, of names on the map of a laptop

# Parts of the page that are shown but not wholly inside the window.
OUTSIDE = """() => [...document.querySelectorAll(
  '.bar, .seats, .aim, .ask, .cartouche .btn, .dock button, .tick, .book, .tabs, .shown .chip, .powers, svg.chart'
)].flatMap((each) => {
  const box = each.getBoundingClientRect();
  if (box.width === 0 || each.closest('.hand, .chips, .scroll, .shown') !== null) return [];
  const inside = box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1 && box.bottom <= innerHeight + 1;
  return inside ? [] : [each.className + ' ' + each.textContent.trim().slice(0, 30)];
})"""

# Parts that lie over each other.
PARTS = "'.aim, .stage, .p-legend, .askbox, .tray, .cartouche > .acts, .footnote, .seatbox, .p-books, .p-goals, .p-orders, .logbox'"
OVERLAP = f"""() => {{
  const parts = [...document.querySelectorAll({PARTS})].map((each) => [each.className, each.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && box.height > 0);
  return parts.flatMap(([name, a], index) => parts.slice(index + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5
  ).map(([other]) => name + ' / ' + other));
}}"""

# Words that do not fit where they stand.
CUT = """() => [...document.querySelectorAll(
  '.ask, .aim, .sub, .btn, .dock button, .tabs button, .tick .leg, .leafcard b, .card .cap, .who, .chip, .powers b'
)].filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1
  && getComputedStyle(each).display !== 'inline').map((each) => each.className + ' ' + each.textContent.trim().slice(0, 40))"""

# What a finger or pointer must hit: at least 24 px, on a phone 35 for places and 44 for the dock.
SMALL = """() => [...document.querySelectorAll('.cartouche .btn, .dock button, .tabs button, .price, .tick, .chip, .spot')]
  .flatMap((each) => {
    const box = each.getBoundingClientRect();
    const least = each.matches('.dock button') ? 44 : 24;
    return box.width === 0 || Math.min(box.width, box.height) >= least - 0.5 ? [] : [each.className.baseVal ?? each.className];
  })"""

NAME_SIZES = """() => [...document.querySelectorAll('svg.chart .lab, svg.chart .sealab')].filter((each) => each.getBoundingClientRect().width > 0)
  .map((each) => Number.parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"""


def hot_seats(game: str) -> list[dict[str, Any]]:
    """All seats on one device."""
    return [{"type": "me", "name": name} for name in NAMES[: SEATS[game]]]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", SEATS)
def test_every_board_fits_every_screen(guests: Guests, game: str, language: Any) -> None:
    guest = guests.come(language)
    open_table(guest, guest.open_table(game, hot_seats(game), position=POSITIONS.get(game)))
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        for _ in range(30):  # the map fits itself to its new room
            faults = faults_at(guest, width, height)
            if not faults:
                break
            guest.page.wait_for_timeout(100)
        assert faults == {}, (width, height)
        if game == "africana" and (width, height) == (768, 1024):
            shows_all_of_it(guest)
    put_the_aim_away(guest)


def shows_all_of_it(guest: Guest) -> None:
    """A tablet held upright has expeditions, adventures, both books and the hand beside map and ask."""
    for what, count in ((".tick", 5), (".adventures .leafcard", 3), ("section.book", 2), (".hand .card", 5)):
        parts = guest.page.locator(what)
        expect(parts).to_have_count(count)
        for each in parts.all():
            expect(each).to_be_in_viewport(ratio=0.99)


def put_the_aim_away(guest: Guest) -> None:
    """The aim of the game stands above the board until it is read, and does not come back."""
    aim = guest.page.locator(".aim")
    expect(aim).to_contain_text(re.compile("But du jeu|Aim of the game"))
    aim.get_by_role("button").click()
    guest.page.reload()
    guest.page.locator(".curtain .btn, svg.chart").first.wait_for()
    expect(aim).to_have_count(0)


def faults_at(guest: Guest, width: int, height: int) -> dict[str, Any]:
    """What is wrong at this size."""
    size = guest.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    looks = {"outside": OUTSIDE, "overlap": OVERLAP, "cut": CUT, "small": SMALL}
    faults = {name: guest.page.evaluate(look) for name, look in looks.items()}
    least = min(guest.page.evaluate(NAME_SIZES), default=LEAST_NAME)
    if width > 760 and height > 480 and least < LEAST_NAME - 0.05:
        faults["names"] = least
    if size != [width, height]:
        faults["size"] = size
    return {name: found for name, found in faults.items() if found}


def open_table(guest: Guest, table: str) -> None:
    """Go there, and say that it is me where the page asks."""
    guest.page.goto(f"{guest.base}/t/{table}")
    guest.page.locator(".curtain .btn, svg.chart").first.wait_for()
    if guest.page.locator(".curtain .btn").count() > 0:
        guest.page.locator(".curtain .btn").click()
    guest.page.locator("svg.chart").wait_for()


@pytest.mark.parametrize("game", SEATS)
def test_axe_finds_nothing_on_a_table_by_day_and_night(guests: Guests, game: str) -> None:
    for theme, phone in (("light", True), ("dark", False)):
        guest = guests.come(theme=theme, phone=phone)  # type: ignore[arg-type]
        open_table(guest, guest.open_table(game, hot_seats(game)))
        assert guest.find_faults() == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_laptop_shows_how_to_play_every_game_without_scrolling(guests: Guests, language: Any) -> None:
    guest = guests.come(language=language)
    guest.go("/")
    for width, height in ((1280, 720), (1366, 650), (1440, 900)):
        guest.page.set_viewport_size({"width": width, "height": height})
        buttons = guest.page.locator(".plate .acts .btn.go")
        assert buttons.count() == len(SEATS)
        boxes = [box for each in buttons.all() if (box := each.bounding_box()) is not None]
        assert max(box["y"] + box["height"] for box in boxes) <= height
