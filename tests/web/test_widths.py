"""Between a phone and a desk: every board, nothing beside the page, nothing over what is asked."""

from typing import Any

import pytest

from tests.web.guest import Guest, Guests

SIZES = [(390, 844), (600, 900), (768, 1024), (820, 1180), (1024, 768), (1180, 820), (1440, 900)]
SEATS = {"pistes": 2, "africa": 2, "africana": 2, "africa1880": 3}
INSIDE = (".bar", ".seats", ".cartouche", ".ask", ".cartouche .btn")
COVERED = """() => [...document.querySelectorAll('.cartouche .btn, .cartouche .ask, .seats .name b')].flatMap((each) => {
  const box = each.getBoundingClientRect();
  if (box.width === 0) return [];
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return top !== null && (each.contains(top) || top.contains(each)) ? [] : [each.textContent];
})"""

# What stands beside a map must end where the cartouche begins, however many lines and buttons that has.
UNDER = """() => [...document.querySelectorAll('.exped, .legend')].filter((each) => {
  const [box, asked] = [each, document.querySelector('.cartouche')].map((one) => one.getBoundingClientRect());
  return box.width > 0 && box.bottom > asked.top && box.right > asked.left && box.left < asked.right;
}).map((each) => each.className)"""


def hot_seats(game: str) -> list[dict[str, Any]]:
    """All seats on one device."""
    return [{"type": "me", "name": name} for name in ("Awa", "Mathis", "Inès")[: SEATS[game]]]


def is_inside(box: dict[str, float] | None, width: int, height: int) -> bool:
    """Whether a part is on the page; what is not shown at this width has no box."""
    return box is None or (
        box["x"] >= -1 and box["x"] + box["width"] <= width + 1 and box["y"] + box["height"] <= height + 1
    )


@pytest.mark.parametrize("game", SEATS)
def test_every_board_fits_between_phone_and_desk(guests: Guests, game: str) -> None:
    guest = guests.come()
    table = guest.open_table(game, hot_seats(game))
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        open_table(guest, table)
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
        for part in INSIDE:
            for found in guest.page.locator(part).all():
                assert is_inside(found.bounding_box(), width, height), (width, part)  # type: ignore[arg-type]
        assert guest.page.evaluate(COVERED) == [], width
        assert guest.page.evaluate(UNDER) == [], width


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
